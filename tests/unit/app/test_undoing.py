"""Undo and Redo of a page: the latest change that was made there, whoever keeps it, unless it is written over."""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.commands import pressed
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Route
from loreglass.app.strings.toasts import notice
from loreglass.domain.ids import BookId
from loreglass.shell.ui.chat import ChatView, chat_slices
from tests.unit.app.fakes import settle
from tests.unit.app.test_book_editor import LOG, OTHER, made, names, play, select, shown
from tests.unit.app.test_branches import branch, did, message, parted
from tests.unit.app.test_chatting import LOCAL, chat_of, run, texts, world

pytestmark = pytest.mark.cpython
UNDO, REDO = Did(name="undo"), Did(name="redo")
DELETE = (Did(name="entry-delete", id="2"), Did(name="entry-delete", id="3"))


def test_changes_of_a_book_are_taken_back_one_by_one_and_made_again() -> None:
    it = made()
    assert names(play(it, *DELETE)) == ["Lamp", "Fog"]
    assert names(play(made(), *DELETE, UNDO)) == ["Lamp", "Tide", "Fog"]
    assert names(play(made(), *DELETE, UNDO, UNDO)) == ["Lamp", "Bell", "Tide", "Fog"]
    assert names(play(made(), *DELETE, UNDO, UNDO, REDO)) == ["Lamp", "Tide", "Fog"]
    assert names(play(made(), *DELETE, UNDO, UNDO, REDO, REDO, REDO)) == ["Lamp", "Fog"]


def test_what_was_made_again_is_stored_and_can_be_taken_back_once_more() -> None:
    it = made()
    play(it, DELETE[0], UNDO, REDO)
    assert names(play(it)) == ["Lamp", "Tide", "Fog"]
    assert names(play(made(), DELETE[0], UNDO, REDO, UNDO)) == ["Lamp", "Bell", "Tide", "Fog"]


def test_undo_by_key_puts_the_notice_away_and_undo_by_notice_can_be_made_again_by_key() -> None:
    assert play(made(), DELETE[0], UNDO).toasts == ()
    state = play(made(), DELETE[0], lambda state: Did(name="toast-undo", id=state.toasts[-1].id), REDO)
    assert names(state) == ["Lamp", "Tide", "Fog"]


def test_a_change_still_comes_back_when_its_notice_has_gone() -> None:
    state = play(made(), DELETE[0], lambda state: Did(name="toast-close", id=state.toasts[-1].id), UNDO)
    assert names(state) == ["Lamp", "Bell", "Tide", "Fog"]


def test_undo_never_takes_back_what_was_written_since() -> None:
    typed = Did(name="entry-field", id="text", value="Newer.")
    state = play(made(), *select("1"), Did(name="bulk-change", id="off"), typed, UNDO)
    lamp = shown(state).book.entries[0]
    assert (lamp.text, lamp.enabled) == ("Newer.", False)
    assert pressed(("Ctrl", "Z"), "", state) is None


def test_redo_never_writes_over_what_was_written_since() -> None:
    typed = Did(name="entry-field", id="text", value="Newer.")
    state = play(made(), *select("1"), Did(name="bulk-change", id="off"), UNDO, typed, REDO)
    lamp = shown(state).book.entries[0]
    assert (lamp.text, lamp.enabled) == ("Newer.", True)


def test_after_a_new_change_there_is_nothing_to_make_again() -> None:
    state = play(made(), DELETE[0], UNDO, Did(name="entry-delete", id="4"), REDO)
    assert names(state) == ["Lamp", "Bell", "Tide"]
    assert pressed(("Ctrl", "Y"), "", state) is None


def test_a_page_takes_back_only_what_was_done_on_it() -> None:
    async def steps(runtime: Runtime) -> AppState:
        for route in (Route(name="book", id=LOG, sub="1"), Route(name="book", id=OTHER, sub="1")):
            runtime.tell(actions.Went(route=route))
            await settle(runtime)
            if route.id == LOG:
                await did(runtime, "entry-delete", "2")
        await did(runtime, "undo")
        assert pressed(("Ctrl", "Z"), "", runtime.state) is None
        runtime.tell(actions.Went(route=Route(name="book", id=LOG)))
        await settle(runtime)
        assert names(runtime.state) == ["Lamp", "Tide", "Fog"]
        return await did(runtime, "undo")

    assert names(run(made(), steps)) == ["Lamp", "Bell", "Tide", "Fog"]


