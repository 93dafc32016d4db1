"""The grants that the README gives an application are enough, and not too many."""

from __future__ import annotations

import re
from pathlib import Path

import psycopg
import pytest

README = Path(__file__).parents[2] / "README.md"
CHECK = "select groundcheck.check('The shop sells tea.', array['The shop sells tea.', 'Rum is not sold.'])"


@pytest.fixture
def application(db: psycopg.Connection) -> psycopg.Connection:
    """A connection that has become a role with no more than the README's grants, inside the rollback."""
    grants = re.findall(r"^grant [^;]+ to app;$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(grants) == 7
    db.execute("create role app")
    for grant in grants:
        db.execute(grant.encode())
    db.execute("set local role app")
    return db


def test_application_checks_and_reads(application: psycopg.Connection) -> None:
    row = application.execute(CHECK).fetchone()
    assert row is not None
    assert row[0]["action"] == "PASS"
    assert application.execute("select groundcheck.result(%s)", [row[0]["id"]]).fetchone() == row
    for statement in (
        "select action from groundcheck.audit",
        "select verdict from groundcheck.audit_claim",
        "select claim from groundcheck.contradiction",
        "select groundcheck.passes('Rum is sold.', array['Rum is not sold.'])",
        "select groundcheck.evaluate('Tea.', array['Tea is sold.'])",
        "select groundcheck.check_vectors('a', '[1,0]', array['b'], array['[1,0]']::vector[])",
    ):
        assert application.execute(statement.encode()) is not None


@pytest.mark.parametrize(
    "statement",
    [
        "update groundcheck_internal.checks set action = 'PASS'",
        "delete from groundcheck_internal.checks",
        "update groundcheck_internal.claims set verdict = 'supported'",
        "update groundcheck_internal.scorer_weights set weight = 0",
        "update groundcheck_internal.policies set threshold = 0",
        "truncate groundcheck_internal.claims",
        "select groundcheck.create_policy('default', '{\"threshold\": 0}')",
        "select groundcheck.retire_policy('default')",
        "insert into groundcheck_internal.scorer_weights values (1, 'cosine', 9)",
        "drop schema groundcheck cascade",
    ],
)
def test_application_changes_no_verdict(application: psycopg.Connection, statement: str) -> None:
    application.execute(CHECK)
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        application.execute(statement.encode())


def test_without_grants_nothing_works(db: psycopg.Connection) -> None:
    db.execute("create role nobody_special")
    db.execute("set local role nobody_special")
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="schema groundcheck"):
        db.execute(CHECK)
