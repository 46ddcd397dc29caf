"""Sends requests: token, language, device, retries, pages and files."""
from __future__ import annotations

import asyncio
import time
import uuid
from dataclasses import dataclass, field
from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    BinaryIO,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)
from urllib.parse import quote

import httpx

from .errors import read_body, to_error
from .files import DownloadedFile, Upload, to_file
from .retries import MUTATION_ID, RetryPolicy, wait_after_failure, wait_after_response

#: Seconds; the analysis of a document may take long.
TIMEOUT = 180.0
#: The service limits it where a list allows fewer.
PER_PAGE = 100

Files = Mapping[str, Union[Upload, Sequence[Upload], None]]


@dataclass(frozen=True)
class RequestOptions:
    """What a single request may have besides its parameters."""

    #: Choose and store it first to be safe over a restart of your program too. Generated if absent.
    mutation_id: Optional[str] = None
    #: Version of the record last read: if it has changed since, the request is refused (409 ``conflict``).
    base_version: Optional[int] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    #: In seconds.
    timeout: Optional[float] = None


@dataclass(frozen=True)
class Call:
    """A request that can be sent several times."""

    method: str
    path: str
    repeatable: bool
    arguments: Dict[str, Any]


def fill_path(path: str, values: Mapping[str, object]) -> str:
    for name, value in values.items():
        path = path.replace("{" + name + "}", quote(str(value), safe=""))
    return path


def to_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def build_call(
    method: str,
    path: str,
    *,
    values: Optional[Mapping[str, object]] = None,
    query: Optional[Mapping[str, object]] = None,
    body: object = None,
    form: Optional[Mapping[str, object]] = None,
    files: Optional[Files] = None,
    repeatable: bool = True,
    options: Optional[RequestOptions] = None,
) -> Call:
    options = options or RequestOptions()
    headers = dict(options.headers)
    if method != "GET" and repeatable:
        # The same in each attempt: the service does it once.
        headers.setdefault(MUTATION_ID, options.mutation_id or str(uuid.uuid4()))
    if options.base_version is not None:
        headers["X-Base-Version"] = str(options.base_version)
    arguments: Dict[str, Any] = {"headers": headers, "params": list_pairs(query or {})}
    if options.timeout is not None:
        arguments["timeout"] = options.timeout
    if body is not None:
        arguments["json"] = body
    if files is not None:
        arguments["files"] = [(name, one.to_part()) for name, one in list_uploads(files)]
        arguments["data"] = {name: to_text(value) for name, value in (form or {}).items() if value is not None}
    return Call(method, fill_path(path, values or {}), repeatable, arguments)


def list_pairs(query: Mapping[str, object]) -> List[Tuple[str, str]]:
    pairs: List[Tuple[str, str]] = []
    for name, value in query.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                pairs.append((name, to_text(one)))
    return pairs


def list_uploads(files: Files) -> List[Tuple[str, Upload]]:
    pairs: List[Tuple[str, Upload]] = []
    for name, value in files.items():
        for one in [value] if isinstance(value, Upload) else value or []:
            pairs.append((name, one))
    return pairs


def is_last_page(body: Mapping[str, Any], page: int) -> bool:
    if not body["data"]:
        return True
    last = body.get("last_page", body.get("meta", {}).get("last_page"))
    return not body.get("has_more", False) if last is None else page >= int(last)


def read_json(response: httpx.Response) -> Any:
    return response.json() if response.content else None


def read_code(response: httpx.Response) -> Optional[str]:
    code = read_body(response).get("code") if response.status_code == 409 else None
    return code if isinstance(code, str) else None


def build_headers(
    token: Optional[str], language: Optional[str], device_id: Optional[str], device_name: Optional[str]
) -> Dict[str, str]:
    headers = {
        "Authorization": None if token is None else f"Bearer {token}",
        "Accept-Language": language,
        "X-Device-Id": device_id,
        "X-Device-Name": None if device_name is None else quote(device_name, safe=""),
    }
    return {name: value for name, value in headers.items() if value is not None}


