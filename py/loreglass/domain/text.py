"""Word characters, and the canonical form in which keywords and texts meet. Pure; imports nothing of ours.

A word character is a letter, mark, number or `_` by Unicode. Three of its neighbours are none: the variation
selectors U+FE0E and U+FE0F and the keycap U+20E3. Scripts that write without spaces are a class of their own,
because there no edge tells where a word ends.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from typing import Literal

CharClass = Literal["w", "c", " "]
"""w: a word character of a script with spaces; c: one of a script without; blank: anything else."""

_NO_WORD = frozenset("\ufe0e\ufe0f\u20e3")
_SPACELESS_RANGES = (
    (0x0E00, 0x0EFF, "Thai, Lao"),
    (0x1000, 0x109F, "Burmese"),
    (0x1100, 0x11FF, "Hangul jamo"),
    (0x1780, 0x17FF, "Khmer"),
    (0x2E80, 0x2FDF, "Han radicals"),
    (0x3005, 0x3007, "Han signs"),
    (0x3021, 0x302F, "Han numerals, Hangul tone marks"),
    (0x3031, 0x3035, "Kana repeat marks"),
    (0x3038, 0x303C, "Han numerals"),
    (0x3041, 0x30FF, "Kana"),
    (0x3131, 0x318E, "Hangul letters"),
    (0x31F0, 0x31FF, "Kana"),
    (0x3400, 0x4DBF, "Han"),
    (0x4E00, 0x9FFF, "Han"),
    (0xA960, 0xA97F, "Hangul jamo"),
    (0xA9E0, 0xA9FF, "Burmese"),
    (0xAA60, 0xAA7F, "Burmese"),
    (0xAC00, 0xD7FF, "Hangul"),
    (0xF900, 0xFAFF, "Han"),
    (0xFF66, 0xFFDC, "Kana and Hangul of half width"),
    (0x116D0, 0x116E3, "Burmese"),
    (0x1AFF0, 0x1B16F, "Kana"),
    (0x20000, 0x3FFFF, "Han"),
)
_PLAIN_BLOCKS = (
    "\u0000-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u20cf\u2100-\u2bff\u2c60-\u2c7f\u3000-\u3004\U0001f000-\U0001faff"
)
"""Blocks without marks and without scripts that need a look: there Python's `\\w` is a word character."""

_UNUSUAL = re.compile(f"[^{_PLAIN_BLOCKS}]")
_WORD = re.compile(r"\w+")
_SPACED_RUN = re.compile("w+")
_ANY_RUN = re.compile("[wc]+")
_WHITE_SPACE = re.compile(r"[^\S ]\s*|  \s*| [^\S ]\s*")
_APOSTROPHES = "\u2018\u2019\u201a\u201b"
_QUOTES = "\u201c\u201d\u201e\u201f"


class _Classes(dict[int, str]):
    """The class of each code point, found on first use."""

    def __missing__(self, code: int) -> str:
        found = self[code] = _class_of(chr(code))
        return found


def _class_of(char: str) -> CharClass:
    if char == "_":
        return "w"
    if unicodedata.category(char)[0] not in "LMN" or char in _NO_WORD:
        return " "
    code = ord(char)
    return "c" if any(low <= code <= high for low, high, _ in _SPACELESS_RANGES) else "w"


_CLASSES = _Classes()


def is_spaced(char: str) -> bool:
    """Whether it is a word character of a script that puts spaces between words."""
    return _CLASSES[ord(char)] == "w"


def is_word(char: str) -> bool:
    """Whether it is a word character of any script."""
    return _CLASSES[ord(char)] != " "


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of a text: `spaced` end where a script without spaces begins, `runs` do not."""

    spaced: frozenset[str]
    runs: frozenset[str]


def spaced_spans(text: str) -> list[tuple[int, int]]:
    """Where the words of scripts with spaces stand, from left to right."""
    if _is_usual(text):
        return [found.span() for found in _WORD.finditer(text)]
    return [found.span() for found in _SPACED_RUN.finditer(text.translate(_CLASSES))]


def _is_usual(text: str) -> bool:
    return text.isascii() or not _UNUSUAL.search(text)


def words_of(text: str) -> Words:
    """The distinct words of a text."""
    if _is_usual(text):
        words = frozenset(_WORD.findall(text))
        return Words(spaced=words, runs=words)
    classes = text.translate(_CLASSES)
    spaced = frozenset(text[found.start() : found.end()] for found in _SPACED_RUN.finditer(classes))
    runs = frozenset(text[found.start() : found.end()] for found in _ANY_RUN.finditer(classes))
    return Words(spaced=spaced, runs=runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What is made equal before texts are compared; case is a keyword's own choice."""

    normalise: bool = True
    fold_quotes: bool = True
    join_spaces: bool = True


class _SimpleFolds(dict[int, str]):
    """Unicode simple case folding of each code point, found on first use."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        found = self[code] = next((fold for fold in (char.casefold(), char.lower()) if len(fold) == 1), char)
        return found


_SIMPLE_FOLDS = _SimpleFolds({0xFB05: "\ufb06"})


def fold_case(text: str) -> str:
    """The text under Unicode simple case folding: one code point for each."""
    folded = text.casefold()
    # Full folding differs from simple folding only where it makes a text longer (ß, ligatures).
    return folded if len(folded) == len(text) else text.translate(_SIMPLE_FOLDS)


def canonical(text: str, form: Form, *, fold: bool) -> str:
    """The text as keywords see it: composed, folded, straight quotes, single spaces, as `form` and `fold` say."""
    lettered = _canonical_letters(text, form, fold=fold) if not text.isascii() else text.lower() if fold else text
    return _WHITE_SPACE.sub(" ", lettered) if form.join_spaces else lettered


def _canonical_letters(text: str, form: Form, *, fold: bool) -> str:
    if form.fold_quotes:
        for curly in _APOSTROPHES:
            text = text.replace(curly, "'")
        for curly in _QUOTES:
            text = text.replace(curly, '"')
    if form.normalise:
        text = unicodedata.normalize("NFC", text)
    if not fold:
        return text
    text = fold_case(text)
    # Folding can make a pair that composes (J and a caron have a composed form only in lower case).
    return unicodedata.normalize("NFC", text) if form.normalise else text


def raw_span(text: str, form: Form, start: int, end: int, *, fold: bool) -> tuple[int, int]:
    """The code points of the raw text that became `start` to `end` of its canonical form."""
    if text.isascii():
        letters = text
    else:
        letters = _canonical_letters(text, form, fold=fold)
        is_composed = not form.normalise or unicodedata.is_normalized("NFC", text)
        if not is_composed or len(letters) != len(text):
            return _searched_span(text, form, start, end, fold=fold)
    return _before_joining(letters, form, start, end)


def _before_joining(letters: str, form: Form, start: int, end: int) -> tuple[int, int]:
    """The places before runs of white space were joined; letter for letter nothing else was changed."""
    if form.join_spaces:
        for run in _WHITE_SPACE.finditer(letters):
            gone = run.end() - run.start() - 1
            if run.start() < start:
                start += gone
            if run.start() >= end:
                break
            end += gone
    return start, end


def _searched_span(text: str, form: Form, start: int, end: int, *, fold: bool) -> tuple[int, int]:
    """The places by halving: where composing moved them, the canonical form of each beginning tells how far."""

    def length(size: int) -> int:
        return len(canonical(text[:size], form, fold=fold))

    places = range(len(text) + 1)
    raw_start = bisect_right(places, start, key=length) - 1
    first = min(bisect_left(places, end, key=length), len(text))
    return raw_start, bisect_right(places, length(first), key=length) - 1
