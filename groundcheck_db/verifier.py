"""Pairs of texts to probabilities with an ONNX cross-encoder: does the premise say what the hypothesis says?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import onnxruntime
import tokenizers
from numpy.typing import NDArray

from groundcheck_db.encoder import batches
from groundcheck_db.errors import InputError, ModelError
from groundcheck_db.models import VERIFIER_FOLDER
from groundcheck_db.models.manifest import Manifest, load_manifest
from groundcheck_db.text import clean

# The share of a window that the next one repeats, so that no clause is seen by its halves only.
OVERLAP: Final = 0.25


class Pair(NamedTuple):
    """A premise and the hypothesis that may follow from it."""

    premise: str
    hypothesis: str


class Probabilities(NamedTuple):
    """What the verifier says of a pair; the three make 1.

    Attributes:
        entailment: the premise says what the hypothesis says.
        neutral: it says nothing of it.
        contradiction: it says that it is not so; 0 from a model that does not tell the last two apart.
    """

    entailment: float
    neutral: float
    contradiction: float


class Window(NamedTuple):
    """What the model reads at once.

    Attributes:
        pair: index of the pair.
        part: which part of its hypothesis; 0 where the model can take it whole.
        ids: token ids, special tokens included.
        types: segment of each token.
    """

    pair: int
    part: int
    ids: list[int]
    types: list[int]


class Verifier:
    """An ONNX cross-encoder from a model folder.

    Attributes:
        folder: where it was loaded from.
        manifest: what the folder says of itself, its files verified.
    """

    def __init__(self, folder: Path = VERIFIER_FOLDER, *, threads: int = 0) -> None:
        """Load the model.

        Args:
            folder: holds ``manifest.toml``, the ONNX file and ``tokenizer.json``.
            threads: threads of one run, 0 for one a core.

        Raises:
            ModelError: a file is missing, not the one that the manifest describes, or does not work.
        """
        self.folder = folder
        self.manifest: Manifest = load_manifest(folder)
        if self.manifest.kind != "verifier" or not (self.manifest.tokenizer and self.manifest.labels):
            raise ModelError(
                f"model folder {folder} holds no verifier: its kind is {self.manifest.kind}", sqlstate="GC201"
            )
        self._labels = self.manifest.labels
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 4  # what goes wrong is raised
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(folder / self.manifest.tokenizer))
            self._session = onnxruntime.InferenceSession(
                str(folder / self.manifest.file), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # both libraries raise bare exceptions of their own
            raise ModelError(f"model folder {folder} cannot be loaded: {error}", sqlstate="GC201") from error
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()
        self._inputs = {declared.name for declared in self._session.get_inputs()}
        self._pad_id = next(
            (found for name in ("[PAD]", "<pad>") if (found := self._tokenizer.token_to_id(name)) is not None), 0
        )
        self._frame = _frame(self._tokenizer)
        self._room = (self.manifest.max_tokens or 0) - sum(len(ids) for ids, _type in self._frame)
        if self._room < 2:
            raise ModelError(
                f"max_tokens {self.manifest.max_tokens} of model {self.manifest.name!r} leaves no room for two texts",
                sqlstate="GC201",
            )

    def verify(self, pairs: Sequence[Pair]) -> list[Probabilities]:
        """Return what the model says of each pair.

        Nothing is cut off. A premise that is too long is read in windows that overlap by a quarter, of which the one
        that is least neutral counts. A hypothesis that is longer than half of what the model takes is read in parts,
        of which the one that is entailed least counts.

        Raises:
            InputError: a text is empty or blank.
            ModelError: the model fails, or its output is not what the manifest says, or not finite.
        """
        windows = self.windows(pairs)
        found = np.zeros((len(windows), 3))
        for batch in batches([len(window.ids) for window in windows]):
            found[batch] = self.run([windows[place] for place in batch])
        parts: dict[tuple[int, int], Probabilities] = {}
        for window, row in zip(windows, found, strict=True):
            said = Probabilities(*map(float, row))
            known = parts.get((window.pair, window.part))
            if known is None or said.neutral < known.neutral:
                parts[window.pair, window.part] = said
        pairs_found: dict[int, Probabilities] = {}
        for (pair, _part), said in parts.items():
            if pair not in pairs_found or said.entailment < pairs_found[pair].entailment:
                pairs_found[pair] = said
        return [pairs_found[pair] for pair in range(len(pairs))]

    def windows(self, pairs: Sequence[Pair]) -> list[Window]:
        """Return the windows that the pairs are read in, in order.

        Raises:
            InputError: a text is empty or blank.
        """
        texts = [clean(text) for pair in pairs for text in pair]
        tokens = [encoding.ids for encoding in self._tokenizer.encode_batch(texts, add_special_tokens=False)]
        for text, ids in zip(texts, tokens, strict=True):
            if not ids:
                raise InputError(f"a text has no words: {text!r}", hint="Leave blank texts out.")
        (opening, first), (middle, second), (closing, last) = self._frame
        found = []
        for pair, (premise, hypothesis) in enumerate(zip(tokens[::2], tokens[1::2], strict=True)):
            for part, claim in enumerate(_slices(hypothesis, self._room // 2)):
                for body in _slices(premise, self._room - len(claim)):
                    ids = [*opening, *body, *middle, *claim, *closing]
                    types = [first] * (len(opening) + len(body))
                    types += [second] * len(middle) + [last] * (len(claim) + len(closing))
                    found.append(Window(pair, part, ids, types))
        return found

    def run(self, batch: Sequence[Window]) -> NDArray[np.float64]:
        """Return entailment, neutral and contradiction of one batch of windows, float64 (n, 3)."""
        longest = max(len(window.ids) for window in batch)
        shape = (len(batch), longest)
        ids = np.full(shape, self._pad_id, dtype=np.int64)
        mask, types = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
        for row, window in enumerate(batch):
            ids[row, : len(window.ids)] = window.ids
            mask[row, : len(window.ids)] = 1
            types[row, : len(window.ids)] = window.types
        feed: dict[str, Any] = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        try:
            logits = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        except Exception as error:  # onnxruntime raises bare exceptions of its own
            raise ModelError(f"model {self.manifest.name!r} failed: {error}", sqlstate="GC201") from error
        if logits.shape != (len(batch), len(self._labels)):
            raise ModelError(
                f"model {self.manifest.name!r} gives an array of shape {logits.shape}, not (n, {len(self._labels)})",
                hint="Correct labels in its manifest.toml.",
                sqlstate="GC201",
            )
        if not np.isfinite(logits).all():
            raise ModelError(f"model {self.manifest.name!r} gave a logit that is not finite", sqlstate="GC201")
        shares = np.exp(logits.astype(np.float64) - logits.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        found = np.zeros((len(batch), 3))
        for label, column in zip(self._labels, shares.T, strict=True):
            found[:, {"entailment": 0, "contradiction": 2}.get(label, 1)] = column
        return found


def _frame(tokenizer: tokenizers.Tokenizer) -> tuple[tuple[list[int], int], ...]:
    """The special tokens before, between and after two texts, and the segment of each: (ids, type) three times.

    The closing and the second text are of one segment, as are the opening and the first.
    """
    encoding = tokenizer.encode("a", "a")
    places = [place for place, special in enumerate(encoding.special_tokens_mask) if not special]
    gap = next(((before, after) for before, after in pairwise(places) if after > before + 1), None)
    if gap is None:
        raise ModelError("the tokenizer puts nothing between two texts, so that it cannot read pairs", sqlstate="GC201")
    before, after = gap
    return (
        (encoding.ids[: places[0]], encoding.type_ids[before]),
        (encoding.ids[before + 1 : after], encoding.type_ids[before + 1]),
        (encoding.ids[places[-1] + 1 :], encoding.type_ids[after]),
    )


def _slices(ids: list[int], room: int) -> list[list[int]]:
    """Slices of at most ``room`` ids, each overlapping the one before by a quarter; the last ends where ids end."""
    if len(ids) <= room:
        return [ids]
    step = max(1, room - int(room * OVERLAP))
    return [ids[start : start + room] for start in range(0, len(ids) - room + step, step)]
