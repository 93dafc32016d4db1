"""The schema is the one that is committed: a change of it is seen in review, or is none."""

from __future__ import annotations

import psycopg
import pytest

from tests.schema.snapshot import COMMITTED, read, snapshot


def test_the_schema_is_the_committed_one(dsn: str) -> None:
    assert snapshot(dsn) == COMMITTED.read_text(encoding="utf-8"), (
        "where the change is meant: python tests/schema/snapshot.py DSN > tests/schema/snapshot.txt"
    )


@pytest.mark.parametrize(
    "change",
    [
        "alter table groundcheck_internal.checks alter column reason drop not null",
        "alter table groundcheck_internal.checks drop constraint score_in_range",
        "alter table groundcheck_internal.passages set (fillfactor = 90)",
        "alter table groundcheck_internal.passages disable row level security",
        "drop index groundcheck_internal.checks_by_time",
        "drop view groundcheck.queue",
        "comment on column groundcheck.audit.action is 'Something else.'",
        "comment on function groundcheck.passes is null",
        "grant execute on function groundcheck.passes to public",
        "grant select (body) on groundcheck_internal.passages to groundcheck_reader",
        "alter function groundcheck.passes stable",
        "alter function groundcheck.passes security invoker",
        "alter function groundcheck.passes reset search_path",
        "alter role groundcheck_reader bypassrls",
    ],
)
def test_changes_are_seen(db: psycopg.Connection, change: str) -> None:
    before = read(db)
    db.execute(change.encode())
    assert read(db) != before
