"""The system account that the embedded server's processes run as.

PostgreSQL refuses to run as root. An ordinary user runs it as themselves; root runs it as the owner of the
data that is already there, or as a dedicated system account that is made on first use. No permission of any
folder that was there before is ever changed to make that work: see `pginstall` for how the binaries are reached.
"""

from __future__ import annotations

import errno
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from groundcheck_db.errors import GroundcheckError

ROOT_DATA_DIR = Path("/var/lib/groundcheck-db")


class ServerError(GroundcheckError):
    """The embedded server could not be set up, started or stopped.

    Attributes:
        detail: what the failed program said, several lines, or "".
    """

    def __init__(self, message: str, *, hint: str | None = None, detail: str = "") -> None:
        super().__init__(message, hint=hint)
        self.detail = detail


@dataclass(frozen=True)
class Completed:
    """Exit status and joined output of a program."""

    status: int
    output: str


@dataclass(frozen=True)
class Account:
    """A system account, and whether this process has to become it first."""

    name: str
    uid: int
    gid: int
    switch: bool

    def run(self, *command: str | Path, cwd: Path | None = None, timeout: float = 300.0) -> Completed:
        """Run a program as this account, without PG* variables and with messages in English.

        Output goes through a file: a pipe would stay open in the server that pg_ctl leaves behind.

        Raises:
            ServerError: the system does not let this process become the account, or the program hangs.
        """
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PG")}
        environment["LC_ALL"] = "C"
        become = {"user": self.uid, "group": self.gid, "extra_groups": ()} if self.switch else {}
        with tempfile.TemporaryFile() as output:
            try:
                done = subprocess.run(  # noqa: S603
                    [str(part) for part in command],
                    cwd=cwd or "/",
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    timeout=timeout,
                    check=False,
                    **become,  # type: ignore[call-overload]
                )
                status = done.returncode
            except (PermissionError, FileNotFoundError, NotADirectoryError) as error:
                if self.switch and error.errno == errno.EPERM:  # setuid; a closed folder is EACCES
                    raise ServerError(
                        f"root may not become the account {self.name} here: {error.strerror}", hint=ways_out()
                    ) from error
                return Completed(126, str(error))
            except subprocess.TimeoutExpired as error:
                raise ServerError(f"{Path(str(command[0])).name} did not end within {timeout:.0f} s") from error
            output.seek(0)
            return Completed(status, output.read().decode("utf-8", "replace"))

    def can_enter(self, folder: Path) -> bool:
        """Whether this account can change into a folder."""
        if not self.switch:
            return os.access(folder, os.X_OK)
        return self.run("/bin/sh", "-c", 'cd -- "$1"', "sh", folder).status == 0

    def closed_ancestor(self, path: Path) -> Path | None:
        """The outermost existing folder on the way to (and including) path that this account cannot enter."""
        for folder in [*reversed(path.parents), path]:
            if folder.is_dir() and not self.can_enter(folder):
                return folder
        return None


def ways_out() -> str:
    """What to do where the embedded server cannot be had as things are."""
    others = "name a database with --dsn or GROUNDCHECK_DSN"
    if os.geteuid() != 0:
        return f"name another folder with GROUNDCHECK_DATA_DIR, or {others}"
    return (
        f"run as an ordinary user, {others}, or name a folder that other accounts can reach with GROUNDCHECK_DATA_DIR"
    )


def account_for(cluster: Path, service_name: str) -> Account:
    """The account to run the server as: this user, or as root the data's owner or the service account.

    Args:
        cluster: PostgreSQL's data folder; need not exist yet.
        service_name: the system account that root uses, made with useradd where it is missing.

    Raises:
        ServerError: root can neither find nor make the account.
    """
    uid = os.geteuid()
    if uid != 0:
        return _account(_entry_of(uid), uid, os.getegid(), switch=False)
    if cluster.exists() and (owner := cluster.stat()).st_uid != 0:
        return _account(_entry_of(owner.st_uid), owner.st_uid, owner.st_gid, switch=True)
    entry = _service_entry(service_name)
    if entry.pw_uid == 0:
        raise ServerError(
            f"PostgreSQL refuses to run as root, and the account {service_name} is root",
            hint="name another system account with GROUNDCHECK_SERVER_USER",
        )
    return _account(entry.pw_name, entry.pw_uid, entry.pw_gid, switch=True)


def _account(name: str, uid: int, gid: int, *, switch: bool) -> Account:
    return Account(name=name, uid=uid, gid=gid, switch=switch)


def _entry_of(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:  # a container started with --user 1234
        return str(uid)


def _service_entry(name: str) -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        pass
    useradd = shutil.which("useradd", path="/usr/sbin:/sbin:" + os.environ.get("PATH", ""))
    if useradd is None:
        problem = "useradd is not installed"
    else:
        done = subprocess.run(  # noqa: S603
            [
                useradd, "--system", "--user-group", "--no-create-home", "--home-dir", str(ROOT_DATA_DIR),
                "--shell", "/usr/sbin/nologin", "--comment", "groundcheck-db embedded PostgreSQL", name,
            ],
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        problem = done.stderr.strip()
        try:
            return pwd.getpwnam(name)
        except KeyError:
            pass
    raise ServerError(
        f"PostgreSQL refuses to run as root, and the system account {name} could not be made: {problem}",
        hint=f"name an existing account with GROUNDCHECK_SERVER_USER, or {ways_out()}",
    )
