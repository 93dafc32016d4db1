"""What the tests share: types and small helpers, no fixtures."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, LiteralString, NoReturn

import psycopg
import pytest


def lacking(what: str, reason: str) -> NoReturn:
    """Skip the test, as what it needs is not here; fail it where that is named in GROUNDCHECK_REQUIRE.

    Names, with commas between them: pg_cron, pooler, node.
    """
    if what in os.environ.get("GROUNDCHECK_REQUIRE", "").split(","):
        pytest.fail(reason)
    pytest.skip(reason)


class Query:
    """Runs one statement and gives its only value, or its rows."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self.connection = connection

    def check(self, answer: str | None, context: Sequence[str | None] | None, **parameters: object) -> dict[str, Any]:
        """The document of groundcheck.check; question, policy and metadata by name."""
        names = "".join(f", {name} => %s" for name in parameters)
        statement = "select groundcheck.check(%s, %s" + names + ")"
        row = self.connection.execute(
            statement.encode(), [answer, None if context is None else list(context), *parameters.values()]
        ).fetchone()
        assert row is not None
        document: dict[str, Any] = row[0]
        return document

    def value(self, statement: LiteralString, *parameters: object) -> Any:
        row = self.connection.execute(statement, parameters or None).fetchone()
        assert row is not None, f"no row: {statement}"
        return row[0]

    def rows(self, statement: LiteralString, *parameters: object) -> list[tuple[Any, ...]]:
        return self.connection.execute(statement, parameters or None).fetchall()
