"""Edits of a sentence: some keep its meaning, some do not. Each returns the new sentence; None where it has no hold."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Callable

from training.lexicon import (
    CONTRACTIONS,
    DAYS,
    MONTHS,
    OPPOSITES,
    OTHER_UNITS,
    PRONOUNS,
    QUANTITY,
    STRONGER,
    SYNONYMS,
    VERBS,
    WEAKER,
)

Edit = Callable[[str, random.Random], "str | None"]

NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
BE = "is|are|was|were"
MODAL = "can|could|will|would|should|may|might|must"
NEGATABLE = re.compile(rf"\b({BE}|{MODAL}|has been|have been|had been)\b(?! (?:not|never|no)\b)(?!n't)")
NEGATED = re.compile(rf"\b({BE}|{MODAL}|has|have|had|do|does|did)(?: not\b|n't\b)|\bcannot\b")
NAME = re.compile(r"(?<![.!?:\"“] )(?<!^)\b[A-Z][\w'’-]+(?: (?:(?:of|the|de|van|von|and) )?[A-Z][\w'’-]+)*")
DIGITS = re.compile(r"(?<![\w.,])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w|[.,]\d)")
DETAILS = [
    "in {year}", "in {place}", "for the first time", "every {day}", "for {n} years", "according to {name}",
    "together with {name}", "because of the weather", "despite protests", "for {n} million dollars", "at night",
    "as planned by {name}", "in the {place} area", "to save money", "after a long dispute", "by {n} percent",
    "on {month} {n}", "against the advice of experts", "for health reasons", "without any delay", "for a second time",
    "as a result of the new law", "with the help of volunteers", "before the end of the year", "several times a week",
    "which surprised many people", "which was criticised by {name}", "in order to attract tourists",
]  # fmt: skip


def _cased(word: str, like: str) -> str:
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def _swap(sentence: str, table: dict[str, list[str]] | dict[str, str], rng: random.Random) -> str | None:
    """Replace one of the table's words or phrases by one of its rivals."""
    words = list(re.finditer(r"[A-Za-z']+", sentence))
    found: list[tuple[int, int, str]] = []
    for i, word in enumerate(words):
        if found and word.start() < found[-1][1]:
            continue
        for length in (3, 2, 1):
            if i + length <= len(words):
                phrase = sentence[word.start() : words[i + length - 1].end()]
                if phrase.lower() in table and phrase not in MONTHS:
                    found.append((word.start(), word.start() + len(phrase), phrase))
                    break
    if not found:
        return None
    start, end, phrase = rng.choice(found)
    rivals = table[phrase.lower()]
    rival = rivals if isinstance(rivals, str) else rng.choice(rivals)
    return sentence[:start] + _cased(rival, phrase) + sentence[end:]


def opposite(sentence: str, rng: random.Random) -> str | None:
    """One word becomes its opposite."""
    return _swap(sentence, OPPOSITES, rng)


def quantity(sentence: str, rng: random.Random) -> str | None:
    """A quantifier or a bound becomes another."""
    return _swap(sentence, QUANTITY, rng)


def stronger(sentence: str, rng: random.Random) -> str | None:
    """A hedge becomes a certainty."""
    return _swap(sentence, STRONGER, rng)


def weaker(sentence: str, rng: random.Random) -> str | None:
    """A certainty becomes a possibility; still entailed."""
    return None if NEGATED.search(sentence) else _swap(sentence, WEAKER, rng)


def gender(sentence: str, rng: random.Random) -> str | None:
    """Somebody becomes somebody else."""
    return _swap(sentence, PRONOUNS, rng)


def synonym(sentence: str, rng: random.Random) -> str | None:
    """One word becomes another of its meaning."""
    return _swap(sentence, SYNONYMS, rng)


def contract(sentence: str, rng: random.Random) -> str | None:
    """``does not`` to ``doesn't``."""
    return _swap(sentence, CONTRACTIONS, rng)


