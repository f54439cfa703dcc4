"""The exact prompt: what is shown is what is sent."""

import json
from dataclasses import replace

from loreglass.app.state import Panel
from loreglass.app.strings.reasons import plain
from loreglass.app.view_prompt import SHOWN_AT_MOST, prompt_view
from loreglass.app.view_quote import quote
from tests.ui import ninth_bell


def test_messages_are_shown_character_for_character() -> None:
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    shown = prompt_view(Panel(), chat).messages
    assert [(one.role, one.content) for one in shown] == [(one.role, one.content) for one in chat.next_plan.messages]


def test_raw_is_the_list_that_the_request_carries() -> None:
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    raw = prompt_view(Panel(prompt_raw=True), chat).raw
    assert json.loads(raw or "") == [{"role": one.role, "content": one.content} for one in chat.next_plan.messages]


def test_turns_of_the_chat_are_told_by_their_number() -> None:
    shown = prompt_view(Panel(), ninth_bell.open_chat()).messages
    assert shown[0].number is None
    assert shown[1].number == 25
    assert shown[-1].draft


def test_of_a_very_long_prompt_the_first_and_the_newest_messages_are_drawn() -> None:
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    plan = replace(chat.next_plan, messages=chat.next_plan.messages * 40)
    view = prompt_view(Panel(), replace(chat, next_plan=plan))
    assert len(view.messages) == SHOWN_AT_MOST
    assert view.message_count == len(plan.messages)
    assert (view.messages[0].content, view.messages[-1].content) == (
        plan.messages[0].content,
        plan.messages[-1].content,
    )


def test_a_quote_is_the_sentence_around_the_keyword() -> None:
    text = "He sets it down. Then, from under the bay, a *bell*. One note."
    start = text.index("bell")
    assert plain(quote(text, (start, start + 4))) == "Then, from under the bay, a bell."


def test_a_quote_of_a_long_sentence_is_cut_at_words() -> None:
    text = "word " * 40 + "bell " + "word " * 40
    said = plain(quote(text, (200, 204)))
    assert said.startswith("…word")
    assert said.endswith("word…")
    assert len(said) < 140


def test_a_span_outside_the_text_gives_no_quote() -> None:
    assert quote("short", (10, 14)) == ()
