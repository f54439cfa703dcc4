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
    entry_of,
    key_id_of,
    listed,
    plan_of,
    preset_of,
    stored_plan,
    trash_id,
)
from loreglass.app.state import BookRow, Library, OpenBook, OpenChat, Preferences, ShownPlan
from loreglass.app.tree import aside_of, way_to
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, ChatId, MessageId, PlanId, VariantId
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

    chats = await read("chats", partial(decode, Chat))
    books = await read("books", book_line)
    cast = await read("characters", decode_character)
    personas = await read("personas", partial(decode, Persona))
    presets = await read("presets", preset_of)
    return Library(
        chats=tuple(sorted(chats, key=lambda chat: (-chat.updated_ms, chat.title))),
        books=tuple(sorted(books, key=lambda book: book.name.casefold())),
        characters=tuple(sorted(cast, key=lambda who: who.name.casefold())),
        personas=tuple(sorted(personas, key=lambda who: who.name.casefold())),
        presets=tuple(sorted(presets, key=lambda preset: preset.name.casefold())),
    )


def _readable(records: list[Record], read: Callable[[Record], T]) -> list[T]:
    """Those of the records that can be read."""
    found: list[T] = []
    for record in records:
        with suppress(BadInput):
            found.append(read(record))
    return found


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


async def settings(store: Store) -> tuple[Preferences | None, tuple[Endpoint, ...]]:
    """The app's own settings (None at the first visit) and the endpoints, each with its key where one is kept."""
    records = await store.all("settings")
    held = next((each for each in records if each["id"] == PREFERENCES_ID), None)
    places = [each for each in records if str(each["id"]).startswith(FIRST_ID) and each.get("url")]
    secrets = await store.some("secrets", [key_id_of(str(each["id"])) for each in places])
    endpoints = (endpoint_of(place, secret) for place, secret in zip(places, secrets, strict=True))
    return (preferences_of(held) if held else None), tuple(endpoints)


def preferences_of(record: Record) -> Preferences:
    """The app's own settings; the usual ones where the record cannot be read."""
    return next(iter(_readable([record], partial(decode, Preferences))), Preferences())


async def books(store: Store, ids: Sequence[BookId]) -> list[Book]:
    """The books of these ids that are there, in order."""
    heads = await store.some("books", ids)
    return [await _whole(store, head) for head in heads if head is not None]


async def _whole(store: Store, head: Record) -> Book:
    """The book of a head, read in parts: each is short enough for the page to go on meanwhile."""
    names = [entry_id(str(head["id"]), str(name)) for name in listed(head.get("order"))]
    entries: list[Entry] = []
    for start in range(0, len(names), ENTRIES_A_READ):
        records = await store.some("entries", names[start : start + ENTRIES_A_READ])
        entries += [entry_of(record) for record in records if record is not None]
    return book_of(head, tuple(entries))


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
    return preferences_of(held).global_book_ids if held else ()


async def chat(store: Store, chat_id: ChatId) -> OpenChat | None:
    """A chat with its whole path, the variants on it, its cast and its books."""
    (record,) = await store.some("chats", (chat_id,))
    thrown = await trash(store)
    if record is None or trash_id("chats", chat_id) in thrown:
        return None
    held = decode(Chat, record)
    messages = await _decoded(Message, await store.under("messages", "chat", chat_id))
    variants = await _decoded(Variant, await store.under("variants", "chat", chat_id))
    path, aside, worded = await _arranged(held, messages, variants)
    who = (await store.some("characters", (held.character_id,)))[0] if held.character_id else None
    you = (await store.some("personas", (held.persona_id,)))[0] if held.persona_id else None
    character = decode_character(who) if who else None
    cast = tuple(decode_character(each) for each in await store.some("characters", held.members) if each)
    persona = decode(Persona, you) if you else None
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


def _books_of(cast: tuple[Character, ...]) -> tuple[BookId, ...]:
    """The books that come with the cast, each once."""
    return tuple(dict.fromkeys(each for who in cast for each in who.book_ids))


async def _arranged(
    held: Chat, messages: list[Message], variants: list[Variant]
) -> tuple[tuple[Message, ...], tuple[Message, ...], dict[VariantId, Variant]]:
    """The path, what other branches have besides, and the variants of both; the page has its turn between them."""
    tree = {message.id: message for message in messages}
    await asyncio.sleep(0)
    path = way_to(held.head_id, tree)
    await asyncio.sleep(0)
    aside = aside_of(held, tree)
    used = {each for message in (*path, *aside) for each in message.variant_ids}
    await asyncio.sleep(0)
    return path, aside, {variant.id: variant for variant in variants if variant.id in used}


async def _decoded(kind: type[T], records: list[Record]) -> list[T]:
    """The values of many records; the page has its turn between a few of them."""
    found: list[T] = []
    for start in range(0, len(records), RECORDS_A_TURN):
        found += [decode(kind, each) for each in records[start : start + RECORDS_A_TURN]]
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
