"""Compare in Why: two plans of a chat, what differs, and where the prompts part."""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.records import row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.strings.compare import fork_line, ordinal
from loreglass.app.strings.reasons import plain
from loreglass.app.view_compare import CompareView, compare_view
from loreglass.app.view_fork import fork_words
from loreglass.app.view_prompt import PromptView, prompt_view
from loreglass.domain.ids import VariantId
from loreglass.domain.prompt.compare import fork
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import CHAT, LOCAL, OPENED, chat_of, run, say, sse, world

pytestmark = pytest.mark.cpython


def answering() -> World:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("So it is.")]
    return made


async def two_turns(runtime: Runtime) -> None:
    await say(runtime, "Is the lamp lit?")
    await say(runtime, "Does the bell ring?")


async def click(runtime: Runtime, name: str, item: str = "", value: str = "") -> AppState:
    runtime.tell(Did(name=name, id=item, value=value))
    return await settle(runtime)


def view(state: AppState) -> CompareView:
    return compare_view(chat_of(state))


def prompt_of(state: AppState) -> PromptView:
    return prompt_view(state.panel, chat_of(state))


async def compared(runtime: Runtime) -> AppState:
    await two_turns(runtime)
    return await click(runtime, "why-which", "compare")


def test_the_next_turn_is_compared_with_the_reply_before_it() -> None:
    shown = view(run(answering(), compared))
    assert [one.name for one in shown.after if one.chosen] == ["The next turn"]
    assert [one.name for one in shown.before if one.chosen] == ["The reply before it"]
    assert [one.name for one in shown.after] == ["The next turn", "Message 4", "Message 2"]


def test_what_came_in_is_told_with_its_reason_and_tokens() -> None:
    async def play(runtime: Runtime) -> AppState:
        state = await compared(runtime)
        return await click(runtime, "compare-side", "after", chat_of(state).path[3].chosen_id)

    shown = view(run(answering(), play))
    assert shown.lede == "One came in."
    assert [(one.name, plain(one.said), one.tokens) for one in shown.came] == [
        ("Bell", "bell in message 3, the newest; priority 0.", 4)
    ]
    assert "Memory" in [one.name for one in shown.sections]


def test_what_went_out_is_told_with_why_it_is_not_in() -> None:
    made = answering()

    async def play(runtime: Runtime) -> AppState:
        state = await compared(runtime)
        path = chat_of(state).path
        await click(runtime, "compare-side", "before", path[3].chosen_id)
        return await click(runtime, "compare-side", "after", path[1].chosen_id)

    shown = view(run(made, play))
    assert shown.lede == "One went out."
    assert [one.name for one in shown.went] == ["Bell"]
    assert plain(shown.went[0].said).startswith("No bell in ")


def test_a_plan_compared_with_itself_is_the_same() -> None:
    async def play(runtime: Runtime) -> AppState:
        newest = chat_of(await compared(runtime)).path[3].chosen_id
        await click(runtime, "compare-side", "before", newest)
        return await click(runtime, "compare-side", "after", newest)

    shown = view(run(answering(), play))
    assert shown.lede == "Both prompts are the same."
    assert (shown.came, shown.went, shown.moved, shown.rewritten, shown.sections, shown.fork) == (
        (),
        (),
        (),
        (),
        (),
        "",
    )


def test_two_variants_of_one_message_can_be_compared() -> None:
    async def play(runtime: Runtime) -> AppState:
        await two_turns(runtime)
        await click(runtime, "regenerate")
        return await click(runtime, "why-which", "compare")

    names = [one.name for one in view(run(answering(), play)).before]
    assert names[2:4] == ["Message 4, variant 2", "Message 4, variant 1"]


def test_a_plan_that_is_gone_from_the_store_is_told_of() -> None:
    made = answering()

    async def play(runtime: Runtime) -> AppState:
        await two_turns(runtime)
        plan_id = chat_of(runtime.state).variants[chat_of(runtime.state).path[3].chosen_id].plan_id
        await made.store.write([("plans", str(plan_id), None)], ())
        return await click(runtime, "why-which", "compare")

    assert view(run(made, play)).lede == "One of the two plans is no longer stored. Choose another."


def test_a_choice_that_is_none_changes_nothing() -> None:
    async def play(runtime: Runtime) -> AppState:
        await compared(runtime)
        return await click(runtime, "compare-side", "after", "no-such-variant")

    assert chat_of(run(answering(), play)).pair.after == VariantId("next")


def test_the_prompt_says_up_to_where_it_is_the_same_as_in_the_last_request() -> None:
    async def play(runtime: Runtime) -> AppState:
        await two_turns(runtime)
        return await click(runtime, "panel-tab", "prompt")

    shown = prompt_of(run(answering(), play))
    assert shown.fork.startswith("About the first ")
    assert "same as in the last request; from here the server reads anew" in shown.fork
    (marked,) = [one for one in shown.messages if one.same_characters is not None]
    assert (marked.number, marked.same_characters) == (4, 0)
    assert "in message 4" in shown.fork


def test_two_prompts_have_no_more_in_common_than_the_shorter_one_has() -> None:
    chat = chat_of(run(answering(), lambda runtime: say(runtime, "Is the lamp lit?")))
    after = chat.next_plan
    assert after is not None
    shorter = replace(after, numbers=replace(after.numbers, sent=40), messages=after.messages[:-1])
    found = fork(shorter, after)
    assert found is not None
    assert fork_words(found, shorter, after, chat, last=True).startswith("About the first 40 tokens are the same")


def test_a_first_request_has_nothing_before_it() -> None:
    async def play(runtime: Runtime) -> AppState:
        return await click(runtime, "panel-tab", "prompt")

    assert prompt_of(run(answering(), play)).fork == ""


def test_a_chat_without_a_stored_plan_cannot_be_compared() -> None:
    made = world()
    asyncio.run(made.store.write([row(CHAT)], ()))

    async def play(runtime: Runtime) -> AppState:
        return await click(runtime, "why-which", "compare")

    assert view(run(made, play)).lede == "No reply before this one has a stored plan."


def test_sentences_count_in_words() -> None:
    assert fork_line(0, last=True).startswith("Nothing is the same as in the last request")
    assert fork_line(1, last=False).startswith("The first token is the same as in the prompt before")
    assert [ordinal(place) for place in (1, 2, 11, 21, 22, 103)] == ["first", "second", "11th", "21st", "22nd", "103rd"]
