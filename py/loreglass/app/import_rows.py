"""What an accepted file becomes: rows to write, and the change that Undo takes back where something was replaced."""

import json
from dataclasses import dataclass, replace

from loreglass.app.effects import Row
from loreglass.app.import_choices import Clash
from loreglass.app.moment import Moment
from loreglass.app.records import book_rows, character_row, row, text_of, trash_id
from loreglass.app.state import ImportItem, Library
from loreglass.domain.ids import BookId, CharacterId, ChatId, EntryId, MessageId, VariantId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.formats.imported import Imported, ImportedChat, ImportedMessage

IMPORTED = "import:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One accepted file: its rows, those they replace (`before` names a row of each changed thing), its picture."""

    rows: tuple[Row, ...]
    before: tuple[Row, ...] = ()
    """The rows as they were, for what was there; empty for a file that only adds."""
    picture: tuple[str, bytes] | None = None
    book_id: BookId | None = None
    chat_id: ChatId | None = None
    things: tuple[tuple[str, str], ...] = ()
    """(store, id) of what the file became."""


def taken(item: ImportItem, imported: Imported, library: Library, at: int, moment: Moment) -> Taken:
    """What the file becomes, as chosen. `at` tells the files of one import apart."""
    choices = item.choices
    if imported.chat is not None and imported.character is None and not imported.books:
        return _chat(item, imported.chat, library, at, moment)
    if choices.fate == "into" and choices.target is not None:
        return _into(item, imported, choices.target, at, moment)
    if choices.fate == "replace" and choices.target is not None and imported.books:
        return _over_book(item, imported, choices.target)
    if imported.character is not None:
        old = next(
            (
                each
                for each in library.characters
                if choices.fate == "replace" and choices.earlier and each.id == choices.earlier[0].id
            ),
            None,
        )
        return _card(item, imported, imported.character, old, at, moment)
    books = _books(item, imported, at, moment)
    rows = tuple(each for book in books for each in book_rows(book))
    things = tuple(("books", str(book.id)) for book in books)
    return Taken(rows=rows, book_id=books[0].id if books else None, things=things)


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


def _card(
    item: ImportItem, imported: Imported, own: Character, old: Character | None, at: int, moment: Moment
) -> Taken:
    """The character with its books; in place of an old one, whose books go to the trash with it."""
    books = _books(item, imported, at, moment)
    name = old.name if old else item.name
    who = replace(
        own,
        id=old.id if old else CharacterId(moment.id(f"character-{at}")),
        name=name,
        nickname=own.nickname or (own.name if own.name != name else ""),
        book_ids=tuple(book.id for book in books),
        semantics=item.choices.semantics or own.semantics,
        picture=moment.id(f"picture-{at}") if imported.picture else "",
    )
    book_part = tuple(each for book in books for each in book_rows(book))
    picture = (who.picture, imported.picture) if imported.picture else None
    things = (("characters", str(who.id)),)
    if old is None:
        return Taken(rows=(*book_part, character_row(who)), picture=picture, things=things)
    gone = tuple(trash_id("books", each) for each in old.book_ids)
    trash: tuple[Row, ...] = tuple(("settings", each, text_of({"id": each})) for each in gone)
    return Taken(
        rows=(*book_part, character_row(who), *trash),
        before=(character_row(old), *_absent(book_part), *_absent(trash)),
        picture=picture,
        things=things,
    )


