"""Jobs by a real pg_cron: made, run, changed and removed."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Iterator

import psycopg
import pytest
from psycopg import conninfo, sql

from tests.commands import Cli
from tests.pg_cron.conftest import HOME, wait_for_runs

JOBS = "select jobname, schedule, command, database, username, active from cron.job order by jobname"


def every_second(connection: psycopg.Connection) -> str:
    rows = connection.execute("select job from groundcheck_internal.usual_jobs(null, true)").fetchall()
    return json.dumps({job: "1 second" for (job,) in rows})


def schedule(connection: psycopg.Connection, schedules: str = "{}", keep: str | None = None) -> list[str]:
    rows = connection.execute(
        "select job from groundcheck.schedule_jobs(%s::interval, %s::jsonb)", [keep, schedules]
    ).fetchall()
    return [job for (job,) in rows]


def test_every_job_runs_with_nothing_to_do(cron: psycopg.Connection, cron_dsn: str) -> None:
    jobs = schedule(cron, every_second(cron))
    assert len(jobs) >= 3
    ended = wait_for_runs(cron, len(jobs))
    assert {status for _, status, _ in ended} == {"succeeded"}, ended
    seen = cron.execute(
        "select job, ran_as, seconds < 60 from groundcheck.job_run where status = 'succeeded'"
    ).fetchall()
    assert {(job, "postgres", True) for job in jobs} == set(seen)


def test_usual_schedules_are_taken(cron: psycopg.Connection, cron_dsn: str) -> None:
    jobs = schedule(cron, keep="400 days")
    rows = cron.execute(JOBS).fetchall()
    assert {row[0] for row in rows} == {f"groundcheck.{job}@{HOME}" for job in jobs}
    assert {row[3:] for row in rows} == {(HOME, "postgres", True)}


def test_again_changes_nothing_and_other_wishes_only_what_they_name(cron: psycopg.Connection, cron_dsn: str) -> None:
    schedule(cron)
    first = cron.execute(JOBS).fetchall()
    schedule(cron)
    assert cron.execute(JOBS).fetchall() == first
    schedule(cron, '{"retry": "7 * * * *", "job_runs": null}')
    changed = {row[0]: row[1] for row in cron.execute(JOBS).fetchall()}
    usual = {row[0]: row[1] for row in first}
    del usual[f"groundcheck.job_runs@{HOME}"]
    assert changed == usual | {f"groundcheck.retry@{HOME}": "7 * * * *"}
    schedule(cron)
    assert cron.execute(JOBS).fetchall() == first


def test_removed_twice_and_other_jobs_stay(cron: psycopg.Connection, cron_dsn: str) -> None:
    cron.execute("select cron.schedule('groundcheck of mine', '0 0 1 1 *', 'select 1')")
    jobs = schedule(cron)
    assert cron.execute("select groundcheck.unschedule_jobs()").fetchone() == (len(jobs),)
    assert cron.execute("select groundcheck.unschedule_jobs()").fetchone() == (0,)
    assert [row[0] for row in cron.execute(JOBS).fetchall()] == ["groundcheck of mine"]


def test_schedule_that_pg_cron_cannot_read(cron: psycopg.Connection, cron_dsn: str) -> None:
    with pytest.raises(psycopg.Error, match="cannot read the schedule of retry") as caught:
        schedule(cron, '{"retry": "every now and then"}')
    assert caught.value.sqlstate == "GC622"
    assert cron.execute(JOBS).fetchall() == []


def schedules() -> list[str]:
    """Schedules that are right, almost right and wrong: by hand, and put together from right and wrong parts."""
    chance = random.Random(20_261_201)
    bounds = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 7)]
    names = ["", "", "", "jan FEB Dec janx", "sun MON Sat sunday"]

    def part(low: int, high: int, words: str) -> str:
        number = [str(chance.randint(low, high)) for _ in range(2)]
        odd = chance.choice([str(low - 1), str(high + 1), "007", "x", "", "L", "?", "$", "é", "-1", *words.split()])
        text = chance.choice(["*", "*", number[0], "-".join(number), odd if chance.random() < 0.3 else number[1]])
        if chance.random() < 0.2:
            text += "/" + chance.choice(["1", "2", "7", "12", "23", "59", "60", "0", "05", "2-3", "x", ""])
        return text

    def field(place: int) -> str:
        text = ",".join(part(*bounds[place], names[place]) for _ in range(chance.choice([1, 1, 1, 2, 3])))
        return text + (chance.choice([",", ";", "#2", "x", "$", "*", "-", "/", "\r"]) if chance.random() < 0.1 else "")

    return [
        *(chance.choice([" ", "  ", "\t"]).join(map(field, range(5))) for _ in range(3000)),
        *(" ".join(map(field, range(4))) for _ in range(100)),
        "", " ", "*", "@", "@daily", "@Daily", " @hourly x", "@reboot", "@every 5m", "# at night",
        "# at night\n0 2 * * *", "\n* * * * *", "* * * * *\n", "*\n* * * *",
        "0 0 $ * *", "0 0 $x * *", "0 0 1,$ * *", "$ 0 * * *", "0 0 * $ *",
        "30 seconds", "1 second", "60 seconds", "0 seconds", "-1 seconds", "+5 seconds", "30seconds", " 30\tSECONDS ",
        "30 second ", "30 sec", "30 seconds x", "030 seconds", "1.5 seconds", "5 minutes", "0 6 * * 1 " + "x" * 1000,
        "*" + ",1" * 400 + " * * * *", "0 6 * * 5#2", "0 6 * * 7", "0 6 * * 8", "5-1 * * * *", "*/59 * * * *",
        "*/60 * * * *",
    ]  # fmt: skip


def test_schedules_are_refused_exactly_where_pg_cron_refuses_them(cron: psycopg.Connection, cron_dsn: str) -> None:
    cron.execute(
        "create function pg_temp.is_taken(schedule text) returns boolean language plpgsql as $$ begin"
        " perform cron.unschedule(cron.schedule('a trial', schedule, 'select 1')); return true;"
        " exception when invalid_parameter_value then return false; end $$"
    )
    rows = cron.execute(
        "select s, pg_temp.is_taken(s), groundcheck_internal.is_schedule(s) from unnest(%s::text[]) as s",
        [sorted(set(schedules()))],
    ).fetchall()
    assert [row for row in rows if row[1] is not row[2]] == []
    assert {taken for _, taken, _ in rows} == {True, False}


def test_failing_job_is_seen(cron: psycopg.Connection, cron_dsn: str) -> None:
    cron.execute("alter function groundcheck.retry_checks rename to retry_checks_away")
    try:
        schedule(cron, '{"retry": "1 second"}')
        wait_for_runs(cron, 1)
        row = cron.execute(
            "select message, ended_at is not null from groundcheck.job_run where status = 'failed'"
        ).fetchone()
        assert row is not None
        assert "retry_checks() does not exist" in row[0]
        assert row[1]
    finally:
        cron.execute("alter function groundcheck.retry_checks_away rename to retry_checks")


def test_old_records_of_our_runs_go(cron: psycopg.Connection, cron_dsn: str) -> None:
    cron.execute("select cron.schedule('of mine', '1 second', 'select 1')")
    schedule(cron, '{"retry": "1 second"}')
    wait_for_runs(cron, 2)
    cron.execute("select cron.unschedule(jobid) from cron.job")
    assert cron.execute("select groundcheck.purge_job_runs()").fetchone() == (0,)
    row = cron.execute("select groundcheck.purge_job_runs('0 s')").fetchone()
    assert row is not None
    assert row[0] >= 1
    left = cron.execute("select distinct command from cron.job_run_details where end_time is not null").fetchall()
    assert left == [("select 1",)]


@pytest.fixture
def owner(cron: psycopg.Connection, cron_home: str) -> Iterator[str]:
    """The DSN, in pg_cron's database, of a role that is a member of the owner and no superuser."""
    role = f"upkeep_{secrets.token_hex(4)}"
    cron.execute(sql.SQL("create role {} login").format(sql.Identifier(role)))
    yield conninfo.make_conninfo(cron_home, user=role)
    cron.execute("select cron.unschedule(jobid) from cron.job")
    cron.execute(sql.SQL("drop owned by {0}; drop role {0}").format(sql.Identifier(role)))


