"""Rows as they travel between processes: MessagePack structs with references to images instead of pixels.

Written from the specification in ``docs/transports.md``, not from Fovea's own reader, so that each proves the other.
"""

from __future__ import annotations

from typing import Any

import msgspec


class ImageRef(msgspec.Struct, array_like=True, frozen=True):
    """An image of a row: which file, what its bytes hash to, and the tokens that it fills."""

    item: dict[str, Any]
    hash: str
    uri: str
    offset: int
    length: int


class ImageRefs(msgspec.Struct, array_like=True, frozen=True):
    images: list[ImageRef]


class RoutedExperts(msgspec.Struct, array_like=True, frozen=True):
    data: bytes
    shape: list[int]
    dtype: str


class MicroBatch(msgspec.Struct, array_like=True, frozen=True):
    """One packed row of T tokens for one rank and step."""

    input_ids: list[int]
    loss_mask: list[bool]
    advantages: list[float]
    inference_logprobs: list[float]
    position_ids: list[int]
    sequence_lengths: list[int]
    temperatures: list[float]
    env_names: list[str]
    seq_lens: list[int]
    ref_logprobs: list[float] | None = None
    lora_num_tokens: list[int] | None = None
    routed_experts: RoutedExperts | None = None
    mm_kwargs: None = None
    mm_refs: ImageRefs | None = None
    mm_token_type_ids: list[int] | None = None
    rl_weights: list[float] | None = None
    ce_weights: list[float] | None = None
    ref_kl_weights: list[float] | None = None
    run_id: str | None = None
    run_step: int | None = None

    @property
    def images(self) -> list[ImageRef]:
        """The row's images in token order."""
        return [] if self.mm_refs is None else self.mm_refs.images


class TrainingSample(msgspec.Struct, array_like=True, frozen=True):
    """One branch of a rollout, before it is packed."""

    token_ids: list[int]
    mask: list[bool]
    logprobs: list[float]
    temperatures: list[float]
    env_name: str
    ref_logprobs: list[float] | None = None
    mm_kwargs: None = None
    mm_refs: ImageRefs | None = None
    routed_experts: RoutedExperts | None = None
    mm_token_type_ids: list[int] | None = None
    rl_weights: list[float] | None = None
    ce_weights: list[float] | None = None
    ref_kl_weights: list[float] | None = None
    advantages: list[float] | None = None


class TrainingBatch(msgspec.Struct, array_like=True, frozen=True):
    examples: list[TrainingSample]
    step: int
    run_idx: int | None = None


_rows = msgspec.msgpack.Decoder(list[MicroBatch])
_row = msgspec.msgpack.Decoder(MicroBatch)
_batch = msgspec.msgpack.Decoder(TrainingBatch)
_encoder = msgspec.msgpack.Encoder()


def decode_rows(data: bytes | memoryview) -> list[MicroBatch]:
    """The rows of one rank and step."""
    return [_checked(row) for row in _rows.decode(data)]


def decode_row(data: bytes | memoryview) -> MicroBatch:
    """One row."""
    return _checked(_row.decode(data))


def decode_batch(data: bytes | memoryview) -> TrainingBatch:
    """The samples of one run and step."""
    return _batch.decode(data)


def encode(value: Any) -> bytes:
    """The bytes of any struct here, or of a list of rows."""
    return _encoder.encode(value)


def _checked(row: MicroBatch) -> MicroBatch:
    tokens = len(row.input_ids)
    per_token = (
        row.loss_mask, row.advantages, row.inference_logprobs, row.position_ids, row.temperatures, row.env_names,
        row.ref_logprobs, row.mm_token_type_ids, row.rl_weights, row.ce_weights, row.ref_kl_weights,
    )  # fmt: skip
    if any(stream is not None and len(stream) != tokens for stream in per_token) or sum(row.seq_lens) != tokens:
        raise ValueError(f"a row of {tokens} tokens has a list of another length")
    end = 0
    for image in row.images:
        if image.offset < end or image.length < 1 or image.offset + image.length > tokens:
            raise ValueError(f"image span ({image.offset}, {image.length}) does not fit a row of {tokens} tokens")
        end = image.offset + image.length
    return row
