"""What becomes of a reply when something goes wrong, or takes its time. The servers are scripted at the port."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from loreglass.app import reply_run
from loreglass.app.actions import Did
from loreglass.app.endpoints import Endpoint
from loreglass.app.ports import Broke, Opened
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.strings.waiting import waiting_note
from loreglass.domain.story.chat import Variant
from loreglass.domain.story.preset import Samplers
from tests.unit.app.fakes import ToldClock, World, settle
from tests.unit.app.servers import STREAM, Answer, ScriptedServer, delta, refused, stream, usage, whole
from tests.unit.app.test_chatting import LOCAL, again, chat_of, opened, say, texts, world

pytestmark = pytest.mark.cpython

CHAT = "/v1/chat/completions"
Play = Callable[[Runtime], Awaitable[AppState]]


def served(endpoint: Endpoint = LOCAL, **answers: list[Answer]) -> tuple[World, ScriptedServer]:
    """A world whose network is a scripted server; `chat` stands for the path of chat completions."""
    made = world(endpoint)
    server = ScriptedServer({CHAT if name == "chat" else name: given for name, given in answers.items()})
    made.net = server  # type: ignore[assignment]
    return made, server


def played(made: World, play: Play) -> AppState:
    async def main() -> AppState:
        return await play(await opened(made))

    return asyncio.run(main())


def said(made: World, text: str = "Well?") -> AppState:
    return played(made, lambda runtime: say(runtime, text))


def last(state: AppState) -> Variant:
    open_chat = chat_of(state)
    return open_chat.variants[open_chat.path[-1].chosen_id]


def test_thoughts_are_kept_apart_from_the_reply_and_are_never_sent_again() -> None:
    made, server = served(chat=[stream(delta(reasoning="She asks. "), delta(reasoning="Answer."), delta("Yes."))])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        return await say(runtime, "And then?")

    state = played(made, play)
    assert (last(state).text, last(state).reasoning) == ("Yes.", "She asks. Answer.")
    assert last(again(made)).reasoning == "She asks. Answer."
    assert all("She asks" not in request.body for request in server.asked)


def test_think_tags_in_the_text_are_thoughts_too() -> None:
    made, _ = served(chat=[stream(delta("<think>Hm. "), delta("So.</think>\n\nYes."))])
    assert (last(said(made)).text, last(again(made)).reasoning) == ("Yes.", "Hm. So.")


def test_thoughts_are_shown_while_they_come() -> None:
    made, _ = served(chat=[stream(delta(reasoning="Hm, "), delta(reasoning="well"), done=False, hangs=True)])
    reply = chat_of(said(made)).reply
    assert reply is not None
    assert reply.reasoning.startswith("Hm, ")


def test_reported_tokens_are_kept_with_the_reply_and_added_up_for_the_chat() -> None:
    priced = replace(LOCAL, prompt_price=2.0, reply_price=10.0)
    made, _ = served(priced, chat=[stream(delta("Yes."), usage(1000, 100, 40))])
    said(made)
    state = again(made)
    variant, spent = last(state), chat_of(state).chat.spent
    assert (variant.prompt_tokens, variant.reply_tokens, variant.reasoning_tokens) == (1000, 100, 40)
    assert (spent.prompt_tokens, spent.reply_tokens, spent.cost) == (1000, 100, pytest.approx(0.003))


def test_a_price_alone_counts_and_the_empty_one_beside_it_is_nothing() -> None:
    for prices, cost in (({"prompt_price": 2.0}, 0.002), ({"reply_price": 10.0}, 0.001)):
        made, _ = served(replace(LOCAL, **prices), chat=[stream(delta("Yes."), usage(1000, 100))])  # type: ignore[arg-type]
        spent = chat_of(said(made)).chat.spent
        assert (spent.cost, spent.unpriced) == (pytest.approx(cost), 0)


def test_a_reply_without_a_report_is_counted_as_one_that_is_not_in_the_sum() -> None:
    made, _ = served(chat=[stream(delta("Yes."))])
    spent = chat_of(said(made)).chat.spent
    assert (spent.replies, spent.unreported, spent.prompt_tokens) == (0, 1, 0)


def test_what_was_spent_stays_spent_when_the_reply_is_undone() -> None:
    made, _ = served(chat=[stream(delta("Yes."), usage(50, 5))])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="undo"))
        return await settle(runtime)

    state = played(made, play)
    assert texts(state) == ["Well?"]
    assert chat_of(state).chat.spent.prompt_tokens == 50


def test_a_rate_limit_is_waited_for_and_the_request_sent_again() -> None:
    made, server = served(chat=[refused(429, "Slow down.", retry_after="3"), stream(delta("Yes."))])
    assert texts(said(made)) == ["Well?", "Yes."]
    assert len(server.asked) == 2
    assert server.asked[0].body == server.asked[1].body


def test_while_it_waits_it_counts_down_and_says_why() -> None:
    made, _ = served(chat=[refused(429, "Slow down.", retry_after="3"), stream(delta("Yes."))])
    notes: list[str] = []

    def paint(state: AppState) -> None:
        if state.chat and state.chat.reply and (note := waiting_note(state.chat.reply)) not in notes:
            notes.append(note)

    async def play(runtime: Runtime) -> AppState:
        runtime._paint = paint
        return await say(runtime, "Well?")

    played(made, play)
    waits = [note for note in notes if note]
    assert [f"in {n} second" in note for n, note in zip((3, 2, 1), waits, strict=True)] == [True] * 3
    assert all("Slow down" in note for note in waits)


def test_a_server_that_keeps_failing_is_asked_four_times_and_then_told_of() -> None:
    made, server = served(chat=[refused(503, "busy")])
    state = said(made)
    assert len(server.asked) == 4
    assert texts(state) == ["Well?"]
    problem = chat_of(state).problem
    assert problem is not None
    assert (problem.kind, problem.status) == ("server_error", 503)


def test_a_long_rate_limit_is_told_at_once() -> None:
    made, server = served(chat=[refused(429, "Tomorrow.", retry_after="3600")])
    problem = chat_of(said(made)).problem
    assert problem is not None
    assert problem.retry_after_s == 3600
    assert len(server.asked) == 1


def test_nothing_is_sent_again_once_a_word_has_come() -> None:
    error = {"error": {"code": 502, "message": "The provider went away."}}
    made, server = served(chat=[stream(delta("The lamp "), error)])
    state = said(made)
    assert len(server.asked) == 1
    assert (last(state).text, last(state).state, last(state).problem) == ("The lamp ", "failed", "server_error")
    assert texts(again(made)) == ["Well?", "The lamp "]


def test_stop_ends_the_waiting_for_another_try() -> None:
    made, server = served(chat=[refused(503, "busy")])
    made.clock = SlowClock()

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        reply = chat_of(runtime.state).reply
        assert reply is not None
        assert reply.retry is not None
        runtime.tell(Did(name="stop"))
        return await settle(runtime)

    state = played(made, play)
    assert chat_of(state).reply is None
    assert len(server.asked) == 1


class SlowClock(ToldClock):
    """A fake clock on which a wait of a second does not end."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0 if seconds < 1 else 3600)


