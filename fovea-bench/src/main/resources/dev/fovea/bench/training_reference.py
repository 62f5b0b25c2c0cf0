"""The reference's way from traces to packed rows, one step for each line on standard input; answers with CPU seconds as JSON.

arguments: prime-rl checkout, verifiers checkout, folder with mm_store_f3.py, samples, tokens, images, row length, ranks
"""

import gc
import importlib.util
import json
import random
import sys
import time
from pathlib import Path
from unittest.mock import MagicMock

prime, verifiers, store_folder = map(Path, sys.argv[1:4])
SAMPLES, TOKENS, IMAGES, ROW, RANKS = map(int, sys.argv[4:9])
sys.path[:0] = [str(prime / "src"), str(prime / "packages/prime-rl-configs/src"), str(verifiers)]
sys.modules["wandb"] = MagicMock()
found = importlib.util.spec_from_file_location("renderers.mm_store", store_folder / "mm_store_f3.py")
mm_store = importlib.util.module_from_spec(found)
sys.modules["renderers.mm_store"] = mm_store
found.loader.exec_module(mm_store)

import msgspec  # noqa: E402
import verifiers.v1 as vf  # noqa: E402
from prime_rl.orchestrator.trajectories import trace_to_samples  # noqa: E402
from prime_rl.orchestrator.types import Rollout  # noqa: E402
from prime_rl.trainer.batch import prepare_batch  # noqa: E402
from prime_rl.trainer.utils import build_bin_cost  # noqa: E402
from renderers.base import MultiModalData, PlaceholderRange  # noqa: E402

PAD, SPAN, DISTINCT = 151655, 64, 200
dice = random.Random(7)


def node(parent, message, ids, sampled, sidecar=None):
    masked = len(ids) - 3 if sampled else 0
    return vf.MessageNode.model_construct(
        parent=parent,
        message=message,
        token_ids=ids,
        mask=[False] * (len(ids) - masked) + [True] * masked,
        is_content=[],
        logprobs=[-0.5] * masked,
        sampled=sampled,
        multi_modal_data=sidecar,
        advantages=None,
        routed_experts=None,
        kept_tokens=None,
    )


def rollout(number):
    turn = int(TOKENS * dice.uniform(0.75, 1.25)) // IMAGES
    nodes, start = [], 0
    for k in range(IMAGES):
        text = (turn - SPAN) // 2
        asked = [dice.randrange(150000) for _ in range(text)] + [PAD] * SPAN
        answer = [dice.randrange(150000) for _ in range(turn - len(asked))]
        item = mm_store.raw_mm_item(
            family="qwen_vl",
            payload={"image_grid_thw": [[1, 16, 16]]},
            raw_image_uri=f"file:///data/run/assets/images/{number:032x}{k:032x}.png",
        )
        sidecar = MultiModalData(
            mm_hashes={"image": [f"{number:016x}{k:016x}"]},
            mm_placeholders={"image": [PlaceholderRange(offset=start + text, length=SPAN)]},
            mm_items={"image": [item]},
        )
        before = len(nodes) - 1 if nodes else None
        nodes.append(node(before, vf.UserMessage(content="q"), asked, False, sidecar))
        nodes.append(node(len(nodes) - 1, vf.AssistantMessage(content="a"), answer, True))
        start += turn
    made = Rollout[vf.WireTaskData](
        task=vf.TraceTask(type="T", data=vf.WireTaskData(idx=0, prompt="x")),
        agent=vf.AgentInfo(config=vf.AgentConfig()),
        rewards={"r": vf.trace.Reward(score=1.0)},
        ok=True,
    )
    made.nodes = nodes
    return made


distinct = [rollout(i) for i in range(min(SAMPLES, DISTINCT))]
traces = [distinct[i % len(distinct)] for i in range(SAMPLES)]
types = {PAD: 1, 151656: 2}


def samples():
    return [s for t in traces for s in trace_to_samples(t, env_name="e", mm_token_type_ids_mapping=types)]


ready = samples()
for sample in ready:
    sample.temperatures = [1.0] * len(sample.token_ids)
    sample.advantages = [0.5 if m else 0.0 for m in sample.mask]


def pack():
    return prepare_batch(
        rollouts=ready,
        seq_len=ROW,
        num_train_workers=RANKS,
        idxs=[0] * len(ready),
        num_loras=1,
        bin_cost=build_bin_cost(None),
        pad_to_multiple_of=1,
    )


rows = pack()
encoder = msgspec.msgpack.Encoder()


def encode():
    return sum(len(encoder.encode(rank)) for rank in rows)


tokens = sum(len(s.token_ids) for s in ready)
print(json.dumps({"versions": f"Python {sys.version.split()[0]}, msgspec {msgspec.__version__}", "tokens": tokens}), flush=True)
for line in sys.stdin:
    step = {"samples": samples, "pack": pack, "encode": encode}[line.strip()]
    gc.collect()
    begun = time.process_time()
    step()
    print(json.dumps({"seconds": time.process_time() - begun}), flush=True)
