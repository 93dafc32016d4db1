"""purge() ends retention month by month, forget() leaves no text behind, and neither takes what others still need."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest
from psycopg import sql

from tests.support import Query

MARK = "Zanzibar quarterly"  # in every text that is to go
OLD_PASSAGE = f"The {MARK} report says 48 boats. It is kept in room 7."
SHARED_PASSAGE = "The harbour has 12 cranes. The ferry leaves at noon."
ANSWER = f"The {MARK} report says 49 boats."


def check(connection: psycopg.Connection, answer: str, context: list[str], **parameters: Any) -> str:
    names = "".join(f", {name} => %s" for name in parameters)
    statement = f"select groundcheck.check(%s, %s{names}) ->> 'id'"
    row = connection.execute(statement.encode(), [answer, context, *parameters.values()]).fetchone()
    assert row is not None
    return str(row[0])


def aged_check(connection: psycopg.Connection, age: str, answer: str, context: list[str]) -> str:
    """A check as if made that long ago: the clock that ids are made of is set back for it."""
    connection.execute("select set_config('test.age', %s, true)", [age])
    connection.execute(
        "create or replace function groundcheck_internal.new_id() returns uuid language sql volatile as $$"
        " select (lpad(to_hex((extract(epoch from clock_timestamp() - current_setting('test.age')::interval)"
        "  * 1000)::bigint), 12, '0') || right(replace(gen_random_uuid()::text, '-', ''), 20))::uuid $$"
    )
    made = check(connection, answer, context)
    connection.execute(
        "update groundcheck_internal.passages set created_at = now() - %s::interval where body = any(%s)",
        [age, context],
    )
    return made


def found(connection: psycopg.Connection, text: str) -> list[str]:
    """The columns, of all tables and of the planner's samples, that have the text in any form."""
    places = []
    tables = connection.execute(
        "select c.oid::regclass::text from pg_class as c where c.relkind = 'r'"
        " and c.relnamespace = 'groundcheck_internal'::regnamespace"
    ).fetchall()
    for (table,) in tables:
        rows = sql.SQL("select count(*) from {} as t where strpos(t::text, %s) > 0 or strpos(t::text, %s) > 0")
        row = connection.execute(
            rows.format(sql.SQL(table)),
            [text, text.encode().hex()],
        ).fetchone()
        assert row is not None
        if row[0]:
            places.append(table)
    connection.execute("analyze")
    sampled = connection.execute(
        "select tablename || '.' || attname from pg_stats where schemaname like 'groundcheck%%'"
        " and strpos(pg_stats::text, %s) > 0",
        [text],
    ).fetchall()
    return places + [name for (name,) in sampled]


@pytest.fixture
def owner(db: psycopg.Connection) -> psycopg.Connection:
    db.execute("set local groundcheck.tenant = 'acme'")
    return db


def partitions(connection: psycopg.Connection, schema: str = "groundcheck_internal") -> set[str]:
    return {
        name
        for (name,) in connection.execute(
            "select relname from pg_class where relnamespace = to_regnamespace(%s) and relname ~ '_y\\d+m\\d+$'"
            " and relkind = 'r'",
            [schema],
        )
    }


def month(months_ago: int) -> str:
    now = dt.datetime.now(dt.UTC)
    index = now.year * 12 + now.month - 1 - months_ago
    return f"y{index // 12}m{index % 12 + 1:02}"


