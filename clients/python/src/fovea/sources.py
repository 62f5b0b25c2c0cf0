"""Where a trainer's steps come from.

Two kinds of ends: what ``fovea feed`` serves, with pixels (``open_steps``), and the transports themselves, with references
(``open_rows``). Both give steps in order, each again until it was released.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from fovea.batch import Batch, read_safetensors
from fovea.files import Folder, RowFiles
from fovea.steps import Steps

if TYPE_CHECKING:
    from fovea.rows import MicroBatch


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
