"""What doctor says of pg_cron's jobs, by a real pg_cron."""

from __future__ import annotations

import psycopg

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