def test_purge_drops_old_months_and_what_only_they_had(owner: psycopg.Connection) -> None:
    old = aged_check(owner, "7 months", ANSWER, [OLD_PASSAGE, SHARED_PASSAGE])
    kept = aged_check(owner, "2 months", "The harbour has 12 cranes.", [SHARED_PASSAGE])
    new = aged_check(owner, "0 months", "The harbour has 12 cranes.", [SHARED_PASSAGE])
    owner.execute("select groundcheck.ensure_partitions()")
    assert f"checks_{month(7)}" in partitions(owner)
    assert found(owner, MARK)

    report = Query(owner).value("select groundcheck.purge('6 months')")
    assert {name for name in report["partitions"] if name.startswith("checks_")} == {f"checks_{month(7)}"}
    assert len(report["partitions"]) == 4
    assert (report["passages"], report["sentences"], report["vectors"]) == (1, 2, 2)
    assert f"checks_{month(7)}" not in partitions(owner)
    assert found(owner, MARK) == []
    for check_id in (kept, new):
        document = Query(owner).value("select groundcheck.result(%s)", check_id)
        assert document["audit_details"]["claims"][0]["evidence"][0]["text"] == "The harbour has 12 cranes."
    with pytest.raises(psycopg.DatabaseError) as caught:
        owner.execute("select groundcheck.result(%s)", [old])
    assert caught.value.sqlstate == "GC301"


def test_purge_twice_finds_nothing_more(owner: psycopg.Connection) -> None:
    check(owner, ANSWER, [OLD_PASSAGE])
    for _ in range(2):
        report = Query(owner).value("select groundcheck.purge('1 month')")
        assert (report["partitions"], report["checks_deleted"], report["passages"]) == ([], 0, 0)
    assert Query(owner).value("select count(*) from groundcheck.audit") == 1


def test_purge_takes_labels_jobs_and_the_default_partition(owner: psycopg.Connection) -> None:
    old = aged_check(owner, "7 months", ANSWER, [OLD_PASSAGE])
    owner.execute("select groundcheck.label(%s, 0, true, %s)", [old, f"I know the {MARK}"])
    place = "select tableoid::regclass::text from groundcheck_internal.checks"
    assert Query(owner).value(place) == "groundcheck_internal.checks_default"
    report = Query(owner).value("select groundcheck.purge('6 months')")
    assert (report["partitions"], report["checks_deleted"]) == ([], 1)
    assert found(owner, MARK) == []


def test_purge_to_the_hour(owner: psycopg.Connection) -> None:
    aged_check(owner, "2 hours", ANSWER, [OLD_PASSAGE])
    new = aged_check(owner, "0", "The harbour has 12 cranes.", [SHARED_PASSAGE])
    report = Query(owner).value("select groundcheck.purge('1 hour', whole_months => false)")
    assert report["checks_deleted"] == 1
    assert found(owner, MARK) == []
    assert Query(owner).value("select groundcheck.result(%s) ->> 'action'", new) == "PASS"


def test_purge_archives(owner: psycopg.Connection) -> None:
    aged_check(owner, "7 months", ANSWER, [OLD_PASSAGE])
    owner.execute("select groundcheck.ensure_partitions()")
    owner.execute("create schema old_audit")
    with pytest.raises(psycopg.DatabaseError) as caught, owner.transaction():
        owner.execute("select groundcheck.purge('6 months', archive_schema => 'old_audit')")
    assert caught.value.sqlstate == "GC604"
    owner.execute("grant usage, create on schema old_audit to groundcheck_owner")
    owner.execute("select groundcheck.purge('6 months', archive_schema => 'old_audit')")
    assert found(owner, MARK) == []
    moved = {f"{table}_{month(7)}" for table in ("checks", "claims", "claim_evidence", "check_passages", "passages")}
    assert partitions(owner, "old_audit") == moved
    archived = sql.SQL("select answer from old_audit.{}").format(sql.Identifier(f"checks_{month(7)}"))
    assert owner.execute(archived).fetchall() == [(ANSWER,)]
    archived = sql.SQL("select body from old_audit.{}").format(sql.Identifier(f"passages_{month(7)}"))
    assert owner.execute(archived).fetchall() == [(OLD_PASSAGE,)]


