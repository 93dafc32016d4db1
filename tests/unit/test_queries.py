"""Named statements. The tests of the client run every one of them."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

import groundcheck_db
from groundcheck_db import queries

FILES = sorted(
    entry.name.removesuffix(".sql") for entry in resources.files(queries).iterdir() if entry.name.endswith(".sql")
)
NAMES = [(file, name) for file in FILES for name in queries.statements(file)]


def test_a_statement_comes_without_name_and_semicolon() -> None:
    assert queries.statement("target", "create_database") == "create database groundcheck template template0"


@pytest.mark.parametrize(("file", "name"), NAMES)
def test_every_statement_is_whole_and_is_used(file: str, name: str) -> None:
    assert queries.statements(file)[name].rstrip(";") == queries.statements(file)[name] != ""
    code = "".join(path.read_text("utf-8") for path in Path(groundcheck_db.__file__).parent.rglob("*.py"))
    assert f'statement("{file}", "{name}")' in code or f'"{name}"' in code


def test_unknown_name() -> None:
    with pytest.raises(KeyError):
        queries.statement("check", "nothing")


def test_a_name_may_not_be_there_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "twice.sql").write_text("-- name: a\nselect 1;\n\n-- name: a\nselect 2;\n")
    monkeypatch.setattr("groundcheck_db.queries.resources.files", lambda _package: tmp_path)
    with pytest.raises(ValueError, match="twice"):
        queries.statements("twice")
