"""Hide, pin, send without a reply, save and regenerate, write for the user, remember, find, the trash."""

import asyncio
import json
from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.ports import Broke
from loreglass.app.records import character_row, row
from loreglass.app.runtime import Runtime
from loreglass.app.search import PLACES_AT_MOST, current, found_in, places
from loreglass.app.state import SHOWN_MESSAGES, AppState, Route
from loreglass.app.view_chat import message_views, refusal, transcript
from loreglass.app.view_highlights import highlights
from loreglass.app.view_tools import find_view, pins
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.story.chat import Message, Variant
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_branches import branch, did, message, names
from tests.unit.app.test_chatting import (
    ANSEL,
    BOOK,
    CHAT,
    LOCAL,
    OPENED,
    again,
    chat_of,
    opened,
    say,
    sse,
    texts,
    world,
)

pytestmark = pytest.mark.cpython


def sent(made: World) -> list[str]:
    return [each["content"] for each in json.loads(made.net.asked[-1].body)["messages"]]


async def talked(made: World, *turns: tuple[str, str]) -> Runtime:
    runtime = await opened(made)
    for line, answer in turns:
        made.net.script = [OPENED, *sse(answer)]
        await say(runtime, line)
    return runtime


def test_a_hidden_message_is_shown_with_the_reason_but_neither_sent_nor_scanned() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await talked(made, ("The lamp?", "Lit."), ("And?", "Dark."))
        await did(runtime, "hide", message(runtime, 0))
        made.net.script = [OPENED, *sse("Quiet.")]
        return await say(runtime, "Who is there?")

    state = asyncio.run(main())
    assert "The lamp?" not in sent(made)
    assert not any("The lamp is lit." in text for text in sent(made))
    shown = message_views(transcript(state, chat_of(state)))
    assert [view.hidden for view in shown] == [True, False, False, False, False, False]
    assert chat_of(again(made)).path[0].hidden


def test_hiding_can_be_taken_back_by_the_same_button_and_by_undo() -> None:
    made = world(LOCAL)

    async def main() -> None:
        runtime = await talked(made, ("One", "A"))
        await did(runtime, "hide", message(runtime, 0))
        await did(runtime, "hide", message(runtime, 0))
        assert not chat_of(runtime.state).path[0].hidden
        await did(runtime, "undo")
        assert chat_of(runtime.state).path[0].hidden

    asyncio.run(main())


def test_pinned_messages_are_listed_and_jumped_to() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await talked(made, ("One", "The tide\nturns."), ("Two", "B"))
        await did(runtime, "pin", message(runtime, 1))
        return await did(runtime, "jump", message(runtime, 1))

    open_chat = chat_of(asyncio.run(main()))
    (pin,) = pins(open_chat.path, open_chat.variants)
    assert (pin.number, pin.name, pin.excerpt) == (2, "Ansel", "The tide turns.")


def test_a_message_can_be_sent_without_a_reply() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await opened(made)
        runtime.tell(Did(name="draft", value="I wait."))
        return await did(runtime, "send-only")

    state = asyncio.run(main())
    assert (texts(state), chat_of(state).chat.draft, made.net.asked) == (["I wait."], "", [])
    assert texts(again(made)) == ["I wait."]


def test_save_and_regenerate_answers_the_edited_message_anew_and_keeps_the_old_answer() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await talked(made, ("One", "A"))
        await did(runtime, "edit", message(runtime, 0))
        await did(runtime, "edit-draft", value="Other")
        made.net.script = [OPENED, *sse("B")]
        return await did(runtime, "edit-save-reply")

    state = asyncio.run(main())
    assert texts(state) == ["Other", "B"]
    assert len(chat_of(state).path[1].variant_ids) == 2
    assert sent(made)[-1] == "Other"
    assert texts(again(made)) == ["Other", "B"]


def test_save_and_regenerate_further_back_keeps_the_old_way_as_a_branch() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await talked(made, ("One", "A"), ("Two", "B"))
        await did(runtime, "edit", message(runtime, 0))
        await did(runtime, "edit-draft", value="Other")
        made.net.script = [OPENED, *sse("C")]
        await did(runtime, "edit-save-reply")
        assert texts(runtime.state) == ["Other", "C"]
        assert names(runtime.state) == ["Main", "Branch 2"]
        return await did(runtime, "branch-open", branch(runtime, "Main"))

    assert texts(asyncio.run(main())) == ["Other", "A", "Two", "B"]


