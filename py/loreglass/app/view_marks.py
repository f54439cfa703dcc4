"""Marks: the number of an entry that is in, the letter of one left out. The same in rows, lens and messages."""

from dataclasses import dataclass
from string import ascii_lowercase
from typing import Literal

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.verdict import Decision, EntryRef
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import Entry, LinkedBook

Fate = Literal["in", "out", "asleep"]
EntryKey = tuple[BookId, EntryId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """An entry's sign; `label` is "" for one asleep."""

    fate: Fate
    label: str = ""


def key_of(ref: EntryRef) -> EntryKey:
    """The entry, whatever its revision."""
    return (ref.book_id, ref.entry_id)


def letter(index: int) -> str:
    """The index as letters: a to z, then aa, ab and so on."""
    head, last = divmod(index, 26)
    return (letter(head - 1) if head else "") + ascii_lowercase[last]


def included(plan: Plan) -> tuple[Decision, ...]:
    """The decisions of what goes in, in prompt order."""
    return tuple(one for one in plan.decisions if one.verdict == "included")


def left_out(plan: Plan) -> tuple[Decision, ...]:
    """The decisions of what was woken and not sent."""
    return tuple(one for one in plan.decisions if one.verdict == "dropped")


def marks(plan: Plan) -> dict[EntryKey, Mark]:
    """The marks of the entries that are in (numbers, in prompt order) or left out (letters)."""
    out = {key_of(one.ref): Mark(fate="in", label=str(n)) for n, one in enumerate(included(plan), 1)}
    out.update({key_of(one.ref): Mark(fate="out", label=letter(n)) for n, one in enumerate(left_out(plan))})
    return out


def entries_named(books: tuple[LinkedBook, ...], wanted: set[EntryKey]) -> dict[EntryKey, Entry]:
    """The wanted entries of the linked books; the walk ends when all are found."""
    found: dict[EntryKey, Entry] = {}
    for linked in books:
        for entry in linked.book.entries:
            key = (linked.book.id, entry.id)
            if key in wanted and key not in found:
                found[key] = entry
                if len(found) == len(wanted):
                    return found
    return found


def row_id(key: EntryKey) -> str:
    """The id of an entry's row in Why."""
    return f"row-{key[0]}-{key[1]}"
