"""The endpoint as the user types it: written out, refused with a reason, tested as it is saved."""

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.checking import STEPS
from loreglass.app.endpoints import Endpoint, EndpointForm
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.shell.ui.endpoint import endpoint_tab
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import LOCAL, again, run, say, world

pytestmark = pytest.mark.cpython


def saved(made: World, url: str, *, name: str = "endpoint-save") -> AppState:
    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name=name, fields=(("url", url), ("model", "m"))))
        return await settle(runtime)

    return run(made, play)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("localhost:8080", "http://localhost:8080"),
        (" api.example.com/v1 ", "https://api.example.com/v1"),
        ("http://127.0.0.1:5001/v1", "http://127.0.0.1:5001/v1"),
    ],
)
def test_an_address_without_its_scheme_is_saved_with_it(typed: str, kept: str) -> None:
    made = world()
    assert saved(made, typed).endpoint.saved.url == kept
    assert again(made).endpoint.saved.url == kept


def test_an_address_that_is_none_is_refused_and_nothing_else_is_tested_in_its_place() -> None:
    made = world(LOCAL)
    state = saved(made, "https://me:secret@host/v1", name="endpoint-test")
    assert state.endpoint.saved.url == LOCAL.url
    assert "the key has its own field" in state.toasts[-1].detail
    assert made.net.asked == []


def test_the_usual_port_is_no_other_place() -> None:
    made = world()
    made.page.allowed = ("https://api.example.com",)
    assert not saved(made, "https://api.example.com:443/v1").endpoint.needs_reload
    assert saved(made, "https://api.example.com:8443/v1").endpoint.needs_reload


def test_a_bug_in_the_middle_of_a_reply_leaves_the_chat_free_for_the_next_one() -> None:
    made = world(Endpoint(url="http://localhost:9/v1"))

    def broken(request: object) -> None:
        raise RuntimeError

    made.net.send = broken  # type: ignore[method-assign,assignment]

    async def play(runtime: Runtime) -> AppState:
        with pytest.raises(AssertionError, match="RuntimeError"):
            await say(runtime, "Is the lamp lit?")
        return runtime.state

    state = run(made, play)
    assert state.chat is not None
    assert state.chat.reply is None
    assert "RuntimeError" in state.device.failure


def test_what_a_test_says_of_an_endpoint_that_was_left_is_passed_over() -> None:
    made = world(LOCAL)

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(actions.CheckMoved(endpoint_id="endpoint-2", steps=STEPS, models=("theirs",)))
        return await settle(runtime)

    form = run(made, play).endpoint
    assert (form.steps, form.models) == ((), ())


def test_the_reload_that_a_new_address_needs_says_that_it_forgets_the_key_unless_it_is_kept() -> None:
    def said(endpoint: Endpoint) -> str:
        return str(endpoint_tab(EndpointForm(saved=endpoint, needs_reload=True)))

    assert "forgets the key" in said(Endpoint(url="http://localhost:9/v1", key="sk-1"))
    assert "forgets the key" not in said(Endpoint(url="http://localhost:9/v1", key="sk-1", remember_key=True))
    assert "forgets the key" not in said(Endpoint(url="http://localhost:9/v1"))