def test_a_draft_for_the_user_goes_into_the_composer_and_undo_brings_the_old_one_back() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await talked(made, ("One", "A"))
        runtime.tell(Did(name="draft", value="my own words"))
        await settle(runtime)
        made.net.script = [OPENED, *sse("I climb ", "the stair.")]
        await did(runtime, "impersonate")
        assert chat_of(runtime.state).chat.draft == "I climb the stair."
        assert texts(runtime.state) == ["One", "A"]
        await did(runtime, "undo")
        assert chat_of(runtime.state).chat.draft == "my own words"
        await did(runtime, "redo")
        return runtime.state

    state = asyncio.run(main())
    assert chat_of(state).chat.draft == "I climb the stair."
    assert chat_of(again(made)).chat.draft == "I climb the stair."
    assert "message of Nell" in sent(made)[-1]
    assert "Ansel" in sent(made)[0]


def test_a_stopped_draft_is_kept_and_one_that_never_came_leaves_the_old_one() -> None:
    made = world(LOCAL)

    async def main() -> None:
        runtime = await talked(made, ("One", "A"))
        runtime.tell(Did(name="draft", value="old"))
        made.net.script, made.net.hangs = [OPENED, *sse("Half", done=False)], True
        await did(runtime, "impersonate")
        assert chat_of(runtime.state).reply is not None
        await did(runtime, "stop")
        assert (chat_of(runtime.state).reply, chat_of(runtime.state).chat.draft) == (None, "Half")
        made.net.script = [Broke(name="TypeError", message="Failed to fetch")]
        await did(runtime, "impersonate")
        assert (chat_of(runtime.state).chat.draft, chat_of(runtime.state).problem) == ("Half", None)
        assert runtime.state.toasts[-1].code == "draft_failed"

    asyncio.run(main())


def test_a_reply_ends_where_it_would_speak_for_the_user_unless_the_chat_wants_that() -> None:
    made = world(LOCAL)

    async def main() -> None:
        runtime = await talked(made, ("One", "A"))
        assert json.loads(made.net.asked[-1].body)["stop"] == ["\nNell:"]
        runtime.tell(Did(name="chat-stop-at-names", checked=False))
        await say(runtime, "Two")
        assert "stop" not in json.loads(made.net.asked[-1].body)

    asyncio.run(main())


def test_a_reply_that_is_empty_says_so() -> None:
    made = world(LOCAL)

    async def main() -> str:
        runtime = await talked(made, ("One", "A"))
        made.net.script = [OPENED, *sse("")]
        await did(runtime, "continue")
        assert [toast.code for toast in runtime.state.toasts] == ["continue_empty"]
        await did(runtime, "regenerate")
        assert texts(runtime.state) == ["One", "A"]
        return refusal(chat_of(runtime.state))

    assert "empty reply" in asyncio.run(main())


def test_what_is_remembered_is_an_entry_without_keywords_in_the_chats_first_book() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await talked(made, ("One", "The Halloran went down off the point, all hands. Nobody rang."))
        await did(runtime, "remember", message(runtime, 1), "The Halloran went down off the point, all hands.")
        assert made.page.went[-1].startswith("#/b/b1/e/")
        runtime.tell(actions.Went(route=Route(name="book", id="b1", sub=made.page.went[-1].rsplit("/", 1)[-1])))
        return await settle(runtime)

    state = asyncio.run(main())
    assert state.book is not None
    entry = state.book.book.entries[-1]
    assert (entry.name, entry.keywords) == ("The Halloran went down off", ())
    assert entry.text == "The Halloran went down off the point, all hands."
    assert len(state.book.book.entries) == len(BOOK.entries) + 1


def test_without_a_book_remembering_makes_one_for_the_chat_and_undo_takes_it_back() -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write([row(replace(CHAT, book_ids=()))], ()))

    async def main() -> AppState:
        runtime = await talked(made, ("One", "The tide turns."))
        await did(runtime, "remember", message(runtime, 1))
        (linked,) = chat_of(runtime.state).books
        assert (linked.book.name, linked.book.entries[0].text) == ("Night", "The tide turns.")
        assert chat_of(runtime.state).chat.book_ids == (linked.book.id,)
        await did(runtime, "toast-undo", runtime.state.toasts[-1].id)
        return runtime.state

    assert [book.name for book in asyncio.run(main()).library.books] == ["Harbour"]


def long_chat(count: int) -> list[tuple[str, str, str | None]]:
    rows = []
    for at in range(count):
        message_id, variant_id = MessageId(f"m{at}"), VariantId(f"v{at}")
        text = f"Line {at}, of the İstanbul road." if at % 100 == 0 else f"Line {at}."
        rows.append(
            row(Variant(id=variant_id, chat_id=CHAT.id, message_id=message_id, text=text, source="user")),
        )
        parent = MessageId(f"m{at - 1}") if at else None
        rows.append(
            row(
                Message(
                    id=message_id,
                    chat_id=CHAT.id,
                    parent_id=parent,
                    speaker="user",
                    name="Nell",
                    variant_ids=(variant_id,),
                    chosen_id=variant_id,
                )
            )
        )
    rows.append(row(replace(CHAT, head_id=MessageId(f"m{count - 1}"), message_count=count)))
    return rows


