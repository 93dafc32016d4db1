"""A role that may not do what it is asked to do is told which of our roles it lacks."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import conninfo, sql

from groundcheck_db import AsyncChecker, Checker, migrate
from groundcheck_db.errors import PrivilegeError
from groundcheck_db.worker import Worker
from tests.commands import Cli


class Stranger:
    """A role that may connect and nothing else, until it is granted more."""

    def __init__(self, superuser: psycopg.Connection, dsn: str) -> None:
        self.superuser = superuser
        self.name = f"stranger_{secrets.token_hex(4)}"
        password = secrets.token_hex(8)
        self._run("create role {} login password {}", sql.Identifier(self.name), sql.Literal(password))
        self.dsn = conninfo.make_conninfo(dsn, user=self.name, password=password)

    def is_granted(self, *roles: str) -> None:
        for role in roles:
            self._run("grant {} to {}", sql.Identifier(role), sql.Identifier(self.name))
        if "groundcheck_owner" not in roles:
            self._run("alter role {} set groundcheck.tenant = 'acme'", sql.Identifier(self.name))

    def goes(self) -> None:
        self._run("drop role {}", sql.Identifier(self.name))

    def _run(self, statement: str, *names: sql.Composable) -> None:
        self.superuser.execute(sql.SQL(statement).format(*names))


@pytest.fixture
def stranger(fresh_dsn: str, server_dsn: str) -> Iterator[Stranger]:
    with psycopg.connect(server_dsn, autocommit=True) as superuser:
        role = Stranger(superuser, fresh_dsn)
        yield role
        role.goes()


def hint_of(caught: pytest.ExceptionInfo[PrivilegeError]) -> str:
    assert caught.value.sqlstate == "42501"
    return str(caught.value.hint)


@pytest.mark.parametrize("granted", [(), ("groundcheck_checker",), ("groundcheck_reader",)])
def test_checker(stranger: Stranger, granted: tuple[str, ...]) -> None:
    stranger.is_granted(*granted)
    with pytest.raises(PrivilegeError) as caught:
        Checker(stranger.dsn).open()
    assert "grant groundcheck_checker, groundcheck_worker to" in hint_of(caught)


def test_async_checker(stranger: Stranger) -> None:
    async def check() -> None:
        async with AsyncChecker(stranger.dsn) as checker:
            await checker.check("The shop sells tea.", ["The shop sells tea."])

    with pytest.raises(PrivilegeError) as caught:
        asyncio.run(check())
    assert "grant groundcheck_checker, groundcheck_worker to" in hint_of(caught)


def test_what_the_hint_says_is_enough_for_a_checker(stranger: Stranger) -> None:
    stranger.is_granted("groundcheck_checker", "groundcheck_worker")
    with Checker(stranger.dsn) as checker:
        assert checker.check("The shop sells tea.", ["The shop sells tea."]).passed


def test_worker(stranger: Stranger, cli: Cli) -> None:
    with pytest.raises(PrivilegeError) as caught:
        Worker(stranger.dsn).run()
    assert "grant groundcheck_worker to" in hint_of(caught)

    done = cli("worker", "--dsn", stranger.dsn, "--until-empty")
    assert done.returncode == 2
    assert "grant groundcheck_worker to" in done.stderr
    assert "started" not in done.stderr
    assert json.loads(done.stderr.splitlines()[0])["event"] == "connecting"

    stranger.is_granted("groundcheck_worker")
    assert cli("worker", "--dsn", stranger.dsn, "--until-empty").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "lacking", "enough"),
    [
        (["check", "The shop sells tea.", "--context", "The shop sells tea."], "groundcheck_checker", True),
        (["doctor"], "groundcheck_reader", True),
        (["models", "list"], "groundcheck_owner", True),
        (["schedule"], "groundcheck_owner", False),
        (["load", "FOLDER"], "groundcheck_owner", True),
        (["fit", "FOLDER", "--scorer", "mine", "--files", "x"], "groundcheck_owner", False),
    ],
)
def test_commands(
    stranger: Stranger, cli: Cli, tmp_path: Path, arguments: list[str], lacking: str, enough: bool
) -> None:
    (tmp_path / "tea.md").write_text("The shop sells tea.")
    (tmp_path / "x.jsonl").write_text(
        '{"id": 1, "context": ["It sells tea."], "answer": "It sells tea.", "label": 1}\n'
    )
    command = [str(tmp_path) if argument == "FOLDER" else argument for argument in arguments]
    for granted in ([], ["groundcheck_admin"] if lacking == "groundcheck_owner" else []):
        stranger.is_granted(*granted)
        done = cli(*command, "--dsn", stranger.dsn)
        assert done.returncode == 2
        assert "permission denied" in done.stderr
        assert f" {lacking}" in done.stderr.partition("Hint: ")[2]
    stranger.is_granted(lacking)
    done = cli(*command, "--dsn", stranger.dsn)
    assert "permission denied" not in done.stderr
    assert "Hint: This is for" not in done.stderr
    if enough:
        assert "Error" not in done.stderr


def test_migrate(stranger: Stranger, empty_dsn: str) -> None:
    name = conninfo.conninfo_to_dict(empty_dsn)["dbname"]
    for dsn in (stranger.dsn, conninfo.make_conninfo(stranger.dsn, dbname=name)):
        with pytest.raises(PrivilegeError) as caught:
            migrate.migrate(dsn)
        assert hint_of(caught)
