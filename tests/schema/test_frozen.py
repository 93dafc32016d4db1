"""A released revision is never edited."""

from __future__ import annotations

import hashlib

from groundcheck_db import sqlfiles

MIGRATIONS = sqlfiles.database_root() / "migrations"


def test_released_revisions_are_as_they_were_released() -> None:
    listed = [
        line.split()
        for line in (MIGRATIONS / "frozen.txt").read_text().splitlines()
        if line and not line.startswith("#")
    ]
    found = [[hashlib.sha256((MIGRATIONS / "versions" / name).read_bytes()).hexdigest(), name] for _, name in listed]
    assert found == listed


def test_each_revision_has_its_sql_and_refuses_to_go_back() -> None:
    revisions = sorted((MIGRATIONS / "versions").glob("[0-9]*.py"))
    assert revisions
    for revision in revisions:
        assert revision.with_suffix(".sql").is_file()
        assert "refuse_downgrade()" in revision.read_text()
