"""Split what there is into training and held-out parts.

::

    python -m training.prepare DATA PAIRS --out prepared

DATA holds the labelled files, PAIRS what collect.py wrote. Written: ``clean`` (pairs with three labels, from sources
whose licence allows a model that ships), ``grounding`` (claims with the screen's evidence, two labels), ``documents``
(texts to synthesise from), and ``held_pairs``, ``held_grounding`` and ``held_documents`` to measure on. A document is
held out as ``groundcheck_db.bench.held_out`` says, a pair by the digest of its premise: one in twenty.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from groundcheck_db.bench.data import read_folder
from groundcheck_db.bench.held_out import is_held_out

CLEAN = ("mnli_dev", "cad_snli", "fever_dev", "scifact")
GROUNDING = ("dev_begin", "dev_ragtruth_sentences", "dev_summedits", "dev_wice")


def read(path: Path) -> list[dict]:
    """The records of a gzipped file of JSON lines."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def write(path: Path, records: Iterable) -> None:
    """Write records as gzipped JSON lines."""
    count = 0
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        for record in records:
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
            count += 1
    print(f"{count:7d} {path.name}")


def is_held_pair(premise: str) -> bool:
    """One premise in twenty."""
    return int(hashlib.sha256(premise.encode()).hexdigest()[:8], 16) % 20 == 0


def tidy(text: str) -> str:
    """Undo the tokenisation that some sources come with: blanks before marks, -LRB-, doubled hyphens."""
    text = re.sub(r"-LSB-.*?-RSB-;? ?", "", text)
    text = text.replace("-LRB-", "(").replace("-RRB-", ")").replace(" -- ", " - ")
    text = text.replace("`` ", '"').replace(" ''", '"').replace("()", "")
    text = re.sub(r" ([.,;:!?%)])", r"\1", text)
    text = re.sub(r"\( ", "(", text)
    return re.sub(r" ('s|'re|'ve|n't|'ll|'d)\b", r"\1", text)


def with_inferred_labels(claims: list[dict]) -> list[dict]:
    """Label the claims of unsupported answers where the document's supported answers tell which claim is the wrong one.

    The answers of dev_summedits over one document are one summary with an edit each: a claim that a supported answer
    makes too is supported, and if a single one is left over, that is the edited one.
    """
    said: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        if claim["row_label"] == 1:
            said[claim["context"]].add(claim["hypothesis"])
    rows: dict[str, list[dict]] = defaultdict(list)
    for claim in claims:
        rows[claim["row"]].append(claim)
    for row in rows.values():
        if row[0]["label"] is None:
            rest = [claim for claim in row if claim["hypothesis"] not in said[claim["context"]]]
            if len(rest) == 1:
                rest[0]["label"] = 0
    return claims


def grounding(claims: list[dict]) -> list[dict]:
    """Claims with a label, each once. Supported ones without evidence are left out: what supports them is not shown."""
    found = {}
    for claim in claims:
        if claim["label"] is not None and claim["premise"] and not (claim["label"] == 1 and claim["support"] < 0.15):
            found.setdefault((claim["premise"], claim["hypothesis"]), claim)
    return list(found.values())


def main() -> None:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    out = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    pairs = [record for record in read(arguments.data / "train_pairs.jsonl.gz") if record["source"] in CLEAN]
    for record in pairs:
        record["held"] = is_held_pair(record["premise"])
        record["premise"], record["hypothesis"] = tidy(record["premise"]), tidy(record["hypothesis"])
    clean = [record for record in pairs if not record["held"]]
    write(out / "clean.jsonl.gz", clean)
    write(out / "held_pairs.jsonl.gz", (record for record in pairs if record["held"]))

    claims = []
    for name in GROUNDING:
        claims += with_inferred_labels(read(arguments.pairs / f"{name}.jsonl.gz"))
    trained = grounding([claim for claim in claims if not is_held_out(claim["context"])])
    # Unsupported claims are rare in answers; three times each, they are not drowned.
    rare = [claim for claim in trained if claim["label"] == 0 and claim["source"] == "dev_ragtruth_sentences"]
    write(out / "grounding.jsonl.gz", [*trained, *rare, *rare])
    write(out / "held_grounding.jsonl.gz", (claim for claim in claims if is_held_out(claim["context"])))

    contexts: dict[bool, dict[str, list[str]]] = {False: {}, True: {}}
    for file in read_folder(arguments.data, prefixes=GROUNDING):
        for row in file.rows:
            contexts[is_held_out(row.source)][row.source] = [tidy(passage) for passage in row.context]
    for record in pairs:
        if record["source"] in {"fever_dev", "scifact"}:
            contexts[record["held"]][record["premise"]] = [record["premise"]]
    write(out / "documents.jsonl.gz", contexts[False].values())
    write(out / "held_documents.jsonl.gz", contexts[True].values())


if __name__ == "__main__":
    main()
