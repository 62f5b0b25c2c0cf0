"""What every source gives: steps, each until it was released."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")

#: How long to sleep between two looks; a shared file system tells nobody what changed.
LOOK_SECONDS = 0.05


@dataclass(frozen=True)
class Step(Generic[T]):
    """One step of one rank. Iterate once; ``release`` when it was trained."""

    number: int
    items: Callable[[], Iterator[T]]
    release: Callable[[], None]

    def __iter__(self) -> Iterator[T]:
        return self.items()


class Source(Protocol[T]):
    """An end of a transport."""

    def poll(self) -> Step[T] | None:
        """The step that is due, if it is there."""

    def close(self) -> None: ...


class Steps(AbstractContextManager["Steps[T]"], Generic[T]):
    """Iterates over the steps of a source; each must be released before the next is asked for."""

    def __init__(self, source: Source[T], timeout: float | None) -> None:
        self._source = source
        self._timeout = timeout

    def __iter__(self) -> Iterator[Step[T]]:
        while (step := self.next()) is not None:
            yield step

    def next(self) -> Step[T] | None:
        """The next step, or None where none came in time."""
        deadline = None if self._timeout is None else time.monotonic() + self._timeout
        while (step := self._source.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                return None
            time.sleep(LOOK_SECONDS)
        return step

    def close(self) -> None:
        self._source.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
