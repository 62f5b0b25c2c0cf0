"""One optimiser step fed over every way, beside one fed by transformers' own processor: are loss and gradients the same?

    python optimiser_step.py --fovea ./fovea --model CHECKPOINT [--kafka HOST:PORT] [--work DIR]

The samples' ids, pictures, masks, log-probabilities and advantages are drawn here. One side collates them as transformers does
(its processor, padded rows, positions by the model). The other sends them through Fovea: ``pack`` writes rows to a transport,
``feed`` makes pixels beside the trainer, and this program reads what comes out. Prints one line a way; exit code 1 if a loss or
any gradient differs by more than 1e-5 of its size.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image
from transformers import AutoModelForImageTextToText, AutoProcessor

import fovea
from fovea import images, rows
from fovea.torch import tensors, unpacked

sys.path.insert(0, str(Path(__file__).parents[3] / "examples/pytorch-trainer"))
from train import grpo  # noqa: E402

CLIP = 0.2
TOLERANCE = 1e-5
PICTURE = "<|vision_start|><|image_pad|><|vision_end|>"
Gradients = dict[str, torch.Tensor]


def draw_samples(model: Path, folder: Path, count: int) -> tuple[list[rows.TrainingSample], list[dict[str, Any]]]:
    """Samples as Fovea's wire has them, and the same as transformers' processor takes them."""
    random = np.random.default_rng(20261130)
    processor = AutoProcessor.from_pretrained(str(model))
    merge = processor.image_processor.merge_size
    folder.mkdir(parents=True, exist_ok=True)
    samples, originals = [], []
    for number in range(count):
        files = [draw_picture(random, folder / f"{number}-{i}.png") for i in range(number % 4)]
        text = "look " + " and ".join([PICTURE] * len(files)) + " then answer " * int(random.integers(1, 30))
        pictures = [Image.open(file).convert("RGB") for file in files]
        made = processor(text=[text], images=pictures or None, return_tensors="np")
        ids = made["input_ids"][0].tolist()
        mask = [i >= len(ids) - 6 for i in range(len(ids))]
        advantage = float(random.normal())
        sampled = [float(-random.exponential(2)) if trained else 0.0 for trained in mask]
        grids = made["image_grid_thw"].tolist() if files else []
        refs = references(files, grids, ids, processor.image_token_id, merge)
        samples.append(
            rows.TrainingSample(
                ids,
                mask,
                sampled,
                [1.0] * len(ids),
                "interop",
                mm_refs=rows.ImageRefs(refs) if refs else None,
                mm_token_type_ids=[int(i == processor.image_token_id) for i in ids] if refs else None,
                advantages=[advantage if trained else 0.0 for trained in mask],
            )
        )
        originals.append({"text": text, "pictures": pictures, "mask": mask, "sampled": sampled, "advantage": advantage})
    return samples, originals


def draw_picture(random: np.random.Generator, file: Path) -> Path:
    height, width = random.integers(60, 400, 2)
    Image.fromarray(random.integers(0, 256, (height, width, 3), np.uint8)).save(file)
    return file


def references(files: list[Path], grids: list[list[int]], ids: list[int], pad: int, merge: int) -> list[rows.ImageRef]:
    refs, at = [], 0
    for file, grid in zip(files, grids, strict=True):
        length = grid[0] * grid[1] * grid[2] // merge**2
        at = ids.index(pad, at)
        item = {
            "kind": "prime_raw_mm_item",
            "family": "qwen_vl",
            "payload": {"image_grid_thw": [grid]},
            "raw_image_uri": file.as_uri(),
        }
        digest = hashlib.sha256(file.read_bytes()).hexdigest()[:32]
        refs.append(rows.ImageRef(item, digest, file.as_uri(), at, length))
        at += length
    return refs


def by_transformers(checkpoint: Path, model: Any, originals: list[dict[str, Any]]) -> dict[str, torch.Tensor]:
    """All samples as transformers collates them: one padded row each, positions by the model itself."""
    processor = AutoProcessor.from_pretrained(str(checkpoint))
    processor.tokenizer.padding_side = "right"
    pictures = [original["pictures"] for original in originals if original["pictures"]]
    made = processor(
        text=[original["text"] for original in originals], images=pictures or None, padding=True, return_tensors="pt"
    )
    longest = made["input_ids"].shape[1]
    positions, _ = model.model.get_rope_index(
        made["input_ids"],
        mm_token_type_ids=made["mm_token_type_ids"],
        image_grid_thw=made["image_grid_thw"],
        attention_mask=made["attention_mask"],
    )

    def padded(values: list[Any], dtype: torch.dtype) -> torch.Tensor:
        return torch.tensor([value + [0] * (longest - len(value)) for value in values], dtype=dtype)

    return {
        **made,
        "position_ids": positions,
        "loss_mask": padded([original["mask"] for original in originals], torch.bool),
        "inference_logprobs": padded([original["sampled"] for original in originals], torch.float32),
        "advantages": padded(
            [[original["advantage"] * trained for trained in original["mask"]] for original in originals], torch.float32
        ),
        "temperatures": torch.ones(made["input_ids"].shape),
    }


def step(model: torch.nn.Module, batches: list[dict[str, torch.Tensor]]) -> tuple[float, Gradients]:
    model.zero_grad(set_to_none=True)
    total = 0.0
    for batch in batches:
        loss = grpo(model, batch, CLIP).value
        loss.backward()
        total += loss.item()
    return total, {name: weight.grad.clone() for name, weight in model.named_parameters() if weight.grad is not None}


def apart(expected: Gradients, found: Gradients) -> float:
    """Largest difference of any gradient, as a share of the largest gradient of the same tensor."""
    assert expected.keys() == found.keys()
    return max(
        ((expected[name] - found[name]).abs().max() / expected[name].abs().max().clamp_min(1e-12)).item() for name in expected
    )


@contextmanager
def running(*command: str | Path) -> Iterator[None]:
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        yield
    finally:
        process.terminate()
        process.wait(60)


def batches(source: Iterator[Any]) -> list[dict[str, torch.Tensor]]:
    first = next(source)
    made = [unpacked(tensors(batch)) for batch in first]
    first.release()
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fovea", required=True, help="the command, for example ./fovea")
    parser.add_argument("--model", required=True, type=Path, help="a Qwen3-VL checkpoint folder, 32-bit floats")
    parser.add_argument("--kafka", help="HOST:PORT of a broker; left out without it")
    parser.add_argument("--work", type=Path, default=Path(tempfile.mkdtemp(prefix="optimiser-step-")))
    parser.add_argument("--samples", type=int, default=12)
    chosen = parser.parse_args()
    run: Path = chosen.work.resolve()
    pictures = run / "assets"
    samples, originals = draw_samples(chosen.model, pictures, chosen.samples)
    (run / "train_rollouts.bin").write_bytes(rows.encode(rows.TrainingBatch(samples, 1)))
    model = AutoModelForImageTextToText.from_pretrained(chosen.model, dtype=torch.float32)
    loss, gradients = step(model, [by_transformers(chosen.model, model, originals)])
    print(f"transformers: loss {loss:.6f}, {len(gradients)} gradients", flush=True)
    worst = 0.0
    for way, made in ways(chosen, run, pictures):
        found, theirs = step(model, made)
        difference = max(abs(found - loss) / abs(loss), apart(gradients, theirs))
        worst = max(worst, difference)
        print(f"{way}: loss {found:.6f}, largest difference {difference:.2e}", flush=True)
    return 0 if worst <= TOLERANCE else 1


def ways(chosen: argparse.Namespace, run: Path, pictures: Path) -> Iterator[tuple[str, list[dict[str, torch.Tensor]]]]:
    transports = {"fs": f"fs:{run}/fs", "zmq": "zmq://127.0.0.1:23450"}
    if chosen.kafka:
        transports["kafka"] = f"kafka://{chosen.kafka}/interop-{int(time.time())}"
    processor = images.processor(chosen.model)
    pack = [chosen.fovea, "pack", run / "train_rollouts.bin", "--seq-len", "1024"]
    for name, transport in transports.items():
        with running(*pack, "--to", transport), fovea.open_rows(transport, timeout=120) as steps:
            received = steps.next()
            assert received is not None, f"no step came over {name}"
            made = [unpacked(tensors(images.materialize(row, [pictures], processor))) for row in received]
            received.release()
        yield f"{name}, pixels by transformers", made
    for number, target in enumerate((f"safetensors:{run}/st", f"arrow:{run}/ar", "flight:23460")):
        source = f"fs:{run}/feed{number}"
        subprocess.run([str(word) for word in [*pack, "--to", source]], check=True, stdout=subprocess.DEVNULL)
        feed = [chosen.fovea, "feed", "--from", source, "--model", chosen.model, "--run-dir", run, "--rank", "0", "--to", target]
        with running(*feed), fovea.open_steps(target.replace("flight:", "flight:127.0.0.1:"), timeout=120) as steps:
            kind = target.split(":")[0]
            yield f"{kind}, pixels by Fovea", batches(iter(steps))


if __name__ == "__main__":
    sys.exit(main())
