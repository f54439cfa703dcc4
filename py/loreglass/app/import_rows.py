"""What an accepted file becomes: rows to write, and the change that Undo takes back where something was replaced."""

import json
from dataclasses import dataclass, replace

from loreglass.app.effects import Row
from loreglass.app.import_cast import card_id, cast_of
from loreglass.app.import_chats import chat_rows
from loreglass.app.import_choices import Clash, entries_in, store_of
from loreglass.app.import_presets import preset_rows, story_preset_rows
from loreglass.app.moment import Moment
from loreglass.app.records import book_rows, character_row, text_of, trash_id, version_row
from loreglass.app.state import AppState, ImportItem
from loreglass.domain.ids import BookId, ChatId, EntryId, PresetId
from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.formats.imported import Imported

IMPORTED = "import:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One accepted file: its rows, those they replace (`before` names a row of each changed thing), its picture."""

    rows: tuple[Row, ...]
    before: tuple[Row, ...] = ()
    """The rows as they were, for what was there; empty for a file that only adds."""
    picture: tuple[str, bytes] | None = None
    book: Book | None = None
    """The book that came in, was replaced or was added to, as it is now; the first of several."""
    chat_id: ChatId | None = None
    preset_id: PresetId | None = None
    things: tuple[tuple[str, str], ...] = ()
    """(store, id) of what the file became."""


def taken(item: ImportItem, imported: Imported, state: AppState, at: int, moment: Moment) -> Taken:
    """What the file becomes, as chosen. `at` tells the files of one import apart."""
    if imported.preset is None:
        return _taken(item, imported, state, at, moment)
    if imported.kind == "preset":
        preset_id, rows, before = preset_rows(item, imported.preset, state.library, at, moment)
        return Taken(rows=rows, before=before, preset_id=preset_id, things=(("presets", str(preset_id)),))
    story = _taken(item, imported, state, at, moment)
    if story.before:
        return story
    return replace(story, rows=(*story.rows, *story_preset_rows(item, imported.preset, at, moment)))


def _taken(item: ImportItem, imported: Imported, state: AppState, at: int, moment: Moment) -> Taken:
    choices = item.choices
    if imported.chat is not None and store_of(imported) == "chats":
        cast = cast_of(item, state.library, state.importing, moment)
        rows, chat_id = chat_rows(item, imported, cast, state.library, at, moment)
        return Taken(rows=(*rows, *map(character_row, cast.made)), chat_id=chat_id, things=(("chats", str(chat_id)),))
    if choices.fate == "into" and choices.target is not None:
        return _into(item, imported, choices.target, at, moment)
    if choices.fate == "replace" and choices.target is not None and imported.books:
        return _over_book(item, imported, choices.target, moment.now_ms + at)
    if imported.character is not None:
        return _card(item, imported, imported.character, state, at, moment)
    books = _books(item, imported, at, moment)
    rows = tuple(each for book in books for each in book_rows(book))
    things = tuple(("books", str(book.id)) for book in books)
    return Taken(rows=rows, book=books[0] if books else None, things=things)


def _books(item: ImportItem, imported: Imported, at: int, moment: Moment) -> tuple[Book, ...]:
    is_book = imported.character is None
    return tuple(
        replace(
            book,
            id=BookId(moment.id(f"book-{at}-{number}")),
            name=item.name if is_book and number == 0 else book.name or item.name,
            semantics=item.choices.semantics or book.semantics,
        )
        for number, book in enumerate(imported.books)
    )


def _shared(who: Character, state: AppState) -> tuple[BookId, ...]:
    """Of a character's books those that another character, a persona, a chat or every chat uses too."""
    library = state.library
    used = [each.book_ids for each in library.characters if each.id != who.id]
    used += [each.book_ids for each in library.personas] + [each.book_ids for each in library.chats]
    beside = {book_id for ids in (*used, state.preferences.global_book_ids) for book_id in ids}
    return tuple(each for each in who.book_ids if each in beside)


