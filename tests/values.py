"""What extract_values finds, as tests ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import psycopg


@dataclass(frozen=True)
class Value:
    kind: str
    raw: str
    canonical: str
    amount: Decimal | None
    dimension: str
    qualifier: str | None
    start: int
    end: int


def extract(db: psycopg.Connection, text: str | None) -> list[Value]:
    rows = db.execute(
        "select kind, raw, canonical, amount, dimension, qualifier, span_start, span_end"
        " from groundcheck.extract_values(%s::text)",
        [text],
    ).fetchall()
    return [Value(*row) for row in rows]


def canonicals(db: psycopg.Connection, text: str) -> list[str]:
    return [value.canonical for value in extract(db, text)]
