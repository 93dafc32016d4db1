"""The README says what the database says."""

from __future__ import annotations

from tests.schema.api_table import api_table, written


def test_api_table_is_up_to_date(dsn: str) -> None:
    assert written() == api_table(dsn)
