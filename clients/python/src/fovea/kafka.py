"""Rows from a Kafka topic: a partition a rank, assigned by hand; a step again until it was released, and then never."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from confluent_kafka import Consumer, Message, TopicPartition

from fovea.rows import MicroBatch, decode_row
from fovea.steps import Step

#: Of the headers and of the value.
FORMAT = 1
#: How long one look at the broker takes while nothing comes.
LOOK_SECONDS = 0.1
#: A committed step is whole, so that its rest is there.
REST_SECONDS = 60.0


class StepMissing(RuntimeError):
    """Another step than the next one stands in the topic."""


@dataclass(frozen=True)
class Place:
    """Where a record stands: which step, which of its rows, of how many."""

    step: int
    sequence: int
    count: int

    @classmethod
    def of(cls, message: Message) -> Place:
        headers: dict[str, bytes] = dict(message.headers() or [])  # type: ignore[arg-type]
        try:
            version, *place = [int(headers[f"fovea-{name}"]) for name in ("format", "step", "sequence", "count")]
        except (KeyError, ValueError):
            raise StepMissing(f"record {message.offset()} of {message.topic()} is no row of a step") from None
        if version != FORMAT:
            raise StepMissing(f"record {message.offset()} of {message.topic()} is of format {version}")
        return cls(*place)


class RowTopic:
    """A rank's end. Progress is kept under the group ``fovea.<topic>.<rank>``, with the last released step beside the offset."""

    def __init__(self, bootstrap: str, topic: str, rank: int, from_step: int) -> None:
        self._consumer = Consumer(
            {
                "bootstrap.servers": bootstrap,
                "group.id": f"fovea.{topic}.{rank}",
                "enable.auto.commit": False,
                "auto.offset.reset": "earliest",
                "isolation.level": "read_committed",
            }
        )
        self._partition = TopicPartition(topic, rank)
        self._next = from_step
        self._resumed = False
        self._held: Message | None = None
        self._open: _Reading | None = None

    def poll(self) -> Step[MicroBatch] | None:
        if self._open is not None:
            return self._open.step()
        if not self._resumed and not self._resume():
            return None
        while (message := self._peek(LOOK_SECONDS)) is not None:
            place = Place.of(message)
            if place.step >= self._next:
                break
            self._held = None
        else:
            return None
        offset = message.offset()
        assert offset is not None, "a record that was read has an offset"
        if place.step != self._next or place.sequence != 0:
            raise StepMissing(f"step {self._next} is not there; read from step {place.step}, or take a new topic")
        self._open = _Reading(self, place, offset)
        return self._open.step()

    def _resume(self) -> bool:
        topic, rank = self._partition.topic, self._partition.partition
        found = self._consumer.list_topics(topic, timeout=10).topics[topic]
        if found.error is not None or not found.partitions:
            return False
        if rank not in found.partitions:
            raise StepMissing(f"topic {topic} has {len(found.partitions)} partitions, and none for rank {rank}")
        (progress,) = self._consumer.committed([self._partition], timeout=10)
        if progress.offset >= 0:
            self._next = max(self._next, int(progress.metadata or 0) + 1)
        self._consumer.assign([TopicPartition(topic, rank, progress.offset if progress.offset >= 0 else 0)])
        self._resumed = True
        return True

    def _peek(self, patience: float) -> Message | None:
        if self._held is None:
            message = self._consumer.poll(patience)
            if message is not None and message.error() is not None:
                raise RuntimeError(f"{self._partition.topic}: {message.error()}")
            self._held = message
        return self._held

    def _take(self, step: Place, sequence: int) -> Message:
        """The record of a step; one that was written twice has a number that was seen before."""
        deadline = time.monotonic() + REST_SECONDS
        while (message := self._peek(LOOK_SECONDS)) is None or Place.of(message).sequence < sequence:
            if message is not None:
                self._held = None
            elif time.monotonic() > deadline:
                raise StepMissing(f"row {sequence} of step {step.step} did not come")
        if Place.of(message) != Place(step.step, sequence, step.count):
            raise StepMissing(f"row {sequence} of step {step.step} is due, and {Place.of(message)} is there")
        self._held = None
        return message

    def _seek(self, offset: int) -> None:
        self._held = None
        self._consumer.seek(TopicPartition(self._partition.topic, self._partition.partition, offset))

    def _commit(self, step: int, offset: int) -> None:
        topic, rank = self._partition.topic, self._partition.partition
        self._consumer.commit(offsets=[TopicPartition(topic, rank, offset, metadata=str(step))], asynchronous=False)
        self._next = step + 1
        self._open = None

    def close(self) -> None:
        self._consumer.close()


class _Reading:
    """One step while it is read."""

    def __init__(self, topic: RowTopic, first: Place, offset: int) -> None:
        self._topic = topic
        self._first = first
        self._offset = offset
        self._behind = offset
        self._read = 0

    def step(self) -> Step[MicroBatch]:
        return Step(self._first.step, self.rows, self.release)

    def rows(self) -> Iterator[MicroBatch]:
        if self._read:
            self._topic._seek(self._offset)
            self._read = 0
        while self._read < self._first.count:
            yield decode_row(self._record())

    def _record(self) -> bytes:
        message = self._topic._take(self._first, self._read)
        self._read += 1
        offset, value = message.offset(), message.value()
        assert offset is not None and value is not None, "a record that was read has both"
        self._behind = offset + 1
        return value

    def release(self) -> None:
        while self._read < self._first.count:
            self._record()
        self._topic._commit(self._first.step, self._behind)
