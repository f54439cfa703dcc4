"""Keywords of programs without wildcards, and keywords typed with commas."""

import re

_PATTERN = re.compile(r"/(?:[^/\\\n]|\\.)++/[gimsuy]*+")
_PATTERN_IN_LIST = re.compile(_PATTERN.pattern + r"(?=\s*(?:,|\Z))")
_WILDCARD = re.compile(r"[*?]")


def is_pattern(keyword: str) -> bool:
    """True for `/pattern/flags`; `/home/user/` is text, because of the slash inside."""
    return _PATTERN.fullmatch(keyword.strip()) is not None


def escape_wildcards(keyword: str) -> str:
    """The keyword with `*` and `?` meaning themselves; a pattern stays as it is."""
    return keyword if is_pattern(keyword) else _WILDCARD.sub(r"\\\g<0>", keyword)


def split_keywords(text: str) -> tuple[str, ...]:
    """The keywords of a comma list, trimmed, without empty ones; a comma inside a pattern does not split it."""
    found: list[str] = []
    start = 0
    while start < len(text):
        while start < len(text) and text[start].isspace():
            start += 1
        pattern = _PATTERN_IN_LIST.match(text, start)
        end = pattern.end() if pattern else text.find(",", start)
        if end < 0:
            end = len(text)
        found.append(text[start:end].strip())
        comma = text.find(",", end)
        start = len(text) if comma < 0 else comma + 1
    return tuple(keyword for keyword in found if keyword)
