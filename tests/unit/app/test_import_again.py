"""Importing again: copy, replace with Undo, skip; into a book that is here; chats; whose rules it was written for."""

import asyncio
import json
from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Importing, ImportItem, Route
from loreglass.app.view_import import came_before, facts, names_taken, ways
from loreglass.formats.imported import Imported, ImportedChat, ImportedMessage
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import BOOK, CHAT, chat_of, run, world
from tests.unit.app.test_importing import AGNAI, CARD, offer

pytestmark = pytest.mark.cpython

COAST = json.dumps(AGNAI).encode()


def changed(**fields: object) -> bytes:
    entry = {**AGNAI["entries"][0], **fields}  # type: ignore[index,dict-item]
    return json.dumps({**AGNAI, "entries": [entry]}).encode()


def item_of(state: AppState, at: int = 0) -> ImportItem:
    assert state.importing is not None
    return state.importing.items[at]


def entries(made: World, book: str) -> list[str]:
    held = asyncio.run(made.store.under("entries", "book", book))
    return sorted(str(each["entry"]["text"]) for each in held)  # type: ignore[index]


async def take(runtime: Runtime, made: World, data: bytes, *dids: Did) -> AppState:
    await offer(runtime, made, ("coast.json", data))
    for did in dids:
        runtime.tell(did)
        await settle(runtime)
    runtime.tell(Did(name="import-accept"))
    return await settle(runtime)


def book_named(state: AppState, name: str) -> str:
    return next(str(each.id) for each in state.library.books if each.name == name)


def test_the_same_file_is_known_again_whatever_its_thing_is_called_now() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", COAST))
        runtime.tell(Did(name="import-name", id="t0", value="Shore"))
        runtime.tell(Did(name="import-accept"))
        await settle(runtime)
        return await offer(runtime, made, ("other.json", COAST))

    state = run(made, play)
    assert came_before(item_of(state)) == "This very file came before; it is Shore now."
    assert [way.fate for way in ways(item_of(state), state.library.books, False)] == [
        "copy",
        "replace",
        "skip",
        "into",
    ]


def test_a_file_that_came_before_can_be_skipped() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await take(runtime, made, COAST)
        return await take(runtime, made, COAST, Did(name="import-to", id="t0", value="skip"))

    assert [book.name for book in run(made, play).library.books] == ["Coast", "Harbour"]


def test_a_replaced_book_keeps_its_place_in_chats_and_undo_brings_the_old_one_back() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await take(runtime, made, COAST)
        state = await take(runtime, made, changed(entry="Low tide."), Did(name="import-to", id="t0", value="replace"))
        assert [linked.book.name for linked in chat_of(state).books] == ["Harbour", "Coast"]
        assert [entry.text for entry in chat_of(state).books[1].book.entries] == ["Low tide."]
        runtime.tell(Did(name="toast-undo", id=state.toasts[-1].id))
        return await settle(runtime)

    state = run(made, play)
    assert [entry.text for entry in chat_of(state).books[1].book.entries] == ["High tide."]
    assert entries(made, book_named(state, "Coast")) == ["High tide."]


def test_a_replaced_character_keeps_its_chats_and_undo_brings_the_old_card_and_book_back() -> None:
    made = world()
    newer = {**CARD, "data": {**CARD["data"], "first_mes": "Good night."}}  # type: ignore[dict-item]

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("maud.json", json.dumps(CARD).encode()))
        runtime.tell(Did(name="import-accept"))
        old = (await settle(runtime)).library
        await offer(runtime, made, ("maud.json", json.dumps(newer).encode()))
        runtime.tell(Did(name="import-to", id="t0", value="replace"))
        runtime.tell(Did(name="import-accept"))
        state = await settle(runtime)
        assert [(who.name, who.greeting) for who in state.library.characters] == [
            ("Ansel", "Hello, {{user}}."),
            ("Maud", "Good night."),
        ]
        assert len(state.library.books) == len(old.books)
        runtime.tell(Did(name="toast-undo", id=state.toasts[-1].id))
        state = await settle(runtime)
        assert state.library.characters == old.characters
        assert state.library.books == old.books
        return state

    run(made, play)


def test_a_book_goes_into_one_that_is_here_and_each_taken_name_is_chosen_for() -> None:
    made = world()
    two = {**AGNAI, "entries": [
        {"name": "lamp", "entry": "The lamp of the file.", "keywords": ["lamp"]},
        {"name": "Bell", "entry": "The bell of the file.", "keywords": ["bell"]},
        {"name": "Tide", "entry": "High tide.", "keywords": ["tide"]},
    ]}  # fmt: skip

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", json.dumps(two).encode()))
        runtime.tell(Did(name="import-into", id="t0", value=BOOK.id))
        state = await settle(runtime)
        assert [(each.name, each.clash) for each in names_taken(item_of(state))] == [("lamp", "both"), ("Bell", "both")]
        runtime.tell(Did(name="import-clash", id="t0/0", value="file"))
        runtime.tell(Did(name="import-clash", id="t0/1", value="mine"))
        runtime.tell(Did(name="import-accept"))
        state = await settle(runtime)
        assert [entry.text for entry in chat_of(state).books[0].book.entries] == [
            "The lamp of the file.",
            "The bell is cast.",
            "High tide.",
        ]
        assert [book.name for book in state.library.books] == ["Harbour"]
        runtime.tell(Did(name="toast-undo", id=state.toasts[-1].id))
        return await settle(runtime)

    state = run(made, play)
    assert [entry.text for entry in chat_of(state).books[0].book.entries] == ["The lamp is lit.", "The bell is cast."]
    assert entries(made, BOOK.id) == ["The bell is cast.", "The lamp is lit."]


