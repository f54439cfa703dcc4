"""What a model thought, and how a reply without a word of its own is told. The servers are scripted at the port."""

import pytest

from loreglass.app.actions import Did
from loreglass.app.ports import Broke
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.view_chat import message_views, refusal, transcript
from loreglass.domain.wire.problem import ProblemKind
from loreglass.shell.ui.message import article
from tests.unit.app.fakes import settle
from tests.unit.app.servers import STREAM, Answer, delta, stream, usage, whole
from tests.unit.app.test_chatting import again, chat_of, run, say, texts, world
from tests.unit.app.test_replies import last, played, said, served

pytestmark = pytest.mark.cpython
LENGTH = {"choices": [{"delta": {}, "finish_reason": "length"}]}


def test_thoughts_that_only_end_in_a_tag_are_no_part_of_the_reply_and_never_sent_again() -> None:
    made, server = served(chat=[stream(delta("She asks. "), delta("Answer.\n</thi"), delta("nk>\n\nYes."))])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        return await say(runtime, "And then?")

    state = played(made, play)
    assert (last(state).text, last(state).reasoning) == ("Yes.", "She asks. Answer.\n")
    assert last(again(made)).text == "Yes."
    assert all("She asks" not in request.body for request in server.asked)


def test_a_whole_reply_with_a_closing_tag_alone_is_split_too() -> None:
    made, _ = served(chat=[whole({"choices": [{"message": {"content": "Hm.</think>Yes."}, "finish_reason": "stop"}]})])
    state = said(made)
    assert (last(state).text, last(state).reasoning) == ("Yes.", "Hm.")


def test_a_reply_that_is_gone_on_with_keeps_its_beginning_out_of_such_thoughts() -> None:
    made, _ = served(chat=[stream(delta("The lamp")), stream(delta("Go on. "), delta("</think>\nThe lamp turns."))])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="continue"))
        return await settle(runtime)

    state = played(made, play)
    assert (last(state).text, last(state).reasoning) == ("The lamp turns.", "Go on. ")


def test_thoughts_around_nothing_leave_no_fold() -> None:
    made, _ = served(chat=[stream(delta("<think>\n\n</think>\n\nYes."))])
    assert (last(said(made)).text, last(again(made)).reasoning) == ("Yes.", "")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (stream(delta(reasoning="Hm, "), usage(10, 64, 64)), "thought_only"),
        (stream(delta("<think>Hm, ")), "thought_only"),
        (stream(delta("<think>Hm, "), LENGTH), "no_room"),
        (stream(delta("Hm.\n</think>")), "thought_only"),
        (stream(delta(reasoning="Hm, "), done=False), "thought_only"),
        (stream(), "empty_reply"),
        (stream(delta("")), "empty_reply"),
        (Answer((STREAM,)), "empty_reply"),
        (Answer((STREAM, Broke(name="TypeError", message="network error"))), "empty_reply"),
    ],
)
def test_a_reply_without_a_word_adds_no_message_and_says_why_with_retry(answer: Answer, kind: ProblemKind) -> None:
    made, _ = served(chat=[answer])
    state = said(made)
    problem = chat_of(state).problem
    assert texts(state) == ["Well?"]
    assert problem is not None
    assert problem.kind == kind
    assert "kept" not in refusal(chat_of(state))


def test_what_was_spent_on_thoughts_alone_is_added_up() -> None:
    made, _ = served(chat=[stream(delta(reasoning="Hm, "), usage(10, 64, 64))])
    assert chat_of(said(made)).chat.spent.reply_tokens == 64


@pytest.mark.parametrize("pad", ["", "\n\n   "])
@pytest.mark.parametrize("choice", [{"message": {"content": "Yes."}}, {"text": "Yes."}])
def test_a_whole_reply_where_a_stream_was_asked_for_is_the_reply(choice: dict[str, object], pad: str) -> None:
    first, body = whole({"choices": [choice], "object": "chat.completion"}).parts
    assert isinstance(body, bytes)
    made, _ = served(chat=[Answer((first, pad.encode() + body))])
    state = said(made)
    assert (texts(state), chat_of(state).problem) == (["Well?", "Yes."], None)


def test_without_a_model_a_draft_for_the_user_is_in_the_voice_of_the_user() -> None:
    made = world()

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Is the lamp lit?")
        runtime.tell(Did(name="impersonate"))
        return await settle(runtime)

    draft = chat_of(run(made, play)).chat.draft
    assert "Ansel" not in draft.partition("(Demo reply")[0]


def test_an_endpoint_that_was_not_reached_leads_to_its_settings() -> None:
    made, _ = served(chat=[Answer((Broke(name="TypeError", message="Failed to fetch"),))])
    state = said(made)
    view = message_views(transcript(state, chat_of(state)))[-1]
    assert "below" not in view.problem
    assert "#/settings/endpoint" in str(article(view))


def test_a_reply_that_broke_off_leads_nowhere_but_to_another_try() -> None:
    made, _ = served(chat=[stream(delta("Half"), done=False)])
    state = said(made)
    drawn = str(article(message_views(transcript(state, chat_of(state)))[-1]))
    assert "Retry" in drawn
    assert "#/settings/endpoint" not in drawn
