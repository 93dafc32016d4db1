"""Releases: what one leaves behind for the tests of all that come after it.

python -m tests.schema.release VERSION DSN

dumps two installations of this checkout, an empty and a used one, into tests/schema/releases, and freezes revisions.
DSN: a superuser's, on a server of PostgreSQL 16, so that its dumps can be restored on every version. Two databases are
made there and dropped again. Token vectors stay out: they are 60 MB, and migrate loads them where they are missing.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import conninfo, sql

from groundcheck_db import sqlfiles
from groundcheck_db.migrate import migrate
from tests.programs import run_program

HERE = Path(__file__).parent
RELEASES = HERE / "releases"
FROZEN = sqlfiles.database_root() / "migrations" / "frozen.txt"


def seed(dsn: str) -> None:
    """Use an installation a little."""
    with psycopg.connect(dsn) as connection:
        connection.execute((HERE / "seed.sql").read_bytes())


def dump(dsn: str) -> bytes:
    """An installation as a compressed script: what a release leaves in tests/schema/releases."""
    script = run_program("pg_dump", dsn, "--exclude-table-data=groundcheck_internal.token_vectors").stdout
    # Settings and psql commands that not every version of server and psql knows.
    portable = re.sub(rb"^(SET transaction_timeout|\\restrict|\\unrestrict|--).*\n", b"", script, flags=re.MULTILINE)
    return gzip.compress(re.sub(rb"\n{3,}", b"\n\n", portable), mtime=0)


def restore(dump: bytes, dsn: str) -> None:
    """Restore a dump into an empty database; roles that it names are made where they are missing."""
    script = gzip.decompress(dump)
    with psycopg.connect(dsn) as connection:
        for role in sorted(set(re.findall(rb"(?:TO|FROM) \"?(groundcheck_\w+)\"?;", script))):
            if connection.execute("select to_regrole(%s)", [role.decode()]).fetchone() == (None,):
                connection.execute(sql.SQL("create role {} nologin").format(sql.Identifier(role.decode())))
    run_program("psql", dsn, "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", stdin=script)


def freeze(frozen: str) -> str:
    """The list of frozen revisions with those of this checkout added."""
    listed = {line.split()[1] for line in frozen.splitlines() if line and not line.startswith("#")}
    files = sorted((sqlfiles.database_root() / "migrations" / "versions").glob("[0-9]*.*"))
    added = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files if path.name not in listed
    ]
    return frozen + "".join(added)


@contextmanager
def database(server_dsn: str, name: str) -> Iterator[str]:
    """A migrated database for the while."""
    with psycopg.connect(server_dsn, autocommit=True) as connection:
        identifier = sql.Identifier(name)
        connection.execute(sql.SQL("create database {} template template0 encoding 'UTF8'").format(identifier))
        try:
            dsn = conninfo.make_conninfo(server_dsn, dbname=name)
            migrate(dsn)
            yield dsn
        finally:
            connection.execute(sql.SQL("drop database {} with (force)").format(identifier))


def main(version: str, server_dsn: str) -> None:
    RELEASES.mkdir(exist_ok=True)
    with database(server_dsn, "groundcheck_release") as dsn:
        (RELEASES / f"{version}-empty.sql.gz").write_bytes(dump(dsn))
        seed(dsn)
        (RELEASES / f"{version}-seeded.sql.gz").write_bytes(dump(dsn))
    FROZEN.write_text(freeze(FROZEN.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
