"""The changes of a company file as they happen."""
from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Sequence, Tuple, cast

import httpx

from . import models
from .errors import to_error
from .transport import AsyncTransport, Call, RequestOptions, Transport, build_call

#: Seconds. The service sends something every 14.
SILENCE = 20.0
#: Without a stream that works, the feed is read by long polling for so long before it is tried again.
POLLING = 300.0
LONG_POLL = 20
RETRY = 3.0
LONGEST_RETRY = 60.0
#: The token or the file is gone, or the request is wrong: trying again does not help.
FINAL = frozenset({400, 401, 403, 404, 422})


@dataclass(frozen=True)
class LiveEvent:
    """``resync``: the cursor is no longer known. Make a new copy and watch again from its cursor."""

    type: Literal["change", "resync"]
    cursor: int = 0
    change: Optional[models.SyncChange] = None


@dataclass
class Watch:
    """How far the client has read, and how it reads."""

    company: str
    cursor: int
    epoch: Optional[str]
    resources: Optional[Sequence[str]]
    silence: float
    retry: float = RETRY
    failures: int = 0
    is_open: bool = False
    _buffer: str = ""
    _event: Dict[str, List[str]] = field(default_factory=dict)

    def build(self, route: Literal["pull", "stream"]) -> Call:
        query: Dict[str, object] = {"since": self.cursor}
        if self.epoch is not None and self.cursor > 0:
            query["epoch"] = self.epoch
        if self.resources is not None:
            query["resources"] = ",".join(self.resources)
        if route == "pull":
            query["wait"] = LONG_POLL
            options = RequestOptions(timeout=LONG_POLL + self.silence)
        else:
            headers = {"Accept": "text/event-stream"}
            if self.cursor > 0:
                headers["Last-Event-ID"] = str(self.cursor)
            options = RequestOptions(headers=headers, timeout=self.silence)
        path = "/v1/companies/{company}/sync/" + route
        return build_call("GET", path, values={"company": self.company}, query=query, options=options)

    def delay(self) -> float:
        return min(self.retry * 2.0 ** min(self.failures, 8), LONGEST_RETRY)

    def begin(self) -> None:
        self.is_open = False
        self._buffer = ""
        self._event = {}

    def is_stream(self, response: httpx.Response) -> bool:
        return response.is_success and response.headers.get("content-type", "").startswith("text/event-stream")

    def fail(self, error: httpx.TransportError) -> Literal["ended", "blocked"]:
        """Nothing at all came through: the service is away, or something holds the stream back."""
        if self.is_open:
            return "ended"
        self.failures += 1
        return "blocked" if isinstance(error, httpx.ReadTimeout) else "ended"

    def feed(self, text: str) -> Iterator[LiveEvent]:
        """Server-sent events, from pieces of their text."""
        self.is_open = True
        self.failures = 0
        lines = (self._buffer + text).split("\n")
        self._buffer = lines.pop()
        for line in lines:
            event = self._take(line.rstrip("\r"))
            if event is not None:
                yield event
                self.cursor = max(self.cursor, event.cursor)

    def _take(self, line: str) -> Optional[LiveEvent]:
        if line == "":
            event, self._event = self._event, {}
            return to_event(event)
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if name == "":
            # A comment carries the newest cursor: changes of other resources are passed.
            self.cursor = max(self.cursor, int(value) if value.isdigit() else 0)
        elif name == "retry" and value.isdigit():
            self.retry = int(value) / 1000
        else:
            self._event.setdefault(name, []).append(value)
        return None

    def read_page(self, response: httpx.Response) -> Tuple[List[LiveEvent], int]:
        """The events of a long poll, and the cursor after them."""
        self.failures = 0
        page: Dict[str, Any] = response.json()
        if page["full_resync"]:
            return [LiveEvent("resync")], self.cursor
        events = [LiveEvent("change", int(change["seq"]), change) for change in page["changes"]]
        return events, int(page["cursor"])


def to_event(event: Dict[str, List[str]]) -> Optional[LiveEvent]:
    """Told to go on from a later cursor, because it read too slowly, the client just connects again from its own."""
    name = "".join(event.get("event", []))
    if name not in ("change", "resync") or "data" not in event:
        return None
    data = json.loads("\n".join(event["data"]))
    if name == "change":
        return LiveEvent("change", int(data["seq"]), cast("models.SyncChange", data))
    return LiveEvent("resync") if data["cursor"] == 0 else None


def watch_changes(transport: Transport, watch: Watch, polling: float) -> Iterator[LiveEvent]:
    while True:
        events = _Stream(transport, watch)
        for event in events:
            yield event
            if event.type == "resync":
                return
        if events.end == "blocked":
            for event in _poll(transport, watch, polling):
                yield event
                if event.type == "resync":
                    return
        transport.wait(watch.delay())


class _Stream:
    """One connection; ``end`` tells how it ended."""

    def __init__(self, transport: Transport, watch: Watch) -> None:
        self.transport = transport
        self.watch = watch
        self.end: Literal["ended", "blocked"] = "ended"

    def __iter__(self) -> Iterator[LiveEvent]:
        watch = self.watch
        watch.begin()
        response: Optional[httpx.Response] = None
        try:
            response = self.transport.send_once(watch.build("stream"), stream=True)
            if response.status_code in FINAL:
                response.read()
                raise to_error(response)
            if not watch.is_stream(response):
                self.end = "blocked"
                return
            for text in response.iter_text():
                yield from watch.feed(text)
        except httpx.TransportError as error:
            self.end = watch.fail(error)
        finally:
            if response is not None:
                response.close()


def _poll(transport: Transport, watch: Watch, polling: float) -> Iterator[LiveEvent]:
    until = time.monotonic() + polling
    while True:
        events, cursor = watch.read_page(transport.send(watch.build("pull")))
        yield from events
        watch.cursor = cursor
        if time.monotonic() >= until:
            return


async def watch_changes_async(transport: AsyncTransport, watch: Watch, polling: float) -> AsyncIterator[LiveEvent]:
    while True:
        events = _AsyncStream(transport, watch)
        async for event in events:
            yield event
            if event.type == "resync":
                return
        if events.end == "blocked":
            until = time.monotonic() + polling
            while True:
                found, cursor = watch.read_page(await transport.send(watch.build("pull")))
                for event in found:
                    yield event
                    if event.type == "resync":
                        return
                watch.cursor = cursor
                if time.monotonic() >= until:
                    break
        await transport.wait(watch.delay())


class _AsyncStream:
    """One connection; ``end`` tells how it ended."""

    def __init__(self, transport: AsyncTransport, watch: Watch) -> None:
        self.transport = transport
        self.watch = watch
        self.end: Literal["ended", "blocked"] = "ended"

    async def __aiter__(self) -> AsyncIterator[LiveEvent]:
        watch = self.watch
        watch.begin()
        response: Optional[httpx.Response] = None
        try:
            response = await self.transport.send_once(watch.build("stream"), stream=True)
            if response.status_code in FINAL:
                await response.aread()
                raise to_error(response)
            if not watch.is_stream(response):
                self.end = "blocked"
                return
            async for text in response.aiter_text():
                for event in watch.feed(text):
                    yield event
        except httpx.TransportError as error:
            self.end = watch.fail(error)
        finally:
            if response is not None:
                await response.aclose()
