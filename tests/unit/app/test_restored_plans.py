"""A plan that comes back shows what was sent, whatever was said in it and whatever else is gone."""

import json

import pytest

from loreglass.app import shelves
from loreglass.app.actions import Did
from loreglass.app.runtime import Runtime
from loreglass.app.state import OpenChat
from loreglass.app.strings.toasts import notice
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.chat import Variant
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_backup import brought, made_in, play
from tests.unit.app.test_chatting import BOOK, CHAT, chat_of, say, world

pytestmark = pytest.mark.cpython


async def plan_of(made: World, variant: Variant) -> Plan | None:
    assert variant.plan_id is not None
    shown = await shelves.shown_plan(made.store, variant.plan_id, variant.message_id, variant.id)
    return shown.plan if shown else None


def reply_in(open_chat: OpenChat | None) -> Variant:
    assert open_chat is not None
    return open_chat.variants[open_chat.path[-1].chosen_id]


def test_a_copy_says_what_was_said_though_that_is_the_same_as_an_id_and_its_plan_is_its_own() -> None:
    made = world()

    async def what(runtime: Runtime) -> None:
        for text in (CHAT.id, BOOK.id, "the lamp, b1, c1, m0 and t3"):
            await say(runtime, text)
        plan = await plan_of(made, reply_in(runtime.state.chat))
        data = await made_in(runtime, made)
        changed = {**json.loads(made.store.records["chats"][CHAT.id]), "title": "Changed since"}
        made.store.records["chats"][CHAT.id] = json.dumps(changed)
        await brought(runtime, made, data, "beside")
        copy = next(each for each in runtime.state.library.chats if each.title == "Night (restored)")
        open_chat = await shelves.chat(made.store, copy.id)
        assert open_chat is not None
        said = [open_chat.variants[message.chosen_id].text for message in open_chat.path]
        assert [said[0], said[2], said[4]] == [CHAT.id, BOOK.id, "the lamp, b1, c1, m0 and t3"]
        its = await plan_of(made, reply_in(open_chat))
        assert plan is not None
        assert its is not None
        assert [each.content for each in its.messages] == [each.content for each in plan.messages]
        turns = {each.message_id for each in its.messages if each.message_id}
        assert turns
        assert turns <= {message.id for message in open_chat.path}

    play(made, what)


@pytest.mark.parametrize("way", ["beside", "instead"])
def test_the_plans_that_a_fork_shows_come_back_though_the_chat_they_were_made_in_is_gone(way: str) -> None:
    made = world()

    async def what(runtime: Runtime) -> None:
        state = await say(runtime, "The lamp is out.")
        runtime.tell(Did(name="fork", id=chat_of(state).path[-1].id))
        await settle(runtime)
        runtime.tell(Did(name="chat-delete", id=CHAT.id))
        for name in ("trash-show", "trash-ask", "trash-empty"):
            runtime.tell(Did(name=name))
            await settle(runtime)
        (fork,) = runtime.state.library.chats
        before = await plan_of(made, reply_in(await shelves.chat(made.store, fork.id)))
        assert before is not None
        data = await made_in(runtime, made)
        for store in ("chats", "messages", "variants", "plans", "texts"):
            made.store.records[store] = {}
        state = await brought(runtime, made, data, way)
        assert await plan_of(made, reply_in(await shelves.chat(made.store, fork.id))) == before
        if way == "beside":
            assert "1 thing came back" in notice(state.toasts[-1])

    play(made, what)
