"""Records what transformers answers for the checkpoints that GoldenCheckpoints.java writes.

Usage: record_golden.py CHECKPOINTS OUT      (torch, transformers >= 5, safetensors)
For each folder in CHECKPOINTS writes OUT/golden-<name>.json: sequences with images, the positions that transformers gives them,
the logits of every token (float32, little endian, base64), and for one loss the norm and first values of every gradient.
Pixels follow a formula that the Java test repeats.
"""

import base64
import json
import pathlib
import random
import sys

import numpy
import torch
import transformers

checkpoints, out = map(pathlib.Path, sys.argv[1:3])
torch.set_num_threads(1)


def pixels(seed, count):
    index = numpy.arange(count, dtype=numpy.int64)
    return ((index * 7919 + seed * 104729) % 2001 / 1000.0 - 1.0).astype(numpy.float32)


def coded(tensor):
    return base64.b64encode(tensor.detach().contiguous().numpy().astype("<f4").tobytes()).decode()


for folder in sorted(path for path in checkpoints.iterdir() if path.is_dir()):
    model = transformers.Qwen3VLForConditionalGeneration.from_pretrained(folder, dtype=torch.float32, attn_implementation="eager").eval()
    config = model.config
    width = 3 * config.vision_config.temporal_patch_size * config.vision_config.patch_size**2
    draw = random.Random(5)
    cases, loss, trained = [], 0.0, []
    for grids in [[], [(4, 4)], [(4, 6), (8, 2)], [(4, 4), (6, 10), (4, 4)]]:
        ids, kinds, images = [], [], []
        for n, (h, w) in enumerate(grids):
            for _ in range(draw.randint(2, 7)):
                ids.append(draw.randrange(90)); kinds.append(0)
            images.append({"offset": len(ids) + 1, "grid": [1, h, w], "seed": 100 * len(cases) + n})
            ids += [92] + [90] * (h * w // 4) + [93]
            kinds += [0] + [1] * (h * w // 4) + [0]
        for _ in range(draw.randint(6, 14)):
            ids.append(draw.randrange(90)); kinds.append(0)
        tokens = torch.tensor([ids])
        arguments = {}
        if images:
            values = [pixels(image["seed"], image["grid"][1] * image["grid"][2] * width).reshape(-1, width) for image in images]
            arguments = {"pixel_values": torch.from_numpy(numpy.concatenate(values)),
                         "image_grid_thw": torch.tensor([image["grid"] for image in images]),
                         "mm_token_type_ids": torch.tensor([kinds])}
            positions = model.model.get_rope_index(tokens, torch.tensor([kinds]), arguments["image_grid_thw"])[0][:, 0].tolist()
        else:
            positions = [list(range(len(ids)))] * 3
        model.model.rope_deltas = None
        logits = model(input_ids=tokens, use_cache=False, **arguments).logits[0]
        last = len(ids) - 1
        for token in (last, last - 1, last - 3):
            loss = loss - torch.log_softmax(logits[token - 1] / 0.8, -1)[ids[token]]
            trained.append([len(cases), token])
        cases.append({"ids": ids, "images": images, "positions": positions, "logits": coded(logits)})
    loss.backward()
    gradients = {}
    for name, parameter in model.named_parameters():
        gradient = parameter.grad
        gradients[name] = {"norm": gradient.norm().item(), "first": gradient.flatten()[:6].tolist()}
    golden = {"transformers": transformers.__version__, "torch": torch.__version__, "cases": cases,
              "trained": trained, "temperature": 0.8, "loss": loss.item(), "gradients": gradients}
    (out / f"golden-{folder.name}.json").write_text(json.dumps(golden))
    print(folder.name, len(cases), "cases,", (out / f"golden-{folder.name}.json").stat().st_size, "bytes")