class RestlessClock(ToldClock):
    """A fake clock on which the looks at a silent stream are over at once, and each look is a minute later."""

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0 if seconds <= reply_run.LOOK_EVERY_SECONDS else 3600)

    def now_ms(self) -> int:
        self.ms += 60_000
        return self.ms


def test_a_stream_that_is_silent_for_long_says_so_and_stop_keeps_what_came() -> None:
    made, _ = served(chat=[stream(delta("So "), delta("far"), done=False, hangs=True)])
    made.clock = RestlessClock()

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        reply = chat_of(runtime.state).reply
        assert reply is not None
        assert "If this device slept" in waiting_note(reply)
        runtime.tell(Did(name="stop"))
        return await settle(runtime)

    state = played(made, play)
    assert (last(state).text, last(state).state) == ("So far", "stopped")


def test_a_silence_before_the_first_word_says_that_a_prompt_takes_its_time() -> None:
    made, _ = served(chat=[Answer((STREAM,), hangs=True)])
    made.clock = RestlessClock()
    reply = chat_of(said(made)).reply
    assert reply is not None
    assert "A long prompt takes its time" in waiting_note(reply)


@pytest.mark.parametrize(
    ("profile", "path", "stop"),
    [
        ("koboldcpp", CHAT, "/api/extra/abort"),
        ("text_generation_webui", CHAT, "/v1/internal/stop-generation"),
    ],
)
def test_stop_also_tells_servers_that_would_go_on_writing(profile: str, path: str, stop: str) -> None:
    endpoint = replace(LOCAL, profile=profile)  # type: ignore[arg-type]
    made, server = served(endpoint, **{path: [stream(delta("So far"), done=False, hangs=True)], stop: [whole({})]})

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="stop"))
        return await settle(runtime)

    state = played(made, play)
    assert server.paths() == [path, stop]
    assert (last(state).text, last(state).state) == ("So far", "stopped")
    if profile == "koboldcpp":
        key = json.loads(server.asked[0].body)["genkey"]
        assert key
        assert json.loads(server.asked[1].body) == {"genkey": key}


