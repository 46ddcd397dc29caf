"""What the service refuses."""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

import httpx


class GrandlivreError(Exception):
    """A request that the service refused. Decide by ``code``, which is stable; ``message`` is for people."""

    def __init__(self, status: int, body: Mapping[str, Any], request_id: Optional[str]) -> None:
        self.status = status
        self.code = str(body.get("code", "unknown"))
        self.message = str(body.get("message", ""))
        self.body: Dict[str, Any] = dict(body)
        #: Quote it to the operator of the service.
        self.request_id = request_id
        super().__init__(f"{status} {self.code}: {self.message}")


def read_body(response: httpx.Response) -> Dict[str, Any]:
    """The body of a refusal. What comes from a proxy has none of ours."""
    try:
        body = response.json()
    except ValueError:
        return {"message": response.text[:200]}
    return body if isinstance(body, dict) else {}


def to_error(response: httpx.Response) -> GrandlivreError:
    return GrandlivreError(response.status_code, read_body(response), response.headers.get("x-request-id"))
