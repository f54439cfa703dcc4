"""Reads things out of the store: lists, a chat with all that belongs to it, a book, a stored plan.

An open chat or book lasts: it is frozen, so that the garbage collector does not walk through it again and again.
"""

import asyncio
import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from loreglass.app.actions import ShownPlanLoaded
from loreglass.app.backups import Listed
from loreglass.app.effects import LoadPlans, LoadShownPlan
from loreglass.app.endpoints import FIRST_ID, Endpoint
from loreglass.app.pairing import PlansLoaded
from loreglass.app.ports import Record, Store
from loreglass.app.programs import wish_of
from loreglass.app.records import (
    PREFERENCES_ID,
    TRASH,
    book_of,
    endpoint_of,
    entry_id,
    key_id_of,
    listed,
    plan_of,
    preset_of,
    stored_plan,
    trash_id,
)
from loreglass.app.state import BookRow, Library, OpenBook, OpenChat, Preferences, ShownPlan
from loreglass.app.tree import aside_of, way_to
from loreglass.app.unread import (
    UNREAD,
    marked,
    read_entry,
    read_message,
    read_preferences,
    rejoined,
    stand_ins,
    unread_settings,
)
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, ChatId, EntryId, MessageId, PlanId, VariantId
from loreglass.domain.prompt.record import decode
from loreglass.domain.story.book import Book, Entry, LinkedBook, Scope
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.formats.native import decode_character

T = TypeVar("T")
ENTRIES_A_READ = 64
RECORDS_A_TURN = 200
"""So many are decoded before the page has its turn."""


async def trash(store: Store) -> set[str]:
    """The ids of the trash's records."""
    return {str(record["id"]) for record in await store.all("settings") if str(record["id"]).startswith(TRASH)}


def _kept(records: list[Record], store: str, thrown: set[str]) -> list[Record]:
    return [record for record in records if trash_id(store, str(record["id"])) not in thrown]


async def library(store: Store) -> Library:
    """The lists: chats with the newest first, books, characters and personas by name.

    What cannot be read, as a stranger's backup may hold it, is in no list; it must not keep the page from starting.
    """
    thrown = await trash(store)

    async def read(name: str, one: Callable[[Record], T]) -> list[T]:
        return _readable(_kept(await store.all(name), name, thrown), one)

    chats = await read("chats", read_chat)
    books = await read("books", book_line)
    cast = await read("characters", decode_character)
    personas = await read("personas", read_persona)
    presets = await read("presets", preset_of)
    return Library(
        chats=tuple(sorted(chats, key=lambda chat: (-chat.updated_ms, chat.title))),
        books=tuple(sorted(books, key=lambda book: book.name.casefold())),
        characters=tuple(sorted(cast, key=lambda who: who.name.casefold())),
        personas=tuple(sorted(personas, key=lambda who: who.name.casefold())),
        presets=tuple(sorted(presets, key=lambda preset: preset.name.casefold())),
    )


async def unread_things(store: Store) -> tuple[tuple[Listed, int], ...]:
    """Of what is in no list because it cannot be read: how many of each kind; the page has its turn meanwhile."""
    thrown = await trash(store)
    found: list[tuple[Listed, int]] = []
    for name, read in LISTED.items():
        records = _kept(await store.all(name), name, thrown)
        if unread := len(records) - len(await _read_in_turns(records, read)):
            found.append((name, unread))
    return tuple(found)


async def unread_preferences(store: Store) -> tuple[str, ...]:
    """The names of the app's own settings that are kept here and cannot be read."""
    (held,) = await store.some("settings", (PREFERENCES_ID,))
    return unread_settings(held) if held else ()


def _readable(records: list[Record], read: Callable[[Record], T]) -> list[T]:
    """Those of the records that can be read."""
    found: list[T] = []
    for record in records:
        with suppress(BadInput):
            found.append(read(record))
    return found


def _first(record: Record | None, read: Callable[[Record], T]) -> T | None:
    """What a record holds; None where it is not there, or cannot be read."""
    return next(iter(_readable([record], read)), None) if record is not None else None


