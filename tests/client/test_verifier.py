"""The verifier's runtime, with the model of the package."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from groundcheck_db.errors import InputError, ModelError
from groundcheck_db.models import ENCODER_FOLDER, VERIFIER_FOLDER
from groundcheck_db.verifier import Pair, Verifier, Window

PREMISE = "Files on the free plan are kept for 30 days."


@pytest.fixture(scope="module")
def verifier() -> Verifier:
    return Verifier(threads=1)


def test_three_probabilities_make_one(verifier: Verifier) -> None:
    said = verifier.verify([Pair(PREMISE, PREMISE), Pair(PREMISE, "Files on the free plan are kept for 90 days.")])
    assert [sum(row) for row in said] == [pytest.approx(1), pytest.approx(1)]
    assert said[0].entailment > said[1].entailment


def test_a_pair_is_read_as_the_tokenizer_frames_it(verifier: Verifier) -> None:
    (window,) = verifier.windows([Pair("a b", "c")])
    framed = verifier._tokenizer.encode("a b", "c")
    assert window == Window(0, 0, framed.ids, framed.type_ids)


def test_results_do_not_hang_on_the_order(verifier: Verifier) -> None:
    pairs = [Pair(f"{PREMISE} " * (1 + n % 5), f"Files are kept for {n} days.") for n in range(20)]
    forth, back = verifier.verify(pairs), verifier.verify(pairs[::-1])[::-1]
    assert np.abs(np.array(forth) - np.array(back)).max() < 0.05
    assert verifier.verify([]) == []


def test_a_long_premise_is_read_to_its_end(verifier: Verifier) -> None:
    premise = "The weather was fine that day. " * 100 + PREMISE
    windows = verifier.windows([Pair(premise, PREMISE)])
    limit = verifier.manifest.max_tokens or 0
    assert len(windows) > 2
    assert max(len(window.ids) for window in windows) == limit
    tokens = verifier._tokenizer.encode(PREMISE, add_special_tokens=False).ids
    assert windows[-1].ids[-2 * len(tokens) - 2 : -len(tokens) - 2] == tokens
    (said,) = verifier.verify([Pair(premise, PREMISE)])
    rows = verifier.run(windows)
    assert said == pytest.approx(tuple(rows[rows[:, 1].argmin()]), abs=0.05)


def test_a_long_hypothesis_is_as_good_as_its_worst_part(verifier: Verifier) -> None:
    hypothesis = f"{PREMISE} " * 30 + "Penguins sell the tickets at the gate of the museum."
    windows = verifier.windows([Pair(PREMISE, hypothesis)])
    assert len({window.part for window in windows}) > 1
    (said,) = verifier.verify([Pair(PREMISE, hypothesis)])
    assert said.entailment == pytest.approx(verifier.run(windows)[:, 0].min(), abs=0.05)


def test_a_blank_text_is_refused(verifier: Verifier) -> None:
    with pytest.raises(InputError, match="a text has no words"):
        verifier.verify([Pair(PREMISE, " \n")])


def test_two_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    """The model of the package with its first two logits: a session of the same shape as a two-label model's."""
    two = Verifier(threads=1)
    two._labels = ("not_entailment", "entailment")
    session = two._session

    class FirstTwo:
        def run(self, outputs: None, feed: dict[str, object]) -> list[Any]:
            return [session.run(outputs, feed)[0][:, :2]]

    monkeypatch.setattr(two, "_session", FirstTwo())
    (said,) = two.verify([Pair(PREMISE, PREMISE)])
    assert said.contradiction == 0
    assert said.entailment + said.neutral == pytest.approx(1)


def test_labels_that_the_model_does_not_have(tmp_path: Path) -> None:
    folder = changed(tmp_path, '["entailment", "neutral", "contradiction"]', '["entailment", "not_entailment"]')
    with pytest.raises(ModelError, match=r"gives an array of shape \(1, 3\), not \(n, 2\)"):
        Verifier(folder, threads=1).verify([Pair(PREMISE, PREMISE)])


def test_an_encoder_is_no_verifier() -> None:
    with pytest.raises(ModelError, match="holds no verifier: its kind is encoder"):
        Verifier(ENCODER_FOLDER)


def test_no_room_for_two_texts(tmp_path: Path) -> None:
    folder = changed(tmp_path, "max_tokens = 256", "max_tokens = 4")
    with pytest.raises(ModelError, match="leaves no room for two texts"):
        Verifier(folder)


def changed(folder: Path, old: str, new: str) -> Path:
    """The verifier of the package with one line of its manifest changed."""
    folder = folder / "verifier"
    shutil.copytree(VERIFIER_FOLDER, folder)
    manifest = (folder / "manifest.toml").read_text(encoding="utf-8")
    assert old in manifest
    (folder / "manifest.toml").write_text(manifest.replace(old, new), encoding="utf-8")
    return folder
