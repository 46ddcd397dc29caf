"""When a request is sent again, and how long to wait first."""
from __future__ import annotations

import email.utils
import random
import time
from dataclasses import dataclass
from typing import Mapping, Optional

MUTATION_ID = "X-Client-Mutation-Id"

#: Too many requests, or nothing that could answer now.
TEMPORARY = frozenset({429, 502, 503, 504})
FIRST_WAIT = 0.5
LONGEST_OWN_WAIT = 8.0


@dataclass(frozen=True)
class RetryPolicy:
    """How often and how long a request is tried."""

    #: How often a request is sent at most. 1: never again.
    attempts: int = 4
    #: If the service asks to wait longer than this, in seconds, its response counts instead.
    longest_wait: float = 30.0


def choose_wait(attempt: int) -> float:
    """Doubled each time, and partly by chance, so that clients do not all come back at once."""
    longest = min(FIRST_WAIT * 2.0 ** (attempt - 1), LONGEST_OWN_WAIT)
    return longest / 2 + random.random() * longest / 2


def read_retry_after(value: Optional[str], now: Optional[float] = None) -> Optional[float]:
    """Seconds that the service asks to wait. None: it does not say."""
    if value is None:
        return None
    if value.isdigit():
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0.0, moment - (time.time() if now is None else now))


def wait_after_response(
    policy: RetryPolicy,
    attempt: int,
    repeatable: bool,
    status: int,
    headers: Mapping[str, str],
    code: Optional[str],
) -> Optional[float]:
    """Seconds until the next attempt. None: this response counts."""
    if attempt >= policy.attempts:
        return None
    asked = read_retry_after(headers.get("retry-after"))
    # The first attempt is still running: its answer can be had in a moment.
    is_running = status == 409 and code == "request_in_progress"
    # Without a mutation id it must be certain that the service has not begun.
    is_temporary = status in TEMPORARY and (repeatable or asked is not None)
    if not is_running and not is_temporary:
        return None
    if asked is not None and asked > policy.longest_wait:
        return None
    return choose_wait(attempt) if asked is None else asked


def wait_after_failure(policy: RetryPolicy, attempt: int, repeatable: bool) -> Optional[float]:
    """Seconds until the next attempt after a broken connection. None: the failure counts."""
    return choose_wait(attempt) if repeatable and attempt < policy.attempts else None