def negate(sentence: str, rng: random.Random) -> str | None:
    """Put in a negation, or take one out."""
    if found := NEGATED.search(sentence):
        if found.group(0) == "cannot":
            return sentence[: found.start()] + "can" + sentence[found.end() :]
        verb = "" if found.group(1) in {"do", "does", "did"} else found.group(1)
        kept = sentence[: found.start()] + verb + sentence[found.end() :]
        return re.sub(r" {2,}", " ", kept).strip()
    holds = list(NEGATABLE.finditer(sentence))
    if holds:
        hold = rng.choice(holds[:2])
        verb = hold.group(1)
        short = {"is", "are", "was", "were", "could", "would", "should"}
        negated = verb + "n't" if verb in short and rng.random() < 0.3 else verb.replace(" been", "") + " not"
        if verb.endswith("been"):
            negated += " been"
        elif verb == "can" and rng.random() < 0.5:
            negated = "cannot"
        elif rng.random() < 0.15 and verb in short:
            negated = verb + " never"
        return sentence[: hold.start()] + negated + sentence[hold.end() :]
    # The past tense of a regular verb behind a name or pronoun: "Anna founded" to "Anna did not found".
    hold2 = re.search(r"\b((?:[A-Z][\w-]+|he|she|they|it|we|who)) ([a-z]{3,}?)(ied|ed)\b(?! by)", sentence)
    if hold2:
        stem = hold2.group(2) + ("y" if hold2.group(3) == "ied" else "")
        base = next((verb for verb in sorted(VERBS) if verb in {stem, stem + "e"}), stem + _e(stem))
        return f"{sentence[: hold2.start()]}{hold2.group(1)} did not {base}{sentence[hold2.end() :]}"
    return None


def _e(stem: str) -> str:
    """The e that the past tense swallowed, by its usual company."""
    return (
        "e"
        if re.search(
            r"(?:[^aeiou]at|[aeiou]r|u?ir|u[cdst]|i[bcdvzst]|[ao]v|[nrl]c|rg|dg|ak|ok|iz|as|os|pl|bl|tl)$", stem
        )
        else ""
    )


