"""Partitions and identifiers of the audit."""

from __future__ import annotations

import datetime as dt

import psycopg
import pytest
from psycopg import sql

from tests.support import Query

UTC = dt.UTC


def test_a_check_lands_in_its_months_partition(query: Query) -> None:
    query.check("Tea is sold.", ["Tea is sold."])
    month = dt.datetime.now(UTC).strftime("y%Ym%m")
    for table in ("checks", "check_passages", "claims", "claim_evidence"):
        statement = sql.SQL("select distinct tableoid::regclass::text from groundcheck_internal.{}")
        found = query.connection.execute(statement.format(sql.Identifier(table))).fetchall()
        assert found == [(f"groundcheck_internal.{table}_{month}",)]


def test_partitions_are_made_ahead_and_only_once(query: Query) -> None:
    assert query.value("select groundcheck.ensure_partitions(3)") == 0
    assert query.value("select groundcheck.ensure_partitions(5)") == 8
    assert query.value("select groundcheck.ensure_partitions(5)") == 0


def test_months_are_those_of_utc(query: Query) -> None:
    query.connection.execute("set local timezone = 'America/New_York'")
    query.value("select groundcheck.ensure_partitions(8)")
    query.connection.execute("set local timezone = 'UTC'")
    bounds = query.rows(
        "select pg_get_expr(relpartbound, oid) from pg_class"
        " where relname like 'checks\\_y%%' and relispartition and relkind = 'r'"
    )
    assert len(bounds) == 9
    assert all(bound.count("-01 00:00:00+00'") == 2 for (bound,) in bounds)


def test_rows_that_waited_in_the_default_partition_move(query: Query) -> None:
    far = dt.datetime.now(UTC) + dt.timedelta(days=31 * 7)
    query.connection.execute(
        "insert into groundcheck_internal.checks (id, created_at, status, action, reason_code, reason, policy_id,"
        " method, threshold, latency_ms) values (gen_random_uuid(), %s, 'final', 'PASS', 'c', 'r', 1, 'claims', 0, 1)",
        [far],
    )
    where = "select tableoid::regclass::text from groundcheck_internal.checks where created_at = %s"
    assert query.value(where, far) == "groundcheck_internal.checks_default"
    query.value("select groundcheck.ensure_partitions(9)")
    assert query.value(where, far) == far.strftime("groundcheck_internal.checks_y%Ym%m")


def test_ids_carry_their_time(query: Query) -> None:
    before = dt.datetime.now(UTC) - dt.timedelta(milliseconds=1)
    identifiers = [row[0] for row in query.rows("select groundcheck_internal.new_id() from generate_series(1, 200)")]
    assert len(set(identifiers)) == 200
    assert {i.version for i in identifiers} == {7}
    assert {i.variant for i in identifiers} == {"specified in RFC 4122"}
    time = query.value("select groundcheck_internal.id_time(%s)", identifiers[0])
    assert before <= time <= dt.datetime.now(UTC) + dt.timedelta(milliseconds=1)


@pytest.mark.parametrize("status", ["failed", "pending"])
def test_what_was_not_checked_cannot_be_stored_as_pass(query: Query, status: str) -> None:
    with pytest.raises(psycopg.errors.CheckViolation, match="unchecked_never_passes"):
        query.connection.execute(
            "insert into groundcheck_internal.checks (id, created_at, status, action, reason_code, reason, policy_id,"
            " method, threshold, latency_ms) values (gen_random_uuid(), now(), %s, 'PASS', '', '', 1, 'claims', 0, 1)",
            [status],
        )
