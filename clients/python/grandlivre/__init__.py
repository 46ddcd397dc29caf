"""Typed client for the Grandlivre accounting API."""
from __future__ import annotations

from . import models
from .changes import LiveEvent
from .client import AsyncGrandlivre, Grandlivre
from .errors import GrandlivreError
from .files import DownloadedFile, Upload
from .retries import RetryPolicy
from .transport import RequestOptions
from .webhooks import WebhookSignatureError, verify_webhook

__all__ = [
    "AsyncGrandlivre",
    "DownloadedFile",
    "Grandlivre",
    "GrandlivreError",
    "LiveEvent",
    "RequestOptions",
    "RetryPolicy",
    "Upload",
    "WebhookSignatureError",
    "models",
    "verify_webhook",
]
