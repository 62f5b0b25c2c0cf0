"""Rows from a real broker: FOVEA_KAFKA=HOST:PORT names one; without it these tests are left out."""

from __future__ import annotations

import os
import time

import pytest
from test_rows import row

import fovea
from fovea import rows

kafka = pytest.importorskip("confluent_kafka")
from confluent_kafka.admin import AdminClient, NewTopic  # noqa: E402

BROKER = os.environ.get("FOVEA_KAFKA", "")
pytestmark = pytest.mark.skipif(not BROKER, reason="FOVEA_KAFKA names no broker")


@pytest.fixture
def topic() -> str:
    name = f"rows-{time.time_ns()}"
    admin = AdminClient({"bootstrap.servers": BROKER})
    admin.create_topics([NewTopic(name, 2, 1)])[name].result(30)
    return name


def send(topic: str, step: int, count: int, *, commit: bool = True, repeat: bool = False) -> None:
    producer = kafka.Producer({"bootstrap.servers": BROKER, "transactional.id": f"fovea.{topic}"})
    producer.init_transactions(30)
    producer.begin_transaction()
    for sequence in range(count):
        headers = {"format": 1, "step": step, "sequence": sequence, "count": count}
        for _ in range(2 if repeat else 1):
            producer.produce(
                topic,
                rows.encode(row(run_step=step * 10 + sequence)),
                partition=1,
                headers=[(f"fovea-{name}", str(value).encode()) for name, value in headers.items()],
            )
    if commit:
        producer.commit_transaction(30)
    else:
        producer.abort_transaction(30)


def read(topic: str, steps: int, *, release: bool = True) -> list[list[int | None]]:
    seen = []
    with fovea.open_rows(f"kafka://{BROKER}/{topic}", rank=1, timeout=20) as source:
        for _ in range(steps):
            step = source.next()
            assert step is not None
            seen.append([item.run_step for item in step])
            if release:
                step.release()
    return seen


def test_steps_come_in_order_and_a_released_one_never_again(topic: str) -> None:
    send(topic, 1, 2)
    send(topic, 2, 1)
    assert read(topic, 1) == [[10, 11]]
    assert read(topic, 1) == [[20]]


def test_a_step_comes_again_until_it_is_released(topic: str) -> None:
    send(topic, 1, 2)
    assert read(topic, 2, release=False) == [[10, 11], [10, 11]]
    assert read(topic, 1) == [[10, 11]]


def test_what_was_not_committed_is_not_there(topic: str) -> None:
    send(topic, 1, 3, commit=False)
    send(topic, 1, 1)
    assert read(topic, 1) == [[10]]


def test_a_row_that_was_written_twice_is_read_once(topic: str) -> None:
    send(topic, 1, 3, repeat=True)
    send(topic, 2, 1)
    assert read(topic, 2) == [[10, 11, 12], [20]]
