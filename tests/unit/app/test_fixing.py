"""What Why offers to change where it says why, and what comes of it."""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.records import book_row, character_row, entry_row, preset_row, row
from loreglass.app.runtime import Runtime
from loreglass.app.scenes import preset_for
from loreglass.app.state import AppState, Route
from loreglass.app.strings.reasons import plain
from loreglass.app.strings.toasts import notice
from loreglass.app.view_rows import Row
from loreglass.app.view_why import why_view
from loreglass.domain.ids import PresetId
from loreglass.domain.story.preset import DEFAULT_SECTIONS, Preset
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import ANSEL, BOOK, CHAT, LOCAL, OPENED, again, chat_of, run, say, sse, world

pytestmark = pytest.mark.cpython


def rows(state: AppState) -> dict[str, tuple[str, Row]]:
    groups = why_view(state.panel, chat_of(state)).groups
    assert groups is not None
    named = (("in", groups.included), ("out", groups.left_out), ("asleep", groups.sleeping))
    return {row.name: (where, row) for where, found in named for row in found}


async def click(runtime: Runtime, name: str, item: str = "", value: str = "") -> AppState:
    runtime.tell(Did(name=name, id=item, value=value))
    return await settle(runtime)


async def fix(runtime: Runtime, name: str, label: str) -> AppState:
    """A click on the button of that label under an entry's sentence."""
    (found,) = [each for each in rows(runtime.state)[name][1].fixes if each.label == label]
    return await click(runtime, found.action, found.id, found.value)


def with_entry(made: World, at: int = 0, **changes: object) -> World:
    entry = replace(BOOK.entries[at], **changes)  # type: ignore[arg-type]
    asyncio.run(made.store.write([entry_row(BOOK.id, entry)], ()))
    return made


def test_a_pinned_entry_is_in_until_it_is_unpinned_and_stays_so_after_a_reload() -> None:
    made = world()
    state = run(made, lambda runtime: click(runtime, "entry-pin", "b1/1"))
    where, lamp = rows(state)["Lamp"]
    assert (where, lamp.pinned, plain(lamp.why)) == ("in", True, "Put in by hand; priority 0.")
    assert rows(again(made))["Lamp"][0] == "in"
    assert rows(run(made, lambda runtime: click(runtime, "entry-pin", "b1/1")))["Lamp"][0] == "asleep"


def test_a_muted_entry_says_so_and_can_be_unmuted_where_it_says_so() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "draft", value="The lamp!")
        return await click(runtime, "entry-mute", "b1/1")

    where, lamp = rows(run(made, play))["Lamp"]
    assert (where, lamp.muted, plain(lamp.why)) == ("asleep", True, "Muted for this chat.")
    assert plain(lamp.change) == "It would be looked for again if it were unmuted."
    assert rows(run(made, lambda runtime: fix(runtime, "Lamp", "Unmute")))["Lamp"][0] == "in"


def test_pinning_ends_muting() -> None:
    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "entry-mute", "b1/1")
        return await click(runtime, "entry-pin", "b1/1")

    chat = chat_of(run(world(), play)).chat
    assert (chat.pinned_entries, chat.muted_entries) == ((("b1", "1"),), ())


def test_a_tab_that_does_not_write_pins_nothing() -> None:
    made = world()
    made.page.writer = False
    assert chat_of(run(made, lambda runtime: click(runtime, "entry-pin", "b1/1"))).chat.pinned_entries == ()


def test_an_entry_that_failed_its_chance_can_be_made_sure() -> None:
    made = with_entry(world(), probability=0.0)

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "draft", value="The lamp!")
        assert rows(runtime.state)["Lamp"][0] == "out"
        return await fix(runtime, "Lamp", "Set the chance to 100%")

    assert rows(run(made, play))["Lamp"][0] == "in"


