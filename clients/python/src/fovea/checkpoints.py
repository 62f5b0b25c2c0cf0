"""Checkpoint folders for publication: whole or not at all."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from fovea.batch import LONGEST_HEADER

_WEIGHTS = ("*.safetensors", "*.bin", "*.index.json")
_TYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2"}


@contextmanager
def new_folder(target: str | Path, base: str | Path) -> Iterator[Path]:
    """A copy of ``base`` without its weights, which gets the name ``target`` once the block has ended well."""
    target = Path(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        shutil.copytree(base, draft, dirs_exist_ok=True, ignore=shutil.ignore_patterns(*_WEIGHTS))
        yield draft
        draft.chmod(0o755)
        draft.rename(target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def save(model: Any, base: str | Path, target: str | Path) -> Path:
    """Writes a transformers model as a checkpoint folder that a server can reload in place.

    A tied output head is written as well: a server that keeps a copy of it would not renew the copy from the embedding alone.
    """
    from safetensors.torch import save_file

    # a tied head shares its memory with the embedding, which the file format refuses
    tensors = {name: tensor.detach().cpu().contiguous().clone() for name, tensor in model.state_dict().items()}
    with new_folder(target, base) as folder:
        save_file(tensors, folder / "model.safetensors", {"format": "pt"})
    return Path(target)


def merge_adapter(adapter: str | Path, base: str | Path, target: str | Path) -> Path:
    """Writes ``base`` with a LoRA adapter merged in: each weight plus ``alpha / r * B @ A``, computed in 32-bit floats."""
    adapter, base = Path(adapter), Path(base)
    config = json.loads((adapter / "adapter_config.json").read_text())
    if config.get("peft_type", "LORA") != "LORA" or config.get("use_dora") or config.get("fan_in_fan_out"):
        raise ValueError(f"{adapter} is no plain LoRA adapter")
    if (
        config.get("bias", "none") != "none"
        or config.get("modules_to_save")
        or config.get("rank_pattern")
        or config.get("alpha_pattern")
    ):
        raise ValueError(f"{adapter} changes more than the matrices of its modules")
    rank = config["r"]
    scale = config["lora_alpha"] / (rank**0.5 if config.get("use_rslora") else rank)
    pairs = _pairs(_read_all(adapter / "adapter_model.safetensors"))
    with new_folder(target, base) as folder:
        for file in sorted(base.glob("*.safetensors")):
            _merge_file(file, folder / file.name, pairs, scale)
        for index in base.glob("*.safetensors.index.json"):
            shutil.copy2(index, folder)
        if pairs:
            raise ValueError(f"{base} has no weights named {sorted(pairs)[:3]}")
    return Path(target)


def _pairs(tensors: Mapping[str, np.ndarray]) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    pairs = {}
    for name, a in tensors.items():
        if name.endswith(".lora_A.weight"):
            module = name.removesuffix(".lora_A.weight")
            pairs[module.removeprefix("base_model.model.") + ".weight"] = (a, tensors[module + ".lora_B.weight"])
    if 2 * len(pairs) != len(tensors):
        raise ValueError("the adapter holds other tensors than pairs of lora_A and lora_B")
    return pairs


def _merge_file(source: Path, target: Path, pairs: dict[str, tuple[np.ndarray, np.ndarray]], scale: float) -> None:
    shutil.copy2(source, target)
    start, header = _header(target)
    with open(target, "r+b") as file:
        for name in [name for name in header if name in pairs]:
            a, b = pairs.pop(name)
            entry = header[name]
            begin, end = entry["data_offsets"]
            file.seek(start + begin)
            weight = _floats(file.read(end - begin), entry)
            if a.ndim != 2 or b.ndim != 2 or weight.shape != (b.shape[0], a.shape[1]) or b.shape[1] != a.shape[0]:
                raise ValueError(f"{name} of shape {weight.shape} does not take an adapter of {b.shape} by {a.shape}")
            merged = weight + np.float32(scale) * (b.astype(np.float32) @ a.astype(np.float32))
            file.seek(start + begin)
            file.write(_bytes(merged, entry["dtype"]))


def _header(path: Path) -> tuple[int, dict[str, Any]]:
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if length > LONGEST_HEADER:
            raise ValueError(f"{path}: a header of {length} bytes")
        header: dict[str, Any] = json.loads(file.read(length))
    header.pop("__metadata__", None)
    return 8 + length, header


def _read_all(path: Path) -> dict[str, np.ndarray]:
    start, header = _header(path)
    data = path.read_bytes()
    return {
        name: _floats(data[start + entry["data_offsets"][0] : start + entry["data_offsets"][1]], entry)
        for name, entry in header.items()
    }


def _floats(data: bytes, entry: Mapping[str, Any]) -> np.ndarray:
    if entry["dtype"] not in _TYPES:
        raise ValueError(f"weights of type {entry['dtype']}")
    raw = np.frombuffer(data, _TYPES[entry["dtype"]]).reshape(entry["shape"])
    if entry["dtype"] == "BF16":
        return (raw.astype(np.uint32) << 16).view(np.float32)
    return raw.astype(np.float32)


def _bytes(values: np.ndarray, dtype: str) -> bytes:
    if dtype == "BF16":
        bits = np.ascontiguousarray(values, np.float32).view(np.uint32)
        # to the nearest, ties to even, as every framework rounds
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2").tobytes()
    return values.astype(_TYPES[dtype]).tobytes()
