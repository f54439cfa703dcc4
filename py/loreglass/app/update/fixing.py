"""What Why offers to change where it says why: an entry's fields, its depth, what is pinned or muted in the chat."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Write
from loreglass.app.moment import Moment
from loreglass.app.presets import section_named, whole, with_section
from loreglass.app.records import book_row, entry_row, preset_row, row, version_row
from loreglass.app.scenes import preset_for
from loreglass.app.state import AppState, Change
from loreglass.app.strings.presets import cap_set
from loreglass.app.strings.reasons import called
from loreglass.app.strings.settings import book_is_on, by_hand_said, depth_set
from loreglass.app.update.book_entry import add_to
from loreglass.app.update.numbers import natural, number
from loreglass.app.update.presets import with_preset
from loreglass.app.update.remembering import EDGES
from loreglass.app.update.settings import with_book
from loreglass.app.update.step import BY_HAND, Handler, Step, limit_set, plan_next, settled, stay, toast, write_chat
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry

Keys = tuple[tuple[BookId, EntryId], ...]
KEYWORD_CHARS = 80
"""A longer selection is a passage, and no keyword."""


def by_hand(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry is pinned or muted for the open chat, or no more; one of the two ends the other."""
    open_chat = state.chat
    book_id, _, entry_id = did.id.partition("/")
    if open_chat is None or not open_chat.writer or not entry_id:
        return stay(state)
    key = (BookId(book_id), EntryId(entry_id))
    pinned, muted = open_chat.chat.pinned_entries, open_chat.chat.muted_entries
    if did.name == "entry-pin":
        pinned, muted = _switched(pinned, key), _without(muted, key)
    else:
        pinned, muted = _without(pinned, key), _switched(muted, key)
    chat = replace(open_chat.chat, pinned_entries=pinned, muted_entries=muted)
    _, entry = _entry(state, did.id)
    said = by_hand_said(called(entry) if entry else "", pin=did.name == "entry-pin", on=key in (*pinned, *muted))
    change = Change(name=BY_HAND, before=(row(open_chat.chat),), after=(row(chat),), scope="app", id=chat.id)
    state, effects = write_chat(state, replace(open_chat, chat=chat), [row(chat)])
    return toast(settled(state, "app", chat.id), moment, BY_HAND, detail=said, change=change), effects


def _switched(keys: Keys, key: tuple[BookId, EntryId]) -> Keys:
    return _without(keys, key) if key in keys else (*keys, key)


def _without(keys: Keys, key: tuple[BookId, EntryId]) -> Keys:
    return tuple(each for each in keys if each != key)


def raise_depth(state: AppState, did: Did, moment: Moment) -> Step:
    """So many messages are looked at: by an entry ("book/entry"), by a book, or in the chat."""
    open_chat, depth = state.chat, natural(did.value)
    if open_chat is None or not open_chat.writer or not depth:
        return stay(state)
    if did.id == "chat":
        chat = replace(open_chat.chat, memory_depth_messages=depth)
        state, effects = write_chat(state, replace(open_chat, chat=chat), [row(chat)])
        return limit_set(state, moment, (row(open_chat.chat),), (row(chat),), depth_set(depth)), effects
    book_id, _, entry_id = did.id.partition("/")
    if entry_id:
        return _with_entry(state, moment, did.id, depth=depth)
    book = _book(state, book_id)
    return _changed(state, moment, book, replace(book, depth=depth), depth_set(depth, book)) if book else stay(state)


def book_on(state: AppState, did: Did, moment: Moment) -> Step:
    """A book of the open chat is switched on."""
    book = _book(state, did.id)
    return _changed(state, moment, book, replace(book, enabled=True), book_is_on(book)) if book else stay(state)


def _changed(state: AppState, moment: Moment, old: Book, new: Book, said: str) -> Step:
    """The book with another head, with a notice that offers Undo."""
    state, effects = with_book(state, new)
    return limit_set(state, moment, (book_row(old),), (book_row(new),), said), effects


