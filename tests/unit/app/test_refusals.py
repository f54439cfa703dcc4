"""What the browser refuses or answers late: told with a next step, and nothing is lost by it."""

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.ports import StoreError
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState, Route
from tests.unit.app.fakes import settle
from tests.unit.app.test_chatting import CHAT, LOCAL, OPENED, chat_of, run, say, sse, texts, world

pytestmark = pytest.mark.cpython


def test_what_was_read_before_a_change_was_written_does_not_undo_the_change() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Answer")]

    async def play(runtime: Runtime) -> AppState:
        before = chat_of(await say(runtime, "Question"))
        runtime.tell(Did(name="delete", id=before.path[-1].id))
        runtime.tell(actions.ChatLoaded(chat_id=CHAT.id, chat=before))
        return await settle(runtime)

    state = run(made, play)
    assert texts(state) == ["Question"]
    assert chat_of(state).unsaved == 0


def test_a_store_that_does_not_answer_is_told_as_a_notice_and_not_as_a_bug() -> None:
    made = world()

    async def silent(store: str, ids: object) -> list[object]:
        raise StoreError("broken")

    async def play(runtime: Runtime) -> AppState:
        made.store.some = silent  # type: ignore[method-assign,assignment]
        runtime.tell(actions.Went(route=Route(name="chat", id="other")))
        return await settle(runtime)

    assert [toast.code for toast in run(made, play).toasts] == ["store_silent"]


def test_a_copy_that_the_browser_refuses_is_told() -> None:
    made = world(LOCAL)
    made.net.script = [OPENED, *sse("Answer")]

    async def refused(text: str) -> bool:
        return False

    async def play(runtime: Runtime) -> AppState:
        made.page.copy = refused  # type: ignore[method-assign]
        await say(runtime, "Question")
        runtime.tell(Did(name="copy", id=chat_of(runtime.state).path[0].id))
        return await settle(runtime)

    assert [toast.code for toast in run(made, play).toasts] == ["copy_failed"]
