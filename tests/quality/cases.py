"""Runs a file of cases through groundcheck.check and prints what came out otherwise than expected, and what it needs.

Each line is a JSON object: id, kind, context (list of passages), question, answer, expected, and why. expected is PASS,
REJECT or OTHER; OTHER is right where the check was stored without an error, and what the document says is printed, so
that a person can see whether it says what `why` asks for. Everything happens in one transaction that is rolled back.

    python tests/quality/cases.py CASES.jsonl [--dsn DSN] [--kind KIND] [--policy NAME] [--all]

Exit code: 0 where every case came out as expected, 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from rich.console import Console
from rich.table import Table
from rich.text import Text

from groundcheck_db.cli.check import run_check
from groundcheck_db.cli.console import notify, printable
from groundcheck_db.database import connect
from groundcheck_db.errors import GroundcheckError, from_psycopg
from groundcheck_db.target import find_database

OUTCOMES = ("PASS", "REJECT", "OTHER")


@dataclass(frozen=True)
class Outcome:
    """What came of a case: a document, or the error that there was instead."""

    case: dict[str, Any]
    document: dict[str, Any] | None
    error: str | None = None

    @property
    def is_right(self) -> bool:
        """Whether it came out as expected."""
        if self.document is None:
            return False
        if self.case["expected"] == "OTHER":
            return self.document["id"] is not None
        return bool(self.document["action"] == self.case["expected"])

    @property
    def what(self) -> str:
        """In a few words what came out."""
        if self.document is None:
            return f"error: {self.error}"
        details = self.document["audit_details"]
        return f"{self.document['action']} {details['reason_code']} {self.document['trust_score']}"

    @property
    def tier(self) -> str:
        """What a miss needs: a rule of the screen where one of its findings is wrong, else the verifier's reading."""
        if self.document is None:
            return "screen: the check failed"
        if self.case["expected"] == "REJECT":
            return "verify: neither values nor words tell it from its source"
        if self.document["audit_details"]["contradictions"]:
            return "screen: a finding is wrong"
        return "verify: said in other words than its source"


def read_cases(path: Path) -> list[dict[str, Any]]:
    """Read the cases; lone surrogates, which some are about, survive."""
    with path.open(encoding="utf-8", errors="surrogatepass") as lines:
        cases = [json.loads(line) for line in lines if line.strip()]
    for case in cases:
        if case["expected"] not in OUTCOMES:
            raise ValueError(f"{case['id']}: expected is {case['expected']!r}, none of {', '.join(OUTCOMES)}")
    return cases


def run_case(connection: psycopg.Connection, case: dict[str, Any], policy: str) -> Outcome:
    """Check one case; an error leaves the transaction usable."""
    try:
        with connection.transaction():
            document = run_check(connection, case["answer"], case["context"], question=case["question"], policy=policy)
    except GroundcheckError as error:
        return Outcome(case, None, error.message)
    except psycopg.Error as error:
        return Outcome(case, None, from_psycopg(error).message)
    return Outcome(case, document)


def claim_lines(document: dict[str, Any]) -> list[str]:
    """The claims with verdict, support, best evidence and, where one is contradicted, the difference that was found."""
    details = document["audit_details"]
    differences = {found["claim_index"]: found for found in details["contradictions"]}
    lines = []
    for claim in details["claims"]:
        found = differences.get(claim["claim_index"])
        why = f" [{found['kind']}: {found['claim_part']} / {found['source_part']}]" if found else ""
        lines.append(f"    {claim['verdict']} {claim['support']} {claim['kind']}: {claim['claim']}{why}")
        lines.extend(f"      < {evidence['text']}" for evidence in claim["evidence"][:1])
    return lines


def print_outcome(console: Console, outcome: Outcome) -> None:
    """Print a case, what came out, and why it matters."""
    case = outcome.case
    style = "green" if outcome.is_right else "bold red"
    head = f"{case['id']} {case['kind']}: expected {case['expected']}, got {outcome.what}"
    lines = [
        f"    question: {case['question']!r}" if case["question"] else "",
        f"    answer:   {case['answer']!r}"[:600],
        f"    context:  {case['context']!r}"[:600],
        f"    why:      {case['why']}",
        *(claim_lines(outcome.document) if outcome.document else []),
    ]
    console.print(Text(printable(head), style=style))
    console.print(Text(printable("\n".join(line for line in lines if line))))


def summary(outcomes: list[Outcome]) -> Table:
    """The share right by expected outcome, and of all."""
    table = Table("expected", "cases", "right", "share", title="Cases by expected outcome")
    total, right = Counter[str](), Counter[str]()
    for outcome in outcomes:
        for key in (outcome.case["expected"], "all"):
            total[key] += 1
            right[key] += outcome.is_right
    for key in (*OUTCOMES, "all"):
        if total[key]:
            table.add_row(key, str(total[key]), str(right[key]), f"{right[key] / total[key]:.1%}")
    return table


def misses(outcomes: list[Outcome]) -> Table:
    """The cases that came out otherwise than expected, with the tier that each needs."""
    table = Table("id", "kind", "expected", "got", "needs", title="Misses")
    for outcome in outcomes:
        if not outcome.is_right:
            case = outcome.case
            table.add_row(case["id"], case["kind"], case["expected"], outcome.what, outcome.tier)
    return table


def main() -> int:
    """Run the cases and print the misses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--dsn", help="the database; without it GROUNDCHECK_DSN, else the embedded server")
    parser.add_argument("--kind", action="append", help="only cases whose kind or id begins so; may be repeated")
    parser.add_argument("--policy", default="default")
    parser.add_argument("--all", action="store_true", help="print the cases that came out right too")
    arguments = parser.parse_args()

    cases = read_cases(arguments.cases)
    if arguments.kind:
        wanted = tuple(arguments.kind)
        cases = [case for case in cases if case["kind"].startswith(wanted) or case["id"].startswith(wanted)]
    console = Console(highlight=False, soft_wrap=True)
    with connect(find_database(arguments.dsn, notify=notify).dsn, autocommit=False) as connection:
        outcomes = [run_case(connection, case, arguments.policy) for case in cases]
        connection.rollback()
    for outcome in outcomes:
        if arguments.all or not outcome.is_right or outcome.case["expected"] == "OTHER":
            print_outcome(console, outcome)
    console.print(summary(outcomes))
    if not all(outcome.is_right for outcome in outcomes):
        console.print(misses(outcomes))
    return 0 if all(outcome.is_right for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
