"""Where another preset decides otherwise: what is in under one of two plans of one turn, and not under the other."""

from dataclasses import dataclass, replace

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.account import account
from loreglass.domain.lore.linked import in_order
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.book import Book, Entry, LinkedBook

Key = tuple[BookId, EntryId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """An entry that one preset puts in and the other does not."""

    book: Book
    entry: Entry
    ours: Decision
    theirs: Decision


def differences(
    ours: tuple[Decision, ...], theirs: tuple[Decision, ...], books: tuple[LinkedBook, ...]
) -> tuple[Difference, ...]:
    """The entries that differ, each once: those that our plan decided in its order, then the rest in theirs.

    Entries that are no longer in the books are left out.
    """
    here, there = _by_key(ours), _by_key(theirs)
    parted = {key for key in here.keys() | there.keys() if _is_in(here.get(key)) != _is_in(there.get(key))}
    held = _held(parted, books) if parted else {}
    order = (key for key in (*here, *(key for key in there if key not in here)) if key in held)
    return tuple(
        Difference(
            book=held[key][0],
            entry=held[key][1],
            ours=here.get(key) or _unsaid(*held[key]),
            theirs=there.get(key) or _unsaid(*held[key]),
        )
        for key in order
    )


def _by_key(decisions: tuple[Decision, ...]) -> dict[Key, Decision]:
    return {(one.ref.book_id, one.ref.entry_id): one for one in decisions}


def _is_in(decision: Decision | None) -> bool:
    return decision is not None and decision.verdict == "included"


def _held(wanted: set[Key], books: tuple[LinkedBook, ...]) -> dict[Key, tuple[Book, Entry]]:
    pairs = ((book, entry) for book in in_order(books) for entry in book.entries)
    return {(book.id, entry.id): (book, entry) for book, entry in pairs if (book.id, entry.id) in wanted}


def _unsaid(book: Book, entry: Entry) -> Decision:
    """What a plan that does not name the entry says of it."""
    (alone,) = account((), (LinkedBook(book=replace(book, entries=(entry,))),))
    return alone.decision
