"""`groundcheck-db check`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import psycopg
import typer
from psycopg.types.json import Jsonb

from groundcheck_db.cli.console import NOT_DONE, DsnOption, notify, out
from groundcheck_db.cli.report import print_document, to_json
from groundcheck_db.database import connect
from groundcheck_db.errors import GroundcheckError, Needs
from groundcheck_db.queries import statement
from groundcheck_db.target import find_database
from groundcheck_db.text import clean, decode

STDIN = Path("-")


def check(
    answer: Annotated[
        str | None, typer.Argument(help="The answer to check; - or nothing reads it from stdin.", show_default=False)
    ] = None,
    answer_file: Annotated[
        Path | None, typer.Option("--answer-file", metavar="FILE", help="Read the answer from a file.")
    ] = None,
    context: Annotated[
        list[str] | None,
        typer.Option("--context", "-c", metavar="TEXT", help="A passage of the context; give it as often as needed."),
    ] = None,
    context_file: Annotated[
        list[Path] | None,
        typer.Option(
            "--context-file",
            metavar="FILE",
            help="A file with one passage, or .json with a list of passages; - is stdin. May be repeated.",
        ),
    ] = None,
    question: Annotated[
        str | None, typer.Option("--question", "-q", metavar="TEXT", help="The question that was asked.")
    ] = None,
    policy: Annotated[str, typer.Option("--policy", metavar="NAME", help="The policy to judge by.")] = "default",
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole document as JSON.")] = False,
    dsn: DsnOption = None,
) -> None:
    """Check an answer against its context.

    Exit code: 0 PASS, 1 REJECT or REVIEW, 2 could not be checked. REVIEW is not 0, so that a script that looks at
    nothing else never lets through what a person should see first.
    """
    answer_text, passages = _read_inputs(answer, answer_file, context or [], context_file or [])
    target = find_database(dsn, notify=notify)
    with connect(target.dsn, needs=Needs.CHECK) as connection:
        document = run_check(
            connection, answer_text, passages, question=question and _argument(question), policy=policy
        )
    if as_json:
        typer.echo(to_json(document))
    else:
        print_document(out, document)
    raise typer.Exit(exit_code(document))


def run_check(
    connection: psycopg.Connection,
    answer: str,
    passages: list[str],
    *,
    question: str | None = None,
    policy: str = "default",
    metadata: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Call groundcheck.check with cleaned texts and return its document."""
    row = connection.execute(
        statement("check", "check"),
        {
            "answer": clean(answer),
            "context": [clean(passage) for passage in passages],
            "question": None if question is None else clean(question),
            "policy": clean(policy),
            "metadata": Jsonb(metadata or {}),
        },
    ).fetchone()
    document: dict[str, Any] = row[0] if row else {}
    return document


def exit_code(document: dict[str, Any]) -> int:
    """0 PASS, 1 REJECT or REVIEW, 2 where nothing final was said."""
    if document["status"] in {"failed", "pending"}:
        return NOT_DONE
    return 0 if document["action"] == "PASS" else 1


def _read_inputs(
    answer: str | None, answer_file: Path | None, context: list[str], context_files: list[Path]
) -> tuple[str, list[str]]:
    if answer is not None and answer_file is not None:
        raise typer.BadParameter("give the answer once: as an argument or with --answer-file")
    if answer_file is None and (answer is None or answer == "-"):
        answer_file, answer = STDIN, None
    if [answer_file, *context_files].count(STDIN) > 1:
        raise typer.BadParameter("only one of the answer and the context can come from stdin")
    if answer_file == STDIN and sys.stdin.isatty():
        raise typer.BadParameter("no answer: give it as an argument, with --answer-file or on stdin")
    text = _argument(answer or "") if answer_file is None else _read(answer_file)
    passages = [_argument(passage) for passage in context]
    for file in context_files:
        passages.extend(_read_passages(file))
    return text, passages


def _argument(text: str) -> str:
    """An argument as UTF-8, whatever the locale made Python take it for."""
    try:
        return os.fsencode(text).decode("utf-8")
    except UnicodeError:
        return text


def _read(file: Path) -> str:
    try:
        return decode(sys.stdin.buffer.read() if file == STDIN else file.read_bytes())
    except UnicodeDecodeError as error:
        raise GroundcheckError(
            f"{file} is not UTF-8 text (byte {error.start})", hint=f"iconv -f YOUR-ENCODING -t UTF-8 {file}"
        ) from error


def _read_passages(file: Path) -> list[str]:
    text = _read(file)
    if file.suffix.lower() != ".json":
        return [text]
    try:
        passages = json.loads(text)
    except json.JSONDecodeError as error:
        raise GroundcheckError(f"{file} is not JSON: {error}") from error
    if not isinstance(passages, list) or not all(isinstance(passage, str) for passage in passages):
        raise GroundcheckError(
            f"{file} does not hold a list of strings", hint='a context file looks like ["first passage", "second"]'
        )
    return passages
