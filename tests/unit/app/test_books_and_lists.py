from pathlib import Path

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, OpenBook, Route
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import BOOK, CHAT, run, world

pytestmark = pytest.mark.cpython


async def open_book(runtime: Runtime, entry: str = "1") -> AppState:
    runtime.tell(actions.Went(route=Route(name="book", id=BOOK.id, sub=entry)))
    return await settle(runtime)


def book_of(state: AppState) -> OpenBook:
    assert state.book is not None
    return state.book


def reread(made: World) -> OpenBook:
    return book_of(run(made, open_book))


def test_an_edited_entry_is_there_after_a_reload() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await open_book(runtime)
        runtime.tell(Did(name="entry-field", id="text", value="The lamp is out."))
        runtime.tell(Did(name="entry-field", id="priority", value="12.5"))
        runtime.tell(Did(name="entry-field", id="weight", value="no number"))
        runtime.tell(Did(name="keyword-add", value="light, /la(m|n)p{1,2}/i\nbeacon, lamp"))
        return await settle(runtime)

    assert book_of(run(made, play)).unsaved == 0
    entry = reread(made).book.entries[0]
    assert (entry.text, entry.priority, entry.weight) == ("The lamp is out.", 12.5, 0)
    assert entry.keywords == ("lamp", "light", "/la(m|n)p{1,2}/i", "beacon")


def test_a_deleted_entry_comes_back_in_its_place_with_undo() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await open_book(runtime)
        runtime.tell(Did(name="entry-delete", id="1"))
        await settle(runtime)
        assert [entry.name for entry in book_of(runtime.state).book.entries] == ["Bell"]
        runtime.tell(Did(name="toast-undo", id=runtime.state.toasts[-1].id))
        return await settle(runtime)

    run(made, play)
    assert [entry.name for entry in reread(made).book.entries] == ["Lamp", "Bell"]


def test_a_deleted_book_leaves_the_shelf_and_the_chat_and_undo_brings_both_back() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="book-delete", id=BOOK.id))
        runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
        await settle(runtime)
        assert runtime.state.library.books == ()
        assert runtime.state.chat is not None
        assert runtime.state.chat.books == ()
        runtime.tell(Did(name="toast-undo", id=runtime.state.toasts[-1].id))
        runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
        return await settle(runtime)

    state = run(made, play)
    assert [book.name for book in state.library.books] == ["Harbour"]
    assert state.chat is not None
    assert len(state.chat.books) == 1


def test_a_deleted_chat_comes_back_with_its_messages() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="draft", value="Hello"))
        runtime.tell(Did(name="send"))
        await settle(runtime)
        runtime.tell(Did(name="chat-delete", id=CHAT.id))
        await settle(runtime)
        assert runtime.state.library.chats == ()
        runtime.tell(Did(name="toast-undo", id=runtime.state.toasts[-1].id))
        return await settle(runtime)

    assert run(made, play).library.chats[0].message_count == 2


def test_a_passage_is_tried_with_the_same_engine_and_starts_no_timer() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await open_book(runtime)
        runtime.tell(Did(name="passage", value="A bell rang."))
        return await settle(runtime)

    plan = book_of(run(made, play)).passage_plan
    assert plan is not None
    assert [one.ref.entry_id for one in plan.decisions if one.verdict == "included"] == ["2"]


def test_an_entry_switched_off_in_why_sleeps_in_the_next_plan() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="draft", value="The lamp!"))
        await settle(runtime)
        runtime.tell(Did(name="entry-toggle", id=f"{BOOK.id}/1"))
        return await settle(runtime)

    state = run(made, play)
    assert state.chat is not None
    assert state.chat.next_plan is not None
    assert not [one for one in state.chat.next_plan.decisions if one.verdict == "included"]
    assert not reread(made).book.entries[0].enabled