def _absent(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple((store, record_id, None) for store, record_id, _ in rows)


def _over_book(item: ImportItem, imported: Imported, old: Book) -> Taken:
    """The file's first book in place of the old one: chats that use it go on with the new entries."""
    new = replace(imported.books[0], id=old.id, name=old.name, enabled=old.enabled, semantics=item.choices.semantics)
    return _changed(old, new)


def _changed(old: Book, new: Book) -> Taken:
    before, after = book_rows(old), book_rows(new)
    held, stays = {each[:2] for each in before}, {each[:2] for each in after}
    gone = _absent(tuple(each for each in before if each[:2] not in stays))
    fresh = _absent(tuple(each for each in after if each[:2] not in held))
    return Taken(rows=(*after, *gone), before=(*before, *fresh), book_id=old.id, things=(("books", str(old.id)),))


def _into(item: ImportItem, imported: Imported, target: Book, at: int, moment: Moment) -> Taken:
    """The file's entries in a book that is here, as chosen for each name that is taken."""
    chosen = dict(item.choices.clashes)
    places = {entry.name.strip().casefold(): place for place, entry in reversed(tuple(enumerate(target.entries)))}
    entries = list(target.entries)
    ids = {entry.id for entry in entries}
    for number, entry in enumerate(each for book in imported.books for each in book.entries):
        place = places.get(entry.name.strip().casefold()) if entry.name.strip() else None
        clash: Clash = chosen.get(number, "both") if place is not None else "both"
        if clash == "mine":
            continue
        if clash == "file" and place is not None:
            mine = entries[place]
            entries[place] = replace(entry, id=mine.id, revision=mine.revision + 1)
            continue
        free = entry.id if entry.id and entry.id not in ids else EntryId(moment.id(f"entry-{at}-{number}"))
        ids.add(free)
        entries.append(replace(entry, id=free))
    return _changed(target, replace(target, entries=tuple(entries)))


def entries_in(imported: Imported) -> tuple[Entry, ...]:
    """All entries of the file, in the order that the choices count them."""
    return tuple(entry for book in imported.books for entry in book.entries)


def _chat(item: ImportItem, imported: ImportedChat, library: Library, at: int, moment: Moment) -> Taken:
    """A chat with its messages and their variants; who is in it is found in the cast by name."""
    chat_id = ChatId(moment.id(f"chat-{at}"))
    rows: list[Row] = []
    parent: MessageId | None = None
    for number, said in enumerate(imported.messages):
        message, variants = _message(chat_id, parent, said, f"{at}-{number}", moment)
        parent = message.id
        rows += [row(message), *(row(each) for each in variants)]
    names = {imported.character_name.casefold(), imported.character_name.strip().casefold()} - {""}
    who = next((each for each in library.characters if {each.name.casefold(), each.called.casefold()} & names), None)
    you = next((each for each in library.personas if each.name.casefold() == imported.user_name.casefold()), None)
    book = next((each for each in library.books if imported.book_name and each.name == imported.book_name), None)
    chat = Chat(
        id=chat_id,
        title=item.name,
        character_id=who.id if who else None,
        persona_id=you.id if you else None,
        book_ids=(book.id,) if book else (),
        semantics=item.choices.semantics or "native",
        head_id=parent,
        message_count=len(imported.messages),
        updated_ms=moment.now_ms,
    )
    return Taken(rows=(row(chat), *rows), chat_id=chat_id, things=(("chats", str(chat_id)),))


def _message(
    chat_id: ChatId, parent: MessageId | None, said: ImportedMessage, stem: str, moment: Moment
) -> tuple[Message, tuple[Variant, ...]]:
    message_id = MessageId(moment.id(f"message-{stem}"))
    created_ms = said.created_ms or moment.now_ms
    variants = tuple(
        Variant(
            id=VariantId(moment.id(f"variant-{stem}-{number}")),
            chat_id=chat_id,
            message_id=message_id,
            text=text,
            source="import",
            created_ms=created_ms,
        )
        for number, text in enumerate(said.variants or ("",))
    )
    message = Message(
        id=message_id,
        chat_id=chat_id,
        parent_id=parent,
        speaker=said.speaker,
        name=said.name,
        variant_ids=tuple(each.id for each in variants),
        chosen_id=variants[min(max(said.chosen, 0), len(variants) - 1)].id,
        created_ms=created_ms,
    )
    return message, variants


def remembered(item: ImportItem, things: tuple[tuple[str, str], ...]) -> tuple[Row, ...]:
    """The record that tells, when the same file comes again, what it became."""
    choices = item.choices
    if not choices.file_hash or not things:
        return ()
    known = dict.fromkeys((*choices.told_before, *things))
    name = f"{IMPORTED}{choices.file_hash}"
    return (("settings", name, json.dumps({"id": name, "things": [list(each) for each in known]})),)
