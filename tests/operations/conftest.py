"""Servers that a test may kill, fill up or empty of roles, as no other test runs on them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from groundcheck_db.server import EmbeddedServer

NIGHTLY = "GROUNDCHECK_TEST_NIGHTLY"  # set: the long form of the tests that have one


@pytest.fixture(scope="session")
def nightly() -> bool:
    """Whether there is time: 60 seconds of load instead of a few, 10,000 examples instead of some."""
    return bool(os.environ.get(NIGHTLY))


@pytest.fixture(scope="module")
def own_server() -> Iterator[EmbeddedServer]:
    """An embedded server for the tests of one file."""
    with tempfile.TemporaryDirectory(prefix="groundcheck-own-") as folder:
        Path(folder).chmod(0o711)  # run by root, the server is another account's
        version = int(os.environ.get("GROUNDCHECK_TEST_PG", "18"))
        server = EmbeddedServer(data_dir=Path(folder) / "data", version=version)
        server.start()
        yield server
        server.stop()
