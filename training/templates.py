"""Pairs from templates: bounds of numbers, amounts, and quantified groups.

Labels follow from arithmetic, not from a person. The words are everyday ones, each with others of the same meaning, so
that bounds are learnt and not the sentences.
"""

from __future__ import annotations

import random

Pair = dict[str, str | int]

CHEAP = ["free", "free of charge", "at no cost"]
GROUPS = [
    ("children", ["kids", "children"]), ("students", ["students", "people who study"]),
    ("visitors", ["guests", "visitors"]), ("employees", ["staff", "workers", "employees"]),
    ("members", ["members", "people with a membership"]), ("pensioners", ["retired people", "pensioners"]),
    ("customers", ["clients", "customers"]), ("patients", ["patients"]), ("teachers", ["teachers"]),
    ("residents", ["locals", "residents"]), ("drivers", ["drivers"]), ("players", ["players"]),
]  # fmt: skip
RIGHTS = [
    ("are admitted {cheap}", "get in without paying", "must pay for admission"),
    ("receive a discount", "pay a reduced price", "pay the full price"),
    ("may use the pool", "are allowed to swim in the pool", "are not allowed to use the pool"),
    ("can park in the garage", "may leave their car in the garage", "may not park in the garage"),
    ("have to register first", "need to sign up beforehand", "do not need to register"),
    ("were vaccinated", "received a vaccine", "did not get a vaccine"),
    ("voted for the plan", "supported the plan", "voted against the plan"),
    ("must wear a helmet", "are required to wear a helmet", "may go without a helmet"),
    ("can cancel online", "are able to cancel on the website", "cannot cancel online"),
    ("took part in the survey", "participated in the survey", "refused to take part in the survey"),
]  # fmt: skip
THINGS = ["ticket", "room", "licence", "bus ride", "meal", "subscription", "repair", "parcel", "course", "bike"]
NAMES = ["Harbour Hotel", "Luna Café", "The Green Door", "Mill Museum", "North Clinic", "Atlas Gym", "Cedar Library",
         "Rosa's Kitchen", "Pine Lodge", "Orion Cinema", "Casa Verde", "Blue Anchor"]  # fmt: skip
WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _number(n: int, rng: random.Random) -> str:
    return WORDS[n] if n <= 12 and rng.random() < 0.4 else str(n)


def bound(rng: random.Random) -> Pair:
    """``under six`` against ``younger than 6``, ``under 5`` or ``six and older``."""
    group, others = rng.choice(GROUPS)
    right, same, contrary = rng.choice(RIGHTS)
    right = right.format(cheap=rng.choice(CHEAP))
    n = rng.randint(3, 70)
    below = rng.random() < 0.5
    ages = {
        True: ["under {n}", "younger than {n}", "below the age of {n}", "up to {m} years old", "who are not yet {n}"],
        False: [
            "over {m}",
            "older than {m}",
            "aged {n} or older",
            "from the age of {n}",
            "who are at least {n} years old",
        ],
    }
    said = rng.choice(ages[below]).format(n=_number(n, rng), m=_number(n - 1, rng))
    premise = f"{group.capitalize()} {said} {right}."
    if rng.random() < 0.5:
        rest = (
            f"All other {group} {contrary}."
            if rng.random() < 0.5
            else f"The rules were changed in {rng.randint(1990, 2023)}."
        )
        premise += " " + rest
    way = rng.randrange(4)
    who = rng.choice(others).capitalize()
    if way == 0:
        words = rng.choice(ages[below]).format(n=_number(n, rng), m=_number(n - 1, rng))
        return _pair(premise, f"{who} {words} {same}.", "entail", "bound_same")
    if way == 1:
        words = rng.choice(ages[not below]).format(n=_number(n, rng), m=_number(n - 1, rng))
        return _pair(premise, f"{who} {words} {same}.", 0, "bound_other_side")
    if way == 2:
        age = rng.randint(1, 90)
        inside = (age < n) if below else (age >= n)
        words = rng.choice(["At {}, {} {}.", "At the age of {}, {} {}."])
        claim = words.format(_number(age, rng), rng.choice(others), same)
        return _pair(premise, claim, "entail" if inside else 0, "bound_inside")
    words = rng.choice(ages[below]).format(n=_number(n, rng), m=_number(n - 1, rng))
    return _pair(premise, f"{who} {words} {contrary}.", "contradiction", "bound_denied")


