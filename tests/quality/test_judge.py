"""Labelled rows through the database's own pipeline."""

from __future__ import annotations

import psycopg
import pytest

from groundcheck_db.bench.data import Row
from groundcheck_db.bench.judge import judge_rows
from groundcheck_db.errors import GroundcheckError

CONTEXT = ("The mill burned in 1911.", "The miller kept two dogs.")
KEPT = (
    "select (select count(*) from groundcheck_internal.passages) + (select count(*) from groundcheck_internal.checks)"
)


def row(answer: str, label: int = 1, context: tuple[str, ...] = CONTEXT, question: str | None = None) -> Row:
    return Row(id=answer[:20], context=context, question=question, answer=answer, label=label)


ROWS = [
    row("The mill burned in 1911. The miller kept two dogs."),
    row("The mill is made of glass.", 0, ("Glass is made of sand.",)),
    row("Hello!"),
    row("The mill burned in 1913.", 0),
    row(""),
    row("The mill burned.", 0, ()),
    row("It did in 1911.", question="When did the mill burn?"),
]


def test_decisions_are_those_of_evaluate(dsn: str) -> None:
    judged = judge_rows(dsn, ROWS)
    with psycopg.connect(dsn) as connection:
        for item in judged:
            found = connection.execute(
                "select groundcheck.evaluate(%s, %s::text [], %s)",
                [item.row.answer, list(item.row.context), item.row.question],
            ).fetchone()
            assert found is not None
            document = found[0]
            details = document["audit_details"]
            assert (item.status, item.action, item.reason_code) == (
                document["status"], document["action"], details["reason_code"],
            )  # fmt: skip
            assert item.trust_score == (
                None if document["trust_score"] is None else pytest.approx(document["trust_score"], abs=1e-4)
            )
            assert [claim.verdict for claim in item.claims] == [claim["verdict"] for claim in details["claims"]]
            assert [list(claim.span) for claim in item.claims] == [claim["span"] for claim in details["claims"]]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_are_in_the_order_of_the_rows(dsn: str, jobs: int) -> None:
    told: list[int] = []
    judged = judge_rows(dsn, ROWS, jobs=jobs, progress=told.append)
    assert [item.row for item in judged] == ROWS
    assert sum(told) == len(ROWS)


def test_database_is_left_as_it_was(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn, autocommit=True) as connection:
        before = connection.execute(KEPT).fetchone()
        judge_rows(fresh_dsn, ROWS, jobs=2)
        assert connection.execute(KEPT).fetchone() == before == (0,)


def test_what_a_missing_score_counts_as(dsn: str) -> None:
    by_id = {item.row.id: item for item in judge_rows(dsn, ROWS)}
    greeting, empty, no_context = by_id["Hello!"], by_id[""], by_id["The mill burned."]
    assert (greeting.reason_code, greeting.trust_score, greeting.score) == ("nothing_to_check", None, 1.0)
    assert (empty.reason_code, empty.trust_score, empty.score) == ("empty_answer", None, 0.0)
    assert (no_context.reason_code, no_context.trust_score, no_context.score) == ("no_context", None, 0.0)
    assert all(item.is_checked for item in by_id.values())


def test_aggregates_order(dsn: str) -> None:
    (item,) = judge_rows(dsn, [row("The mill burned in 1911. It was made of glass. The miller kept two dogs.", 0)])
    mean, least, product = (item.aggregates[name] for name in ("mean", "min", "product"))
    assert mean is not None
    assert least is not None
    assert product is not None
    assert product < least < mean
    assert item.trust_score == pytest.approx(mean)


def test_row_that_raises_is_not_checked_and_ends_nothing(dsn: str) -> None:
    rows = [row("The mill burned in 1911."), row("NUL \0"), row("The miller kept two dogs.")]
    good, bad, after = judge_rows(dsn, rows)
    assert good.is_checked
    assert after.is_checked
    assert not bad.is_checked
    assert (bad.action, bad.trust_score) == ("REJECT", None)
    assert bad.reason_code.startswith("None: ")  # psycopg refuses it before the server sees it


def test_unknown_policy_is_no_result(dsn: str) -> None:
    with pytest.raises(GroundcheckError, match="nonesuch"):
        judge_rows(dsn, ROWS, policy="nonesuch")
