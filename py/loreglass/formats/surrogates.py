"""Lone surrogates: halves of a character that JSON can spell and UTF-8 cannot hold."""

import re

_LONE = re.compile("[\ud800-\udfff]")


def has_lone(text: str) -> bool:
    """True where the text could not be written as UTF-8."""
    return not text.isascii() and _LONE.search(text) is not None


def mended(text: str) -> str:
    """The text with U+FFFD in place of each lone surrogate."""
    return _LONE.sub("\ufffd", text) if has_lone(text) else text
