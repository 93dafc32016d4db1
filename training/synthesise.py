"""Make pairs whose label is known because we made the difference: the shapes that grounding needs and NLI data lacks.

::

    python -m training.synthesise --clean clean.jsonl.gz --documents documents.jsonl.gz --out synthetic.jsonl.gz

``documents.jsonl.gz`` and ``clean.jsonl.gz`` come from prepare.py. Premises are one to three sentences of a document in
their order, as the evidence that SQL chooses. Hypotheses are sentences of the premise, or entailed hypotheses of the
labelled pairs, through edits that keep the meaning and then, or not, one that breaks it (edits.py); sentences from
beside the premise; and templates of bounds and records.
"""

from __future__ import annotations

import argparse
import collections
import gzip
import json
import random
import re
from pathlib import Path

from training import edits, records, relations, templates

LONGEST_PREMISE = 85  # words


def tidy(sentence: str) -> bool:
    """Whether it reads like a sentence: neither a heading nor a menu nor a heap of marks."""
    words = sentence.split()
    return (
        6 <= len(words) <= 40
        and sentence[-1] in ".!?”\"'"
        and sentence[:1].isupper()
        and sum(c.isalpha() or c == " " for c in sentence) / len(sentence) > 0.8
        and not re.search(r"https?:|www\.|[|#{}<>]|\(meta data\)|\?$", sentence)
    )


def sentences_of(text: str) -> list[str]:
    """Split at full stops before capitals; headings and menus fall away."""
    found = re.split(r"(?<=[.!?])[”\"']?\s+(?=[A-Z\"“])|\n+", " ".join(text.split(" ")))
    joined: list[str] = []
    for sentence in found:
        if joined and re.search(r"\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Inc|Co|No|vs|U\.S|[A-Z])\.$", joined[-1]):
            joined[-1] += " " + sentence
        else:
            joined.append(sentence.strip())
    return [sentence for sentence in joined if sentence and tidy(sentence)]


SUBJECT = re.compile(
    r"^((?:The |A |An |Its |His |Her )?[\w'’.-]+(?: [\w'’-]+){0,4}?) ((?:is|are|was|were|has|have|had|said|says"
    r"|will|would|can|could|also|made|won|took|went|came|told|became|began|left|got|gave|\w{3,}ed)\b.*)$"
)


