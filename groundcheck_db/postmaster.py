"""What a running PostgreSQL leaves on disk for others to find it: postmaster.pid and the folder of its socket."""

from __future__ import annotations

import os
import socket
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import psutil  # type: ignore[import-untyped]

from groundcheck_db.account import ServerError, ways_out

if TYPE_CHECKING:
    from groundcheck_db.account import Account

PORT = 5432  # names the socket file, nothing listens on the network
SOCKET_PATH_LIMIT = 103  # bytes of sun_path without its end: 107 on Linux, 103 on macOS
TEMPORARY = Path("/tmp")  # noqa: S108 - short on every system; the folder made in it is private
PREFIX = "groundcheck-"
_SSL_REQUEST = bytes.fromhex("00000008 04d2162f")  # the shortest message that a server answers


@dataclass(frozen=True)
class Postmaster:
    """The lines of postmaster.pid that matter."""

    pid: int
    socket_dir: Path | None
    ready: bool

    @classmethod
    def read(cls, cluster: Path) -> Postmaster | None:
        """What a data folder's postmaster.pid says, or None where there is none."""
        try:
            lines = (cluster / "postmaster.pid").read_text("utf-8", "replace").splitlines()
            pid = abs(int(lines[0]))
        except (OSError, ValueError, IndexError):
            return None
        folder = lines[4].strip() if len(lines) > 4 else ""
        ready = len(lines) > 7 and lines[7].strip() == "ready"
        return cls(pid=pid, socket_dir=Path(folder) if folder else None, ready=ready)

    def is_alive(self) -> bool:
        """Whether the process exists and is a PostgreSQL: process ids are used again after a crash."""
        try:
            process = psutil.Process(self.pid)
            name: str = process.name()
            return process.status() != psutil.STATUS_ZOMBIE and name.startswith("postgres")
        except psutil.NoSuchProcess:
            return False
        except psutil.AccessDenied:
            return True

    def runs(self) -> bool:
        """Whether there is a server: its process is seen, or it answers out of another container on our volume."""
        return self.is_alive() or self.answers()

    def answers(self) -> bool:
        """Whether the server accepts connections on its socket."""
        if not self.ready or self.socket_dir is None:
            return False
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.settimeout(5.0)
            try:
                probe.connect(str(self.socket_dir / f".s.PGSQL.{PORT}"))
                # Connecting proves nothing: the kernel accepts for a process that is dying.
                probe.sendall(_SSL_REQUEST)
                return probe.recv(1) in {b"N", b"S"}
            except OSError:
                return False


def make_socket_dir(preferred: Path, account: Account, stale: Postmaster | None) -> Path:
    """Make a private folder whose path a socket address can hold, on a file system that can hold sockets.

    Args:
        preferred: made where missing, and taken where possible.
        account: who the folder belongs to.
        stale: the server before, whose temporary folder is used again.

    Raises:
        ServerError: there is no such folder.
    """
    for make in (partial(_make, preferred), partial(_left_over, stale), _new):
        try:
            folder = make(account)
        except OSError:
            continue
        if folder is not None and _holds_sockets(folder):
            return folder
    raise ServerError(
        f"there is no place for the server's socket: neither {preferred} nor {TEMPORARY} works", hint=ways_out()
    )


def remove_socket_dir(stopped: Postmaster | None, account: Account) -> None:
    """Remove the temporary folder of a server that has stopped; the one in the data folder stays."""
    folder = _left_over(stopped, account)
    if folder is not None:
        with suppress(OSError):
            folder.rmdir()


def as_list_item(folder: Path) -> str:
    """Quote a folder for unix_socket_directories, a list whose items may be quoted identifiers."""
    return '"' + str(folder).replace('"', '""') + '"'


def _make(folder: Path, account: Account) -> Path | None:
    if not folder.is_symlink() and not folder.exists():
        folder.mkdir(mode=0o700)
        if account.switch:
            os.lchown(folder, account.uid, account.gid)
    return folder if _is_private(folder, account) else None


def _left_over(stale: Postmaster | None, account: Account) -> Path | None:
    """The temporary folder that postmaster.pid names, if it is one of ours: the file is not trusted further."""
    folder = stale.socket_dir if stale is not None else None
    if folder is None or folder.parent != TEMPORARY or not folder.name.startswith(PREFIX):
        return None
    with suppress(OSError):
        return folder if _is_private(folder, account) else None
    return None


def _new(account: Account) -> Path:
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=TEMPORARY))
    if account.switch:
        os.lchown(folder, account.uid, account.gid)
    return folder


def _is_private(folder: Path, account: Account) -> bool:
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == account.uid and not found.st_mode & 0o077


def _holds_sockets(folder: Path) -> bool:
    # libpq takes a comma for the end of a host.
    if len(os.fsencode(folder / f".s.PGSQL.{PORT}")) > SOCKET_PATH_LIMIT or "," in str(folder):
        return False
    probe = folder / ".probe"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as trial:
        try:
            trial.bind(str(probe))
        except OSError:  # some network and shared file systems
            return False
        finally:
            probe.unlink(missing_ok=True)
    return True
