import asyncio
import json

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Route
from loreglass.app.strings.toasts import notice
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import CHAT, run, world

pytestmark = pytest.mark.cpython

AGNAI = {"kind": "memory", "name": "Coast", "entries": [{"name": "Tide", "entry": "High tide.", "keywords": ["tide"]}]}
CARD = {
    "spec": "chara_card_v2",
    "spec_version": "2.0",
    "data": {
        "name": "Maud",
        "first_mes": "Good evening.",
        "character_book": {"entries": [{"keys": ["infirmary"], "content": "Twelve beds.", "enabled": True}]},
    },
}


async def offer(runtime: Runtime, made: World, *files: tuple[str, bytes]) -> AppState:
    made.files.offered.update({f"t{at}": data for at, (_, data) in enumerate(files)})
    told = tuple((f"t{at}", name, len(data)) for at, (name, data) in enumerate(files))
    runtime.tell(Did(name="import-files", files=told))
    return await settle(runtime)


def test_an_import_shows_a_preview_and_stores_nothing_until_it_is_accepted() -> None:
    made = world()
    before = json.dumps(made.store.records)

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", json.dumps(AGNAI).encode()))
        assert json.dumps(made.store.records) == before
        runtime.tell(Did(name="import-cancel"))
        return await settle(runtime)

    state = run(made, play)
    assert state.importing is None
    assert json.dumps(made.store.records) == before


def test_an_accepted_book_is_on_the_shelf_and_on_the_open_chat() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", json.dumps(AGNAI).encode()))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    state = run(made, play)
    assert "Coast" in [book.name for book in state.library.books]
    assert state.chat is not None
    assert [linked.book.name for linked in state.chat.books] == ["Harbour", "Coast"]
    assert state.chat.books[1].book.entries[0].text == "High tide."


def test_a_name_that_is_taken_gets_a_number_and_nothing_is_overwritten() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        for _ in range(2):
            await offer(runtime, made, ("coast.json", json.dumps(AGNAI).encode()))
            runtime.tell(Did(name="import-accept"))
            await settle(runtime)
        return runtime.state

    names = [book.name for book in run(made, play).library.books]
    assert names == ["Coast", "Coast (2)", "Harbour"]


def test_a_card_brings_its_character_and_its_own_book() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("maud.json", json.dumps(CARD).encode()))
        runtime.tell(Did(name="import-accept"))
        await settle(runtime)
        maud = next(who for who in runtime.state.library.characters if who.name == "Maud")
        runtime.tell(Did(name="character-chat", id=maud.id))
        runtime.tell(Did(name="chat-create"))
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chat", id=made.page.went[-1].removeprefix("#/c/"))))
        return await settle(runtime)

    state = run(made, play)
    assert state.chat is not None
    assert [(linked.scope, linked.book.entries[0].text) for linked in state.chat.books] == [
        ("character", "Twelve beds.")
    ]


def test_a_bad_file_among_good_ones_is_named_and_the_others_come_in() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        files = (("broken.json", b'{"kind": "memory", "entr'), ("coast.json", json.dumps(AGNAI).encode()))
        await offer(runtime, made, *files)
        assert runtime.state.importing is not None
        refused = runtime.state.importing.items[0]
        assert refused.imported is None
        assert "broken.json" in refused.problem
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    assert [book.name for book in run(made, play).library.books] == ["Coast", "Harbour"]


def test_only_bad_files_change_nothing() -> None:
    made = world()
    before = json.dumps(made.store.records)

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("empty.json", b""), ("page.html", b"<html></html>"))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    state = run(made, play)
    assert state.importing is None
    assert json.dumps(made.store.records) == before


def test_a_file_over_the_limit_is_refused_before_it_is_read() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="import-files", files=(("t0", "huge.json", 65 * 2**20),)))
        return await settle(runtime)

    state = run(made, play)
    assert state.importing is not None
    assert "huge.json" in state.importing.items[0].problem


def test_the_running_chat_is_not_touched_by_an_import() -> None:
    made = world()
    before = asyncio.run(made.store.under("messages", "chat", CHAT.id))

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("maud.json", json.dumps(CARD).encode()))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    run(made, play)
    assert asyncio.run(made.store.under("messages", "chat", CHAT.id)) == before


def test_what_is_typed_right_after_an_import_does_not_take_the_book_off_the_chat() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", json.dumps(AGNAI).encode()))
        runtime.tell(Did(name="import-accept"))
        runtime.tell(Did(name="draft", value="High tide?"))
        return await settle(runtime)

    state = run(made, play)
    assert state.chat is not None
    assert len(state.chat.chat.book_ids) == 2
    (held,) = asyncio.run(made.store.some("chats", (CHAT.id,)))
    assert held is not None
    assert held["book_ids"] == list(state.chat.chat.book_ids)


def test_a_tab_that_only_reads_the_chat_imports_the_book_without_touching_the_chat() -> None:
    made = world()
    made.page.writer = False
    before = asyncio.run(made.store.some("chats", (CHAT.id,)))

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", json.dumps(AGNAI).encode()))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    assert "Coast" in [book.name for book in run(made, play).library.books]
    assert asyncio.run(made.store.some("chats", (CHAT.id,))) == before


def test_the_notice_names_every_file_as_its_user_wrote_it() -> None:
    made = world()
    book = json.dumps({**AGNAI, "name": "coast"}).encode()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("a.json", book), ("b.json", book))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    assert notice(run(made, play).toasts[-1]) == "coast and coast (2) are imported."
