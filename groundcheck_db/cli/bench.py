"""`groundcheck-db bench` and `groundcheck-db fit`: measuring and fitting on labelled data."""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from groundcheck_db.bench.data import DataFile, read_folder, read_pairs
from groundcheck_db.cli.console import DsnOption, err, notify, out
from groundcheck_db.database import connect
from groundcheck_db.errors import GroundcheckError, Needs
from groundcheck_db.target import find_database

if TYPE_CHECKING:
    from collections.abc import Callable

    from groundcheck_db.bench.fit import Fit
    from groundcheck_db.bench.judge import Judged
    from groundcheck_db.bench.quality import FileQuality, Score

TABLE_WIDTH = 160  # a pipe has no width, and a figure cut short is none

app = typer.Typer(no_args_is_help=True, help="Measure on labelled data.")

DataArgument = Annotated[
    Path,
    typer.Argument(
        metavar="DATA",
        exists=True,
        file_okay=False,
        help="Folder with *.jsonl or *.jsonl.gz: id, context (list of passages), question, answer, label (0 or 1).",
    ),
]
JobsOption = Annotated[int, typer.Option("--jobs", min=1, max=64, help="Connections that work at once.")]
LimitOption = Annotated[
    int | None, typer.Option("--limit", min=1, help="At most so many rows a file, spread over it.", show_default=False)
]


FilesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--files", metavar="PREFIX", help="Only files whose name begins so; may be repeated.", show_default=False
    ),
]
VerifierOption = Annotated[
    bool, typer.Option("--verifier", help="Run the verifier, in this process, over what the policy has verified.")
]
HeldOutOption = Annotated[
    bool, typer.Option("--held-out", help="Only rows over documents that the packaged verifier was not trained on.")
]
VerifierDirOption = Annotated[
    Path | None,
    typer.Option("--verifier-dir", metavar="DIR", help="Another verifier's model folder.", show_default=False),
]


class Baselines(StrEnum):
    """Which simple scores are measured beside ours: all, those that need no vectors, none."""

    ALL = "all"
    WORDS = "words"
    NONE = "none"


@app.command()
def quality(
    data: DataArgument,
    files: FilesOption = None,
    policy: Annotated[str, typer.Option("--policy", metavar="NAME", help="The policy that is measured.")] = "default",
    limit: LimitOption = None,
    jobs: JobsOption = 2,
    verifier: VerifierOption = False,
    held_out: HeldOutOption = False,
    verifier_dir: VerifierDirOption = None,
    baselines: Annotated[Baselines, typer.Option(help="The simple scores to compare with.")] = Baselines.ALL,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write all figures here.")] = None,
    rows_file: Annotated[
        Path | None,
        typer.Option("--rows", metavar="FILE", help="Write what was decided on each row here, a line each."),
    ] = None,
    dsn: DsnOption = None,
) -> None:
    """Measure how well the database tells grounded answers from others. It is left as it was.

    AUROC, calibration error and the first balanced accuracy are those of the trust score. An answer without a claim
    counts as 1, and is left out of AUROC scored. The second balanced accuracy and F1 are those of the action. Baselines
    have no threshold of their own, so that their balanced accuracy is at the best one in hindsight.
    """
    quality_module = _extra("quality")
    found = read_folder(data, prefixes=files or [""], limit=limit, held_out=held_out)
    target = find_database(dsn, notify=notify).dsn
    measured = quality_module.find_policy(target, policy)
    encoder = _encoder() if baselines is Baselines.ALL else None
    tier = _verifier(jobs, verifier_dir) if verifier else None
    results, judged = [], []
    for file in found:
        with _progress(file) as progress:
            figures, decided = quality_module.measure_file(
                target, file, measured,
                jobs=jobs, baselines=baselines is not Baselines.NONE, encoder=encoder, progress=progress,
                verifier=tier,
            )  # fmt: skip
        results.append(figures)
        judged.append(decided)

    console = _console()
    console.print(
        f"Policy {measured.name} version {measured.version}: "
        f"threshold {measured.threshold:g}, aggregate {measured.aggregate}"
    )
    for table in (
        _main_table(results),
        _score_table("AUROC", results),
        _score_table("Balanced accuracy at the best threshold in hindsight", results),
    ):
        console.print(table)
    if json_file is not None:
        record = {"policy": asdict(measured), "files": [asdict(figures) for figures in results]}
        json_file.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    if rows_file is not None:
        _write_rows(rows_file, found, judged)