def book_line(record: Record) -> BookRow:
    """A book's head as lists show it."""
    return BookRow(
        id=BookId(str(record["id"])),
        name=str(record.get("name", "")),
        entry_count=len(listed(record.get("order"))),
        enabled=record.get("enabled") is not False,
        sample=bool(record.get("sample")),
        semantics=wish_of(str(record.get("semantics", ""))),
    )


read_chat = partial(decode, Chat)
read_persona = partial(decode, Persona)
LISTED: dict[Listed, Callable[[Record], object]] = {
    "chats": read_chat,
    "books": book_line,
    "characters": decode_character,
    "personas": read_persona,
    "presets": preset_of,
}


async def settings(store: Store) -> tuple[Preferences | None, tuple[Endpoint, ...]]:
    """The app's own settings (None at the first visit) and the endpoints, each with its key where one is kept."""
    records = await store.all("settings")
    held = next((each for each in records if each["id"] == PREFERENCES_ID), None)
    places = [each for each in records if str(each["id"]).startswith(FIRST_ID) and each.get("url")]
    secrets = await store.some("secrets", [key_id_of(str(each["id"])) for each in places])
    kept = dict(zip((str(each["id"]) for each in places), secrets, strict=True))
    endpoints = _readable(places, lambda place: endpoint_of(place, kept[str(place["id"])]))
    return (read_preferences(held) if held else None), tuple(endpoints)


async def books(store: Store, ids: Sequence[BookId]) -> list[Book]:
    """The books of these ids that are there and can be read, in order."""
    found: list[Book] = []
    for head in await store.some("books", ids):
        with suppress(BadInput):
            found += [await _whole(store, head)] if head is not None else []
    return found


async def _whole(store: Store, head: Record) -> Book:
    """The book of a head, read in parts: each is short enough for the page to go on meanwhile.

    In the place of an entry that cannot be read stands one that says so. Where the head has lost the order of its
    entries, they come as the store has them.
    """
    order = head.get("order")
    if not isinstance(order, list):
        order = [_tail(record) for record in await store.under("entries", "book", str(head["id"]))]
    names = [EntryId(str(name)) for name in order]
    entries: list[Entry] = []
    for start in range(0, len(names), ENTRIES_A_READ):
        some = names[start : start + ENTRIES_A_READ]
        records = await store.some("entries", [entry_id(str(head["id"]), name) for name in some])
        entries += [read_entry(held, name) for name, held in zip(some, records, strict=True) if held is not None]
    return book_of(head, tuple(entries))


def _tail(record: Record) -> str:
    """What a book calls an entry, of the entry's record."""
    return str(record["id"]).partition("/")[2]


async def book(store: Store, book_id: str) -> OpenBook | None:
    """A book to edit."""
    if trash_id("books", book_id) in await trash(store):
        return None
    found = await books(store, (BookId(book_id),))
    gc.freeze()
    return OpenBook(book=found[0]) if found else None


async def global_books(store: Store) -> tuple[BookId, ...]:
    """The books that every chat reads."""
    (held,) = await store.some("settings", (PREFERENCES_ID,))
    return read_preferences(held).global_book_ids if held else ()


async def chat(store: Store, chat_id: ChatId) -> OpenChat | None:
    """A chat with its whole path, the variants on it, its cast and its books; None where there is none to be read.

    In the place of a message that cannot be read stands one that says so; of its cast, whoever can be read is there.
    """
    thrown = await trash(store)
    held = await _one(store, "chats", chat_id, read_chat)
    if held is None or trash_id("chats", chat_id) in thrown:
        return None
    messages = await _read_in_turns(
        await store.under("messages", "chat", chat_id), lambda each: read_message(each, chat_id)
    )
    variants = await _read_in_turns(await store.under("variants", "chat", chat_id), partial(decode, Variant))
    path, aside, worded = await _arranged(held, messages, variants)
    character = await _one(store, "characters", held.character_id, decode_character)
    members = [each for each in await store.some("characters", held.members) if each]
    cast = tuple(_readable(members, decode_character))
    persona = await _one(store, "personas", held.persona_id, read_persona)
    scopes: list[tuple[Scope, tuple[BookId, ...]]] = [
        ("character", _books_of(cast or ((character,) if character else ()))),
        ("chat", held.book_ids),
        ("persona", persona.book_ids if persona else ()),
        ("global", await global_books(store)),
    ]
    linked = [
        LinkedBook(book=each, scope=scope)
        for scope, ids in scopes
        for each in await books(store, [each for each in ids if trash_id("books", each) not in thrown])
    ]
    gc.freeze()
    return OpenChat(
        chat=held,
        path=path,
        aside=aside,
        variants=worded,
        books=tuple(linked),
        character=character,
        cast=cast,
        persona=persona,
    )