class Maker:
    """Draws pairs at random; the same seed gives the same pairs."""

    def __init__(self, documents: list[list[str]], pairs: list[dict], rng: random.Random) -> None:
        self.rng = rng
        self.documents = [document for document in documents if document]
        self.long = [document for document in self.documents if len(document) >= 4]
        self.entailed = [pair for pair in pairs if pair["label"] == "entail"]
        self.pairs = pairs
        self.words = edits.Words([line for document in documents for line in document])
        self.names = sorted({name for document in documents for line in document for name in edits.names_of(line)})

    def premise(self, document: list[str], needed: list[int], most: int = 3) -> str:
        """The needed sentences and up to two others of the document, in its order."""
        size = min(len(document), max(len(needed), self.rng.choice([1, 1, 2, 2, 3, 3, 3][: 2 * most])))
        chosen = set(needed)
        near = [i for i in range(len(document)) if min(abs(i - j) for j in needed) <= 3]
        while len(chosen) < size:
            pool = near if self.rng.random() < 0.6 and len(set(near) - chosen) else range(len(document))
            chosen.add(self.rng.choice(list(pool)))
            if sum(len(document[i].split()) for i in chosen) > LONGEST_PREMISE:
                break
        return " ".join(document[i] for i in sorted(chosen))

    def document(self) -> list[str]:
        """A document; long ones, whose sentences have neighbours, more often."""
        return self.rng.choice(self.long if self.rng.random() < 0.75 else self.documents)

    def keep(self, sentence: str, times: int) -> tuple[str, list[str]]:
        """Up to ``times`` edits that keep the meaning."""
        done = []
        ways = list(edits.KEEPING.items())
        self.rng.shuffle(ways)
        for name, edit in ways:
            if len(done) >= times:
                break
            if name == "lead_in" and self.rng.random() < 0.8:
                continue
            if new := edit(sentence, self.rng):
                sentence = new
                done.append(name)
        return sentence, done

    def broken(self, sentence: str, document_names: list[str]) -> tuple[str, str, str | int] | None:
        """One edit that breaks the meaning: the new sentence, the edit's name, the label."""
        ways: list[tuple[str, edits.Edit, str | int]] = [
            (name, edit, label) for name, (edit, label) in edits.BREAKING.items()
        ]
        ways.append(("other_name", edits.other_name(document_names), 0))
        ways.append(("foreign_name", edits.other_name(self.rng.sample(self.names, 30)), 0))
        ways.append(("word", self.words.edit, 0))
        ways.append(("detail", edits.add_detail(document_names), "neutral"))
        # Rare kinds first, so that what fits every sentence does not crowd them out.
        frequent = {
            "detail": 0.3,
            "negated": 0.5,
            "foreign_name": 0.3,
            "opposite": 0.6,
            "other_name": 0.7,
            "gender": 0.6,
        }
        self.rng.shuffle(ways)
        ways.sort(key=lambda way: self.rng.random() > frequent.get(way[0], 1.0))
        for name, edit, label in ways:
            new = edit(sentence, self.rng)
            if new and new != sentence:
                return new, name, label
        return None

    def from_sentence(self) -> dict | None:
        """A sentence of the premise, kept or broken."""
        document = self.document()
        at = self.rng.randrange(len(document))
        premise = self.premise(document, [at])
        sentence, done = self.keep(document[at], self.rng.choice([0, 1, 1, 2, 2, 3]))
        if self.rng.random() < 0.45:
            return pair(premise, sentence, "entail", "kept:" + "+".join(done) if done else "verbatim")
        names = [name for line in document for name in edits.names_of(line)]
        if found := self.broken(sentence, names):
            return pair(premise, found[0], found[2], "broken:" + found[1])
        return None

    def neighbour(self) -> dict | None:
        """A sentence from beside the premise: not said there, however near."""
        document = self.rng.choice(self.long)
        at = self.rng.randrange(len(document) - 1)
        others = [i for i in range(max(0, at - 4), min(len(document), at + 5)) if i != at]
        shown = self.rng.sample(others, min(len(others), self.rng.choice([1, 2, 3])))
        premise = " ".join(document[i] for i in sorted(shown))
        sentence, _ = self.keep(document[at], self.rng.choice([0, 0, 1]))
        said, words = set(premise.lower().split()), set(sentence.lower().split())
        return pair(premise, sentence, "neutral", "neighbour") if len(words - said) >= 4 else None

    def merged(self) -> dict | None:
        """Two sentences of the premise in one; or one of them and one from elsewhere, or broken."""
        document = self.rng.choice(self.long)
        first = self.rng.randrange(len(document) - 1)
        second = min(len(document) - 1, first + self.rng.choice([1, 1, 2]))
        one = (edits.drop_aside(document[first], self.rng) or document[first]).rstrip(".!?")
        other = (edits.drop_aside(document[second], self.rng) or document[second]).rstrip(".!?")
        if first == second or len(one.split()) + len(other.split()) > 40:
            return None
        join = self.rng.choice([" and ", ", and ", ", while ", "; ", " and "])
        way = self.rng.random()
        if way < 0.4:
            premise = self.premise(document, [first, second])
            return pair(premise, one + join + edits.lower_first(other) + ".", "entail", "merged")
        if way < 0.7:
            shown = [i for i in range(len(document)) if i not in {first, second}]
            needed = [first if self.rng.random() < 0.5 else second, self.rng.choice(shown)]
            premise = " ".join(document[i] for i in sorted(needed))
            return pair(premise, one + join + edits.lower_first(other) + ".", "neutral", "half_said")
        names = [name for line in document for name in edits.names_of(line)]
        broken = self.broken(other, names)
        if broken is None or broken[1] == "detail":
            return None
        premise = self.premise(document, [first, second])
        claim = one + join + edits.lower_first(broken[0].rstrip(".!?")) + "."
        return pair(premise, claim, broken[2], "half_broken")

    def pronoun(self) -> dict | None:
        """A pronoun resolved through the sentence before; or to somebody else."""
        document = self.rng.choice(self.long)
        at = self.rng.randrange(1, len(document))
        opening = re.match(r"(He|She) (?=[a-z])", document[at])
        subject = re.match(r"([A-Z][a-z]+(?: [A-Z][a-z]+)+|Mr\.? [A-Z][a-z]+)(?:,[^,]*,)? (?=[a-z])", document[at - 1])
        if not opening or not subject or len(edits.names_of(document[at - 1])) > 3:
            return None
        premise = self.premise(document, [at - 1, at])
        if self.rng.random() < 0.55:
            return pair(premise, subject.group(1) + " " + document[at][opening.end() :], "entail", "resolved")
        others = [n for n in edits.names_of(" ".join(document)) if " " in n and n.split()[-1] not in subject.group(1)]
        if not others:
            return None
        return pair(premise, self.rng.choice(others) + " " + document[at][opening.end() :], 0, "resolved_wrongly")

    def fused(self) -> dict | None:
        """Two sentences run together, as summaries do: rightly, where a pronoun binds them, or with mixed-up halves."""
        return self.rng.choices([self.joined, self.wrong_subject, self.wrong_half], [0.35, 0.4, 0.25])[0]()

    def joined(self) -> dict | None:
        """A sentence and the next one, which goes on about its subject with a pronoun."""
        document = self.rng.choice(self.long)
        at = self.rng.randrange(len(document) - 1)
        first, second = SUBJECT.match(document[at]), SUBJECT.match(document[at + 1])
        if not first or not second or second.group(1) not in {"He", "She", "They", "It"}:
            return None
        if first.group(1) in edits.STARTERS or len(document[at].split()) > 25:
            return None
        claim = f"{document[at].rstrip('.!?')} and {second.group(2)}"
        return pair(self.premise(document, [at, at + 1]), claim, "entail", "fused")

    def wrong_subject(self) -> dict | None:
        """One name with what the premise says of another; other subjects may well mean the same thing."""
        document = self.rng.choice(self.long)
        one, other = self.rng.sample(range(len(document)), 2)
        first, second = SUBJECT.match(document[one]), SUBJECT.match(document[other])
        if not first or not second or any(found.group(1).split()[0] in edits.STARTERS for found in (first, second)):
            return None
        names = [found.group(1).split() for found in (first, second)]
        if any(not word[:1].isupper() for name in names for word in name) or set(names[0]) & set(names[1]):
            return None
        return pair(self.premise(document, [one, other]), f"{second.group(1)} {first.group(2)}", 0, "fused_subject")

    def wrong_half(self) -> dict | None:
        """The beginning of one sentence and the end of another."""
        document = self.rng.choice(self.long)
        one, other = self.rng.sample(range(len(document)), 2)
        word = self.rng.choice([" in ", " for ", " to ", " with ", " after ", " that ", " by ", " from ", " on "])
        head, _, rest = document[one].partition(word)
        _, found, tail = document[other].rpartition(word)
        if len(head.split()) < 3 or len(tail.split()) < 2 or not found or rest in {"", tail}:
            return None
        return pair(self.premise(document, [one, other]), head + word + tail, 0, "fused_halves")

    def from_pair(self) -> dict | None:
        """An entailed hypothesis of the labelled data, kept or broken: a paraphrase to begin with."""
        base = self.rng.choice(self.entailed)
        premise = self.with_distractor(base["premise"]) if self.rng.random() < 0.4 else base["premise"]
        hypothesis = base["hypothesis"]
        if self.rng.random() < 0.25:
            hypothesis, done = self.keep(hypothesis, 1)
            return pair(premise, hypothesis, "entail", "pair_kept") if done else None
        names = edits.names_of(premise) or self.rng.sample(self.names, 5)
        found = self.broken(hypothesis, names)
        if found is None:
            return None
        if found[1] in {"number", "date", "roles"} and not self.is_said(base["premise"], hypothesis, found[0]):
            return None
        return pair(premise, found[0], found[2], "pair_broken:" + found[1])

    @staticmethod
    def is_said(premise: str, before: str, after: str) -> bool:
        """Whether what the edit took away stands in the premise: else the change may be no change."""
        return (set(before.rstrip(".").split()) - set(after.rstrip(".").split())) <= set(
            re.sub(r"[.,;()]", " ", premise).split()
        ) or sorted(before.split()) == sorted(after.split())

    def with_distractor(self, premise: str) -> str:
        """A premise with a sentence from elsewhere before or behind it."""
        other = self.rng.choice(self.rng.choice(self.documents))
        return f"{other} {premise}" if self.rng.random() < 0.5 else f"{premise} {other}"

    def distracted(self) -> dict | None:
        """A labelled pair among other sentences."""
        base = self.rng.choice(self.pairs)
        if len(base["premise"].split()) > LONGEST_PREMISE // 2:
            return None
        return pair(self.with_distractor(base["premise"]), base["hypothesis"], base["label"], "distracted")


