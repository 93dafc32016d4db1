"""How the cost of a check grows with claims times sentences.

    python tests/performance/scaling.py [--dsn DSN] [--rounds 3] [--plot scaling.svg]

Up to 100 claims against 5,000 sentences. Prints one row a size, and the slope of ln(cost) over ln(claims x sentences),
over all sizes and over those of 50,000 pairs or more, where what a check costs by itself no longer counts: 1 is linear,
less is better. Cost is the CPU time of the server's process where it runs on this machine under Linux, else the time
that passes. Passages are parsed beforehand; everything is rolled back.
"""

from __future__ import annotations

import math
import time
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import numpy as np
import psycopg
import typer
from rich.console import Console
from rich.table import Table

from groundcheck_db import database
from groundcheck_db.target import find_database

CLAIMS = (1, 10, 30, 100)
SENTENCES = (50, 500, 5_000)
LARGE = 50_000
PASSAGE = 8  # sentences
PLACES = ["harbour", "museum", "bridge", "library", "station", "market", "theatre", "garden", "airport", "hospital"]
FACTS = [
    "The {0} of town {1} was opened in {2} and is run by the city council.",
    "Around {3} people visit the {0} of town {1} each year, most of them between May and September.",
    "The main hall of the {0} in town {1} is {4} metres long.",
    "A ticket for the {0} of town {1} costs {5} euros.",
]


def sentence(number: int) -> str:
    """One of ever so many sentences about places, each with a value or two."""
    town = number // len(FACTS)
    return FACTS[number % len(FACTS)].format(
        PLACES[town % 10], town, 1900 + town % 100, 12_000 + town, 40 + town % 30, 7 + town % 9
    )


def seconds_used(pid: int) -> float:
    """CPU seconds of the server's process so far; the clock's where they cannot be read."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    except (OSError, ValueError):
        return time.perf_counter()


def costs(connection: psycopg.Connection, rounds: int) -> dict[tuple[int, int], float]:
    """Least seconds of ``rounds`` evaluations, by number of claims and of sentences."""
    pid = connection.info.backend_pid
    least = {}
    for sentences in SENTENCES:
        texts = [sentence(number) for number in range(sentences)]
        context = [" ".join(texts[start : start + PASSAGE]) for start in range(0, sentences, PASSAGE)]
        connection.execute("select groundcheck_internal.store_context(%s)", [context])
        for claims in CLAIMS:
            step = max(sentences // claims, 1)
            answer = " ".join(sentence(number * step) for number in range(claims))
            times = []
            for _ in range(rounds):
                start = seconds_used(pid)
                connection.execute("select groundcheck.evaluate(%s, %s)", [answer, context]).fetchone()
                times.append(seconds_used(pid) - start)
            least[claims, sentences] = min(times)
    return least


def slope(points: dict[tuple[int, int], float], floor: int = 0) -> float:
    """Slope of ln(cost) over ln(claims x sentences) by least squares, for sizes from ``floor`` on."""
    sizes = [(math.log(c * s), math.log(cost)) for (c, s), cost in points.items() if c * s >= floor]
    x, y = np.array(sizes).T
    return float(np.polyfit(x, y, deg=1)[0])


def drawing(points: dict[tuple[int, int], float]) -> str:
    """The costs as an SVG with two logarithmic axes, one line a number of claims."""
    width, height, margin = 640, 420, 60
    xs = [math.log10(c * s) for c, s in points]
    ys = [math.log10(cost * 1000) for cost in points.values()]
    left, right, low, high = math.floor(min(xs)), math.ceil(max(xs)), math.floor(min(ys)), math.ceil(max(ys))

    def place(x: float, y: float) -> str:
        return (
            f"{margin + (x - left) / (right - left) * (width - 2 * margin):.1f},"
            f"{height - margin - (y - low) / (high - low) * (height - 2 * margin):.1f}"
        )

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">']
    for corner, other in pairwise([(left, low), (right, low), (right, high), (left, high), (left, low)]):
        parts.append(f'<path d="M{place(*corner)} L{place(*other)}" stroke="#999" fill="none"/>')
    for x in range(left, right + 1):
        at = place(x, low).split(",")
        parts.append(f'<text x="{at[0]}" y="{height - margin + 18}" font-size="12" text-anchor="middle">1e{x}</text>')
    for y in range(low, high + 1):
        at = place(left, y).split(",")
        parts.append(f'<text x="{margin - 8}" y="{at[1]}" font-size="12" text-anchor="end">{10.0**y:g}</text>')
    for number, claims in enumerate(CLAIMS):
        line = [(math.log10(c * s), math.log10(cost * 1000)) for (c, s), cost in points.items() if c == claims]
        colour = ("#4269d0", "#efb118", "#ff725c", "#3ca951")[number % 4]
        path = " L".join(place(x, y) for x, y in line)
        parts.append(f'<path d="M{path}" stroke="{colour}" stroke-width="2" fill="none"/>')
        at = place(*line[-1]).split(",")
        parts.append(f'<text x="{at[0]}" y="{at[1]}" dy="-8" font-size="12" fill="{colour}">{claims} claims</text>')
    caption = f'x="{width / 2}" font-size="13" text-anchor="middle"'
    parts.append(f'<text {caption} y="{height - 18}">claims x sentences</text>')
    parts.append(f'<text {caption} y="30">CPU time of one check, ms</text></svg>')
    return "\n".join(parts)


def main(
    dsn: Annotated[str | None, typer.Option(help="The database; without it, the one groundcheck-db uses.")] = None,
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    plot: Annotated[Path | None, typer.Option(help="Write the costs there as an SVG.")] = None,
) -> None:
    """Print the cost of each size and the slopes."""
    with database.connect(find_database(dsn).dsn, autocommit=False) as connection:
        points = costs(connection, rounds)
        connection.rollback()
    table = Table(title="One check, passages seen before")
    for column in ("claims", "sentences", "ms", "us a pair"):
        table.add_column(column, justify="right")
    for (claims, sentences), cost in points.items():
        table.add_row(
            f"{claims:,}", f"{sentences:,}", f"{cost * 1e3:,.1f}", f"{cost * 1e6 / (claims * sentences):,.2f}"
        )
    console = Console()
    console.print(table)
    console.print(f"slope {slope(points):.2f}; from {LARGE:,} pairs on {slope(points, LARGE):.2f}")
    if plot is not None:
        plot.write_text(drawing(points), encoding="utf-8")
        console.print(f"plot: {plot}")


if __name__ == "__main__":
    typer.run(main)
