"""What doctor says of pg_cron's jobs, by a real pg_cron."""

from __future__ import annotations

import re
from collections.abc import Iterator

import psycopg
import pytest

from groundcheck_db.doctor import Finding, examine
from tests.pg_cron.conftest import wait_for_runs


def jobs(connection: psycopg.Connection) -> Finding:
    (found,) = [finding for finding in examine(connection) if finding.name == "jobs"]
    return found


def test_jobs_that_are_missing_switched_off_or_failing(cron: psycopg.Connection, cron_dsn: str) -> None:
    none = jobs(cron)
    assert (none.ok, none.detail) == (False, "0 scheduled")
    assert "groundcheck.schedule_jobs()" in str(none.advice)

    cron.execute('select groundcheck.schedule_jobs(schedules => \'{"retry": "1 second"}\')')
    wait_for_runs(cron, 1)
    assert jobs(cron).ok is True

    cron.execute("select cron.alter_job(jobid, active => false) from cron.job where jobname like 'groundcheck.drift@%'"
                 " or jobname like 'groundcheck.partitions@%'")  # fmt: skip
    off = jobs(cron)
    assert off.ok is False
    assert "switched off: " in off.detail
    assert "partitions" in off.detail
    cron.execute("select cron.alter_job(jobid, active => true) from cron.job")

    cron.execute("alter function groundcheck.retry_checks rename to retry_checks_away")
    try:
        cron.execute("delete from cron.job_run_details")
        wait_for_runs(cron, 1)
        failing = jobs(cron)
        assert failing.ok is False
        assert "failed at their last run: retry (" in failing.detail
        assert "retry_checks() does not exist" in failing.detail
    finally:
        cron.execute("alter function groundcheck.retry_checks_away rename to retry_checks")


@pytest.fixture
def idle(cron: psycopg.Connection) -> Iterator[None]:
    """pg_cron starts nothing."""
    for value in ("off", "on"):
        cron.execute(f"alter system set cron.launch_active_jobs = {value}".encode())
        cron.execute("select pg_reload_conf()")
        if value == "off":
            yield


@pytest.mark.usefixtures("cron_dsn", "idle")
def test_jobs_that_have_not_run_since_they_were_due(cron: psycopg.Connection) -> None:
    check = "select substr(groundcheck.check('Tea is sold.', array['Tea is sold.']) ->> 'id', 7)"
    backdate = "update groundcheck_internal.checks set created_at = now() - %s::interval where id = %s::uuid"

    before = cron.execute(check).fetchone()
    assert before is not None
    cron.execute(backdate, ["3 hours", before[0]])
    cron.execute("select groundcheck.schedule_jobs(schedules => '{\"drift\": null}')")
    fresh = jobs(cron)
    assert (fresh.ok, fresh.detail) == (True, "6 scheduled")

    after = cron.execute(check).fetchone()
    assert after is not None
    cron.execute(backdate, ["100 minutes", after[0]])
    assert jobs(cron).ok is True
    cron.execute(backdate, ["150 minutes", after[0]])
    silent = jobs(cron)
    assert silent.ok is False
    assert silent.detail == "6 scheduled; due and not run: retry (never), summaries_hourly (never)"
    assert "groundcheck.schedule_jobs()" in str(silent.advice)

    cron.execute(
        "insert into cron.job_run_details (jobid, runid, database, username, command, status, start_time, end_time)"
        " select jobid, jobid, database, username, command, 'succeeded', now() - age, now() - age from cron.job"
        " cross join lateral (select case when jobname like '%retry%' then interval '3 hours' else '1 minute' end)"
        " as a (age)"
    )
    late = jobs(cron)
    assert late.ok is False
    assert re.fullmatch(r"6 scheduled; due and not run: retry \(last [-0-9]{10}T[:0-9]{8}Z\)", late.detail)
    cron.execute("select cron.alter_job(jobid, active => false) from cron.job where jobname like '%retry%'")
    assert jobs(cron).detail == "6 scheduled; switched off: retry"
    cron.execute("delete from groundcheck_internal.checks")
