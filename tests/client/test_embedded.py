"""Commands without a connection string: the embedded server comes up by itself."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from groundcheck_db.server import EmbeddedServer
from groundcheck_db.target import DATABASE
from tests.commands import Cli

CHECK = ("check", "JSON and CSV export are supported.", "-c", "Export formats supported: JSON, CSV only.")


@pytest.fixture
def empty_env(data_dir: Path) -> dict[str, str]:
    """A data folder with nothing in it."""
    return {"GROUNDCHECK_DATA_DIR": str(data_dir)}


@pytest.fixture(scope="module")
def installed(cli: Cli) -> Iterator[Path]:
    """A data folder with groundcheck-db installed and the server stopped."""
    folder = Path(tempfile.mkdtemp(prefix="gc-"))
    env = {"GROUNDCHECK_DATA_DIR": str(folder)}
    assert cli("migrate", env=env).returncode == 0
    assert cli("server", "stop", env=env).returncode == 0
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def env(installed: Path, data_dir: Path) -> dict[str, str]:
    """A copy of it."""
    subprocess.run(["/bin/cp", "-a", f"{installed}/.", data_dir], check=True)
    return {"GROUNDCHECK_DATA_DIR": str(data_dir)}


def test_first_check_starts_and_installs_and_says_so_on_stderr(
    cli: Cli, empty_env: dict[str, str], data_dir: Path
) -> None:
    first = cli(*CHECK, env=empty_env)
    assert first.returncode == 0, first.stderr
    assert first.stdout.startswith("PASS")
    said = first.stderr
    for part in (str(data_dir), "groundcheck-db server stop", "Installing groundcheck-db"):
        assert part in said
    second = cli(*CHECK, env=empty_env)
    assert (second.returncode, second.stderr) == (0, "")


def test_life_of_the_server(cli: Cli, empty_env: dict[str, str], data_dir: Path) -> None:
    assert cli("server", "status", env=empty_env).returncode == 3
    started = cli("server", "start", env=empty_env)
    assert started.returncode == 0, started.stderr
    assert started.stdout.startswith("postgresql://postgres@/groundcheck?host=")
    status = cli("server", "status", env=empty_env)
    assert status.returncode == 0
    assert str(data_dir) in status.stdout
    assert started.stdout.strip() in status.stdout
    assert cli("server", "stop", env=empty_env).stdout == "Stopped.\n"
    assert cli("server", "stop", env=empty_env).stdout == "It was not running.\n"


def test_checks_are_kept_while_the_server_rests(cli: Cli, env: dict[str, str]) -> None:
    cli(*CHECK, env=env)
    cli("server", "stop", env=env)
    assert cli("psql", "-At", "-c", "select count(*) from groundcheck.audit", env=env).stdout == "1\n"


def test_many_first_commands_at_once(cli: Cli, empty_env: dict[str, str]) -> None:
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _n: cli(*CHECK, env=empty_env), range(4)))
    assert [(each.returncode, each.stderr if each.returncode else "") for each in done] == [(0, "")] * 4


def test_named_database_starts_no_server(cli: Cli, empty_env: dict[str, str], data_dir: Path, dsn: str) -> None:
    assert cli(*CHECK, env={**empty_env, "GROUNDCHECK_DSN": dsn}).returncode == 0
    assert list(data_dir.iterdir()) == []


def test_database_of_another_package_version(cli: Cli, env: dict[str, str]) -> None:
    assert cli(*CHECK, env=env).returncode == 0
    set_version = "update groundcheck_internal.installation set package_version = "
    cli("psql", "-c", f"{set_version} '0.0.1'", env=env)
    older = cli(*CHECK, env=env)
    assert older.returncode == 0
    assert "Installing groundcheck-db" in older.stderr, "an older database is brought up to date"
    cli("psql", "-c", f"{set_version} '99.0'", env=env)
    newer = cli(*CHECK, env=env)
    assert newer.returncode == 2
    assert "99.0" in newer.stderr
    assert "pip install --upgrade" in newer.stderr


def test_server_that_cannot_start_is_one_message_with_the_end_of_the_log(
    cli: Cli, empty_env: dict[str, str], data_dir: Path
) -> None:
    server = EmbeddedServer(data_dir, options={"fsync": "off"})
    server.start()
    server.stop()
    with (server.cluster / "postgresql.conf").open("a") as settings:
        settings.write("max_connections = none\n")
    done = cli(*CHECK, env=empty_env)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "does not start" in done.stderr
    assert "max_connections" in done.stderr
    assert "Traceback" not in done.stderr


def test_printed_connection_string_is_the_database(cli: Cli, env: dict[str, str], data_dir: Path) -> None:
    printed = cli("psql", "--print", env=env)
    assert printed.stdout.strip() == EmbeddedServer(data_dir).dsn(DATABASE)
