"""What all commands share: the two consoles, how errors are told, the --dsn option."""

from __future__ import annotations

import io
import re
import sys
import traceback
from typing import Annotated, Any

import psycopg
import typer
from rich.console import Console
from rich.text import Text
from typer.core import TyperGroup

from groundcheck_db.account import ServerError
from groundcheck_db.errors import GroundcheckError, from_psycopg

NOT_DONE = 2
INTERRUPTED = 130

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

DsnOption = Annotated[
    str | None,
    typer.Option(
        "--dsn",
        metavar="DSN",
        help="PostgreSQL connection string. Without it: GROUNDCHECK_DSN, else the embedded server.",
        show_default=False,
    ),
]

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def printable(text: str) -> str:
    """Text that cannot steer the terminal: control characters but tab and newline become U+FFFD."""
    return _CONTROL.sub("\ufffd", text)


def notify(line: str) -> None:
    """Say on stderr what takes a moment."""
    err.print(Text(line), style="dim", soft_wrap=True)


def complain(error: GroundcheckError) -> None:
    """Print an error as one line, its hint and, where a program failed, the end of what that said."""
    err.print(Text.assemble(("Error: ", "bold red"), printable(error.message)), soft_wrap=True)
    if isinstance(error, ServerError) and error.detail:
        err.print(Text("\n".join(f"  | {line}" for line in printable(error.detail).splitlines())), soft_wrap=True)
    if error.hint:
        err.print(Text.assemble(("Hint: ", "bold"), printable(error.hint)), soft_wrap=True)


class Commands(TyperGroup):
    """The command group: foreseeable errors are one line and exit code 2, never a traceback."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the command and tell its errors."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")  # a terminal that is not UTF-8 is no error
        try:
            return super().invoke(ctx)
        except GroundcheckError as error:
            complain(error)
        except psycopg.Error as error:
            complain(from_psycopg(error))
        except BrokenPipeError:
            raise
        except OSError as error:
            complain(GroundcheckError(f"{error.filename}: {error.strerror}" if error.filename else str(error)))
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except Exception as error:
            if isinstance(error, typer.Abort) or hasattr(error, "exit_code"):  # typer's own
                raise
            traceback.print_exc()  # exit code 1 would read as REJECT
            err.print("This is a bug in groundcheck-db: please report it with the lines above.")
        raise typer.Exit(NOT_DONE)
