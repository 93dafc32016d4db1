"""What every public object has: a comment, no rights for PUBLIC, true marks."""

from __future__ import annotations

import pytest

from tests.support import Query

OURS = "pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)"


def test_functions_have_comments(query: Query) -> None:
    assert (
        query.rows(
            f"select oid::regprocedure::text from pg_proc where {OURS} and obj_description(oid, 'pg_proc') is null"
        )
        == []
    )


def test_public_may_execute_nothing(query: Query) -> None:
    assert query.rows(
        "select p.oid::regprocedure::text from pg_proc as p"
        " cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) as a"
        f" where {OURS} and a.grantee = 0"
    ) == []  # fmt: skip


def test_public_may_read_nothing(query: Query) -> None:
    assert query.rows(
        "select c.oid::regclass::text from pg_class as c cross join aclexplode(c.relacl) as a"
        " where c.relnamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace) and a.grantee = 0"
    ) == []  # fmt: skip
    assert query.rows(
        "select n.nspname from pg_namespace as n cross join aclexplode(n.nspacl) as a"
        " where n.nspname like 'groundcheck%%' and a.grantee = 0"
    ) == []  # fmt: skip


@pytest.mark.parametrize("kind", ["r", "p", "v"], ids=["tables", "partitioned tables", "views"])
def test_relations_have_comments(query: Query, kind: str) -> None:
    assert query.rows(
        "select oid::regclass::text from pg_class where relkind = %s and not relispartition"
        " and relnamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)"
        " and relname <> 'alembic_version' and obj_description(oid, 'pg_class') is null",
        kind,
    ) == []  # fmt: skip


def test_columns_of_views_have_comments(query: Query) -> None:
    assert query.rows(
        "select a.attrelid::regclass::text, a.attname from pg_attribute as a join pg_class as c on c.oid = a.attrelid"
        " where c.relkind = 'v' and c.relnamespace = 'groundcheck'::regnamespace and a.attnum > 0"
        " and col_description(a.attrelid, a.attnum) is null"
    ) == []  # fmt: skip


def test_views_run_with_the_readers_rights(query: Query) -> None:
    assert query.rows(
        "select oid::regclass::text from pg_class where relkind = 'v' and relnamespace = 'groundcheck'::regnamespace"
        " and not coalesce(reloptions @> '{security_invoker=true}', false)"
    ) == []  # fmt: skip


def test_only_entry_points_run_with_their_owners_rights_and_settings_pinned(query: Query) -> None:
    definers = (
        "select p.oid::regprocedure::text from pg_proc as p left join groundcheck_internal.entry_points() as e"
        " on e.function_name = p.pronamespace::regnamespace || '.' || p.proname"
    )
    assert query.value(f"select count(*) from ({definers} where {OURS} and p.prosecdef) as d") > 10
    assert query.rows(
        f"{definers} where {OURS} and p.prosecdef <> (coalesce(e.runs_as, 'caller') in ('engine', 'owner'))"
    ) == []  # fmt: skip
    assert query.rows(
        f"{definers} where {OURS} and p.prosecdef"
        " and not coalesce(p.proconfig && array['search_path=pg_catalog, pg_temp'], false)"
    ) == []  # fmt: skip


def test_every_public_function_is_an_entry_point(query: Query) -> None:
    public = "select 'groundcheck.' || p.proname from pg_proc as p where p.pronamespace = 'groundcheck'::regnamespace"
    entry_points = "select e.function_name from groundcheck_internal.entry_points() as e"
    assert query.rows(f"{public} except {entry_points}") == [], "sql/99_privileges.sql says who may call a function"
    assert query.rows(
        f"{entry_points} except select p.pronamespace::regnamespace || '.' || p.proname from pg_proc as p where {OURS}"
    ) == []  # fmt: skip


def test_what_writes_is_volatile_and_not_parallel(query: Query) -> None:
    """A function whose body writes, or calls one that does, says so."""
    writing = (
        "(insert into|update groundcheck|delete from groundcheck|create table|alter table|groundcheck_internal.store_"
        "|groundcheck.check\\(|pg_advisory_xact_lock)"
    )
    assert query.rows(
        f"select oid::regprocedure::text from pg_proc where {OURS} and prosrc ~ %s"
        " and (provolatile <> 'v' or proparallel <> 'u')",
        writing,
    ) == []  # fmt: skip


def test_public_functions_are_the_documented_ones(query: Query) -> None:
    names = {
        row[0]
        for row in query.rows("select distinct proname from pg_proc where pronamespace = 'groundcheck'::regnamespace")
    }
    assert names == {
        "calibrate",
        "check",
        "check_and_wait",
        "check_corpus",
        "check_drift",
        "check_vectors",
        "create_policy",
        "embed",
        "ensure_partitions",
        "evaluate",
        "extract_values",
        "forget",
        "health",
        "label",
        "load_document",
        "passes",
        "purge",
        "purge_job_runs",
        "recheck",
        "recheck_all",
        "refresh_summaries",
        "remove_document",
        "result",
        "retire_policy",
        "retrieve",
        "retry_checks",
        "schedule_jobs",
        "schedule_script",
        "split_claims",
        "tokens",
        "unschedule_jobs",
    }