@pytest.mark.usefixtures("cron_dsn")
class TestRoles:
    def test_role_that_may_not_use_pg_cron(self, cron: psycopg.Connection, owner: str) -> None:
        self.grant(cron, owner, "grant usage on schema groundcheck, groundcheck_internal to {}")
        self.grant(cron, owner, "grant execute on all functions in schema groundcheck, groundcheck_internal to {}")
        with psycopg.connect(owner) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege) as caught:
            schedule(connection)
        assert "grant usage on schema cron to" in str(caught.value.diag.message_hint)

    def test_role_without_the_owners_rights(self, cron: psycopg.Connection, owner: str) -> None:
        self.grant(cron, owner, "grant usage on schema cron, groundcheck, groundcheck_internal to {}")
        self.grant(cron, owner, "grant execute on all functions in schema groundcheck, groundcheck_internal to {}")
        with psycopg.connect(owner) as connection, pytest.raises(psycopg.Error, match="cannot run the jobs") as caught:
            schedule(connection)
        assert caught.value.sqlstate == "GC623"
        assert "grant groundcheck_owner to" in str(caught.value.diag.message_hint)

    @staticmethod
    def grant(connection: psycopg.Connection, dsn: str, statement: str) -> None:
        role = sql.Identifier(str(conninfo.conninfo_to_dict(dsn)["user"]))
        connection.execute(sql.SQL(statement).format(role))


