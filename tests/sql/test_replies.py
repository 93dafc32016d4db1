"""Yes and no: what they claim alone, beside other claims, and in front of one."""

from __future__ import annotations

import pytest

from tests.support import Query


@pytest.mark.parametrize(
    ("answer", "question", "statement"),
    [
        ("Yes.", "Is the tower open?", "Is the tower open"),
        ("No.", "Is the tower open?", "It is false that Is the tower open"),
        ("It isn't.", "Is the tower open?", "It is false that Is the tower open"),
        ("Yes, it does.", "Does the ferry run on Sundays?", "Does the ferry run on Sundays"),
        ("Yes, the ferry runs on Sundays.", None, "the ferry runs on Sundays."),
        ("Yeah and the ferry is full.", None, "and the ferry is full."),
        ("Well, the ferry runs on Sundays.", None, "the ferry runs on Sundays."),
        ("Well water is safe to drink.", None, "Well water is safe to drink."),
        ("No, the ferry is not running.", None, "No, the ferry is not running."),
    ],
)
def test_what_is_verified(query: Query, answer: str, question: str | None, statement: str) -> None:
    found = query.value(
        "select c.statement from unnest(groundcheck_internal.parse_answer(%s, %s)) as c", answer, question
    )
    assert found == statement


@pytest.mark.parametrize(
    ("answer", "question", "checked"),
    [
        ("Yes! The ferry runs on Sundays.", None, [False, True]),
        ("I agree with you. The ferry runs on Sundays.", "The ferry is great.", [False, True]),
        ("It really is. The ferry runs on Sundays.", "What a nice ferry.", [False, True]),
        ("Yes. The ferry runs on Sundays.", "Does the ferry carry dogs?", [True, True]),
        ("Yes. The ferry runs on Sundays.", "When does the ferry run?", [False, True]),
        ("Yes.", None, [True]),
        ("It is cold. The ferry runs on Sundays.", None, [True, True]),
    ],
)
def test_a_bare_yes_is_checked_where_it_answers(
    query: Query, answer: str, question: str | None, checked: list[bool]
) -> None:
    found = query.value(
        "select array_agg(c.checkable order by c.claim_index)"
        " from unnest(groundcheck_internal.parse_answer(%s, %s)) as c",
        answer, question,
    )  # fmt: skip
    assert found == checked


@pytest.mark.parametrize(
    ("answer", "action"),
    [("Yes. Towels are provided.", "REJECT"), ("No. Towels are provided.", "PASS"), ("Towels are provided.", "PASS")],
)
def test_a_yes_to_what_the_context_denies_is_rejected(query: Query, answer: str, action: str) -> None:
    document = query.value(
        "select groundcheck.evaluate(%s, %s::text[], %s)",
        answer, ["Dogs are not allowed in the sauna.", "Towels are provided."], "Are dogs allowed in the sauna?",
    )  # fmt: skip
    assert document["action"] == action
