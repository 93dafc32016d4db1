"""The demo: every sample answer gets the action that it is there to show."""

from __future__ import annotations

import json

import psycopg

from groundcheck_db import samples
from tests.commands import Cli

EXPECTED = {
    "correct": "PASS",
    "wrong number": "REJECT",
    "invented feature": "REJECT",
    "abstention": "PASS",
    "partly right": "REJECT",
}


def test_samples_are_of_these_kinds() -> None:
    assert {answer.title for answer in samples.answers()} == set(EXPECTED)


def test_demo(cli: Cli, fresh_dsn: str) -> None:
    done = cli("demo", "--dsn", fresh_dsn)
    assert done.returncode == 0, done.stderr
    with psycopg.connect(fresh_dsn) as connection:
        stored: dict[str, str] = dict(
            connection.execute("select metadata ->> 'demo', action from groundcheck.audit").fetchall()
        )
    assert stored == EXPECTED
    for title, action in EXPECTED.items():
        (row,) = [line for line in done.stdout.splitlines() if f"{title}: " in line and "│" in line]
        assert action in row
    start, end = done.stdout.index("\n{\n"), done.stdout.index("\n}\n")
    document = json.loads(done.stdout[start : end + 2])
    assert document["audit_details"]["contradictions"] or document["audit_details"]["unsupported"]
    assert "groundcheck-db psql" in done.stdout[end:]


def test_demo_again_loads_nothing_new(cli: Cli, fresh_dsn: str) -> None:
    cli("demo", "--dsn", fresh_dsn)
    again = cli("demo", "--dsn", fresh_dsn)
    assert again.returncode == 0
    assert "4 unchanged; 0 passages and 0 vectors" in again.stdout