def fit(
    data: DataArgument,
    scorer: Annotated[str, typer.Option("--scorer", metavar="NAME", help="The scorer that gets a new version.")],
    files: FilesOption = None,
    policy: Annotated[
        str, typer.Option("--policy", metavar="NAME", help="The policy to split and read by.")
    ] = "default",
    pairs: Annotated[
        list[str] | None,
        typer.Option("--pairs", metavar="SOURCE", help="Pairs of sentences of this source, too. May be repeated."),
    ] = None,
    pairs_limit: Annotated[int, typer.Option("--pairs-limit", metavar="N", help="At most N pairs a source.")] = 1000,
    limit: LimitOption = None,
    jobs: JobsOption = 2,
    verifier: Annotated[
        bool,
        typer.Option(
            "--verifier",
            help="Fit a scorer of verified claims, on texts that the verifier was not trained on.",
        ),
    ] = False,
    verifier_dir: VerifierDirOption = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing to the database.")] = False,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the scorer here as an SQL statement too.")
    ] = None,
    dsn: DsnOption = None,
) -> None:
    """Fit the weights of a scorer on labelled data, and add it to the database as a new version.

    Only files that begin with dev_ are read where --files does not say otherwise. No policy uses the new version until
    one is made that does; the last line says how.
    """
    fit_module, judge, examples, quality_module = map(_extra, ("fit", "judge", "examples", "quality"))
    found = read_folder(data, prefixes=files or ["dev_"], limit=limit, held_out=verifier)
    if verifier:
        kept = (examples.held_out_pairs(file, pairs_limit) for file in read_pairs(data, pairs or []))
        found += (file for file in kept if file.rows)
    else:
        found += read_pairs(data, pairs or [], limit=pairs_limit)
    target = find_database(dsn, notify=notify).dsn
    tier = _verifier(jobs, verifier_dir) if verifier else None
    judged = {}
    for file in found:
        with _progress(file) as progress:
            judged[file.name] = judge.judge_rows(
                target, file.rows, policy=policy, jobs=jobs, progress=progress, verifier=tier, verify_all=verifier
            )
    claims = examples.collect(judged)
    fitted = (
        fit_module.fit_on_top(claims, quality_module.screen_weights(target, policy))
        if verifier
        else fit_module.fit(claims)
    )
    console = _console()
    for table in (_weight_table(fitted), _fit_table(fitted)):
        console.print(table)
    console.print(
        f"Out of fold: calibration error {fitted.calibration_error:.3f}; "
        f"threshold with the highest balanced accuracy over all files {fitted.threshold:.3f}; C {fitted.penalty:g}"
    )
    with connect(target, autocommit=False, needs=Needs.OWNER) as connection:
        version, as_sql = fit_module.store(connection, scorer, fitted, claims)
        if out_file is not None:
            out_file.write_text(as_sql, encoding="utf-8")
        if dry_run:
            connection.rollback()
            return
    console.print(f"Added scorer {scorer}@{version}. To use it:")
    setting = "verified_scorer" if verifier else "scorer"
    settings = json.dumps({setting: f"{scorer}@{version}", "threshold": round(fitted.threshold, 3)})
    console.print(f"  select groundcheck.create_policy('default', '{settings}');")


def _weight_table(fitted: Fit) -> Table:
    table = Table(title="Weights, the most important first", box=None, pad_edge=False)
    for heading in ("signal", "weight", "times its deviation"):
        table.add_column(heading, justify="left" if heading == "signal" else "right")
    order = sorted(fitted.weights, key=lambda name: -abs(fitted.importance.get(name, float("inf"))))
    for name in order:
        importance = fitted.importance.get(name)
        table.add_row(name, f"{fitted.weights[name]:.4f}", "" if importance is None else f"{importance:+.3f}")
    return table


def _fit_table(fitted: Fit) -> Table:
    table = Table(title="Claims out of fold", box=None, pad_edge=False)
    for heading in ("file", "claims", "supported", "AUROC", "bal.acc.", "ECE"):
        table.add_column(heading, justify="left" if heading == "file" else "right")
    for file in fitted.files:
        table.add_row(
            file.name, str(file.n), str(file.supported),
            _number(file.auroc), _number(file.balanced_accuracy), _number(file.calibration_error),
        )  # fmt: skip
    return table