def test_a_higher_priority_pushes_another_entry_out() -> None:
    made = world()
    asyncio.run(made.store.write([row(replace(CHAT, memory_budget_tokens=5))], ()))

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "draft", value="The lamp and the bell!")
        assert {name: where for name, (where, _) in rows(runtime.state).items()} == {"Lamp": "in", "Bell": "out"}
        return await fix(runtime, "Bell", "Set priority to 1")

    assert {name: where for name, (where, _) in rows(run(made, play)).items()} == {"Bell": "in", "Lamp": "out"}


def deep(*, entry_depth: int | None = None) -> World:
    made = with_entry(world(LOCAL), depth=entry_depth)
    made.net.script = [OPENED, *sse("So it was.")]
    asyncio.run(made.store.write([row(replace(CHAT, memory_depth_messages=1))], ()))
    return made


async def lamp_is_long_ago(runtime: Runtime) -> None:
    await say(runtime, "The lamp was lit.")
    await say(runtime, "And then?")


@pytest.mark.parametrize(("entry_depth", "place"), [(None, "chat"), (1, "b1/1")])
def test_a_keyword_too_far_back_is_found_when_the_row_is_opened(entry_depth: int | None, place: str) -> None:
    async def play(runtime: Runtime) -> AppState:
        await lamp_is_long_ago(runtime)
        found = rows(runtime.state)["Lamp"][1].further
        assert found is not None
        assert plain(found[0]) == "lamp is in message 1, 3 back: outside the depth; this entry looks 0 back."
        assert (found[1].label, found[1].id) == ("Look 4 messages back", place)
        return await click(runtime, found[1].action, found[1].id, found[1].value)

    where, lamp = rows(run(deep(entry_depth=entry_depth), play))["Lamp"]
    assert (where, lamp.further) == ("in", None)


def test_a_keyword_that_was_never_said_is_not_found_further_back() -> None:
    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Good evening.")
        return await say(runtime, "And then?")

    assert rows(run(deep(), play))["Lamp"][1].further is None


def test_what_was_not_understood_changes_nothing() -> None:
    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "entry-set", "b1/1", "probability=900")
        await click(runtime, "entry-set", "b1/1", "name=x")
        await click(runtime, "entry-set", "b1/none", "priority=3")
        await click(runtime, "raise-depth", "chat", "many")
        return await click(runtime, "entry-pin", "nothing")

    chat = chat_of(run(world(), play))
    assert chat.books[0].book == BOOK
    assert chat.chat.memory_depth_messages is None
    assert chat.chat.pinned_entries == ()


def test_an_opened_row_says_how_long_an_entry_would_stay_and_rest() -> None:
    made = with_entry(world(), sticky=4, cooldown=2)
    lamp = rows(run(made, lambda runtime: click(runtime, "draft", value="Good evening.")))["Lamp"][1]
    assert plain(lamp.timed) == "When it wakes it stays in for 4 messages, then rests for 2 messages."
    bell = rows(again(made))["Bell"][1]
    assert bell.timed == ()


def test_an_opened_row_says_until_when_a_running_timer_holds() -> None:
    made = with_entry(world(LOCAL), sticky=4, cooldown=2)
    made.net.script = [OPENED, *sse("So it was.")]
    where, lamp = rows(run(made, lambda runtime: say(runtime, "The lamp was lit.")))["Lamp"]
    assert where == "in"
    assert plain(lamp.timed) == "It stays in until the chat has 5 messages, then rests for 2 messages."


def test_the_dice_are_told_with_the_roll_and_what_it_needed() -> None:
    made = with_entry(world(), probability=1.0)

    async def play(runtime: Runtime) -> AppState:
        return await click(runtime, "draft", value="The lamp!")

    where, lamp = rows(run(made, play))["Lamp"]
    assert where == "out"
    assert lamp.checks[-1].note.startswith("rolled ")
    assert lamp.checks[-1].note.endswith(", needs less than 1%")


def with_caps(**limits: int) -> World:
    """A chat that plays by a preset with these caps, and a character with example dialogue."""
    sections = tuple(replace(each, cap_tokens=limits.get(each.slot)) for each in DEFAULT_SECTIONS)
    preset = Preset(id=PresetId("p"), name="Short", sections=sections)
    made = world()
    who = replace(ANSEL, examples="{{char}}: one two three four five six seven eight")
    rows = [preset_row(preset), row(replace(CHAT, preset_id=preset.id)), character_row(who)]
    asyncio.run(made.store.write(rows, ()))
    return made