def test_a_reply_that_ends_by_itself_makes_no_call_to_stop_it() -> None:
    made, server = served(replace(LOCAL, profile="koboldcpp"), chat=[stream(delta("Yes."))])
    said(made)
    assert server.paths() == [CHAT]


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (refused(401, "bad key sk-secret"), "unauthorised"),
        (refused(404, "no such page"), "wrong_url"),
        (refused(404, "model m does not exist"), "model_not_found"),
        (refused(400, "maximum context length is 2048 tokens"), "context_too_long"),
        (Answer((Broke(name="TypeError", message="Failed to fetch"),)), "refused_or_cors_or_offline"),
        (Answer((Opened(status=200, headers={}), b"<html>hello</html>")), "wrong_url"),
    ],
)
def test_each_refusal_keeps_the_message_and_names_its_cause_without_the_key(answer: Answer, kind: str) -> None:
    made, _ = served(replace(LOCAL, remember_key=True), chat=[answer])
    state = said(made)
    problem = chat_of(state).problem
    assert texts(again(made)) == ["Well?"]
    assert problem is not None
    assert problem.kind == kind
    assert "sk-secret" not in problem.detail


def test_a_connection_that_breaks_in_the_middle_keeps_what_came() -> None:
    made, _ = served(
        chat=[Answer((*stream(delta("Half"), done=False).parts, Broke(name="TypeError", message="network error")))]
    )
    state = said(made)
    assert (last(state).text, last(state).state, last(state).problem) == ("Half", "failed", "cut_off")
    assert texts(again(made)) == ["Well?", "Half"]


def test_a_closed_tab_keeps_the_thoughts_with_the_text() -> None:
    frames = (delta(reasoning="Hm. "), delta("One "), delta("two "), delta("three "), delta("four"))
    made, _ = served(chat=[stream(*frames, done=False, hangs=True)])
    said(made)
    kept = last(again(made))
    assert kept.text.startswith("One ")
    assert (kept.reasoning, kept.problem) == ("Hm. ", "interrupted")


def test_samplers_and_stop_texts_go_under_the_names_that_the_backend_knows() -> None:
    samplers = Samplers(temperature=0.7, repetition_penalty=1.1, top_a=0.2)
    endpoint = replace(LOCAL, profile="llamacpp", samplers=samplers, stop=("\nNell:", "***"))
    made, server = served(endpoint, chat=[stream(delta("Yes."))])
    said(made)
    body = json.loads(server.asked[0].body)
    assert (body["temperature"], body["repeat_penalty"], body["max_tokens"]) == (0.7, 1.1, LOCAL.reply_tokens)
    assert "top_a" not in body
    assert {"\nNell:", "***"} <= set(body["stop"])


def test_a_stop_text_that_the_endpoint_does_not_take_ends_the_reply_here() -> None:
    endpoint = replace(LOCAL, model="o3-mini", stop=("\nNell:",))
    made, server = served(endpoint, chat=[stream(delta("Aye.\nNe"), delta("ll: And"), delta(" more"), hangs=True)])
    state = said(made)
    assert "stop" not in json.loads(server.asked[0].body)
    assert (last(state).text, last(state).state) == ("Aye.", "done")


def test_an_endpoint_for_text_gets_the_prompt_as_one_text() -> None:
    made, server = served(
        replace(LOCAL, profile="openai_text"), **{"/v1/completions": [stream({"choices": [{"text": "Yes."}]})]}
    )
    state = said(made, "Is the lamp lit?")
    prompt = json.loads(server.asked[0].body)["prompt"]
    assert "Is the lamp lit?" in prompt
    assert texts(state)[-1] == "Yes."


def test_an_endpoint_with_an_order_of_its_own_is_sent_what_is_shown() -> None:
    frames = (
        {"type": "content_block_delta", "delta": {"type": "text_delta", "text": "Yes."}},
        {"type": "message_stop"},
    )
    made, server = served(replace(LOCAL, profile="anthropic"), **{"/v1/messages": [stream(*frames, done=False)]})

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="why-which", id="reply"))
        return await settle(runtime)

    shown = chat_of(played(made, play)).shown_plan
    assert shown is not None
    body = json.loads(server.asked[0].body)
    listed = [{"role": each.role, "content": each.content} for each in shown.plan.messages]
    assert listed == [{"role": "system", "content": body["system"]}, *body["messages"]]


def test_a_reply_is_of_the_endpoint_that_was_asked_though_another_is_chosen_meanwhile() -> None:
    made, _ = served(chat=[stream(delta("So "), delta("far"), done=False, hangs=True)])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="endpoint-choose", value="demo"))
        await settle(runtime)
        runtime.tell(Did(name="stop"))
        return await settle(runtime)

    state = played(made, play)
    assert state.endpoint.saved.is_demo
    assert (last(state).source, last(state).model) == ("endpoint", LOCAL.model)
    assert chat_of(state).chat.spent.unreported == 1
