"""Words for the edits: opposites, words of one meaning, quantifiers, hedges.

Opposites and the larger part of the words of one meaning are those of the project's own lexicon
(migrations/versions/0005_lexicon.sql).
"""

from __future__ import annotations

import re
from pathlib import Path

LEXICON = Path(__file__).parent.parent / "migrations" / "versions" / "0005_lexicon.sql"
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
QUANTITY = {
    "all": ["some", "most", "few"], "every": ["almost no"], "most": ["all", "few"], "some": ["all", "no"],
    "many": ["few", "all"], "several": ["all", "no"], "few": ["many", "most"], "always": ["sometimes", "never"],
    "never": ["always", "often"], "often": ["never", "rarely", "always"], "usually": ["never", "always"],
    "sometimes": ["always", "never"], "both": ["neither of the"], "only": ["not only"], "half": ["all", "none"],
    "nearly all": ["few"], "almost all": ["few"], "at least": ["at most", "less than"], "at most": ["at least"],
    "more than": ["less than", "fewer than"], "less than": ["more than"], "over": ["under", "less than"],
    "under": ["over", "more than"], "up to": ["at least", "more than"], "fewer than": ["more than"],
}  # fmt: skip
WEAKER = {"all": "most", "every": "nearly every", "always": "usually", "most": "some", "many": "some", "will": "may",
          "must": "may", "never": "rarely"}  # fmt: skip
STRONGER = {"may": "will", "might": "will", "could": "will", "can": "must", "some": "all", "many": "all", "most": "all",
            "usually": "always", "often": "always", "sometimes": "always", "partly": "entirely", "likely": "certain",
            "suggests": "proves", "suggest": "prove", "suspected": "convicted", "alleged": "proven",
            "allegedly": "undeniably", "plans to": "has begun to", "expected to": "certain to", "several": "all",
            "reportedly": "certainly", "probably": "certainly", "believed to be": "known to be",
            "associated with": "caused by", "almost": "more than", "nearly": "more than",
            "about": "exactly", "should": "must"}  # fmt: skip
PRONOUNS = {"he": "she", "she": "he", "his": "her", "her": "his", "him": "her", "himself": "herself",
            "father": "mother", "mother": "father", "son": "daughter", "daughter": "son", "brother": "sister",
            "sister": "brother", "husband": "wife", "wife": "husband", "man": "woman", "woman": "man",
            "men": "women", "women": "men", "boy": "girl", "girl": "boy", "we": "they", "they": "we",
            "our": "their", "their": "our", "actor": "actress"}  # fmt: skip
CONTRACTIONS = {"do not": "don't", "does not": "doesn't", "did not": "didn't", "is not": "isn't", "are not": "aren't",
                "was not": "wasn't", "were not": "weren't", "cannot": "can't", "will not": "won't",
                "would not": "wouldn't", "could not": "couldn't", "has not": "hasn't", "have not": "haven't",
                "it is": "it's", "there is": "there's", "they are": "they're", "we are": "we're"}  # fmt: skip
