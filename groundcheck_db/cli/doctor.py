"""`groundcheck-db doctor`."""

from __future__ import annotations

import dataclasses
import json
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from groundcheck_db.cli.console import DsnOption, notify, out, printable
from groundcheck_db.database import connect
from groundcheck_db.doctor import Finding, examine
from groundcheck_db.errors import Needs
from groundcheck_db.target import find_database

_MARKS = {True: Text("ok", style="green"), False: Text("not ok", style="bold red"), None: Text("-", style="dim")}


def doctor(
    dsn: DsnOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Examine an installation and say what to do where something is not well. Changes nothing.

    Exit codes for monitors: 0 all is well, 1 something is not, 2 it could not be examined.
    """
    target = find_database(dsn, ready=False, notify=notify)
    with connect(target.dsn, needs=Needs.HEALTH) as connection:
        findings = examine(connection)
    well = all(finding.ok is not False for finding in findings)
    if as_json:
        document = {"ok": well, "findings": [dataclasses.asdict(finding) for finding in findings]}
        out.print_json(json.dumps(document), highlight=False)
    else:
        _print(findings)
    raise typer.Exit(0 if well else 1)


def _print(findings: list[Finding]) -> None:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for finding in findings:
        table.add_row(_MARKS[finding.ok], finding.name, Text(printable(finding.detail)))
        if finding.ok is False and finding.advice:
            table.add_row("", "", Text(f"-> {printable(finding.advice)}", style="bold"))
    out.print(table)
