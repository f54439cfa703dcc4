"""What the user decided by hand for one chat: entries that are always in, and entries that stay out."""

from dataclasses import dataclass

from loreglass.domain.lore.linked import LinkedBooks
from loreglass.domain.lore.verdict import Reason
from loreglass.domain.story.scene import Settings

MUTED = Reason(code="disabled", muted=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """Entries by number; one that is pinned and muted is muted."""

    pinned: frozenset[int] = frozenset()
    muted: frozenset[int] = frozenset()

    def over(self, blocked: dict[int, Reason]) -> dict[int, Reason]:
        """What forbids entries to wake, when it is the user who says so in the end.

        Who may not say a thing is not told of it for a pin: filters hold.
        """
        left = {
            number: reason
            for number, reason in blocked.items()
            if number not in self.pinned or reason.code == "filtered"
        }
        return {**left, **dict.fromkeys(self.muted, MUTED)}


def by_hand(settings: Settings, linked: LinkedBooks) -> ByHand:
    """The enabled entries that the chat's settings name."""
    if not settings.pinned_entries and not settings.muted_entries:
        return ByHand()
    pinned, muted = set(settings.pinned_entries), set(settings.muted_entries)
    named = [(item.number, (item.book.id, item.entry.id)) for item in linked.entries]
    return ByHand(
        pinned=frozenset(number for number, key in named if key in pinned and key not in muted),
        muted=frozenset(number for number, key in named if key in muted),
    )