def _card(item: ImportItem, imported: Imported, own: Character, state: AppState, at: int, moment: Moment) -> Taken:
    """The character with its books; in place of an old one, whose books go to the trash unless others use them."""
    who_id = card_id(item, state.library, at, moment)
    old = next((each for each in state.library.characters if each.id == who_id), None)
    shared = _shared(old, state) if old else ()
    books = _books(item, imported, at, moment)
    name = old.name if old else item.name
    who = replace(
        own,
        id=who_id,
        name=name,
        nickname=own.nickname or (own.name if own.name != name else ""),
        book_ids=(*(book.id for book in books), *shared),
        semantics=item.choices.semantics or own.semantics,
        picture=moment.id(f"picture-{at}") if imported.picture else "",
    )
    book_part = tuple(each for book in books for each in book_rows(book))
    picture = (who.picture, imported.picture) if imported.picture else None
    things = (("characters", str(who.id)),)
    if old is None:
        return Taken(rows=(*book_part, character_row(who)), picture=picture, things=things)
    gone = tuple(trash_id("books", each) for each in old.book_ids if each not in shared)
    trash: tuple[Row, ...] = tuple(("settings", each, text_of({"id": each})) for each in gone)
    return Taken(
        rows=(*book_part, character_row(who), *trash),
        before=(character_row(old), *_absent(book_part), *_absent(trash)),
        picture=picture,
        things=things,
    )


def _absent(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple((store, record_id, None) for store, record_id, _ in rows)


def _over_book(item: ImportItem, imported: Imported, old: Book, until_ms: int) -> Taken:
    """The file's first book in place of the old one: chats that use it go on with the new entries."""
    new = replace(imported.books[0], id=old.id, name=old.name, enabled=old.enabled, semantics=item.choices.semantics)
    return _changed(old, new, until_ms)


def _changed(old: Book, new: Book, until_ms: int) -> Taken:
    """The book as it is now; what the file took the place of is kept as versions, like after any other change.

    Files of one import that change one entry each need a moment of their own, for a version is known by it.
    """
    before, after = book_rows(old), book_rows(new)
    held, stays = {each[:2] for each in before}, {each[:2] for each in after}
    gone = _absent(tuple(each for each in before if each[:2] not in stays))
    fresh = _absent(tuple(each for each in after if each[:2] not in held))
    mine = {each.id: each for each in old.entries}
    versions = tuple(
        version_row(old.id, mine[each.id], until_ms)
        for each in new.entries
        if each.id in mine and mine[each.id] != each
    )
    return Taken(rows=(*after, *gone, *versions), before=(*before, *fresh), book=new, things=(("books", str(old.id)),))


def _into(item: ImportItem, imported: Imported, target: Book, at: int, moment: Moment) -> Taken:
    """The file's entries in a book that is here, as chosen for each name that is taken."""
    chosen = dict(item.choices.clashes)
    places = {entry.name.strip().casefold(): place for place, entry in reversed(tuple(enumerate(target.entries)))}
    entries = list(target.entries)
    ids = {entry.id for entry in entries}
    for number, entry in enumerate(entries_in(imported)):
        place = places.get(entry.name.strip().casefold()) if entry.name.strip() else None
        clash: Clash = chosen.get(number, "both") if place is not None else "both"
        if clash == "mine":
            continue
        if clash == "file" and place is not None:
            # One entry of the file stands in for mine; others of the same name come in beside it.
            del places[entry.name.strip().casefold()]
            mine = entries[place]
            entries[place] = replace(entry, id=mine.id, revision=mine.revision + 1)
            continue
        free = entry.id if entry.id and entry.id not in ids else EntryId(moment.id(f"entry-{at}-{number}"))
        ids.add(free)
        entries.append(replace(entry, id=free))
    return _changed(target, replace(target, entries=tuple(entries)), moment.now_ms + at)


def remembered(item: ImportItem, things: tuple[tuple[str, str], ...]) -> tuple[Row, ...]:
    """The record that tells, when the same file comes again, what it became."""
    choices = item.choices
    if not choices.file_hash or not things:
        return ()
    known = dict.fromkeys((*choices.told_before, *things))
    name = f"{IMPORTED}{choices.file_hash}"
    return (("settings", name, json.dumps({"id": name, "things": [list(each) for each in known]})),)
