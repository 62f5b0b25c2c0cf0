"""Batches with pixels in Arrow's formats: files, and a Flight server beside each rank."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.flight
import pyarrow.ipc

from fovea.batch import Batch
from fovea.steps import Step


def read_arrow(path: str | Path) -> Batch:
    """Reads a file of one batch. Tensors are views of the mapped file, but for truth values, which Arrow packs into bits."""
    with pa.memory_map(str(path)) as source:
        return to_batch(pa.ipc.open_file(source).get_batch(0))


def to_batch(record: pa.RecordBatch) -> Batch:
    """The one row of a record batch: each tensor is a struct of its values and its shape."""
    tensors: dict[str, np.ndarray] = {}
    bfloat16 = set()
    metadata: dict[str, Any] = {}
    for field, column in zip(record.schema, record.columns, strict=True):
        if field.name == "metadata":
            metadata = json.loads(column[0].as_py())
        elif column.is_valid()[0].as_py():
            # newer versions know the extension type, older ones give its storage
            storage = column.storage if isinstance(column, pa.ExtensionArray) else column
            values = storage.field("data").flatten()
            shape = storage.field("shape").flatten().to_numpy()
            tensors[field.name] = values.to_numpy(zero_copy_only=False).reshape(shape)
            if (field.metadata or {}).get(b"fovea.dtype") == b"bfloat16":
                bfloat16.add(field.name)
    return Batch(tensors, metadata, frozenset(bfloat16))


class Flight:
    """A rank's feed over Arrow Flight."""

    def __init__(self, address: str, rank: int) -> None:
        self._client = pa.flight.connect(f"grpc://{address}")
        self._rank = rank

    def poll(self) -> Step[Batch] | None:
        try:
            flights = list(self._client.list_flights())
        except pa.flight.FlightUnavailableError:
            return None  # the feed is not there yet, or is started again
        for flight in flights:
            ticket = flight.endpoints[0].ticket
            number = json.loads(ticket.ticket)["step"]
            return Step(number, partial(self._batches, ticket), partial(self._release, ticket))
        return None

    def _batches(self, ticket: pa.flight.Ticket) -> Iterator[Batch]:
        for chunk in self._client.do_get(ticket):
            yield to_batch(chunk.data)

    def _release(self, ticket: pa.flight.Ticket) -> None:
        list(self._client.do_action(pa.flight.Action("release", ticket.ticket)))

    def close(self) -> None:
        self._client.close()