async def _one(store: Store, name: str, record_id: str | None, read: Callable[[Record], T]) -> T | None:
    """The thing of this id; None where there is none to be read."""
    (record,) = await store.some(name, (record_id,)) if record_id else (None,)
    return _first(record, read)


def _books_of(cast: tuple[Character, ...]) -> tuple[BookId, ...]:
    """The books that come with the cast, each once."""
    return tuple(dict.fromkeys(each for who in cast for each in who.book_ids))


async def _arranged(
    held: Chat, messages: list[Message], variants: list[Variant]
) -> tuple[tuple[Message, ...], tuple[Message, ...], dict[VariantId, Variant]]:
    """The path, what other branches have besides, and the variants of both; the page has its turn between them."""
    tree = rejoined(held, {message.id: message for message in messages})
    await asyncio.sleep(0)
    path = way_to(held.head_id, tree)
    await asyncio.sleep(0)
    aside = aside_of(held, tree)
    used = {each for message in (*path, *aside) for each in (*message.variant_ids, message.chosen_id)}
    await asyncio.sleep(0)
    worded = {variant.id: variant for variant in variants if variant.id in used}
    worded |= stand_ins((*path, *aside), worded) if used - worded.keys() else {}
    await asyncio.sleep(0)
    unread = {name for name, variant in worded.items() if variant.problem == UNREAD}
    return tuple(marked(each, unread) for each in path), tuple(marked(each, unread) for each in aside), worded


async def _read_in_turns(records: list[Record], read: Callable[[Record], T]) -> list[T]:
    """What can be read of many records; the page has its turn between a few of them."""
    found: list[T] = []
    for start in range(0, len(records), RECORDS_A_TURN):
        found += _readable(records[start : start + RECORDS_A_TURN], read)
        await asyncio.sleep(0)
    return found


async def shown_plan(store: Store, plan_id: PlanId, message_id: MessageId, variant_id: VariantId) -> ShownPlan | None:
    """The plan stored with a reply, with its texts put back in; None where it is gone, or cannot be read."""
    (record,) = await store.some("plans", (plan_id,))
    if record is None:
        return None
    try:
        stored = stored_plan(record)
        texts = await store.some("texts", stored.texts)
        spoken = await store.some("variants", [variant for _, variant in stored.variants])
        plan = plan_of(stored, _texts(texts), _texts(spoken))
    except (KeyError, BadInput):
        return None
    return ShownPlan(message_id=message_id, variant_id=variant_id, plan=plan)


async def plans(store: Store, effect: LoadShownPlan | LoadPlans) -> ShownPlanLoaded | PlansLoaded:
    """The plan to show, or those to compare."""
    if isinstance(effect, LoadShownPlan):
        shown = await shown_plan(store, effect.plan_id, effect.message_id, effect.variant_id)
        return ShownPlanLoaded(chat_id=effect.chat_id, shown=shown)
    found = [(each[0], await shown_plan(store, each[2], each[1], each[0])) for each in effect.wanted]
    return PlansLoaded(
        chat_id=effect.chat_id, plans=tuple((variant, held.plan if held else None) for variant, held in found)
    )


def _texts(records: list[Record | None]) -> dict[str, str]:
    return {str(record["id"]): str(record["text"]) for record in records if record}