def number(sentence: str, rng: random.Random) -> str | None:
    """A number becomes another of the same shape."""
    found = list(DIGITS.finditer(sentence))
    words = list(re.finditer(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve)\b", sentence))
    if not found and not words:
        return None
    if words and (not found or rng.random() < 0.3):
        word = rng.choice(words)
        other = rng.choice([n for n in NUMBERS[2:] if n != word.group(0)])
        return sentence[: word.start()] + other + sentence[word.end() :]
    hold = rng.choice(found)
    text = hold.group(0)
    plain = text.replace(",", "")
    if re.fullmatch(r"1[5-9]\d\d|20\d\d", text):
        new = str(int(text) + rng.choice([-20, -10, -3, -2, -1, 1, 2, 3, 10, 20]))
    elif rng.random() < 0.4 and plain.isdigit() and len(plain) > 1:
        place = rng.randrange(len(text))
        while not text[place].isdigit():
            place = rng.randrange(len(text))
        choices = [d for d in "123456789" if d != text[place]]
        new = text[:place] + rng.choice(choices) + text[place + 1 :]
    else:
        value = float(plain)
        factor = rng.choice([0.1, 0.5, 0.6, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 3, 10])
        if "." in plain:
            new = f"{value * factor:.{len(plain.split('.')[1])}f}"
        else:
            whole = max(1, round(value * factor))
            new = f"{whole:,}" if "," in text else str(whole)
        if new == text:
            new = str(int(value) + rng.choice([1, 2, 5]))
    return sentence[: hold.start()] + new + sentence[hold.end() :]


def date(sentence: str, rng: random.Random) -> str | None:
    """A month or a day becomes another."""
    found = list(re.finditer(r"\b(?:" + "|".join(MONTHS + DAYS) + r")\b", sentence))
    if not found:
        return None
    hold = rng.choice(found)
    pool = MONTHS if hold.group(0) in MONTHS else DAYS
    return sentence[: hold.start()] + rng.choice([n for n in pool if n != hold.group(0)]) + sentence[hold.end() :]


def unit(sentence: str, rng: random.Random) -> str | None:
    """A unit, a magnitude or a rank becomes another."""
    return _swap(sentence, OTHER_UNITS, rng)


class Words:
    """What stands between the same two words elsewhere: a substitute that reads well and says something else."""

    def __init__(self, sentences: list[str]) -> None:
        self.between: dict[tuple[str, str], set[str]] = {}
        for sentence in sentences:
            words = re.findall(r"[A-Za-z'-]+|[.,;]", sentence)
            for before, word, after in zip(words, words[1:], words[2:], strict=False):
                if re.fullmatch(r"[a-z]{4,}", word):
                    self.between.setdefault((before.lower(), after.lower()), set()).add(word)

    def edit(self, sentence: str, rng: random.Random) -> str | None:
        """Put another word in one word's place."""
        words = list(re.finditer(r"[A-Za-z'-]+|[.,;]", sentence))
        places = list(zip(words, words[1:], words[2:], strict=False))
        rng.shuffle(places)
        for before, word, after in places:
            own = word.group(0)
            if not re.fullmatch(r"[a-z]{4,}", own) or own in QUANTITY:
                continue
            known = self.between.get((before.group(0).lower(), after.group(0).lower()), set())
            alike = {own, *SYNONYMS.get(own, [])}
            others = sorted(other for other in known if other not in alike and other[:4] != own[:4])
            if others:
                return sentence[: word.start()] + rng.choice(others) + sentence[word.end() :]
        return None


def names_of(text: str) -> list[str]:
    """Names, as far as capitals tell; the first word of a sentence does not."""
    return [name for name in NAME.findall(text) if name not in MONTHS and name not in DAYS and name != "I"]


def swap_names(sentence: str, rng: random.Random) -> str | None:
    """Two of the sentence's names change places: who did it becomes whom it was done to."""
    found = list(NAME.finditer(sentence))
    first = re.match(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*(?= [a-z])", sentence)
    if first and first.group(0).split()[0] not in STARTERS:
        found = [first, *found]
    found = [m for m in found if m.group(0) not in MONTHS and m.group(0) not in DAYS]
    pairs = [
        (one, other)
        for one, other in itertools.pairwise(found)
        if one.group(0) != other.group(0)
        and re.search(r"[a-z]{3,}", sentence[one.end() : other.start()])
        and not re.fullmatch(r",? (?:and|or|with|with the|,)(?: the)? ", sentence[one.end() : other.start()])
    ]
    if not pairs:
        return None
    one, other = rng.choice(pairs)
    middle = sentence[one.end() : other.start()]
    return sentence[: one.start()] + other.group(0) + middle + one.group(0) + sentence[other.end() :]


STARTERS = set(
    "The A An In On At By For From To With As It He She They We I You This That These Those There But And Or If When"
    " While After Before Since Because Although Though However According Its His Her Their Our My Your One Some Many"
    " Most All Each Both Such No Not Only Also So Then Now Here What Who Why How Where Which During Under Over".split()
)


def other_name(pool: list[str]) -> Edit:
    """An edit that puts another name, taken from ``pool``, in the place of one of the sentence's."""

    def edit(sentence: str, rng: random.Random) -> str | None:
        found = [m for m in NAME.finditer(sentence) if m.group(0) not in MONTHS and m.group(0) not in DAYS]
        if not found:
            return None
        hold = rng.choice(found)
        known = set(sentence.split())
        others = [name for name in pool if not set(name.split()) & known and abs(len(name) - len(hold.group(0))) < 12]
        if not others:
            return None
        return sentence[: hold.start()] + rng.choice(others) + sentence[hold.end() :]

    return edit


def add_detail(pool: list[str]) -> Edit:
    """An edit that adds what nobody said."""

    def edit(sentence: str, rng: random.Random) -> str | None:
        names = pool or ["Smith"]
        detail = rng.choice(DETAILS).format(
            year=rng.randint(1950, 2023), n=rng.randint(2, 40), day=rng.choice(DAYS), month=rng.choice(MONTHS),
            name=rng.choice(names), place=rng.choice(names),
        )  # fmt: skip
        body, end = (sentence[:-1], sentence[-1]) if sentence[-1:] in ".!?" else (sentence, "")
        if rng.random() < 0.2 and not detail.startswith("which"):
            return detail[0].upper() + detail[1:] + ", " + lower_first(body) + end
        return body + (", " if detail.startswith("which") else " ") + detail + end

    return edit


def lower_first(text: str) -> str:
    """A sentence's opening as it is written inside another."""
    word = text.split(" ", 1)[0]
    return text[:1].lower() + text[1:] if word in STARTERS and word != "I" else text


def drop_aside(sentence: str, rng: random.Random) -> str | None:
    """Leave out a parenthesis, an apposition, a leading phrase or a trailing clause."""
    ways = []
    for pattern, replacement in (
        (r" \([^()]*\)", ""),
        (r",? (?:although|though|whereas|because|according to) [^,;]*(?=\.$)", ""),
        (r", (?:which|who|whose|where|a|an|the|one|including|according to)\b[^,;]*,", ""),
        (r"(?:,|;) (?:and|but|so|then|which|who|where|while|after|before|including|with|\w+ing)\b[^,;]*(?=\.$)", ""),
        (r" and (?:was|were|is|are|has|had|then|also|will|\w+ed) [^,;]*(?=\.$)", ""),
        (r" (?:on|in|at|during|since) [A-Z\d][^,;]*(?=\.$)", ""),
        (r" — [^—]* —", ""),
        (r" (?:also|very|just|really|quite|actually|extremely|highly|recently|finally|however)\b", ""),
    ):
        new = re.sub(pattern, replacement, sentence, count=1)
        if new != sentence and len(new.split()) >= 5:
            ways.append(new)
    leading = re.match(
        r"(?:In|On|At|During|After|Since|According to|However|For|By|As of|Also|Then|But|And|So)\b[^,]{0,50}, (?=\w)",
        sentence,
    )
    if leading and len(sentence[leading.end() :].split()) >= 5:
        rest = sentence[leading.end() :]
        ways.append(rest[0].upper() + rest[1:])
    return rng.choice(ways) if ways else None


def write_number(sentence: str, rng: random.Random) -> str | None:
    """The same number in another writing."""
    for pattern, change in (
        (r"\b(\d{1,3}(?:,\d{3})+)\b", lambda m: m.group(1).replace(",", "")),
        (r"(?<![\d.,$£€-])\b([2-9])\b(?![.,:/%-]\w|%)", lambda m: NUMBERS[int(m.group(1))]),
        (r"\b(two|three|four|five|six|seven|eight|nine|ten)\b", lambda m: str(NUMBERS.index(m.group(1)))),
        (r"(\d)%", lambda m: m.group(1) + " percent"),
        (r"(\d) percent\b", lambda m: m.group(1) + "%"),
        (r"\$(\d[\d.,]*) (million|billion)", lambda m: f"{m.group(1)} {m.group(2)} dollars"),
        (r"\b(January|February|August|September|October|November|December) (?=\d)", lambda m: m.group(1)[:3] + ". "),
        (r"(\d)(?:st|nd|rd|th)\b", lambda m: m.group(1)),
    ):
        new = re.sub(pattern, change, sentence, count=1)
        if new != sentence and rng.random() < 0.7:
            return new
    return None


PASSIVE = re.compile(
    r"^(?!In |On |At |For |By |When |After )((?:The |A |An )?[A-Z][\w'’-]*(?: [A-Z\w][\w'’-]*){0,3})"
    r" (\w{3,}ed|won|wrote|built|made|bought|sold|led|held)"
    r" ((?:the |a |an |his |her |its )?[\w'’-]+(?: [\w'’-]+){0,4}?)"
    r"((?: (?:in|on|at|for|with|from|by|after|during)\b[^,]*)?)\.$"
)


def passive(sentence: str, _rng: random.Random) -> str | None:
    """What Anna founded was founded by Anna."""
    found = PASSIVE.match(sentence)
    if not found or found.group(1).split()[-1] in {"was", "were", "is", "are", "has", "have", "had"}:
        return None
    subject, verb, thing, rest = found.groups()
    if re.search(r"\b(?:and|that|which|also|had|was|is)\b", f"{subject} {thing}") or thing.split()[0] in {
        "to",
        "that",
        "in",
        "on",
        "by",
        "for",
        "from",
        "with",
        "at",
        "as",
        "and",
        "out",
        "up",
        "into",
    }:
        return None
    head = thing[0].upper() + thing[1:]
    return f"{head} was {verb.replace('wrote', 'written')} by {lower_first(subject)}{rest}."


def passive_swapped(sentence: str, rng: random.Random) -> str | None:
    """The passive with the roles the wrong way round."""
    found = PASSIVE.match(sentence)
    if not found or passive(sentence, rng) is None:
        return None
    subject, verb, thing, rest = found.groups()
    return f"{subject} was {verb.replace('wrote', 'written')} by {thing}{rest}."


LEADS = ["According to the text, ", "The passage says that ", "Overall, ", "Additionally, ", "In addition, ",
         "The article states that ", "It is noted that ", "Also, ", "Based on the context, "]  # fmt: skip


def lead_in(sentence: str, rng: random.Random) -> str | None:
    """A phrase that answers begin with."""
    return rng.choice(LEADS) + lower_first(sentence)


KEEPING: dict[str, Edit] = {
    "dropped": drop_aside, "synonym": synonym, "written": write_number, "contracted": contract, "passive": passive,
    "lead_in": lead_in, "weaker": weaker,
}  # fmt: skip
# What an edit makes of an entailed sentence: a label, or 0 where neutral and contradiction are both possible.
BREAKING: dict[str, tuple[Edit, str | int]] = {
    "number": (number, "contradiction"), "date": (date, "contradiction"), "unit": (unit, "contradiction"),
    "negated": (negate, "contradiction"), "opposite": (opposite, 0), "quantity": (quantity, 0), "gender": (gender, 0),
    "stronger": (stronger, 0), "roles": (swap_names, 0), "passive_roles": (passive_swapped, 0),
}  # fmt: skip
