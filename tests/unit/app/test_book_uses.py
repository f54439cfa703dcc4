"""The book page on fakes: versions of an entry, where a book is used, what the open chat tells of it."""

from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.records import preferences_row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Route
from loreglass.domain.ids import EntryId
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_book_editor import LOG, made, play, shown
from tests.unit.app.test_chatting import CHAT, run, world

pytestmark = pytest.mark.cpython


def test_an_entry_can_be_brought_back_as_it_was_before_it_was_edited() -> None:
    it = made()
    play(
        it,
        Did(name="entry-field", id="text", value="First."),
        Did(name="entry-field", id="text", value="Second, a second later."),
        Did(name="entry-field", id="priority", value="9"),
    )
    state = play(it, Did(name="history", id="1"))
    history = shown(state).history
    assert history is not None
    assert history.versions is not None
    assert [version.entry.text for version in history.versions] == ["The lamp is old."]
    restore = Did(name="history-restore", id=history.versions[0].id)
    state = play(it, Did(name="history", id="1"), restore)
    assert (shown(state).book.entries[0].text, shown(state).book.entries[0].priority) == ("The lamp is old.", 0)
    kept = shown(state).history
    assert kept is not None
    assert kept.versions is not None
    assert [version.entry.text for version in kept.versions] == ["Second, a second later.", "The lamp is old."]


def test_a_pause_between_two_edits_makes_a_version_of_its_own() -> None:
    it = made()

    def later(state: AppState) -> Did:
        it.clock.ms += 120_000
        return Did(name="entry-field", id="text", value="Second.")

    state = play(it, Did(name="entry-field", id="text", value="First."), later, Did(name="history", id="1"))
    history = shown(state).history
    assert history is not None
    assert [version.entry.text for version in history.versions or ()] == ["First.", "The lamp is old."]


def test_another_entry_closes_the_history() -> None:
    it = made()

    async def steps(runtime: Runtime) -> AppState:
        for sub in ("1", "2"):
            runtime.tell(actions.Went(route=Route(name="book", id=LOG, sub=sub)))
            await settle(runtime)
            if sub == "1":
                runtime.tell(Did(name="history", id="1"))
        return await settle(runtime)

    assert shown(run(it, steps)).history is None


async def chat_books(runtime: Runtime) -> AppState:
    runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
    return await settle(runtime)


def scopes(it: World) -> list[tuple[str, str]]:
    state = run(it, chat_books)
    assert state.chat is not None
    return [(linked.book.name, linked.scope) for linked in state.chat.books]


def test_a_book_used_everywhere_is_read_last_in_every_chat() -> None:
    it = made()
    play(it, Did(name="book-global", checked=True))
    assert scopes(it) == [("Harbour", "chat"), ("Log", "global")]
    play(it, Did(name="book-global"))
    assert scopes(it) == [("Harbour", "chat")]


def test_a_book_is_linked_to_a_chat_and_a_character_and_let_go() -> None:
    it = made()
    state = play(it, Did(name="book-link", value=f"chat/{CHAT.id}"), Did(name="book-link", value="character/keeper"))
    assert scopes(it) == [("Harbour", "chat"), ("Log", "chat")]
    assert state.library.characters[-1].book_ids == (LOG,)
    state = play(it, Did(name="book-link", id=f"chat/{CHAT.id}", value="off"))
    assert scopes(it) == [("Harbour", "chat")]
    assert state.library.characters[-1].book_ids == (LOG,)


def test_switching_an_entry_on_the_book_page_keeps_what_was_just_written_there() -> None:
    it = world()

    async def steps(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
        await settle(runtime)
        assert runtime.state.chat is not None
        book = runtime.state.chat.books[0].book
        runtime.tell(actions.Went(route=Route(name="book", id=book.id, sub="1")))
        await settle(runtime)
        runtime.tell(Did(name="entry-field", id="text", value="Newer."))
        runtime.tell(Did(name="entry-toggle", id=f"{book.id}/1"))
        return await settle(runtime)

    open_book = shown(run(it, steps))
    assert (open_book.book.entries[0].text, open_book.book.entries[0].enabled) == ("Newer.", False)
    entry = shown(play(it, book=open_book.book.id)).book.entries[0]
    assert (entry.text, entry.enabled) == ("Newer.", False)


def test_fires_are_counted_in_the_chat_that_was_open() -> None:
    it = world()

    async def steps(runtime: Runtime) -> AppState:
        for said in ("The lamp!", "Nothing."):
            runtime.tell(Did(name="draft", value=said))
            runtime.tell(Did(name="send"))
            await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="book", id="b")))
        return await settle(runtime)

    book = run(it, chat_books)
    assert book.chat is not None
    linked = book.chat.books[0].book

    async def with_book(runtime: Runtime) -> AppState:
        await steps(runtime)
        runtime.tell(actions.Went(route=Route(name="book", id=linked.id)))
        return await settle(runtime)

    fired = shown(run(it, with_book)).fired
    assert fired is not None
    assert fired.replies == 2
    assert fired.times.get(EntryId("1")) in (1, 2)
    assert EntryId("2") not in fired.times


def test_what_another_tab_set_for_every_chat_is_not_written_over() -> None:
    it = made()

    async def steps(runtime: Runtime) -> AppState:
        _, record, text = preferences_row(replace(runtime.state.preferences, global_book_ids=(LOG,)))
        assert text is not None
        it.store.records["settings"][record] = text
        runtime.tell(actions.OtherTabWrote(scope="app", id=""))
        await settle(runtime)
        runtime.tell(Did(name="theme", value="dark"))
        await settle(runtime)
        return runtime.state

    assert run(it, steps).preferences.global_book_ids == (LOG,)
    assert "log" in it.store.records["settings"]["preferences"]
