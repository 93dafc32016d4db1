"""What passes and what is rejected, by kind, in words written for these tests: verdicts.jsonl has one answer a line.

A test is a kind and the action that is right; it shows every answer of the kind that came out otherwise. Words and
domains vary on purpose: a rule must hold for the kind, not for a word.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.support import Query

with (Path(__file__).parent / "verdicts.jsonl").open(encoding="utf-8") as lines:
    ANSWERS: list[dict[str, Any]] = [json.loads(line) for line in lines]

BY_KIND: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
for _answer in ANSWERS:
    BY_KIND[_answer["kind"], _answer["action"]].append(_answer)


@pytest.mark.parametrize(("kind", "action"), sorted(BY_KIND))
def test_verdicts(query: Query, kind: str, action: str) -> None:
    """Contexts go through Python as they are, NUL included, as a caller's would."""
    wrong = {}
    for case in BY_KIND[kind, action]:
        context = [passage.replace("\x00", "") for passage in case["context"]]
        document = query.check(case["answer"].replace("\x00", ""), context, question=case["question"])
        if document["action"] != action:
            wrong[case["answer"]] = (document["action"], document["audit_details"]["reason"])
    assert wrong == {}


def test_most_kinds_have_both_sides() -> None:
    kinds = {kind for kind, _ in BY_KIND}
    one_sided = {kind for kind in kinds if len({action for k, action in BY_KIND if k == kind}) == 1}
    assert len(kinds) >= 90
    assert len(one_sided) <= 10, sorted(one_sided)