def amount(rng: random.Random) -> Pair:
    """An exact amount against bounds, roundings and other amounts."""
    thing, place = rng.choice(THINGS), rng.choice(NAMES)
    n = rng.choice([rng.randint(3, 99), rng.randint(100, 999), rng.randint(1000, 9000)])
    money = rng.random() < 0.5
    exact = (
        f"${n:,}" if money else f"{n:,} {rng.choice(['people', 'visitors', 'tonnes', 'miles', 'kilometres', 'votes'])}"
    )
    unit = "" if money else exact.split(" ", 1)[1]
    subject = f"A {thing} at {place} costs" if money else f"In {rng.randint(1980, 2023)} {place} counted"
    short = f"A {thing} costs" if money else f"{place} counted"
    premise = f"{subject} {exact}."
    if rng.random() < 0.5:
        premise += (
            f" A {rng.choice(THINGS)} for two costs ${rng.randint(3, 999)}."
            if rng.random() < 0.5
            else " It is popular."
        )
    low, high = max(1, int(n * rng.uniform(0.4, 0.9))), int(n * rng.uniform(1.1, 1.9)) + 1

    def written(value: int) -> str:
        return f"${value:,}" if money else f"{value:,} {unit}"

    less, more = rng.choice(["less than", "under", "fewer than", "below"]), rng.choice(["more than", "over", "above"])
    if money:
        less = less.replace("fewer than", "less than")
    least, most = rng.choice(["at least", "no less than"]), rng.choice(["at most", "no more than", "up to"])
    claims = [
        (f"{more} {written(low)}", "entail"), (f"{less} {written(high)}", "entail"),
        (f"{least} {written(low)}", "entail"), (f"{most} {written(high)}", "entail"),
        (f"{more} {written(high)}", "contradiction"), (f"{less} {written(low)}", "contradiction"),
        (f"{least} {written(high)}", "contradiction"), (f"{most} {written(low)}", "contradiction"),
        (f"exactly {written(n)}", "entail"), (written(n), "entail"), (written(high), "contradiction"),
        (f"between {written(low)} and {written(high)}", "entail"),
    ]  # fmt: skip
    claim, label = rng.choice(claims)
    return _pair(premise, f"{short} {claim}.", label, "amount")


def quantified(rng: random.Random) -> Pair:
    """``all`` entails ``some``; ``some`` does not entail ``all``."""
    group, others = rng.choice(GROUPS)
    right, same, contrary = rng.choice(RIGHTS)
    right = right.format(cheap=rng.choice(CHEAP))
    scale = [
        ("No", 0),
        ("Few", 1),
        ("Some", 2),
        ("Several", 2),
        ("Many", 3),
        ("Most", 4),
        ("Nearly all", 5),
        ("All", 6),
    ]
    word, level = rng.choice(scale)
    other, other_level = rng.choice(scale)
    premise = f"{word} {group} {right}."
    if rng.random() < 0.4:
        premise += (
            f" {rng.choice(GROUPS)[0].capitalize()} {contrary}."
            if rng.random() < 0.3
            else " This was found in a study."
        )
    claim = f"{other} {rng.choice(others)} {same}."
    if 0 in {level, other_level}:
        label: str | int = "entail" if level == other_level else "contradiction"
    elif 1 in {level, other_level}:
        label = "entail" if level == other_level else 0
    else:
        label = "entail" if other_level <= level else 0
    return _pair(premise, claim, label, "quantified")


def _pair(premise: str, hypothesis: str, label: str | int, kind: str) -> Pair:
    return {
        "premise": premise,
        "hypothesis": hypothesis,
        "label": label,
        "kind": "template:" + kind,
        "source": "synthetic",
    }


def make(rng: random.Random) -> Pair:
    """One pair."""
    return rng.choices([bound, amount, quantified], [3, 3, 1.5])[0](rng)
