"""What a button in Why has changed of a chat or a book says so, and Undo brings back what was before."""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.records import book_row, row
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.strings.toasts import notice
from tests.unit.app.fakes import settle
from tests.unit.app.test_chatting import BOOK, CHAT, again, chat_of, run, world

pytestmark = pytest.mark.cpython
Limits = tuple[int | None, int | None, int | None, float | None, bool]
OFF = replace(BOOK, enabled=False, budget=30)
HELD = replace(CHAT, memory_budget_tokens=40, memory_depth_messages=2)


def limits(state: AppState) -> Limits:
    """Budget and depth of the chat; depth, budget and the switch of its book."""
    chat, book = chat_of(state).chat, chat_of(state).books[0].book
    return chat.memory_budget_tokens, chat.memory_depth_messages, book.depth, book.budget, book.enabled


BEFORE: Limits = (40, 2, None, 30, False)


@pytest.mark.parametrize(
    ("fix", "said", "after"),
    [
        (Did(name="book-on", id="b1"), "Low Water is on now.", (40, 2, None, 30, True)),
        (
            Did(name="raise-depth", id="chat", value="9"),
            "Memory looks at the last 9 messages now.",
            (40, 9, None, 30, False),
        ),
        (
            Did(name="raise-depth", id="b1", value="1"),
            "Low Water looks at the last message now.",
            (40, 2, 1, 30, False),
        ),
        (
            Did(name="raise-budget", id="chat", value="10"),
            "The memory budget is 50 tokens now.",
            (50, 2, None, 30, False),
        ),
        (Did(name="raise-budget", id="b1", value="60"), "Low Water may take 90 tokens now.", (100, 2, None, 90, False)),
    ],
)
def test_a_fix_says_what_holds_now_and_undo_and_redo_go_there_and_back(fix: Did, said: str, after: Limits) -> None:
    made = world()
    asyncio.run(made.store.write([row(HELD), book_row(replace(OFF, name="Low Water"))], ()))
    seen: list[Limits] = []

    async def play(runtime: Runtime) -> AppState:
        for each in (fix, None, Did(name="redo"), Did(name="undo")):
            if each is None:
                seen.append(limits(runtime.state))
                assert notice(runtime.state.toasts[-1]) == said
                each = Did(name="toast-undo", id=runtime.state.toasts[-1].id)
            runtime.tell(each)
            await settle(runtime)
            if each.name != fix.name:
                seen.append(limits(runtime.state))
        return runtime.state

    run(made, play)
    assert seen == [after, BEFORE, after, BEFORE]
    assert limits(again(made)) == BEFORE


def test_pins_and_mutes_are_taken_back_one_by_one() -> None:
    seen: list[tuple[str, list[str], list[str]]] = []

    async def play(runtime: Runtime) -> AppState:
        for name, item in (("entry-pin", "b1/1"), ("entry-mute", "b1/2"), ("entry-pin", "b1/1"), *3 * [("undo", "")]):
            runtime.tell(Did(name=name, id=item))
            await settle(runtime)
            said = notice(runtime.state.toasts[-1]) if item else ""
            chat = chat_of(runtime.state).chat
            seen.append((said, [one for _, one in chat.pinned_entries], [one for _, one in chat.muted_entries]))
        return runtime.state

    run(world(), play)
    assert seen == [
        ("Lamp is pinned in this chat.", ["1"], []),
        ("Bell is muted in this chat.", ["1"], ["2"]),
        ("Lamp is no longer pinned in this chat.", [], ["2"]),
        ("", ["1"], ["2"]),
        ("", ["1"], []),
        ("", [], []),
    ]
