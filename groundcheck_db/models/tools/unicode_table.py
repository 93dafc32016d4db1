"""Print the rows of groundcheck_internal.unicode_fold: what the WordPiece normaliser does to each code point.

Run it as ``python groundcheck_db/models/tools/unicode_table.py`` and paste the output between the two marks of
migrations/versions/0002_vocabulary.sql. Nothing is taken from the Unicode files: every code point is sent through the
``tokenizers`` library (BertNormalizer, BertPreTokenizer and NFD), whose own tables are older than any current
Unicode version, so that SQL follows what the library does and not what Unicode says.

Left out, because the SQL handles them as ranges: ASCII, Hangul syllables, CJK ideographs that are only padded with
spaces, and the private use areas (removed).
"""

from __future__ import annotations

import textwrap
import unicodedata
from typing import NamedTuple

import tokenizers
from tokenizers import normalizers, pre_tokenizers

CJK = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0x20000, 0x2A6DF), (0x2A700, 0x2B81F), (0x2B920, 0x2CEAF))
HANGUL = (0xAC00, 0xD7A3)
PRIVATE = ((0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD))
OVERLAY = "\u0334"  # combining class 1, sorts before every other mark
SPANS = """\
insert into groundcheck_internal.unicode_fold (character, folded, standalone, combining)
select
  chr(code.point) as character,
  coalesce(listed.folded, chr(code.point)) as folded,
  listed.standalone,
  listed.combining
from (
  values
{}
) as listed (folded, standalone, combining, spans)
cross join lateral regexp_split_to_table(listed.spans, '\\s+') as span (ends)
cross join lateral generate_series(
  ('x' || lpad(split_part(span.ends, '-', 1), 8, '0'))::bit(32)::int,
  ('x' || lpad(split_part(span.ends, '-', -1), 8, '0'))::bit(32)::int
) as code (point)
where span.ends <> '';
"""
MAPS = """\
insert into groundcheck_internal.unicode_fold (character, folded, standalone, combining)
select
  chr(('x' || lpad(split_part(pair.text, '=', 1), 8, '0'))::bit(32)::int) as character,
  (
    select string_agg(chr(('x' || lpad(target.code, 8, '0'))::bit(32)::int), '' order by target.place)
    from unnest(string_to_array(split_part(pair.text, '=', 2), ',')) with ordinality as target (code, place)
  ) as folded,
  listed.standalone,
  0 as combining
from (
  values
{}
) as listed (standalone, pairs)
cross join lateral regexp_split_to_table(listed.pairs, '\\s+') as pair (text)
where pair.text <> '';
"""

_normalise = normalizers.BertNormalizer(
    clean_text=True, handle_chinese_chars=True, strip_accents=None, lowercase=True
).normalize_str
_clean = normalizers.BertNormalizer(
    clean_text=True, handle_chinese_chars=False, strip_accents=False, lowercase=False
).normalize_str
_decompose = normalizers.NFD().normalize_str
_split = pre_tokenizers.BertPreTokenizer().pre_tokenize_str


class Fold(NamedTuple):
    """One code point that the normaliser changes, or that stands alone as a token, or that NFD reorders."""

    code: int
    folded: str
    standalone: bool
    combining: int | None  # canonical combining class; None: dropped, and does not keep its neighbours apart


def _inside(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)


def _combining(character: str) -> int:
    """Canonical combining class as the library has it (0 for code points it does not know)."""
    if character == OVERLAY or _decompose("\u0316" + character) == character + "\u0316":
        return unicodedata.combining(character) or 1
    if _decompose(character + OVERLAY) == OVERLAY + _decompose(character):
        return unicodedata.combining(character) or 230
    return 0


def rows() -> list[Fold]:
    """Every row of the table, by code point."""
    found: list[Fold] = []
    for code in range(0x80, 0x110000):
        if 0xD800 <= code <= 0xDFFF or HANGUL[0] <= code <= HANGUL[1] or _inside(code, PRIVATE):
            continue
        character = chr(code)
        folded = _normalise(character)
        standalone = (folded.startswith(" ") and folded != " ") or (
            folded not in {"", " "} and len(_split("a" + folded.strip() + "a")) == 3
        )
        if folded == f" {character} " and _inside(code, CJK):
            continue
        folded = folded if folded == " " else folded.strip()
        kept = _clean(character) != ""
        combining = _combining(character) if kept else None
        if folded == "" and combining:
            combining = None
        if folded != character or standalone or combining:
            found.append(Fold(code, folded, standalone, combining))
    return found


def _spans(codes: list[int]) -> list[str]:
    spans: list[list[int]] = []
    for code in codes:
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return [f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in spans]


def _literal(items: list[str]) -> str:
    return "\n".join(textwrap.wrap(" ".join(items), 112, break_on_hyphens=False))


def main() -> None:
    """Print two insert statements: code points that stay, vanish or become a space, and code points that map."""
    table = rows()
    spans: dict[tuple[str, str, str], list[int]] = {}
    maps: dict[str, list[str]] = {"false": [], "true": []}
    for row in table:
        standalone = str(row.standalone).lower()
        if row.folded in {"", " ", chr(row.code)}:
            shown = f"'{row.folded}'" if row.folded in {"", " "} else "null"
            combining = "null" if row.combining is None else str(row.combining)
            spans.setdefault((shown, standalone, combining), []).append(row.code)
        else:
            maps[standalone].append(f"{row.code:x}=" + ",".join(f"{ord(c):x}" for c in row.folded))
    print(f"-- {len(table)} code points, as tokenizers {tokenizers.__version__} treats them.")
    print(
        SPANS.format(
            ",\n".join(f"    ({', '.join(key)}, '\n{_literal(_spans(codes))}')" for key, codes in spans.items())
        )
    )
    print(MAPS.format(",\n".join(f"    ({standalone}, '\n{_literal(items)}')" for standalone, items in maps.items())))


if __name__ == "__main__":
    main()
