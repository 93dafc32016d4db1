"""The embedded server, by what can go wrong with it."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg
import pytest

from groundcheck_db import account
from groundcheck_db.postmaster import TEMPORARY
from groundcheck_db.server import EmbeddedServer, ServerError

FAST = {"fsync": "off"}
START = """
import sys
from groundcheck_db.server import EmbeddedServer
server = EmbeddedServer(sys.argv[1], options={"fsync": "off"})
server.start()
print(server.status().pid)
"""


def server_in(folder: Path, version: int = 18, **options: str) -> EmbeddedServer:
    return EmbeddedServer(folder, version, options={**FAST, **options})


def start_process(folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", START, str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)


def pid_of(server: EmbeddedServer) -> int:
    pid = server.status().pid
    assert pid is not None
    return pid


def ask(server: EmbeddedServer, statement: str) -> object:
    with psycopg.connect(server.dsn("postgres"), autocommit=True) as connection:
        row = connection.execute(statement.encode()).fetchone()
        return None if row is None else row[0]


def run(server: EmbeddedServer, statement: str) -> None:
    with psycopg.connect(server.dsn("postgres"), autocommit=True) as connection:
        connection.execute(statement.encode())


@pytest.mark.parametrize("version", [16, 18])
class TestEachVersion:
    def test_it_is_that_version_with_pgvector_in_utf8(self, data_dir: Path, version: int) -> None:
        server = server_in(data_dir, version)
        server.start()
        assert ask(server, "select current_setting('server_version_num')::int / 10000") == version
        assert (
            ask(server, "select pg_encoding_to_char(encoding) from pg_database where datname = 'template1'") == "UTF8"
        )
        run(server, "create extension vector")
        assert ask(server, "select '[3,4]'::vector <-> '[0,0]'") == 5

    def test_data_outlive_the_server(self, data_dir: Path, version: int) -> None:
        server = server_in(data_dir, version)
        server.start()
        run(server, "create table kept as select 42 as n")
        assert server.stop()
        assert not server.status().running
        server.start()
        assert ask(server, "select n from kept") == 42


def test_sorts_and_folds_by_the_built_in_locale(data_dir: Path) -> None:
    server = server_in(data_dir)
    server.start()
    assert (
        ask(server, "select datlocprovider::text || datlocale from pg_database where datname = 'postgres'")
        == "bC.UTF-8"
    )
    assert ask(server, "select lower('ÄÉ')") == "äé"


def test_both_versions_live_beside_each_other(data_dir: Path) -> None:
    old, new = server_in(data_dir, 16), server_in(data_dir, 18)
    old.start()
    new.start()
    assert ask(old, "show server_version_num") != ask(new, "show server_version_num")


def test_nothing_listens_on_the_network_and_folders_are_private(data_dir: Path) -> None:
    server = server_in(data_dir)
    server.start()
    assert ask(server, "show listen_addresses") == ""
    assert not psutil.Process(pid_of(server)).net_connections("inet")
    for folder in (server.cluster, server.status().socket_dir):
        assert folder is not None
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_starting_twice_changes_nothing(data_dir: Path) -> None:
    said: list[str] = []
    server = EmbeddedServer(data_dir, options=FAST, notify=said.append)
    server.start()
    first = pid_of(server)
    assert len(said) == 2, said
    server.start()
    assert pid_of(server) == first
    assert len(said) == 2, "told of a start that did not happen"


def test_stopping_what_does_not_run_says_so(data_dir: Path) -> None:
    server = server_in(data_dir)
    assert server.stop() is False
    server.start()
    assert server.stop() is True
    assert server.stop() is False
    with pytest.raises(ServerError, match="is not running"):
        server.dsn()


def test_many_processes_start_one_server(data_dir: Path) -> None:
    starting = [start_process(data_dir) for _ in range(20)]
    pids = {process.communicate(timeout=120)[0].strip() for process in starting}
    assert [process.returncode for process in starting] == [0] * 20
    assert pids == {str(pid_of(server_in(data_dir)))}


class TestAfterACrash:
    def test_killed_server(self, data_dir: Path) -> None:
        server = server_in(data_dir)
        server.start()
        run(server, "create table kept as select 42 as n")
        os.kill(pid_of(server), signal.SIGKILL)
        server.start()
        assert ask(server, "select n from kept") == 42

    @pytest.mark.parametrize("status", ["ready", "starting"])
    def test_process_id_that_now_belongs_to_another_program(self, data_dir: Path, status: str) -> None:
        server = server_in(data_dir)
        server.start()
        pid_file = server.cluster / "postmaster.pid"
        lines = pid_file.read_text().splitlines()
        server.stop()
        pid_file.write_text("\n".join([str(os.getpid()), *lines[1:7], status]) + "\n")
        assert not server.status().running
        server.start()
        assert pid_of(server) != os.getpid()

    @pytest.mark.parametrize("content", ["", "not a number\n", "123"])
    def test_mangled_pid_file(self, data_dir: Path, content: str) -> None:
        server = server_in(data_dir)
        server.start()
        server.stop()
        pid_file = server.cluster / "postmaster.pid"
        pid_file.write_text(content)
        server.start()
        assert server.status().running

    def test_socket_file_removed_under_a_running_server(self, data_dir: Path) -> None:
        server = server_in(data_dir)
        server.start()
        first = pid_of(server)
        (data_dir / "run-18" / ".s.PGSQL.5432").unlink()
        server.start()
        assert pid_of(server) != first
        assert ask(server, "select 1") == 1

    def test_initdb_killed_half_way(self, data_dir: Path) -> None:
        starting = start_process(data_dir)
        deadline = time.monotonic() + 60
        while not list(data_dir.glob(".postgresql-18.*/*")) and time.monotonic() < deadline:
            time.sleep(0.005)
        os.killpg(starting.pid, signal.SIGKILL)
        starting.communicate()
        assert not (data_dir / "postgresql-18").exists(), "too late: initdb was done"
        server = server_in(data_dir)
        server.start()
        assert ask(server, "select 1") == 1
        assert not list(data_dir.glob(".postgresql-18.*"))

    def test_data_folder_without_its_contents_is_kept_aside(self, data_dir: Path) -> None:
        half = data_dir / "postgresql-18"
        half.mkdir()
        (half / "something").write_text("precious")
        if os.geteuid() == 0:
            data_dir.chmod(0o755)
        server_in(data_dir).start()
        (aside,) = data_dir.glob("postgresql-18.broken-*")
        assert (aside / "something").read_text() == "precious"


@pytest.fixture(params=["with space", "qu'o\"te", "$HOME `x`", "com,ma", "ünï"])
def odd_folder(request: pytest.FixtureRequest, data_dir: Path) -> Iterator[Path]:
    if os.geteuid() == 0:
        data_dir.chmod(0o755)
    folder = data_dir / request.param
    yield folder
    server_in(folder).stop()


def test_folder_names_that_shells_and_lists_read_otherwise(odd_folder: Path) -> None:
    server = server_in(odd_folder)
    server.start()
    assert ask(server, "select 1") == 1
    inside = "," not in odd_folder.name  # libpq takes a comma for the end of a host
    assert (server.status().socket_dir == odd_folder / "run-18") is inside


def test_path_too_long_for_a_socket(data_dir: Path) -> None:
    if os.geteuid() == 0:
        data_dir.chmod(0o755)
    folder = data_dir / ("long" * 15) / ("longer" * 15)
    server = server_in(folder)
    server.start()
    try:
        assert ask(server, "select 1") == 1
        elsewhere = server.status().socket_dir
        assert elsewhere is not None
        assert elsewhere.parent == TEMPORARY
        assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o700
        os.kill(pid_of(server), signal.SIGKILL)
        server.start()
        assert server.status().socket_dir == elsewhere, "each crash would leave a folder behind"
    finally:
        server.stop()
    assert not elsewhere.exists()


def test_libpq_variables_of_the_environment_do_not_matter(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable, value in {"PGPORT": "6000", "PGDATA": "/nowhere", "PGHOST": "db.invalid", "PGUSER": "x"}.items():
        monkeypatch.setenv(variable, value)
    server = server_in(data_dir)
    server.start()
    assert ask(server, "select current_user || current_database()") == "postgrespostgres"


class TestRefusals:
    def test_server_that_does_not_start_shows_the_end_of_its_log(self, data_dir: Path) -> None:
        server = server_in(data_dir)
        server.start()
        server.stop()
        with (server.cluster / "postgresql.conf").open("a") as settings:
            settings.write("shared_buffers = 'plenty'\n")
        with pytest.raises(ServerError, match="does not start") as caught:
            server.start()
        assert 'invalid value for parameter "shared_buffers"' in caught.value.detail
        assert str(server.log) in (caught.value.hint or "")

    def test_data_folder_below_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(ServerError, match="cannot be used") as caught:
            server_in(tmp_path / "file" / "data").start()
        assert "GROUNDCHECK_DATA_DIR" in (caught.value.hint or "")

    def test_version_that_the_wheel_does_not_have(self, data_dir: Path) -> None:
        with pytest.raises(ServerError, match="no embedded PostgreSQL 17"):
            EmbeddedServer(data_dir, 17)

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
    def test_data_folder_that_cannot_be_written(self, data_dir: Path) -> None:
        (data_dir / "closed").mkdir(mode=0o500)
        with pytest.raises(ServerError, match="Permission denied"):
            server_in(data_dir / "closed").start()


def modes_up_to(path: Path) -> dict[Path, tuple[int, int]]:
    """Mode and owner of a path and of all folders above it."""
    return {folder: (folder.stat().st_mode, folder.stat().st_uid) for folder in [path, *path.parents]}


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
class TestAsRoot:
    @pytest.fixture
    def home(self) -> Iterator[Path]:
        """A folder that nobody but root may enter."""
        folder = Path(tempfile.mkdtemp(prefix="gc-home-"))
        (folder / "notes").write_text("private")
        yield folder
        shutil.rmtree(folder)

    def test_it_runs_as_the_service_account(self, data_dir: Path) -> None:
        server = server_in(data_dir)
        server.start()
        assert psutil.Process(pid_of(server)).username() == "groundcheck"

    @pytest.mark.parametrize("below", ["data", "a/b/data"])
    def test_closed_folder_is_named_and_stays_closed(self, home: Path, below: str) -> None:
        before = modes_up_to(home)
        with pytest.raises(ServerError, match=f"folder {home} .*is closed to it") as caught:
            server_in(home / below).start()
        for way_out in ("ordinary user", "--dsn", "GROUNDCHECK_DSN", "GROUNDCHECK_DATA_DIR"):
            assert way_out in (caught.value.hint or "")
        assert modes_up_to(home) == before

    def test_closed_folder_with_contents_is_not_taken_over(self, home: Path) -> None:
        before = modes_up_to(home)
        with pytest.raises(ServerError, match="closed"):
            server_in(home).start()
        assert modes_up_to(home) == before
        assert (home / "notes").read_text() == "private"

    def test_closed_wheel_is_copied_and_stays_closed(self, home: Path, data_dir: Path) -> None:
        data_dir.chmod(0o755)
        packages = home / "site-packages"
        installed = server_in(data_dir).program("psql").parents[2]
        shutil.copytree(installed / "pginstall18", packages / installed.name / "pginstall18", symlinks=True)
        for extra in [installed / "__init__.py", installed.parent / f"{installed.name}.libs"]:
            target = packages / extra.relative_to(installed.parent)
            shutil.copytree(extra, target) if extra.is_dir() else shutil.copy(extra, target)
        before = modes_up_to(packages / installed.name / "pginstall18" / "bin")

        def start() -> subprocess.CompletedProcess[str]:
            environment = {**os.environ, "PYTHONPATH": str(packages)}
            return subprocess.run(
                [sys.executable, "-c", START, str(data_dir)],
                env=environment, capture_output=True, text=True, check=False,
            )  # fmt: skip

        first = start()
        assert first.returncode == 0, first.stderr
        server = server_in(data_dir)
        (copy,) = data_dir.glob("pginstall-18-*")
        assert Path(psutil.Process(pid_of(server)).exe()).is_relative_to(copy)
        assert copy.stat().st_uid == 0, "the account could change the programs that it runs"
        run(server, "create extension vector")
        assert modes_up_to(packages / installed.name / "pginstall18" / "bin") == before
        server.stop()
        inode = copy.stat().st_ino
        assert start().returncode == 0
        assert [(found, found.stat().st_ino) for found in data_dir.glob("pginstall-18-*")] == [(copy, inode)]

    def test_data_of_another_account_are_served_as_that_account(self, data_dir: Path) -> None:
        nobody = account.account_for(Path("/nowhere"), "nobody")
        os.chown(data_dir, nobody.uid, nobody.gid)
        server = EmbeddedServer(data_dir, options=FAST, service_user="nobody")
        server.start()
        server.stop()
        other = server_in(data_dir)
        other.start()
        assert psutil.Process(pid_of(other)).username() == "nobody"

    def test_no_way_to_make_the_account(self, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("groundcheck_db.account.shutil.which", lambda *_args, **_options: None)
        with pytest.raises(ServerError, match="useradd is not installed") as caught:
            EmbeddedServer(data_dir, service_user="groundcheck-missing").start()
        assert "GROUNDCHECK_SERVER_USER" in (caught.value.hint or "")

    def test_service_account_that_is_root(self, data_dir: Path) -> None:
        with pytest.raises(ServerError, match="is root"):
            EmbeddedServer(data_dir, service_user="root").start()

    def test_root_that_may_not_become_the_account(self, data_dir: Path) -> None:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("setpriv is not installed")
        done = subprocess.run(
            [setpriv, "--bounding-set=-setuid", "--inh-caps=-setuid", sys.executable, "-c", START, str(data_dir)],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert "root may not become the account groundcheck here" in done.stderr
        assert [entry.name for entry in data_dir.iterdir()] in ([], ["server.lock"])

    def test_ordinary_user_runs_it_as_themselves(self, data_dir: Path) -> None:
        nobody = account.account_for(Path("/nowhere"), "nobody")
        if nobody.run(sys.executable, "-c", "import groundcheck_db").status != 0:
            pytest.skip("this Python is closed to ordinary users")
        os.chown(data_dir, nobody.uid, nobody.gid)
        done = nobody.run(sys.executable, "-c", START, data_dir)
        assert done.status == 0, done.output
        assert psutil.Process(pid_of(server_in(data_dir))).username() == "nobody"
