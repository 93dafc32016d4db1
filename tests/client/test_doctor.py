"""`groundcheck-db doctor`: exit codes for monitors, and what only the installed package can know."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import psycopg
import pytest

from groundcheck_db.doctor import Finding, examine
from groundcheck_db.errors import NotInstalledError
from groundcheck_db.models.manifest import load_manifest
from groundcheck_db.models.registry import register_model
from tests.commands import Cli


def finding(connection: psycopg.Connection, name: str) -> Finding:
    (found,) = [one for one in examine(connection) if one.name == name]
    return found


@pytest.fixture
def sound_dsn(fresh_dsn: str) -> str:
    """An installation of which nothing is said, whatever version of pgvector the server has."""
    with psycopg.connect(fresh_dsn) as connection:
        connection.execute("update pg_extension set extversion = '0.8.4' where extname = 'vector'")
    return fresh_dsn


def test_all_is_well(cli: Cli, sound_dsn: str) -> None:
    done = cli("doctor", "--dsn", sound_dsn)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    for name in ("server", "pgvector", "package", "model static"):
        assert any(line.split()[0] == "ok" and name in line for line in done.stdout.splitlines())
    document = json.loads(cli("doctor", "--json", "--dsn", sound_dsn).stdout)
    assert document["ok"] is True
    assert {"name", "ok", "detail", "advice"} == set(document["findings"][0])


def test_something_is_not(cli: Cli, sound_dsn: str) -> None:
    with psycopg.connect(sound_dsn) as connection:
        connection.execute("delete from groundcheck_internal.token_vectors")
    done = cli("doctor", "--dsn", sound_dsn)
    assert done.returncode == 1
    assert "not ok  encoder" in done.stdout
    assert "-> No check can be made without token vectors: run groundcheck-db migrate" in done.stdout
    document = json.loads(cli("doctor", "--json", "--dsn", sound_dsn).stdout)
    assert document["ok"] is False
    assert cli("migrate", "--dsn", sound_dsn).returncode == 0
    assert cli("doctor", "--dsn", sound_dsn).returncode == 0, "the advice helps"


def test_it_cannot_be_examined(cli: Cli, empty_dsn: str, tmp_path: Path) -> None:
    nowhere = cli("doctor", "--dsn", f"host={tmp_path} dbname=nowhere")
    assert (nowhere.returncode, nowhere.stdout) == (2, "")
    not_installed = cli("doctor", "--dsn", empty_dsn)
    assert (not_installed.returncode, not_installed.stdout) == (2, "")
    assert "Hint: groundcheck-db migrate installs or upgrades it." in not_installed.stderr


def test_a_database_of_another_version(db: psycopg.Connection) -> None:
    assert finding(db, "package").ok is True
    db.execute("update groundcheck_internal.installation set sql_digest = 'of another build'")
    found = finding(db, "package")
    assert (found.ok, found.advice) == (False, "groundcheck-db migrate")
    assert "functions are of another build" in found.detail
    db.execute("update groundcheck_internal.alembic_version set version_num = '0001'")
    found = finding(db, "package")
    assert found.ok is False
    assert "the database has" in found.detail
    assert "at 0001" in found.detail
    db.execute("delete from groundcheck_internal.installation")
    with pytest.raises(NotInstalledError):
        examine(db)


def test_a_role_that_may_only_ask_for_health(db: psycopg.Connection) -> None:
    db.execute("create role gc_monitor; grant usage on schema groundcheck to gc_monitor")
    db.execute("grant execute on function groundcheck.health to gc_monitor")
    db.execute("set local role gc_monitor")
    found = finding(db, "package")
    assert found.ok is None
    assert "permission denied" in found.detail


def write_model(folder: Path, weights: bytes) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "model.onnx").write_bytes(weights)
    (folder / "tokenizer.json").write_bytes(b"{}")
    digests = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.o*")}
    digests["tokenizer.json"] = hashlib.sha256(b"{}").hexdigest()
    (folder / "manifest.toml").write_text(
        'name = "mine"\nkind = "encoder"\nfile = "model.onnx"\ntokenizer = "tokenizer.json"\ndims = 2\n'
        'pooling = "mean"\nmax_tokens = 8\nlicence = "MIT"\norigin = "a test"\n[sha256]\n'
        + "".join(f'"{name}" = "{digest}"\n' for name, digest in digests.items())
    )


def test_models_on_disk(db: psycopg.Connection, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    write_model(folder, b"weights")
    register_model(db, load_manifest(folder), folder)
    assert finding(db, "model mine").ok is True
    write_model(folder, b"other weights")
    found = finding(db, "model mine")
    assert found.ok is False
    assert f"{folder} holds" in found.detail
    assert "groundcheck-db models add" in str(found.advice)
    (folder / "model.onnx").write_bytes(b"cut sho")
    found = finding(db, "model mine")
    assert found.ok is False
    assert "is not the one in its manifest" in found.detail
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    assert finding(db, "model mine").ok is None, "perhaps it is on another machine"
