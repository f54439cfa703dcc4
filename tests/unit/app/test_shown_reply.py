"""Which reply *This reply* of Why is about."""

import pytest

from loreglass.app.actions import Did
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import LOCAL, OPENED, chat_of, run, say, sse, world

pytestmark = pytest.mark.cpython


def answering() -> World:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("So it is.")]
    return made


async def look(runtime: Runtime, which: str) -> AppState:
    runtime.tell(Did(name="why-which", id=which))
    return await settle(runtime)


def place(state: AppState) -> int:
    """The number of the message whose plan is shown."""
    chat = chat_of(state)
    assert chat.shown_plan is not None
    return [message.id for message in chat.path].index(chat.shown_plan.message_id) + 1


def test_after_another_turn_it_is_the_newest_again() -> None:
    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Is the lamp lit?")
        assert place(await look(runtime, "reply")) == 2
        await look(runtime, "next")
        await say(runtime, "And now?")
        return await look(runtime, "reply")

    assert place(run(answering(), play)) == 4


def test_it_goes_on_to_a_new_reply_but_stays_with_an_older_one_that_was_chosen() -> None:
    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Is the lamp lit?")
        await look(runtime, "reply")
        assert place(await say(runtime, "And now?")) == 4
        runtime.tell(Did(name="why-reply", id=chat_of(runtime.state).path[1].id))
        assert place(await settle(runtime)) == 2
        return await say(runtime, "And then?")

    assert place(run(answering(), play)) == 2
