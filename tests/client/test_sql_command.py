"""`groundcheck-db sql`; what its script does is tested in tests/schema/test_script.py."""

from __future__ import annotations

from groundcheck_db.script import installation_script
from tests.commands import Cli


def test_it_prints_utf_8_whatever_the_locale(cli: Cli) -> None:
    done = cli(
        "sql", "--vector-schema", "extensions", env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == installation_script(vector_schema="extensions")


def test_revision_that_does_not_exist(cli: Cli) -> None:
    done = cli("sql", "--from", "0999")
    assert (done.returncode, done.stdout) == (2, "")
    assert "has no revision '0999'" in done.stderr
    assert "Hint: The revisions are 0001, 0002" in done.stderr