def test_in_a_chat_the_newer_of_its_own_steps_and_of_changes_of_its_books_goes_first() -> None:
    there = world(LOCAL)

    async def main() -> None:
        runtime = await parted(there)

        def held() -> tuple[list[str], int]:
            return texts(runtime.state), chat_of(runtime.state).books[0].book.entries[0].priority

        whole = texts(runtime.state)
        assert held()[1] == 0
        await did(runtime, "entry-set", "b1/1", "priority=7")
        await did(runtime, "delete", message(runtime, 3))
        assert held() == (whole[:3], 7)
        seen = [held()]
        for name in ("undo", "undo", "redo", "redo"):
            await did(runtime, name)
            seen.append(held())
        assert seen[1:] == [(whole, 7), (whole, 0), (whole, 7), (whole[:3], 7)]

    asyncio.run(main())


def test_a_limit_is_taken_back_step_by_step() -> None:
    there = world(LOCAL)

    async def main() -> list[int | None]:
        runtime = await parted(there)
        seen = []
        for name, value in (("chat-budget", "700"), ("chat-budget", "900"), ("undo", ""), ("undo", ""), ("redo", "")):
            await did(runtime, name, "", value)
            seen.append(chat_of(runtime.state).chat.memory_budget_tokens)
        return seen

    assert asyncio.run(main()) == [700, 900, 700, None, 700]


def test_nothing_comes_back_once_the_trash_is_empty() -> None:
    there = world(LOCAL)

    async def main() -> AppState:
        runtime = await parted(there)
        runtime.tell(actions.Went(route=Route(name="books")))
        await settle(runtime)
        await did(runtime, "book-delete", "b1")
        assert pressed(("Ctrl", "Z"), "", runtime.state) is not None
        for name in ("trash-show", "trash-ask", "trash-empty"):
            await did(runtime, name)
        assert pressed(("Ctrl", "Z"), "", runtime.state) is None
        return await did(runtime, "undo")

    assert asyncio.run(main()).library.books == ()


def test_a_branch_that_begins_says_so_and_its_notice_takes_it_back() -> None:
    there = world(LOCAL)

    async def main() -> None:
        runtime = await parted(there)
        await did(runtime, "branch-open", branch(runtime, "Main"))
        before = texts(runtime.state)
        await did(runtime, "branch-here", message(runtime, 0))
        told = runtime.state.toasts[-1]
        assert notice(told) == "Branch 3 begins here. The other way is kept, under Branches."
        await did(runtime, "toast-undo", told.id)
        assert texts(runtime.state) == before

    asyncio.run(main())


def test_the_newest_notice_is_reached_by_its_key() -> None:
    state = play(made(), DELETE[0])
    command = pressed(("F8",), "", state)
    assert command is not None
    assert command.action == "notice-show"
    assert pressed(("F8",), "", replace(state, toasts=())) is None


async def from_another_tab(runtime: Runtime, scope: str, thing: str) -> AppState:
    runtime.tell(actions.OtherTabWrote(scope=scope, id=thing))
    return await settle(runtime)


@pytest.mark.parametrize("thing", [LOG, OTHER])
def test_what_another_tab_has_written_since_is_not_written_over_in_either_book_of_a_move(thing: BookId) -> None:
    async def steps(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="book", id=LOG, sub="1")))
        await settle(runtime)
        for each in (*select("2"), Did(name="bulk-move", value=OTHER)):
            runtime.tell(each)
            await settle(runtime)
        assert pressed(("Ctrl", "Z"), "", runtime.state) is not None
        return await from_another_tab(runtime, "book", thing)

    assert pressed(("Ctrl", "Z"), "", run(made(), steps)) is None


def test_a_thing_deleted_on_its_own_page_comes_back_from_the_page_that_this_leads_to() -> None:
    async def steps(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="book", id=LOG, sub="1")))
        await settle(runtime)
        await did(runtime, "book-delete", LOG)
        runtime.tell(actions.Went(route=Route(name="books")))
        await settle(runtime)
        assert [book.name for book in runtime.state.library.books] == ["Harbour", "Other"]
        return await did(runtime, "undo")

    assert {book.name for book in run(made(), steps).library.books} == {"Log", "Harbour", "Other"}


def test_the_buttons_of_a_chat_offer_what_the_keys_do() -> None:
    there = world(LOCAL)

    async def main() -> None:
        runtime = await parted(there)
        await did(runtime, "entry-set", "b1/1", "priority=7")
        chat = runtime.state.chat
        assert chat is not None
        (view,) = (each for each in chat_slices(runtime.state, chat) if isinstance(each, ChatView))
        assert view.composer.can_undo
        assert not view.composer.can_redo

    asyncio.run(main())
