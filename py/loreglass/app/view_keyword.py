"""What a keyword is by its looks: a word, a pattern, or a pattern that cannot be read. Pure.

A look only: the engine's worker decides. It is here so that a slip is named while the user types, without a round
trip. Positions count characters from 1, the first slash included. Rules: spec/memory-books.md, "Regex keyword".
"""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.lore.keywords import is_regex

_REPEATS = "*+?"


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordLook:
    """A keyword's kind; `problem` says why a bad one never matches."""

    kind: Literal["word", "pattern", "bad"]
    problem: str = ""


def keyword_look(keyword: str) -> KeywordLook:
    """The kind of a keyword; `/home/user/` and `/usr/bin` are words, `/(toll|knell/` is a bad pattern."""
    written = keyword.strip()
    if not is_regex(written):
        return KeywordLook(kind="word")
    body, _, flags = written[1:].rpartition("/")
    problem = _flag_problem(flags) or _body_problem(body)
    return KeywordLook(kind="bad" if problem else "pattern", problem=problem)


def _flag_problem(flags: str) -> str:
    twice = next((flag for flag in flags if flags.count(flag) > 1), "")
    return f"the flag {twice} stands twice" if twice else ""


def _body_problem(body: str) -> str:
    groups: list[int] = []
    in_class = 0
    can_repeat = False
    skip = False
    for place, char in enumerate(body, start=2):
        if skip:
            skip, can_repeat = False, True
        elif char == "\\":
            skip = True
        elif in_class:
            in_class, can_repeat = (0, True) if char == "]" else (in_class, False)
        elif char == "[":
            in_class = place
        elif char == ")":
            if not groups:
                return f"the bracket at character {place} closes nothing"
            groups.pop()
            can_repeat = True
        elif char in _REPEATS and not can_repeat and not (char == "?" and body[place - 3 : place - 2] == "("):
            return f"the {char} at character {place} has nothing to repeat"
        else:
            groups += [place] if char == "(" else []
            can_repeat = char not in "(|^"
    unclosed = in_class or (groups[-1] if groups else 0)
    return f"the bracket at character {unclosed} is never closed" if unclosed else ""