def test_finding_reaches_messages_that_are_not_on_the_screen_and_shows_what_is_around_them() -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write(long_chat(1000), ()))

    async def main() -> None:
        runtime = await opened(made)
        await did(runtime, "find-open")
        await did(runtime, "find-text", value="ROAD")
        view = find_view(chat_of(runtime.state))
        assert view is not None
        assert view.found == "10 of 10, in message 901"
        await did(runtime, "find-next")
        open_chat = chat_of(runtime.state)
        place = current(open_chat)
        assert place is not None
        assert (place.at, open_chat.shown_from, open_chat.shown_to) == (0, 0, SHOWN_MESSAGES)
        shown = message_views(transcript(runtime.state, open_chat))
        assert (shown[0].number, len(shown)) == (1, SHOWN_MESSAGES)
        marked = json.loads(highlights(runtime.state))
        assert [(one["message"], one["text"], one["name"]) for one in marked] == [
            ("m0", "road", "here"),
            ("m100", "road", "found"),
        ]
        await did(runtime, "find-previous")
        assert chat_of(runtime.state).shown_to is None
        await did(runtime, "find-text", value="nowhere")
        view = find_view(chat_of(runtime.state))
        assert view is not None
        assert (view.found, view.any) == ("Not in this chat", False)
        await did(runtime, "find-close")
        assert json.loads(highlights(runtime.state)) == []

    asyncio.run(main())


def lines(*said: str) -> tuple[tuple[Message, ...], dict[VariantId, Variant]]:
    path, variants = list[Message](), dict[VariantId, Variant]()
    for at, text in enumerate(said):
        one = Variant(id=VariantId(str(at)), chat_id=CHAT.id, message_id=MessageId(str(at)), text=text, source="user")
        variants[one.id] = one
        path.append(
            Message(
                id=one.message_id,
                chat_id=CHAT.id,
                parent_id=None,
                speaker="user",
                name="",
                variant_ids=(one.id,),
                chosen_id=one.id,
            )
        )
    return tuple(path), variants


def test_places_are_those_of_the_text_whatever_its_case() -> None:
    said = ("İİ The Bell", "bell. BELL")
    hits, more = places(*lines(*said), "bell")
    assert [said[each.at][each.start : each.end] for each in hits] == ["Bell", "bell", "BELL"]
    assert not more


def test_of_very_many_places_the_newest_are_found() -> None:
    hits, more = places(*lines(*["tick " * (PLACES_AT_MOST - 1)] * 3), "tick")
    assert (len(hits), more) == (PLACES_AT_MOST, True)
    assert [(hits[at].at, hits[at].start) for at in (0, 1, -1)] == [
        (1, 5 * (PLACES_AT_MOST - 2)),
        (2, 0),
        (2, 5 * (PLACES_AT_MOST - 2)),
    ]


def test_what_was_deleted_is_in_the_trash_comes_back_and_goes_for_good_only_when_confirmed() -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write([character_row(replace(ANSEL, note="Owes me a lamp."))], ()))

    async def main() -> None:
        runtime = await talked(made, ("One", "A"))
        for name, item in (("chat-delete", CHAT.id), ("book-delete", BOOK.id), ("character-delete", ANSEL.id)):
            await did(runtime, name, item)
        await did(runtime, "trash-show")
        trash = runtime.state.trash
        assert trash is not None
        assert [(item.store, item.name, item.note) for item in trash.items or ()] == [
            ("books", "Harbour", "2 entries"),
            ("characters", "Ansel", ""),
            ("chats", "Night", "2 messages"),
        ]
        await did(runtime, "trash-restore", f"characters:{ANSEL.id}")
        assert [who.note for who in runtime.state.library.characters] == ["Owes me a lamp."]
        await did(runtime, "trash-empty")
        assert made.store.records["messages"]
        await did(runtime, "trash-ask")
        await did(runtime, "trash-empty")
        assert runtime.state.trash is not None
        assert runtime.state.trash.items == ()

    asyncio.run(main())
    for store in ("chats", "messages", "variants", "plans", "books", "entries"):
        assert made.store.records[store] == {}, store
    assert list(made.store.records["characters"]) == [ANSEL.id]


def test_nothing_is_found_where_no_search_is_open() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        return (await talked(made, ("One", "A"))).state

    open_chat = chat_of(asyncio.run(main()))
    assert found_in(open_chat) == ((), False)
    assert current(open_chat) is None
