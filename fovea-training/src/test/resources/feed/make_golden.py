"""Writes what transformers makes of a packed row: images, ids, pixel and grid tensors, three-axis positions."""
import hashlib, json, sys
import numpy as np, torch
from PIL import Image
from transformers import AutoConfig, AutoImageProcessor, AutoModelForImageTextToText
import transformers, torchvision, PIL

out, checkpoint = sys.argv[1], sys.argv[2]
rng = np.random.default_rng(7)

def picture(name, w, h, **how):
    y, x = np.mgrid[0:h, 0:w]
    rgb = np.stack([x * 255 // max(1, w - 1), y * 255 // max(1, h - 1), (x * 7 + y * 13) % 256], -1).astype(np.int64)
    rgb = np.clip(rgb + rng.integers(-9, 10, rgb.shape), 0, 255).astype(np.uint8)
    Image.fromarray(rgb).save(f"{out}/{name}", **how)

picture("wide.png", 44, 20)
picture("tall.png", 17, 53)
picture("photo.jpg", 64, 48, quality=85)

config = AutoConfig.from_pretrained(checkpoint)
processor = AutoImageProcessor.from_pretrained(checkpoint)
model = AutoModelForImageTextToText.from_pretrained(checkpoint)
merge = processor.merge_size
samples = [["wide.png", 3, "tall.png", "tall.png"], [5], ["photo.jpg", 1, "wide.png", 2]]
start, end, pad = config.vision_start_token_id, config.vision_end_token_id, config.image_token_id
ids, seq_lens, order, spans, mrope = [], [], [], [], []
for sample in samples:
    seq, types, grids = [101, 102], [0, 0], []
    for part in sample:
        if isinstance(part, int):
            seq += list(range(200, 200 + part)); types += [0] * part
            continue
        one = processor(images=[Image.open(f"{out}/{part}").convert("RGB")], return_tensors="pt")
        grid = one["image_grid_thw"][0]
        pads = int(grid.prod()) // merge**2
        # the second of two pictures follows the first without a word between them
        seq += [start] + [pad] * pads + [end]; types += [0] + [1] * pads + [0]
        spans.append([len(ids) + len(seq) - pads - 1, pads]); order.append(part); grids.append(grid)
    positions, _ = model.model.get_rope_index(
        torch.tensor([seq]), torch.tensor([types], dtype=torch.int32), torch.stack(grids) if grids else None)
    mrope.append(positions[:, 0])
    ids += seq; seq_lens.append(len(seq))
every = processor(images=[Image.open(f"{out}/{name}").convert("RGB") for name in order], return_tensors="pt")
pixels = every["pixel_values"].to(torch.float32).contiguous()
half = pixels.to(torch.bfloat16).contiguous()
sha = lambda t: hashlib.sha256(t.view(torch.uint8).numpy().tobytes()).hexdigest()
golden = {
    "made_by": {"transformers": transformers.__version__, "torchvision": torchvision.__version__, "torch": torch.__version__, "pillow": PIL.__version__},
    "input_ids": ids, "seq_lens": seq_lens, "images": order, "spans": spans,
    "image_grid_thw": every["image_grid_thw"].tolist(),
    "pixel_shape": list(pixels.shape),
    "pixel_sha256_float32": sha(pixels), "pixel_sha256_bfloat16": sha(half),
    "first_pixels": pixels.flatten()[:4].tolist(),
    "mrope_position_ids": torch.cat(mrope, 1).tolist(),
}
json.dump(golden, open(f"{out}/golden.json", "w"))
print(len(ids), seq_lens, golden["pixel_shape"], golden["pixel_sha256_float32"], type(processor).__name__)
