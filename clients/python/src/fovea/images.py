"""Pixels of rows that carry references: for trainers that read a raw transport and have an image processor of their own.

Whoever reads what ``fovea feed`` serves does not need this: there the pixels are made, and proven, before.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

import numpy as np

from fovea.batch import Batch

if TYPE_CHECKING:
    from fovea.rows import ImageRef, MicroBatch

#: Makes pixels of files' bytes: gets the bytes of all images of a row, gives ``pixel_values`` and ``image_grid_thw``.
Processor = Callable[[Sequence[bytes]], tuple[np.ndarray, np.ndarray]]


class ImageMismatch(ValueError):
    """An image is not what was sampled."""


def path_of(uri: str, roots: Sequence[Path]) -> Path:
    """The local file of a ``file://`` URI. Nothing outside ``roots`` is opened."""
    for prefix in ("file://localhost/", "file:///"):
        if uri.startswith(prefix):
            path = Path(unquote_to_bytes("/" + uri[len(prefix) :].split("#")[0].split("?")[0]).decode("utf-8"))
            break
    else:
        raise ImageMismatch(f"{uri[:64]} is no local file")
    real = path.resolve()
    if not any(real.is_relative_to(root.resolve()) for root in roots):
        raise ImageMismatch(f"{uri} lies outside the allowed folders")
    return real


def read(image: ImageRef, roots: Sequence[Path]) -> bytes:
    """The bytes of an image, which must hash to what the reference says."""
    data = path_of(image.uri, roots).read_bytes()
    digest = hashlib.sha256(data).hexdigest()[:32]
    if digest != image.hash:
        raise ImageMismatch(f"{image.uri}: {len(data)} bytes hash to {digest}, the reference says {image.hash}")
    return data


def processor(model: str | Path, **settings: Any) -> Processor:
    """The processor of a checkpoint folder, by transformers."""
    from transformers import AutoImageProcessor

    made = AutoImageProcessor.from_pretrained(str(model), **settings)  # type: ignore[no-untyped-call]

    def pixels(files: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
        import io

        from PIL import Image

        pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in files]
        out = made(images=pictures, return_tensors="np")
        return out["pixel_values"], out["image_grid_thw"]

    return pixels


def mrope_positions(types: np.ndarray, seq_lens: Sequence[int], grids: np.ndarray, merge: int) -> np.ndarray:
    """Positions on three axes, ``[3, 1, T]``, restarting in every segment.

    A text run advances by its length; an image's indices start at the counter, which then advances by the longer side.
    """
    positions = np.zeros((3, 1, len(types)), np.int64)
    start, image = 0, 0
    for length in seq_lens:
        at, counter = start, 0
        while at < start + length:
            if types[at] == 0:
                positions[:, 0, at] = counter
                at, counter = at + 1, counter + 1
                continue
            t, h, w = (int(n) for n in grids[image])
            h, w = h // merge, w // merge
            cells = np.indices((t, h, w)).reshape(3, -1) + counter
            if at + t * h * w > start + length:
                raise ImageMismatch(f"image {image} reaches beyond its segment")
            positions[:, 0, at : at + t * h * w] = cells
            at, counter, image = at + t * h * w, counter + max(h, w), image + 1
        start += length
    if image != len(grids):
        raise ImageMismatch(f"{len(grids)} grids for {image} runs of image tokens")
    return positions


def materialize(row: MicroBatch, roots: Sequence[Path], pixels: Processor, merge: int = 2) -> Batch:
    """A row with pixels, under the names and shapes that ``fovea feed`` gives."""
    tensors = _tokens(row)
    types = np.asarray(row.mm_token_type_ids or [0] * len(row.input_ids), np.int64)
    grids = np.zeros((0, 3), np.int64)
    if row.images:
        values, grids = pixels([read(image, roots) for image in row.images])
        tensors["pixel_values"], tensors["image_grid_thw"] = values, grids
        _check_grids(row, grids, merge)
    tensors["mrope_position_ids"] = mrope_positions(types, row.seq_lens, grids, merge)
    return Batch(tensors, {"run_id": row.run_id, "run_step": row.run_step, "environments": sorted(set(row.env_names))})


def _check_grids(row: MicroBatch, grids: np.ndarray, merge: int) -> None:
    for image, grid in zip(row.images, grids, strict=True):
        recorded = np.asarray(image.item["payload"]["image_grid_thw"]).reshape(-1).tolist()
        if recorded != grid.tolist() or image.length != int(np.prod(grid)) // merge**2:
            raise ImageMismatch(
                f"{image.uri}: grid {grid.tolist()} and {image.length} tokens, the reference says {json.dumps(recorded)}"
            )


def _tokens(row: MicroBatch) -> dict[str, np.ndarray]:
    def integers(values: Sequence[int]) -> np.ndarray:
        return np.asarray(values, np.int64)[None]

    def floats(values: Sequence[float]) -> np.ndarray:
        return np.asarray(values, np.float32)[None]

    tensors = {
        "input_ids": integers(row.input_ids),
        "position_ids": integers(row.position_ids),
        "loss_mask": np.asarray(row.loss_mask, bool)[None],
        "advantages": floats(row.advantages),
        "inference_logprobs": floats(row.inference_logprobs),
        "temperatures": floats(row.temperatures),
        "seq_lens": np.asarray(row.seq_lens, np.int32),
        "lora_num_tokens": np.asarray(row.lora_num_tokens or [len(row.input_ids)], np.int32),
    }
    if row.mm_token_type_ids is not None:
        tensors["mm_token_type_ids"] = integers(row.mm_token_type_ids)
    for name in ("ref_logprobs", "rl_weights", "ce_weights", "ref_kl_weights"):
        if (stream := getattr(row, name)) is not None:
            tensors[name] = floats(stream)
    return tensors
