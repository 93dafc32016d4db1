"""The command line as a process of its own, and data folders for embedded servers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcheck_db.server import EmbeddedServer
from tests.client.commands import Cli


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """An empty data folder with a short path; whatever server a test leaves running in it is stopped."""
    folder = Path(tempfile.mkdtemp(prefix="gc-"))
    yield folder
    for version in (16, 18):
        EmbeddedServer(folder, version).stop()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def cli() -> Cli:
    """Run the installed command groundcheck-db in an environment without GROUNDCHECK_* but the one given."""
    program = shutil.which("groundcheck-db", path=str(Path(sys.executable).parent))
    assert program is not None, "groundcheck-db is not installed beside this Python"

    def run(
        *arguments: str, env: dict[str, str] | None = None, stdin: str | bytes = b"", cwd: Path | None = None
    ) -> subprocess.CompletedProcess[str]:
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GROUNDCHECK_")}
        done = subprocess.run(
            [program, *arguments],
            env={**clean, "COLUMNS": "200", **(env or {})},
            input=stdin.encode() if isinstance(stdin, str) else stdin,
            cwd=cwd,
            capture_output=True,
            timeout=300,
            check=False,
        )
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")
        )

    return run
