"""Boolean rules over keywords: `("red" and "blue") or not "green"`. Pure.

`not` binds before `and`, `and` before `or`; operators in any case. A keyword stands in quotes, or bare if it is one
word that is no operator. Rules: memory-books.md, exact point 3.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

_TOKEN = re.compile(r'\s*(?:(?P<bracket>[()])|["“”](?P<quoted>(?:\\["\\]|[^"“”])*)["“”]|(?P<word>[^\s()"“”]+))')
_OPERATORS = frozenset(("and", "or", "not"))
_DEEPEST = 50


class BrokenRule(ValueError):
    """A rule that cannot be read; `str()` says what stands where."""


@dataclass(frozen=True, slots=True)
class Has:
    """True where the keyword is seen; it is the `index`-th of the rule."""

    index: int


@dataclass(frozen=True, slots=True)
class Not:
    """True where the part is not."""

    part: "Node"


@dataclass(frozen=True, slots=True)
class All:
    """True where all parts are."""

    parts: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """True where one part is."""

    parts: tuple["Node", ...]


Node = Has | Not | All | AnyOf


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule and its keywords, as they are written in it."""

    node: Node
    keywords: tuple[str, ...]

    def holds(self, seen: Callable[[int], bool]) -> bool:
        """Whether it is true when `seen` tells of each keyword, by its index, whether it occurs."""
        return _holds(self.node, seen)


def _holds(node: Node, seen: Callable[[int], bool]) -> bool:
    match node:
        case Has(index):
            return seen(index)
        case Not(part):
            return not _holds(part, seen)
        case All(parts):
            return all(_holds(part, seen) for part in parts)
        case AnyOf(parts):
            return any(_holds(part, seen) for part in parts)


def read_rule(text: str) -> Rule:
    """The rule that a text says; raises BrokenRule."""
    reader = _Reader(_tokens(text))
    node = reader.any_of(0)
    if reader.token:
        raise BrokenRule(f"{reader.token[1]} is not expected after a whole rule")
    return Rule(node=node, keywords=tuple(reader.keywords))


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    place = 0
    text = text.rstrip()
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise BrokenRule(f"the quotation mark at character {place + 1} is never closed")
        kind = found.lastgroup or ""
        value = found[kind]
        if kind == "word" and value.lower() in _OPERATORS:
            kind, value = "operator", value.lower()
        if kind == "quoted":
            value = re.sub(r'\\(["\\])', r"\1", value)
        tokens.append((kind, value))
        place = found.end()
    return tokens


class _Reader:
    """Reads tokens from left to right; each method gives the node that begins here."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._place = 0
        self.keywords: list[str] = []

    @property
    def token(self) -> tuple[str, str] | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _take(self, kind: str, value: str) -> bool:
        taken = self.token == (kind, value)
        self._place += taken
        return taken

    def any_of(self, depth: int) -> Node:
        parts = [self._all(depth)]
        while self._take("operator", "or"):
            parts.append(self._all(depth))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _all(self, depth: int) -> Node:
        parts = [self._one(depth)]
        while self._take("operator", "and"):
            parts.append(self._one(depth))
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _one(self, depth: int) -> Node:
        if depth > _DEEPEST:
            raise BrokenRule(f"it is nested more than {_DEEPEST} deep")
        if self._take("operator", "not"):
            return Not(self._one(depth + 1))
        if self._take("bracket", "("):
            node = self.any_of(depth + 1)
            if not self._take("bracket", ")"):
                raise BrokenRule("a bracket is never closed")
            return node
        token = self.token
        if token is None:
            raise BrokenRule("a keyword is expected at the end")
        if token[0] not in ("quoted", "word"):
            raise BrokenRule(f"a keyword is expected, not {token[1]}")
        self._place += 1
        self.keywords.append(token[1])
        return Has(len(self.keywords) - 1)
