"""What a preset does to a request: texts, samplers, templates, a beginning; and what is said where it is too long."""

import json

import pytest

from loreglass.app import actions
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Panel, Route
from loreglass.app.strings.presets import NO_MESSAGES
from loreglass.app.view_too_long import too_long
from loreglass.app.view_why import why_view
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import CHAT, LOCAL, OPENED, chat_of, run, say, sse, texts
from tests.unit.app.test_presets import FOG, did, edited, shown, with_fog

pytestmark = pytest.mark.cpython


def body_of(made: World) -> dict[str, object]:
    found = json.loads(made.net.asked[-1].body)
    assert isinstance(found, dict)
    return found


async def in_chat(runtime: Runtime) -> AppState:
    """The chat is open and plays by the preset."""
    runtime.tell(actions.Went(route=Route(name="chat", id=CHAT.id)))
    await settle(runtime)
    return await did(runtime, "chat-preset", value="fog")


def test_what_the_chats_preset_says_is_in_the_request() -> None:
    made = with_fog(LOCAL)
    made.net.script = [OPENED, *sse("Yes.")]

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "chat-preset", value="fog")
        return await say(runtime, "Is it day?")

    run(made, play)
    body = body_of(made)
    assert str(body["messages"]).count("There is fog around Ansel.") == 1
    assert body["temperature"] == 0.3
    assert body["max_tokens"] == 33
    assert "THE END" in body["stop"]  # type: ignore[operator]


def test_a_fault_in_the_template_names_its_line_and_nothing_is_sent() -> None:
    made = with_fog(LOCAL)

    async def play(runtime: Runtime) -> AppState:
        state = await did(runtime, "preset-field", "template", "{{ system }}\n{% for %}")
        assert shown(state).template_trouble.startswith("Line 2: ")
        await in_chat(runtime)
        return await say(runtime, "Is it day?")

    state = edited(made, play)
    assert made.net.asked == []
    assert "line 2" in chat_of(state).plan_problem
    stuck = too_long(chat_of(state), state.library.presets[0])
    assert stuck is not None
    assert stuck.href == "#/presets/fog"


def test_a_template_writes_the_prompt() -> None:
    made = with_fog(LOCAL)
    made.net.script = [OPENED, *sse("Yes.")]

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "preset-field", "template", "In brief: {% for line in chat %}{{ line.text }}{% endfor %}")
        await in_chat(runtime)
        return await say(runtime, "Is it day?")

    edited(made, play)
    assert body_of(made)["messages"] == [{"role": "user", "content": "In brief: Is it day?"}]


def test_what_is_too_long_is_named_with_the_way_to_shorten_it() -> None:
    made = with_fog(preset=FOG)

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "section-field", "system/text", "word " * 9000)
        return await in_chat(runtime)

    state = edited(made, play)
    stuck = too_long(chat_of(state), state.library.presets[0])
    assert stuck is not None
    assert "too long for the context; shorten the system prompt" in stuck.said
    assert stuck.href == "#/presets/fog"


def test_a_template_that_is_broken_leads_to_the_preset_and_not_to_the_context_size() -> None:
    made = with_fog(preset=FOG)

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "preset-field", "template", "{% for line in chat %}")
        return await in_chat(runtime)

    state = edited(made, play)
    stuck = too_long(chat_of(state), state.library.presets[0])
    assert stuck is not None
    assert "template cannot be used" in stuck.said
    assert (stuck.label, stuck.href, stuck.by_size) == ("Open the preset", "#/presets/fog", False)


def test_a_beginning_that_opens_thoughts_is_no_word_of_the_reply() -> None:
    made = with_fog(LOCAL)
    made.net.script = [OPENED, *sse("I will.</think>", "The lamp turns.")]

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "section-field", "prefill/text", "<think>Okay, ")
        await in_chat(runtime)
        return await say(runtime, "And now?")

    state = edited(made, play)
    variant = chat_of(state).variants[chat_of(state).path[-1].chosen_id]
    assert (variant.text, variant.reasoning) == ("The lamp turns.", "I will.")


def test_the_reply_begins_with_the_words_of_the_preset_once_it_comes() -> None:
    made = with_fog(LOCAL)
    made.net.script = [OPENED, *sse(" turns.")]

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "section-field", "prefill/text", "The lamp")
        await in_chat(runtime)
        return await say(runtime, "And now?")

    assert texts(edited(made, play))[-1] == "The lamp turns."


def test_a_preset_that_fills_nothing_in_leaves_no_reply_of_its_own_words_alone() -> None:
    made = with_fog(LOCAL)
    made.net.script = [OPENED, *sse()]

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "section-field", "prefill/text", "The lamp")
        await in_chat(runtime)
        return await say(runtime, "And now?")

    assert texts(edited(made, play)) == ["And now?"]


def test_a_part_that_is_switched_off_is_not_sent() -> None:
    made = with_fog(LOCAL)
    made.net.script = [OPENED, *sse("Yes.")]

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "section-field", "text:t1/on", checked=False)
        await in_chat(runtime)
        return await say(runtime, "Is it day?")

    edited(made, play)
    assert "There is fog" not in made.net.asked[-1].body


def prompt_of(template: str) -> AppState:
    """The chat with one message, played by a preset of this template."""

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "preset-field", "template", template)
        await in_chat(runtime)
        await say(runtime, "Is it day?")
        runtime.tell(actions.Went(route=Route(name="presets", id="fog")))
        return await settle(runtime)

    return edited(with_fog(), play)


def test_a_template_that_leaves_the_messages_out_says_so_where_it_is_written_and_in_why() -> None:
    without = prompt_of("{{ system }} You are {{ char }}.")
    assert shown(without).cuts == (NO_MESSAGES,)
    assert why_view(Panel(), chat_of(without)).cuts == (NO_MESSAGES,)
    whole = prompt_of("{{ system }}{% for line in chat %}{{ line.text }}{% endfor %}")
    assert shown(whole).cuts == why_view(Panel(), chat_of(whole)).cuts == ()


def test_a_chat_without_a_word_lacks_none() -> None:
    state = edited(with_fog(), lambda runtime: did(runtime, "preset-field", "template", "{{ system }}"))
    assert not chat_of(state).has_words
    assert shown(state).cuts == ()
