"""In a filled database every look-up of a check goes by index, and the small helpers leave no trace in a plan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from tests.conftest import database

PASSAGES = 3_000
LOOKED_UP = {"passages", "passage_sentences", "sentences", "vectors", "token_vectors"}
HASH = "sha256(convert_to('Locker 17 belongs to team 3.', 'UTF8'))"


@pytest.fixture(scope="module")
def filled(server_dsn: str, template: str) -> Iterator[psycopg.Connection]:
    """A database with thousands of passages and checks of several months."""
    with database(server_dsn, template) as dsn, psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "select groundcheck_internal.store_context(%s)",
            [[f"Locker {n} belongs to team {n % 97}." for n in range(PASSAGES)]],
        )
        connection.execute("select groundcheck.ensure_partitions()")
        connection.execute("analyze")
        yield connection


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", []):
        yield from nodes(child)


def explained(connection: psycopg.Connection, statement: str) -> list[dict[str, Any]]:
    row = connection.execute(f"explain (format json, verbose) {statement}".encode()).fetchone()
    assert row is not None
    return list(nodes(row[0][0]["Plan"]))


def scans(connection: psycopg.Connection) -> dict[str, tuple[int, int]]:
    """Whole and indexed scans of each table that a check looks things up in, so far in this transaction."""
    rows = connection.execute(
        "select relname, pg_stat_get_xact_numscans(oid),"
        " (select coalesce(sum(pg_stat_get_xact_numscans(i.indexrelid)), 0)::bigint from pg_index as i"
        "  where i.indrelid = c.oid)"
        " from pg_class as c where relnamespace = 'groundcheck_internal'::regnamespace and relname = any(%s)",
        [list(LOOKED_UP)],
    ).fetchall()
    return {name: (whole, indexed) for name, whole, indexed in rows}


@pytest.mark.parametrize("stored", [True, False], ids=["check", "evaluate"])
def test_a_check_scans_no_table_as_a_whole(filled: psycopg.Connection, stored: bool) -> None:
    call = "check" if stored else "evaluate"
    with filled.transaction(force_rollback=True):
        before = scans(filled)
        filled.execute(
            f"select groundcheck.{call}(%s, %s)".encode(),
            [
                "Locker 17 belongs to team 17. Locker 18 is red.",
                ["Locker 17 belongs to team 17.", "Locker 5000 is blue."],
            ],
        )
        after = scans(filled)
    assert set(after) == LOOKED_UP
    for table, (whole, indexed) in after.items():
        assert whole == before[table][0], f"{table} was read from end to end"
        assert indexed > before[table][1], f"{table} was not looked up at all"


@pytest.mark.parametrize(
    ("table", "key"),
    [
        ("passages", f"tenant = '' and hash = {HASH}"),
        ("passage_sentences", f"tenant = '' and passage_hash = {HASH}"),
        ("sentences", f"tenant = '' and hash = {HASH}"),
        ("vectors", f"tenant = '' and model_id = groundcheck_internal.static_encoder() and hash = {HASH}"),
        ("token_vectors", "token_id = 2000"),
        ("token_vectors", "token = 'locker' collate \"C\""),
    ],
)
def test_keys_are_found_by_index(filled: psycopg.Connection, table: str, key: str) -> None:
    used = explained(filled, f"select * from groundcheck_internal.{table} where {key}")
    assert any(node["Node Type"].startswith("Index") and node.get("Relation Name") == table for node in used)


@pytest.mark.parametrize("table", ["checks", "claims", "claim_evidence", "check_passages"])
def test_a_check_is_found_in_one_partition(filled: psycopg.Connection, table: str) -> None:
    key = "id" if table == "checks" else "check_id"
    with filled.transaction(force_rollback=True):
        row = filled.execute(
            "select groundcheck.check('Locker 17 belongs to team 17.', array['Locker 17 belongs to team 17.']) ->> 'id'"
        ).fetchone()
        assert row is not None
        found = filled.execute("select groundcheck_internal.check_id(%s)", row).fetchone()
        assert found is not None
        filled.execute(
            "set local enable_seqscan = off"
        )  # a month with one check in it is read as fast without an index
        used = explained(
            filled,
            f"select * from groundcheck_internal.{table} where {key} = '{found[0]}'::uuid"
            f" and created_at = groundcheck_internal.id_time('{found[0]}'::uuid)",
        )
        partitions = filled.execute(
            "select count(*) from pg_inherits where inhparent = %s::regclass", [f"groundcheck_internal.{table}"]
        ).fetchone()
    assert partitions is not None
    assert partitions[0] > 1
    read = {node["Relation Name"] for node in used if "Relation Name" in node}
    assert len(read) == 1
    assert all("Index" in node["Node Type"] for node in used if "Relation Name" in node)


@pytest.mark.parametrize(
    "call",
    [
        "groundcheck_internal.current_tenant()",
        "groundcheck_internal.written_tokens(array[v.model_id])",
        "groundcheck_internal.word_units(v.tenant)",
        "groundcheck_internal.is_capital(v.model_id)",
        "groundcheck_internal.is_blank(v.tenant)",
        "groundcheck_internal.dimension_family(v.tenant)",
        "groundcheck_internal.contradiction_severity()",
    ],
)
def test_small_helpers_are_inlined(filled: psycopg.Connection, call: str) -> None:
    name = call.split("(", maxsplit=1)[0].split(".")[1]
    plan = explained(filled, f"select {call} from groundcheck_internal.vectors as v")
    assert name not in json.dumps(plan)


def test_comparing_several_sentences_is_inlined(filled: psycopg.Connection) -> None:
    plan = explained(
        filled,
        "select m.* from groundcheck_internal.sentences as s"
        " cross join lateral groundcheck_internal.compare_meaning(s.features, array[s.features]) as m",
    )
    assert "join_features" in json.dumps(plan)
