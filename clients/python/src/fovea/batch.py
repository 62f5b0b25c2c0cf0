"""A batch with pixels: tensors by name, as numpy arrays, and what it says of itself."""

from __future__ import annotations

import json
import math
import mmap
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

#: bfloat16 has no numpy type: its bits come as uint16, and ``Batch.bfloat16`` names such tensors.
DTYPES: dict[str, np.dtype[Any]] = {
    "I64": np.dtype("<i8"),
    "I32": np.dtype("<i4"),
    "F32": np.dtype("<f4"),
    "BF16": np.dtype("<u2"),
    "BOOL": np.dtype("?"),
}
LONGEST_HEADER = 100_000_000


@dataclass(frozen=True)
class Batch(Mapping[str, np.ndarray]):
    """One packed row. Shapes and types stand in ``docs/trainer-batches.md``; a tensor that a row lacks is not in the mapping."""

    tensors: Mapping[str, np.ndarray]
    metadata: Mapping[str, Any]
    bfloat16: frozenset[str] = field(default_factory=frozenset)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.tensors[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tensors)

    def __len__(self) -> int:
        return len(self.tensors)


def read_safetensors(path: str | Path) -> Batch:
    """Reads one file. The arrays are read-only views of the mapped file: nothing is copied before somebody asks for it."""
    with open(path, "rb") as file:
        if os.fstat(file.fileno()).st_size < 8:
            raise ValueError(f"{path}: too short for a header")
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    length = int.from_bytes(data[:8], "little")
    if not 2 <= length <= min(LONGEST_HEADER, len(data) - 8):
        raise ValueError(f"{path}: a header of {length} bytes in a file of {len(data)}")
    try:
        header: dict[str, Any] = json.loads(data[8 : 8 + length])
        metadata = json.loads(header.pop("__metadata__", {}).get("fovea", "{}"))
        tensors = {name: _tensor(path, data, 8 + length, name, entry) for name, entry in header.items()}
        bfloat16 = frozenset(name for name, entry in header.items() if entry["dtype"] == "BF16")
    except (AttributeError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ValueError(f"{path}: a header of another form ({error!r})") from None
    return Batch(tensors, metadata, bfloat16)


def _tensor(path: str | Path, data: mmap.mmap, start: int, name: str, entry: dict[str, Any]) -> np.ndarray:
    dtype = DTYPES.get(entry["dtype"])
    if dtype is None:
        raise ValueError(f"{path}: tensor {name} of type {entry['dtype']}")
    begin, end = entry["data_offsets"]
    count = math.prod(entry["shape"])
    if any(type(number) is not int or number < 0 for number in (begin, end, *entry["shape"])):
        raise ValueError(f"{path}: tensor {name} has a size that is none")
    if not 0 <= begin <= end <= len(data) - start or end - begin != count * dtype.itemsize:
        raise ValueError(f"{path}: tensor {name} does not fit its place in the file")
    return np.frombuffer(data, dtype, count, start + begin).reshape(entry["shape"])
