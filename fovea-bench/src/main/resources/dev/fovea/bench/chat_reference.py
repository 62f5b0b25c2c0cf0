"""Takes the CPU time of the Python package `renderers` on the workload that Fovea's chat benchmark wrote.

usage: chat_reference.py WORKLOAD.json TOKENIZER.json
"""

import hashlib
import json
import os
import statistics
import sys
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"

from renderers.configs import Qwen3RendererConfig
from renderers.qwen3 import Qwen3Renderer
from tokenizers import Tokenizer
from transformers import PreTrainedTokenizerFast


def seconds_each(run, warm, rounds):
    for item in warm:
        run(item)
    times = []
    for items in rounds:
        start = time.process_time()
        for item in items:
            run(item)
        times.append((time.process_time() - start) / len(items))
    return statistics.median(times)


def main():
    workload = json.load(open(sys.argv[1], encoding="utf-8"))
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=Tokenizer.from_file(sys.argv[2]), clean_up_tokenization_spaces=False)
    renderer = Qwen3Renderer(tokenizer, Qwen3RendererConfig(thinking_retention="all"))
    figures = {}

    for case in ("fresh", "repeated"):
        work = workload[case]

        def render(chat):
            tools = chat["tools"] or work["tools"]
            return renderer.render(chat["messages"], tools=tools, add_generation_prompt=True)

        figures[case] = seconds_each(render, work["warm"][-20:], [r[:40] for r in work["rounds"]])
        ids = json.dumps(render(work["rounds"][0][0]).token_ids, separators=(",", ":"))
        figures[case + "_digest"] = hashlib.sha256(ids.encode()).hexdigest()
    for case in ("bridge_1k", "bridge_100k"):
        work = workload[case]

        def bridge(new):
            out = renderer.bridge_to_next_turn(work["prompt"], work["completion"], new)
            assert out is not None
            return out

        figures[case] = seconds_each(bridge, work["warm"][:3], [r[:20] for r in work["rounds"]])
        ids = json.dumps(bridge(work["rounds"][0][0]).token_ids, separators=(",", ":"))
        figures[case + "_digest"] = hashlib.sha256(ids.encode()).hexdigest()
    print(json.dumps(figures))


main()
