"""A database for commands, which commit what they check, and data folders for embedded servers."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcheck_db.server import EmbeddedServer
from tests.conftest import database


@pytest.fixture(scope="session")
def dsn(server_dsn: str, template: str, reached_by: str) -> Iterator[str]:
    """A migrated database that the commands of one worker share; other tests count rows in theirs."""
    with database(server_dsn, template, reached_by=reached_by) as shared:
        yield shared


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """An empty data folder with a short path; whatever server a test leaves running in it is stopped."""
    folder = Path(tempfile.mkdtemp(prefix="gc-"))
    yield folder
    for version in (16, 18):
        EmbeddedServer(folder, version).stop()
    shutil.rmtree(folder)
