"""Let a trained teacher label pairs: its probabilities take the place of the labels, for the student to learn from.

::

    python -m training.label TEACHER/average --tokenizer T_TOKENIZER --pairs synthetic.jsonl.gz --out soft.jsonl.gz

A pair keeps part of its own label where it has one: ``soft`` is the mean of both, for the teacher errs too. Where the
label is null the teacher's word stands alone.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import torch
from tokenizers import Tokenizer

from training import model as models
from training.train import CHUNK, NAMES, collate


def soft(pair: dict, probabilities: list[float], trust: float) -> list[float]:
    """The teacher's probabilities and the pair's own label, mixed."""
    label = pair["label"]
    if label is None:
        own = probabilities
    elif isinstance(label, str):
        own = [float(NAMES[label] == i) for i in range(3)]
    elif label == 1:
        own = [1.0, 0.0, 0.0]
    else:
        rest = max(probabilities[1] + probabilities[2], 1e-6)
        own = [0.0, probabilities[1] / rest, probabilities[2] / rest]
    return [round(trust * p + (1 - trust) * o, 4) for p, o in zip(probabilities, own, strict=True)]


def main() -> None:
    """Write the pairs with ``soft``."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("teacher", type=Path)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--trust", type=float, default=0.5, help="the teacher's part")
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--batch", type=int, default=4000, help="tokens of a batch")
    arguments = parser.parse_args()
    net = models.load(arguments.teacher)
    tokenizer = Tokenizer.from_file(str(arguments.tokenizer))
    tokenizer.no_padding()
    tokenizer.enable_truncation(arguments.max_tokens, strategy="only_first")
    with gzip.open(arguments.pairs, "rt", encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    for start in range(0, len(pairs), CHUNK):
        chunk = pairs[start : start + CHUNK]
        encoded = tokenizer.encode_batch([(pair["premise"], pair["hypothesis"]) for pair in chunk])
        order = sorted(range(len(chunk)), key=lambda i: len(encoded[i].ids))
        while order:
            size = max(1, arguments.batch // len(encoded[order[-1]].ids))
            rows, order = order[-size:], order[:-size]
            inputs, _target, _two_way = collate([encoded[i] for i in rows], [{"label": 0}] * len(rows))
            with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
                found = net(*inputs).float().softmax(-1).tolist()
            for i, probabilities in zip(rows, found, strict=True):
                chunk[i]["soft"] = soft(chunk[i], probabilities, arguments.trust)
        print(f"{start + len(chunk)} of {len(pairs)}", flush=True)
    with gzip.open(arguments.out, "wt", encoding="utf-8") as lines:
        for pair in pairs:
            lines.write(json.dumps(pair, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