def test_the_chats_own_depth_wins_until_it_is_reset() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="chat-depth", value="3"))
        await settle(runtime)
        assert runtime.state.chat is not None
        assert runtime.state.chat.chat.memory_depth_messages == 3
        runtime.tell(Did(name="chat-depth", value=""))
        return await settle(runtime)

    state = run(made, play)
    assert state.chat is not None
    assert state.chat.chat.memory_depth_messages is None


def test_a_depth_or_a_budget_is_never_below_nothing() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await open_book(runtime)
        runtime.tell(Did(name="book-depth", value="-3"))
        runtime.tell(Did(name="book-budget", value="-1"))
        runtime.tell(Did(name="entry-field", id="depth", value="-2"))
        return await settle(runtime)

    book = book_of(run(made, play)).book
    assert (book.depth, book.budget, book.entries[0].depth) == (0, 0, 0)


def test_bringing_the_samples_back_keeps_what_was_written_into_them() -> None:
    samples = Path(__file__).parents[3] / "static/samples"
    made = world()
    made.files.assets = {
        f"static/samples/{name}": (samples / name).read_text() for name in ("ninth-bell.json", "wrackmouth.json")
    }

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="samples-restore"))
        await settle(runtime)
        sample = next(each for each in runtime.state.library.chats if each.sample)
        runtime.tell(actions.Went(route=Route(name="chat", id=sample.id)))
        await settle(runtime)
        runtime.tell(Did(name="chat-title", value="Mine now"))
        await settle(runtime)
        runtime.tell(Did(name="samples-remove"))
        await settle(runtime)
        assert not any(each.sample for each in runtime.state.library.chats)
        runtime.tell(Did(name="samples-restore"))
        return await settle(runtime)

    titles = [chat.title for chat in run(made, play).library.chats if chat.sample]
    assert "Mine now" in titles


def test_raising_a_books_budget_raises_the_chats_where_that_is_the_smaller() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await open_book(runtime)
        runtime.tell(Did(name="book-budget", value="6"))
        runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
        await settle(runtime)
        runtime.tell(Did(name="chat-budget", value="6"))
        runtime.tell(Did(name="draft", value="The lamp and the bell."))
        await settle(runtime)
        runtime.tell(Did(name="raise-budget", id=BOOK.id, value="4"))
        return await settle(runtime)

    state = run(made, play)
    assert state.chat is not None
    assert state.chat.next_plan is not None
    assert len([one for one in state.chat.next_plan.decisions if one.verdict == "included"]) == 2


def test_a_book_deleted_in_another_tab_closes_here_says_so_and_is_not_written_back() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await open_book(runtime)
        await delete_elsewhere(made, Did(name="book-delete", id=BOOK.id))
        runtime.tell(actions.OtherTabWrote(scope="app", id=""))
        return await settle(runtime)

    state = run(made, play)
    assert state.book is None
    assert [(one.code, one.detail) for one in state.toasts] == [("deleted_elsewhere", BOOK.name)]


def test_a_chat_deleted_in_another_tab_closes_here_and_says_so() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await delete_elsewhere(made, Did(name="chat-delete", id=CHAT.id))
        runtime.tell(actions.OtherTabWrote(scope="app", id=""))
        return await settle(runtime)

    state = run(made, play)
    assert state.chat is None
    assert [(one.code, one.detail) for one in state.toasts] == [("deleted_elsewhere", CHAT.title)]


async def delete_elsewhere(made: World, did: Did) -> None:
    """Nothing; another tab has deleted it."""
    other = made.runtime()
    await other.start()
    other.tell(did)
    await settle(other)


def test_what_another_tab_does_elsewhere_leaves_the_open_entry_as_it_is() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await open_book(runtime)
        runtime.tell(Did(name="passage", value="A lamp."))
        before = book_of(await settle(runtime))
        runtime.tell(actions.OtherTabWrote(scope="app", id=""))
        after = book_of(await settle(runtime))
        assert (after.entry_id, after.field_revision, after.passage) == (
            before.entry_id,
            before.field_revision,
            before.passage,
        )
        return runtime.state

    run(made, play)
