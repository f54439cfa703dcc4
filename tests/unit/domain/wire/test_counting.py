import json

import pytest

from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.wire.context_size import context_request, read_context
from loreglass.domain.wire.counting import (
    count_request,
    read_count,
    read_text_counts,
    texts_request,
)
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, ProfileId
from loreglass.domain.wire.models import Model, models_request, read_models
from loreglass.domain.wire.problem import EndpointProblem

TALK = (PromptMessage(role="system", content="Be kind."), PromptMessage(role="user", content="When?"))
WIRE = [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "When?"}]


def endpoint(profile: ProfileId, model: str = "m") -> Endpoint:
    return Endpoint(url="http://h", model=model, profile=profile)


def told(request: HttpRequest | None) -> tuple[str, str, object] | None:
    if request is None:
        return None
    return request.method, request.url, json.loads(request.body) if request.body else None


@pytest.mark.parametrize(
    ("profile", "prompt", "asked"),
    [
        ("llamacpp", "Once", ("/tokenize", {"content": "Once", "add_special": True, "parse_special": True})),
        ("llamacpp", TALK, ("/v1/chat/completions/input_tokens", {"messages": WIRE})),
        ("koboldcpp", "Once", ("/api/extra/tokencount", {"prompt": "Once"})),
        ("koboldcpp", TALK, None),
        (
            *("anthropic", TALK),
            ("/v1/messages/count_tokens", {"model": "m", "system": "Be kind.", "messages": WIRE[1:]}),
        ),
        ("anthropic", "Once", None),
        ("vllm", "Once", ("/tokenize", {"model": "m", "prompt": "Once"})),
        ("vllm", TALK, ("/tokenize", {"model": "m", "messages": WIRE})),
        ("text_generation_webui", "Once", ("/v1/internal/token-count", {"text": "Once"})),
        ("text_generation_webui", TALK, None),
        ("openai_chat", TALK, None),
        ("openrouter", TALK, None),
        ("ollama", "Once", None),
        ("lm_studio", TALK, None),
    ],
)
def test_a_prompt_is_counted_where_the_backend_counts(
    profile: ProfileId, prompt: tuple[PromptMessage, ...] | str, asked: tuple[str, object] | None
) -> None:
    expected = None if asked is None else ("POST", "http://h" + asked[0], asked[1])
    assert told(count_request(endpoint(profile), prompt)) == expected


@pytest.mark.parametrize(
    "body", ['{"tokens": [1, 2, 3]}', '{"input_tokens": 3}', '{"value": 3, "ids": [1]}', '{"length": 3}']
)
def test_a_count_is_read_from_every_backend(body: str) -> None:
    assert read_count(body) == 3
    assert read_count('{"count": 3, "max_model_len": 4096, "tokens": [1]}') == 3


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"count": -1}', '{"count": true}', '{"tokens": 3}'])
def test_an_answer_without_a_count_is_a_problem(body: str) -> None:
    assert read_count(body) == EndpointProblem(kind="malformed_stream")
    assert read_text_counts(body, 1) == EndpointProblem(kind="malformed_stream")
    assert read_count("<html>") == EndpointProblem(kind="wrong_url")


def test_many_texts_are_counted_in_one_call() -> None:
    asked = texts_request(endpoint("llamacpp"), ("a", "", "b"))
    assert told(asked) == (
        *("POST", "http://h/tokenize"),
        {"content": ["a", -1, "", -1, "b", -1], "add_special": False, "parse_special": False},
    )
    assert read_text_counts('{"tokens": [5, 6, -1, -1, 7, -1]}', 3) == (2, 0, 1)
    assert read_text_counts('{"tokens": []}', 0) == ()
    assert texts_request(endpoint("koboldcpp"), ("a",)) is None


@pytest.mark.parametrize("tokens", [[5, -1], [5, -1, 6], [-1, -1, -1]])
def test_counts_that_do_not_belong_to_the_texts_are_a_problem(tokens: list[int]) -> None:
    assert isinstance(read_text_counts(json.dumps({"tokens": tokens}), 2), EndpointProblem)


SHOWN = {"parameters": 'stop "x"\nnum_ctx                        8192', "model_info": {"llama.context_length": 131072}}
LISTED = {"data": [{"id": "other", "max_model_len": 1}, {"id": "m", "max_model_len": 4096}]}
STUDIO = {"data": [{"id": "m", "max_context_length": 32768, "loaded_context_length": 4096}]}


@pytest.mark.parametrize(
    ("profile", "asked", "answer", "size"),
    [
        ("llamacpp", ("GET", "http://h/props", None), {"default_generation_settings": {"n_ctx": 4096}}, 4096),
        ("koboldcpp", ("GET", "http://h/api/extra/true_max_context_length", None), {"value": 8192}, 8192),
        ("ollama", ("POST", "http://h/api/show", {"model": "m"}), SHOWN, 8192),
        ("ollama", ("POST", "http://h/api/show", {"model": "m"}), {"model_info": {"x.context_length": 512}}, 512),
        ("vllm", ("GET", "http://h/v1/models", None), LISTED, 4096),
        ("openrouter", ("GET", "http://h/v1/models", None), {"data": [{"id": "m", "context_length": 9}]}, 9),
        ("anthropic", ("GET", "http://h/v1/models", None), {"data": [{"id": "m", "max_input_tokens": 9}]}, 9),
        ("openai_chat", ("GET", "http://h/v1/models", None), {"data": [{"id": "n"}, {"id": "m"}]}, None),
        ("lm_studio", ("GET", "http://h/api/v0/models", None), STUDIO, 4096),
        ("text_generation_webui", None, {}, None),
    ],
)
def test_the_context_is_read_from_where_the_backend_tells_it(
    profile: ProfileId, asked: object, answer: dict[str, object], size: int | None
) -> None:
    assert told(context_request(endpoint(profile))) == asked
    assert read_context(endpoint(profile), json.dumps(answer)) == size
    assert read_context(endpoint(profile), "<html>") is None
    assert read_context(endpoint(profile), "[]") is None


def test_without_a_chosen_model_the_only_one_counts() -> None:
    assert read_context(endpoint("vllm", ""), '{"data": [{"id": "m", "max_model_len": 4096}]}') == 4096
    assert read_context(endpoint("vllm", ""), json.dumps(LISTED)) is None


def test_the_models_of_ollama_and_anthropic_are_listed() -> None:
    assert told(models_request(endpoint("ollama"))) == ("GET", "http://h/api/tags", None)
    assert read_models('{"models": [{"name": "a:8b", "model": "a:8b"}]}') == (Model(id="a:8b"),)
    assert ("anthropic-version", "2023-06-01") in models_request(endpoint("anthropic")).headers


def test_a_number_that_no_server_can_have_counted_is_no_count() -> None:
    assert isinstance(read_count('{"count": 1' + "0" * 400 + "}"), EndpointProblem)
