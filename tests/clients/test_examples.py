"""The examples for clients, run as they stand, and what the README shows of them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import conninfo, sql

from tests.programs import run_program
from tests.support import lacking

EXAMPLES = Path(__file__).parent / "examples"
README = Path(__file__).parents[2] / "README.md"
CSV = b"""id,question,context,answer
1,How many rooms?,"{The house has 12 rooms.}",The house has 12 rooms.
2,How many rooms?,"{The house has 12 rooms.}",The house has 15 rooms.
3,,"{}",The house has a garden.
"""


@pytest.fixture
def app_dsn(server_dsn: str, fresh_dsn: str) -> Iterator[str]:
    """The DSN of a role that may check and read and has tables of its own, as an application would."""
    name = str(conninfo.conninfo_to_dict(fresh_dsn)["dbname"])
    role = f"app_{name}"
    with psycopg.connect(server_dsn, autocommit=True, dbname=name) as connection:
        for statement in (
            "create role {} login password 'app'",
            "grant groundcheck_checker, groundcheck_reader to {}",
            "grant create on schema public to {}",
            "alter role {} set groundcheck.tenant = 'acme'",
        ):
            connection.execute(sql.SQL(statement).format(sql.Identifier(role)))
        yield conninfo.make_conninfo(fresh_dsn, user=role, password="app")  # noqa: S106
        for statement in ("drop owned by {} cascade", "drop role {}"):
            connection.execute(sql.SQL(statement).format(sql.Identifier(role)))


def audited(dsn: str) -> list[tuple[str, str]]:
    """Answer and action of all checks that the application sees."""
    with psycopg.connect(dsn) as connection:
        return connection.execute("select answer, action from groundcheck.audit order by created_at").fetchall()


def run_example(command: list[str], dsn: str, folder: Path) -> str:
    done = subprocess.run(
        command, env={**os.environ, "DSN": dsn}, cwd=folder, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.strip()


@pytest.mark.parametrize("example", sorted(path.name for path in EXAMPLES.glob("*.py")))
def test_python(app_dsn: str, example: str) -> None:
    for _ in range(2):
        assert run_example([sys.executable, example], app_dsn, EXAMPLES) == "PASS"
    assert audited(app_dsn) == [("It has 12 rooms.", "PASS")] * 2


@pytest.fixture(scope="session")
def node_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example for Node and what it needs."""
    npm = shutil.which("npm")
    if npm is None:
        lacking("node", "npm is not installed")
    folder = tmp_path_factory.mktemp("node")
    for name in ("package.json", "node_check.mjs"):
        shutil.copy(EXAMPLES / name, folder)
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--cache", str(folder / "cache")]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        lacking("node", f"npm could not install pg: {done.stderr[-300:]}")
    return folder


def test_node(app_dsn: str, node_folder: Path) -> None:
    assert run_example(["node", "node_check.mjs"], app_dsn, node_folder) == "PASS"
    assert audited(app_dsn) == [("It has 12 rooms.", "PASS")]


def insert(dsn: str, answer: str, context: list[str]) -> tuple[bool, str]:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(
            "insert into message (answer, context) values (%s, %s) returning shown, check_id", [answer, context]
        ).fetchone()
        assert row is not None
        return row


def test_trigger_that_flags(app_dsn: str) -> None:
    run_program("psql", app_dsn, "--file", EXAMPLES / "flag_messages.sql")
    assert insert(app_dsn, "The house has 12 rooms.", ["The house has 12 rooms."])[0] is True
    shown, check_id = insert(app_dsn, "The house has 15 rooms.", ["The house has 12 rooms."])
    assert shown is False
    assert insert(app_dsn, "The house has 15 rooms.", [])[0] is False
    with psycopg.connect(app_dsn) as connection:
        row = connection.execute("select groundcheck.result(%s) ->> 'action'", [check_id]).fetchone()
        assert row == ("REJECT",)
        connection.execute("update message set answer = 'The house has 12 rooms.' where not shown and context <> '{}'")
        assert connection.execute("select count(*) from message where shown").fetchone() == (2,)
    assert len(audited(app_dsn)) == 4


def test_trigger_that_blocks(app_dsn: str) -> None:
    run_program("psql", app_dsn, "--file", EXAMPLES / "flag_messages.sql", "--file", EXAMPLES / "block_messages.sql")
    assert insert(app_dsn, "The house has 12 rooms.", ["The house has 12 rooms."])[0] is True
    with pytest.raises(psycopg.errors.CheckViolation, match="15 rooms"):
        insert(app_dsn, "The house has 15 rooms.", ["The house has 12 rooms."])
    assert audited(app_dsn) == [("The house has 12 rooms.", "PASS")]


def test_file_of_answers(app_dsn: str) -> None:
    done = run_program(
        "psql", app_dsn, "--quiet", "--no-align", "--tuples-only", "--file", EXAMPLES / "check_all.sql", stdin=CSV
    )
    assert done.stdout.decode().split() == ["1|PASS", "2|REJECT", "3|REJECT"]
    assert len(audited(app_dsn)) == 3


def test_what_the_readme_shows_is_what_runs() -> None:
    section = README.read_text(encoding="utf-8").split("### Poolers and drivers\n")[1].split("\n## ")[0]
    section = section.split("\n### ")[0]
    shown = re.findall(r"```(?:python|js|sql)\n(.*?)```", section, re.DOTALL)
    assert len(shown) >= 6
    examples = [textwrap.dedent(path.read_text(encoding="utf-8")) for path in EXAMPLES.iterdir() if path.is_file()]
    lines = {line.strip() for example in examples for line in example.splitlines()}
    for block in shown:
        assert [line for line in block.splitlines() if line.strip() not in lines] == []
