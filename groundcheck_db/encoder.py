"""Text to vectors with an ONNX encoder: windows for long texts, batches of like lengths, nothing cut silently."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import onnxruntime
import tokenizers
from numpy.typing import NDArray

from groundcheck_db.errors import InputError, ModelError
from groundcheck_db.models import ENCODER_FOLDER
from groundcheck_db.models.manifest import Manifest, load_manifest
from groundcheck_db.text import clean

Purpose = Literal["passage", "query"]
Floats = NDArray[np.float32]

# Tokens, padding included, of one run: large enough to keep the cores busy, small enough to stay in their caches.
BATCH_TOKENS: Final = 2048
BATCH_TEXTS: Final = 64
# The share of a window that the next one repeats, so that no sentence is seen by its halves only.
OVERLAP: Final = 0.25


class Window(NamedTuple):
    """What the model reads at once.

    Attributes:
        text: index of the text that it is part of.
        weight: number of tokens of the text in it.
        ids: token ids, special tokens and prefix included.
    """

    text: int
    weight: int
    ids: list[int]


class Encoder:
    """An ONNX encoder from a model folder.

    Attributes:
        folder: where it was loaded from.
        manifest: what the folder says of itself, its files verified.
        dims: length of the vectors.
    """

    def __init__(self, folder: Path = ENCODER_FOLDER, *, threads: int = 0) -> None:
        """Load the model.

        Args:
            folder: holds ``manifest.toml``, the ONNX file and ``tokenizer.json``.
            threads: threads of one run, 0 for one a core.

        Raises:
            ModelError: a file is missing, not the one that the manifest describes, or does not work.
        """
        self.folder = folder
        self.manifest: Manifest = load_manifest(folder)
        if self.manifest.kind != "encoder" or self.manifest.tokenizer is None or self.manifest.dims is None:
            raise ModelError(
                f"model folder {folder} holds a {self.manifest.kind}, not an ONNX encoder", sqlstate="GC201"
            )
        self.dims: int = self.manifest.dims
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
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
        ends, around = self._tokenizer.encode("").ids, self._tokenizer.encode("a").ids
        before = next(
            (place for place, (one, other) in enumerate(zip(ends, around, strict=False)) if one != other), len(ends)
        )
        self._opening, self._closing = ends[:before], ends[before:]
        self._room = (self.manifest.max_tokens or 0) - len(ends)
        if self._room < 1:
            raise ModelError(
                f"max_tokens {self.manifest.max_tokens} of model {self.manifest.name!r} leaves no room for text",
                sqlstate="GC201",
            )

    def encode(self, texts: Sequence[str], *, purpose: Purpose = "passage") -> Floats:
        """Return one vector a text.

        A text longer than the model takes is read in windows that overlap by a quarter; its vector is the mean of
        theirs, each weighted by its number of tokens.

        Args:
            texts: NUL and lone surrogates are replaced by U+FFFD.
            purpose: which prefix of the manifest is put before each text.

        Returns:
            float32, (n, dims), each row of length 1.

        Raises:
            InputError: a text is empty or blank.
            ModelError: the model's output is not what the manifest says, or not finite.
        """
        windows = self.windows(texts, purpose=purpose)
        vectors = np.zeros((len(texts), self.dims), dtype=np.float32)
        for batch in batches([len(window.ids) for window in windows]):
            pooled = self.run([windows[place].ids for place in batch])
            for place, vector in zip(batch, pooled, strict=True):
                vectors[windows[place].text] += vector * windows[place].weight
        return _normalised(vectors, self.manifest.name)

    def windows(self, texts: Sequence[str], *, purpose: Purpose = "passage") -> list[Window]:
        """Return the windows that the texts are read in, in order: one a text, or several overlapping ones.

        Raises:
            InputError: a text is empty or blank.
            ModelError: the prefix of the manifest leaves no room for text.
        """
        prefix = self.manifest.query_prefix if purpose == "query" else self.manifest.passage_prefix
        opening = [*self._opening, *(self._tokenizer.encode(prefix, add_special_tokens=False).ids if prefix else [])]
        room = self._room - len(opening) + len(self._opening)
        if room < 1:
            raise ModelError(f"the {purpose} prefix of model {self.manifest.name!r} leaves no room", sqlstate="GC201")
        step = max(1, room - int(room * OVERLAP))
        found: list[Window] = []
        encodings = self._tokenizer.encode_batch([clean(text) for text in texts], add_special_tokens=False)
        for index, ids in enumerate(encoding.ids for encoding in encodings):
            if not ids:
                raise InputError(f"text {index} has no words: {texts[index]!r}", hint="Leave blank texts out.")
            for start in range(0, max(1, len(ids) - room + step), step):
                body = ids[start : start + room]
                found.append(Window(index, len(body), [*opening, *body, *self._closing]))
        return found

    def run(self, batch: Sequence[Sequence[int]]) -> Floats:
        """Return the pooled, normalised vectors of one batch of token ids, (n, dims)."""
        ids, mask = padded(batch, self._pad_id)
        return _normalised(self._pool(self.forward(ids, mask), mask), self.manifest.name)

    def forward(self, ids: NDArray[np.int64], mask: NDArray[np.int64]) -> Floats:
        """Return the model's first output for padded ids (n, tokens): (n, tokens, dims) or (n, dims)."""
        feed: dict[str, Any] = {"input_ids": ids, "attention_mask": mask}
        if "token_type_ids" in self._inputs:
            feed["token_type_ids"] = np.zeros_like(ids)
        try:
            output: Floats = self._session.run(None, {name: feed[name] for name in self._inputs})[0]
        except Exception as error:  # onnxruntime raises bare exceptions of its own
            raise ModelError(f"model {self.manifest.name!r} failed: {error}", sqlstate="GC201") from error
        if output.ndim not in {2, 3} or output.shape[0] != len(ids) or output.shape[-1] != self.dims:
            raise ModelError(
                f"model {self.manifest.name!r} gives an array of shape {output.shape}, not (n, {self.dims}) "
                f"or (n, tokens, {self.dims})",
                hint="Correct dims in its manifest.toml.",
                sqlstate="GC201",
            )
        return output

    def _pool(self, output: Floats, mask: NDArray[np.int64]) -> Floats:
        if output.ndim == 2:
            return output
        if self.manifest.pooling == "cls":
            return output[:, 0]
        weights = (mask / mask.sum(axis=1, keepdims=True)).astype(np.float32)
        pooled: Floats = np.matmul(weights[:, None, :], output)[:, 0]
        return pooled


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Group places of like length: at most BATCH_TEXTS texts, or BATCH_TOKENS tokens with padding, at a time."""
    batch: list[int] = []
    for place in sorted(range(len(lengths)), key=lambda place: -lengths[place]):
        if batch and (len(batch) == BATCH_TEXTS or (len(batch) + 1) * lengths[batch[0]] > BATCH_TOKENS):
            yield batch
            batch = []
        batch.append(place)
    if batch:
        yield batch


def padded(batch: Sequence[Sequence[int]], pad_id: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return ids and mask, int64 (n, longest), padded on the right."""
    longest = max(len(ids) for ids in batch)
    ids = np.full((len(batch), longest), pad_id, dtype=np.int64)
    mask = np.zeros((len(batch), longest), dtype=np.int64)
    for row, tokens in enumerate(batch):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return ids, mask


def _normalised(vectors: Floats, model: str) -> Floats:
    norms: Floats = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (np.isfinite(norms).all() and (norms > 0).all()):
        raise ModelError(f"model {model!r} gave a vector that is zero or not finite", sqlstate="GC004")
    normalised: Floats = (vectors / norms).astype(np.float32, copy=False)
    return normalised
