"""Five simple scores to compare with, each computed from the same texts.

  mean_cosine      mean over the passages of cosine(answer, passage)
  weighted_cosine  the same, each passage weighted by max(cosine(question, passage), 0)
  greatest_cosine  least over the claims of the greatest cosine of the claim to a sentence of the context
  rouge2           share of the answer's word pairs that the context has (ROUGE-2 precision)
  word_overlap     share of the answer's words that the context has (ROUGE-1 precision)

Vectors are those of the ONNX encoder. No score is compared with a threshold here: the benchmark gives each baseline
the best threshold that hindsight finds, which is more than it would have in use.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from groundcheck_db.bench.data import Row
from groundcheck_db.bench.metrics import Floats

NAMES = ("mean_cosine", "weighted_cosine", "greatest_cosine", "rouge2", "word_overlap")

_WORD = re.compile(r"\w+")

Vectors = npt.NDArray[np.float32]


class TextEncoder(Protocol):
    """What turns texts into vectors of length 1, one a row."""

    def encode(self, texts: Sequence[str], /, *, purpose: str = "passage") -> Vectors:
        """Return an array (number of texts, dimensions)."""


def word_scores(rows: Iterable[Row]) -> dict[str, Floats]:
    """The two baselines that need no vectors."""
    rows = list(rows)
    return {
        "rouge2": np.array([precision(row.answer, row.context, size=2) for row in rows]),
        "word_overlap": np.array([precision(row.answer, row.context, size=1) for row in rows]),
    }


def precision(answer: str, context: Iterable[str], *, size: int) -> float:
    """Share of the answer's runs of ``size`` words that the context has; one that occurs n times there counts n times.

    Lin: ROUGE, a package for automatic evaluation of summaries, 2004; words are runs of letters and digits in lower
    case, not stemmed. An answer shorter than ``size`` words has the precision 0.
    """
    wanted = _runs(answer, size)
    had = Counter[tuple[str, ...]]()
    for passage in context:
        had.update(_runs(passage, size))
    total = wanted.total()
    return (wanted & had).total() / total if total else 0.0


def _runs(text: str, size: int) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return Counter(zip(*(words[start:] for start in range(size)), strict=False))


def vector_scores(
    rows: Sequence[Row], claims: Sequence[Sequence[str]], sentences: Sequence[Sequence[str]], encoder: TextEncoder
) -> dict[str, Floats]:
    """The three baselines of cosines.

    Args:
        rows: n rows.
        claims: of each row's answer, the statements to be checked; none where it makes no claim.
        sentences: of each row's context.
        encoder: makes the vectors; every text is encoded once.

    Returns:
        For each baseline n scores: 0 where answer or context have no word; greatest_cosine 1 where there is no claim.
    """
    passages = _encode(encoder, (text for row in rows for text in (*row.context, row.answer)))
    questions = _encode(encoder, (row.question for row in rows if row.question), purpose="query")
    parts = _encode(encoder, (text for texts in (*claims, *sentences) for text in texts))

    scores = {name: np.zeros(len(rows)) for name in NAMES[:3]}
    for place, row in enumerate(rows):
        context = [passages[text] for text in row.context if _WORD.search(text)]
        if context:
            question = questions.get(row.question or "")
            scores["mean_cosine"][place] = mean_cosine(passages[row.answer], np.stack(context))
            scores["weighted_cosine"][place] = mean_cosine(passages[row.answer], np.stack(context), question)
        evidence = [parts[text] for text in sentences[place] if _WORD.search(text)]
        if not claims[place]:
            scores["greatest_cosine"][place] = 1.0
        elif evidence:
            similarity = np.stack([parts[text] for text in claims[place]]) @ np.stack(evidence).T
            scores["greatest_cosine"][place] = similarity.max(axis=1).min()
    return scores


def mean_cosine(answer: Vectors, context: Vectors, question: Vectors | None = None) -> float:
    """Mean cosine of an answer (dims) to passages (n, dims), weighted by their relevance to a question (dims).

    Passages that have nothing to do with the question weigh nothing; where that is all of them, they weigh alike.
    """
    similarity = context @ answer
    if question is None:
        return float(similarity.mean())
    relevance = np.maximum(context @ question, 0)
    return float(np.average(similarity, weights=relevance if relevance.sum() > 0 else None))


def _encode(encoder: TextEncoder, texts: Iterable[str], purpose: str = "passage") -> dict[str, Vectors]:
    """The vectors of distinct texts; a text without a word, which has none, gets zeros: similar to nothing."""
    distinct = list(dict.fromkeys(texts))
    worded = [text for text in distinct if _WORD.search(text)]
    vectors = encoder.encode(worded, purpose=purpose) if worded else np.zeros((0, 1), np.float32)
    return dict.fromkeys(distinct, np.zeros(vectors.shape[1], np.float32)) | dict(zip(worded, vectors, strict=True))
