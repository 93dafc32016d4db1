"""Data folders for embedded servers."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcheck_db.server import EmbeddedServer


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """An empty data folder with a short path; whatever server a test leaves running in it is stopped."""
    folder = Path(tempfile.mkdtemp(prefix="gc-"))
    yield folder
    for version in (16, 18):
        EmbeddedServer(folder, version).stop()
    shutil.rmtree(folder)
