"""`fit --verifier` and `bench quality --verifier`, with the model of the package, on rows written here."""

from __future__ import annotations

import json
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

pytest.importorskip("sklearn")

from groundcheck_db.bench.data import DataFile, Row
from groundcheck_db.bench.examples import held_out_pairs
from groundcheck_db.cli import app

FACTS = [
    ("The mill burned in 1911.", "The mill burned in 1912."),
    ("The bridge is 40 metres long.", "The bridge is made of glass."),
    ("The library opens at nine.", "Penguins sell the tickets."),
    ("The tower has green doors.", "Robots paint every ceiling."),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [
        {"id": f"{number}-{label}", "context": [good], "question": None, "answer": answer, "label": label}
        for number, (good, bad) in enumerate(FACTS)
        for answer, label in ((good, 1), (bad, 0))
    ]
    (tmp_path / "mine.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return tmp_path


def test_fit_of_verified_claims(data: Path, fresh_dsn: str) -> None:
    arguments = ["fit", str(data), "--files", "mine", "--scorer", "mill", "--verifier", "--jobs", "1"]
    done = CliRunner().invoke(app, [*arguments, "--dsn", fresh_dsn])
    assert done.exit_code == 0, done.output
    assert '"verified_scorer": "mill@1"' in done.output
    with psycopg.connect(fresh_dsn) as connection:
        weights = connection.execute(
            "select signal from groundcheck_internal.scorer_weights as w"
            " join groundcheck_internal.scorers as s on s.id = w.scorer_id where s.name = 'mill'"
        ).fetchall()
        assert ("entailment_logit",) in weights
        left = connection.execute(
            "select (select count(*) from groundcheck_internal.checks),"
            " (select count(*) from groundcheck_internal.jobs),"
            " (select count(*) from groundcheck_internal.policies where name like '%bench%')"
        ).fetchone()
    assert left == (0, 0, 0)


def test_quality_with_the_verifier(data: Path, fresh_dsn: str, tmp_path: Path) -> None:
    rows = tmp_path / "rows.out"
    arguments = ["bench", "quality", str(data), "--policy", "verified", "--verifier", "--baselines", "none"]
    done = CliRunner().invoke(app, [*arguments, "--rows", str(rows), "--dsn", fresh_dsn])
    assert done.exit_code == 0, done.output
    decided = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    assert {item["status"] for item in decided} == {"final"}
    assert any("entailment" in claim["signals"] for item in decided for claim in item["claims"])


def test_pairs_that_no_training_has_seen() -> None:
    rows = tuple(Row(str(number), (f"Premise {number}.",), None, "Yes.", 1) for number in range(2000))
    kept = held_out_pairs(DataFile("pairs/any", rows), 1000).rows
    assert 60 <= len(kept) <= 140
    assert held_out_pairs(DataFile("pairs/any", rows), 10).rows == kept[:10]