SAME = [
    ("percent", "%"), ("per cent", "percent"), ("more than", "over"), ("approximately", "about"), ("around", "about"),
    ("children", "kids"), ("purchase", "buy"), ("purchased", "bought"), ("begin", "start"), ("began", "started"),
    ("however", "but"), ("assist", "help"), ("large", "big"), ("quickly", "fast"), ("obtain", "get"),
    ("obtained", "got"), ("require", "need"), ("requires", "needs"), ("required", "needed"), ("attempted", "tried"),
    ("additional", "extra"), ("additional", "more"), ("in order to", "to"), ("prior to", "before"),
    ("due to", "because of"), ("received", "got"), ("located in", "in"), ("numerous", "many"), ("utilize", "use"),
    ("utilizes", "uses"), ("vehicle", "car"), ("physician", "doctor"), ("residence", "home"), ("film", "movie"),
    ("nearly", "almost"), ("such as", "like"), ("including", "such as"), ("also", "too"), ("may", "might"),
    ("United States", "US"), ("United Kingdom", "UK"), ("died", "passed away"),
    ("employees", "workers"), ("firm", "company"), ("stated", "said"), ("announced", "said"), ("told", "informed"),
    ("photo", "picture"), ("mother", "mom"), ("father", "dad"), ("allowed", "permitted"), ("prohibited", "forbidden"),
    ("permitted", "allowed"), ("annually", "every year"), ("annual", "yearly"), ("twice", "two times"),
    ("for free", "at no charge"), ("commence", "start"), ("conclude", "end"), ("reside", "live"), ("ill", "sick"),
]  # fmt: skip
UNITS = [["million", "billion", "thousand"], ["hours", "days", "weeks", "months", "years", "minutes"],
         ["hour", "day", "week", "month", "year", "minute"], ["daily", "weekly", "monthly", "yearly"],
         ["kilometres", "metres", "miles"], ["kilograms", "grams", "tonnes"], ["first", "second", "third", "fourth"],
         ["once", "twice"], ["quarter", "half", "third"], ["inches", "feet", "yards"]]  # fmt: skip
OTHER_UNITS = {unit: [other for other in row if other != unit] for row in UNITS for unit in row}


def _read_opposites() -> list[tuple[list[str], list[str]]]:
    rows = re.findall(r"\('[^']+', '([^']+)', '([^']+)'\)", LEXICON.read_text(encoding="utf-8").split("insert into")[0])
    return [tuple([form.lstrip("=") for form in side.split(", ")] for side in row) for row in rows]  # type: ignore[misc]


OPPOSITES: dict[str, list[str]] = {}
SYNONYMS: dict[str, list[str]] = {}


def _ending(word: str) -> str:
    for ending in ("ied", "ed", "ing", "ies", "ness", "ly", "tion", "er", "est", "s"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            return {"ied": "ed", "ies": "s"}.get(ending, ending)
    return ""


def _inflections(word: str) -> list[str]:
    """A verb's regular forms beside the word itself, each with its suffix's place in the list."""
    if " " in word or not word.isalpha():
        return [word]
    stem = word[:-1] if word.endswith("e") else word
    third = word + ("es" if word.endswith(("s", "sh", "ch", "x")) else "s")
    if word.endswith("y") and word[-2:-1] not in "aeou":
        return [word, word[:-1] + "ies", word[:-1] + "ied", word + "ing"]
    return [word, third, stem + "ed", stem + "ing"]


VERBS = set(
    "enable activate disable deactivate increase climb boost expand decrease decline reduce diminish open reopen close"
    " allow permit prohibit accept approve confirm refute reject refuse dismiss succeed fail include exclude omit"
    " start launch initiate finish cease halt terminate improve worsen enjoy love hate dislike support endorse oppose"
    " condemn agree disagree acquire hire recruit import export push pull construct create assemble destroy demolish"
    " dismantle add insert attach remove delete join connect disconnect lock unlock reveal disclose conceal"
    " cause trigger promote prevent inhibit block help hamper attack defend protect praise blame respect despise trust"
    " suspect remember recall arrest release prove disprove continue suspend interrupt keep abandon discard punish"
    " reward rescue waste attract repel accelerate delay".split()
)


def _fill() -> None:
    for positive, negative in _read_opposites():
        for own, other in ((positive, negative), (negative, positive)):
            for word in own:
                forms = _inflections(word) if word in VERBS else [word]
                for place, form in enumerate(forms):
                    for rival in other:
                        rivals = _inflections(rival) if rival in VERBS else [rival]
                        if len(forms) == len(rivals) and (len(forms) > 1 or _ending(form) == _ending(rival)):
                            OPPOSITES.setdefault(form, []).append(rivals[place])
                    for friend in own:
                        friends = _inflections(friend) if friend in VERBS else [friend]
                        if friend != word and len(forms) == len(friends) > 1:
                            SYNONYMS.setdefault(form, []).append(friends[place])
    for word, friend in SAME:
        SYNONYMS.setdefault(word, []).append(friend)


_fill()
