"""Where a trainer's steps come from.

Two kinds of ends: what ``fovea feed`` serves, with pixels (``open_steps``), and the transports themselves, with references
(``open_rows``). Both give steps in order, each again until it was released.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from fovea.batch import Batch, read_safetensors

if TYPE_CHECKING:
    from fovea.rows import MicroBatch

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


def open_steps(address: str, rank: int = 0, timeout: float | None = None) -> Steps[Batch]:
    """Steps with pixels, as ``fovea feed --to ADDRESS`` serves them.

    ``safetensors:DIR``, ``arrow:DIR`` or ``flight:HOST:PORT``. Without a ``timeout`` (in seconds) a missing step is waited for.
    """
    kind, _, place = address.partition(":")
    match kind:
        case "safetensors":
            return Steps(Folder(Path(place), rank, "safetensors", read_safetensors), timeout)
        case "arrow":
            from fovea.arrow import read_arrow

            return Steps(Folder(Path(place), rank, "arrow", read_arrow), timeout)
        case "flight":
            from fovea.arrow import Flight

            return Steps(Flight(place.removeprefix("//"), rank), timeout)
        case _:
            raise ValueError(f"{address!r} is none of safetensors:DIR, arrow:DIR and flight:HOST:PORT")


def open_rows(address: str, rank: int = 0, from_step: int = 1, timeout: float | None = None) -> Steps[MicroBatch]:
    """Steps with references, from a transport: ``fs:DIR``, ``zmq://HOST:PORT`` or ``kafka://HOST:PORT/TOPIC``.

    ``fovea.images.materialize`` gives such a row its pixels.
    """
    if address.startswith("fs:"):
        return Steps(RowFiles(Path(address[3:]), rank, from_step), timeout)
    if found := re.fullmatch(r"zmq://([^/:]+):(\d+)", address):
        from fovea.zmq import RowSocket

        return Steps(RowSocket(found[1], int(found[2]), rank, from_step), timeout)
    if found := re.fullmatch(r"kafka://([^/]+)/([A-Za-z0-9._-]+)", address):
        from fovea.kafka import RowTopic

        return Steps(RowTopic(found[1], found[2], rank, from_step), timeout)
    raise ValueError(f"{address!r} is none of fs:DIR, zmq://HOST:PORT and kafka://HOST:PORT/TOPIC")


def _steps(folder: Path) -> list[int]:
    if not folder.is_dir():
        return []
    names = (re.fullmatch(r"step_([1-9]\d{0,17})", entry.name) for entry in folder.iterdir())
    return sorted(int(name[1]) for name in names if name)


class Folder:
    """``step_<n>/rank_<r>/<index>.<extension>``; a step is complete when its ``metrics.json`` stands beside files of this kind."""

    def __init__(self, folder: Path, rank: int, extension: str, read: Callable[[Path], Batch]) -> None:
        self._folder = folder
        self._rank = rank
        self._extension = extension
        self._read = read

    def poll(self) -> Step[Batch] | None:
        for number in _steps(self._folder):
            place = self._folder / f"step_{number}" / f"rank_{self._rank}"
            whole = (place / "metrics.json").exists() and (place / f"00000.{self._extension}").exists()
            if whole and not (place / "released").exists():
                return Step(number, partial(self._batches, place), (place / "released").touch)
        return None

    def _batches(self, place: Path) -> Iterator[Batch]:
        files = sorted(place.glob(f"*.{self._extension}"))
        if not files:
            raise ValueError(f"{place}: no batches; another reader has released this step")
        for file in files:
            batch = self._read(file)
            if batch.metadata.get("count", len(files)) != len(files):
                raise ValueError(f"{place}: {len(files)} batches of {batch.metadata['count']}")
            yield batch

    def close(self) -> None:
        pass


class RowFiles:
    """``rollouts/step_<n>/rank_<r>.bin``: the rename is the signal that a file is whole."""

    def __init__(self, folder: Path, rank: int, from_step: int) -> None:
        self._rollouts = folder / "rollouts"
        self._file = f"rank_{rank}.bin"
        self._mark = self._rollouts / f".{self._file}.released"
        self._next = max(from_step, self._released() + 1)

    def _released(self) -> int:
        return int(self._mark.read_text()) if self._mark.exists() else 0

    def poll(self) -> Step[MicroBatch] | None:
        file = self._rollouts / f"step_{self._next}" / self._file
        if not file.exists():
            return None
        return Step(self._next, lambda: self._rows(file), lambda: self._release(file))

    def _rows(self, file: Path) -> Iterator[MicroBatch]:
        from fovea.rows import decode_rows

        return iter(decode_rows(file.read_bytes()))

    def _release(self, file: Path) -> None:
        """The mark before the file: a step whose file is gone must not count as one that is still to come."""
        draft = self._mark.with_name(self._mark.name + ".tmp")
        draft.write_text(f"{self._next}\n")
        draft.replace(self._mark)
        file.unlink(missing_ok=True)
        with suppress(OSError):  # other ranks' files
            file.parent.rmdir()
        self._next += 1

    def close(self) -> None:
        pass
