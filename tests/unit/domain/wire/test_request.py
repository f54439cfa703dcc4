import json

import pytest

from loreglass.domain.errors import BadInput
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.chat_completions import reply_request
from loreglass.domain.wire.endpoint import Endpoint, address, is_mixed_content, native_address, origin
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.models import Model, models_request, read_models
from loreglass.domain.wire.problem import EndpointProblem

HELLO = (PromptMessage(role="system", content="Be kind."), PromptMessage(role="user", content="Grüße 🌊"))


@pytest.mark.parametrize(
    ("typed", "used"),
    [
        ("http://localhost:8080", "http://localhost:8080/v1/chat/completions"),
        ("http://localhost:8080/", "http://localhost:8080/v1/chat/completions"),
        (" http://localhost:8080/v1/ ", "http://localhost:8080/v1/chat/completions"),
        ("http://h/v1/chat/completions", "http://h/v1/chat/completions"),
        ("http://h/v1/models", "http://h/v1/chat/completions"),
        ("https://h/api/v1", "https://h/api/v1/chat/completions"),
        ("https://h/v1beta/openai/", "https://h/v1beta/openai/chat/completions"),
        (
            "https://H.example/x/chat/completions?api-version=2#top",
            "https://h.example/x/chat/completions?api-version=2",
        ),
        ("localhost:1234", "http://localhost:1234/v1/chat/completions"),
        ("192.168.1.5:5001", "http://192.168.1.5:5001/v1/chat/completions"),
        ("[::1]:8080", "http://[::1]:8080/v1/chat/completions"),
        ("api.example.com", "https://api.example.com/v1/chat/completions"),
    ],
)
def test_an_address_is_understood_as_it_is_usually_typed(typed: str, used: str) -> None:
    assert address(typed, "/chat/completions") == used


@pytest.mark.parametrize(
    ("typed", "used"),
    [
        ("http://localhost:8080", "http://localhost:8080/props"),
        ("http://localhost:8080/v1/", "http://localhost:8080/props"),
        ("http://h/v1/chat/completions", "http://h/props"),
        ("http://h/completion", "http://h/props"),
        ("http://h/api/extra/generate/stream", "http://h/props"),
        ("http://h/api/v1", "http://h/props"),
        ("https://h/llama/v1?x=1", "https://h/llama/props?x=1"),
    ],
)
def test_what_stands_beside_v1_is_found_from_the_same_address(typed: str, used: str) -> None:
    assert native_address(typed, "/props") == used


@pytest.mark.parametrize(
    "typed", ["", "ftp://h/v1", "javascript:alert(1)", "http://", "http://h:99999", "http://[::1", "a b"]
)
def test_what_is_no_address_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(BadInput, match=r"Endpoint URL: expected an address such as http://localhost"):
        address(typed, "/models")


def test_a_password_in_the_address_is_refused() -> None:
    with pytest.raises(BadInput, match="the key has its own field"):
        address("https://me:secret@h/v1", "/models")


@pytest.mark.parametrize(
    "typed",
    [
        *("https://*.host", "https://*", "*", "https://host;script-src", "https://host,other", "https://'self'"),
        *("http://127.1", "http://0x7f.0.0.1", "http://[fe80::1%25eth0]", "https://h%20st", "https://exämple.com"),
        *("https://a\\b.example", "https://-host", "https://[v1.x]/"),
    ],
)
def test_a_host_that_a_policy_would_take_for_more_than_itself_is_refused(typed: str) -> None:
    with pytest.raises(BadInput, match=r"such as"):
        address(typed, "/models")


@pytest.mark.parametrize(
    "typed", ["my_box:1", "http://[::1]", "http://169.254.1.2", "https://a-b.example.", "http://h:"]
)
def test_names_and_numbers_of_servers_are_taken(typed: str) -> None:
    assert address(typed, "/models").endswith("/v1/models")


def test_origin_is_what_a_key_is_bound_to() -> None:
    assert origin("https://API.example.com:8443/v1/models?x=1") == "https://api.example.com:8443"
    assert origin("https://api.example.com:443/v1") == "https://api.example.com"


def test_only_http_to_another_machine_is_mixed_content() -> None:
    assert is_mixed_content("https://me.github.io/x/", "http://192.168.1.5:5001")
    assert not is_mixed_content("https://me.github.io/x/", "http://localhost:5001")
    assert not is_mixed_content("https://me.github.io/x/", "http://127.0.0.1:5001")
    assert not is_mixed_content("http://localhost:8000/", "http://192.168.1.5:5001")
    assert not is_mixed_content("https://me.github.io/x/", "https://api.example.com")


def test_messages_are_sent_as_they_are_and_unset_choices_are_not_sent() -> None:
    sent = reply_request(Endpoint(url="http://h", model="m"), Generation(prompt=HELLO))
    assert json.loads(sent.body) == {
        "model": "m",
        "messages": [{"role": "system", "content": "Be kind."}, {"role": "user", "content": "Grüße 🌊"}],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    assert (sent.method, sent.url) == ("POST", "http://h/v1/chat/completions")
    assert sent.headers == (("Content-Type", "application/json"),)


def test_set_choices_are_sent() -> None:
    asked = Generation(prompt=HELLO, reply_tokens=64, samplers=Samplers(temperature=0), stop=("\nNell:",))
    sent = reply_request(Endpoint(url="http://h"), asked)
    body = json.loads(sent.body)
    assert (body["max_tokens"], body["temperature"], body["stop"]) == (64, 0, ["\nNell:"])
    assert "model" not in body


def test_the_key_is_sent_only_where_there_is_one() -> None:
    assert models_request(Endpoint(url="http://h", key=" ")).headers == ()
    sent = models_request(Endpoint(url="http://h/v1/chat/completions", key=" sk-1 "))
    assert (sent.method, sent.url, sent.headers) == ("GET", "http://h/v1/models", (("Authorization", "Bearer sk-1"),))


def test_models_are_listed_once_with_their_context_where_it_is_told() -> None:
    body = json.dumps(
        {
            "object": "list",
            "data": [
                {"id": "a", "meta": {"n_ctx_train": 2048}},
                {"id": "b", "context_length": 131072},
                {"id": "c", "max_model_len": 4096},
                {"id": "a"},
                {"name": "no id"},
            ],
        }
    )
    assert read_models(body) == (
        Model(id="a", context_tokens=2048),
        Model(id="b", context_tokens=131072),
        Model(id="c", context_tokens=4096),
    )


@pytest.mark.parametrize(
    ("body", "kind"), [("<html>", "wrong_url"), ("{}", "malformed_stream"), ("?", "malformed_stream")]
)
def test_what_is_no_model_list_is_a_problem(body: str, kind: str) -> None:
    answer = read_models(body)
    assert isinstance(answer, EndpointProblem)
    assert answer.kind == kind
