"""The upkeep without pg_cron: its jobs are functions that anything may call, and wrong wishes are refused."""

from __future__ import annotations

import psycopg
import pytest

from tests.support import Query

JOBS = "select command from groundcheck_internal.usual_jobs(null, true)"


def test_every_job_does_nothing_where_there_is_nothing_to_do(query: Query) -> None:
    jobs = query.rows(JOBS)
    assert len(jobs) >= 3
    before = query.value("select count(*) from groundcheck.audit")
    for _ in range(2):
        for (job,) in jobs:
            query.connection.execute(job.encode())
    assert query.value("select count(*) from groundcheck.audit") == before


@pytest.mark.parametrize("call", ["schedule_jobs", "unschedule_jobs"])
def test_pg_cron_that_is_not_there(query: Query, call: str) -> None:
    if query.value("select exists (select from pg_extension where extname = 'pg_cron')"):
        pytest.skip("pg_cron is installed in this database")
    with pytest.raises(psycopg.Error, match="pg_cron is not installed in database") as caught:
        query.connection.execute(f"select groundcheck.{call}()".encode())
    assert caught.value.sqlstate == "GC621"
    assert "groundcheck-db schedule --cron-dsn" in str(caught.value.diag.message_hint)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ('schedules => \'{"drifts": "0 * * * *"}\'', 'there is no job "drifts"'),
        ("schedules => '{\"retry\": 5}'", "the schedule of retry is no string: 5"),
        ("schedules => '[]'", r"schedules is no JSON object: \[\]"),
        ("schedules => null", "schedules is no JSON object: null"),
        ("keep => '-1 day'", "checks cannot be kept for -1 days"),
        ("keep => '0'", "checks cannot be kept for 00:00:00"),
    ],
)
def test_wishes_that_cannot_be(query: Query, wish: str, message: str) -> None:
    with pytest.raises(psycopg.Error, match=message) as caught:
        query.connection.execute(f"select groundcheck.schedule_script({wish})".encode())
    assert caught.value.sqlstate == "GC622"
    assert caught.value.diag.message_hint


def test_script_quotes_what_it_is_given(query: Query) -> None:
    script = query.value("""select groundcheck.schedule_script(schedules => '{"retry": "''); drop table x; --"}')""")
    assert "'''); drop table x; --'" in script


def test_views_of_runs_are_empty_without_pg_cron(query: Query) -> None:
    assert query.rows("select * from groundcheck.job_run") == []
    assert query.value("select groundcheck.purge_job_runs()") == 0
