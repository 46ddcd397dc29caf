"""Verification of webhook calls."""
from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Literal, Optional, Sequence, Union, cast

if TYPE_CHECKING:
    from .models import WebhookEvent

TOLERANCE_SECONDS = 300


class WebhookSignatureError(Exception):
    """The call was not signed by the service, or not recently."""

    def __init__(self, reason: Literal["malformed", "expired", "mismatch"]) -> None:
        self.reason = reason
        super().__init__(f"The webhook signature is not valid: {reason}")


def verify_webhook(
    body: Union[str, bytes],
    signature: Optional[str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = TOLERANCE_SECONDS,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Checks that the service sent this body, shortly ago, and returns it.

    ``body`` is the body as received, ``signature`` the header ``X-Service-Signature``. Pass both secrets while one is
    replaced. Signatures are compared in constant time.
    """
    parts = [part.strip().partition("=") for part in (signature or "").split(",")]
    moment = next((value for name, _, value in parts if name == "t"), "")
    given = [value for name, _, value in parts if name == "v1" and re.fullmatch("[0-9a-f]{64}", value)]
    if not re.fullmatch("[0-9]{1,12}", moment) or not given:
        raise WebhookSignatureError("malformed")
    if abs((time.time() if now is None else now) - int(moment)) > tolerance_seconds:
        raise WebhookSignatureError("expired")
    content = body.encode() if isinstance(body, str) else body
    for one in [secret] if isinstance(secret, str) else secret:
        expected = hmac.new(one.encode(), moment.encode() + b"." + content, hashlib.sha256).hexdigest()
        if any([hmac.compare_digest(expected, value) for value in given]):
            return cast("WebhookEvent", json.loads(content))
    raise WebhookSignatureError("mismatch")
