"""Where another preset decides otherwise: what is in under one of two plans of one turn, and not under the other."""

from dataclasses import dataclass

from loreglass.domain.lore.account import account
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Book, Entry, LinkedBook


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """An entry that one preset puts in and the other does not."""

    book: Book
    entry: Entry
    ours: Decision
    theirs: Decision

    @property
    def is_in_theirs(self) -> bool:
        """Whether it is the other preset that puts it in."""
        return self.theirs.verdict == "included"


def differences(
    ours: tuple[Decision, ...], theirs: tuple[Decision, ...], books: tuple[LinkedBook, ...]
) -> tuple[Difference, ...]:
    """The entries that differ, each once, in the order of our plan: what is in here first."""
    others = {(each.book.id, each.entry.id): each.decision for each in account(theirs, books)}
    return tuple(
        Difference(book=each.book, entry=each.entry, ours=each.decision, theirs=other)
        for each in account(ours, books)
        for other in (others[each.book.id, each.entry.id],)
        if (each.decision.verdict == "included") != (other.verdict == "included")
    )
