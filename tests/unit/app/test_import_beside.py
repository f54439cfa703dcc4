"""Import beside other things: files that go into one book, other tabs, Undo, and a user who has gone elsewhere."""

import asyncio
import json
from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.records import book_rows
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Route
from loreglass.domain.ids import EntryId
from tests.unit.app.fakes import settle
from tests.unit.app.test_chatting import BOOK, CHAT, chat_of, run, world
from tests.unit.app.test_import_again import COAST, changed, entries, take
from tests.unit.app.test_importing import AGNAI, CARD, offer

pytestmark = pytest.mark.cpython


def texts_of(state: AppState, name: str) -> list[str]:
    held = next(linked.book for linked in chat_of(state).books if linked.book.name == name)
    return [entry.text for entry in held.entries]


def test_two_files_go_into_one_book_together_and_one_undo_takes_both_back() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("a.json", COAST), ("b.json", changed(name="Ebb", entry="Low tide.")))
        for token in ("t0", "t1"):
            runtime.tell(Did(name="import-into", id=token, value=BOOK.id))
        await settle(runtime)
        runtime.tell(Did(name="import-accept"))
        state = await settle(runtime)
        assert texts_of(state, "Harbour") == ["The lamp is lit.", "The bell is cast.", "High tide.", "Low tide."]
        runtime.tell(Did(name="toast-undo", id=state.toasts[-1].id))
        return await settle(runtime)

    state = run(made, play)
    assert texts_of(state, "Harbour") == ["The lamp is lit.", "The bell is cast."]
    assert entries(made, BOOK.id) == ["The bell is cast.", "The lamp is lit."]


def test_two_entries_of_one_name_both_come_in_where_the_file_wins() -> None:
    made = world()
    twice = {**AGNAI, "entries": [{"name": "Lamp", "entry": text, "keywords": ["lamp"]} for text in ("One.", "Two.")]}
    chosen = (Did(name="import-into", id="t0", value=BOOK.id), Did(name="import-clash", id="t0/all", value="file"))
    state = run(made, lambda runtime: take(runtime, made, json.dumps(twice).encode(), *chosen))
    assert texts_of(state, "Harbour") == ["One.", "The bell is cast.", "Two."]


def test_what_a_file_took_the_place_of_is_an_earlier_version() -> None:
    made = world()
    lamp = changed(name="Lamp", entry="Of the file.")
    chosen = (Did(name="import-into", id="t0", value=BOOK.id), Did(name="import-clash", id="t0/all", value="file"))
    run(made, lambda runtime: take(runtime, made, lamp, *chosen))
    assert [each["entry"]["text"] for each in asyncio.run(made.store.all("versions"))] == ["The lamp is lit."]  # type: ignore[index]


def test_a_replaced_character_leaves_books_that_others_use_where_they_are() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("maud.json", json.dumps(CARD).encode()))
        runtime.tell(Did(name="import-accept"))
        state = await settle(runtime)
        maud = next(who for who in state.library.characters if who.name == "Maud")
        runtime.tell(actions.Went(route=Route(name="book", id=BOOK.id)))
        await settle(runtime)
        runtime.tell(Did(name="book-link", value=f"character/{maud.id}"))
        await settle(runtime)
        await offer(runtime, made, ("maud.json", json.dumps(CARD).encode()))
        runtime.tell(Did(name="import-to", id="t0", value="replace"))
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    state = run(made, play)
    maud = next(who for who in state.library.characters if who.name == "Maud")
    assert [book.name for book in state.library.books] == ["Harbour", "Maud"]
    assert set(maud.book_ids) == {book.id for book in state.library.books}


def test_a_finished_import_leads_nobody_away_who_has_gone_elsewhere() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="books")))
        await settle(runtime)
        await offer(runtime, made, ("coast.json", COAST))
        runtime.tell(Did(name="import-accept"))
        runtime.tell(actions.Went(route=Route(name="cast")))
        return await settle(runtime)

    state = run(made, play)
    assert made.page.went == []
    assert "Coast" in [book.name for book in state.library.books]


def test_a_file_goes_into_the_book_as_another_tab_has_left_it() -> None:
    made = world()
    longer = replace(BOOK, entries=(*BOOK.entries, replace(BOOK.entries[0], id=EntryId("9"), text="Of the other tab.")))

    async def play(runtime: Runtime) -> AppState:
        await offer(runtime, made, ("coast.json", COAST))
        runtime.tell(Did(name="import-into", id="t0", value=BOOK.id))
        await settle(runtime)
        await made.store.write(book_rows(longer), ())
        runtime.tell(actions.OtherTabWrote(scope="book", id=BOOK.id))
        await settle(runtime)
        runtime.tell(Did(name="import-accept"))
        return await settle(runtime)

    state = run(made, play)
    assert texts_of(state, "Harbour")[2:] == ["Of the other tab.", "High tide."]


def test_undo_of_an_import_shows_at_once_in_a_book_that_was_opened_since() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        state = await take(runtime, made, COAST, Did(name="import-into", id="t0", value=BOOK.id))
        runtime.tell(actions.Went(route=Route(name="book", id=BOOK.id)))
        await settle(runtime)
        runtime.tell(Did(name="toast-undo", id=state.toasts[-1].id))
        return await settle(runtime)

    held = run(made, play).book
    assert held is not None
    assert [entry.text for entry in held.book.entries] == ["The lamp is lit.", "The bell is cast."]


def test_an_open_book_shows_what_an_import_elsewhere_has_put_into_it() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="book", id=BOOK.id)))
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
        await settle(runtime)
        await take(runtime, made, COAST, Did(name="import-into", id="t0", value=BOOK.id))
        runtime.tell(actions.Went(route=Route(name="book", id=BOOK.id)))
        return await settle(runtime)

    held = run(made, play).book
    assert held is not None
    assert held.book.entries[-1].text == "High tide."


def test_an_entry_added_since_is_not_lost_to_an_undo() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await take(runtime, made, COAST, Did(name="import-into", id="t0", value=BOOK.id))
        runtime.tell(actions.Went(route=Route(name="book", id=BOOK.id)))
        await settle(runtime)
        runtime.tell(Did(name="entry-new"))
        return await settle(runtime)

    assert [toast for toast in run(made, play).toasts if toast.undo] == []
