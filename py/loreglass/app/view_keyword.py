"""What a keyword is by its looks: a word, a pattern, or a pattern that cannot be read. Pure."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.authoring.regex_look import pattern_problem
from loreglass.domain.lore.keywords import is_regex


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordLook:
    """A keyword's kind; `problem` says why a bad one never matches."""

    kind: Literal["word", "pattern", "bad"]
    problem: str = ""


def keyword_look(keyword: str) -> KeywordLook:
    """The kind of a keyword; `/home/user/` and `/usr/bin` are words, `/(toll|knell/` is a bad pattern."""
    if not is_regex(keyword.strip()):
        return KeywordLook(kind="word")
    problem = pattern_problem(keyword)
    return KeywordLook(kind="bad" if problem else "pattern", problem=problem)
