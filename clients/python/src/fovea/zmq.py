"""Rows over ZeroMQ: a subscription on port P+1, readiness announced on P+2. What a process had received dies with it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress

import zmq

from fovea.rows import MicroBatch, decode_rows
from fovea.steps import Step

#: A packer that was started again has forgotten who is ready.
ANNOUNCE_SECONDS = 1.0


class RowSocket:
    """A rank's end. Messages carry no step: the first that comes is the first that was asked for, and so on."""

    def __init__(self, host: str, port: int, rank: int, from_step: int) -> None:
        self._context = zmq.Context()
        self._rows = self._context.socket(zmq.SUB)
        self._rows.setsockopt(zmq.SUBSCRIBE, f"data_rank|{rank}|".encode())
        self._rows.connect(f"tcp://{host}:{port + 1}")
        self._readiness = self._context.socket(zmq.PUSH)
        self._readiness.setsockopt(zmq.LINGER, 0)
        self._readiness.connect(f"tcp://{host}:{port + 2}")
        self._rank = str(rank).encode()
        self._next = from_step
        self._held: bytes | None = None
        self._announced = 0.0

    def poll(self) -> Step[MicroBatch] | None:
        if self._held is None:
            self._announce()
            try:
                self._held = self._rows.recv_multipart(zmq.NOBLOCK)[-1]
            except zmq.Again:
                return None
        held = self._held
        return Step(self._next, lambda: self._decoded(held), self._release)

    def _announce(self) -> None:
        if time.monotonic() - self._announced > ANNOUNCE_SECONDS:
            self._announced = time.monotonic()
            with suppress(zmq.Again):  # a queue that is full of announcements needs no more of them
                self._readiness.send(self._rank, zmq.NOBLOCK)

    @staticmethod
    def _decoded(payload: bytes) -> Iterator[MicroBatch]:
        return iter(decode_rows(payload))

    def _release(self) -> None:
        self._held = None
        self._next += 1

    def close(self) -> None:
        self._context.destroy(linger=0)
