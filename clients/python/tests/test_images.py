"""References become pixels only if the file is what was sampled."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fovea import images, rows


def reference(path: Path, offset: int, length: int, grid: list[int]) -> rows.ImageRef:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:32]
    uri = path.as_uri()
    item = {"kind": "prime_raw_mm_item", "family": "qwen_vl", "payload": {"image_grid_thw": [grid]}, "raw_image_uri": uri}
    return rows.ImageRef(item, digest, uri, offset, length)


def golden_row(golden: dict[str, Any], pictures: Path) -> rows.MicroBatch:
    ids, lengths = golden["input_ids"], golden["seq_lens"]
    types = [0] * len(ids)
    refs = []
    for name, (offset, length), grid in zip(golden["images"], golden["spans"], golden["image_grid_thw"], strict=True):
        types[offset : offset + length] = [1] * length
        refs.append(reference(pictures / name, offset, length, grid))
    return rows.MicroBatch(
        ids, [False] * len(ids), [0.0] * len(ids), [0.0] * len(ids), list(range(len(ids))), lengths, [1.0] * len(ids),
        ["e"] * len(ids), lengths, mm_refs=rows.ImageRefs(refs), mm_token_type_ids=types,
    )  # fmt: skip


def grids_only(golden: dict[str, Any]) -> images.Processor:
    def pixels(files: Any) -> tuple[np.ndarray, np.ndarray]:
        grids = np.asarray(golden["image_grid_thw"])
        return np.zeros((int(grids.prod(1).sum()), 4), np.float32), grids

    return pixels


def test_positions_are_those_of_transformers(golden: dict[str, Any], pictures: Path) -> None:
    batch = images.materialize(golden_row(golden, pictures), [pictures], grids_only(golden))
    assert batch["mrope_position_ids"][:, 0].tolist() == golden["mrope_position_ids"]


def test_pixels_of_transformers_are_those_that_fovea_feeds(golden: dict[str, Any], pictures: Path) -> None:
    pytest.importorskip("transformers")
    batch = images.materialize(golden_row(golden, pictures), [pictures], images.processor(pictures))
    assert hashlib.sha256(batch["pixel_values"].astype("<f4").tobytes()).hexdigest() == golden["pixel_sha256_float32"]


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(b"sampled")
    image = reference(file, 0, 1, [1, 2, 2])
    file.write_bytes(b"changed")
    with pytest.raises(images.ImageMismatch, match="hash to"):
        images.read(image, [tmp_path])


@pytest.mark.parametrize("uri", ["https://h/x.png", "file://host/x.png", "file:///etc/passwd", "file:///tmp/../etc/passwd"])
def test_nothing_outside_the_roots_is_opened(uri: str, tmp_path: Path) -> None:
    with pytest.raises(images.ImageMismatch):
        images.path_of(uri, [tmp_path])


def test_a_link_out_of_the_roots_is_not_followed(tmp_path: Path) -> None:
    inside = tmp_path / "images"
    inside.mkdir()
    (inside / "x.png").symlink_to("/etc/passwd")
    with pytest.raises(images.ImageMismatch, match="outside"):
        images.path_of((inside / "x.png").as_uri(), [inside])


def test_another_grid_is_refused(golden: dict[str, Any], pictures: Path) -> None:
    wrong = {**golden, "image_grid_thw": [[1, 24, 12], *golden["image_grid_thw"][1:]]}
    with pytest.raises(images.ImageMismatch, match="grid"):
        images.materialize(golden_row(golden, pictures), [pictures], grids_only(wrong))


def test_fewer_grids_than_images_are_refused() -> None:
    types = np.asarray([0, 1, 1, 1, 1, 0])
    with pytest.raises((images.ImageMismatch, IndexError)):
        images.mrope_positions(types, [6], np.zeros((0, 3), np.int64), 2)
