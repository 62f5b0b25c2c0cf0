"""Folders appear whole; adapters are merged as PEFT merges them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from test_sources import safetensors

from fovea import checkpoints


def checkpoint(folder: Path, weight: np.ndarray) -> Path:
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    safetensors(folder / "model.safetensors", 1, **{"layer.weight": weight, "other.weight": np.ones((2, 2), np.float32)})
    return folder


def adapter(folder: Path, a: np.ndarray, b: np.ndarray, **config: object) -> Path:
    folder.mkdir()
    (folder / "adapter_config.json").write_text(json.dumps({"r": len(a), "lora_alpha": 8, **config}))
    prefix = "base_model.model.layer"
    safetensors(folder / "adapter_model.safetensors", 1, **{f"{prefix}.lora_A.weight": a, f"{prefix}.lora_B.weight": b})
    return folder


def tensor(folder: Path, name: str) -> np.ndarray:
    return checkpoints._read_all(folder / "model.safetensors")[name]


def test_an_adapter_is_added_to_its_module_and_nothing_else(tmp_path: Path) -> None:
    random = np.random.default_rng(7)
    weight, a, b = (random.standard_normal(shape).astype(np.float32) for shape in ((4, 6), (2, 6), (4, 2)))
    merged = checkpoints.merge_adapter(adapter(tmp_path / "a", a, b), checkpoint(tmp_path / "base", weight), tmp_path / "new")
    np.testing.assert_allclose(tensor(merged, "layer.weight"), weight + 4 * b @ a, rtol=1e-6)
    np.testing.assert_array_equal(tensor(merged, "other.weight"), np.ones((2, 2)))
    assert sorted(file.name for file in merged.iterdir()) == ["config.json", "model.safetensors"]


def test_bfloat16_is_rounded_to_the_nearest(tmp_path: Path) -> None:
    # 1 + 2**-8 lies halfway between two bfloat16 numbers and goes to the even one; a little more goes up
    values = np.asarray([[1 + 2**-8, 1 + 2**-8 + 2**-20, -3.1415927]], np.float32)
    bits = np.frombuffer(checkpoints._bytes(values, "BF16"), "<u2")
    assert bits.tolist() == [0x3F80, 0x3F81, 0xC049]


@pytest.mark.parametrize(
    "config", [{"use_dora": True}, {"bias": "all"}, {"modules_to_save": ["lm_head"]}, {"rank_pattern": {"x": 1}}]
)
def test_what_is_more_than_a_plain_adapter_is_refused(tmp_path: Path, config: dict[str, object]) -> None:
    zeros = np.zeros((2, 2), np.float32)
    with pytest.raises(ValueError):
        checkpoints.merge_adapter(
            adapter(tmp_path / "a", zeros, zeros, **config), checkpoint(tmp_path / "base", zeros), tmp_path / "new"
        )
    assert not (tmp_path / "new").exists()


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    base = checkpoint(tmp_path / "base", np.zeros((2, 2), np.float32))
    with pytest.raises(RuntimeError), checkpoints.new_folder(tmp_path / "new", base):
        raise RuntimeError("the disk is full")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["base"]
