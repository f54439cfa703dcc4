"""The endpoint as the user types it: written out, refused with a reason, tested as it is saved."""

import asyncio
from collections.abc import Sequence

import pytest

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.checking import STEPS
from loreglass.app.endpoints import Endpoint, EndpointForm
from loreglass.app.rows import WrittenRow
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.shell.ui.endpoint import endpoint_tab
from tests.ui.trees import elements, text
from tests.unit.app.fakes import World, settle
from tests.unit.app.memory_store import MemoryStore
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


def test_the_page_is_loaded_anew_only_once_the_endpoint_is_stored() -> None:
    class SlowStore(MemoryStore):
        """A fake store that takes its time."""

        async def write(self, rows: Sequence[WrittenRow], pictures: Sequence[tuple[str, bytes]]) -> None:
            for _ in range(50):
                await asyncio.sleep(0)
            assert ("reload", "") not in made.page.wishes
            await super().write(rows, pictures)

    made, slow = world(), SlowStore()
    slow.records, slow.era = made.store.records, made.store.era
    made.store = slow

    async def play(runtime: Runtime) -> AppState:
        runtime.tell(Did(name="endpoint-save", fields=(("url", "http://localhost:9/v1"), ("model", "m"))))
        runtime.tell(Did(name="reload"))
        return await settle(runtime)

    run(made, play)
    assert made.page.wishes[-1] == ("reload", "")
    assert "http://localhost:9/v1" in str(made.store.records["settings"])


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


KEY_SAID = "This address holds a key."


def typing(made: World, *urls: str, then: tuple[Did, ...] = ()) -> str:
    """The endpoint's form after these were typed as its address, one after the other."""

    async def play(runtime: Runtime) -> AppState:
        for url in urls:
            runtime.tell(Did(name="endpoint-url", value=url))
        for did in then:
            runtime.tell(did)
        return await settle(runtime)

    return str(endpoint_tab(run(made, play).endpoint))


@pytest.mark.parametrize("name", ["api_key", "token", "access_token"])
def test_a_key_typed_into_the_address_is_spoken_of_as_soon_as_it_stands_there(name: str) -> None:
    assert KEY_SAID in typing(world(), f"https://api.example.com/v1?{name}=sk-1234")


@pytest.mark.parametrize("url", ["https://api.example.com/v1?version=2026", "https://api.example.com/v1?key=", "h"])
def test_an_address_without_a_key_is_not_spoken_of(url: str) -> None:
    assert KEY_SAID not in typing(world(), "https://api.example.com/v1?key=sk-1234", url)


def test_what_is_said_of_a_key_in_the_address_follows_the_address_that_stands_in_the_form() -> None:
    kept = Endpoint(url="https://api.example.com/v1?key=sk-1234", model="m")
    assert KEY_SAID in typing(world(kept))
    assert KEY_SAID not in typing(world(kept), "https://api.example.com/v1")
    assert KEY_SAID not in typing(world(kept), then=(Did(name="endpoint-new"),))
    assert KEY_SAID not in typing(world(LOCAL), kept.url, then=(Did(name="endpoint-choose", id=LOCAL.id),))
    assert KEY_SAID in typing(world(LOCAL), kept.url, then=(Did(name="endpoint-profile", value="vllm"),))
    emptied = (Did(name="endpoint-new"), Did(name="endpoint-url", value=kept.url))
    assert KEY_SAID not in typing(world(), then=(*emptied, Did(name="endpoint-profile", value="vllm")))


def test_the_field_of_the_address_points_to_what_is_said_of_its_key() -> None:
    form = endpoint_tab(EndpointForm(saved=Endpoint(url="https://api.example.com/v1?key=sk-1234")))
    boxes = {str(attrs["id"]): attrs for _, attrs, _ in elements(form) if "id" in attrs}
    said = {str(attrs["id"]): "".join(map(text, children)) for _, attrs, children in elements(form) if "id" in attrs}
    assert KEY_SAID in said[str(boxes["endpoint-url"]["aria-describedby"])]


def test_a_price_alone_says_that_the_other_counts_as_nothing() -> None:
    form = str(endpoint_tab(EndpointForm(saved=Endpoint(url="http://localhost:9/v1", reply_price=1.5))))
    assert "Price: 0 and 1.5 a million tokens" in form
    assert "One filled: the empty one counts as 0." in form
    assert "Price: none set" in str(endpoint_tab(EndpointForm(saved=Endpoint(url="http://localhost:9/v1"))))