def caps_of(state: AppState) -> dict[str, float | None]:
    view = why_view(state.panel, chat_of(state), preset_for(state, chat_of(state).chat))
    return {each.name: each.value for each in view.caps}


async def undo(runtime: Runtime) -> AppState:
    return await click(runtime, "toast-undo", runtime.state.toasts[-1].id)


def cuts(state: AppState) -> list[str]:
    plan = chat_of(state).next_plan
    assert plan is not None
    return [cut.section for cut in plan.cuts]


def test_the_cap_of_a_section_is_set_in_the_chats_preset_and_the_next_turn_keeps_to_it() -> None:
    made = with_caps(examples=100)

    async def play(runtime: Runtime) -> AppState:
        assert caps_of(runtime.state)["Cap of Example dialogue"] == 100
        return await click(runtime, "section-cap", "examples", "5")

    state = run(made, play)
    assert caps_of(state)["Cap of Example dialogue"] == 5
    assert cuts(state) == ["examples"]
    assert notice(state.toasts[-1]) == "Example dialogue has a cap of 5 tokens now."
    assert caps_of(again(made))["Cap of Example dialogue"] == 5


def test_a_section_without_a_cap_gets_one_and_an_empty_value_takes_it_away() -> None:
    made = with_caps()

    async def play(runtime: Runtime) -> AppState:
        assert caps_of(runtime.state)["Cap of Example dialogue"] is None
        assert cuts(await click(runtime, "section-cap", "examples", "5")) == ["examples"]
        return await click(runtime, "section-cap", "examples", "")

    state = run(made, play)
    assert caps_of(state)["Cap of Example dialogue"] is None
    assert cuts(state) == []
    assert notice(state.toasts[-1]) == "Example dialogue has no cap now."
    assert caps_of(again(made))["Cap of Example dialogue"] is None


@pytest.mark.parametrize(("before", "typed"), [(100, "5"), (100, ""), (None, "5")])
def test_undo_brings_back_the_cap_that_was(before: int | None, typed: str) -> None:
    made = with_caps() if before is None else with_caps(examples=before)

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "section-cap", "examples", typed)
        return await undo(runtime)

    state = run(made, play)
    assert caps_of(state)["Cap of Example dialogue"] == before
    assert cuts(state) == []
    assert caps_of(again(made))["Cap of Example dialogue"] == before


@pytest.mark.parametrize(("item", "typed"), [("examples", "100"), ("examples", "some"), ("nothing", "5")])
def test_what_changes_no_cap_leaves_no_notice(item: str, typed: str) -> None:
    state = run(with_caps(examples=100), lambda runtime: click(runtime, "section-cap", item, typed))
    assert (state.toasts, caps_of(state)["Cap of Example dialogue"]) == ((), 100)


def test_undo_of_the_memory_budget_leaves_what_was_written_since() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        state = await click(runtime, "chat-budget", value="700")
        assert notice(state.toasts[-1]) == "The memory budget is 700 tokens now."
        assert caps_of(state) == {"Memory budget": 700}
        await click(runtime, "chat-title", value="The lamp")
        await say(runtime, "Hello.")
        return await undo(runtime)

    state = run(made, play)
    assert caps_of(state) == {"Memory budget": 500}
    chat = chat_of(again(made)).chat
    assert (chat.memory_budget_tokens, chat.title, chat.message_count) == (CHAT.memory_budget_tokens, "The lamp", 2)


def test_undo_of_the_memory_budget_of_a_chat_that_was_left_keeps_its_messages() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "chat-budget", value="700")
        await say(runtime, "Hello.")
        runtime.tell(actions.Went(route=Route(name="chats")))
        await settle(runtime)
        return await undo(runtime)

    run(made, play)
    chat = chat_of(again(made)).chat
    assert (chat.memory_budget_tokens, chat.message_count) == (CHAT.memory_budget_tokens, 2)