def pair(premise: str, hypothesis: str, label: str | int, kind: str) -> dict:
    """A record as train.py reads it."""
    return {"premise": premise, "hypothesis": hypothesis, "label": label, "kind": kind, "source": "synthetic"}


def make(maker: Maker, count: int) -> list[dict]:
    """``count`` different pairs, in shares that were set by hand."""
    ways = [
        (0.30, maker.from_sentence), (0.07, maker.neighbour), (0.06, maker.merged), (0.03, maker.pronoun),
        (0.10, maker.fused), (0.18, maker.from_pair), (0.05, maker.distracted),
        (0.07, lambda: templates.make(maker.rng)), (0.08, lambda: records.make(maker.rng)),
        (0.08, lambda: relations.make(maker.rng)),
    ]  # fmt: skip
    found: dict[tuple[str, str], dict] = {}
    while len(found) < count:
        (way,) = maker.rng.choices([way for _share, way in ways], [share for share, _way in ways])
        for _ in range(20):
            made = way()
            if made is not None and made["premise"] != "":
                found.setdefault((made["premise"], made["hypothesis"]), made)
                break
    return list(found.values())


def main() -> None:
    """Write the pairs and print how many of each kind there are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clean", type=Path, required=True, help="labelled pairs, of prepare.py")
    parser.add_argument("--documents", type=Path, required=True, help="texts, a list of passages a line")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    with gzip.open(arguments.clean, "rt", encoding="utf-8") as lines:
        pairs = [json.loads(line) for line in lines]
    with gzip.open(arguments.documents, "rt", encoding="utf-8") as lines:
        documents = [[s for passage in json.loads(line) for s in sentences_of(passage)] for line in lines]
    maker = Maker(documents, pairs, random.Random(arguments.seed))
    made = make(maker, arguments.count)
    with gzip.open(arguments.out, "wt", encoding="utf-8") as lines:
        for record in made:
            lines.write(json.dumps(record, ensure_ascii=False) + "\n")
    counts = collections.Counter((record["kind"].split("+")[0], str(record["label"])) for record in made)
    for (kind, label), count in sorted(counts.items()):
        print(f"{count:7d} {kind} {label}")


if __name__ == "__main__":
    main()
