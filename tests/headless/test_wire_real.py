"""Every dialect that a real llama.cpp server speaks, with a real small model: what is shown is what it received."""

import json
import urllib.error
import urllib.request

import pytest

from loreglass.domain.ids import MessageId
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.context_size import context_request, read_context
from loreglass.domain.wire.counting import (
    count_request,
    read_count,
    read_text_counts,
    texts_request,
)
from loreglass.domain.wire.endpoint import Endpoint, HttpRequest, ProfileId, bearer, native_address, post
from loreglass.domain.wire.events import Finished, StreamError, StreamEvent, TextDelta, Usage
from loreglass.domain.wire.generation import Generation
from loreglass.domain.wire.models import Model, models_request, read_models
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.sending import refusal, reply_parser, reply_request, sent_messages

pytestmark = pytest.mark.cpython

ALIAS = "smollm2-135m-instruct"
TALK = (
    PromptMessage(role="system", content="You tell of a harbour."),
    PromptMessage(role="user", content="How many bells? 🔔"),
)
OPENED = (*TALK, PromptMessage(role="assistant", content="There are nine"))
CALM = Samplers(temperature=0, seed=1)


def send(asked: HttpRequest) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(
        asked.url, data=asked.body.encode() or None, headers=dict(asked.headers), method=asked.method
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, {}, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read()


def body_of(asked: HttpRequest | None) -> str:
    assert asked is not None
    status, _, body = send(asked)
    assert status == 200, body
    return body.decode()


def listen(endpoint: Endpoint, generation: Generation) -> tuple[StreamEvent, ...]:
    """What the reply says, fed in pieces of seven bytes."""
    data = send(reply_request(endpoint, generation))[2]
    parser = reply_parser(endpoint, generation)
    told = [event for at in range(0, len(data), 7) for event in parser.feed(data[at : at + 7])]
    return (*told, *parser.close())


def text_of(events: tuple[StreamEvent, ...]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def usage_of(events: tuple[StreamEvent, ...]) -> Usage:
    return [event for event in events if isinstance(event, Usage)][-1]


def received_text(asked: HttpRequest) -> str:
    """The text that the model got for a chat request, as the server itself tells it."""
    whole = json.loads(asked.body) | {"stream": False, "verbose": True, "max_tokens": 1}
    whole.pop("stream_options", None)
    told = json.loads(send(HttpRequest(method="POST", url=asked.url, headers=asked.headers, body=json.dumps(whole)))[2])
    text = told["__verbose"]["prompt"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("profile", ["openai_text", "llamacpp", "lm_studio", "vllm", "text_generation_webui"])
def test_a_text_goes_on_as_the_server_received_it(model_server: str, profile: ProfileId) -> None:
    endpoint = Endpoint(url=model_server, profile=profile, model=ALIAS)
    events = listen(endpoint, Generation(prompt="Nine bells and", samplers=CALM, reply_tokens=5))
    counted = read_count(body_of(count_request(Endpoint(url=model_server, profile="llamacpp"), "Nine bells and")))
    assert text_of(events).strip()
    assert usage_of(events) == Usage(prompt_tokens=int(str(counted)), reply_tokens=5)
    assert Finished(reason="length") in events


def test_the_native_dialect_tells_the_very_prompt_that_it_received(model_server: str) -> None:
    endpoint = Endpoint(url=model_server, profile="llamacpp")
    prompt = "<|im_start|>user\nWie spät? 🔔<|im_end|>\n<|im_start|>assistant\n"
    asked = reply_request(endpoint, Generation(prompt=prompt, samplers=CALM, reply_tokens=2))
    last = send(asked)[2].decode().strip().splitlines()[-1]
    assert json.loads(last.removeprefix("data: "))["prompt"] == prompt


def templated(model_server: str) -> str:
    """The text that the server's own template makes of the talk."""
    asked = {"messages": [{"role": each.role, "content": each.content} for each in TALK]}
    native = Endpoint(url=model_server, profile="llamacpp")
    text = json.loads(body_of(post(native_address(native.url, "/apply-template"), bearer(native), asked)))["prompt"]
    assert isinstance(text, str)
    return text


@pytest.mark.parametrize("profile", ["openai_chat", "openrouter", "koboldcpp", "llamacpp", "lm_studio", "vllm"])
def test_messages_are_received_as_the_template_shows_them(model_server: str, profile: ProfileId) -> None:
    endpoint = Endpoint(url=model_server, profile=profile, model=ALIAS)
    shown = templated(model_server)
    assert received_text(reply_request(endpoint, Generation(prompt=TALK, samplers=CALM))) == shown


def test_every_way_of_counting_agrees_with_what_the_reply_reports(model_server: str) -> None:
    native = Endpoint(url=model_server, profile="llamacpp", model=ALIAS)
    anthropic = Endpoint(url=model_server, profile="anthropic", model=ALIAS)
    shown = templated(model_server)
    counts = {
        read_count(body_of(count_request(native, TALK))),
        read_count(body_of(count_request(native, shown))),
        read_count(body_of(count_request(anthropic, TALK))),
        *(
            usage_of(listen(endpoint, Generation(prompt=TALK, samplers=CALM, reply_tokens=3))).prompt_tokens
            for endpoint in (native, anthropic)
        ),
    }
    assert len(counts) == 1


def test_anthropics_dialect_says_the_same_as_chat_completions(model_server: str) -> None:
    generation = Generation(prompt=TALK, samplers=CALM, reply_tokens=6)
    chat, anthropic = (
        listen(Endpoint(url=model_server, profile=profile, model=ALIAS), generation)
        for profile in ("llamacpp", "anthropic")
    )
    assert text_of(chat) == text_of(anthropic) != ""
    assert usage_of(chat) == usage_of(anthropic)
    assert sent_messages(Endpoint(url=model_server, profile="anthropic"), TALK) == TALK


@pytest.mark.parametrize("profile", ["llamacpp", "anthropic"])
def test_a_continued_reply_does_not_repeat_its_beginning(model_server: str, profile: ProfileId) -> None:
    endpoint = Endpoint(url=model_server, profile=profile, model=ALIAS)
    events = listen(endpoint, Generation(prompt=OPENED, samplers=CALM, reply_tokens=6))
    assert text_of(events).strip()
    assert "There are nine" not in text_of(events)


def test_a_stop_text_ends_the_reply_and_is_no_part_of_it(model_server: str) -> None:
    endpoint = Endpoint(url=model_server, profile="llamacpp")
    whole = text_of(listen(endpoint, Generation(prompt="One, two, three,", samplers=CALM, reply_tokens=12)))
    stopped = listen(
        endpoint, Generation(prompt="One, two, three,", samplers=CALM, reply_tokens=12, stop=(whole.split()[1],))
    )
    assert whole.startswith(text_of(stopped))
    assert whole.split()[1] not in text_of(stopped)
    assert Finished(reason="stop") in stopped


def test_a_thousand_texts_are_counted_in_one_call_each_as_if_alone(model_server: str) -> None:
    endpoint = Endpoint(url=model_server, profile="llamacpp")
    texts = ("", "Nine bells.", "<|im_start|>", "Wie spät? 🔔", *(f"Message {number}." for number in range(996)))
    counts = read_text_counts(body_of(texts_request(endpoint, texts)), len(texts))
    assert isinstance(counts, tuple)
    alone = (read_text_counts(body_of(texts_request(endpoint, (text,))), 1) for text in texts[:6])
    assert counts[:6] == tuple(count for each in alone for count in each)  # type: ignore[union-attr]
    assert counts[:2] == (0, 4)
    assert counts[2] > 1, "a mark inside a text is no mark"


def test_the_server_tells_its_context_and_its_models(model_server: str) -> None:
    native = Endpoint(url=f"{model_server}/v1", profile="llamacpp")
    assert read_context(native, body_of(context_request(native))) == 4096
    assert read_models(body_of(models_request(native))) == (Model(id=ALIAS, context_tokens=4096),)


@pytest.mark.parametrize("profile", ["openai_chat", "openai_text", "anthropic", "llamacpp"])
def test_a_prompt_beyond_the_context_is_told_in_every_dialect(model_server: str, profile: ProfileId) -> None:
    long = "bell " * 5000
    prompt = long if profile == "openai_text" else (PromptMessage(role="user", content=long),)
    endpoint = Endpoint(url=model_server, profile=profile, model=ALIAS)
    status, headers, body = send(reply_request(endpoint, Generation(prompt=prompt, reply_tokens=4)))
    assert refusal(endpoint, status, headers, body.decode()).kind == "context_too_long"


@pytest.mark.parametrize("profile", ["openai_chat", "openai_text", "anthropic", "llamacpp"])
def test_the_right_key_opens_and_a_wrong_one_is_told_in_every_dialect(
    guarded_model_server: tuple[str, str], profile: ProfileId
) -> None:
    address, key = guarded_model_server
    prompt = "Once" if profile == "openai_text" else TALK
    wrong = Endpoint(url=address, profile=profile, model=ALIAS, key="sk-wrong")
    status, headers, body = send(reply_request(wrong, Generation(prompt=prompt, reply_tokens=2)))
    problem = refusal(wrong, status, headers, body.decode())
    assert (problem.kind, problem.status) == ("unauthorised", 401)
    right = Endpoint(url=address, profile=profile, model=ALIAS, key=key)
    assert not any(isinstance(event, StreamError) for event in listen(right, Generation(prompt=prompt, reply_tokens=2)))


def test_an_address_that_the_server_does_not_have_is_told(model_server: str) -> None:
    endpoint = Endpoint(url=model_server, profile="ollama", model=ALIAS)
    status, headers, body = send(reply_request(endpoint, Generation(prompt="Once")))
    assert refusal(endpoint, status, headers, body.decode()).kind == "wrong_url"
    assert isinstance(read_count("File Not Found"), EndpointProblem)


@pytest.mark.parametrize("profile", ["openai_chat", "llamacpp"])
def test_one_more_reply_begins_anew_where_the_server_would_go_on_with_the_last(
    model_server: str, profile: ProfileId
) -> None:
    endpoint = Endpoint(url=model_server, profile=profile, model=ALIAS)
    whole = PromptMessage(role="assistant", content="There are nine.", message_id=MessageId("m1"))
    bare, sent = (*TALK, whole), sent_messages(endpoint, (*TALK, whole))
    received = [received_text(reply_request(endpoint, Generation(prompt=each, samplers=CALM))) for each in (bare, sent)]
    assert received[0].endswith("There are nine.")
    assert received[1].endswith("…<|im_end|>\n<|im_start|>assistant\n")
