"""`bench quality` and `fit` as commands, on rows written here."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import CliRunner

pytest.importorskip("sklearn")

from groundcheck_db.cli import app

FACTS = [
    ("The mill burned in 1911.", "The mill sank in the river."),
    ("The bridge is 40 metres long.", "Elephants guard the castle."),
    ("The keeper lived on site.", "Volcanoes surround the capital."),
    ("The library opens at nine.", "Penguins sell the tickets."),
    ("The ferry carries 12 cars.", "Its owner is a famous singer."),
    ("The tower has green doors.", "Robots paint every ceiling."),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two files, each claim once as it stands in its context and once made up."""
    for name in ("dev_mill", "test_mill"):
        rows = [
            {"id": f"{number}-{label}", "context": [good], "question": None, "answer": answer, "label": label}
            for number, (good, bad) in enumerate(FACTS)
            for answer, label in ((good, 1), (bad, 0))
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


def invoke(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return done.output


def test_quality_prints_a_line_a_file_and_writes_figures(data: Path, dsn: str, tmp_path: Path) -> None:
    figures, rows = tmp_path / "figures.out", tmp_path / "rows.out"
    out = invoke(
        "bench", "quality", data, "--baselines", "words", "--json", figures, "--rows", rows, "--dsn", dsn
    )  # fmt: skip
    assert next(line.split()[1:4] for line in out.splitlines() if line.startswith("dev_mill")) == ["12", "6", "12"]
    record: dict[str, Any] = json.loads(figures.read_text(encoding="utf-8"))
    assert [file["name"] for file in record["files"]] == ["dev_mill", "test_mill"]
    (first, _second) = record["files"]
    assert first["auroc"] == 1.0
    assert first["not_checked"] == 0
    assert set(first["baselines"]) == {"rouge2", "word_overlap"}
    assert record["policy"]["name"] == "default"
    decided = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert [(item["file"], item["row"]["label"]) for item in decided[:2]] == [("dev_mill", 1), ("dev_mill", 0)]
    assert decided[0]["score"] > decided[1]["score"]


def test_quality_of_some_files(data: Path, dsn: str) -> None:
    out = invoke("bench", "quality", data, "--files", "test_", "--baselines", "none", "--limit", "4", "--dsn", dsn)
    assert "dev_mill" not in out
    assert next(line.split()[1] for line in out.splitlines() if line.startswith("test_mill")) == "4"


def test_fit_adds_a_scorer_that_a_policy_can_use(data: Path, fresh_dsn: str, tmp_path: Path) -> None:
    file = tmp_path / "scorer.sql"
    out = invoke("fit", data, "--scorer", "mill", "--out", file, "--dsn", fresh_dsn)
    assert "test_mill" not in out
    advice = out[out.index("select groundcheck.create_policy") :].strip()
    with psycopg.connect(fresh_dsn) as connection:
        connection.execute(advice.encode())
        document = connection.execute(
            "select groundcheck.evaluate('The mill burned in 1911.', array['The mill burned in 1911.'])"
        ).fetchone()
        assert document is not None
        assert document[0]["action"] == "PASS"
        fitted = connection.execute("select fitted_on from groundcheck_internal.scorers where name = 'mill'").fetchone()
    assert fitted == ("12 claims of dev_mill",)
    assert file.read_text(encoding="utf-8").startswith("with scorer as (")


def test_dry_run_adds_nothing(data: Path, fresh_dsn: str, tmp_path: Path) -> None:
    file = tmp_path / "scorer.sql"
    invoke("fit", data, "--scorer", "mill", "--dry-run", "--out", file, "--dsn", fresh_dsn)
    with psycopg.connect(fresh_dsn) as connection:
        found = connection.execute("select count(*) from groundcheck_internal.scorers where name = 'mill'").fetchone()
    assert found == (0,)
    assert "'mill', 1" in file.read_text(encoding="utf-8")


def test_folder_without_data_is_one_line(tmp_path: Path, dsn: str) -> None:
    done = CliRunner().invoke(app, ["fit", str(tmp_path), "--scorer", "mill", "--dsn", dsn])
    assert done.exit_code == 2
    assert "has no file dev_*.jsonl" in done.output


def test_too_few_contexts_are_one_line(tmp_path: Path, dsn: str) -> None:
    (good, bad), *_ = FACTS
    rows = [{"id": 1, "context": [good], "answer": answer, "label": int(answer == good)} for answer in (good, bad)]
    (tmp_path / "dev_one.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = CliRunner().invoke(app, ["fit", str(tmp_path), "--scorer", "mill", "--dsn", dsn])
    assert done.exit_code == 2
    assert "the 2 claims that have a label are all over one context" in done.output


@pytest.mark.parametrize("command", [["fit", "--scorer", "mill"], ["bench", "quality"]])
def test_a_package_that_is_not_installed_is_told_before_the_data_is_read(
    command: list[str], tmp_path: Path, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("fit", "quality", "metrics"):
        monkeypatch.delitem(sys.modules, f"groundcheck_db.bench.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "sklearn.metrics", None)
    (tmp_path / "dev_x.jsonl").write_text("no data")
    done = CliRunner().invoke(app, [*command, str(tmp_path), "--dsn", dsn])
    assert done.exit_code == 2
    assert "bench and fit need the package sklearn, which is not installed" in done.output
    assert "pip install 'groundcheck-db[bench]'" in done.output
