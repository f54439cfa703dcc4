"""Reads things out of the store: lists, a chat with all that belongs to it, a book, a stored plan.

An open chat or book lasts: it is frozen, so that the garbage collector does not walk through it again and again.
"""

import asyncio
import gc
from collections.abc import Sequence
from typing import TypeVar

from loreglass.app.ports import Record, Store
from loreglass.app.programs import wish_of
from loreglass.app.records import (
    ENDPOINT_ID,
    KEY_ID,
    PREFERENCES_ID,
    TRASH,
    book_of,
    entry_id,
    entry_of,
    listed,
    plan_of,
    stored_plan,
    trash_id,
)
from loreglass.app.state import BookRow, Endpoint, Library, OpenBook, OpenChat, Preferences, ShownPlan
from loreglass.domain.ids import BookId, ChatId, MessageId, PlanId, VariantId
from loreglass.domain.prompt.record import decode
from loreglass.domain.story.book import Book, Entry, LinkedBook, Scope
from loreglass.domain.story.cast import Persona
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
    """The lists: chats with the newest first, books, characters and personas by name."""
    thrown = await trash(store)
    chats = [decode(Chat, record) for record in _kept(await store.all("chats"), "chats", thrown)]
    books = [book_line(record) for record in _kept(await store.all("books"), "books", thrown)]
    cast = [decode_character(record) for record in _kept(await store.all("characters"), "characters", thrown)]
    personas = [decode(Persona, record) for record in _kept(await store.all("personas"), "personas", thrown)]
    return Library(
        chats=tuple(sorted(chats, key=lambda chat: (-chat.updated_ms, chat.title))),
        books=tuple(sorted(books, key=lambda book: book.name.casefold())),
        characters=tuple(sorted(cast, key=lambda who: who.name.casefold())),
        personas=tuple(sorted(personas, key=lambda who: who.name.casefold())),
    )


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


async def settings(store: Store) -> tuple[Preferences | None, Endpoint]:
    """The app's own settings (None at the first visit) and the endpoint with its key where one is kept."""
    held, place = await store.some("settings", (PREFERENCES_ID, ENDPOINT_ID))
    (secret,) = await store.some("secrets", (KEY_ID,))
    endpoint = decode(Endpoint, place) if place else Endpoint()
    if secret and secret.get("url") == endpoint.url and endpoint.remember_key:
        endpoint = decode(Endpoint, {**(place or {}), "key": secret.get("key", "")})
    return (decode(Preferences, held) if held else None), endpoint


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
    return decode(Preferences, held).global_book_ids if held else ()


async def chat(store: Store, chat_id: ChatId) -> OpenChat | None:
    """A chat with its whole path, the variants on it, its cast and its books."""
    (record,) = await store.some("chats", (chat_id,))
    thrown = await trash(store)
    if record is None or trash_id("chats", chat_id) in thrown:
        return None
    held = decode(Chat, record)
    messages = await _decoded(Message, await store.under("messages", "chat", chat_id))
    variants = await _decoded(Variant, await store.under("variants", "chat", chat_id))
    path = path_of(held, {message.id: message for message in messages})
    used = {each for message in path for each in message.variant_ids}
    who = (await store.some("characters", (held.character_id,)))[0] if held.character_id else None
    you = (await store.some("personas", (held.persona_id,)))[0] if held.persona_id else None
    character = decode_character(who) if who else None
    persona = decode(Persona, you) if you else None
    scopes: list[tuple[Scope, tuple[BookId, ...]]] = [
        ("character", character.book_ids if character else ()),
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
        variants={variant.id: variant for variant in variants if variant.id in used},
        books=tuple(linked),
        character=character,
        persona=persona,
    )


async def _decoded(kind: type[T], records: list[Record]) -> list[T]:
    """The values of many records; the page has its turn between a few of them."""
    found: list[T] = []
    for start in range(0, len(records), RECORDS_A_TURN):
        found += [decode(kind, each) for each in records[start : start + RECORDS_A_TURN]]
        await asyncio.sleep(0)
    return found


def path_of(held: Chat, messages: dict[MessageId, Message]) -> tuple[Message, ...]:
    """The messages from the first to the head; a broken link ends it where it breaks."""
    path: list[Message] = []
    at = held.head_id
    while at is not None and (message := messages.pop(at, None)) is not None:
        path.append(message)
        at = message.parent_id
    return tuple(reversed(path))


async def shown_plan(store: Store, plan_id: PlanId, message_id: MessageId, variant_id: VariantId) -> ShownPlan | None:
    """The plan stored with a reply, with its texts put back in; None where it is gone."""
    (record,) = await store.some("plans", (plan_id,))
    if record is None:
        return None
    stored = stored_plan(record)
    texts = await store.some("texts", stored.texts)
    spoken = await store.some("variants", [variant for _, variant in stored.variants])
    try:
        plan = plan_of(stored, _texts(texts), _texts(spoken))
    except KeyError:
        return None
    return ShownPlan(message_id=message_id, variant_id=variant_id, plan=plan)


def _texts(records: list[Record | None]) -> dict[str, str]:
    return {str(record["id"]): str(record["text"]) for record in records if record}
