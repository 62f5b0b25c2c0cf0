"""A complete trainer: GRPO on a vision-language model of transformers, fed by Fovea, publishing weights to Fovea.

    python train.py --steps safetensors:RUN/batches --model RUN_OF_WARM_UP/checkpoint --run RUN

A step of Fovea is a batch of rollouts: it is split into a few optimiser steps, then the new weights go to the engine, and the
next batch is sampled by them. Copy this file and start from it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from transformers import AutoModelForImageTextToText

import fovea
from fovea import checkpoints
from fovea.torch import images_by_type, tensors, unpacked

Tensors = dict[str, torch.Tensor]


@dataclass
class Loss:
    """Sums over the tokens of one optimiser step, and what they say of the policy."""

    value: torch.Tensor
    tokens: int
    clipped: int
    mismatch: float  # KL between the sampler's and the trainer's probabilities: near 0 unless one of them sees something else


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--steps",
        required=True,
        help="what fovea feed serves: safetensors:DIR, arrow:DIR, flight:HOST:PORT",
    )
    parser.add_argument(
        "--model",
        required=True,
        type=Path,
        help="the checkpoint folder that the engine started with",
    )
    parser.add_argument(
        "--run",
        required=True,
        type=Path,
        help="the run folder, whose control.json says where weights go",
    )
    parser.add_argument(
        "--optimiser-steps", type=int, default=4, help="of one batch of rollouts"
    )
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument(
        "--warm-up", type=int, default=8, help="batches over which the rate rises"
    )
    parser.add_argument(
        "--fall",
        type=int,
        default=60,
        help="batches at which the rate has fallen to a tenth",
    )
    parser.add_argument(
        "--clip",
        type=float,
        default=0.2,
        help="how far the probability ratio may leave 1",
    )
    parser.add_argument("--gradient-clip", type=float, default=1.0)
    parser.add_argument(
        "--device", default="cuda" if torch.cuda.is_available() else "cpu"
    )
    parser.add_argument(
        "--idle",
        type=float,
        default=600,
        help="seconds without a step after which the run counts as over",
    )
    return parser.parse_args()


def main() -> None:
    chosen = options()
    model = (
        AutoModelForImageTextToText.from_pretrained(chosen.model, dtype=torch.float32)
        .to(chosen.device)
        .train()
    )
    optimiser = torch.optim.AdamW(
        model.parameters(), lr=0, betas=(0.9, 0.95), weight_decay=0
    )
    control = fovea.Control.of_run(chosen.run)
    with fovea.open_steps(chosen.steps, timeout=chosen.idle) as steps:
        for batches, step in enumerate(steps, 1):
            started = time.monotonic()
            rate = learning_rate(chosen, batches)
            for group in optimiser.param_groups:
                group["lr"] = rate
            rows = list(step)
            reports = [
                optimise(model, optimiser, mini_batch, chosen)
                for mini_batch in deal(rows, chosen.optimiser_steps)
            ]
            run_step = rows[0].metadata["run_step"] or step.number
            step.release()
            folder = checkpoints.save(
                model, chosen.model, control.weights / f"step-{run_step}"
            )
            control.publish(folder, run_step)
            report(run_step, reports, rate, time.monotonic() - started)


def learning_rate(chosen: argparse.Namespace, batch: int) -> float:
    """Rises over the first batches, then falls in a straight line to a tenth."""
    rising = min(1.0, batch / max(1, chosen.warm_up))
    falling = 1.0 - 0.9 * min(
        1.0, max(0, batch - chosen.warm_up) / max(1, chosen.fall - chosen.warm_up)
    )
    return chosen.learning_rate * min(rising, falling)


def deal(rows: list[fovea.Batch], parts: int) -> Iterator[list[fovea.Batch]]:
    """Rows come in the order of the optimiser steps that they are meant for."""
    for part in range(parts):
        dealt = rows[part * len(rows) // parts : (part + 1) * len(rows) // parts]
        if dealt:
            yield dealt


def optimise(
    model: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    rows: list[fovea.Batch],
    chosen: argparse.Namespace,
) -> Loss:
    """One optimiser step: gradients of all rows, clipped, applied. One row's pixels are on the device at a time."""
    tokens = max(1, sum(int(row["loss_mask"].sum()) for row in rows))
    optimiser.zero_grad(set_to_none=True)
    losses = []
    for row in rows:
        loss = grpo(model, unpacked(tensors(row, chosen.device)), chosen.clip)
        (loss.value / tokens).backward()
        losses.append(
            Loss(loss.value.detach(), loss.tokens, loss.clipped, loss.mismatch)
        )
    torch.nn.utils.clip_grad_norm_(model.parameters(), chosen.gradient_clip)
    optimiser.step()
    return Loss(
        sum(loss.value for loss in losses) / tokens,
        sum(loss.tokens for loss in losses),
        sum(loss.clipped for loss in losses),
        sum(loss.mismatch for loss in losses),
    )


def grpo(model: torch.nn.Module, batch: Tensors, clip: float) -> Loss:
    """The clipped policy gradient; a token is predicted by the position before it."""
    logprobs = token_logprobs(model, batch)
    mask = batch["loss_mask"][:, 1:]
    weights = (
        batch["rl_weights"][:, 1:][mask]
        if "rl_weights" in batch
        else torch.ones_like(logprobs[mask])
    )
    sampled, advantages = (
        batch["inference_logprobs"][:, 1:][mask],
        batch["advantages"][:, 1:][mask],
    )
    difference = logprobs[mask] - sampled
    ratio = difference.exp()
    gain, bound = ratio * advantages, ratio.clamp(1 - clip, 1 + clip) * advantages
    value = -(weights * torch.minimum(gain, bound)).sum()
    if "ce_weights" in batch:
        value = value - (batch["ce_weights"][:, 1:] * logprobs).sum()
    mismatch = (ratio - 1 - difference).detach().sum().item()
    return Loss(value, int(mask.sum()), int((bound < gain).sum()), mismatch)


def token_logprobs(model: torch.nn.Module, batch: Tensors) -> torch.Tensor:
    """Log-probabilities of each row's tokens from the second on, at the temperatures they were sampled with."""
    images = {
        name: batch[name]
        for name in ("pixel_values", "image_grid_thw")
        if name in batch
    }
    with images_by_type(
        model, batch.get("mm_token_type_ids", torch.zeros_like(batch["input_ids"]))
    ):
        logits = model(
            input_ids=batch["input_ids"],
            attention_mask=batch["attention_mask"],
            position_ids=batch["position_ids"],
            use_cache=False,
            **images,
        ).logits[:, :-1]
    # a padded token has temperature 0
    logits = logits.float() / batch["temperatures"][:, 1:].clamp_min(1e-6)[..., None]
    return logits.log_softmax(-1).gather(-1, batch["input_ids"][:, 1:, None])[..., 0]


def report(step: int, losses: list[Loss], rate: float, seconds: float) -> None:
    """The first optimiser step's weights are the sampler's: its mismatch is what tells whether both see the same pixels."""
    first = losses[0]
    print(
        json.dumps(
            {
                "step": step,
                "loss": round(float(first.value), 6),
                "tokens": sum(loss.tokens for loss in losses),
                "clipped": sum(loss.clipped for loss in losses),
                "mismatch_kl": first.mismatch / max(1, first.tokens),
                "learning_rate": rate,
                "seconds": round(seconds, 2),
            }
        ),
        flush=True,
    )


if __name__ == "__main__":
    main()
