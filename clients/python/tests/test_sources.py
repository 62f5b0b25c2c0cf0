"""Steps come in order, each again until it is released."""

from __future__ import annotations

import json
import struct
import threading
from pathlib import Path

import numpy as np
import pytest
from test_rows import row

import fovea
from fovea import rows


def safetensors(path: Path, count: int, **tensors: np.ndarray) -> None:
    names = {"int64": "I64", "float32": "F32", "bool": "BOOL", "int32": "I32", "uint16": "BF16"}
    header: dict[str, object] = {"__metadata__": {"fovea": json.dumps({"count": count})}}
    data = b""
    for name, tensor in tensors.items():
        place = [len(data), len(data) + tensor.nbytes]
        header[name] = {"dtype": names[str(tensor.dtype)], "shape": tensor.shape, "data_offsets": place}
        data += tensor.tobytes()
    text = json.dumps(header).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def fed_step(folder: Path, number: int, rows: int, rank: int = 0) -> Path:
    place = folder / f"step_{number}" / f"rank_{rank}"
    for index in range(rows):
        safetensors(place / f"{index:05d}.safetensors", rows, input_ids=np.full((1, 3), number * 10 + index))
    (place / "metrics.json").write_text("{}")
    return place


def test_a_folder_gives_complete_steps_in_order(tmp_path: Path) -> None:
    for number in (10, 9):
        fed_step(tmp_path, number, rows=2)
    safetensors(tmp_path / "step_8/rank_0/00000.safetensors", 2, input_ids=np.zeros((1, 3), np.int64))
    seen = []
    with fovea.open_steps(f"safetensors:{tmp_path}", timeout=0) as steps:
        for step in steps:
            seen.append((step.number, [int(batch["input_ids"][0, 0]) for batch in step]))
            step.release()
    assert seen == [(9, [90, 91]), (10, [100, 101])]
    assert (tmp_path / "step_9/rank_0/released").exists()


def test_a_step_comes_again_until_it_is_released(tmp_path: Path) -> None:
    fed_step(tmp_path, 1, rows=1)
    with fovea.open_steps(f"safetensors:{tmp_path}", timeout=0) as steps:
        first, again = steps.next(), steps.next()
    assert first is not None and again is not None and first.number == again.number == 1


def test_a_lost_file_is_an_error(tmp_path: Path) -> None:
    (fed_step(tmp_path, 1, rows=2) / "00001.safetensors").unlink()
    with fovea.open_steps(f"safetensors:{tmp_path}", timeout=0) as steps:
        step = steps.next()
        assert step is not None
        with pytest.raises(ValueError, match="1 batches of 2"):
            list(step)


def test_a_step_in_another_format_only_is_not_given(tmp_path: Path) -> None:
    place = fed_step(tmp_path, 1, rows=1)
    (place / "00000.safetensors").rename(place / "00000.arrow")
    with fovea.open_steps(f"safetensors:{tmp_path}", timeout=0) as steps:
        assert steps.next() is None


def test_a_step_that_another_reader_released_is_not_an_empty_step(tmp_path: Path) -> None:
    place = fed_step(tmp_path, 1, rows=1)
    with fovea.open_steps(f"safetensors:{tmp_path}", timeout=0) as steps:
        step = steps.next()
        assert step is not None
        for file in place.iterdir():
            file.unlink()
        with pytest.raises(ValueError, match="another reader"):
            list(step)


@pytest.mark.parametrize(
    "header",
    ["[]", "null", '{"a": 1}', '{"a": {"dtype": "F32"}}', '{"a": {"dtype": "F32", "shape": [-1, -1], "data_offsets": [0, 4]}}',
     '{"a": {"dtype": [], "shape": [1], "data_offsets": [0, 4]}}',
     '{"a": {"dtype": "F32", "shape": [1], "data_offsets": ["0", 4]}}',
     '{"__metadata__": 3}', '{"__metadata__": {"fovea": 3}}', '{"a": {"dtype": "F32", "shape": [1e400], "data_offsets": [0, 4]}}',
     "[" * 100_000],
)  # fmt: skip
def test_a_header_of_another_form_is_refused_with_the_files_name(tmp_path: Path, header: str) -> None:
    file = tmp_path / "x.safetensors"
    file.write_bytes(struct.pack("<Q", len(header)) + header.encode() + b"1234")
    with pytest.raises(ValueError, match="safetensors"):
        fovea.batch.read_safetensors(file)


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"\xff" * 8 + data[8:], lambda data: data[:4]])
def test_a_damaged_file_is_refused(tmp_path: Path, damage: object) -> None:
    file = tmp_path / "x.safetensors"
    safetensors(file, 1, input_ids=np.zeros((1, 3), np.int64))
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]
    with pytest.raises(ValueError, match="safetensors"):
        fovea.batch.read_safetensors(file)


def test_rows_of_files_are_removed_once_released(tmp_path: Path) -> None:
    for number in (1, 2):
        step = tmp_path / f"rollouts/step_{number}"
        step.mkdir(parents=True)
        (step / "rank_0.bin").write_bytes(rows.encode([row(run_step=number)]))
    with fovea.open_rows(f"fs:{tmp_path}", timeout=0) as steps:
        numbers = []
        for one in steps:
            numbers.append([item.run_step for item in one])
            one.release()
    assert numbers == [[1], [2]]
    assert not (tmp_path / "rollouts/step_1").exists()
    assert (tmp_path / "rollouts/.rank_0.bin.released").read_text() == "2\n"
    with fovea.open_rows(f"fs:{tmp_path}", timeout=0) as resumed:
        assert resumed.next() is None


def test_rows_come_over_sockets() -> None:
    zmq = pytest.importorskip("zmq")
    context = zmq.Context()
    publisher, readiness = context.socket(zmq.XPUB), context.socket(zmq.PULL)
    port = next(port for port in range(21_000, 30_000, 3) if bound(zmq, publisher, readiness, port))

    def pack() -> None:
        assert readiness.recv() == b"1"
        assert publisher.recv() == b"\x01data_rank|1|"
        for number in (1, 2):
            publisher.send_multipart([b"data_rank|10|", b"for another rank"])
            publisher.send_multipart([b"data_rank|1|", rows.encode([row(run_step=number)])])

    packer = threading.Thread(target=pack)
    packer.start()
    with fovea.open_rows(f"zmq://127.0.0.1:{port}", rank=1, timeout=30) as steps:
        for number in (1, 2):
            step = steps.next()
            assert step is not None and step.number == number
            assert [item.run_step for item in step] == [number]
            step.release()
    packer.join()
    context.destroy(linger=0)


def bound(zmq: object, publisher: object, readiness: object, port: int) -> bool:
    try:
        publisher.bind(f"tcp://127.0.0.1:{port + 1}")  # type: ignore[attr-defined]
    except zmq.ZMQError:  # type: ignore[attr-defined]
        return False
    try:
        readiness.bind(f"tcp://127.0.0.1:{port + 2}")  # type: ignore[attr-defined]
    except zmq.ZMQError:  # type: ignore[attr-defined]
        publisher.unbind(f"tcp://127.0.0.1:{port + 1}")  # type: ignore[attr-defined]
        return False
    return True


@pytest.mark.parametrize("address", ["", "fs", "http://x", "kafka://x", "zmq://x"])
def test_an_address_that_is_none_says_what_is(address: str) -> None:
    with pytest.raises(ValueError, match="is none of"):
        fovea.open_rows(address)
    with pytest.raises(ValueError, match="is none of"):
        fovea.open_steps(address)
