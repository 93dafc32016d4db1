"""health(): each thing that can be amiss is found, with what to do; a sound installation has nothing to say."""

from __future__ import annotations

import pytest

from tests.support import Query

SOUND = {
    "server", "pgvector", "pgvector schema", "installation", "encoder", "vectors", "policies", "queue", "dead jobs",
    "partitions", "default partition",
}  # fmt: skip


def row_of(query: Query, name: str) -> tuple[bool | None, str, str | None]:
    (found,) = query.rows("select ok, detail, advice from groundcheck.health() where name = %s", name)
    return found


@pytest.fixture(autouse=True)
def new_pgvector(query: Query) -> None:
    """Whatever version the server has, the tests begin with one that nothing is said of."""
    query.connection.execute("update pg_extension set extversion = '0.8.4' where extname = 'vector'")


def test_a_sound_installation(query: Query) -> None:
    rows = query.rows("select name, ok, detail, advice from groundcheck.health()")
    assert len({row[0] for row in rows}) == len(rows)
    assert [row for row in rows if row[1] is False] == []
    assert {row[0] for row in rows if row[1]} - {"jit"} >= SOUND
    assert all(row[2] for row in rows)
    assert all((row[3] is None) == (row[1] is True) for row in rows), "advice where it is not simply well"


def test_it_reads_only(query: Query) -> None:
    query.connection.execute("set transaction read only")
    assert len(query.rows("select * from groundcheck.health()")) > len(SOUND)


# What is done to the database, the row that notices, what it says of it, what it advises.
DAMAGE = [
    (
        "update pg_extension set extversion = '0.8.3' where extname = 'vector'",
        "pgvector",
        "0.8.3",
        "alter extension vector update",
    ),
    (
        "update pg_extension set extversion = '0.8.3-beta' where extname = 'vector'",
        "pgvector",
        "0.8.3-beta",
        "alter extension",
    ),
    (
        "create schema moved; alter extension vector set schema moved",
        "pgvector schema",
        "moved",
        "groundcheck-db migrate",
    ),
    ("delete from groundcheck_internal.token_vectors", "encoder", "0 token vectors", "groundcheck-db migrate"),
    ("select groundcheck.retire_policy('default')", "policies", "in use", "create_policy('default')"),
    (
        "select groundcheck.load_document('manual', 'a.md', 'The lid opens to the left.');"
        " delete from groundcheck_internal.collection_passages",
        "vectors",
        "1 passages of collections have none",
        "groundcheck-db load",
    ),
    (
        "insert into groundcheck_internal.checks (id, created_at, status, action, reason_code, reason, policy_id,"
        " method, threshold, latency_ms)"
        " values (gen_random_uuid(), '2001-01-01', 'final', 'PASS', 'supported', '', 1, 'claims', 0.5, 1)",
        "default partition",
        "rows in checks_default",
        "ensure_partitions",
    ),
    (
        "do $$ begin execute format('drop table groundcheck_internal.%I', 'claims' ||"
        " to_char((now() + interval '1 month') at time zone 'UTC', '\"_y\"YYYY\"m\"MM')); end $$",
        "partitions",
        "missing of claims",
        "ensure_partitions()",
    ),
]
JOB = (
    "insert into groundcheck_internal.jobs (task, check_id, policy_id, created_at, dead_at, last_error)"
    " values ('verify', gen_random_uuid(), 1, now() - interval '{age}', {dead}, 'it broke')"
)
DAMAGE += [
    (
        JOB.format(age="11 minutes", dead="null"),
        "queue",
        "1 checks wait for the verifier, the oldest for 00:11:00",
        "groundcheck-db worker",
    ),
    (JOB.format(age="1 second", dead="null"), "workers", "0 alive", "start groundcheck-db worker"),
    (JOB.format(age="1 day", dead="now()"), "dead jobs", "1 checks could not be verified", "last_error says why"),
]


@pytest.mark.parametrize(("damage", "name", "detail", "advice"), DAMAGE, ids=[case[1] for case in DAMAGE])
def test_damage_is_noticed(query: Query, damage: str, name: str, detail: str, advice: str) -> None:
    assert row_of(query, name)[0] is not False
    query.connection.execute(damage.encode())
    ok, found, advised = row_of(query, name)
    assert ok is False
    assert detail in found
    assert advice in str(advised)


def test_a_worker_that_is_heard_of(query: Query) -> None:
    query.connection.execute(JOB.format(age="1 second", dead="null").encode())
    query.connection.execute(
        "insert into groundcheck_internal.workers (id, model_id)"
        " select 'w1', id from groundcheck_internal.models limit 1"
    )
    ok, detail, _ = row_of(query, "workers")
    assert (ok, detail.startswith("1 alive, last heard of 2")) == (True, True)
    query.connection.execute("update groundcheck_internal.workers set seen_at = now() - interval '2 minutes'")
    assert row_of(query, "workers")[0] is False


def test_jit_is_no_fault_but_worth_a_word(query: Query) -> None:
    query.connection.execute("set local jit = on")
    assert row_of(query, "jit")[0] is None
    query.connection.execute("set local jit = off")
    assert row_of(query, "jit")[0] is True


def test_passages_without_a_word_need_no_vector(query: Query) -> None:
    query.connection.execute("select groundcheck.load_document('manual', 'b.md', '....')")
    assert row_of(query, "vectors")[0] is True
