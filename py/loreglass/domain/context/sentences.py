"""Texts shortened by whole sentences. Pure."""

import re
from typing import Literal

_END = re.compile(r"""(?:[.!?…]+["'’”»)\]]*(?=\s|$)|[。！？]+[」』”’)]*|\n+)\s*""")


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences with the white space after them; joined they are the text."""
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        found.append(text[start : end.end()])
        start = end.end()
    return (*found, text[start:]) if start < len(text) else tuple(found)


def shortened(sentences: tuple[str, ...], kept: int, cut: Literal["top", "bottom"]) -> str:
    """The text of `kept` sentences, with the end that `cut` names gone."""
    if cut == "bottom":
        return "".join(sentences[:kept]).rstrip()
    return "".join(sentences[len(sentences) - kept :]).lstrip()
