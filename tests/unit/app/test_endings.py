"""How a reply came to its end, as the message says it. The servers are scripted at the port."""

from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.runtime import Runtime
from loreglass.app.state import AppState
from loreglass.app.view_chat import MessageView, message_views, transcript
from loreglass.shell.ui.message import article
from tests.unit.app.fakes import ToldClock, settle
from tests.unit.app.servers import STREAM, Answer, delta, refused, stream, whole
from tests.unit.app.test_chatting import LOCAL, again, chat_of, say, texts
from tests.unit.app.test_replies import SlowClock, last, played, said, served

pytestmark = pytest.mark.cpython
CUT = "Cut: the room for the reply was used up."
FILTERED = "The endpoint’s filter ended it."
STOPPED = "Stopped before a word came."


def finish(reason: str) -> dict[str, object]:
    """A frame that says why the reply ended."""
    return {"choices": [{"delta": {}, "finish_reason": reason}]}


def declining(words: str) -> dict[str, object]:
    """A frame with more of a refusal."""
    return {"choices": [{"delta": {"content": None, "refusal": words}}]}


def views_of(state: AppState) -> tuple[MessageView, ...]:
    return message_views(transcript(state, chat_of(state)))


def stopped(runtime: Runtime) -> None:
    runtime.tell(Did(name="stop"))


@pytest.mark.parametrize(("reason", "note"), [("length", CUT), ("content_filter", FILTERED)])
def test_a_reply_that_was_cut_says_so_and_still_does_after_a_reload(reason: str, note: str) -> None:
    made, _ = served(chat=[stream(delta("The lamp "), finish(reason))])
    now = said(made)
    for state in (now, again(made)):
        view = views_of(state)[-1]
        drawn = str(article(view))
        assert (view.text, view.problem) == ("The lamp ", "")
        assert view.ended.startswith(note)
        assert ("Continue" in drawn, "Regenerate" in drawn) == (True, True)
    assert chat_of(now).problem is None


def test_a_cut_reply_is_gone_on_with_and_is_then_whole() -> None:
    made, _ = served(chat=[stream(delta("The lamp "), finish("length")), stream(delta("turns."), finish("stop"))])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="continue"))
        return await settle(runtime)

    view = views_of(played(made, play))[-1]
    assert (view.text, view.ended) == ("The lamp turns.", "")


def test_a_cut_reply_further_up_offers_no_button_that_is_not_there() -> None:
    made, _ = served(chat=[stream(delta("The lamp "), finish("length")), stream(delta("Aye."))])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        return await say(runtime, "And?")

    assert [view.ended for view in views_of(played(made, play))] == ["", CUT, "", ""]


def test_a_reply_that_ends_at_a_stop_text_is_whole_though_the_room_is_used_up_with_it() -> None:
    endpoint = replace(LOCAL, model="o3-mini", stop=("\nNell:",))
    last_frame = {"choices": [{"delta": {"content": "Aye.\nNell: And"}, "finish_reason": "length"}]}
    made, _ = served(endpoint, chat=[stream(last_frame)])
    view = views_of(said(made))[-1]
    assert (view.text, view.ended) == ("Aye.", "")


def test_a_draft_for_the_user_that_was_cut_stands_in_the_box() -> None:
    made, _ = served(chat=[stream(delta("Aye.")), stream(delta("I go"), finish("length"))])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="impersonate"))
        return await settle(runtime)

    state = played(made, play)
    assert chat_of(state).chat.draft == "I go"
    assert [toast.code for toast in state.toasts] == ["draft_written"]


@pytest.mark.parametrize(
    "answer", [Answer((STREAM,), hangs=True), stream(delta(reasoning="Hm, "), done=False, hangs=True)]
)
def test_stop_before_a_word_came_says_so_and_offers_another_try(answer: Answer) -> None:
    made, _ = served(chat=[answer])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        stopped(runtime)
        return await settle(runtime)

    state = played(made, play)
    view = views_of(state)[-1]
    assert (texts(state), view.problem) == (["Well?"], STOPPED)
    assert "Retry" in str(article(view))


def test_stop_while_it_waits_for_another_try_says_so_too() -> None:
    made, server = served(chat=[refused(503, "busy")])
    made.clock = SlowClock()

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        stopped(runtime)
        return await settle(runtime)

    assert views_of(played(made, play))[-1].problem == STOPPED
    assert len(server.asked) == 1


def test_stop_before_a_word_of_a_draft_leaves_no_note_under_the_chat() -> None:
    made, _ = served(chat=[stream(delta("Aye.")), Answer((STREAM,), hangs=True)])

    async def play(runtime: Runtime) -> AppState:
        await say(runtime, "Well?")
        runtime.tell(Did(name="impersonate"))
        await settle(runtime)
        stopped(runtime)
        return await settle(runtime)

    state = played(made, play)
    assert (views_of(state)[-1].problem, state.toasts) == ("", ())


@pytest.mark.parametrize(
    "answer",
    [
        stream(declining("I can’t "), declining("write that."), finish("stop")),
        stream(declining("I can’t "), declining("write that."), done=False),
        whole({"choices": [{"message": {"content": None, "refusal": "I can’t write that."}, "finish_reason": "stop"}]}),
    ],
)
def test_a_model_that_declines_is_quoted_with_retry(answer: Answer) -> None:
    made, _ = served(chat=[answer])
    state = said(made)
    view = views_of(state)[-1]
    assert texts(state) == ["Well?"]
    assert "I can’t write that." in view.problem
    assert "empty reply" not in view.problem
    assert "Retry" in str(article(view))


def test_a_model_that_began_to_decline_is_not_asked_again() -> None:
    gone = {"error": {"code": 502, "message": "The provider went away."}}
    made, server = served(chat=[stream(declining("I can’t "), gone)])
    said(made)
    assert len(server.asked) == 1


def test_words_before_a_refusal_are_kept() -> None:
    made, _ = served(chat=[stream(delta("The lamp "), declining("I can’t go on."))])
    state = said(made)
    assert (last(state).text, last(state).state) == ("The lamp ", "failed")
    assert "I can’t go on." in views_of(state)[-1].problem


def test_no_word_within_the_room_says_that_the_room_was_used_up() -> None:
    made, _ = served(chat=[stream(finish("length"))])
    problem = chat_of(said(made)).problem
    assert problem is not None
    assert problem.kind == "no_room"


def test_no_word_past_the_filter_says_that_it_was_the_filter() -> None:
    made, _ = served(chat=[stream(finish("content_filter"))])
    assert views_of(said(made))[-1].problem.startswith(FILTERED)


def test_an_error_event_with_its_message_on_top_is_quoted() -> None:
    made, _ = served(chat=[Answer((STREAM, b'event: error\ndata: {"type":"error","message":"overloaded"}\n\n'))])
    assert "“overloaded”" in views_of(said(made))[-1].problem


@pytest.mark.parametrize(("when", "asked"), [("22:13:40", 2), ("23:13:40", 1)])
def test_a_date_to_wait_for_is_waited_for_or_named_where_it_is_far(when: str, asked: int) -> None:
    made, server = served(
        chat=[refused(429, "Later.", retry_after=f"Tue, 14 Nov 2023 {when} GMT"), stream(delta("Yes."))]
    )
    made.clock = ToldClock()
    state = said(made)
    assert len(server.asked) == asked
    assert texts(state)[1:] == ["Yes."] * (asked - 1)
    if asked == 1:
        assert "Wait 60 minutes" in views_of(state)[-1].problem
