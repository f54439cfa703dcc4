import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.endpoints import Endpoint
from loreglass.app.ports import Broke, Opened
from loreglass.app.records import book_rows, character_row, endpoint_rows, preferences_row, row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, OpenChat, Preferences, Route
from loreglass.domain.ids import BookId, CharacterId, ChatId, EntryId, PersonaId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat
from tests.unit.app.fakes import World, settle

pytestmark = pytest.mark.cpython  # the browser's loop cannot be run to its end from inside a test

BOOK = Book(
    id=BookId("b1"),
    name="Harbour",
    entries=(
        Entry(id=EntryId("1"), name="Lamp", text="The lamp is lit.", keywords=("lamp",)),
        Entry(id=EntryId("2"), name="Bell", text="The bell is cast.", keywords=("bell",)),
    ),
)
ANSEL = Character(id=CharacterId("c1"), name="Ansel", greeting="Hello, {{user}}.", alternate_greetings=("Go away.",))
NELL = Persona(id=PersonaId("p1"), name="Nell")
CHAT = Chat(id=ChatId("chat"), title="Night", character_id=ANSEL.id, persona_id=NELL.id, book_ids=(BOOK.id,))
OPENED = Opened(status=200, headers={"content-type": "text/event-stream"})


def sse(*texts: str, done: bool = True) -> list[bytes]:
    chunks = [f"data: {json.dumps({'choices': [{'delta': {'content': text}}]})}\n\n" for text in texts]
    end = ['data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n', "data: [DONE]\n\n"] if done else []
    return [chunk.encode() for chunk in (*chunks, *end)]


def world(endpoint: Endpoint | None = None) -> World:
    made = World()
    rows = [row(CHAT), row(NELL), character_row(ANSEL), *book_rows(BOOK), preferences_row(Preferences())]
    rows += endpoint_rows(endpoint or Endpoint())
    asyncio.run(made.store.write(rows, ()))
    return made


LOCAL = Endpoint(url="http://localhost:9/v1", model="m", key="sk-secret", context_tokens=4096, reply_tokens=64)


async def opened(made: World) -> Runtime:
    runtime = made.runtime()
    await runtime.start()
    runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
    await settle(runtime)
    return runtime


def run(made: World, play: Callable[[Runtime], Awaitable[AppState]]) -> AppState:
    async def main() -> AppState:
        return await play(await opened(made))

    return asyncio.run(main())


async def say(runtime: Runtime, text: str) -> AppState:
    runtime.tell(Did(name="draft", value=text))
    runtime.tell(Did(name="send"))
    return await settle(runtime)


def chat_of(state: AppState) -> OpenChat:
    assert state.chat is not None
    return state.chat


def texts(state: AppState) -> list[str]:
    open_chat = chat_of(state)
    return [open_chat.variants[message.chosen_id].text for message in open_chat.path]


def again(made: World) -> AppState:
    """What a reload of the page shows."""

    async def nothing(runtime: Runtime) -> AppState:
        return runtime.state

    return run(made, nothing)


def test_what_was_said_and_answered_is_there_after_a_reload() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("The lamp ", "turns.")]
    state = run(made, lambda runtime: say(runtime, "Is the lamp lit?"))
    assert texts(state) == ["Is the lamp lit?", "The lamp turns."]
    assert texts(again(made)) == texts(state)
    assert chat_of(state).unsaved == 0


def test_the_request_holds_the_woken_entry_and_the_plan_says_the_same() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Yes.")]

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Is the lamp lit?")
        runtime.tell(Did(name="why-which", id="reply"))
        return await settle(runtime)

    state = run(made, play)
    sent = json.loads(made.net.asked[0].body)["messages"]
    shown = chat_of(state).shown_plan
    assert shown is not None
    assert sent == [{"role": message.role, "content": message.content} for message in shown.plan.messages]
    assert any("The lamp is lit." in message["content"] for message in sent)
    assert not any("The bell is cast." in message["content"] for message in sent)


