"""Steps that stand in folders: what a feed writes, and what packers write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from fovea.batch import Batch
from fovea.steps import Step

if TYPE_CHECKING:
    from fovea.rows import MicroBatch


def _steps(folder: Path) -> list[int]:
    if not folder.is_dir():
        return []
    names = (re.fullmatch(r"step_([1-9]\d{0,17})", entry.name) for entry in folder.iterdir())
    return sorted(int(name[1]) for name in names if name)


class Folder:
    """``step_<n>/rank_<r>/<index>.<extension>``; a step is complete when its ``metrics.json`` stands."""

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
