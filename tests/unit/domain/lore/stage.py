"""Small scenes for the tests of memory books, and answers to what plans ask."""

import re
from dataclasses import replace

from loreglass.domain.asks import Answer, Asking, Matches, NeedCounts, NeedMatches, PatternFault, T, drive
from loreglass.domain.ids import BookId, EntryId, MessageId
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.offer import offer
from loreglass.domain.lore.policy import POLICIES
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Book, Entry, LinkedBook, Scope
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.scene import Scene, Settings
from loreglass.domain.tokens import plain_count

SETTINGS = Settings(encoding="words")


def turn(text: str, index: int = 0, name: str = "Sam") -> Turn:
    return Turn(message_id=MessageId(f"m{index}"), variant_id=None, speaker="user", name=name, text=text)


def entry(name: str, *keywords: str, text: str = "", **fields: object) -> Entry:
    return replace(Entry(id=EntryId(name), name=name, text=text or f"fact {name}", keywords=keywords), **fields)  # type: ignore[arg-type]


def book(*entries: Entry, name: str = "b", scope: Scope = "chat", **fields: object) -> LinkedBook:
    made = replace(Book(id=BookId(name), name=name, entries=entries), **fields)  # type: ignore[arg-type]
    return LinkedBook(book=made, scope=scope)


def scene(*texts: str, books: tuple[LinkedBook, ...] = (), settings: Settings = SETTINGS, **fields: object) -> Scene:
    turns = tuple(turn(text, index) for index, text in enumerate(texts))
    made = Scene(turns=turns, books=books, char_name="Aria", user_name="Sam", settings=settings)
    return replace(made, **fields)  # type: ignore[arg-type]


def run(asking: Asking[T], *, slow: str = "", late: str = "") -> T:
    """What a computation returns; regexes are Python's, one runs over its time, and for one there is none left."""

    def answer(ask: NeedCounts | NeedMatches) -> Answer:
        if isinstance(ask, NeedMatches):
            return _matches(ask, slow, late)
        return tuple(plain_count(text, "words") for text in ask.texts)

    return drive(asking, answer)


def _matches(ask: NeedMatches, slow: str, late: str) -> Matches | PatternFault:
    if ask.pattern == late:
        return PatternFault(kind="late", problem="no time was left")
    if ask.pattern == slow:
        return PatternFault(kind="slow", problem="took too long")
    try:
        regex = re.compile(ask.pattern, re.IGNORECASE if "i" in ask.flags else 0)
    except re.error as error:
        return PatternFault(kind="invalid", problem=str(error))
    found = (regex.search(text) for text in ask.texts)
    return Matches(spans=tuple(match.span() if match else None for match in found))


def told(scene: Scene, memo: Memo | None = None, *, slow: str = "", late: str = "") -> LoreResult:
    """What the books give to the scene."""
    policy = POLICIES[scene.settings.semantics]
    return run(offer(scene, policy, Memo() if memo is None else memo), slow=slow, late=late)


def by_name(result: LoreResult) -> dict[str, Decision]:
    return {decision.ref.entry_id: decision for decision in result.decisions}


def included(result: LoreResult) -> list[str]:
    return [decision.ref.entry_id for decision in result.decisions if decision.verdict == "included"]


def codes(result: LoreResult) -> dict[str, str]:
    return {name: decision.reason.code for name, decision in by_name(result).items()}