def test_a_cut_stream_keeps_its_text_and_says_so() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Half a ", "sentence", done=False)]
    state = run(made, lambda runtime: say(runtime, "Go on."))
    open_chat = chat_of(state)
    reply = open_chat.variants[open_chat.path[-1].chosen_id]
    assert (reply.text, reply.state, reply.problem) == ("Half a sentence", "failed", "cut_off")
    assert open_chat.problem is not None
    assert open_chat.problem.kind == "cut_off"


def test_a_refused_connection_keeps_the_users_message_and_adds_no_empty_reply() -> None:
    made = world(LOCAL)
    made.net.script = [Broke(name="TypeError", message="Failed to fetch")]
    state = run(made, lambda runtime: say(runtime, "Anyone?"))
    assert texts(state) == ["Anyone?"]
    assert texts(again(made)) == ["Anyone?"]
    problem = chat_of(state).problem
    assert problem is not None
    assert problem.kind == "refused_or_cors_or_offline"


def test_stop_keeps_what_came() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("So far", done=False)]
    made.net.hangs = True

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Tell me.")
        assert chat_of(runtime.state).reply is not None
        runtime.tell(Did(name="stop"))
        return await settle(runtime)

    state = run(made, play)
    open_chat = chat_of(state)
    assert open_chat.reply is None
    assert open_chat.variants[open_chat.path[-1].chosen_id].state == "stopped"
    assert texts(again(made)) == ["Tell me.", "So far"]


def test_a_tab_that_dies_while_streaming_keeps_the_last_checkpoint() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("One ", "two ", "three ", "four", done=False)]
    made.net.hangs = True
    run(made, lambda runtime: say(runtime, "Count."))
    kept = texts(again(made))
    assert kept[0] == "Count."
    assert kept[1].startswith("One two")


def test_another_chat_opening_keeps_the_reply_that_was_coming() -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write([row(replace(CHAT, id=ChatId("other"), title="Other"))], ()))
    made.net.script = [OPENED, *sse("Half", done=False)]
    made.net.hangs = True

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Wait.")
        runtime.tell(actions.Went(route=Route(name="chat", id="other")))
        return await settle(runtime)

    run(made, play)
    assert texts(again(made)) == ["Wait.", "Half"]


def test_regenerate_adds_a_variant_and_both_can_be_chosen() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("First")]

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Hm?")
        made.net.script = [OPENED, *sse("Second")]
        runtime.tell(Did(name="regenerate"))
        await settle(runtime)
        assert texts(runtime.state)[-1] == "Second"
        runtime.tell(Did(name="variant-prev", id=chat_of(runtime.state).path[-1].id))
        return await settle(runtime)

    state = run(made, play)
    assert len(chat_of(state).path) == 2
    assert texts(again(made)) == ["Hm?", "First"]


def test_continue_carries_the_reply_on() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("The tide")]

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "And?")
        made.net.script = [OPENED, *sse(" turns.")]
        runtime.tell(Did(name="continue"))
        return await settle(runtime)

    run(made, play)
    assert texts(again(made)) == ["And?", "The tide turns."]
    last = json.loads(made.net.asked[-1].body)["messages"][-1]
    assert last == {"role": "assistant", "content": "The tide"}


def test_deleting_can_be_undone_and_redone() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Answer")]

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Question")
        runtime.tell(Did(name="delete-from", id=chat_of(runtime.state).path[0].id))
        await settle(runtime)
        assert texts(runtime.state) == []
        runtime.tell(Did(name="toast-undo", id=runtime.state.toasts[-1].id))
        await settle(runtime)
        assert texts(runtime.state) == ["Question", "Answer"]
        runtime.tell(Did(name="redo"))
        return await settle(runtime)

    state = run(made, play)
    assert texts(state) == []
    assert texts(again(made)) == []


def test_an_edit_replaces_the_words_but_not_the_plan_that_was_sent() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Answer")]

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Is the lamp lit?")
        first = chat_of(runtime.state).path[0].id
        runtime.tell(Did(name="edit", id=first))
        runtime.tell(Did(name="edit-draft", value="Is the bell cast?"))
        runtime.tell(Did(name="edit-save"))
        await settle(runtime)
        runtime.tell(Did(name="why-which", id="reply"))
        return await settle(runtime)

    state = run(made, play)
    assert texts(state)[0] == "Is the bell cast?"
    shown = chat_of(state).shown_plan
    assert shown is not None
    assert shown.plan.messages[-1].content == "Is the lamp lit?"


