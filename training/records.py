"""Pairs over records of keys and values, as the database reads them: ``Luna Café: attributes parking street: true``.

A record is a place, a product or a plan with flags, choices, amounts, hours and reviews; claims name one to three of
its leaves, rightly or wrongly, or something that the shown leaves do not tell. Labels follow from the values.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

Pair = dict[str, str | int]

PLACES = ["Harbour Hotel", "Luna Café", "The Green Door", "Mill Museum", "Atlas Gym", "Rosa's Kitchen", "Pine Lodge",
          "Orion Cinema", "Casa Verde", "Blue Anchor", "Dragon Wok", "Old Town Bakery", "Sunset Grill", "La Piazza",
          "Bay Street Diner", "Maple Inn", "Taco Corner", "Golden Spoon", "River House", "Noodle Bar 88"]  # fmt: skip
THINGS = ["Zeta 4", "Aero Lamp", "Trail Pack 30", "Nova Phone", "Office Plan", "Team Plan", "Starter Plan", "Pro Drill",
          "Sigma Watch", "Quiet Fan", "City Bike 7", "Cloud Desk"]  # fmt: skip
TOWNS = ["Springfield", "Santa Rosa", "Portland", "Lakewood", "Boulder", "Tampa", "Leeds", "Galway", "Utrecht", "Graz",
         "Tucson", "Nashville", "Reno", "Salem", "Goleta", "Cardiff"]  # fmt: skip
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
STARS = [1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0]
WORDS = ["zero", "one", "two", "three", "four", "five"]

# Path, what is said where it is true, what where it is false; verbs in the third person.
PLACE_FLAGS = [
    ("attributes outdoor seating", ["has outdoor seating", "offers outdoor seating", "lets guests sit outside"],
     ["has no outdoor seating", "does not offer outdoor seating", "only seats guests indoors"]),
    ("attributes restaurants reservations", ["takes reservations", "accepts reservations", "lets you book a table"],
     ["does not take reservations", "does not accept reservations"]),
    ("attributes restaurants delivery", ["delivers", "offers delivery"], ["does not deliver", "offers no delivery"]),
    ("attributes restaurants take out", ["offers takeout", "has take-out", "sells food to go"],
     ["does not offer takeout", "has no take-out"]),
    ("attributes restaurants good for groups", ["is suitable for groups", "is good for groups", "welcomes groups"],
     ["is not good for groups", "is not suited for groups"]),
    ("attributes good for kids", ["is family friendly", "is good for kids"], ["is not good for children"]),
    ("attributes wheelchair accessible", ["is wheelchair accessible"], ["is not wheelchair accessible"]),
    ("attributes business parking garage", ["has a parking garage", "offers garage parking"],
     ["has no parking garage", "does not have garage parking"]),
    ("attributes business parking street", ["has street parking", "has parking on the street"],
     ["has no street parking", "does not offer street parking"]),
    ("attributes business parking lot", ["has a parking lot"], ["has no parking lot", "lacks a parking lot"]),
    ("attributes business parking valet", ["offers valet parking"], ["does not have valet parking"]),
    ("attributes business parking validated", ["offers validated parking"], ["does not validate parking"]),
    ("attributes accepts credit cards", ["accepts credit cards", "takes cards"], ["is cash only"]),
    ("attributes dogs allowed", ["allows dogs", "welcomes dogs"], ["does not allow dogs"]),
    ("attributes has TV", ["has a TV"], ["has no TV"]),
    ("attributes happy hour", ["has a happy hour"], ["has no happy hour"]),
    ("attributes caters", ["offers catering", "caters"], ["does not cater"]),
    ("attributes ambience romantic", ["has a romantic ambience", "is romantic"], ["is not romantic"]),
    ("attributes ambience casual", ["has a casual ambience", "is casual"], ["does not have a casual atmosphere"]),
    ("attributes ambience classy", ["has a classy ambience", "is classy"], ["is not classy"]),
    ("attributes ambience trendy", ["has a trendy atmosphere", "is trendy"], ["is not a trendy place"]),
    ("attributes ambience touristy", ["is touristy"], ["is not touristy"]),
    ("attributes good for meal breakfast", ["is a good place for breakfast"], ["is not known for breakfast"]),
    ("attributes good for meal dinner", ["is good for dinner"], ["is not recommended for dinner"]),
    ("attributes music live", ["has live music"], ["has no live music"]),
]  # fmt: skip
THING_FLAGS = [
    ("waterproof", ["is waterproof"], ["is not waterproof"]),
    ("features offline mode", ["works offline", "has an offline mode"],
     ["does not work offline", "has no offline mode"]),
    ("options free trial", ["comes with a free trial", "can be tried for free"], ["has no free trial"]),
    ("security two factor login", ["supports two-factor login"], ["does not support two-factor login"]),
    ("features shared folders", ["includes shared folders"], ["does not include shared folders"]),
    ("shipping free", ["ships for free", "has free shipping"], ["does not ship for free"]),
    ("refundable", ["can be refunded", "is refundable"], ["cannot be refunded", "is not refundable"]),
    ("in stock", ["is in stock", "is available"], ["is sold out", "is not in stock"]),
    ("wireless charging", ["can be charged wirelessly"], ["cannot be charged wirelessly"]),
    ("export csv", ["exports CSV files"], ["cannot export CSV files"]),
    ("support by phone", ["has phone support"], ["has no phone support"]),
]  # fmt: skip
# Path, values with what is said of each.
CHOICES = [
    ("attributes wi fi", {"free": ["has free WiFi", "offers free Wi-Fi"], "no": ["has no WiFi", "does not offer WiFi"],
                          "paid": ["has WiFi for a fee", "charges for WiFi"]}),
    ("attributes noise level", {"quiet": ["is quiet"], "average": ["has an average noise level"],
                                "loud": ["is loud", "is noisy"]}),
    ("attributes alcohol", {"full bar": ["has a full bar"], "beer and wine": ["serves beer and wine only"],
                            "none": ["serves no alcohol"]}),
    ("attributes restaurants attire", {"casual": ["has a casual dress code"], "dressy": ["expects guests to dress up"],
                                       "formal": ["has a formal dress code"]}),
    ("attributes restaurants price range", {"1": ["is cheap", "is inexpensive"], "2": ["is moderately priced"],
                                            "4": ["is very expensive", "is pricey"]}),
]  # fmt: skip
REVIEWS = [
    ("The staff was rude and slow.", ["unfriendly staff", "slow service"], ["friendly staff", "quick service"]),
    ("Our waiter was so kind and attentive.", ["attentive service", "a kind waiter"], ["poor service", "rude staff"]),
    ("The food was cold when it came.", ["food that arrived cold"], ["hot food"]),
    ("Best tacos I have ever had!", ["the tacos", "great tacos"], ["bland tacos", "the pizza"]),
    ("The burger was dry and overcooked.", ["a dry burger", "an overcooked burger"], ["juicy burgers"]),
    ("We waited an hour for our table.", ["a long wait", "an hour's wait"], ["being seated at once"]),
    ("Portions are huge and prices are low.", ["large portions", "low prices"], ["small portions", "high prices"]),
    ("The rooms were dirty and the bed was hard.", ["dirty rooms", "an uncomfortable bed"], ["clean rooms"]),
    ("Lovely view of the ocean from the terrace.", ["the ocean view", "the view"], ["the lack of a view"]),
    ("They got my order wrong twice.", ["wrong orders", "mistakes in the order"], ["correct orders"]),
    ("The margaritas are strong and delicious.", ["the margaritas", "strong drinks"], ["weak drinks"]),
    ("Overpriced for what you get.", ["high prices", "poor value"], ["good value"]),
    ("The place was spotless.", ["its cleanliness"], ["dirt", "a lack of cleanliness"]),
    ("Parking is a nightmare on weekends.", ["difficult parking"], ["easy parking"]),
]  # fmt: skip
SAID = {
    True: ["Reviewers mention {}.", "A customer described {}.", "One review mentions {}.", "Customers noted {}."],
    False: ["Reviewers praise {}.", "Customers complained about {}."],
}


@dataclass
class Leaf:
    """A leaf of a record: what the database shows, and what can be said about it."""

    text: str
    true: list[str] = field(default_factory=list)
    false: list[str] = field(default_factory=list)
    sentences: bool = False  # whether these are whole sentences, not predicates


def clock(hour: int, minute: int, rng: random.Random) -> str:
    """An hour as people write it."""
    half = "AM" if hour < 12 else "PM"
    twelve = hour % 12 or 12
    if minute:
        return rng.choice([f"{twelve}:{minute:02d} {half}", f"{hour}:{minute:02d}"])
    return rng.choice([f"{twelve} {half}", f"{twelve}:00 {half}", f"{twelve}{half.lower()}", f"{hour}:00"])


def hours(rng: random.Random) -> Leaf:
    """Opening hours of a day."""
    day = rng.choice(DAYS)
    opens, closes, half = rng.randint(6, 12), rng.randint(16, 23), rng.choice([0, 0, 30])
    wrong = closes + rng.choice([-2, -1, 1]) if closes < 23 else closes - 1

    def when(a: int, b: int) -> list[str]:
        start, end = clock(a, 0, rng), clock(b, half, rng)
        return [
            f"is open from {start} to {end} on {day}s", f"opens at {start} on {day}s", f"closes at {end} on {day}s",
            f"is open until {end} on {day}",
        ]  # fmt: skip

    right, shifted = when(opens, closes), when(opens + rng.choice([-1, 1]), wrong)
    return Leaf(f"hours {day.lower()}: {opens}:0-{closes}:{half}", right, [*shifted, f"is closed on {day}s"])


def amount(rng: random.Random, *, place: bool) -> Leaf:
    """Stars, counts, prices."""
    if place:
        stars = rng.choice(STARS)
        others = [s for s in STARS if s != stars]

        def rated(s: float) -> list[str]:
            return [
                f"has a rating of {s} stars", f"is rated {s} out of 5", f"has {s:g} stars", f"holds a {s}-star rating",
            ]  # fmt: skip

        return Leaf(f"business stars: {stars}", rated(stars), rated(rng.choice(others)))
    path, unit, low, high = rng.choice(
        [
            ("price", "costs ${}", 5, 900), ("weight grams", "weighs {} grams", 50, 3000),
            ("battery hours", "runs for {} hours", 3, 60), ("warranty months", "has a warranty of {} months", 3, 60),
            ("limits users", "allows up to {} users", 2, 500), ("storage gb", "comes with {} GB of storage", 8, 2000),
        ]
    )  # fmt: skip
    value = rng.randint(low, high)
    other = rng.choice([value * 2, value + 5, max(1, value // 2), value + 1, value * 10])
    return Leaf(
        f"{path}: {value}",
        [unit.format(value), unit.format(f"{value:,}")]
        + ([unit.format("no more than " + str(value))] if path != "price" else []),
        [unit.format(other), unit.format(f"{other:,}")],
    )


def leaves(rng: random.Random, *, place: bool) -> list[Leaf]:
    """All leaves of a record, in no order."""
    words = {True: rng.choice(["true", "true", "yes"]), False: rng.choice(["false", "false", "no"])}
    found = []
    for path, yes, no in rng.sample(PLACE_FLAGS if place else THING_FLAGS, 6):
        value = rng.random() < 0.5
        found.append(Leaf(f"{path}: {words[value]}", yes if value else no, no if value else yes))
    found += [amount(rng, place=place), hours(rng) if place else amount(rng, place=False)]
    if place:
        path, choices = rng.choice(CHOICES)
        chosen = rng.choice(list(choices))
        others = [said for value, texts in choices.items() if value != chosen for said in texts]
        found.append(Leaf(f"{path}: {chosen}", choices[chosen], others))
        town, other = rng.sample(TOWNS, 2)
        found.append(Leaf(f"city: {town}", [f"is in {town}", f"is located in {town}"], [f"is located in {other}"]))
        for text, meant, contrary in rng.sample(REVIEWS, 2):
            said = [form.format(thing) for form in SAID[True] for thing in meant]
            unsaid = [form.format(thing) for form in SAID[True] for thing in contrary]
            found.append(Leaf(f"review info review text: {text}", said, unsaid, sentences=True))
    return found


def shown(name: str, chosen: list[Leaf], rng: random.Random) -> str:
    """The evidence as the screen gives it: the record's name, path and value of each leaf."""
    texts = [f"{name}: {leaf.text}" for leaf in chosen]
    if rng.random() < 0.3 and len(texts) < 3:
        texts.insert(rng.randrange(2), f"name: {name}")
    return " ".join(texts)


