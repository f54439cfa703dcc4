"""What a plan asks of its surroundings while it is made.

A planner is a synchronous generator. It yields an ask and is sent the answer, so the same code runs
in slices in a browser (answers come from workers) and straight through in CPython. Domain ground:
imports nothing of the product.

| yields        | is sent                                                        |
|---------------|----------------------------------------------------------------|
| `Tick`        | None; a good place to pause                                    |
| `NeedCounts`  | tuple[int, ...], tokens of each text, in order                 |
| `NeedMatches` | `Matches`, or `PatternFault` if the pattern is broken or slow  |
"""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Literal, TypeVar

Encoding = Literal["words", "chars4", "cl100k_base", "o200k_base"]
Span = tuple[int, int]
"""Half-open range of code points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A place where the caller may pause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedCounts:
    """Tokens of each text are wanted, under one encoding."""

    texts: tuple[str, ...]
    encoding: Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedMatches:
    """The first match of one JavaScript regex in each text is wanted."""

    pattern: str
    flags: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """The first match in each text, in order; None where there is none."""

    spans: tuple[Span | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternFault:
    """A pattern that gave no answer: `late` is one that the plan had no time left for, by no fault of its own."""

    kind: Literal["invalid", "slow", "late"]
    problem: str


Ask = Tick | NeedCounts | NeedMatches
Answer = tuple[int, ...] | Matches | PatternFault | None
T = TypeVar("T")
Asking = Generator[Ask, Answer, T]
"""A computation that asks; `return` gives the T."""

TICK = Tick()


def _refused(ask: NeedCounts | NeedMatches) -> Answer:
    """Never: an answer where none is to be asked for is a bug."""
    raise TypeError(f"nobody is here to answer {type(ask).__name__}")


def drive(asking: Asking[T], answer_to: Callable[[NeedCounts | NeedMatches], Answer] = _refused) -> T:
    """What the computation returns, each ask answered at once and no pause made."""
    answer: Answer = None
    while True:
        try:
            ask = asking.send(answer)
        except StopIteration as done:
            value: T = done.value
            return value
        answer = None if isinstance(ask, Tick) else answer_to(ask)


def ask_counts(texts: tuple[str, ...], encoding: Encoding) -> Asking[tuple[int, ...]]:
    """Tokens of each text, in order."""
    answer = yield NeedCounts(texts=texts, encoding=encoding)
    if not isinstance(answer, tuple) or len(answer) != len(texts):
        raise TypeError(f"NeedCounts was answered with {type(answer).__name__}")
    return answer


def ask_matches(pattern: str, flags: str, texts: tuple[str, ...]) -> Asking[Matches | PatternFault]:
    """The first match in each text, or why the pattern gave none."""
    answer = yield NeedMatches(pattern=pattern, flags=flags, texts=texts)
    if not isinstance(answer, Matches | PatternFault):
        raise TypeError(f"NeedMatches was answered with {type(answer).__name__}")
    return answer