@pytest.mark.parametrize(
    ("call", "sqlstate"),
    [
        ("purge(null)", "GC603"),
        ("purge('-1 day')", "GC603"),
        ("purge('178000000 years')", "GC603"),
        ("purge_job_runs(null)", "GC603"),
        ("purge_job_runs('-1 day')", "GC603"),
        ("retry_checks('178000000 years')", "GC603"),
        ("retry_checks(null)", "GC603"),
        ("retry_checks(most => -1)", "GC606"),
        ("check_drift(2147483647)", "GC606"),
        ("check_drift(-1)", "GC606"),
        ("check_drift(minimum_psi => 'NaN')", "GC606"),
        ("check_drift(minimum_psi => null)", "GC606"),
        ("check_drift(minimum_scores => -1)", "GC606"),
        ("purge('1 day', archive_schema => 'nowhere')", "GC604"),
        ("purge('1 day', archive_schema => 'groundcheck_internal')", "GC604"),
        ("forget()", "GC605"),
        ("forget(check_id => 'x', tenant => 'y')", "GC605"),
        ("forget(check_id => 'audit_0199c0de-0000-7000-8000-000000000000')", "GC301"),
        ("forget(check_id => 'x')", "GC302"),
        ("ensure_partitions(-1)", "GC602"),
        ("ensure_partitions(null)", "GC602"),
    ],
)
def test_what_cannot_be(owner: psycopg.Connection, call: str, sqlstate: str) -> None:
    with pytest.raises(psycopg.DatabaseError) as caught:
        owner.execute(f"select groundcheck.{call}".encode())
    assert caught.value.sqlstate == sqlstate
    assert caught.value.diag.message_hint


@pytest.mark.parametrize("schema", ["groundcheck", "groundcheck_internal"])
def test_purge_into_a_schema_of_ours_asks_for_another(owner: psycopg.Connection, schema: str) -> None:
    with pytest.raises(psycopg.DatabaseError, match=f"{schema} cannot take the archive") as caught:
        owner.execute("select groundcheck.purge('1 day', archive_schema => %s)", [schema])
    hint = str(caught.value.diag.message_hint)
    assert "Give a schema of your own: create schema audit_archive;" in hint
    assert f" {schema} " not in hint


def full_house(connection: psycopg.Connection) -> str:
    """A check with everything that may hold its text."""
    question = f"What does the {MARK} report say?"
    metadata = f'{{"from": "{MARK}"}}'
    first = check(connection, ANSWER, [OLD_PASSAGE, SHARED_PASSAGE], question=question, metadata=metadata)
    check(connection, "The harbour has 12 cranes.", [SHARED_PASSAGE])
    connection.execute("select groundcheck.label(%s, 0, true, %s)", [first, f"I know the {MARK}"])
    connection.execute("select groundcheck.recheck(%s, 'mean_cosine')", [first])
    connection.execute(
        "insert into groundcheck_internal.jobs (task, check_id, policy_id, last_error)"
        " select 'verify', %s, min(id), %s from groundcheck_internal.policies",
        [first.removeprefix("audit_"), f"could not read: {MARK}"],
    )
    return first


def rest_is_whole(connection: psycopg.Connection) -> None:
    rows = connection.execute("select id from groundcheck.audit").fetchall()
    assert len(rows) == 1
    document = Query(connection).value("select groundcheck.result(%s)", str(rows[0][0]))
    assert document["audit_details"]["claims"][0]["evidence"][0]["text"] == "The harbour has 12 cranes."


def test_forget_a_check(owner: psycopg.Connection) -> None:
    first = full_house(owner)
    assert len(found(owner, MARK)) == 6
    report = Query(owner).value("select groundcheck.forget(check_id => %s)", first)
    assert report["checks"] == 2, "the check, and the one that was made of it again"
    assert (report["labels"], report["jobs"], report["passages"]) == (1, 1, 1)
    assert found(owner, MARK) == []
    rest_is_whole(owner)


