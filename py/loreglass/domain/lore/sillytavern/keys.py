"""A written key as SillyTavern reads it. Its regex must compile; one that does not is plain text."""

import re

from loreglass.domain.asks import Asking, PatternFault, ask_matches
from loreglass.domain.lore.keywords import InBuffer, Keyword, Letters, Regex
from loreglass.domain.lore.sillytavern.values import SPACES

MARK = "\x01"
"""What stands before each text of a buffer."""

_REGEX = re.compile(r"/(.+?)/([gimsuy]*)", re.DOTALL)
_BARE_SLASH = re.compile(r"(?:\A|[^\\])/")
_SPACE = re.compile(f"[{SPACES}]")


def regex_of(written: str) -> Regex | None:
    """The regex that a key has the form of: `/pattern/flags`, with no bare slash inside."""
    shape = _REGEX.fullmatch(written)
    if shape is None or _BARE_SLASH.search(shape[1]):
        return None
    return Regex(shape[1], shape[2])


def read_key(filled: str, *, whole_words: bool, case_sensitive: bool) -> Asking[Keyword | None]:
    """What a key with its macros filled in means; None for an empty one, which never matches."""
    if not filled:
        return None
    written = filled.strip(SPACES)
    regex = regex_of(written)
    if regex is not None and (yield from _compiles(regex)):
        return InBuffer(regex)
    lower = not case_sensitive
    letters = Letters(
        text=written.lower() if lower else written,
        whole_words=whole_words and not _SPACE.search(written),
        lower=lower,
    )
    return InBuffer(letters) if MARK in written else letters


def _compiles(regex: Regex) -> Asking[bool]:
    answer = yield from ask_matches(regex.pattern, regex.flags, ("",))
    return not (isinstance(answer, PatternFault) and answer.kind == "invalid")
