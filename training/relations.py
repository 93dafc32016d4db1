"""Pairs about who did what to whom, which value belongs to whom, and what came first: the order of words decides.

Each relation has several ways to say the same of the same two; a claim uses one of them with the two in their places,
or exchanged: not entailed then, and whether contradicted depends on the relation. Values are bound to one of two or three holders, and compared.
"""

from __future__ import annotations

import random

Pair = dict[str, str | int]

FIRST = ("Anna Otto Maria Ben Lucy Omar Ines Karl Priya Tom Yuki Liam Nora Hugo Elena David Amara Felix Grace Ivan Rosa"
         " Samuel Chloe Victor Leila Marco Helen Peter Aisha Daniel").split()  # fmt: skip
LAST = ("Fischer Moreau Okafor Smith Tanaka Rossi Novak Larsen Patel Brown Costa Weber Haddad Quinn Silva Jensen Murray"
        " Ortiz Keller Dubois Reid Sato Becker Walsh Khan Lopez Bauer Grant").split()  # fmt: skip
FIRMS = ("Northwind Acme Globex Initech Umbra Vertex Solaris Koral Brightway Altimo Fenwick Orbis Dynaco Helios Quanta"
         " Meridian Polaris Tessera Novum Lumen").split()  # fmt: skip
TEAMS = "Rovers United Wanderers Falcons Tigers Sharks Eagles Bears Hawks Lions Wolves Royals Giants Rangers".split()
TOWNS = "Arlen Bristol Corvo Denby Elmira Fairview Granby Halden Ilford Jasper Kendal Linden Malden Norwood".split()
EVENTS = ["the merger", "the election", "the strike", "the flood", "the opening of the bridge", "the concert",
          "the trial", "the harvest", "the exhibition", "the update", "the launch", "the conference"]  # fmt: skip
