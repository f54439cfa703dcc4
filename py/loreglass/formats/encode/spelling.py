"""Keywords as programs without wildcards spell them."""

import re
from typing import Final

from loreglass.formats.keywords import is_pattern

_SPECIAL: Final = re.compile(r"\\([*?])|([*?])")
_WILD: Final = ("*", "?")
_WORD: Final = r"[\p{L}\p{M}\p{N}_]"


def literal(keyword: str) -> str:
    """The keyword with `\\*` and `\\?` as the signs they mean; wildcards at its ends fall away, others stay."""
    if is_pattern(keyword):
        return keyword
    if not has_wildcard(keyword):
        return _SPECIAL.sub(lambda found: found[1] or found[2], keyword)
    return _SPECIAL.sub(lambda found: found[1] or found[2], keyword.strip("*")) or keyword


def as_pattern(keyword: str, *, case_sensitive: bool = False) -> str:
    """The keyword for a program that knows patterns: one with wildcards becomes a pattern that means the same."""
    if is_pattern(keyword) or not has_wildcard(keyword):
        return literal(keyword)
    parts = re.split(r"(\\[*?]|[*?])", keyword.strip())
    body = "".join(_piece(part) for part in parts)
    first, last = parts[0] or parts[1], parts[-1] or parts[-2]
    before = f"(?<!{_WORD})" if first in _WILD or first[0].isalnum() else ""
    after = f"(?!{_WORD})" if last in _WILD or last[-1].isalnum() else ""
    return f"/{before}{body}{after}/" + ("u" if case_sensitive else "iu")


def has_wildcard(keyword: str) -> bool:
    """True where `*` or `?` stands for other signs."""
    return not is_pattern(keyword) and any(found[2] for found in _SPECIAL.finditer(keyword))


def _piece(part: str) -> str:
    match part:
        case "*":
            return f"{_WORD}*"
        case "?":
            return _WORD
        case r"\*" | r"\?":
            return part
        case _:
            return re.sub(r"([\\^$.|+()\[\]{}/])", r"\\\1", part)
