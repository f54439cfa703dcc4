"""The request as it is shown and copied: the very one that goes out, without the key; and the report without texts."""

import json
import shlex
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.endpoints import Endpoint
from loreglass.app.plan_report import plan_report
from loreglass.app.runtime import Runtime
from loreglass.app.sending import Sending, as_curl, as_text, sending
from loreglass.app.state import AppState
from loreglass.app.view_prompt import prompt_view
from loreglass.domain.lore.verdict import Reason
from tests.ui import ninth_bell
from tests.unit.app.fakes import World, settle
from tests.unit.app.test_chatting import LOCAL, OPENED, chat_of, run, sse, world

pytestmark = pytest.mark.cpython
KEYED = replace(LOCAL, remember_key=True)
DRAFT = "It’s the $API_KEY of the 'lamp'."


def answering(endpoint: Endpoint = KEYED) -> World:
    made = world(endpoint)
    made.net.script = [OPENED, *sse("So it is.")]
    return made


async def typed(runtime: Runtime) -> AppState:
    runtime.tell(Did(name="panel-tab", id="prompt"))
    runtime.tell(Did(name="draft", value=DRAFT))
    return await settle(runtime)


def asked_of(state: AppState) -> Sending:
    plan = chat_of(state).next_plan
    assert plan is not None
    found = sending(state, chat_of(state), plan)
    assert found is not None
    return found


def shown_and_sent(made: World) -> tuple[Sending, AppState]:
    kept: list[Sending] = []

    async def play(runtime: Runtime) -> AppState:
        kept.append(asked_of(await typed(runtime)))
        runtime.tell(Did(name="send"))
        return await settle(runtime)

    state = run(made, play)
    return kept[0], state


def test_the_request_that_is_shown_is_the_one_that_goes_out_but_for_the_key() -> None:
    made = answering()
    shown, _ = shown_and_sent(made)
    request, sent = shown.request, made.net.asked[-1]
    assert request is not None
    assert (request.method, request.url) == (sent.method, sent.url)
    assert json.loads(request.body) == json.loads(sent.body)
    assert dict(sent.headers)["Authorization"] == "Bearer sk-secret"
    assert dict(request.headers) == {**dict(sent.headers), "Authorization": "Bearer $API_KEY"}


@pytest.mark.parametrize("url", ["http://localhost:9/v1", "http://localhost:9/v1?token=sk-secret"])
def test_neither_the_raw_request_nor_the_command_has_the_key(url: str) -> None:
    request = asked_of(run(answering(replace(KEYED, url=url)), typed)).request
    assert request is not None
    assert "sk-secret" not in as_text(request) + as_curl(request)


def test_the_command_is_read_by_a_shell_as_the_same_request() -> None:
    request = asked_of(run(answering(), typed)).request
    assert request is not None
    words = shlex.split(as_curl(request).replace("\\\n", ""))
    assert words[:3] == ["curl", "-N", request.url]
    assert words[words.index("--data-raw") + 1] == request.body
    assert [words[at + 1] for at, word in enumerate(words) if word == "-H"] == [
        f"{name}: {value}" for name, value in request.headers
    ]


def test_the_variable_for_the_key_is_open_to_the_shell_and_a_text_that_looks_like_it_is_not() -> None:
    request = asked_of(run(answering(), typed)).request
    assert request is not None
    command = as_curl(request)
    assert "'Authorization: Bearer '\"$API_KEY\"" in command
    body = command[command.index("--data-raw") :]
    assert '"$API_KEY"' not in body.replace("'\\''", "")
    assert "$API_KEY of the" in body


def test_raw_is_the_request_where_there_is_an_endpoint() -> None:
    async def play(runtime: Runtime) -> AppState:
        await typed(runtime)
        runtime.tell(Did(name="prompt-raw", checked=True))
        return await settle(runtime)

    state = run(answering(), play)
    view = prompt_view(state.panel, chat_of(state), asked_of(state))
    assert view.has_request
    assert (view.raw or "").startswith("POST http://localhost:9/v1/chat/completions\n")


def test_of_the_demo_responder_nothing_is_asked() -> None:
    state = run(world(), typed)
    plan = chat_of(state).next_plan
    assert plan is not None
    assert sending(state, chat_of(state), plan) is None


def test_the_buttons_copy_the_command_and_the_report() -> None:
    made = answering()

    async def play(runtime: Runtime) -> AppState:
        await typed(runtime)
        runtime.tell(Did(name="copy-curl"))
        runtime.tell(Did(name="copy-report"))
        return await settle(runtime)

    run(made, play)
    command, report = made.page.copied
    assert command.startswith("curl ")
    assert json.loads(report)["numbers"]["context"] == 4096


def test_the_report_has_no_text_no_keyword_no_name_and_no_key() -> None:
    chat = ninth_bell.open_chat()
    plan = chat.next_plan
    assert plan is not None
    odd = Reason(code="regex_invalid", pattern="/zebra/", problem="zebra is odd", group="zebras", missing=("zebra",))
    plan = replace(
        plan,
        decisions=(*plan.decisions, replace(plan.decisions[0], reason=odd)),
        sections=tuple(replace(one, name="Zebra text") for one in plan.sections),
        stop=("zebra:",),
    )
    report = plan_report(plan, endpoint=replace(KEYED, name="Zebra"), semantics="native")
    told = json.loads(report)
    assert "zebra" not in report.casefold()
    assert "sk-secret" not in report
    assert "localhost" not in report
    secret = [one.content for one in plan.messages] + [one.text for one in (*plan.decisions, *plan.sections)]
    secret += [hit.key for one in plan.decisions for hit in (one.reason.hit, *one.reason.secondary_hits) if hit]
    values = _texts(told)
    assert not [text for text in secret if text and text in values]
    assert len(told["decisions"]) == len(plan.decisions)


def _texts(value: object) -> set[str]:
    """Every text that stands as a value."""
    if isinstance(value, dict):
        return set().union(*map(_texts, value.values()))
    if isinstance(value, list):
        return set().union(*map(_texts, value))
    return {value} if isinstance(value, str) else set()


def test_a_key_that_was_typed_into_the_address_is_not_shown() -> None:
    endpoint = replace(LOCAL, url="http://127.0.0.1:8080/v1?api-version=3&api_key=sk-typed&x=1")
    shown, _ = shown_and_sent(answering(endpoint))
    assert shown.request is not None
    for told in (as_text(shown.request), as_curl(shown.request)):
        assert "sk-typed" not in told
        assert "api-version=3&api_key=" in told
        assert "$API_KEY" in told
