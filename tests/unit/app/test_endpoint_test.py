"""The endpoint test: it ends by itself, can be stopped, speaks of its own endpoint only; and a key can be removed.

The servers are scripted at the port.
"""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.endpoints import SILENT_SECONDS, Endpoint, EndpointForm
from loreglass.app.ports import Broke
from loreglass.app.state import AppState
from loreglass.app.strings.endpoint import outcome
from loreglass.app.strings.problems import told
from loreglass.app.view_chat import trouble
from loreglass.shell.ui.endpoint import endpoint_tab
from tests.unit.app.fakes import ToldClock, World, settle
from tests.unit.app.servers import STREAM, Answer, ScriptedServer, delta, stream, whole
from tests.unit.app.test_chatting import LOCAL, again, chat_of, opened, world
from tests.unit.app.test_endpoints_kept import did, save

pytestmark = pytest.mark.cpython
MODELS, CHAT = "/v1/models", "/v1/chat/completions"
LISTED = whole({"data": [{"id": "m"}]})
SILENT = Answer((), hangs=True)
TWIN = replace(LOCAL, id="endpoint-2", name="Twin")


class WaitingClock(ToldClock):
    """A fake clock on which a wait of a second does not end."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0 if seconds < 1 else 3600)


def behind(endpoint: Endpoint = LOCAL, **answers: Answer) -> tuple[World, ScriptedServer]:
    made = world(endpoint)
    server = ScriptedServer({{"models": MODELS, "chat": CHAT}[name]: [each] for name, each in answers.items()})
    made.net = server  # type: ignore[assignment]
    return made, server


def states(state: AppState) -> list[str]:
    return [step.state for step in state.endpoint.steps]


def drawn(form: EndpointForm) -> str:
    return str(endpoint_tab(form))


@pytest.mark.parametrize(
    ("answers", "failed"),
    [
        ({"models": SILENT}, "reach"),
        ({"models": Answer((STREAM, b'{"data": ['), hangs=True)}, "reach"),
        ({"models": LISTED, "chat": SILENT}, "reply"),
    ],
)
def test_an_endpoint_that_says_nothing_ends_the_test_with_a_sentence(answers: dict[str, Answer], failed: str) -> None:
    made, _ = behind(**answers)
    form = did(made, Did(name="endpoint-test")).endpoint
    (step,) = (each for each in form.steps if each.state == "failed")
    assert (step.name, form.testing) == (failed, False)
    assert step.problem is not None
    assert f"said nothing for {SILENT_SECONDS} seconds" in told(step.problem).sentence


def test_an_endpoint_that_goes_on_saying_something_is_heard_out() -> None:
    slow = Answer(
        (STREAM, *(b": still loading\n\n" for _ in range(2 * SILENT_SECONDS)), *stream(delta("Yes")).parts[1:])
    )
    made, _ = behind(models=LISTED, chat=slow)
    assert outcome(did(made, Did(name="endpoint-test")).endpoint.steps).startswith("It works.")


def test_a_test_that_runs_can_be_stopped_and_calls_nobody_any_more() -> None:
    made, server = behind(models=SILENT)
    made.clock = WaitingClock()

    async def main() -> AppState:
        runtime = await opened(made)
        runtime.tell(Did(name="endpoint-test"))
        running = await settle(runtime)
        assert states(running)[:2] == ["passed", "running"]
        assert "Stop the test" in drawn(running.endpoint)
        assert "Test endpoint" not in drawn(running.endpoint)
        runtime.tell(Did(name="endpoint-test-stop"))
        return await settle(runtime)

    form = asyncio.run(main()).endpoint
    assert (form.steps, form.testing) == ((), False)
    assert "Test endpoint" in drawn(form)
    assert server.paths() == [MODELS]


def test_a_test_that_is_running_says_nothing_of_another_endpoint_at_the_same_address() -> None:
    made, _ = behind(models=Answer((*LISTED.parts,), hangs=True))
    made.clock = WaitingClock()

    async def main() -> AppState:
        runtime = await opened(made)
        runtime.tell(Did(name="endpoint-new"))
        runtime.tell(save(("url", LOCAL.url), ("name", "Twin"), ("model", "")))
        runtime.tell(Did(name="endpoint-test"))
        await settle(runtime)
        assert runtime.state.endpoint.testing
        runtime.tell(Did(name="endpoint-choose", id=LOCAL.id))
        return await settle(runtime)

    form = asyncio.run(main()).endpoint
    assert form.saved.id == LOCAL.id
    assert (form.steps, form.models, form.testing) == ((), (), False)


def test_reading_the_models_alone_says_that_no_reply_was_tried() -> None:
    made, _ = behind(models=LISTED)
    form = did(made, save(("url", LOCAL.url), ("model", "m"), name="endpoint-models")).endpoint
    assert outcome(form.steps) == "What was asked for went well. No reply was tried."


def test_an_endpoint_that_says_the_key_back_in_a_test_is_quoted_without_it() -> None:
    said = {"error": {"message": "No: sk-secret is bad.", "type": "server_error"}}
    made, _ = behind(replace(LOCAL, remember_key=True), models=LISTED, chat=stream(said))
    form = did(made, Did(name="endpoint-test")).endpoint
    assert "sk-secret" not in drawn(form)
    assert "(key) is bad" in drawn(form)


def test_a_key_can_be_removed_and_leaves_the_store() -> None:
    made = world(replace(LOCAL, remember_key=True))
    before = again(made).endpoint
    assert "kept on this device" in drawn(before)
    form = did(made, Did(name="endpoint-remove-key")).endpoint
    assert form.saved.key == again(made).endpoint.saved.key == ""
    assert "sk-secret" not in str(made.store.records)
    assert "Remove key" in drawn(before)
    assert "Remove key" not in drawn(form)


def test_a_key_that_is_only_in_memory_says_so() -> None:
    assert "gone when this page closes" in drawn(EndpointForm(saved=LOCAL, kept=(LOCAL,)))


def test_a_key_in_the_address_stands_in_its_own_field_only() -> None:
    typed = replace(LOCAL, url="https://h.example/v1?api_key=s3cret-value")
    text = drawn(EndpointForm(saved=typed, kept=(typed, TWIN)))
    assert text.count("s3cret-value") == str(typed_field(text)).count("s3cret-value") > 0
    assert "api_key=(key)" in text


def typed_field(text: str) -> str:
    """The part of the drawn tab that is the address field."""
    return text.partition("'endpoint-url', 'name'")[2].partition("API key")[0]


def test_a_refused_call_is_told_without_the_key_in_the_address() -> None:
    made = world(replace(LOCAL, url="http://localhost:9/v1?api_key=s3cret-value"))
    made.net.script = [Broke(name="TypeError", message="Failed to fetch http://localhost:9/v1?api_key=s3cret-value")]
    form = did(made, Did(name="endpoint-test")).endpoint
    assert all("s3cret" not in each.problem.detail for each in form.steps if each.problem)


def test_an_endpoint_kept_from_before_its_address_was_refused_can_be_chosen_and_mended() -> None:
    made = world(replace(LOCAL, url="https://*.host", profile="vllm"))
    made.page.allowed = ()
    form = did(made, Did(name="endpoint-choose", id=LOCAL.id)).endpoint
    assert form.saved.url == "https://*.host"
    wrong = did(made, Did(name="draft", value="Well?"), Did(name="send"))
    assert "write the server’s name as it is" in trouble(chat_of(wrong))
    assert did(made, save(("url", "https://a.host"), ("model", "m"))).endpoint.saved.url == "https://a.host"
