"""Several endpoints under their names, one of them chosen; what its server tells, and what its backend takes."""

import asyncio
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.endpoints import DEMO_ID, Endpoint, EndpointForm, is_private
from loreglass.app.ports import Broke
from loreglass.app.records import text_of
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.view_endpoint import sampler_fields
from loreglass.domain.story.preset import Samplers
from loreglass.shell.ui.endpoint import endpoint_tab
from tests.unit.app.fakes import World, settle
from tests.unit.app.servers import Answer, ScriptedServer, delta, stream, whole
from tests.unit.app.test_chatting import LOCAL, again, opened, world

pytestmark = pytest.mark.cpython

OTHER = (("url", "http://localhost:5001"), ("name", "Kobold"), ("profile", "koboldcpp"), ("model", "k"))


def did(made: World, *steps: Did) -> AppState:
    async def main() -> AppState:
        runtime: Runtime = await opened(made)
        for step in steps:
            runtime.tell(step)
            await settle(runtime)
        return runtime.state

    return asyncio.run(main())


def save(*given: tuple[str, str], name: str = "endpoint-save") -> Did:
    return Did(name=name, fields=given)


def test_a_second_endpoint_is_kept_beside_the_first_and_answers_after_a_reload() -> None:
    made = world(LOCAL)
    did(made, Did(name="endpoint-new"), save(*OTHER))
    form = again(made).endpoint
    assert [each.url for each in form.kept] == [LOCAL.url, "http://localhost:5001"]
    assert (form.saved.called, form.saved.profile) == ("Kobold", "koboldcpp")


def test_choosing_another_one_changes_who_answers_and_choosing_the_demo_keeps_them_all() -> None:
    made = world(LOCAL)
    did(made, Did(name="endpoint-new"), save(*OTHER), Did(name="endpoint-choose", id=LOCAL.id))
    assert again(made).endpoint.saved.url == LOCAL.url
    did(made, Did(name="endpoint-choose", id=DEMO_ID))
    form = again(made).endpoint
    assert form.saved.is_demo
    assert len(form.kept) == 2


def test_a_forgotten_endpoint_takes_its_key_along_and_the_demo_answers() -> None:
    made = world(replace(LOCAL, remember_key=True))
    assert again(made).endpoint.saved.key == LOCAL.key
    did(made, Did(name="endpoint-remove", id=LOCAL.id))
    assert again(made).endpoint.kept == ()
    assert again(made).endpoint.saved.is_demo
    assert "sk-secret" not in str(made.store.records)


def test_each_endpoint_has_its_own_key() -> None:
    made = world(replace(LOCAL, remember_key=True))
    did(made, Did(name="endpoint-new"), save(*OTHER, ("key", "k-other"), ("remember", "true")))
    kept = {each.url: each.key for each in again(made).endpoint.kept}
    assert kept == {LOCAL.url: LOCAL.key, "http://localhost:5001": "k-other"}


def test_an_endpoint_whose_address_the_page_was_not_opened_with_asks_for_a_reload() -> None:
    made = world(LOCAL)
    made.page.allowed = ("http://localhost:9",)
    state = did(made, Did(name="endpoint-new"), save(*OTHER))
    assert state.endpoint.needs_reload
    assert not did(made, Did(name="endpoint-choose", id=LOCAL.id)).endpoint.needs_reload


def test_another_kind_brings_its_usual_address_unless_one_was_typed() -> None:
    assert EndpointForm(profile="ollama").shown.url == "http://localhost:11434"
    own = EndpointForm(saved=Endpoint(url="http://nas:1234/v1"), profile="ollama")
    assert own.shown.url == "http://nas:1234/v1"


def test_a_record_from_before_there_were_kinds_is_read_with_its_temperature() -> None:
    made = world()
    old = {"id": "endpoint", "url": "http://localhost:9/v1", "model": "m", "temperature": 0.4}
    asyncio.run(made.store.write([("settings", "endpoint", text_of(old))], ()))
    saved = again(made).endpoint.saved
    assert (saved.url, saved.profile, saved.samplers) == (old["url"], "openai_chat", Samplers(temperature=0.4))


PROPS = {"default_generation_settings": {"n_ctx": 4096}}
LLAMA = Endpoint(url="http://localhost:9/v1", profile="llamacpp", model="m")
ANSWERS = {
    "/v1/models": [whole({"data": [{"id": "m"}]})],
    "/props": [whole(PROPS)],
    "/v1/chat/completions": [stream(delta("Yes"))],
}


def after_a_test(endpoint: Endpoint) -> Endpoint:
    """The endpoint as it is kept once it was tested on a server that tells everything."""
    made = world(endpoint)
    made.net = ScriptedServer(ANSWERS)  # type: ignore[assignment]
    did(made, Did(name="endpoint-test"))
    return again(made).endpoint.saved


