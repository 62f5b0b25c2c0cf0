"""Packed rows as padded rows, and images only where the types say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from test_sources import fed_step

import fovea

torch = pytest.importorskip("torch")
from fovea.torch import StepDataset, images_by_type, tensors, unpacked  # noqa: E402


def batch() -> fovea.Batch:
    return fovea.Batch(
        {
            "input_ids": np.arange(5)[None],
            "seq_lens": np.asarray([2, 3], np.int32),
            "mrope_position_ids": np.stack([np.arange(5)[None] + axis for axis in range(3)]),
            "loss_mask": np.asarray([[False, True, False, True, True]]),
            "pixel_values": np.asarray([[0x3F80, 0xC000]], np.uint16),
        },
        {},
        frozenset({"pixel_values"}),
    )


def test_each_sample_becomes_a_padded_row() -> None:
    rows = unpacked(tensors(batch()))
    assert rows["input_ids"].tolist() == [[0, 1, 0], [2, 3, 4]]
    assert rows["attention_mask"].tolist() == [[1, 1, 0], [1, 1, 1]]
    assert rows["loss_mask"].tolist() == [[False, True, False], [False, True, True]]
    assert rows["position_ids"].shape == (3, 2, 3)
    assert rows["position_ids"][2].tolist() == [[2, 3, 0], [4, 5, 6]]


def test_bfloat16_keeps_its_bits() -> None:
    assert tensors(batch())["pixel_values"].tolist() == [[1.0, -2.0]]


def test_a_dataset_gives_the_steps_of_a_source(tmp_path: Path) -> None:
    fed_step(tmp_path, 3, rows=2)
    with fovea.open_steps(f"safetensors:{tmp_path}", timeout=0) as steps:
        step = next(iter(torch.utils.data.DataLoader(StepDataset(steps), batch_size=None)))
    assert (step.number, len(list(step))) == (3, 2)


def test_sampled_pads_are_text() -> None:
    class Core:
        def get_placeholder_mask(self, input_ids: object, inputs_embeds: object, **named: object) -> str:
            return "by id"

    class Model:
        model = Core()

    types = torch.tensor([[0, 1, 1, 0]])
    with images_by_type(Model, types):
        images, videos = Model.model.get_placeholder_mask(None, None, image_features=None)
    assert images[..., 0].tolist() == [[False, True, True, False]] and not videos.any()
    assert Model.model.get_placeholder_mask(None, None) == "by id"
