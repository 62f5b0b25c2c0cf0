"""Times transformers with torchvision on one thread. Each line on standard input asks for so many rounds of every step; the
answer is one line of JSON with the fastest milliseconds of each step per file."""
import os

os.environ["OMP_NUM_THREADS"] = "1"

import io
import json
import sys
import time
import warnings

import PIL
import torch
import torchvision
import transformers
from PIL import Image
from transformers.models.qwen2_vl.image_processing_qwen2_vl import Qwen2VLImageProcessor

warnings.simplefilter("ignore")
torch.set_num_threads(1)
processor = Qwen2VLImageProcessor(
    patch_size=16,
    merge_size=2,
    temporal_patch_size=2,
    size={"shortest_edge": 65536, "longest_edge": 16777216},
    image_mean=[0.5, 0.5, 0.5],
    image_std=[0.5, 0.5, 0.5],
)


def decode(data):
    return Image.open(io.BytesIO(data)).convert("RGB")


def process(image, normalised):
    return processor(images=[image], do_rescale=normalised, do_normalize=normalised, return_tensors="pt")


def fastest(best, step, work):
    start = time.perf_counter()
    result = work()
    best[step] = min(best.get(step, float("inf")), (time.perf_counter() - start) * 1e3)
    return result


files = {path: open(path, "rb").read() for path in sys.argv[1:]}
versions = f"transformers {transformers.__version__}, torchvision {torchvision.__version__}, Pillow {PIL.__version__}"
print(json.dumps({"versions": versions}), flush=True)
for line in sys.stdin:
    answer = {}
    for path, data in files.items():
        best = answer[path] = {}
        for _ in range(int(line)):
            image = fastest(best, "decode", lambda: decode(data))
            fastest(best, "processing_uint8", lambda: process(image, False))
            fastest(best, "processing_float32", lambda: process(image, True))
            fastest(best, "whole_uint8", lambda: process(decode(data), False))
            fastest(best, "whole_float32", lambda: process(decode(data), True))
    print(json.dumps(answer), flush=True)
