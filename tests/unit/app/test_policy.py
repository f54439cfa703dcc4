"""The comparison in Why: where another program's rules would decide otherwise."""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.records import entry_row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Comparison
from loreglass.app.strings.reasons import plain
from loreglass.app.view_policy import noted, policy_view
from loreglass.app.view_why import why_view
from tests.ui import ninth_bell
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import BOOK, chat_of, run, say, world

pytestmark = pytest.mark.cpython


def two_minded() -> World:
    """Its lamp needs a second keyword, of which Agnai knows nothing."""
    made = world()
    lamp = replace(BOOK.entries[0], secondary=("night",))
    asyncio.run(made.store.write([entry_row(BOOK.id, lamp)], ()))
    return made


async def ask(runtime: Runtime, draft: str = "The lamp, please.") -> AppState:
    runtime.tell(Did(name="draft", value=draft))
    await settle(runtime)
    runtime.tell(Did(name="why-compare", id="agnai"))
    return await settle(runtime)


def said(state: AppState) -> list[tuple[str, str]]:
    view = policy_view(state.panel.which, chat_of(state))
    return [(one.name, plain(one.said)) for one in view.rows]


def test_an_entry_that_another_program_would_take_in_is_named_with_the_reason() -> None:
    state = run(two_minded(), ask)
    view = policy_view("next", chat_of(state))
    assert view.lede == "Agnai would decide otherwise for one of 2 entries."
    assert said(state) == [("Lamp", "Agnai would take it in: lamp in your draft; priority 0.")]


def test_the_row_of_that_entry_says_so_too() -> None:
    state = run(two_minded(), ask)
    groups = why_view(state.panel, chat_of(state)).groups
    assert groups is not None
    rows = noted(groups, policy_view("next", chat_of(state))).sleeping
    assert [(row.name, bool(row.otherwise)) for row in rows] == [("Lamp", True), ("Bell", False)]


def test_the_comparison_follows_the_draft() -> None:
    async def play(runtime: Runtime) -> AppState:
        await ask(runtime)
        runtime.tell(Did(name="draft", value="The bell, please."))
        return await settle(runtime)

    state = run(two_minded(), play)
    assert policy_view("next", chat_of(state)).lede == "Agnai would take the same entries."


def test_the_same_button_puts_the_comparison_away() -> None:
    async def play(runtime: Runtime) -> AppState:
        await ask(runtime)
        runtime.tell(Did(name="why-compare", id="agnai"))
        return await settle(runtime)

    state = run(two_minded(), play)
    assert chat_of(state).comparison is None


def test_a_stored_plan_is_compared_as_it_was() -> None:
    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "The lamp, please.")
        runtime.tell(Did(name="why-which", id="reply"))
        await settle(runtime)
        runtime.tell(Did(name="why-compare", id="agnai"))
        return await settle(runtime)

    state = run(two_minded(), play)
    assert said(state) == [("Lamp", "Agnai would take it in: lamp in message 1, the newest; priority 0.")]


def test_a_program_that_cannot_be_asked_says_why() -> None:
    open_chat = ninth_bell.open_chat()
    asked = Comparison(semantics="agnai", which="next", problem="the persona is too long")
    view = policy_view("next", replace(open_chat, comparison=asked))
    assert view.lede == "Agnai cannot be asked: the persona is too long"
    assert view.rows == ()


def test_the_chats_own_rules_are_not_offered() -> None:
    open_chat = ninth_bell.open_chat()
    agnai = replace(open_chat, chat=replace(open_chat.chat, semantics="agnai"))
    assert [name for _, name in policy_view("next", agnai).others] == ["Loreglass", "SillyTavern"]


def test_a_plan_does_not_differ_from_itself() -> None:
    open_chat = ninth_bell.open_chat()
    plan = open_chat.next_plan
    same = Comparison(semantics="agnai", which="next", plan=plan, against=plan)
    view = policy_view("next", replace(open_chat, comparison=same))
    assert (view.lede, view.rows) == ("Agnai would take the same entries.", ())
