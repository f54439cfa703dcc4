"""Keywords: what a written one means. Pure; knows texts, not books.

Rules: memory-books.md, "Native rules" 3 to 5. In a `Pattern` the wildcards are two code points that no text has.
"""

import re
from dataclasses import dataclass

from loreglass.domain.text import Form, canonical

STAR = "\ufdd0"
"""Any number of word characters."""
HOLE = "\ufdd1"
"""Exactly one word character."""

_WILDCARDS = STAR + HOLE
_NO_CHARACTERS = {ord(char): "\ufffd" for char in _WILDCARDS}
_STARS = re.compile(f"{STAR}+")
_CHUNKS = re.compile(f"[^{_WILDCARDS}]+")
_TOKENS = re.compile(r"\{\{(char|user)\}\}|\\([*?])|([*?])", re.IGNORECASE)
_MACRO = re.compile(r"\{\{(char|user)\}\}", re.IGNORECASE)
_SPECIAL = re.compile(r"[*?{]")
_REGEX_SHAPE = re.compile(r"/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+)/([imsugy]*)", re.DOTALL)
_OPEN_REGEX_SHAPE = re.compile(r"/((?:\\.|[^/\\])+)/([imsugy]*)", re.DOTALL)
_REGEX_SYNTAX = re.compile(r"[\^$\\.*+?()\[\]{}|/]")


def _literal(name: str) -> str:
    """The name as it stands in a pattern, also between its square brackets."""
    return _REGEX_SYNTAX.sub(r"\\\g<0>", name).replace("-", r"\x2d")


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What {{char}} and {{user}} stand for."""

    char: str
    user: str

    def of(self, macro: str) -> str:
        """The name that a macro, in any case, stands for."""
        return self.char if macro.lower() == "char" else self.user


@dataclass(frozen=True, slots=True)
class Pattern:
    """A keyword of letters and wildcards, in canonical form."""

    text: str
    whole_words: bool
    fold: bool


@dataclass(frozen=True, slots=True)
class Regex:
    """A keyword in JavaScript syntax."""

    pattern: str
    flags: str


@dataclass(frozen=True, slots=True)
class AnyMessage:
    """The keyword `*`: every message has it, an empty one too."""


@dataclass(frozen=True, slots=True)
class Letters:
    """A keyword that stands for its letters alone. Words are of ASCII here; "" is in every buffer."""

    text: str
    whole_words: bool
    lower: bool


@dataclass(frozen=True, slots=True)
class InBuffer:
    """A keyword that is looked for in the whole joined buffer, not in each of its texts."""

    keyword: Regex | Letters


Keyword = Pattern | Regex | AnyMessage | Letters | InBuffer


def is_regex(written: str) -> bool:
    """Whether a keyword is a regex by its form: `/pattern/flags` without a bare slash inside."""
    return _regex_shape(written.strip()) is not None


def _regex_shape(written: str) -> re.Match[str] | None:
    # A class that never closes is a broken regex, not a text: the second shape lets it be named.
    return _REGEX_SHAPE.fullmatch(written) or _OPEN_REGEX_SHAPE.fullmatch(written)


def read_keyword(
    written: str, names: Names, form: Form, *, regexes: bool, whole_words: bool, fold: bool
) -> Keyword | None:
    """What a written keyword means; None for one that never matches."""
    written = written.strip()
    shape = _regex_shape(written) if regexes and written.startswith("/") else None
    if shape:
        return Regex(_MACRO.sub(lambda macro: _literal(names.of(macro[1])), shape[1]), shape[2])
    marked = _TOKENS.sub(lambda token: _meaning(token, names), written) if _SPECIAL.search(written) else written
    text = canonical(marked, form, fold=fold).strip()
    text = _STARS.sub(STAR, text) if STAR in text else text
    if text == STAR:
        return AnyMessage()
    return Pattern(text, whole_words, fold) if text else None


def _meaning(token: re.Match[str], names: Names) -> str:
    if token[1]:
        return names.of(token[1]).translate(_NO_CHARACTERS)
    if token[2]:
        return token[2]
    return STAR if token[3] == "*" else HOLE


def chunks_of(text: str) -> list[str]:
    """The literal parts between the wildcards of a pattern's text."""
    return _CHUNKS.findall(text)