def entry_set(state: AppState, did: Did, moment: Moment) -> Step:
    """The priority or the chance of an entry is set."""
    field, _, value = did.value.partition("=")
    typed = number(value, -1)
    if field == "priority":
        return _with_entry(state, moment, did.id, priority=typed)
    if field == "probability" and 0 <= typed <= 100:
        return _with_entry(state, moment, did.id, probability=typed)
    return stay(state)


def keyword_typed(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry ("book/entry") has what was typed in its row as further keywords."""
    _, entry = _entry(state, did.id)
    if entry is None:
        return stay(state)
    return _with_entry(state, moment, did.id, keywords=add_to(entry, "keywords", did.field("keyword")).keywords)


def keyword_selected(state: AppState, did: Did, moment: Moment) -> Step:
    """An entry has the words selected in a message as one more keyword, as they stand there."""
    _, entry = _entry(state, did.id)
    word = " ".join(did.value.split()).strip(EDGES)
    if entry is None:
        return stay(state)
    if not word or len(word) > KEYWORD_CHARS:
        return toast(state, moment, "select_words"), ()
    return _with_entry(state, moment, did.id, keywords=tuple(dict.fromkeys((*entry.keywords, word))))


def section_cap(state: AppState, did: Did, moment: Moment) -> Step:
    """A section of the preset in force may take so many tokens, or as many as it needs ("").

    The preset that comes with the app has no caps.
    """
    open_chat, tokens = state.chat, natural(did.value)
    preset = preset_for(state, open_chat.chat) if open_chat else None
    if preset is None or not preset.id or (tokens is None and did.value.strip()):
        return stay(state)
    section = section_named(whole(preset), did.id)
    if section is None or section.cap_tokens == tokens:
        return stay(state)
    capped = replace(section, cap_tokens=tokens)
    changed = with_section(whole(preset), capped)
    desk = replace(state.presets, unsaved=state.presets.unsaved + 1)
    state = replace(with_preset(state, changed), presets=desk)
    state = limit_set(state, moment, (preset_row(preset),), (preset_row(changed),), cap_set(capped))
    return state, (Write(rows=(preset_row(changed),), scope="preset", id=changed.id), *plan_next(state))


def _with_entry(state: AppState, moment: Moment, item: str, **changes: float | tuple[str, ...]) -> Step:
    """The entry with other fields: as it was it is kept as a version, and a notice offers Undo."""
    book, entry = _entry(state, item)
    if book is None or entry is None:
        return stay(state)
    new: Entry = replace(entry, **changes)  # type: ignore[arg-type]
    if new == entry:
        return toast(state, moment, "entry_unchanged", detail=called(entry)), ()
    new = replace(new, revision=entry.revision + 1)
    entries = tuple(new if each is entry else each for each in book.entries)
    kept = version_row(book.id, entry, moment.now_ms)
    state, effects = with_book(state, replace(book, entries=entries), new.id, also=(kept,))
    before, after = (entry_row(book.id, entry),), (entry_row(book.id, new),)
    change = Change(name="entry_changed", before=before, after=after, scope="book", id=book.id)
    return toast(state, moment, "entry_changed", detail=called(new), change=change), effects


def _entry(state: AppState, item: str) -> tuple[Book | None, Entry | None]:
    """An entry of the open chat's books by "book/entry", and its book."""
    book_id, _, entry_id = item.partition("/")
    book = _book(state, book_id)
    return book, next((each for each in book.entries if each.id == entry_id), None) if book else None


def _book(state: AppState, book_id: str) -> Book | None:
    """A book of the open chat."""
    books = state.chat.books if state.chat else ()
    return next((each.book for each in books if each.book.id == book_id), None)


HANDLERS: dict[str, Handler] = {
    "entry-pin": by_hand,
    "entry-mute": by_hand,
    "raise-depth": raise_depth,
    "entry-set": entry_set,
    "keyword-typed": keyword_typed,
    "keyword-selected": keyword_selected,
    "book-on": book_on,
    "section-cap": section_cap,
}