class TestAnotherDatabase:
    """pg_cron lives in groundcheck_cron, groundcheck-db in a database beside it."""

    @pytest.mark.usefixtures("cron")
    def test_the_call_says_where_it_lives_and_what_to_do(self, fresh_dsn: str) -> None:
        with psycopg.connect(fresh_dsn) as connection, pytest.raises(psycopg.Error) as caught:
            schedule(connection)
        assert caught.value.sqlstate == "GC621"
        assert HOME in str(caught.value.diag.message_hint)
        assert "schedule_script" in str(caught.value.diag.message_hint)

    def test_the_script_makes_jobs_that_run_there(self, cron: psycopg.Connection, fresh_dsn: str) -> None:
        with psycopg.connect(fresh_dsn, autocommit=True) as connection:
            connection.execute("drop table groundcheck_internal.checks_default")
            wanted = every_second(connection)
            row = connection.execute("select groundcheck.schedule_script(null, %s::jsonb)", [wanted]).fetchone()
            assert row is not None
            for _ in range(2):
                cron.execute(row[0])
            jobs = cron.execute(JOBS).fetchall()
            assert len(jobs) == len(json.loads(wanted))
            ended = wait_for_runs(cron, len(jobs))
            assert {status for _, status, _ in ended} == {"succeeded"}, ended
            made = connection.execute("select to_regclass('groundcheck_internal.checks_default')").fetchone()
            assert made != (None,)
            assert connection.execute("select * from groundcheck.job_run").fetchall() == []
            row = connection.execute("select groundcheck.schedule_script(remove => true)").fetchone()
            assert row is not None
            cron.execute(row[0])
        assert cron.execute(JOBS).fetchall() == []

    @pytest.mark.usefixtures("cron_dsn")
    def test_databases_do_not_take_each_others_jobs(self, cron: psycopg.Connection, fresh_dsn: str) -> None:
        here = schedule(cron)
        with psycopg.connect(fresh_dsn) as connection:
            row = connection.execute("select groundcheck.schedule_script()").fetchone()
            assert row is not None
            cron.execute(row[0])
        assert len(cron.execute(JOBS).fetchall()) == 2 * len(here)
        assert cron.execute("select groundcheck.unschedule_jobs()").fetchone() == (len(here),)
        assert len(cron.execute(JOBS).fetchall()) == len(here)

    def test_the_command(self, cron: psycopg.Connection, cron_home: str, fresh_dsn: str, cli: Cli) -> None:
        where = ["--dsn", fresh_dsn, "--cron-dsn", cron_home]
        done = cli("schedule", *where, "--at", "retry=5 minutes")
        assert done.returncode == 2
        assert 'cannot read the schedule of retry: "5 minutes"' in done.stderr
        done = cli("schedule", *where, "--at", "retry=*/5 * * * *", "--at", "job_runs=")
        assert done.returncode == 0, done.stderr
        jobs = {row[0].split("@")[0]: row[1] for row in cron.execute(JOBS).fetchall()}
        assert jobs["groundcheck.retry"] == "*/5 * * * *"
        assert "groundcheck.job_runs" not in jobs
        done = cli("schedule", *where, "--remove")
        assert done.returncode == 0, done.stderr
        assert cron.execute(JOBS).fetchall() == []

    def test_script_in_a_database_without_pg_cron(self, fresh_dsn: str, empty_dsn: str) -> None:
        with psycopg.connect(fresh_dsn) as connection, psycopg.connect(empty_dsn, autocommit=True) as other:
            row = connection.execute("select groundcheck.schedule_script()").fetchone()
            assert row is not None
            with pytest.raises(psycopg.Error, match="pg_cron is not installed in database") as caught:
                other.execute(row[0])
            assert caught.value.sqlstate == "GC621"
