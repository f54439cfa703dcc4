"""Presets in use: made, changed, kept, played by a chat; what they do to a request and what they say of themselves."""

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.endpoints import Endpoint
from loreglass.app.presets import context_of, reply_of
from loreglass.app.records import preset_of, preset_row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Route
from loreglass.app.strings.toasts import notice
from loreglass.app.update.preset_fields import stop_texts
from loreglass.app.view_presets import PresetView, preset_rows, preset_view
from loreglass.app.view_setup import setup_view
from loreglass.domain.ids import PresetId
from loreglass.domain.story.preset import DEFAULT_PRESET, Preset, PresetSection, Samplers
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import CHAT, LOCAL, OPENED, chat_of, run, say, sse, world

pytestmark = pytest.mark.cpython

FOG = Preset(
    id=PresetId("fog"),
    name="Fog",
    sections=(
        PresetSection(slot="text", id="t1", name="Weather", text="There is fog around {{char}}."),
        *DEFAULT_PRESET.sections,
    ),
    samplers=Samplers(temperature=0.3),
    stop=("THE END",),
    reply_tokens=33,
)


def with_fog(endpoint: Endpoint | None = None, preset: Preset = FOG) -> World:
    made = world(endpoint)
    asyncio.run(made.store.write([preset_row(preset)], ()))
    return made


def edited(made: World, play: Callable[[Runtime], Awaitable[AppState]], preset: str = "fog") -> AppState:
    """What comes of something done on the page of a preset, after the chat was open."""

    async def main(runtime: Runtime) -> AppState:
        runtime.tell(actions.Went(route=Route(name="presets", id=preset)))
        await settle(runtime)
        return await play(runtime)

    return run(made, main)


async def did(runtime: Runtime, name: str, item: str = "", value: str = "", *, checked: bool = False) -> AppState:
    runtime.tell(Did(name=name, id=item, value=value, checked=checked))
    return await settle(runtime)


def kept(made: World, preset: str = "fog") -> Preset:
    return preset_of(json.loads(made.store.records["presets"][preset]))


def shown(state: AppState, preset: str = "fog") -> PresetView:
    return preset_view(state, next(each for each in state.library.presets if each.id == preset))


def test_a_new_preset_begins_as_the_apps_own_order_and_is_opened() -> None:
    made = world()
    state = run(made, lambda runtime: did(runtime, "preset-duplicate"))
    (preset,) = state.library.presets
    assert preset.name == "New preset"
    assert preset.sections == DEFAULT_PRESET.sections
    assert made.page.went[-1] == f"#/presets/{preset.id}"
    assert kept(made, preset.id) == preset


def test_a_copy_has_everything_but_the_name() -> None:
    state = run(with_fog(), lambda runtime: did(runtime, "preset-duplicate", "fog"))
    copy = next(each for each in state.library.presets if each.id != "fog")
    assert (copy.name, copy.sections, copy.stop) == ("Fog, copy", FOG.sections, FOG.stop)


def test_a_chat_without_one_of_its_own_plays_by_the_usual_one() -> None:
    made = with_fog(LOCAL)
    made.net.script = [OPENED, *sse("Yes.")]

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "preset-everywhere", "fog")
        return await say(runtime, "Is it day?")

    state = run(made, play)
    assert "There is fog" in made.net.asked[-1].body
    view = setup_view(chat_of(state), state.library, state.preferences).preset
    assert (view.chosen, view.by, view.usual) == ("", "settings", "Fog")
    assert [row.is_usual for row in preset_rows(state.library, state.preferences)] == [False, True]


def test_setup_says_where_the_preset_comes_from() -> None:
    async def play(runtime: Runtime) -> AppState:
        return await did(runtime, "chat-preset", value="fog")

    state = run(with_fog(), play)
    view = setup_view(chat_of(state), state.library, state.preferences).preset
    assert (view.chosen, view.by, view.reply_tokens) == ("fog", "chat", 33)