def asked(predicate: str, who: str) -> str:
    """A predicate as the database writes a question that was answered with yes."""
    verb, _, rest = predicate.partition(" ")
    if verb in {"is", "can", "cannot"}:
        return f"{verb} {who} {rest}"
    base = {"has": "have", "caters": "cater", "takes": "take", "expects": "expect"}.get(verb, verb.removesuffix("s"))
    return predicate if rest.startswith("not ") else f"does {who} {base} {rest}".strip()


def make(rng: random.Random) -> Pair:
    """One pair."""
    place = rng.random() < 0.7
    name = rng.choice(PLACES if place else THINGS)
    found = leaves(rng, place=place)
    rng.shuffle(found)
    chosen, hidden = found[: rng.choice([1, 2, 3, 3])], found[4:]
    premise = shown(name, chosen, rng)
    who = rng.choice([name, name, "It", "The place" if place else "The product"])
    way = rng.random()
    if way < 0.15:  # what is not shown
        leaf = rng.choice(hidden)
        said = rng.choice(leaf.true + leaf.false)
        return _pair(premise, said if leaf.sentences else f"{who} {said}.", "neutral", "absent")
    kinds = [leaf for leaf in chosen if not leaf.sentences]
    if way < 0.5 or len(kinds) < 2:
        leaf = rng.choice(chosen)
        right = rng.random() < 0.5
        said = rng.choice(leaf.true if right else leaf.false)
        label: str | int = "entail" if right else "contradiction"
        if leaf.sentences:
            return _pair(premise, said, "entail" if right else 0, "review")
        if rng.random() < 0.12:
            return _pair(premise, asked(said, who.lower() if who in {"It", "The place"} else who), label, "asked")
        return _pair(premise, f"{who} {said}.", label, "one")
    parts = rng.sample(kinds, rng.randint(2, len(kinds)))
    wrong = rng.random() < 0.5
    at = rng.randrange(len(parts)) if wrong else -1
    said_parts = [rng.choice(leaf.false if i == at else leaf.true) for i, leaf in enumerate(parts)]
    if not wrong and rng.random() < 0.35:
        leaf = rng.choice([leaf for leaf in hidden if not leaf.sentences])
        said_parts.insert(rng.randrange(len(said_parts) + 1), rng.choice(leaf.true + leaf.false))
        return _pair(premise, f"{who} {_listed(said_parts)}.", "neutral", "half")
    return _pair(premise, f"{who} {_listed(said_parts)}.", "contradiction" if wrong else "entail", "several")


def _listed(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def _pair(premise: str, hypothesis: str, label: str | int, kind: str) -> Pair:
    return {
        "premise": premise,
        "hypothesis": hypothesis,
        "label": label,
        "kind": "record:" + kind,
        "source": "synthetic",
    }
