"""Writes small checkpoints in the forms in which models are published: narrow formats, shards, heads of their own.

Usage: make_published.py OUT      (torch, transformers >= 5)
No weight is 0 or 1. record_golden.py then records what transformers answers for them with the weights widened to float32.
"""

import pathlib
import shutil
import sys

import torch
import transformers

out = pathlib.Path(sys.argv[1])


def make(name, dtype, shard, tied, heads, groups, layers, deepstack, depth, vision_heads):
    config = transformers.Qwen3VLConfig(
        text_config=dict(
            vocab_size=96, hidden_size=32, num_hidden_layers=layers, num_attention_heads=heads, num_key_value_heads=groups, head_dim=16,
            intermediate_size=40, max_position_embeddings=512, rms_norm_eps=1e-6, tie_word_embeddings=tied, bos_token_id=94,
            eos_token_id=95,
            rope_parameters={"rope_type": "default", "rope_theta": 5000000, "mrope_interleaved": True, "mrope_section": [4, 2, 2]}),
        vision_config=dict(
            hidden_size=24, depth=depth, num_heads=vision_heads, intermediate_size=28, in_channels=3, patch_size=4,
            temporal_patch_size=2, spatial_merge_size=2, out_hidden_size=32, num_position_embeddings=25,
            deepstack_visual_indexes=deepstack),
        tie_word_embeddings=tied, image_token_id=90, video_token_id=91, vision_start_token_id=92, vision_end_token_id=93)
    torch.manual_seed(len(name))
    model = transformers.Qwen3VLForConditionalGeneration(config)
    with torch.no_grad():
        for key, weight in model.named_parameters():
            if weight.dim() > 1:
                weight.normal_(0, 0.3 if "embed" in key else (weight.shape[0] / weight.numel()) ** 0.5)
            else:
                weight.normal_(0 if "bias" in key else 1, 0.1)
    shutil.rmtree(out / name, ignore_errors=True)
    model.to(dtype).save_pretrained(out / name, max_shard_size=shard)
    (out / name / "generation_config.json").unlink(missing_ok=True)


make("bfloat16-shards-own-head", torch.bfloat16, "30KB", False, 6, 2, 2, [0, 1], 2, 3)
make("float16-tied", torch.float16, "5GB", True, 4, 4, 1, [1], 2, 2)
make("float32-shards-tied", torch.float32, "60KB", True, 2, 1, 3, [0, 2, 1], 3, 3)
make("bfloat16-own-head-no-deepstack", torch.bfloat16, "5GB", False, 8, 2, 2, [], 1, 2)