def test_a_chat_whose_preset_is_gone_goes_on_by_the_usual_order_and_has_it_again_after_undo() -> None:
    made = with_fog()

    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "chat-preset", value="fog")
        gone = await did(runtime, "preset-delete", "fog")
        assert gone.library.presets == ()
        assert notice(gone.toasts[-1]).startswith("Fog is deleted.")
        chat = setup_view(chat_of(gone), gone.library, gone.preferences).preset
        assert chat.by == "app"
        return await did(runtime, "toast-undo", gone.toasts[-1].id)

    state = run(made, play)
    assert setup_view(chat_of(state), state.library, state.preferences).preset.chosen == "fog"


@pytest.mark.parametrize(
    ("field", "value", "name", "result"),
    [
        ("cap", "120", "cap_tokens", 120),
        ("cap", "", "cap_tokens", None),
        ("reserve", "40", "reserve_tokens", 40),
        ("rank", "2", "drop_rank", 2),
        ("depth", "3", "depth_messages", 3),
        ("role", "user", "role", "user"),
        ("text", "Be brief.", "text", "Be brief."),
    ],
)
def test_a_field_of_a_part_is_kept(field: str, value: str, name: str, result: object) -> None:
    made = with_fog()
    state = edited(made, lambda runtime: did(runtime, "section-field", f"system/{field}", value))
    for preset in (kept(made), state.library.presets[0]):
        section = next(each for each in preset.sections if each.slot == "system")
        assert getattr(section, name) == result
    assert state.presets.unsaved == 0


def order(state: AppState) -> list[str]:
    return [part.key for part in shown(state).sections]


def test_parts_are_moved_by_buttons_and_by_dragging() -> None:
    async def play(runtime: Runtime) -> AppState:
        state = await did(runtime, "section-down", "text:t1")
        assert order(state)[:3] == ["system", "text:t1", "before"]
        state = await did(runtime, "section-move", "text:t1", "after:history")
        assert order(state).index("text:t1") == order(state).index("history") + 1
        state = await did(runtime, "section-move", "text:t1", "before:system")
        assert order(state)[:2] == ["text:t1", "system"]
        return await did(runtime, "section-up", "text:t1")

    made = with_fog()
    state = edited(made, play)
    assert order(state)[0] == "text:t1"
    assert kept(made).sections == state.library.presets[0].sections


def test_a_part_goes_back_to_how_it_came_and_undo_takes_that_back() -> None:
    async def play(runtime: Runtime) -> AppState:
        await did(runtime, "section-field", "note/depth", "9")
        state = await did(runtime, "section-reset", "note")
        assert shown(state).sections[order(state).index("note")].section.depth_messages == 4
        return await did(runtime, "toast-undo", state.toasts[-1].id)

    state = edited(with_fog(), play)
    assert shown(state).sections[order(state).index("note")].section.depth_messages == 9


def test_a_text_of_ones_own_comes_and_goes_and_undo_brings_it_back() -> None:
    async def play(runtime: Runtime) -> AppState:
        state = await did(runtime, "section-new")
        assert sum(part.is_own for part in shown(state).sections) == 2
        state = await did(runtime, "section-delete", "text:t1")
        assert "text:t1" not in order(state)
        return await did(runtime, "toast-undo", state.toasts[-1].id)

    assert "text:t1" in order(edited(with_fog(), play))


def test_a_part_that_is_not_ones_own_cannot_be_deleted() -> None:
    state = edited(with_fog(), lambda runtime: did(runtime, "section-delete", "system"))
    assert "system" in order(state)


def test_each_part_says_what_it_costs_in_the_chat_that_was_open_last() -> None:
    state = edited(with_fog(), lambda runtime: did(runtime, "section-field", "text:t1/text", "one two three four"))
    view = shown(state)
    costs = {part.key: part.tokens for part in view.sections}
    assert costs["text:t1"] == 4
    assert costs["system"]
    assert view.counted_in == CHAT.title


def test_without_a_chat_a_preset_is_tried_all_the_same() -> None:
    async def main() -> AppState:
        runtime = with_fog_made.runtime()
        await runtime.start()
        runtime.tell(actions.Went(route=Route(name="presets", id="fog")))
        return await settle(runtime)

    with_fog_made = with_fog()
    view = shown(asyncio.run(main()))
    assert view.counted_in == ""
    assert view.trouble == ""
    assert {part.key: part.tokens for part in view.sections}["text:t1"]


