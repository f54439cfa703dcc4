import asyncio

import pytest

from loreglass.app.state import AppState
from loreglass.app.view_chat import message_views, transcript
from tests.unit.app.test_branches import did
from tests.unit.app.test_chatting import LOCAL, OPENED, chat_of, opened, say, sse, world
from tests.unit.app.test_message_actions import long_chat

pytestmark = pytest.mark.cpython


def test_a_message_sent_from_far_back_brings_the_end_of_the_chat_onto_the_screen() -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write(long_chat(1000), ()))
    made.net.script = [OPENED, *sse("Heard.")]

    async def main() -> AppState:
        runtime = await opened(made)
        await did(runtime, "jump", "m10")
        assert chat_of(runtime.state).shown_to is not None
        return await say(runtime, "Hello")

    state = asyncio.run(main())
    assert chat_of(state).shown_to is None
    assert message_views(transcript(state, chat_of(state)))[-1].number == 1002


@pytest.mark.parametrize("name", ["newest", "regenerate", "impersonate"])
def test_what_is_asked_for_from_far_back_shows_the_end_of_the_chat(name: str) -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write(long_chat(1000), ()))
    made.net.script = [OPENED, *sse("Heard.")]

    async def main() -> AppState:
        runtime = await opened(made)
        await did(runtime, "jump", "m10")
        return await did(runtime, name)

    assert chat_of(asyncio.run(main())).shown_to is None


def test_another_branch_of_a_long_chat_opens_around_the_message_where_the_two_part() -> None:
    made = world(LOCAL)
    asyncio.run(made.store.write(long_chat(1000), ()))

    async def main() -> AppState:
        runtime = await opened(made)
        await did(runtime, "branch-here", "m300")
        return await did(runtime, "branch-open", chat_of(runtime.state).chat.branches[0].id)

    open_chat = chat_of(asyncio.run(main()))
    assert len(open_chat.path) == 1000
    assert open_chat.shown_to is not None
    assert open_chat.shown_from < 300 < open_chat.shown_to - 1