def _console() -> Console:
    return out if out.is_terminal else Console(highlight=False, width=TABLE_WIDTH)


def _extra(name: str) -> Any:
    """A module of groundcheck_db.bench, most of which need the extra `bench`: asked for before anything is read."""
    try:
        return importlib.import_module(f"groundcheck_db.bench.{name}")
    except ModuleNotFoundError as error:
        raise GroundcheckError(
            f"bench and fit need the package {(error.name or '').partition('.')[0]}, which is not installed",
            hint="pip install 'groundcheck-db[bench]'",
        ) from error


def _encoder() -> Any:
    from groundcheck_db.encoder import Encoder  # noqa: PLC0415 - onnxruntime, which most commands do not need
    from groundcheck_db.models import ENCODER_FOLDER  # noqa: PLC0415

    return Encoder(ENCODER_FOLDER)


def _verifier(jobs: int, folder: Path | None) -> Any:
    from groundcheck_db.checker import Tier  # noqa: PLC0415 - onnxruntime, which most commands do not need
    from groundcheck_db.models import VERIFIER_FOLDER  # noqa: PLC0415

    return Tier(folder or VERIFIER_FOLDER, threads=max(1, (os.cpu_count() or 1) // jobs))


@contextmanager
def _progress(file: DataFile) -> Iterator[Callable[[int], None]]:
    with Progress(
        TextColumn(f"{file.name:>28}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=err, transient=True, disable=not err.is_terminal,
    ) as bars:  # fmt: skip
        task = bars.add_task(file.name, total=len(file.rows))
        yield lambda judged: bars.advance(task, judged)


def _main_table(results: list[FileQuality]) -> Table:
    table = Table(title="Trust score and action", box=None, pad_edge=False)
    for heading in (
        "file", "n", "grounded", "claims", "AUROC", "AUROC\nscored", "bal.acc.\nscore", "bal.acc.\naction",
        "F1\nhalluc.", "ECE", "best\nthreshold", "bal.acc.\nthere", "no\nclaim", "not\nchecked", "ms per\ncheck",
    ):  # fmt: skip
        table.add_column(heading, justify="left" if heading == "file" else "right", no_wrap=True)
    for figures in results:
        table.add_row(
            figures.name, str(figures.n), str(figures.grounded), str(figures.claims),
            *map(_number, (
                figures.auroc, figures.auroc_scored, figures.balanced_accuracy, figures.action_balanced_accuracy,
                figures.f1_hallucinated, figures.calibration_error, figures.best_threshold,
                figures.best_balanced_accuracy,
            )),
            f"{figures.no_claim:.1%}", f"{figures.not_checked:.1%}", f"{figures.milliseconds:.1f}",
        )  # fmt: skip
    return table


def _score_table(title: str, results: list[FileQuality]) -> Table:
    """Ours, other aggregates of it, and the baselines; the highest of ours and the baselines is bold."""
    table = Table(title=title, box=None, pad_edge=False)
    table.add_column("file", no_wrap=True)
    rivals = list(results[0].baselines)
    for heading in ("trust\nscore", *results[0].aggregates, *(name.replace("_", "\n") for name in rivals)):
        table.add_column(heading, justify="right", no_wrap=True)
    for figures in results:
        is_auroc = title == "AUROC"
        ours = figures.auroc if is_auroc else figures.best_balanced_accuracy

        def pick(score: Score, is_auroc: bool = is_auroc) -> float | None:
            return score.auroc if is_auroc else score.best_balanced_accuracy

        aggregates = [pick(score) for score in figures.aggregates.values()]
        simple = [pick(figures.baselines[name]) for name in rivals]
        highest = max((value for value in (ours, *simple) if value is not None), default=None)
        cells = [f"[bold]{_number(value)}[/]" if value == highest else _number(value) for value in (ours, *simple)]
        table.add_row(figures.name, cells[0], *map(_number, aggregates), *cells[1:])
    return table


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _write_rows(path: Path, files: list[DataFile], judged: list[list[Judged]]) -> None:
    with path.open("w", encoding="utf-8") as lines:
        for file, decided in zip(files, judged, strict=True):
            for item in decided:
                record = {"file": file.name, **asdict(item), "score": item.score}
                lines.write(json.dumps(record, ensure_ascii=False) + "\n")
