"""Entries that woke this turn, with what woke them: working values of one plan.

There may be thousands a keystroke, so they are not frozen: that doubles the cost of making one.
"""

from dataclasses import dataclass

from loreglass.domain.asks import Span
from loreglass.domain.lore.linked import IndexedEntry
from loreglass.domain.lore.memo import Scanned
from loreglass.domain.lore.verdict import IncludedCode
from loreglass.domain.story.book import Source

BudgetOrder = tuple[bool, float, int, int]
OLDEST = -1
"""The turn of what has no turn: constants, and hits in other sources."""


@dataclass(slots=True, eq=False)
class Sight:
    """A keyword seen: in a turn, in a source, or in the text of another entry, whose turn it then has."""

    key: int
    written: str
    turn: int
    source: Source | None = None
    parent: IndexedEntry | None = None
    scanned: Scanned | None = None
    """The text, where it is not a turn's."""
    place: tuple[bool, Span] | None = None
    """Whether it stands in the name, and where, if the texts' own scan does not tell."""

    @property
    def has_text(self) -> bool:
        """Whether there is a text to show it in: a blank key is in the buffer of a chat without messages too."""
        return self.turn != OLDEST or self.scanned is not None


@dataclass(slots=True, kw_only=True, eq=False)
class Woken:
    """An entry on its way into the prompt."""

    item: IndexedEntry
    code: IncludedCode
    turn: int = OLDEST
    """How new its match is."""
    sight: Sight | None = None
    secondary: tuple[Sight, ...] = ()
    text: str = ""
    hidden_keys: tuple[str, ...] = ()
    cost_tokens: int = 0
    trimmed: bool = False
    until_messages: int | None = None
    """The number of messages at which a sticky entry is free again."""
    missing_cap: int | None = None
    """Its own cap, where the text could not be brought under it."""

    @property
    def comes_first(self) -> bool:
        """Whether the budget takes it before all others."""
        return self.code in ("constant", "sticky", "forced")

    @property
    def budget_order(self) -> BudgetOrder:
        """Where it stands in the budget walk: high priority, then the newest match, then book and entry order."""
        return (not self.comes_first, -self.item.entry.priority, -self.turn, self.item.number)
