"""Checks while an upgrade runs: each ends well or with an error that means "try again", and none is lost."""

from __future__ import annotations

import re
import shutil
import threading
import time
from collections import Counter
from pathlib import Path

import psycopg
import pytest

from groundcheck_db import errors, sqlfiles
from groundcheck_db.migrate import migrate

REVISION = '''"""A revision of a release to come."""

from __future__ import annotations

from groundcheck_db.migrate import refuse_downgrade, run_sibling

revision = "{number}"
down_revision = "{before}"


def upgrade() -> None:
    run_sibling(__file__)


def downgrade() -> None:
    refuse_downgrade()
'''
# The worst that a release can do: every function goes, tables change, one helper comes back under another name.
STATEMENTS = """
do $$
declare
  v_routine text;
begin
  for v_routine in
    select p.oid::regprocedure::text from pg_proc as p
    where p.pronamespace in ('groundcheck'::regnamespace, 'groundcheck_internal'::regnamespace)
      and p.prorettype <> 'trigger'::regtype
  loop
    if v_routine like '%(%' then  -- else it went with another
      execute format('drop routine if exists %s cascade', v_routine);
    end if;
  end loop;
end;
$$;
"""
ADDED = "alter table groundcheck_internal.checks add column added_in_{number} int;"


class Releases:
    """Releases to come: the package's SQL with ever more revisions."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for folder in ("sql", "migrations"):
            shutil.copytree(sqlfiles.database_root() / folder, root / folder)
        self.newest = max(path.stem[:4] for path in (root / "migrations" / "versions").glob("[0-9]*.py"))
        self.helper = "require_object"

    def make(self) -> str:
        number = f"{int(self.newest) + 1:04}"
        versions = self.root / "migrations" / "versions"
        (versions / f"{number}_later.py").write_text(REVISION.format(number=number, before=self.newest))
        (versions / f"{number}_later.sql").write_text(STATEMENTS + ADDED.format(number=number))
        renamed = f"require_object_{number}"
        for path in (self.root / "sql").rglob("*.sql"):
            path.write_text(re.sub(rf"\b{self.helper}\b", renamed, path.read_text()))
        self.newest, self.helper = number, renamed
        return number


@pytest.fixture
def releases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Releases:
    made = Releases(tmp_path)
    monkeypatch.setattr(sqlfiles, "database_root", lambda: tmp_path)
    return made


class Load:
    """Clients that check, each as fast as it can."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn
        self.acknowledged: list[str] = []
        self.actions: Counter[str] = Counter()
        self.failures: Counter[tuple[str, type[errors.DatabaseError]]] = Counter()
        self.running = True
        self.threads = [threading.Thread(target=self.client, args=(number,)) for number in range(4)]

    def client(self, number: int) -> None:
        connection = psycopg.connect(self.dsn, autocommit=True)
        turn = 0
        while self.running:
            turn += 1
            if number == 0:  # one client comes anew each time, the others keep their connection and its plans
                connection.close()
                connection = psycopg.connect(self.dsn, autocommit=True)
            room = 10 * turn + number
            context = [f"Room {room} seats {room + 20} people. It has {room % 7} windows."]
            try:
                if number == 1:
                    connection.execute("select count(*) from groundcheck.audit")
                row = connection.execute(
                    "select groundcheck.check(%s, %s)", [f"Room {room} seats {room + 20} people.", context]
                ).fetchone()
            except psycopg.Error as error:
                self.failures[str(error), type(errors.from_psycopg(error))] += 1
                continue
            assert row is not None
            self.acknowledged.append(row[0]["id"].removeprefix("audit_"))
            self.actions[row[0]["action"]] += 1
        connection.close()

    def __enter__(self) -> Load:
        for thread in self.threads:
            thread.start()
        self.progress()
        return self

    def progress(self) -> None:
        """Wait until each kind of client has got somewhere."""
        target = len(self.acknowledged) + 8
        deadline = time.monotonic() + 60
        while len(self.acknowledged) < target:
            assert time.monotonic() < deadline, f"no check comes through any more: {self.failures}"
            time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self.running = False
        for thread in self.threads:
            thread.join()


def test_checks_during_upgrades(fresh_dsn: str, releases: Releases) -> None:
    with Load(fresh_dsn) as load:
        for _ in range(4):
            before, after = releases.newest, releases.make()
            report = migrate(fresh_dsn)
            assert (report.before, report.after, report.sql_applied) == (before, after, True)
            load.progress()
    assert {kind for _, kind in load.failures} <= {errors.RetryableError}, load.failures
    assert set(load.actions) == {"PASS"}
    with psycopg.connect(fresh_dsn) as connection:
        stored = connection.execute("select id::text from groundcheck.audit").fetchall()
    assert sorted(load.acknowledged) == sorted(row[0] for row in stored)


def test_a_call_that_waited_for_an_upgrade_says_so(fresh_dsn: str) -> None:
    check = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.']) ->> 'action'"
    gate = (sqlfiles.database_root() / "migrations" / "close_gate.sql").read_bytes()
    with psycopg.connect(fresh_dsn, autocommit=True) as waiting, psycopg.connect(fresh_dsn) as upgrading:
        upgrading.execute(gate)
        outcome: list[psycopg.Error] = []

        def call() -> None:
            try:
                waiting.execute(check)
            except psycopg.Error as error:
                outcome.append(error)

        thread = threading.Thread(target=call)
        thread.start()
        blocked = "select exists (select from pg_locks where pid = %s and not granted)"
        while upgrading.execute(blocked, [waiting.info.backend_pid]).fetchone() == (False,):
            time.sleep(0.01)
        upgrading.execute("update groundcheck_internal.installation set applied_at = clock_timestamp()")
        upgrading.commit()
        thread.join()
        (error,) = outcome
        assert isinstance(error, psycopg.errors.SerializationFailure)
        assert error.diag.message_primary == "groundcheck-db was upgraded while this call waited"
        assert error.diag.message_hint == "Try again: the next call runs on the new version."
        assert waiting.execute(check).fetchone() == ("PASS",)


def test_a_transaction_that_does_not_end_keeps_the_upgrade_away(fresh_dsn: str, releases: Releases) -> None:
    number = releases.newest
    releases.make()
    with psycopg.connect(fresh_dsn) as open_end:
        open_end.execute("select groundcheck.check('The shop sells tea.', array['The shop sells tea.'])")
        with pytest.raises(errors.RetryableError, match="keep the upgrade from beginning") as caught:
            migrate(fresh_dsn)
        assert caught.value.sqlstate == "55P03"
        assert str(open_end.info.backend_pid) in caught.value.message
        assert "Nothing was changed" in str(caught.value.hint)
        open_end.commit()
        assert open_end.execute("select version_num from groundcheck_internal.alembic_version").fetchone() == (number,)
    assert migrate(fresh_dsn).changed


def test_an_upgrade_with_nothing_to_do_waits_for_nobody(fresh_dsn: str) -> None:
    with psycopg.connect(fresh_dsn) as open_end:
        open_end.execute("select groundcheck.check('The shop sells tea.', array['The shop sells tea.'])")
        assert not migrate(fresh_dsn).changed


def test_a_database_of_a_newer_release_is_refused(
    fresh_dsn: str, releases: Releases, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = releases.make()
    migrate(fresh_dsn)
    monkeypatch.undo()
    with pytest.raises(errors.NotInstalledError, match=f"the database is at revision {newer}, which") as caught:
        migrate(fresh_dsn)
    assert "pip install --upgrade groundcheck-db" in str(caught.value.hint)
    assert "There are no downgrades" in str(caught.value.hint)
