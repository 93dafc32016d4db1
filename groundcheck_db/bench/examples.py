"""Labelled claims with their signals: what a scorer is fitted on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from groundcheck_db.bench.data import DataFile
from groundcheck_db.bench.held_out import is_held_out_pair
from groundcheck_db.bench.judge import Claim, Judged
from groundcheck_db.bench.metrics import Floats, Ints
from groundcheck_db.errors import GroundcheckError

# Pairs of single sentences teach what contradicts, which answers over passages seldom do, and nothing of passages.
# At 0.3 the out of fold AUROC of answers stays within 0.007 of that without pairs, and that of pairs gains 0.03.
PAIRS_COUNT = 0.3


def is_pairs(name: str) -> bool:
    """Whether a file's name says that it holds pairs."""
    return name.startswith("pairs/")


def held_out_pairs(file: DataFile, limit: int) -> DataFile:
    """The first pairs of a file that the verifier was not trained on: on the others it says what it was told."""
    return DataFile(file.name, tuple(row for row in file.rows if is_held_out_pair(row.source))[:limit])


@dataclass(frozen=True, slots=True)
class Examples:
    """n labelled claims.

    Attributes:
        signals: the names of the k signals.
        values: n rows of k signals.
        labels: n of 1 (supported) or 0.
        files: n numbers of the file that a claim comes from.
        names: the files' names.
        sources: n strings, the same for claims over the same context.
    """

    signals: tuple[str, ...]
    values: Floats
    labels: Ints
    files: Ints
    names: tuple[str, ...]
    sources: npt.NDArray[np.str_]

    def weights(self) -> Floats:
        """What each claim counts, 1 on average: every file counts alike, a file of pairs less."""
        sizes = np.bincount(self.files, minlength=len(self.names))
        counts = (
            np.array([PAIRS_COUNT if is_pairs(name) else 1.0 for name in self.names])[self.files] / sizes[self.files]
        )
        return np.asarray(counts / counts.mean(), dtype=np.float64)

    def of_signals(self, kept: npt.NDArray[np.bool_]) -> Examples:
        """The same claims with only some of their signals."""
        names = tuple(name for name, is_kept in zip(self.signals, kept, strict=True) if is_kept)
        return replace(self, signals=names, values=self.values[:, kept])


def collect(judged: Mapping[str, Sequence[Judged]]) -> Examples:
    """Take the claims whose label is known.

    - An answer of one checkable claim: the row's label.
    - An answer of several, all of it supported: 1 for each.
    - An answer of several with marked spans: 0 for the claims that overlap a span, 1 for the others.
    - An answer of several, not supported, nothing marked: left out, for nothing says which claim is wrong.

    A signal that fewer than half of the claims have marks a special case, and is left out; so is a claim that lacks one
    of the others, as the verifier's are lacking where there is no evidence to read.

    Args:
        judged: the judged rows of each file.

    Raises:
        GroundcheckError: no claim has a label, only one label occurs, or all claims are over one context.
    """
    found = [
        (number, item.row.source, label, claim)
        for number, rows in enumerate(judged.values())
        for item in rows
        for label, claim in _labelled(item)
    ]
    labels = np.array([label for _file, _source, label, _claim in found], dtype=np.int64)
    if np.unique(labels).size < 2:
        raise GroundcheckError(
            f"{len(found)} claims have a label, and not both labels occur",
            hint="Fitting needs supported and unsupported claims.",
        )
    if len({source for _file, source, *_rest in found}) < 2:
        raise GroundcheckError(
            f"the {len(found)} claims that have a label are all over one context",
            hint="Fitting needs several, as it tries on one what it has learnt on the others; a hundred say something.",
        )
    counts = Counter(name for *_rest, claim in found for name in claim.signals)
    signals = tuple(sorted(name for name, count in counts.items() if 2 * count > len(found)))
    found = [one for one in found if set(signals) <= set(one[3].signals)]
    return Examples(
        signals=signals,
        values=np.array([[claim.signals[name] for name in signals] for *_rest, claim in found], dtype=np.float64),
        labels=labels,
        files=np.array([number for number, *_rest in found], dtype=np.int64),
        names=tuple(judged),
        sources=np.array([source for _file, source, *_rest in found]),
    )


def _labelled(item: Judged) -> list[tuple[int, Claim]]:
    claims = [claim for claim in item.claims if claim.support is not None]
    row = item.row
    if len(claims) == 1 or row.label == 1:
        return [(row.label, claim) for claim in claims]
    if row.spans is None:
        return []
    return [(int(not any(_overlap(claim.span, span) for span in row.spans)), claim) for claim in claims]


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]
