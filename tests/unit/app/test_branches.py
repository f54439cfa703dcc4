import asyncio

import pytest

from loreglass.app.actions import Did
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.view_branches import branches_view
from loreglass.domain.story.chat import Spent
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import LOCAL, OPENED, again, chat_of, opened, say, sse, texts, world

pytestmark = pytest.mark.cpython


async def did(runtime: Runtime, name: str, item: str = "", value: str = "") -> AppState:
    runtime.tell(Did(name=name, id=item, value=value))
    return await settle(runtime)


def message(runtime: Runtime, at: int) -> str:
    return chat_of(runtime.state).path[at].id


def branch(runtime: Runtime, name: str) -> str:
    return next(each.id for each in chat_of(runtime.state).chat.branches if each.name == name)


def names(state: AppState) -> list[str]:
    return [each.name for each in chat_of(state).chat.branches]


async def parted(made: World) -> Runtime:
    """One, A, two, B; then a branch after A that goes on with three, C."""
    runtime = await opened(made)
    for line, answer in (("one", "A"), ("two", "B")):
        made.net.script = [OPENED, *sse(answer)]
        await say(runtime, line)
    await did(runtime, "branch-here", message(runtime, 1))
    made.net.script = [OPENED, *sse("C")]
    await say(runtime, "three")
    return runtime


def test_a_branch_keeps_what_followed_and_both_ways_are_there_after_a_reload() -> None:
    made = world(LOCAL)

    async def main() -> None:
        runtime = await parted(made)
        assert texts(runtime.state) == ["one", "A", "three", "C"]
        assert names(runtime.state) == ["Main", "Branch 2"]
        await did(runtime, "branch-open", branch(runtime, "Main"))
        assert texts(runtime.state) == ["one", "A", "two", "B"]
        await did(runtime, "branch-open", branch(runtime, "Branch 2"))
        assert texts(runtime.state) == ["one", "A", "three", "C"]

    asyncio.run(main())
    state = again(made)
    assert texts(state) == ["one", "A", "three", "C"]
    assert [chat_of(state).variants[each.chosen_id].text for each in chat_of(state).aside] == ["two", "B"]


def test_undo_of_a_branch_leads_back_to_the_one_way() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await parted(made)
        for _ in range(3):
            await did(runtime, "undo")
        assert texts(runtime.state) == ["one", "A", "two", "B"]
        assert names(runtime.state) == []
        for _ in range(3):
            await did(runtime, "redo")
        return runtime.state

    state = asyncio.run(main())
    assert texts(state) == ["one", "A", "three", "C"]
    assert names(state) == ["Main", "Branch 2"]


def test_a_message_that_two_branches_share_goes_from_both_and_neither_is_cut() -> None:
    made = world(LOCAL)

    async def main() -> None:
        runtime = await parted(made)
        await did(runtime, "delete", message(runtime, 1))
        assert texts(runtime.state) == ["one", "three", "C"]
        await did(runtime, "branch-open", branch(runtime, "Main"))
        assert texts(runtime.state) == ["one", "two", "B"]
        await did(runtime, "undo")
        await did(runtime, "undo")
        assert texts(runtime.state) == ["one", "A", "three", "C"]
        await did(runtime, "branch-open", branch(runtime, "Main"))
        assert texts(runtime.state) == ["one", "A", "two", "B"]

    asyncio.run(main())


def test_what_is_removed_from_here_on_stays_in_the_branch_that_has_it_too() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await parted(made)
        await did(runtime, "delete-from", message(runtime, 0))
        assert texts(runtime.state) == []
        return await did(runtime, "branch-open", branch(runtime, "Main"))

    assert texts(asyncio.run(main())) == ["one", "A", "two", "B"]
    state = again(made)
    assert texts(state) == ["one", "A", "two", "B"]
    assert "three" not in str(made.store.records["messages"])
    assert chat_of(state).aside == ()


def test_the_end_of_a_branch_that_is_deleted_in_another_is_the_message_before_it() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await parted(made)
        await did(runtime, "undo")
        await did(runtime, "undo")
        assert texts(runtime.state) == ["one", "A"]
        await did(runtime, "branch-open", branch(runtime, "Main"))
        await did(runtime, "delete", message(runtime, 1))
        return await did(runtime, "branch-open", branch(runtime, "Branch 2"))

    assert texts(asyncio.run(main())) == ["one"]


def test_a_branch_is_renamed_and_deleted_with_undo_and_the_open_one_stays() -> None:
    made = world(LOCAL)

    async def main() -> None:
        runtime = await parted(made)
        await did(runtime, "branch-rename", branch(runtime, "Main"), " The long way ")
        assert names(runtime.state) == ["The long way", "Branch 2"]
        await did(runtime, "branch-rename", branch(runtime, "Branch 2"), "  ")
        await did(runtime, "branch-delete", branch(runtime, "Branch 2"))
        assert names(runtime.state) == ["The long way", "Branch 2"]
        await did(runtime, "branch-delete", branch(runtime, "The long way"))
        assert names(runtime.state) == []
        assert len(made.store.records["messages"]) == 4
        await did(runtime, "toast-undo", runtime.state.toasts[-1].id)
        assert names(runtime.state) == ["The long way", "Branch 2"]
        await did(runtime, "branch-open", branch(runtime, "The long way"))
        assert texts(runtime.state) == ["one", "A", "two", "B"]

    asyncio.run(main())


def test_a_fork_is_a_chat_with_one_way() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        runtime = await parted(made)
        return await did(runtime, "fork", message(runtime, 2))

    state = asyncio.run(main())
    forked = next(each for each in state.library.chats if each.title.endswith("(fork)"))
    assert (forked.branches, forked.branch_id, forked.spent) == ((), None, Spent())


def test_undo_takes_back_messages_but_not_what_was_set_since_then() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("A")]

    async def main() -> AppState:
        runtime = await opened(made)
        await say(runtime, "one")
        await did(runtime, "chat-title", value="Another title")
        await did(runtime, "undo")
        return runtime.state

    state = asyncio.run(main())
    assert texts(state) == ["one"]
    assert chat_of(state).chat.title == "Another title"


def test_the_list_says_where_a_branch_parts_and_the_picture_has_its_line() -> None:
    made = world(LOCAL)

    async def main() -> AppState:
        return (await parted(made)).state

    state = asyncio.run(main())
    view = branches_view(chat_of(state))
    assert [(row.name, row.is_open, row.start, row.end, row.parent) for row in view.rows] == [
        ("Main", False, 0, 4, None),
        ("Branch 2", True, 2, 4, 0),
    ]
    assert view.rows[1].words == "4 messages, parts from Main after message 2"
    assert [row.last for row in view.rows] == ["B", "C"]


def test_a_chat_from_before_there_were_branches_has_one_way() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("A")]

    async def main() -> AppState:
        runtime = await opened(made)
        return await say(runtime, "one")

    view = branches_view(chat_of(asyncio.run(main())))
    assert [(row.name, row.is_open, row.end) for row in view.rows] == [("Main", True, 2)]
