"""Every entry of the linked books accounted for: what a plan leaves unsaid, said."""

from collections.abc import Iterator
from dataclasses import dataclass

from loreglass.domain.lore.linked import in_order
from loreglass.domain.lore.verdict import Decision, EntryRef, Reason
from loreglass.domain.story.book import Book, Entry, LinkedBook

_UNSEEN = Reason(code="no_key_hit")
_OFF = Reason(code="disabled")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVerdict:
    """An entry of a linked book, and its end of turn."""

    book: Book
    entry: Entry
    decision: Decision


def account(decisions: tuple[Decision, ...], books: tuple[LinkedBook, ...]) -> tuple[EntryVerdict, ...]:
    """Each entry of the books once: the decided ones in the order of `decisions`, then the rest, dormant.

    The rest is disabled where it or its book is off, and without a keyword seen otherwise. Decisions on entries
    that are no longer in the books are left out.
    """
    there = {(book.id, entry.id): (book, entry) for book, entry in _entries(books)}
    found: list[EntryVerdict] = []
    for decision in decisions:
        pair = there.pop((decision.ref.book_id, decision.ref.entry_id), None)
        if pair:
            found.append(EntryVerdict(book=pair[0], entry=pair[1], decision=decision))
    for book, entry in there.values():
        found.append(EntryVerdict(book=book, entry=entry, decision=_undecided(book, entry)))
    return tuple(found)


def _entries(books: tuple[LinkedBook, ...]) -> Iterator[tuple[Book, Entry]]:
    return ((book, entry) for book in in_order(books) for entry in book.entries)


def _undecided(book: Book, entry: Entry) -> Decision:
    return Decision(
        ref=EntryRef(book_id=book.id, entry_id=entry.id, revision=entry.revision),
        verdict="dormant",
        reason=_UNSEEN if book.enabled and entry.enabled else _OFF,
        slot=entry.place.slot,
    )