def test_the_order_that_comes_with_the_app_has_no_caps_to_set() -> None:
    state = run(world(), lambda runtime: click(runtime, "section-cap", "examples", "5"))
    assert state.library.presets == ()


def test_a_book_that_is_off_can_be_switched_on_where_an_entry_says_so() -> None:
    made = world()
    asyncio.run(made.store.write([book_row(replace(BOOK, enabled=False))], ()))

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "draft", value="The lamp!")
        assert plain(rows(runtime.state)["Lamp"][1].why) == "Its book is switched off."
        return await fix(runtime, "Lamp", "Switch on its book")

    assert rows(run(made, play))["Lamp"][0] == "in"


async def type_keyword(runtime: Runtime, item: str, words: str) -> AppState:
    runtime.tell(Did(name="keyword-typed", id=item, fields=(("keyword", words),)))
    return await settle(runtime)


def test_a_keyword_typed_in_a_sleeping_row_wakes_the_entry_and_is_there_after_a_reload() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "draft", value="A lantern!")
        assert rows(runtime.state)["Lamp"][0] == "asleep"
        assert rows(runtime.state)["Lamp"][1].takes_keyword
        return await type_keyword(runtime, "b1/1", "lantern, beacon")

    assert rows(run(made, play))["Lamp"][0] == "in"
    lamp = chat_of(again(made)).books[0].book.entries[0]
    assert lamp.keywords == (*BOOK.entries[0].keywords, "lantern", "beacon")


def test_words_selected_in_a_message_are_one_keyword_without_the_marks_around_them() -> None:
    state = run(world(), lambda runtime: click(runtime, "keyword-selected", "b1/1", ' old lamp,\n by the door." '))
    assert chat_of(state).books[0].book.entries[0].keywords == (*BOOK.entries[0].keywords, "old lamp, by the door")


@pytest.mark.parametrize("selected", ["", " … ", "a long passage " * 20])
def test_without_a_few_selected_words_the_user_is_told_to_select_some(selected: str) -> None:
    state = run(world(), lambda runtime: click(runtime, "keyword-selected", "b1/1", selected))
    assert [each.code for each in state.toasts] == ["select_words"]
    assert chat_of(state).books[0].book == BOOK


def test_a_keyword_added_in_why_is_undone_by_its_notice_and_the_entry_before_is_kept_as_a_version() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await click(runtime, "draft", value="A lantern!")
        await type_keyword(runtime, "b1/1", "lantern")
        (notice,) = runtime.state.toasts
        assert (notice.code, notice.detail, notice.undo) == ("entry_changed", "Lamp", True)
        return await click(runtime, "toast-undo", notice.id)

    state = run(made, play)
    assert rows(state)["Lamp"][0] == "asleep"
    assert chat_of(again(made)).books[0].book.entries[0] == BOOK.entries[0]
    assert len(asyncio.run(made.store.all("versions"))) == 1


def test_a_keyword_that_is_there_already_changes_nothing_and_says_so() -> None:
    (word, *_) = BOOK.entries[0].keywords
    state = run(world(), lambda runtime: type_keyword(runtime, "b1/1", word))
    assert [each.code for each in state.toasts] == ["entry_unchanged"]
    assert chat_of(state).books[0].book == BOOK


def test_no_keyword_is_asked_for_where_none_would_wake_the_entry() -> None:
    made = with_entry(world(), rule="lamp & bell")
    state = run(made, lambda runtime: click(runtime, "entry-toggle", "b1/2"))
    assert not rows(state)["Lamp"][1].takes_keyword
    assert not rows(state)["Bell"][1].takes_keyword


def test_an_entry_switched_off_in_why_is_kept_as_a_version_first() -> None:
    made = world()
    run(made, lambda runtime: click(runtime, "entry-toggle", "b1/1"))
    assert len(asyncio.run(made.store.all("versions"))) == 1