def test_lists_that_are_read_while_a_preset_is_written_do_not_take_the_change_back() -> None:
    async def play(runtime: Runtime) -> AppState:
        old = runtime.state.library
        runtime.tell(Did(name="preset-field", id="name", value="Mist"))
        runtime.tell(actions.LibraryLoaded(library=old))
        assert runtime.state.library.presets[0].name == "Mist"
        return await settle(runtime)

    made = with_fog()
    assert edited(made, play).library.presets[0].name == "Mist"
    assert kept(made).name == "Mist"


@pytest.mark.parametrize(
    ("field", "value", "read"),
    [
        ("sampler.top_k", "40", lambda preset: preset.samplers.top_k == 40),
        ("sampler.temperature", "", lambda preset: preset.samplers.temperature is None),
        ("sampler.temperature", "warm", lambda preset: preset.samplers.temperature == 0.3),
        ("context", "16384", lambda preset: preset.context_tokens == 16384),
        ("reply", "0", lambda preset: preset.reply_tokens is None),
        ("stop", "One:\n\\n***\n", lambda preset: preset.stop == ("One:", "\n***")),
        ("format", "ChatML", lambda preset: preset.instruct.name == "ChatML"),
        ("format", "own", lambda preset: preset.instruct is not None and preset.instruct.name == ""),
        ("mark.user_prefix", "Me:\\n", lambda preset: preset.instruct.user_prefix == "Me:\n"),
    ],
)
def test_a_field_of_the_preset_is_kept(field: str, value: str, read: Callable[[Preset], bool]) -> None:
    made = with_fog()
    edited(made, lambda runtime: did(runtime, "preset-field", field, value))
    assert read(kept(made))


def test_a_known_format_that_is_changed_becomes_ones_own() -> None:
    async def play(runtime: Runtime) -> AppState:
        state = await did(runtime, "preset-field", "format", "Alpaca")
        assert shown(state).format_name == "Alpaca"
        return await did(runtime, "preset-field", "mark.user_prefix", "### Me:\\n")

    assert shown(edited(with_fog(), play)).format_name == "own"


def test_what_the_endpoint_does_not_take_says_so_and_the_demo_takes_all() -> None:
    view = shown(edited(with_fog(LOCAL), lambda runtime: did(runtime, "preset-field", "sampler.top_k", "40")))
    reasons = {one.name: one.reason for one in view.samplers}
    assert reasons["top_k"] == "not known there"
    assert reasons["temperature"] == ""
    demo = shown(edited(with_fog(), lambda runtime: did(runtime, "preset-field", "sampler.top_k", "40")))
    assert {one.reason for one in demo.samplers} == {""}


def test_the_presets_context_holds_as_far_as_the_endpoint_is_known_to_reach() -> None:
    wide = Preset(id=PresetId("w"), name="w", context_tokens=32_768, reply_tokens=30_000)
    assert context_of(wide, Endpoint(context_tokens=8192)) == 32_768
    assert context_of(wide, Endpoint(context_tokens=8192, context_from="server")) == 8192
    assert reply_of(wide, Endpoint(context_tokens=8192, context_from="server")) == 4096


def test_stop_texts_are_one_a_line_each_once() -> None:
    assert stop_texts("a\r\nb\n\na") == ("a", "b")


def test_a_preset_that_could_not_be_stored_says_so() -> None:
    made = with_fog()

    async def play(runtime: Runtime) -> AppState:
        made.store.full = True
        return await did(runtime, "preset-field", "name", "Mist")

    state = edited(made, play)
    assert shown(state).state == "Not saved"
    assert shown(state).preset.name == "Mist"


def test_presets_are_there_after_a_reload() -> None:
    made = with_fog()
    edited(made, lambda runtime: did(runtime, "preset-field", "name", "Mist"))

    async def again(runtime: Runtime) -> AppState:
        return runtime.state

    assert [each.name for each in run(made, again).library.presets] == ["Mist"]