def test_one_choice_does_for_all_names() -> None:
    made = world()
    two = {
        **AGNAI,
        "entries": [{"name": name, "entry": "Of the file.", "keywords": ["x"]} for name in ("Lamp", "Bell")],
    }

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", json.dumps(two).encode()))
        runtime.tell(Did(name="import-into", id="t0", value=BOOK.id))
        await settle(runtime)
        runtime.tell(Did(name="import-clash", id="t0/all", value="both"))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    state = run(made, play)
    names = [entry.name for entry in chat_of(state).books[0].book.entries]
    assert names == ["Lamp", "Bell", "Lamp", "Bell"]
    assert len({entry.id for entry in chat_of(state).books[0].book.entries}) == 4


def test_nothing_is_written_while_the_chosen_book_is_still_being_read() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", COAST))
        runtime.tell(Did(name="import-into", id="t0", value=BOOK.id))
        runtime.tell(Did(name="import-accept"))
        assert runtime.state.importing is not None
        return await settle(runtime)

    assert run(made, play).importing is not None


def test_a_book_of_another_program_can_ask_for_its_rules_and_new_chats_begin_with_them() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        state = await take(runtime, made, COAST, Did(name="import-rules", id="t0", value="agnai"))
        assert chat_of(state).chat.semantics == "native"
        runtime.tell(Did(name="chat-new"))
        runtime.tell(Did(name="chat-new-field", id=f"book:{book_named(state, 'Coast')}", checked=True))
        runtime.tell(Did(name="chat-create"))
        return await settle(runtime)

    assert run(made, play).library.chats[0].semantics == "agnai"


def test_what_comes_again_is_preselected_to_wish_for_the_same_rules() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await take(runtime, made, COAST, Did(name="import-rules", id="t0", value="agnai"))
        return await take(runtime, made, COAST, Did(name="import-to", id="t0", value="replace"))

    state = run(made, play)
    assert [(book.name, book.semantics) for book in state.library.books] == [("Coast", "agnai"), ("Harbour", "")]


# ---- chats ----

SAID = ImportedChat(
    title="Low water",
    character_name="Ansel",
    user_name="Nell",
    book_name="Harbour",
    messages=(
        ImportedMessage(speaker="character", name="Ansel", variants=("Good evening.", "Go away."), chosen=1),
        ImportedMessage(speaker="user", name="Nell", variants=("Why?",), created_ms=5_000),
    ),
)


async def take_chat(runtime: Runtime) -> AppState:
    imported = Imported(kind="chat", format="sillytavern_chat", name=SAID.title, chat=SAID)
    item = ImportItem(token="t0", file_name="low.jsonl", size_bytes=9)
    runtime.state = replace(runtime.state, importing=Importing(items=(item,), reading=1))
    runtime.tell(actions.ImportRead(item=replace(item, imported=imported)))
    state = runtime.state
    assert facts(item_of(state)) == ("9 bytes", "SillyTavern chat", "2 messages", "1 with variants")
    runtime.tell(Did(name="import-accept"))
    return await settle(runtime)


def test_a_chat_comes_in_with_its_variants_its_cast_and_its_book() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="chats")))
        await take_chat(runtime)
        newest = runtime.state.library.chats[0]
        assert made.page.went[-1] == f"#/c/{newest.id}"
        runtime.tell(actions.Went(route=Route(name="chat", id=newest.id)))
        return await settle(runtime)

    held = chat_of(run(made, play))
    assert (held.chat.title, held.character and held.character.name, held.persona and held.persona.name) == (
        "Low water",
        "Ansel",
        "Nell",
    )
    assert [linked.book.name for linked in held.books] == ["Harbour"]
    assert [(message.name, held.variants[message.chosen_id].text) for message in held.path] == [
        ("Ansel", "Go away."),
        ("Nell", "Why?"),
    ]
    assert [len(message.variant_ids) for message in held.path] == [2, 1]
    assert held.path[1].created_ms == 5_000


def test_an_imported_chat_leaves_the_open_one_alone() -> None:
    made = world()
    before = asyncio.run(made.store.some("chats", (CHAT.id,)))
    run(made, take_chat)
    assert asyncio.run(made.store.some("chats", (CHAT.id,))) == before


def test_names_differ_only_in_their_number() -> None:
    """A second file of one import does not take the name of the first."""
    made = world()

    async def play(runtime: Runtime) -> AppState:
        return await offer(runtime, made, ("a.json", COAST), ("b.json", changed(entry="Low.")))

    state = run(made, play)
    assert [item_of(state, at).name for at in (0, 1)] == ["Coast", "Coast (2)"]
    assert item_of(state).choices.earlier == ()
