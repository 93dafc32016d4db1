"""Named SQL statements: each `.sql` file beside this one holds some, each after a line `-- name: ...`.

Statements are written whole, with psycopg's placeholders for values; nothing is put together in Python.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import LiteralString

_NAME = re.compile(r"^-- name: ([a-z_]+)\n", re.MULTILINE)


@cache
def statement(file: str, name: str) -> LiteralString:
    """Return a statement.

    Args:
        file: the file's name without `.sql`.
        name: what follows `-- name:` above the statement.

    Raises:
        KeyError: the file has no such statement.
    """
    return statements(file)[name]


@cache
def statements(file: str) -> dict[str, str]:
    """Return all statements of a file by name.

    Raises:
        ValueError: a name is there twice.
    """
    _head, *parts = _NAME.split(resources.files(__package__).joinpath(f"{file}.sql").read_text("utf-8"))
    names, bodies = parts[::2], parts[1::2]
    if len(set(names)) != len(names):
        raise ValueError(f"{file}.sql names a statement twice")
    return {name: body.strip().removesuffix(";") for name, body in zip(names, bodies, strict=True)}