# Which pool the two come from, and the ways to say it. The last list holds ways to say it of the two exchanged, by
# another word: what contradicts without moving a name.
RELATIONS = [
    (FIRMS, ["{x} acquired {y}", "{y} was acquired by {x}", "{x} bought {y}", "{y} was taken over by {x}", "{y} was bought by {x}"], ["{x} was acquired by {y}", "{x} was sold to {y}"]),
    (FIRMS, ["{x} sued {y}", "{y} was sued by {x}", "{x} took {y} to court", "{x} filed a lawsuit against {y}"], ["{x} was sued by {y}"]),
    (FIRMS, ["{x} supplies {y}", "{y} is supplied by {x}", "{x} is a supplier of {y}", "{y} buys parts from {x}"], ["{x} buys parts from {y}"]),
    (FIRMS, ["{x} owns {y}", "{y} is owned by {x}", "{y} belongs to {x}", "{y} is a subsidiary of {x}"], ["{x} is owned by {y}"]),
    (FIRMS, ["{x} is larger than {y}", "{y} is smaller than {x}", "{x} is bigger than {y}"], ["{x} is smaller than {y}"]),
    (TEAMS, ["{x} beat {y}", "{y} lost to {x}", "{x} defeated {y}", "{y} were beaten by {x}", "{x} won against {y}"], ["{x} lost to {y}"]),
    (TEAMS, ["{x} finished ahead of {y}", "{y} finished behind {x}", "{x} ranked above {y}"], ["{x} finished behind {y}"]),
    (None, ["{x} is older than {y}", "{y} is younger than {x}", "{x} was born before {y}"], ["{x} is younger than {y}"]),
    (None, ["{x} is taller than {y}", "{y} is shorter than {x}"], ["{x} is shorter than {y}"]),
    (None, ["{x} hired {y}", "{y} was hired by {x}", "{x} gave {y} a job"], ["{x} was hired by {y}"]),
    (None, ["{x} lent money to {y}", "{y} borrowed money from {x}", "{y} owes money to {x}"], ["{x} borrowed money from {y}"]),
    (None, ["{x} taught {y}", "{y} was taught by {x}", "{y} was a student of {x}", "{x} was the teacher of {y}"], ["{x} was taught by {y}"]),
    (None, ["{x} sold the house to {y}", "{y} bought the house from {x}"], ["{x} bought the house from {y}"]),
    (None, ["{x} succeeded {y}", "{y} was succeeded by {x}", "{y} preceded {x}", "{x} took over from {y}"], ["{x} was succeeded by {y}", "{x} preceded {y}"]),
    (None, ["{x} is the daughter of {y}", "{y} is a parent of {x}", "{x}'s parent is {y}"], ["{x} is a parent of {y}"]),
    (None, ["{x} praised {y}", "{y} was praised by {x}", "{y} received praise from {x}"], ["{x} was praised by {y}"]),
    (None, ["{x} attacked {y}", "{y} was attacked by {x}", "{y} was the victim of an attack by {x}"], ["{x} was attacked by {y}"]),
    (None, ["{x} accused {y} of fraud", "{y} was accused of fraud by {x}"], ["{x} was accused of fraud by {y}"]),
    (None, ["{x} gave {y} a book", "{y} got a book from {x}", "{y} was given a book by {x}"], ["{x} got a book from {y}"]),
    (None, ["{x} reports to {y}", "{y} is the manager of {x}", "{y} manages {x}"], ["{x} is the manager of {y}"]),
    (TOWNS, ["{x} is north of {y}", "{y} is south of {x}", "{y} lies to the south of {x}"], ["{x} is south of {y}"]),
    (TOWNS, ["{x} has more inhabitants than {y}", "{y} has fewer people than {x}"], ["{x} has fewer inhabitants than {y}"]),
    (EVENTS, ["{x} took place before {y}", "{y} came after {x}", "{x} preceded {y}", "{y} followed {x}"], ["{x} took place after {y}"]),
]  # fmt: skip
BOTH_WAYS = [
    (None, ["{x} married {y}", "{y} married {x}", "{x} and {y} got married"]),
    (None, ["{x} met {y}", "{y} met {x}", "{x} and {y} met"]),
    (FIRMS, ["{x} merged with {y}", "{y} merged with {x}", "{x} and {y} merged"]),
    (TEAMS, ["{x} drew with {y}", "{y} drew with {x}", "{x} and {y} drew"]),
    (TOWNS, ["{x} borders {y}", "{y} borders {x}", "{x} is next to {y}"]),
]
# What is counted, how it is said, how more and less of it are.
VALUES = [
    ("{x} costs ${n}", "{x} is more expensive than {y}", "{x} is cheaper than {y}", FIRMS, (5, 900)),
    ("{x} scored {n} points", "{x} scored more points than {y}", "{x} scored fewer points than {y}", None, (2, 60)),
    ("{x} is {n} years old", "{x} is older than {y}", "{x} is younger than {y}", None, (18, 90)),
    ("{x} has {n} employees", "{x} has more employees than {y}", "{x} has fewer employees than {y}", FIRMS, (20, 9000)),
    ("{x} won {n} medals", "{x} won more medals than {y}", "{x} won fewer medals than {y}", TEAMS, (2, 40)),
    ("{x} opened in {n}", "{x} opened later than {y}", "{x} opened earlier than {y}", FIRMS, (1900, 2023)),
    ("{x} has {n} inhabitants", "{x} is more populous than {y}", "{x} is less populous than {y}", TOWNS, (900, 90000)),
    ("{x} received {n} votes", "{x} got more votes than {y}", "{x} got fewer votes than {y}", None, (100, 9000)),
]  # fmt: skip
FRAMES = ["{}.", "{}.", "In {year}, {}.", "According to the report, {}.", "{} last year.", "It is known that {}.",
          "The paper wrote that {}.", "{}, to the surprise of many."]  # fmt: skip
FILLERS = ["Nobody was hurt.", "The details remain unclear.", "It rained all day.", "More will be known next week.",
           "The decision had been expected.", "Both sides declined to comment."]  # fmt: skip