def test_a_full_device_is_told_and_nothing_is_shown_as_saved() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        made.store.full = True
        runtime.tell(Did(name="draft", value="lost?"))
        return await settle(runtime)

    state = run(made, play)
    assert chat_of(state).unsaved > 0
    assert [toast.code for toast in state.toasts] == ["store_quota"]
    assert chat_of(state).chat.draft == "lost?"


def test_the_draft_survives_a_reload() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="draft", value="half a thought"))
        return await settle(runtime)

    run(made, play)
    assert chat_of(again(made)).chat.draft == "half a thought"


def test_a_guest_with_nothing_set_gets_a_labelled_demo_reply_and_nothing_is_sent() -> None:
    made = world()
    state = run(made, lambda runtime: say(runtime, "Is the lamp lit?"))
    open_chat = chat_of(state)
    reply = open_chat.variants[open_chat.path[-1].chosen_id]
    assert reply.source == "demo"
    assert "Lamp" in reply.text
    assert made.net.asked == []


def test_a_key_is_in_no_record_but_its_own_and_only_when_kept() -> None:
    made = world(replace(LOCAL, remember_key=False))
    assert "sk-secret" not in json.dumps(made.store.records)
    made = world(replace(LOCAL, remember_key=True))
    held = {store: json.dumps(records) for store, records in made.store.records.items()}
    assert [store for store, text in held.items() if "sk-secret" in text] == ["secrets"]
    assert again(made).endpoint.saved.key == "sk-secret"


def test_a_new_chat_begins_with_every_greeting_as_a_variant_names_filled_in() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="character-chat", id=ANSEL.id))
        runtime.tell(Did(name="chat-create"))
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chat", id=made.page.went[-1].removeprefix("#/c/"))))
        return await settle(runtime)

    state = run(made, play)
    open_chat = chat_of(state)
    assert [open_chat.variants[each].text for each in open_chat.path[0].variant_ids] == ["Hello, Nell.", "Go away."]


def test_a_blank_greeting_is_none_and_the_chosen_one_is_the_one_that_was_shown() -> None:
    made = world()
    card = replace(ANSEL, greeting=" ", alternate_greetings=("", "First.", "Second."))
    asyncio.run(made.store.write([character_row(card)], ()))

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="character-chat", id=ANSEL.id))
        runtime.tell(Did(name="chat-new-field", id="greeting", value="1"))
        runtime.tell(Did(name="chat-create"))
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chat", id=made.page.went[-1].removeprefix("#/c/"))))
        return await settle(runtime)

    assert card.greetings == ("First.", "Second.")
    assert texts(run(made, play)) == ["Second."]


def test_a_fork_has_everything_up_to_the_message_and_leaves_the_chat_as_it_is() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Answer")]

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Question")
        runtime.tell(Did(name="fork", id=chat_of(runtime.state).path[0].id))
        await settle(runtime)
        runtime.tell(actions.Went(route=Route(name="chat", id=made.page.went[-1].removeprefix("#/c/"))))
        return await settle(runtime)

    assert texts(run(made, play)) == ["Question"]
    assert texts(again(made)) == ["Question", "Answer"]


def test_a_second_tab_only_reads() -> None:
    made = world()
    made.page.writer = False

    async def play(runtime: Runtime) -> AppState:
        return await say(runtime, "Me too!")

    state = run(made, play)
    assert texts(state) == []
    assert not chat_of(state).writer


def test_a_draft_that_does_not_fit_leaves_no_older_plan_on_the_screen() -> None:
    made = world(LOCAL)

    async def play(runtime: Runtime) -> AppState:
        assert chat_of(runtime.state).next_plan is not None
        runtime.tell(Did(name="draft", value="The lamp turns. " * 4000))
        await settle(runtime)
        assert chat_of(runtime.state).next_plan is None
        assert "too long for the context" in chat_of(runtime.state).plan_problem
        runtime.tell(Did(name="draft", value="The lamp turns."))
        return await settle(runtime)

    state = run(made, play)
    assert chat_of(state).next_plan is not None
    assert chat_of(state).plan_problem == ""