def test_forget_a_passage(owner: psycopg.Connection) -> None:
    full_house(owner)
    owner.execute("select groundcheck.load_document('reports', 'doc-1', %s)", [OLD_PASSAGE])
    owner.execute("select groundcheck.load_document('reports', 'doc-2', %s)", [SHARED_PASSAGE])
    report = Query(owner).value("select groundcheck.forget(passage => %s)", OLD_PASSAGE)
    assert (report["checks"], report["document_passages"]) == (2, 1)
    assert found(owner, MARK) == []
    rest_is_whole(owner)
    assert Query(owner).rows("select uri from groundcheck_internal.documents") == [("doc-2",)]
    again = Query(owner).value("select groundcheck.forget(passage => %s)", OLD_PASSAGE)
    assert again["checks"] == again["passages"] == 0


def test_forget_a_tenant(owner: psycopg.Connection) -> None:
    full_house(owner)
    owner.execute("select groundcheck.load_document('reports', 'doc-1', %s)", [OLD_PASSAGE])
    owner.execute("select groundcheck.create_policy('zanzibar', '{}')")
    owner.execute("set local groundcheck.tenant = 'other'")
    check(owner, "The harbour has 12 cranes.", [SHARED_PASSAGE])
    report = Query(owner).value("select groundcheck.forget(tenant => 'acme')")
    assert (report["checks"], report["policies"], report["documents"]) == (3, 1, 1)
    assert found(owner, MARK) == []
    assert found(owner, "acme") == []
    rest_is_whole(owner)


def test_the_shared_tenant_keeps_its_policies(query: Query) -> None:
    query.check("Tea is sold.", ["Tea is sold."])
    assert query.value("select groundcheck.forget(tenant => '')")["checks"] == 1
    assert query.check("Tea is sold.", ["Tea is sold."])["action"] == "PASS"


def test_another_tenants_check_is_not_forgotten(owner: psycopg.Connection) -> None:
    first = full_house(owner)
    owner.execute("set local groundcheck.tenant = 'other'")
    with pytest.raises(psycopg.DatabaseError) as caught, owner.transaction():
        owner.execute("select groundcheck.forget(check_id => %s)", [first])
    assert caught.value.sqlstate == "GC301"
    assert Query(owner).value("select groundcheck.forget(passage => %s)", OLD_PASSAGE)["checks"] == 0
    assert found(owner, MARK)


def test_purge_waits_for_open_checks_and_says_so(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as busy, psycopg.connect(fresh_dsn, autocommit=True) as other:
        check(busy, ANSWER, [OLD_PASSAGE])
        with pytest.raises(psycopg.errors.LockNotAvailable, match="open transactions that have run a check") as caught:
            other.execute("select groundcheck.purge('0 days')")
        assert caught.value.diag.message_hint
        busy.commit()
        other.execute("select groundcheck.purge('0 days')")


@pytest.fixture
def stop() -> Iterator[list[bool]]:
    flag: list[bool] = []
    yield flag
    flag.append(True)


def test_no_check_loses_its_evidence_to_a_purge(fresh_dsn: str, stop: list[bool]) -> None:
    """Checks bring back passages that purges are removing; each check keeps the texts that it rests on."""

    def purging() -> int:
        purged = 0
        with psycopg.connect(fresh_dsn, autocommit=True) as connection:
            while not stop:
                connection.execute(
                    "delete from groundcheck_internal.check_passages where created_at < now() - '100 ms'::interval"
                )
                purged += Query(connection).value("select groundcheck.purge('0', null, false)")["passages"]
        return purged

    def checking(seed: int) -> list[str]:
        with psycopg.connect(fresh_dsn, autocommit=True) as connection:
            return [check(connection, "Room 1 seats 21.", [f"Room {n % 3} seats {n % 3 + 20}."]) for n in range(40)]

    with ThreadPoolExecutor(4) as pool:
        purge = pool.submit(purging)
        made = [i for ids in pool.map(checking, range(3)) for i in ids]
        stop.append(True)
        assert purge.result(timeout=60) >= 0
    assert len(set(made)) == 120
    with psycopg.connect(fresh_dsn) as connection:
        assert connection.execute(
            "select count(*) from groundcheck_internal.check_passages as cp where not exists ("
            " select from groundcheck_internal.passages as p where p.hash = cp.passage_hash)"
        ).fetchone() == (0,)
