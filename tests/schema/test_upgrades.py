"""An upgraded installation is a fresh one with its data: from every released version, empty and used."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from groundcheck_db import sqlfiles
from groundcheck_db.errors import GroundcheckError
from groundcheck_db.migrate import migrate, refuse_downgrade
from tests.schema.release import RELEASES, dump, freeze, restore, seed
from tests.schema.snapshot import contents, snapshot

VIEWS = ("audit", "audit_claim", "contradiction")
# What is told of an installation itself; the tables beside these hold what its users have put there, or lexicons.
OWN = {"groundcheck_internal." + name for name in ("alembic_version", "installation", "token_vectors", "models")}


def audit(dsn: str) -> dict[str, list[dict[str, Any]]]:
    """What people see: the rows of the views, and every document."""
    with psycopg.connect(dsn) as connection:
        connection.execute("set timezone = 'UTC'")
        seen = {
            view: [
                row[0]
                for row in connection.execute(
                    sql.SQL('select to_jsonb(v) from {} as v order by to_jsonb(v)::text collate "C"').format(
                        sql.Identifier("groundcheck", view)
                    )
                ).fetchall()
            ]
            for view in VIEWS
        }
        documents = "select id, tenant from groundcheck_internal.checks order by id"
        seen["documents"] = []
        for check_id, tenant in connection.execute(documents).fetchall():
            connection.execute("select set_config('groundcheck.tenant', %s, false)", [tenant])
            row = connection.execute("select groundcheck.result(%s)", [f"audit_{check_id}"]).fetchone()
            assert row is not None
            seen["documents"].append(row[0])
        return seen


def covers(now: Any, before: Any) -> bool:
    """Whether all that was there before is there now, and equal; keys may have come."""
    if isinstance(before, dict):
        return isinstance(now, dict) and all(key in now and covers(now[key], value) for key, value in before.items())
    if isinstance(before, list):
        return isinstance(now, list) and len(now) == len(before) and all(map(covers, now, before))
    return bool(now == before)


def upgrades_well(dump: bytes, dsn: str, fresh_dsn: str, used: bool) -> None:
    """Restore a dump into an empty database, migrate, and compare with a fresh installation and with itself before."""
    restore(dump, dsn)
    before, rows_before = audit(dsn), contents(dsn)
    migrate(dsn)
    assert snapshot(dsn, bodies=True) == snapshot(fresh_dsn, bodies=True)
    assert covers(audit(dsn), before)
    assert bool(before["documents"]) is used
    rows, fresh_rows = contents(dsn), contents(fresh_dsn)
    for table in OWN:
        assert rows[table] == fresh_rows[table], table
    if not used:
        assert rows == fresh_rows
    for table in rows_before.keys() & rows.keys() - OWN:
        assert rows[table][0] >= rows_before[table][0], f"{table} has lost rows"
    with psycopg.connect(dsn) as connection:
        check = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.'])"
        row = connection.execute(check).fetchone()
        assert row is not None
        assert row[0]["action"] == "PASS"
    assert not migrate(dsn).changed


@pytest.mark.parametrize("release", sorted(RELEASES.glob("*.sql.gz")), ids=lambda path: path.name)
def test_from_a_release(release: Path, empty_dsn: str, fresh_dsn: str) -> None:
    upgrades_well(release.read_bytes(), empty_dsn, fresh_dsn, used="seeded" in release.name)


@pytest.fixture
def used_dsn(fresh_dsn: str) -> str:
    seed(fresh_dsn)
    return fresh_dsn


def test_from_a_dump_of_this_version(used_dsn: str, empty_dsn: str, dsn: str) -> None:
    """What the tests of releases rest on, and what the next release will be dumped by."""
    with psycopg.connect(used_dsn) as connection:
        connection.execute("update groundcheck_internal.installation set sql_digest = 'of an older build'")
    before = audit(used_dsn)
    assert {row["action"] for row in before["audit"]} == {"PASS", "REVIEW", "REJECT"}
    assert {row["tenant"] for row in before["audit"]} == {"", "acme"}
    assert before["contradiction"]
    upgrades_well(dump(used_dsn), empty_dsn, dsn, used=True)
    assert covers(audit(empty_dsn), before) is False, "the check after the upgrade is in the audit too"


def test_what_is_gone_or_different_is_noticed() -> None:
    before = {"rows": [{"a": 1, "b": {"c": None}}]}
    assert covers({"rows": [{"a": 1, "b": {"c": None, "new": 2}, "new": 3}], "new": 4}, before)
    assert not covers({"rows": [{"a": 1, "b": {"c": 0}}]}, before)
    assert not covers({"rows": [{"a": 1, "b": {}}]}, before)
    assert not covers({"rows": []}, before)


def test_there_is_no_way_back() -> None:
    with pytest.raises(GroundcheckError, match="groundcheck-db has no downgrades") as caught:
        refuse_downgrade()
    assert caught.value.hint == "Restore a backup that was made before the upgrade."


def test_freezing_lists_each_file_once() -> None:
    head = "# a comment\n"
    frozen = freeze(head)
    versions = sqlfiles.database_root() / "migrations" / "versions"
    files = sorted(path.name for path in versions.glob("[0-9]*.*"))
    assert frozen.startswith(head)
    assert [line.split()[1] for line in frozen.splitlines()[1:]] == files
    assert frozen.splitlines()[1].split()[0] == hashlib.sha256((versions / files[0]).read_bytes()).hexdigest()
    assert freeze(frozen) == frozen


def test_what_was_released_is_frozen() -> None:
    """A dump of a release is there: so every revision that it has is in the list."""
    frozen = (sqlfiles.database_root() / "migrations" / "frozen.txt").read_text(encoding="utf-8")
    if list(RELEASES.glob("*.sql.gz")):
        assert "0001_core.sql" in frozen
