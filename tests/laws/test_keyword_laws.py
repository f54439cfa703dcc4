"""The index, and the search behind it, give what a plain matcher gives that tries every keyword in every text."""

import sys
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from loreglass.domain.lore.find import find
from loreglass.domain.lore.index import compile_keywords
from loreglass.domain.lore.keywords import Names, Pattern, read_keyword
from loreglass.domain.lore.work import Work
from loreglass.domain.text import Form, canonical, raw_span
from tests.unit.domain.lore.stage import run

FORM = Form()
NAMES = Names(char="A*b", user="bob")
LETTERS = "aaabbbBéE\u0301京か-'’\"“ .\n_7ß"
KEYWORD = st.text(alphabet=LETTERS + "**??\\", min_size=1, max_size=7) | st.sampled_from(["{{char}}", "a {{user}}*"])
TEXT = st.text(alphabet=LETTERS, max_size=24)
FLAGS = st.tuples(st.booleans(), st.booleans())


def folded(text: str, *, fold: bool) -> str:
    """The canonical form, a character at a time."""
    text = unicodedata.normalize("NFC", text).replace("’", "'").replace("“", '"')
    text = "".join(char.casefold() if fold and len(char.casefold()) == 1 else char for char in text)
    spaced = "".join(" " if char.isspace() else char for char in text)
    while "  " in spaced:
        spaced = spaced.replace("  ", " ")
    return spaced


def is_word(char: str) -> bool:
    return char == "_" or unicodedata.category(char)[0] in "LMN"


def is_spaced(char: str) -> bool:
    return is_word(char) and char not in "京か"


def units_of(written: str, *, fold: bool) -> list[tuple[str, str]]:
    """The keyword as (kind, character): letters, one, any."""
    units: list[tuple[str, str]] = []
    rest = written.strip()
    while rest:
        if rest.startswith("{{"):
            name, _, rest = rest[2:].partition("}}")
            units += [("letter", char) for char in (NAMES.char if name == "char" else NAMES.user)]
        elif rest[:2] in ("\\*", "\\?"):
            units.append(("letter", rest[1]))
            rest = rest[2:]
        else:
            units.append(({"*": "any", "?": "one"}.get(rest[0], "letter"), rest[0]))
            rest = rest[1:]
    # Wildcards stand as signs that no text has while the letters between them are folded.
    signs = "".join({"any": "\ue000", "one": "\ue001"}.get(kind, char) for kind, char in units)
    kinds = {"\ue000": "any", "\ue001": "one"}
    return [(kinds.get(char, "letter"), char) for char in folded(signs, fold=fold).strip()]


def ends_of(units: list[tuple[str, str]], text: str, place: int) -> set[int]:
    """Every place where the units may end that begin at `place`."""
    ends = {place}
    for kind, wanted in units:
        if kind == "any":
            for end in sorted(ends):
                while end < len(text) and is_word(text[end]):
                    end += 1
                    ends.add(end)
        else:
            ends = {
                end + 1
                for end in ends
                if end < len(text) and (is_word(text[end]) if kind == "one" else text[end] == wanted)
            }
    return ends


def plain_match(written: str, raw: str, *, whole: bool, fold: bool) -> bool:
    units, text = units_of(written, fold=fold), folded(raw, fold=fold)
    if not units:
        return False
    if all(kind == "any" for kind, _ in units):
        return True
    left, right = (kind != "letter" or is_spaced(char) for kind, char in (units[0], units[-1]))
    return any(
        not (whole and left and start > 0 and is_spaced(text[start - 1]))
        and not (whole and right and end < len(text) and is_spaced(text[end]))
        for start in range(len(text) + 1)
        for end in ends_of(units, text, start)
    )


@settings(max_examples=40 if sys.platform == "emscripten" else 500)
@given(st.lists(st.tuples(KEYWORD, FLAGS), max_size=12), TEXT)
def test_the_index_finds_what_a_plain_matcher_finds(written: list[tuple[str, tuple[bool, bool]]], raw: str) -> None:
    read = [
        (text, whole, fold, read_keyword(text, NAMES, FORM, regexes=False, whole_words=whole, fold=fold))
        for text, (whole, fold) in written
    ]
    keywords = tuple(dict.fromkeys(keyword for *_, keyword in read if keyword is not None))
    index = run(compile_keywords(keywords, FORM))
    found = index.hits(raw, Work()) | ({index.any_message} - {None})
    for text, whole, fold, keyword in read:
        is_hit = keyword is not None and keywords.index(keyword) in found
        assert is_hit == plain_match(text, raw, whole=whole, fold=fold), (text, raw, whole, fold)


@given(KEYWORD, TEXT, FLAGS)
def test_what_is_found_holds_the_keyword_where_the_span_says(written: str, raw: str, flags: tuple[bool, bool]) -> None:
    whole, fold = flags
    keyword = read_keyword(written, NAMES, FORM, regexes=False, whole_words=whole, fold=fold)
    if not isinstance(keyword, Pattern):
        return
    span = find(keyword, canonical(raw, FORM, fold=fold))
    if span is None:
        return
    start, end = raw_span(raw, FORM, *span, fold=fold)
    assert 0 <= start < end <= len(raw)
    units = units_of(written, fold=fold)
    there = folded(raw[start:end], fold=fold)
    assert len(there) in ends_of(units, there, 0), (written, raw, span)
