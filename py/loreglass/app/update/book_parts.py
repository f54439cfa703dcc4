"""An entry doubled, split in two or into its paragraphs, several merged into one, and moved in the list."""

from collections.abc import Sequence
from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.addresses import entry_address
from loreglass.app.effects import Go
from loreglass.app.moment import Moment
from loreglass.app.state import AppState, OpenBook
from loreglass.app.update.book import opened, with_book, with_head
from loreglass.app.update.numbers import whole
from loreglass.app.update.step import Handler, Step, stay
from loreglass.app.view_book_entry import paragraphs
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Entry


def _in_place(open_book: OpenBook, old: Entry, new: Sequence[Entry]) -> OpenBook:
    """The open book with these entries where that one stands."""
    entries = tuple(one for each in open_book.book.entries for one in (new if each.id == old.id else (each,)))
    return replace(open_book, book=replace(open_book.book, entries=entries))


def duplicate(state: AppState, did: Did, moment: Moment) -> Step:
    """A copy of an entry below it, opened."""
    if (
        state.book is None
        or (entry := next((one for one in state.book.book.entries if one.id == did.id), None)) is None
    ):
        return stay(state)
    copy = replace(entry, id=EntryId(moment.id("entry")), name=f"{entry.name}, copy".lstrip(", "), revision=1)
    step, effects = with_book(state, moment, _in_place(state.book, entry, (entry, copy)), "entry_doubled", entry.name)
    return step, (*effects, Go(to=entry_address(state.book.book.id, copy.id)))


def _split(state: AppState, moment: Moment, parts: Sequence[str]) -> Step:
    """The open entry as several, one for each text; all keep its keywords and numbers."""
    entry = opened(state)
    texts = [part.strip() for part in parts if part.strip()]
    if state.book is None or entry is None or len(texts) < 2:
        return stay(state)
    # What a foreign file said of the whole is true of no part.
    first = replace(entry, text=texts[0], raw="", revision=entry.revision + 1)
    rest = tuple(
        replace(
            entry,
            id=EntryId(moment.id(f"part{at}")),
            name=f"{entry.name} ({at})".strip(),
            text=text,
            raw="",
            revision=1,
        )
        for at, text in enumerate(texts[1:], 2)
    )
    return with_book(state, moment, _in_place(state.book, entry, (first, *rest)), "entry_split", entry.name)


def split_here(state: AppState, did: Did, moment: Moment) -> Step:
    """The open entry in two, at the cursor; `value` is its place in the text, in characters."""
    entry, at = opened(state), whole(did.value)
    if entry is None or at is None:
        return stay(state)
    return _split(state, moment, (entry.text[:at], entry.text[at:]))


def split_paragraphs(state: AppState, did: Did, moment: Moment) -> Step:
    """The open entry as one for each paragraph."""
    entry = opened(state)
    return stay(state) if entry is None else _split(state, moment, paragraphs(entry.text))


def merged(entries: Sequence[Entry]) -> Entry:
    """One entry of several: the first one's numbers, all texts, everything that woke any of them."""
    first = entries[0]
    rules = tuple(dict.fromkeys(each.rule for each in entries if each.rule))
    # Second keywords narrow what wakes an entry; where one of them had none, or read them otherwise, they would lie.
    narrow = all(each.secondary and each.logic == first.logic for each in entries)
    return replace(
        first,
        text="\n".join(each.text for each in entries if each.text.strip()),
        keywords=_all([each.keywords for each in entries]),
        secondary=_all([each.secondary for each in entries]) if narrow else (),
        rule=" or ".join(f"({rule})" for rule in rules) if len(rules) > 1 else "".join(rules),
        constant=any(each.constant for each in entries),
        priority=max(each.priority for each in entries),
        tags=_all([each.tags for each in entries]),
        note="\n".join(each.note for each in entries if each.note.strip()),
        raw="",
        revision=first.revision + 1,
    )


def _all(lists: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in lists for word in words))


def merge(state: AppState, did: Did, moment: Moment) -> Step:
    """The selected entries become one, in the place of the first of them."""
    if state.book is None:
        return stay(state)
    chosen = [each for each in state.book.book.entries if each.id in state.book.selected]
    if len(chosen) < 2:
        return stay(state)
    one = merged(chosen)
    gone = {each.id for each in chosen[1:]}
    kept = tuple(one if each.id == one.id else each for each in state.book.book.entries if each.id not in gone)
    open_book = replace(state.book, book=replace(state.book.book, entries=kept), selected=frozenset((one.id,)))
    step, effects = with_book(state, moment, open_book, "entries_merged", str(len(chosen)))
    return step, (*effects, Go(to=entry_address(open_book.book.id, one.id)))


def _step(state: AppState, entry_id: str, step: int) -> Step:
    """An entry one place up or down the list; on a full tie the list decides."""
    if state.book is None:
        return stay(state)
    entries = list(state.book.book.entries)
    at = next((place for place, each in enumerate(entries) if each.id == entry_id), None)
    if at is None or not 0 <= at + step < len(entries):
        return stay(state)
    entries[at], entries[at + step] = entries[at + step], entries[at]
    return with_head(state, replace(state.book.book, entries=tuple(entries)))


def entry_up(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry one place up."""
    return _step(state, did.id, -1)


def entry_down(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry one place down."""
    return _step(state, did.id, 1)


def entry_move(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry, with all selected ones where it is one, stands before or after another: `before:id`, `after:id`."""
    side, _, goal = did.value.partition(":")
    if state.book is None or side not in ("before", "after"):
        return stay(state)
    entries, selected = state.book.book.entries, state.book.selected
    moving = selected if did.id in selected else {did.id}
    moved = [each for each in entries if each.id in moving]
    rest = [each for each in entries if each.id not in moving]
    at = next((place for place, each in enumerate(rest) if each.id == goal), None)
    if at is None or not moved:
        return stay(state)
    at += side == "after"
    order = (*rest[:at], *moved, *rest[at:])
    return stay(state) if order == entries else with_head(state, replace(state.book.book, entries=order))


HANDLERS: dict[str, Handler] = {
    "entry-duplicate": duplicate,
    "entry-split": split_here,
    "entry-paragraphs": split_paragraphs,
    "bulk-merge": merge,
    "entry-up": entry_up,
    "entry-down": entry_down,
    "entry-move": entry_move,
}
