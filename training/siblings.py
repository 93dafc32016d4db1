"""Pairs that nobody labelled, for a teacher to label: made of the texts of labelled ones.

::

    python -m training.siblings RUN/prepared/clean.jsonl.gz RUN/pairs --out RUN/prepared/siblings.jsonl.gz

Three kinds. ``reversed``: the hypothesis as premise of its premise. ``sibling``: a hypothesis as premise of another one
about the same premise. ``elsewhere``: a claim of an answer with the evidence that was chosen for another claim over the
same document; and the claims of answers of which only the whole has a label, with their own evidence (``unlabelled``).
Every pair has ``label`` null: label.py takes the teacher's word alone.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from groundcheck_db.bench.held_out import is_held_out
from training.prepare import GROUNDING, read, with_inferred_labels, write

LONGEST = 240  # characters of a premise that may become a hypothesis
PARTNERS = 3  # siblings of one hypothesis


def pair(premise: str, hypothesis: str, kind: str) -> dict:
    """An unlabelled pair."""
    return {"premise": premise, "hypothesis": hypothesis, "label": None, "kind": kind, "source": "siblings"}


def of_pairs(pairs: list[dict], rng: random.Random) -> Iterator[dict]:
    """Reversed pairs and siblings."""
    about: dict[str, list[str]] = defaultdict(list)
    for record in pairs:
        about[record["premise"]].append(record["hypothesis"])
    for premise, hypotheses in about.items():
        for hypothesis in hypotheses:
            if len(premise) <= LONGEST:
                yield pair(hypothesis, premise, "reversed")
            others = [other for other in hypotheses if other != hypothesis]
            for other in rng.sample(others, min(PARTNERS, len(others))):
                yield pair(other, hypothesis, "sibling")


def of_claims(claims: list[dict], rng: random.Random) -> Iterator[dict]:
    """Claims without a label of their own, and claims with the evidence of others."""
    evidence: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        evidence[claim["context"]].add(claim["premise"])
    for claim in claims:
        if claim["label"] is None:
            yield pair(claim["premise"], claim["hypothesis"], "unlabelled")
        others = sorted(evidence[claim["context"]] - {claim["premise"]})
        if others:
            yield pair(rng.choice(others), claim["hypothesis"], "elsewhere")


def main() -> None:
    """Write the pairs, each once and in an order of chance."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clean", type=Path, help="of prepare.py")
    parser.add_argument("pairs", type=Path, help="folder of collect.py")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    claims = []
    for name in GROUNDING:
        claims += with_inferred_labels(read(arguments.pairs / f"{name}.jsonl.gz"))
    claims = [claim for claim in claims if claim["premise"] and not is_held_out(claim["context"])]
    found = [*of_pairs(read(arguments.clean), rng), *of_claims(claims, rng)]
    found = list({(record["premise"], record["hypothesis"]): record for record in found}.values())
    rng.shuffle(found)
    write(arguments.out, found)


if __name__ == "__main__":
    main()
