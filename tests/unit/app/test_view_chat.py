"""What the transcript shows, and what does not make it draw anew."""

from dataclasses import replace

from loreglass.app.state import AppState, Editing, OpenChat, Reply
from loreglass.app.view_chat import MessageView, message_views, transcript
from loreglass.domain.ids import CharacterId, MessageId, VariantId
from loreglass.domain.story.chat import Message
from loreglass.domain.wire.problem import EndpointProblem
from tests.ui import ninth_bell


def views(**changes: object) -> tuple[MessageView, ...]:
    state = ninth_bell.state()
    assert state.chat is not None
    chat: OpenChat = replace(state.chat, **changes)  # type: ignore[arg-type]
    return message_views(transcript(state, chat))


def test_messages_are_numbered_from_the_first_of_the_chat() -> None:
    assert [view.number for view in views()] == [35, 36, 37, 38, 39, 40]


def test_the_bracket_begins_where_scanning_does() -> None:
    assert [(view.number, view.rule) for view in views() if view.rule] == [
        (38, "Scanned from here: 3 messages and your draft")
    ]
    assert [view.number for view in views() if view.scanned] == [38, 39, 40]


def test_keywords_under_a_message_stand_in_the_order_of_its_text_as_they_were_written() -> None:
    assert [(one.mark.label, one.keyword) for one in views()[-1].woken] == [("5", "Vey"), ("4", "lamp"), ("2", "bell")]


def test_a_demo_reply_says_so_and_the_user_is_you() -> None:
    assert [view.meta for view in views()][-2:] == ["you", "demo reply"]


def test_a_reply_under_way_is_one_more_message_that_says_who_writes() -> None:
    reply = Reply(message_id=MessageId("m41"), name="Ansel Pike", variant_id=VariantId("v"), stage="waiting")
    last = views(reply=reply)[-1]
    assert (last.number, last.name, last.meta, last.stage) == (41, "Ansel Pike", "demo reply", "waiting")


def test_a_regenerated_reply_keeps_its_place() -> None:
    reply = Reply(message_id=MessageId("m40"), variant_id=VariantId("v"), stage="streaming", text="“Well")
    shown = views(reply=reply)
    assert [view.number for view in shown][-1] == 40
    assert shown[-1].stage == "streaming"


def test_growing_text_of_a_reply_does_not_change_the_transcript() -> None:
    def at(text: str) -> object:
        reply = Reply(
            message_id=MessageId("m41"), name="Ansel Pike", variant_id=VariantId("v"), stage="streaming", text=text
        )
        return transcript(state, replace(chat, reply=reply))

    state = ninth_bell.state()
    chat = ninth_bell.open_chat()
    assert at("“It") == at("“It went up")


def test_typing_does_not_change_the_transcript_while_the_same_entries_wake() -> None:
    state: AppState = ninth_bell.state()
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    typed = replace(chat.chat, draft=chat.chat.draft + " Now")
    planned = replace(chat.next_plan, numbers=replace(chat.next_plan.numbers, sent=3121))
    assert transcript(state, chat) == transcript(state, replace(chat, chat=typed, next_plan=planned))


def test_an_edited_message_begins_with_its_text_and_keeps_what_is_typed() -> None:
    editing = Editing(message_id=MessageId("m39"), draft="“Posts don’t walk.”")
    view = views(editing=editing)[-2]
    assert (view.stage, view.text) == ("editing", "“Posts don’t walk.”")


def test_a_problem_stands_under_the_last_message() -> None:
    shown = views(problem=EndpointProblem(kind="cut_off"))
    assert shown[-1].problem
    assert not shown[-2].problem


def test_stopping_by_hand_is_no_problem() -> None:
    assert views(problem=EndpointProblem(kind="aborted"))[-1].problem == ""


def test_a_message_of_the_user_at_the_end_says_that_no_reply_has_come() -> None:
    asked = answered_no_more()
    assert [view.unanswered for view in views(**asked)][-2:] == [False, True]
    assert not views()[-1].unanswered


def test_an_answer_is_not_missed_where_none_can_come_one_is_under_way_or_it_is_said_why_none_came() -> None:
    asked = answered_no_more()
    reply = Reply(message_id=MessageId("m41"), variant_id=VariantId("v"), stage="waiting")
    silent = replace(ninth_bell.open_chat().chat, members=(CharacterId("pike"),), muted=(CharacterId("pike"),))
    hidden = replace(ninth_bell.open_chat().path[-2], hidden=True)
    others: tuple[dict[str, object], ...] = (
        {"writer": False},
        {"reply": reply},
        {"problem": EndpointProblem(kind="stopped")},
        {"plan_problem": "The system prompt is too long."},
        {"chat": silent},
        {"path": (*asked["path"][:-1], hidden)},
    )
    for other in others:
        assert not any(view.unanswered for view in views(**{**asked, **other}))


def answered_no_more() -> dict[str, tuple[Message, ...]]:
    """The sample chat without its last reply, so that the user spoke last."""
    path = ninth_bell.open_chat().path[:-1]
    assert path[-1].speaker == "user"
    return {"path": path}


def test_a_reader_in_another_tab_may_not_write() -> None:
    assert not any(view.writable for view in views(writer=False))