def _some(pool: list[str] | None, count: int, rng: random.Random) -> list[str]:
    if pool is not None:
        return rng.sample(pool, count)
    first, last = rng.sample(FIRST, count), rng.sample(LAST, count)
    return first if rng.random() < 0.4 else [f"{a} {b}" for a, b in zip(first, last, strict=True)]


def _sentence(text: str, rng: random.Random, *, framed: bool) -> str:
    frame = rng.choice(FRAMES) if framed else "{}."
    whole = frame.format(text, year=rng.randint(1950, 2023))
    return whole[0].upper() + whole[1:]


def _premise(text: str, rng: random.Random) -> str:
    parts = [_sentence(text, rng, framed=True)]
    if rng.random() < 0.4:
        parts.insert(rng.randrange(2), rng.choice(FILLERS))
    return " ".join(parts)


def relation(rng: random.Random) -> Pair:
    """Who did it to whom."""
    if rng.random() < 0.15:
        pool, ways = rng.choice(BOTH_WAYS)
        x, y, z = _some(pool, 3, rng)
        said, claim = rng.choice(ways), rng.choice(ways)
        if rng.random() < 0.7:
            return _pair(
                _premise(said.format(x=x, y=y), rng),
                _sentence(claim.format(x=x, y=y), rng, framed=False),
                "entail",
                "both_ways",
            )
        return _pair(
            _premise(said.format(x=x, y=y), rng),
            _sentence(claim.format(x=x, y=z), rng, framed=False),
            "neutral",
            "third",
        )
    pool, ways, contrary = rng.choice(RELATIONS)
    x, y, z = _some(pool, 3, rng)
    said = rng.choice(ways)
    premise = _premise(said.format(x=x, y=y), rng)
    way = rng.random()
    label: str | int
    if way < 0.48:
        claim, label, kind = rng.choice(ways).format(x=x, y=y), "entail", "same"
    elif way < 0.8:
        claim, label, kind = rng.choice(ways).format(x=y, y=x), 0, "exchanged"
    elif way < 0.92:
        claim, label, kind = rng.choice(contrary).format(x=x, y=y), 0, "contrary"
    else:
        claim, label, kind = (
            rng.choice(ways).format(**rng.choice([{"x": x, "y": z}, {"x": z, "y": y}])),
            "neutral",
            "third",
        )
    return _pair(premise, _sentence(claim, rng, framed=False), label, kind)


def value(rng: random.Random) -> Pair:
    """Which value belongs to whom, and who has more."""
    said, more, less, pool, (low, high) = rng.choice(VALUES)
    names = _some(pool, rng.choice([2, 2, 3]), rng)
    numbers = rng.sample(range(low, high), len(names))
    parts = [said.format(x=name, n=f"{n:,}" if n > 2100 else n) for name, n in zip(names, numbers, strict=True)]
    join = rng.choice([" and ", ", while ", "; ", ". "])
    premise = _sentence(join.join(parts), rng, framed=False)
    x, y = rng.sample(range(len(names)), 2)
    way = rng.random()
    if way < 0.55:
        right = rng.random() < 0.5
        n = numbers[x] if right else numbers[y]
        claim = said.format(x=names[x], n=f"{n:,}" if n > 2100 else n)
        return _pair(
            premise, claim + ".", "entail" if right else "contradiction", "bound" if right else "bound_to_another"
        )
    is_more = numbers[x] > numbers[y]
    right = rng.random() < 0.5
    claim = (more if is_more == right else less).format(x=names[x], y=names[y])
    return _pair(premise, claim + ".", "entail" if right else "contradiction", "compared")


def make(rng: random.Random) -> Pair:
    """One pair."""
    return relation(rng) if rng.random() < 0.65 else value(rng)


def _pair(premise: str, hypothesis: str, label: str | int, kind: str) -> Pair:
    return {
        "premise": premise,
        "hypothesis": hypothesis,
        "label": label,
        "kind": "relation:" + kind,
        "source": "synthetic",
    }
