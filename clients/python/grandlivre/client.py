"""The clients: a method for each route, and what the API offers besides."""
from __future__ import annotations

from types import TracebackType
from typing import AsyncIterator, Iterator, Optional, Sequence, Type

from .async_routes import AsyncRoutes
from .changes import POLLING, SILENCE, LiveEvent, Watch, watch_changes, watch_changes_async
from .routes import Routes


class Grandlivre(Routes):
    """A client of the API. Close it, or use it in a ``with`` statement."""

    def __enter__(self) -> Grandlivre:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def watch_changes(
        self,
        company: str,
        *,
        since: int = 0,
        epoch: Optional[str] = None,
        resources: Optional[Sequence[str]] = None,
        silence: float = SILENCE,
        polling: float = POLLING,
    ) -> Iterator[LiveEvent]:
        """The changes of a company file as they happen, over interruptions and restarts of the service.

        Reads server-sent events, and long polls where these do not get through: if nothing comes for ``silence``
        seconds. Ends after ``resync``; raises an error when the token or the file is gone.
        """
        return watch_changes(self, Watch(company, since, epoch, resources, silence), polling)


class AsyncGrandlivre(AsyncRoutes):
    """The same for asyncio. Use it in an ``async with`` statement."""

    async def __aenter__(self) -> AsyncGrandlivre:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    def watch_changes(
        self,
        company: str,
        *,
        since: int = 0,
        epoch: Optional[str] = None,
        resources: Optional[Sequence[str]] = None,
        silence: float = SILENCE,
        polling: float = POLLING,
    ) -> AsyncIterator[LiveEvent]:
        """As that of ``Grandlivre``."""
        return watch_changes_async(self, Watch(company, since, epoch, resources, silence), polling)