class Transport:
    """Sends requests and waits for their responses."""

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        language: Optional[str] = None,
        device_id: Optional[str] = None,
        device_name: Optional[str] = None,
        retries: Optional[RetryPolicy] = None,
        timeout: float = TIMEOUT,
        http: Optional[httpx.Client] = None,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.retries = retries or RetryPolicy()
        self.wait = wait
        self._headers = build_headers(token, language, device_id, device_name)
        self._url = url.rstrip("/")
        self._http = http or httpx.Client(timeout=timeout)

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call, stream: bool = False) -> httpx.Response:
        """With retries. Raises a ``GrandlivreError`` if the service refuses it."""
        attempt = 0
        while True:
            attempt += 1
            try:
                response = self.send_once(call, stream)
                if response.is_success:
                    return response
                response.read()
            except httpx.TransportError:
                delay = wait_after_failure(self.retries, attempt, call.repeatable)
                if delay is None:
                    raise
            else:
                response.close()
                delay = wait_after_response(
                    self.retries,
                    attempt,
                    call.repeatable,
                    response.status_code,
                    response.headers,
                    read_code(response),
                )
                if delay is None:
                    raise to_error(response)
            self.wait(delay)

    def send_once(self, call: Call, stream: bool = False) -> httpx.Response:
        arguments: Dict[str, Any] = {**call.arguments, "headers": {**self._headers, **call.arguments["headers"]}}
        return self._http.send(self._http.build_request(call.method, self._url + call.path, **arguments), stream=stream)

    def send_json(self, method: str, url_path: str, *, path: Optional[Mapping[str, object]] = None, **given: Any) -> Any:
        return read_json(self.send(build_call(method, url_path, values=path, **given)))

    def send_for_file(
        self,
        method: str,
        url_path: str,
        *,
        path: Optional[Mapping[str, object]] = None,
        into: Optional[BinaryIO] = None,
        **given: Any,
    ) -> DownloadedFile:
        response = self.send(build_call(method, url_path, values=path, **given), stream=True)
        return self._receive(response, into)

    def download_link(self, url: str, into: Optional[BinaryIO] = None) -> DownloadedFile:
        """A signed link of a record, such as ``file_url`` of a document. The token is not sent with it."""
        response = self._http.send(self._http.build_request("GET", url), stream=True)
        if not response.is_success:
            response.read()
            response.close()
            raise to_error(response)
        return self._receive(response, into)

    def _receive(self, response: httpx.Response, into: Optional[BinaryIO]) -> DownloadedFile:
        try:
            if into is None:
                return to_file(response, response.read())
            for chunk in response.iter_bytes():
                into.write(chunk)
            return to_file(response, b"")
        finally:
            response.close()

    def send_for_pages(
        self, method: str, url_path: str, *, query: Optional[Mapping[str, object]] = None, **given: Any
    ) -> Iterator[Any]:
        page = 1
        while True:
            asked: Dict[str, object] = {**(query or {}), "page": page}
            if asked.get("per_page") is None:
                asked["per_page"] = PER_PAGE
            body = self.send_json(method, url_path, query=asked, **given)
            yield from body["data"]
            if is_last_page(body, page):
                return
            page += 1


class AsyncTransport:
    """The same for asyncio."""

    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        language: Optional[str] = None,
        device_id: Optional[str] = None,
        device_name: Optional[str] = None,
        retries: Optional[RetryPolicy] = None,
        timeout: float = TIMEOUT,
        http: Optional[httpx.AsyncClient] = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.retries = retries or RetryPolicy()
        self.wait = wait
        self._headers = build_headers(token, language, device_id, device_name)
        self._url = url.rstrip("/")
        self._http = http or httpx.AsyncClient(timeout=timeout)

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, call: Call, stream: bool = False) -> httpx.Response:
        """With retries. Raises a ``GrandlivreError`` if the service refuses it."""
        attempt = 0
        while True:
            attempt += 1
            try:
                response = await self.send_once(call, stream)
                if response.is_success:
                    return response
                await response.aread()
            except httpx.TransportError:
                delay = wait_after_failure(self.retries, attempt, call.repeatable)
                if delay is None:
                    raise
            else:
                await response.aclose()
                delay = wait_after_response(
                    self.retries,
                    attempt,
                    call.repeatable,
                    response.status_code,
                    response.headers,
                    read_code(response),
                )
                if delay is None:
                    raise to_error(response)
            await self.wait(delay)

    async def send_once(self, call: Call, stream: bool = False) -> httpx.Response:
        arguments: Dict[str, Any] = {**call.arguments, "headers": {**self._headers, **call.arguments["headers"]}}
        request = self._http.build_request(call.method, self._url + call.path, **arguments)
        return await self._http.send(request, stream=stream)

    async def send_json(
        self, method: str, url_path: str, *, path: Optional[Mapping[str, object]] = None, **given: Any
    ) -> Any:
        return read_json(await self.send(build_call(method, url_path, values=path, **given)))

    async def send_for_file(
        self,
        method: str,
        url_path: str,
        *,
        path: Optional[Mapping[str, object]] = None,
        into: Optional[BinaryIO] = None,
        **given: Any,
    ) -> DownloadedFile:
        response = await self.send(build_call(method, url_path, values=path, **given), stream=True)
        return await self._receive(response, into)

    async def download_link(self, url: str, into: Optional[BinaryIO] = None) -> DownloadedFile:
        """A signed link of a record, such as ``file_url`` of a document. The token is not sent with it."""
        response = await self._http.send(self._http.build_request("GET", url), stream=True)
        if not response.is_success:
            await response.aread()
            await response.aclose()
            raise to_error(response)
        return await self._receive(response, into)

    async def _receive(self, response: httpx.Response, into: Optional[BinaryIO]) -> DownloadedFile:
        try:
            if into is None:
                return to_file(response, await response.aread())
            async for chunk in response.aiter_bytes():
                into.write(chunk)
            return to_file(response, b"")
        finally:
            await response.aclose()

    async def send_for_pages(
        self, method: str, url_path: str, *, query: Optional[Mapping[str, object]] = None, **given: Any
    ) -> AsyncIterator[Any]:
        page = 1
        while True:
            asked: Dict[str, object] = {**(query or {}), "page": page}
            if asked.get("per_page") is None:
                asked["per_page"] = PER_PAGE
            body = await self.send_json(method, url_path, query=asked, **given)
            for one in body["data"]:
                yield one
            if is_last_page(body, page):
                return
            page += 1
