"""PostgreSQL's own client programs, of the version that suits a server."""

from __future__ import annotations

import subprocess
from pathlib import Path

import psycopg

from groundcheck_db.server import EmbeddedServer


def run_program(
    name: str, dsn: str, *arguments: str | Path, stdin: bytes = b"", check: bool = True
) -> subprocess.CompletedProcess[bytes]:
    """Run psql, pg_dump or pg_restore on a database."""
    with psycopg.connect(dsn) as connection:
        version = 16 if connection.info.server_version < 170000 else 18
    program = EmbeddedServer(Path("unused"), version).program(name)
    done = subprocess.run(
        [program, f"--dbname={dsn}", *arguments], input=stdin, capture_output=True, timeout=300, check=False
    )
    assert done.returncode == 0 or not check, done.stderr[-3000:].decode()
    return done


def run_psql(dsn: str, script: str) -> subprocess.CompletedProcess[bytes]:
    """Run a script with psql as a DBA would; its exit code is the caller's to look at."""
    return run_program("psql", dsn, "--no-psqlrc", "--quiet", stdin=script.encode(), check=False)
