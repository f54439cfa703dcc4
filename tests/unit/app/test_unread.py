"""One record that cannot be read costs the user that record, and nothing else; it stays in the store as it is."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.records import entry_row
from loreglass.app.runtime import Runtime
from loreglass.app.scenes import turns_of
from loreglass.app.state import AppState, Route
from loreglass.app.strings.toasts import notice
from loreglass.app.unread import ENTRY_NAME, UNREAD, UnreadMessage, is_unread, is_unread_entry, read_entry
from loreglass.app.view_chat import message_views, transcript, unread
from loreglass.domain.ids import EntryId, MessageId, VariantId
from loreglass.shell.ui.chat import chat, chat_slices
from loreglass.shell.ui.message import article
from tests.ui import trees
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import CHAT, chat_of, run, say, texts, world

pytestmark = pytest.mark.cpython

Damage = Callable[[dict[str, Any]], dict[str, Any]]


def told(turns: int = 2) -> World:
    """A chat of so many turns, as the store has it."""
    made = world()

    async def play(runtime: Runtime) -> AppState:
        for number in range(turns):
            await say(runtime, f"The lamp is out, {number}.")
        return runtime.state

    run(made, play)
    return made


def path_ids(made: World) -> list[str]:
    return [message.id for message in chat_of(reopened(made)).path]


def reopened(made: World, play: Callable[[Runtime], Awaitable[object]] | None = None) -> AppState:
    """The page after a reload, the chat open, and what the user does then."""

    async def main(runtime: Runtime) -> AppState:
        if play:
            await play(runtime)
        return await settle(runtime)

    return run(made, main)


def damage(made: World, store: str, name: str, how: Damage) -> str:
    """The record as it is now in the store: spoiled."""
    spoiled = json.dumps(how(json.loads(made.store.records[store][name])))
    made.store.records[store][name] = spoiled
    return spoiled


def bad_speaker(record: dict[str, Any]) -> dict[str, Any]:
    return {**record, "speaker": 5}


def only_ids(record: dict[str, Any]) -> dict[str, Any]:
    return {name: record[name] for name in ("id", "chat")}


def chosen_of(made: World, message_id: str) -> str:
    return str(json.loads(made.store.records["messages"][message_id])["chosen_id"])


@pytest.mark.parametrize("how", [bad_speaker, only_ids])
@pytest.mark.parametrize("at", [0, 1, 3])
def test_a_message_that_cannot_be_read_stands_marked_in_its_place_and_the_chat_opens(how: Damage, at: int) -> None:
    made = told()
    whole = texts(reopened(made))
    name = path_ids(made)[at]
    damage(made, "messages", name, how)
    state = reopened(made)
    assert [message.id for message in chat_of(state).path][at] == name
    assert texts(state) == [*whole[:at], "", *whole[at + 1 :]]
    views = message_views(transcript(state, chat_of(state)))
    assert [view.unread for view in views] == [place == at for place in range(len(whole))]
    assert "cannot be read; it is kept as it is in the store" in trees.text(article(views[at]))
    assert "You hid this" not in trees.text(article(views[at]))
    assert "1 message" in unread(chat_of(state))
    frame = chat(*chat_slices(state, chat_of(state)))  # type: ignore[arg-type]
    assert "a backup from before may hold it whole" in trees.text(frame)


@pytest.mark.parametrize("gone", [True, False])
def test_a_message_whose_wording_is_gone_or_cannot_be_read_stands_marked_in_its_place(gone: bool) -> None:
    made = told()
    whole, name = texts(reopened(made)), path_ids(made)[2]
    if gone:
        del made.store.records["variants"][chosen_of(made, name)]
    else:
        damage(made, "variants", chosen_of(made, name), lambda record: {**record, "text": 7})
    state = reopened(made)
    assert texts(state) == [*whole[:2], "", whole[3]]
    assert [is_unread(message) for message in chat_of(state).path] == [False, False, True, False]


def test_what_cannot_be_read_is_neither_sent_nor_scanned() -> None:
    made = told()
    name = path_ids(made)[2]
    damage(made, "variants", chosen_of(made, name), lambda record: {**record, "text": 7})

    async def play(runtime: Runtime) -> None:
        runtime.tell(Did(name="hide", id=name))
        await say(runtime, "And now?")

    state = reopened(made, play)
    open_chat = chat_of(state)
    assert name not in [turn.message_id for turn in turns_of(open_chat.path, open_chat.variants)]
    reply = open_chat.variants[open_chat.path[-1].chosen_id]
    stored = made.store.records["plans"][str(reply.plan_id)]
    assert name not in stored
    assert "cannot be read" not in json.dumps(made.store.records["texts"])


@pytest.mark.parametrize("store", ["messages", "variants"])
def test_writing_on_deleting_before_it_and_undo_leave_the_record_as_it_is(store: str) -> None:
    made = told()
    ids = path_ids(made)
    name = ids[1] if store == "messages" else chosen_of(made, ids[1])
    before = damage(made, store, name, bad_speaker if store == "messages" else lambda each: {**each, "text": 7})

    async def play(runtime: Runtime) -> None:
        await say(runtime, "More.")
        runtime.tell(Did(name="delete", id=ids[1]))
        await settle(runtime)
        runtime.tell(Did(name="undo"))
        await settle(runtime)

    reopened(made, play)
    assert json.loads(made.store.records[store][name]) == json.loads(before)

    async def first_goes(runtime: Runtime) -> None:
        runtime.tell(Did(name="delete", id=ids[0]))

    reopened(made, first_goes)
    kept = json.loads(made.store.records[store][name])
    assert {**kept, "parent_id": None} == {**json.loads(before), "parent_id": None}
    assert path_ids(made)[0] == ids[1]


def test_the_user_may_write_it_anew_and_what_was_there_is_kept_beside() -> None:
    made = told()
    name = path_ids(made)[1]
    before = damage(made, "messages", name, bad_speaker)

    async def play(runtime: Runtime) -> None:
        runtime.tell(Did(name="edit", id=name))
        runtime.tell(Did(name="edit-draft", value="What I remember of it."))
        runtime.tell(Did(name="edit-save"))

    reopened(made, play)
    state = reopened(made)
    assert texts(state)[1] == "What I remember of it."
    assert not any(map(is_unread, chat_of(state).path))
    assert not chat_of(state).path[1].hidden
    assert json.loads(json.loads(made.store.records["messages"][name])["kept"]) == json.loads(before)


def test_another_wording_of_the_message_can_be_chosen_and_is_sent_again() -> None:
    made = told(1)
    name = path_ids(made)[1]

    async def again(runtime: Runtime) -> None:
        runtime.tell(Did(name="regenerate"))

    reopened(made, again)
    damage(made, "variants", chosen_of(made, name), lambda record: {**record, "text": 7})
    assert is_unread(chat_of(reopened(made)).path[1])

    async def before(runtime: Runtime) -> None:
        runtime.tell(Did(name="variant-prev", id=name))

    for state in (reopened(made, before), reopened(made)):
        assert not is_unread(chat_of(state).path[1])
        assert not chat_of(state).path[1].hidden
    assert "hidden" not in json.loads(made.store.records["messages"][name])


def test_a_message_that_the_user_had_hidden_stays_hidden_by_the_user() -> None:
    a, b = VariantId("a"), VariantId("b")
    message = UnreadMessage(
        id=MessageId("m"),
        chat_id=CHAT.id,
        parent_id=None,
        speaker="user",
        name="",
        hidden=True,
        variant_ids=(a, b),
        chosen_id=a,
        unread_ids=(a,),
    )
    assert replace(message, chosen_id=b).hidden
    assert not replace(replace(message, hidden=False), chosen_id=b).hidden


def test_a_fork_of_such_a_chat_opens_with_the_mark_too() -> None:
    made = told()
    ids = path_ids(made)
    damage(made, "messages", ids[1], bad_speaker)
    damage(made, "variants", chosen_of(made, ids[2]), lambda record: {**record, "text": 7})

    async def play(runtime: Runtime) -> None:
        runtime.tell(Did(name="fork", id=ids[3]))
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chat", id=made.page.went[-1].removeprefix("#/c/"))))

    state = reopened(made, play)
    assert chat_of(state).chat.title == "Night (fork)"
    assert [is_unread(message) for message in chat_of(state).path] == [False, True, True, False]


def test_an_entry_that_cannot_be_read_sleeps_in_its_place_and_the_rest_of_the_book_is_there() -> None:
    made = world()
    before = damage(made, "entries", "b1/1", lambda record: {**record, "entry": "lamp"})
    state = reopened(made)
    (linked,) = chat_of(state).books
    first, second = linked.book.entries
    assert (first.id, first.name, first.enabled, second.name) == ("1", ENTRY_NAME, False, "Bell")
    assert "1 entry" in unread(chat_of(state))

    async def play(runtime: Runtime) -> None:
        runtime.tell(actions.Went(route=Route(name="book", id="b1")))
        await settle(runtime)
        runtime.tell(Did(name="entry-new"))
        await settle(runtime)

    reopened(made, play)
    assert json.loads(made.store.records["entries"]["b1/1"]) == json.loads(before)
    assert json.loads(made.store.records["books"]["b1"])["order"][:2] == ["1", "2"]


def test_an_entry_written_anew_keeps_what_was_there_beside_it() -> None:
    record: dict[str, object] = {"id": "b1/1", "book": "b1", "entry": 5}
    entry = read_entry(record, EntryId("1"))
    assert json.loads(entry_row("b1", entry)[2] or "") == record
    assert json.loads(entry_row("other", replace(entry, id=EntryId("9"), enabled=True))[2] or "") == {
        "id": "other/9",
        "book": "other",
        "entry": 5,
    }
    anew = json.loads(entry_row("b1", replace(entry, text="The lamp."))[2] or "")
    assert read_entry(anew, EntryId("1")).text == "The lamp."
    assert not is_unread_entry(read_entry(anew, EntryId("1")))
    assert anew["entry"]["raw"] == record


def test_a_chat_opens_without_whoever_cannot_be_read() -> None:
    made = told(1)
    damage(made, "personas", "p1", lambda record: {**record, "name": 1})
    damage(made, "settings", "endpoint", lambda record: {**record, "url": "http://x", "reply_tokens": "many"})
    state = reopened(made)
    assert chat_of(state).persona is None
    assert len(chat_of(state).path) == 2
    assert chat_of(state).chat.persona_id == "p1"


def test_the_page_starts_and_says_how_much_cannot_be_read_and_what_to_do() -> None:
    made = told(1)
    made.store.records["chats"]["bad"] = json.dumps({"id": "bad", "title": 5})
    made.store.records["personas"]["bad"] = json.dumps({"id": "bad"})
    made.store.records["personas"]["gone"] = json.dumps({"id": "gone"})
    made.store.records["settings"]["trash:personas:gone"] = json.dumps({"id": "trash:personas:gone"})
    before = {name: dict(held) for name, held in made.store.records.items()}
    state = reopened(made)
    assert [each.id for each in state.library.chats] == [CHAT.id]
    (said,) = [notice(each) for each in state.toasts if each.code == "unread"]
    assert "1 chat and 1 persona" in said
    assert "backup" in said
    assert made.store.records == before


def test_a_chat_of_which_all_can_be_read_says_nothing_of_it() -> None:
    state = reopened(told(1))
    assert unread(chat_of(state)) == ""
    assert state.toasts == ()
    assert not any(variant.problem == UNREAD for variant in chat_of(state).variants.values())


values = st.sampled_from([None, 5, "", "x", [], {}, [1], True])


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_wrong_with_one_record_the_chat_opens_and_nothing_in_the_store_changes(data: st.DataObject) -> None:
    made = told()
    count = len(path_ids(made))
    store = data.draw(st.sampled_from(["messages", "variants", "books", "entries", "characters", "personas"]))
    name = data.draw(st.sampled_from(sorted(made.store.records[store])))
    record = json.loads(made.store.records[store][name])
    field = data.draw(st.sampled_from(sorted(record.keys() - {"id", "chat"})))
    value = data.draw(values)
    spoiled = {key: each for key, each in record.items() if key != field} if value is True else {**record, field: value}
    made.store.records[store][name] = json.dumps(spoiled)
    before = {each: dict(held) for each, held in made.store.records.items()}
    state = reopened(made)
    open_chat = chat_of(state)
    assert made.store.records == before
    message_views(transcript(state, open_chat))
    if field != "parent_id" or value not in ("", "x"):
        assert len(open_chat.path) == count
    assert all(each in open_chat.variants for message in open_chat.path for each in message.variant_ids)
