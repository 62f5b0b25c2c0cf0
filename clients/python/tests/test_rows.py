"""Bytes that the field's own encoder wrote come back, and out again, unchanged."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from fovea import rows

RECORDED = [json.loads(line) for line in (Path(__file__).parent / "data/wire.jsonl").read_text().splitlines()]
DECODERS = {
    "list[MicroBatch]": msgspec.msgpack.Decoder(list[rows.MicroBatch]),
    "TrainingBatch": msgspec.msgpack.Decoder(rows.TrainingBatch),
    "TrainingSample": msgspec.msgpack.Decoder(rows.TrainingSample),
}


@pytest.mark.parametrize("record", RECORDED, ids=lambda record: record["id"])
def test_recorded_bytes_come_back(record: dict[str, str]) -> None:
    data = bytes.fromhex(record["hex"])
    value = DECODERS[record["type"]].decode(data)
    assert rows.encode(value) == data


def row(**changes: object) -> rows.MicroBatch:
    fields: dict[str, object] = {
        "input_ids": [7, 8, 8, 9],
        "loss_mask": [False, False, False, True],
        "advantages": [0.0, 0.0, 0.0, 0.5],
        "inference_logprobs": [0.0, 0.0, 0.0, -0.25],
        "position_ids": [0, 1, 2, 3],
        "sequence_lengths": [4],
        "temperatures": [1.0] * 4,
        "env_names": ["e"] * 4,
        "seq_lens": [4],
    }
    return rows.MicroBatch(**(fields | changes))  # type: ignore[arg-type]


def test_a_row_comes_back_equal() -> None:
    assert rows.decode_rows(rows.encode([row(run_id="r", run_step=3)])) == [row(run_id="r", run_step=3)]


def test_uneven_lists_are_refused() -> None:
    with pytest.raises(ValueError, match="another length"):
        rows.decode_rows(rows.encode([row(advantages=[0.0])]))


@pytest.mark.parametrize("span", [(3, 2), (-1, 1), (0, 0)])
def test_an_image_beyond_its_row_is_refused(span: tuple[int, int]) -> None:
    refs = rows.ImageRefs([rows.ImageRef({}, "a" * 32, "file:///x", *span)])
    with pytest.raises(ValueError, match="does not fit"):
        rows.decode_rows(rows.encode([row(mm_refs=refs)]))


def test_torn_bytes_are_refused() -> None:
    whole = rows.encode([row()])
    for length in range(len(whole)):
        with pytest.raises(msgspec.DecodeError):
            rows.decode_rows(whole[:length])
