"""Buttons that would change an entry's end of turn, and the look further back for one that saw no keyword. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from loreglass.app.lately import lately
from loreglass.app.strings import number
from loreglass.app.strings.changes import found_back
from loreglass.app.strings.reasons import Pieces, wanted
from loreglass.app.view_marks import EntryKey
from loreglass.domain.ids import BookId
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Entry
from loreglass.domain.story.semantics import Semantics
from loreglass.domain.story.timer import Timer

FIRST_TAKEN = ("constant", "sticky", "forced")
"""What no priority can push out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fix:
    """A button that would change the verdict: its words and its action."""

    label: str
    action: str
    id: str
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A keyword in a message too far back to be seen; `message` counts from 1, `age` from the newest (0)."""

    keyword: str
    message: int
    age: int
    reach: int
    """How many messages the entry looks at, the draft counted."""


def _nowhere(entry: Entry, book_id: BookId) -> Found | None:
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class InChat:
    """What rows tell besides the decisions: what is pinned and muted in the chat, its rules, timers, older messages."""

    pinned: frozenset[EntryKey] = frozenset()
    muted: frozenset[EntryKey] = frozenset()
    semantics: Semantics | None = None
    """None where no setting is offered: in a replay, and for a passage."""
    timers: tuple[Timer, ...] = ()
    older: Callable[[Entry, BookId], Found | None] = _nowhere

    @property
    def ground(self) -> tuple[object, ...]:
        """What rows tell of it before they are opened."""
        return (self.pinned, self.muted, self.semantics, self.timers)

    def timer(self, key: EntryKey) -> Timer | None:
        """The timer that runs for an entry."""
        return next((each for each in self.timers if (each.book_id, each.entry_id) == key), None)


def by_hand_fixes(key: EntryKey, decision: Decision) -> tuple[Fix, ...]:
    """Takes back what was muted; an entry that is off though it is on itself has a book that is off."""
    if decision.reason.muted:
        return (Fix(label="Unmute", action="entry-mute", id="/".join(key)),)
    is_off = decision.reason.code == "disabled"
    return (Fix(label="Switch on its book", action="book-on", id=key[0]),) if is_off else ()


def always_fix(key: EntryKey, decision: Decision) -> tuple[Fix, ...]:
    """Takes the dice away where they fell badly."""
    sure = Fix(label="Set the chance to 100%", action="entry-set", id="/".join(key), value="probability=100")
    return (sure,) if decision.reason.code == "chance_failed" else ()


@lately
def _rivals(
    decisions: Mapping[EntryKey, Decision], entries: Mapping[EntryKey, Entry]
) -> tuple[tuple[float, int, BookId], ...]:
    """Priority, tokens and book of what is in and could be pushed out, the least first."""
    found = (
        (rival.priority, one.cost_tokens, one.ref.book_id)
        for key, one in decisions.items()
        if one.verdict == "included"
        and one.reason.code not in FIRST_TAKEN
        and (rival := entries.get(key)) is not None
        and not rival.budget.ignore
    )
    return tuple(sorted(found))


def priority_fix(
    decision: Decision,
    entry: Entry,
    free_tokens: int,
    decisions: Mapping[EntryKey, Decision],
    entries: Mapping[EntryKey, Entry],
) -> tuple[Fix, ...]:
    """The least priority that pushes out enough of what is in; () where none would."""
    own_book = decision.reason.code == "over_book_budget"
    lacking = (decision.reason.need_tokens or decision.cost_tokens) - free_tokens
    for priority, cost, book_id in _rivals(decisions, entries):
        if own_book and book_id != decision.ref.book_id:
            continue
        lacking -= cost
        if lacking <= 0:
            above = int(priority) + 1
            if above <= entry.priority:
                return ()
            item = f"{decision.ref.book_id}/{decision.ref.entry_id}"
            return (
                Fix(label=f"Set priority to {number(above)}", action="entry-set", id=item, value=f"priority={above}"),
            )
    return ()


def look_further(found: Found, entry: Entry, book_id: BookId, has_book_depth: bool) -> tuple[Pieces, Fix]:
    """What was found too far back, and the button that looks there: by the depth that holds for the entry."""
    where = book_id if has_book_depth else "chat"
    item = f"{book_id}/{entry.id}" if entry.depth is not None else where
    depth = found.age + 1
    label = f"Look {number(depth)} messages back" if depth > 1 else "Look at the newest message"
    said = found_back(wanted(found.keyword), found.message, found.age, found.reach)
    return said, Fix(label=label, action="raise-depth", id=item, value=str(depth))
