"""Measure an exported verifier on held-out pairs, held-out claims and the measuring sets, beside the screen alone.

Runs in groundcheck-db's own environment (its ``bench`` extra)::

    python -m training.measure groundcheck_db/models/minilm-l6-verifier --prepared prepared \
        --pairs pairs --synthetic held_synthetic.jsonl.gz

``pairs`` is what collect.py wrote, with the test_* files in it if they are to be measured; ``held_synthetic`` what
synthesise.py made from held-out documents. AUROC is over answers: an answer's score is the mean p(entailment) of its
claims; the screen's is their mean support. "Both" is a logistic regression of the two logits and p(contradiction) over
claims, fitted on the held-out claims of the dev files: out of fold, by document, for these, and as fitted for the rest.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnxruntime
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold
from tokenizers import Tokenizer

from groundcheck_db.models.manifest import load_manifest

NAMES = {"entail": "entailment", "neutral": "neutral", "contradiction": "contradiction"}


class Verifier:
    """Probabilities of pairs, from a model folder."""

    def __init__(self, folder: Path, threads: int) -> None:
        self.manifest = load_manifest(folder)
        self.labels = self.manifest.labels
        self.tokenizer = Tokenizer.from_file(str(folder / self.manifest.tokenizer))
        self.tokenizer.enable_truncation(self.manifest.max_tokens, strategy="only_first")
        self.tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        model = str(folder / self.manifest.file)
        self.session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def __call__(self, pairs: list[dict]) -> np.ndarray:
        """Return (n, labels) probabilities."""
        encoded = self.tokenizer.encode_batch([(pair["premise"], pair["hypothesis"]) for pair in pairs])
        order = sorted(range(len(pairs)), key=lambda i: len(encoded[i].ids))
        found = np.zeros((len(pairs), len(self.labels)))
        for start in range(0, len(order), 16):
            rows = order[start : start + 16]
            width = max(len(encoded[i].ids) for i in rows)
            ids, mask, types = (np.zeros((len(rows), width), dtype=np.int64) for _ in range(3))
            for row, i in enumerate(rows):
                n = len(encoded[i].ids)
                ids[row, :n], mask[row, :n], types[row, :n] = encoded[i].ids, 1, encoded[i].type_ids
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
            (logits,) = self.session.run(["logits"], feed)
            powers = np.exp(logits - logits.max(1, keepdims=True))
            found[rows] = powers / powers.sum(1, keepdims=True)
        return found


def read(path: Path, limit: int | None = None) -> list[dict]:
    """The records of a file, at most ``limit``, evenly spread."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        records = [json.loads(line) for line in lines]
    if limit is None or limit >= len(records):
        return records
    return [records[i * len(records) // limit] for i in range(limit)]


def by_group(verifier: Verifier, pairs: list[dict], group: str) -> None:
    """Print the accuracy of each group: of the label, and of entailed-or-not."""
    scores = verifier(pairs)
    groups: dict[str, list[tuple[bool | None, bool]]] = defaultdict(list)
    entailment = verifier.labels.index("entailment")
    for record, score in zip(pairs, scores, strict=True):
        label = record["label"]
        entailed = label in {"entail", 1}
        hit = None if isinstance(label, int) else NAMES[label] == verifier.labels[int(score.argmax())]
        name = record[group] if group == "source" else f"{record[group].split('+')[0]} ({label})"
        groups[name].append((hit, (score[entailment] > 0.5) == entailed))
    for name, hits in sorted(groups.items()):
        three = [hit for hit, _ in hits if hit is not None]
        accuracy = f"{np.mean(three):.3f}" if three else "-"
        print(f"| {name} | {len(hits)} | {accuracy} | {np.mean([hit for _, hit in hits]):.3f} |")


def features(claims: list[dict], scores: np.ndarray, labels: tuple[str, ...]) -> np.ndarray:
    """(n, 3): logit of the screen's support, logit of p(entailment), p(contradiction)."""

    def logit(values: np.ndarray) -> np.ndarray:
        clipped = np.clip(values, 1e-3, 1 - 1e-3)
        return np.log(clipped / (1 - clipped))

    support = np.array([claim["support"] for claim in claims])
    entailed = scores[:, labels.index("entailment")]
    contradicted = scores[:, labels.index("contradiction")] if "contradiction" in labels else 1 - entailed
    return np.column_stack([logit(support), logit(entailed), contradicted])


def answers(claims: list[dict], values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Labels of the answers that the claims belong to, and the mean values of their claims."""
    found: dict[str, list[float]] = defaultdict(list)
    label: dict[str, int] = {}
    for claim, value in zip(claims, values, strict=True):
        found[claim["row"]].append(float(value))
        label[claim["row"]] = claim["row_label"]
    return np.array([label[row] for row in found]), np.array([np.mean(row) for row in found.values()])


def line(name: str, claims: list[dict], screen: np.ndarray, entailed: np.ndarray, both: np.ndarray) -> None:
    """Print a file's AUROCs."""
    labels, _ = answers(claims, screen)
    cells = [f"{roc_auc_score(*answers(claims, values)):.3f}" for values in (screen, entailed, both)]
    print(f"| {name} | {len(labels)} | {' | '.join(cells)} |")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--prepared", type=Path, required=True)
    parser.add_argument("--pairs", type=Path, help="folder of collect.py, for the test_* files")
    parser.add_argument("--synthetic", type=Path)
    parser.add_argument("--limit", type=int, help="at most this many claims a file")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    verifier = Verifier(arguments.folder, arguments.threads)
    print(f"{verifier.manifest.name} {verifier.manifest.version}\n")
    print("| held-out pairs | n | label | entailed or not |\n|---|---|---|---|")
    by_group(verifier, read(arguments.prepared / "held_pairs.jsonl.gz", arguments.limit), "source")
    if arguments.synthetic is not None:
        print("\n| synthetic, held-out documents | n | label | entailed or not |\n|---|---|---|---|")
        by_group(verifier, read(arguments.synthetic, arguments.limit), "kind")

    print("\n| answers | n | screen | verifier | both |\n|---|---|---|---|---|")
    claims = [claim for claim in read(arguments.prepared / "held_grounding.jsonl.gz") if claim["premise"]]
    scores = verifier(claims)
    values = features(claims, scores, verifier.labels)
    support = np.array([claim["support"] for claim in claims])
    entailed = scores[:, verifier.labels.index("entailment")]
    known = np.array([claim["label"] is not None for claim in claims])
    labels = np.array([claim["label"] or 0 for claim in claims])
    groups = np.array([claim["context"] for claim in claims])
    files = np.array([claim["source"] for claim in claims])
    weights = np.array([1 / (files[known] == file).sum() for file in files])
    weights *= len(weights) / weights.sum()
    folded = np.zeros(len(claims))
    for train, rest in GroupKFold(5).split(values, labels, groups):
        kept = train[known[train]]
        folded[rest] = (
            LogisticRegression(C=1.0).fit(values[kept], labels[kept], weights[kept]).predict_proba(values[rest])[:, 1]
        )
    for file in sorted(set(files)):
        here = np.flatnonzero((files == file) & known)
        cells = [f"{roc_auc_score(labels[here], column[here]):.3f}" for column in (values[:, 0], values[:, 1], folded)]
        print(f"| {file}, held out, claims | {len(here)} | {' | '.join(cells)} |")
    for file in sorted(set(files)):
        here = np.flatnonzero(files == file)
        line(f"{file}, held out", [claims[i] for i in here], support[here], entailed[here], folded[here])
    if arguments.pairs is not None:
        model = LogisticRegression(C=1.0).fit(values[known], labels[known], weights[known])
        print(f"weights of both: {model.coef_.round(2).tolist()}")
        for path in sorted(arguments.pairs.glob("test_*.jsonl.gz")):
            tested = read(path)
            if arguments.limit is not None:
                rows = sorted({claim["row"] for claim in tested})
                kept_rows = set(rows[:: max(1, len(rows) // arguments.limit)])
                tested = [claim for claim in tested if claim["row"] in kept_rows]
            tested = [claim for claim in tested if claim["premise"]]
            scores = verifier(tested)
            found = features(tested, scores, verifier.labels)
            support = np.array([claim["support"] for claim in tested])
            entailed = scores[:, verifier.labels.index("entailment")]
            line(path.name.split(".")[0], tested, support, entailed, model.predict_proba(found)[:, 1])


if __name__ == "__main__":
    main()
