"""Loading documents: what is skipped, what is replaced, what goes on, what is told."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from groundcheck_db import load as loader
from groundcheck_db import models, samples
from groundcheck_db.database import connect
from groundcheck_db.encoder import Encoder
from groundcheck_db.errors import GroundcheckError
from groundcheck_db.migrate import migrate
from tests.commands import Cli

PRICE = "# Prices\n\nThe plan costs EUR 9 per month."
SYNC = "Notes are synchronised when there is a connection."

LOAD = """
import sys
from pathlib import Path
from groundcheck_db.cli import app
app(["load", sys.argv[1], "--dsn", sys.argv[2]])
"""


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return Encoder(models.ENCODER_FOLDER)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "price.md").write_text(PRICE)
    (tmp_path / "docs" / "sync.txt").write_text(SYNC)
    return tmp_path / "docs"


def load(
    dsn: str, folder: Path, encoder: Encoder, collection: str = "default", *, keep: bool = False
) -> loader.LoadReport:
    with connect(dsn) as connection:
        return loader.load_folder(connection, folder, collection, encoder, progress=lambda *_: None, keep=keep)


def texts(dsn: str, collection: str = "default") -> list[str]:
    """The passages of a collection by file and place."""
    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            """
            select p.body
            from groundcheck_internal.documents as d
            join groundcheck_internal.document_passages as dp on dp.document_id = d.id
            join groundcheck_internal.passages as p on p.hash = dp.passage_hash and p.tenant = d.tenant
            where d.collection = %s
            order by d.uri, dp.ordinal
            """,
            [collection],
        )
        return [body for (body,) in rows]


def count(dsn: str, table: str) -> int:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(f"select count(*) from groundcheck_internal.{table}".encode()).fetchone()
        assert row is not None
        return int(row[0])


def missing_vectors(dsn: str) -> int:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(
            """
            select count(*)
            from groundcheck_internal.document_passages as dp
            where not exists (
              select from groundcheck_internal.vectors as v
              join groundcheck_internal.models as m on m.id = v.model_id and m.kind = 'encoder'
              where v.hash = dp.passage_hash
            )
            """
        ).fetchone()
        assert row is not None
        return int(row[0])


class TestLoading:
    def test_passages_and_vectors_are_there(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        report = load(fresh_dsn, folder, encoder)
        assert (report.added, report.passages, report.vectors, report.failed) == (2, 2, 2, [])
        assert texts(fresh_dsn) == [PRICE, SYNC]
        assert missing_vectors(fresh_dsn) == 0

    def test_vectors_are_those_of_the_encoder(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        load(fresh_dsn, folder, encoder)
        (expected,) = encoder.encode([SYNC])
        with connect(fresh_dsn) as connection:
            row = connection.execute(
                """
                select v.embedding from groundcheck_internal.vectors as v
                join groundcheck_internal.models as m on m.id = v.model_id and m.kind = 'encoder'
                where v.hash = groundcheck_internal.text_hash(%s)
                """,
                [SYNC],
            ).fetchone()
        assert row is not None
        assert float(row[0].to_numpy() @ expected) > 0.97  # int8: another batch, another scale

    def test_again_is_a_no_op(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        load(fresh_dsn, folder, encoder)
        report = load(fresh_dsn, folder, encoder)
        assert (report.added, report.changed, report.unchanged, report.vectors) == (0, 0, 2, 0)
        assert texts(fresh_dsn) == [PRICE, SYNC]

    def test_changed_file_replaces_its_passages(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        load(fresh_dsn, folder, encoder)
        (folder / "price.md").write_text("The plan costs EUR 12.")
        report = load(fresh_dsn, folder, encoder)
        assert (report.added, report.changed, report.unchanged, report.vectors) == (0, 1, 1, 1)
        assert texts(fresh_dsn) == ["The plan costs EUR 12.", SYNC]

    def test_the_same_text_in_two_files_is_one_passage(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        (folder / "copy.txt").write_text(SYNC)
        report = load(fresh_dsn, folder, encoder)
        assert (report.passages, report.vectors) == (3, 2)
        assert count(fresh_dsn, "passages") == 2

    def test_collections_are_apart(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        load(fresh_dsn, folder, encoder, "one")
        (folder / "price.md").unlink()
        report = load(fresh_dsn, folder, encoder, "two")
        assert (report.added, report.vectors) == (1, 0), "vectors are shared, documents are not"
        assert texts(fresh_dsn, "one") == [PRICE, SYNC]
        assert texts(fresh_dsn, "two") == [SYNC]

    def test_spans_are_those_of_the_document(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        text = "\n\n".join(f"## Part {n}\n\n" + f"Sentence {n} of 漢字 😀. " * 40 for n in range(6))
        (folder / "long.md").write_text(text)
        load(fresh_dsn, folder, encoder)
        with psycopg.connect(fresh_dsn) as connection:
            rows = connection.execute(
                """
                select dp.span_start, dp.span_end, p.body
                from groundcheck_internal.documents as d
                join groundcheck_internal.document_passages as dp on dp.document_id = d.id
                join groundcheck_internal.passages as p on p.hash = dp.passage_hash
                where d.uri like '%long.md'
                """
            ).fetchall()
        assert len(rows) >= 6
        assert all(text[start:end] == body for start, end, body in rows)

    def test_nearest_passages_are_about_the_question(self, fresh_dsn: str, encoder: Encoder) -> None:
        load(fresh_dsn, samples.DOCUMENTS, encoder)
        with connect(fresh_dsn) as connection:
            nearest = loader.nearest_passages(connection, "default", encoder, "Is there telephone support?", count=2)
        assert "telephone" in nearest[0]
        assert len(nearest) == 2

    def test_pgvector_in_a_schema_of_its_own(self, empty_dsn: str, folder: Path, encoder: Encoder) -> None:
        with psycopg.connect(empty_dsn) as connection:
            connection.execute('create schema "Ext ras"')
            connection.execute('create extension vector schema "Ext ras"')
        migrate(empty_dsn)
        assert load(empty_dsn, folder, encoder).vectors == 2
        with connect(empty_dsn) as connection:
            assert loader.nearest_passages(connection, "default", encoder, "What does it cost?", count=1) == [PRICE]

    def test_two_at_once(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        for number in range(20):
            (folder / f"{number:03}.txt").write_text(f"Note {number} is about thing number {number * 7}.")
        with ThreadPoolExecutor(2) as pool:
            loading = [pool.submit(load, fresh_dsn, folder, encoder) for _ in range(2)]
        assert [each.result().failed for each in loading] == [[], []]
        assert len(texts(fresh_dsn)) == 22
        assert count(fresh_dsn, "documents") == 22
        assert missing_vectors(fresh_dsn) == 0


class TestFilesThatHaveGone:
    def test_their_documents_go_too(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        load(fresh_dsn, folder, encoder)
        (folder / "price.md").unlink()
        assert load(fresh_dsn, folder, encoder).removed == 1
        assert texts(fresh_dsn) == [SYNC]
        assert count(fresh_dsn, "collection_passages") == 1

    def test_unless_they_are_to_be_kept(self, cli: Cli, fresh_dsn: str, folder: Path) -> None:
        cli("load", str(folder), "--dsn", fresh_dsn)
        (folder / "price.md").unlink()
        assert "removed" not in cli("load", str(folder), "--keep", "--dsn", fresh_dsn).stdout
        assert texts(fresh_dsn) == [PRICE, SYNC]
        assert "1 unchanged, 1 removed" in cli("load", str(folder), "--dsn", fresh_dsn).stdout
        assert texts(fresh_dsn) == [SYNC]

    def test_never_those_of_another_folder(
        self, fresh_dsn: str, folder: Path, tmp_path: Path, encoder: Encoder
    ) -> None:
        other = tmp_path / "other"
        other.mkdir()
        (other / "note.txt").write_text("Another note.")
        load(fresh_dsn, folder, encoder)
        load(fresh_dsn, other, encoder)
        (folder / "price.md").unlink()
        assert load(fresh_dsn, other, encoder).removed == 0
        assert sorted(texts(fresh_dsn)) == sorted([PRICE, SYNC, "Another note."])

    def test_a_file_that_cannot_be_read_any_more_keeps_its_document(
        self, fresh_dsn: str, folder: Path, encoder: Encoder
    ) -> None:
        load(fresh_dsn, folder, encoder)
        (folder / "price.md").write_bytes("Müller".encode("latin-1"))
        report = load(fresh_dsn, folder, encoder)
        assert (report.removed, len(report.failed)) == (0, 1)
        assert texts(fresh_dsn) == [PRICE, SYNC]

    def test_an_empty_folder_removes_nothing(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        load(fresh_dsn, folder, encoder)
        for file in folder.iterdir():
            file.unlink()
        with pytest.raises(GroundcheckError, match="no documents"):
            load(fresh_dsn, folder, encoder)
        assert texts(fresh_dsn) == [PRICE, SYNC]


class TestWhatIsMissing:
    def test_lost_vectors_are_made_again(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        load(fresh_dsn, folder, encoder)
        with psycopg.connect(fresh_dsn) as connection:
            connection.execute(
                """
                delete from groundcheck_internal.vectors as v
                using groundcheck_internal.models as m
                where m.id = v.model_id and m.kind = 'encoder' and v.hash = groundcheck_internal.text_hash(%s)
                """,
                [SYNC],
            )
        report = load(fresh_dsn, folder, encoder)
        assert (report.unchanged, report.vectors) == (2, 1)
        assert missing_vectors(fresh_dsn) == 0

    def test_killed_load_goes_on_where_it_was(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        for number in range(120):
            (folder / f"{number:03}.txt").write_text(f"Note {number} is about thing number {number * 7}.")
        loading = subprocess.Popen(
            [sys.executable, "-c", LOAD, str(folder), fresh_dsn], stdout=subprocess.DEVNULL, start_new_session=True
        )
        deadline = time.monotonic() + 60
        while count(fresh_dsn, "documents") < 5 and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(loading.pid, signal.SIGKILL)
        loading.wait()
        before = count(fresh_dsn, "documents")
        assert 5 <= before < 122
        report = load(fresh_dsn, folder, encoder)
        assert report.unchanged >= before
        assert report.unchanged + report.added == 122
        assert len(texts(fresh_dsn)) == 122
        assert missing_vectors(fresh_dsn) == 0


class TestBadFiles:
    def test_each_is_named_and_the_others_are_loaded(self, cli: Cli, fresh_dsn: str, folder: Path) -> None:
        (folder / "latin.txt").write_bytes("Müller".encode("latin-1"))
        (folder / "broken.json").write_text("{")
        (folder / "empty.md").write_text("")
        (folder / "picture.png").write_bytes(b"\x89PNG")
        done = cli("load", str(folder), "--dsn", fresh_dsn)
        assert done.returncode == 1
        assert "2 new" in done.stdout
        assert "3 not loaded" in done.stdout
        assert "1 of other kinds" in done.stdout
        for name, reason in {"latin.txt": "UTF-8", "broken.json": "JSON", "empty.md": "no text"}.items():
            (line,) = [line for line in done.stderr.splitlines() if name in line]
            assert reason in line
        assert texts(fresh_dsn) == [PRICE, SYNC]

    def test_nothing_to_load(self, fresh_dsn: str, tmp_path: Path, encoder: Encoder) -> None:
        with pytest.raises(GroundcheckError, match="no documents"):
            load(fresh_dsn, tmp_path, encoder)

    def test_encoder_that_nobody_knows(self, cli: Cli, fresh_dsn: str, folder: Path) -> None:
        done = cli("load", str(folder), "--model", "no-such-model", "--dsn", fresh_dsn)
        assert done.returncode == 2
        assert "no-such-model" in done.stderr

    def test_text_without_a_word_fails_nothing_else(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        (folder / "odd.txt").write_text("\ufffd\ufffd \u0085 \ufffd")
        report = load(fresh_dsn, folder, encoder)
        assert (report.failed, report.added, report.vectors) == ([], 3, 2)

    def test_file_whose_text_is_dirty(self, fresh_dsn: str, folder: Path, encoder: Encoder) -> None:
        (folder / "dirty.json").write_text(r'["A note\u0000 of \ud800 ours.", {"name": "M\u00fcller"}]')
        assert load(fresh_dsn, folder, encoder).failed == []
        assert {"A note of \ufffd ours.", '{"name": "Müller"}'} <= set(texts(fresh_dsn))


def test_command_reports_and_repeats(cli: Cli, fresh_dsn: str, folder: Path) -> None:
    first = cli("load", str(folder), "--collection", "handbook", "--dsn", fresh_dsn)
    assert first.returncode == 0, first.stderr
    assert "Collection handbook: documents 2 new" in first.stdout
    second = cli("load", str(folder), "--collection", "handbook", "--dsn", fresh_dsn)
    assert "2 unchanged; 0 passages and 0 vectors" in second.stdout


def test_model_folder_is_added_and_then_used(cli: Cli, fresh_dsn: str, folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(models.ENCODER_FOLDER, mine)
    manifest = (mine / "manifest.toml").read_text().replace('name = "all-minilm-l6-v2"', 'name = "mine"')
    (mine / "manifest.toml").write_text(manifest)
    assert cli("models", "add", str(mine), "--dsn", fresh_dsn).stdout.startswith("Registered mine")
    assert cli("load", str(folder), "--model", "mine", "--dsn", fresh_dsn).returncode == 0
    (line,) = [line for line in cli("models", "list", "--dsn", fresh_dsn).stdout.splitlines() if "mine" in line[:5]]
    assert str(mine) in line


def test_model_file_that_was_changed_is_refused(cli: Cli, fresh_dsn: str, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    shutil.copytree(models.ENCODER_FOLDER, mine)
    with (mine / "model.onnx").open("ab") as model:
        model.write(b"more")
    done = cli("models", "add", str(mine), "--dsn", fresh_dsn)
    assert done.returncode == 2
    assert "sha256" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("variable", ["PGDATESTYLE=German", "PGCLIENTENCODING=SQL_ASCII", "PGCLIENTENCODING=LATIN1"])
def test_settings_of_the_client_change_nothing(cli: Cli, fresh_dsn: str, folder: Path, variable: str) -> None:
    env = dict([variable.split("=")])
    (folder / "more.txt").write_text("Der Zug fährt nach Łódź. 中文也可以。", encoding="utf-8")
    loaded = cli("load", str(folder), "--dsn", fresh_dsn, env=env)
    assert loaded.returncode == 0, loaded.stderr
    checked = cli("check", "Der Zug fährt nach Łódź.", "-c", "Der Zug fährt nach Łódź.", "--dsn", fresh_dsn, env=env)
    assert checked.returncode == 0, checked.stderr
    for command in (["models", "list"], ["doctor"]):
        done = cli(*command, "--dsn", fresh_dsn, env=env)
        assert "minilm-l6-verifier" in done.stdout, done.stderr


def test_models_are_listed_once_they_are_known(cli: Cli, fresh_dsn: str, folder: Path) -> None:
    cli("load", str(folder), "--dsn", fresh_dsn)
    out = cli("models", "list", "--dsn", fresh_dsn).stdout
    (line,) = [line for line in out.splitlines() if line.startswith("all-minilm-l6-v2")]
    for part in ("encoder", "384", "Apache-2.0", "in the package"):
        assert part in line
