"""Batches as PyTorch tensors, and a dataset over any source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils.data import IterableDataset

from fovea.batch import Batch
from fovea.steps import Step, Steps


def tensors(batch: Batch, device: torch.device | str = "cpu") -> dict[str, torch.Tensor]:
    """Every tensor of a batch on a device. On the CPU they share memory with what was read, where that may be written to."""
    made = {}
    for name, array in batch.items():
        tensor = torch.from_numpy(array if array.flags.writeable else array.copy())
        made[name] = (tensor.view(torch.bfloat16) if name in batch.bfloat16 else tensor).to(device)
    return made


def unpacked(batch: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """A packed row ``[1, T]`` as one padded row a sample, ``[S, L]``: what a model without packed attention can take.

    Per-token tensors are padded with zeros; ``attention_mask`` says what is real, and ``position_ids`` become the three axes
    ``[3, S, L]``. Images stay as they are: they stand in token order, whichever way the tokens are laid out.
    """
    lengths = batch["seq_lens"].tolist()
    tokens = batch["input_ids"].shape[1]
    made = {}
    for name, tensor in batch.items():
        if name == "mrope_position_ids":
            made["position_ids"] = torch.stack([_rows(axis[0], lengths) for axis in tensor])
        elif name != "position_ids" and tensor.dim() == 2 and tensor.shape == (1, tokens):
            made[name] = _rows(tensor[0], lengths)
        else:
            made.setdefault(name, tensor)
    made["attention_mask"] = _rows(torch.ones(tokens, dtype=torch.long, device=batch["input_ids"].device), lengths)
    return made


def _rows(stream: torch.Tensor, lengths: list[int]) -> torch.Tensor:
    return torch.nn.utils.rnn.pad_sequence(list(torch.split(stream, lengths)), batch_first=True)


class StepDataset(IterableDataset[Step[Batch]]):
    """Steps of a source, for a ``DataLoader`` with ``batch_size=None``: whoever trains a step releases it.

    A source belongs to one process: with workers only the first of them reads.
    """

    def __init__(self, steps: Steps[Batch]) -> None:
        self._steps = steps

    def __iter__(self) -> Iterator[Step[Batch]]:
        worker = torch.utils.data.get_worker_info()
        return iter(self._steps) if worker is None or worker.id == 0 else iter(())


@contextmanager
def images_by_type(model: Any, types: torch.Tensor) -> Iterator[None]:
    """Inside, a transformers model of the Qwen-VL kind puts images where the token types say, and nowhere else.

    A young policy samples image pads, which are text. The model would count them as places for images, and refuse the batch.
    """
    core = model.model
    former = core.get_placeholder_mask

    def placeholders(
        input_ids: torch.Tensor, inputs_embeds: torch.Tensor, *features: torch.Tensor, **named: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        images = (types == 1)[..., None]
        return images, torch.zeros_like(images)

    core.get_placeholder_mask = placeholders
    try:
        yield
    finally:
        core.get_placeholder_mask = former
