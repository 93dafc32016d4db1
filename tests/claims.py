"""What split_claims makes of an answer, as tests ask for it."""

from __future__ import annotations

from tests.support import Query

ABSTENTION, GREETING, OFFER, QUESTION, HEADING = "abstention", "greeting", "offer", "question", "heading"


def claims(query: Query, answer: str | None) -> list[str]:
    return [row[0] for row in query.rows("select claim from groundcheck.split_claims(%s)", answer)]


def kinds(query: Query, answer: str) -> list[str]:
    return [row[0] for row in query.rows("select kind from groundcheck.split_claims(%s)", answer)]


def read(query: Query, answer: str) -> list[str]:
    """The statements as they are verified."""
    return [
        row[0]
        for row in query.rows(
            "select concat_ws(' ', lead_in, claim) from groundcheck.split_claims(%s) where checkable", answer
        )
    ]
