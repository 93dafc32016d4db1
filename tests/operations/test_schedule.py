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
        ('schedules => \'{"retry": "every now and then"}\'', 'cannot read the schedule of retry: "every now and then"'),
        ('schedules => \'{"retry": "5 minutes"}\'', 'cannot read the schedule of retry: "5 minutes"'),
        ('schedules => \'{"retry": ""}\'', 'cannot read the schedule of retry: ""'),
        ("schedules => '[]'", r"schedules is no JSON object: \[\]"),
        ("schedules => null", "schedules is no JSON object: null"),
        ("keep => '-1 day'", "checks cannot be kept for -1 days"),
        ("keep => '0'", "checks cannot be kept for 00:00:00"),
    ],
)
@pytest.mark.parametrize("call", ["schedule_script", "schedule_jobs"])
def test_wishes_that_cannot_be(query: Query, call: str, wish: str, message: str) -> None:
    """They are refused whether or not pg_cron is there."""
    with pytest.raises(psycopg.Error, match=message) as caught:
        query.connection.execute(f"select groundcheck.{call}({wish})".encode())
    assert caught.value.sqlstate == "GC622"
    assert caught.value.diag.message_hint


def test_script_quotes_what_it_is_given(query: Query) -> None:
    script = query.value(
        """select groundcheck.schedule_script(schedules => '{"retry": "0 * * * * ''); drop table x; --"}')"""
    )
    assert "'0 * * * * ''); drop table x; --'" in script


@pytest.mark.parametrize(
    ("schedule", "pause"),
    [
        ("30 seconds", "1 minute"),
        ("5Seconds", "1 minute"),
        ("*/10 * * * *", "1 hour"),
        (" 5 * * * *", "1 hour"),
        ("@hourly", "1 hour"),
        ("30 2 * * *", "1 day"),
        ("0 0 * * mon", "7 days"),
        ("0 0 $ * *", "62 days"),
        ("0 0 * jan *", "366 days"),
        ("@yearly", "366 days"),
        ("@reboot", None),
    ],
)
def test_longest_pause(query: Query, schedule: str, pause: str | None) -> None:
    same = "select groundcheck_internal.longest_pause(%s) is not distinct from %s::interval"
    assert query.value(same, schedule, pause)


def test_views_of_runs_are_empty_without_pg_cron(query: Query) -> None:
    assert query.rows("select * from groundcheck.job_run") == []
    assert query.value("select groundcheck.purge_job_runs()") == 0
