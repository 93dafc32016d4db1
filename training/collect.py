"""Turn labelled answers into pairs: each claim with the evidence that the database's screen chose for it.

Runs in groundcheck-db's own environment, over a database of its own::

    python -m training.collect DSN DATA PREFIX --out pairs

Each row of ``pairs/FILE.jsonl.gz`` is a claim: premise (the evidence in document order), hypothesis, label (0 or 1,
None where the row does not say which claim is wrong), row (its answer's id), row_label, support (the screen's),
verdict, context (the digest that ``is_held_out`` reads).
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

from groundcheck_db.bench.data import read_folder
from groundcheck_db.bench.judge import Claim, Judged, judge_rows

SENTENCES = 3


def premise(context: tuple[str, ...], evidence: tuple[str, ...]) -> str:
    """The best evidence, in the order of the document."""

    def place(sentence: str) -> tuple[int, int]:
        places = [(number, passage.find(sentence)) for number, passage in enumerate(context)]
        return min((place for place in places if place[1] >= 0), default=(len(context), 0))

    best = list(dict.fromkeys(" ".join(sentence.split()) for sentence in evidence if sentence.strip()))[:SENTENCES]
    spaced = {" ".join(sentence.split()): sentence for sentence in evidence}
    return " ".join(sorted(best, key=lambda sentence: place(spaced[sentence])))


def label(item: Judged, claims: list[Claim], claim: Claim) -> int | None:
    """As groundcheck_db.bench.examples does: a claim's own label, where the row tells it."""
    if len(claims) == 1 or item.row.label == 1:
        return item.row.label
    if item.row.spans is None:
        return None
    start, end = claim.span
    return int(not any(start < last and first < end for first, last in item.row.spans))


def main() -> None:
    """Judge the rows and write the pairs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dsn")
    parser.add_argument("data", type=Path)
    parser.add_argument("prefix", nargs="+", help="dev_ to train, test_ to measure only")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for file in read_folder(arguments.data, prefixes=arguments.prefix):
        path = arguments.out / f"{file.name}.jsonl.gz"
        with gzip.open(path, "wt", encoding="utf-8") as lines:
            for item in judge_rows(arguments.dsn, file.rows):
                claims = [claim for claim in item.claims if claim.support is not None]
                for claim in claims:
                    record = {
                        "premise": premise(item.row.context, claim.evidence),
                        "hypothesis": claim.statement,
                        "claim": claim.claim,
                        "question": item.row.question,
                        "label": label(item, claims, claim),
                        "row": item.row.id,
                        "row_label": item.row.label,
                        "support": claim.support,
                        "verdict": claim.verdict,
                        "context": item.row.source,
                        "source": file.name,
                    }
                    lines.write(json.dumps(record, ensure_ascii=False) + "\n")
        print(path, flush=True)


if __name__ == "__main__":
    main()