def test_the_test_reads_the_context_size_from_the_server() -> None:
    saved = after_a_test(LLAMA)
    assert (saved.context_tokens, saved.context_from) == (4096, "server")


def test_the_users_own_context_size_wins_over_the_servers() -> None:
    saved = after_a_test(replace(LLAMA, context_tokens=2048, context_from="user"))
    assert (saved.context_tokens, saved.context_from) == (2048, "user")


def test_an_emptied_context_size_gives_the_number_back_to_the_server() -> None:
    made = world(replace(LLAMA, context_tokens=2048, context_from="user"))
    made.net = ScriptedServer(ANSWERS)  # type: ignore[assignment]
    fields = (("url", LLAMA.url), ("profile", "llamacpp"), ("model", "m"), ("context", ""))
    state = did(made, save(*fields, name="endpoint-context"))
    assert (state.endpoint.saved.context_tokens, state.endpoint.saved.context_from) == (4096, "server")


def test_a_whole_test_passes_each_step_with_each_dialect_of_the_reply() -> None:
    made = world(replace(LLAMA, as_text=True))
    answers = {**ANSWERS, "/completion": [Answer((*stream({"content": "Yes", "stop": True}, done=False).parts,))]}
    made.net = ScriptedServer(answers)  # type: ignore[assignment]
    steps = did(made, Did(name="endpoint-test")).endpoint.steps
    assert [step.state for step in steps] == ["passed"] * 6


def test_a_server_without_a_context_size_leaves_that_step_out_and_goes_on() -> None:
    answers = {name: given for name, given in ANSWERS.items() if name != "/props"}
    made = world(LLAMA)
    made.net = ScriptedServer(answers)  # type: ignore[assignment]
    steps = did(made, Did(name="endpoint-test")).endpoint.steps
    assert [step.state for step in steps] == ["passed"] * 4 + ["skipped", "passed"]


def test_from_a_page_on_https_an_address_at_home_is_tried_and_then_told_of() -> None:
    made = world(replace(LOCAL, url="http://192.168.1.5:8080/v1"))
    made.page.url = "https://me.example/"
    server = ScriptedServer({"/v1/models": [Answer((Broke(name="TypeError", message="Failed to fetch"),))]})
    made.net = server  # type: ignore[assignment]
    failed = next(step for step in did(made, Did(name="endpoint-test")).endpoint.steps if step.state == "failed")
    assert len(server.asked) == 1
    assert failed.problem is not None
    assert failed.problem.kind == "mixed_content"


@pytest.mark.parametrize(
    ("url", "private"),
    [
        ("http://localhost:5001", True),
        ("http://127.0.0.1:8080/v1", True),
        ("http://192.168.1.5/v1", True),
        ("http://[::1]:8080", True),
        ("http://nas.local:11434", True),
        ("https://api.example.com/v1", False),
        ("https://localhost.example.com", False),
    ],
)
def test_addresses_at_home_are_told_from_those_elsewhere(url: str, private: bool) -> None:
    assert is_private(url) is private


def test_samplers_that_the_backend_does_not_take_are_greyed_with_the_reason() -> None:
    why = {one.name: one.reason for one in sampler_fields(Endpoint(url="http://h", profile="openai_chat"))}
    assert why["temperature"] == ""
    assert why["min_p"] == "not known there"
    thinking = Endpoint(url="http://h", profile="openai_chat", model="o3-mini")
    assert {one.name: one.reason for one in sampler_fields(thinking)}["temperature"] == "reasoning models refuse it"
    either = Endpoint(url="http://h", profile="anthropic", samplers=Samplers(temperature=1.0))
    assert {one.name: one.reason for one in sampler_fields(either)}["top_p"] == "not together with Temperature"


def test_a_greyed_sampler_keeps_its_value_for_the_backend_that_takes_it() -> None:
    made = world(replace(LOCAL, profile="llamacpp", samplers=Samplers(min_p=0.1, temperature=0.5)))
    kept = (("url", LOCAL.url), ("model", "m"), ("profile", "openai_chat"), ("sampler-temperature", "0.9"))
    did(made, save(*kept))
    assert again(made).endpoint.saved.samplers == Samplers(min_p=0.1, temperature=0.9)


def test_stop_texts_are_one_a_line_and_a_backslash_n_breaks_the_line() -> None:
    made = world(LOCAL)
    did(made, save(("url", LOCAL.url), ("model", "m"), ("stop", "\\nNell:\n***\n")))
    assert again(made).endpoint.saved.stop == ("\nNell:", "***")


def test_the_button_allow_is_there_for_addresses_at_home_and_only_there() -> None:
    assert "endpoint-allow" in str(endpoint_tab(EndpointForm(saved=LOCAL)))
    away = replace(LOCAL, url="https://api.example.com/v1")
    assert "endpoint-allow" not in str(endpoint_tab(EndpointForm(saved=away)))
    assert "endpoint-allow" not in str(endpoint_tab(EndpointForm()))
