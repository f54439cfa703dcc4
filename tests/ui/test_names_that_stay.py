"""Roles and accessible names that assistive technology and other tests rely on."""

import json
from dataclasses import replace

import pytest

from loreglass.app.state import Panel, Reply
from loreglass.app.view_chat import MessageView, message_views, transcript
from loreglass.domain.ids import MessageId, VariantId
from loreglass.shell.ui.message import article
from loreglass.shell.ui.node import Node
from loreglass.shell.ui.page import REGIONS
from tests.ui import ninth_bell, replaying
from tests.ui.trees import elements, named, text


def region(name: str, **changes: object) -> Node:
    state = ninth_bell.state()
    assert state.chat is not None
    panel = Panel(**changes.pop("panel", {}))  # type: ignore[arg-type]
    state = replace(state, chat=replace(state.chat, **changes), panel=panel)  # type: ignore[arg-type]
    found = next(each for each in REGIONS if each.id == name)
    node = found.render(*found.select(state))
    assert node is not None
    return node


def messages() -> tuple[MessageView, ...]:
    state = ninth_bell.state()
    assert state.chat is not None
    return message_views(transcript(state, state.chat))


def test_the_navigation_has_its_five_links() -> None:
    names = named(region("rail"), "a")
    assert [name for name in names if name in ("Chats", "Books", "Cast", "Settings", "Help")] == [
        "Chats",
        "Books",
        "Cast",
        "Settings",
        "Help",
    ]


def test_the_composer_has_message_and_send_and_while_a_reply_comes_stop() -> None:
    assert "Message" in named(region("main"), "textarea")
    assert "Send" in named(region("main"), "button")
    reply = Reply(message_id=MessageId("m41"), name="Ansel Pike", variant_id=VariantId("v"), stage="waiting")
    assert "Stop" in named(region("main", reply=reply), "button")


def test_the_transcript_is_a_quiet_log_that_says_when_all_is_saved() -> None:
    def saved(node: Node) -> object:
        return next(attrs for _, attrs, _ in elements(node) if attrs.get("role") == "log")["data-saved"]

    log = next(attrs for _, attrs, _ in elements(region("main")) if attrs.get("role") == "log")
    assert (log["aria-label"], log["aria-live"]) == ("Transcript", "off")
    reply = Reply(message_id=MessageId("m41"), name="Ansel Pike", variant_id=VariantId("v"), stage="waiting")
    assert saved(region("main")) == "true"
    assert saved(region("main", unsaved=1)) == "false"
    assert saved(region("main", reply=reply)) == "false"


@pytest.mark.parametrize("at", range(6))
def test_every_message_is_an_article_with_its_six_buttons_once(at: int) -> None:
    node = article(messages()[at])
    assert named(node, "article") == [f"{35 + at} · {'Ansel Pike' if (35 + at) % 2 == 0 else 'Nell Sarrow'}"]
    buttons = named(node, "button")
    for name in ("Edit", "Delete", "Copy", "Fork here", "Previous variant", "Next variant"):
        assert buttons.count(name) == 1


def test_the_last_message_can_be_regenerated_and_continued() -> None:
    assert {"Regenerate", "Continue"} <= set(named(article(messages()[-1]), "button"))


def test_why_is_a_region_with_three_headings_and_the_table_budget() -> None:
    node = region("panel")
    assert any(tag == "section" and attrs.get("aria-label") == "Why" for tag, attrs, _ in elements(node))
    assert named(node, "h3") == ["In", "Left out", "Sleeping"]
    assert named(node, "table") == ["Budget"]


def test_the_headings_stay_when_their_groups_are_empty() -> None:
    plan = ninth_bell.open_chat().next_plan
    assert plan is not None
    node = region("panel", next_plan=replace(plan, decisions=(), entry_count=0))
    assert named(node, "h3") == ["In", "Left out", "Sleeping"]


def test_the_prompt_has_its_tab() -> None:
    tabs = [
        "".join(text(child) for child in children)
        for _, attrs, children in elements(region("panel"))
        if attrs.get("role") == "tab"
    ]
    assert tabs == ["Why", "Prompt", "Book", "Setup"]


def test_the_line_under_the_composer_says_what_goes_in() -> None:
    assert "6 of 24 entries, 2 left out, 3,120 of 8,192 tokens" in text(region("main"))


def test_the_line_under_the_composer_says_when_no_message_goes_in() -> None:
    chat = ninth_bell.state().chat
    assert chat is not None
    assert chat.next_plan is not None
    bare = replace(chat.next_plan, sections=tuple(one for one in chat.next_plan.sections if one.id != "history"))
    assert "No message goes in." in text(region("main", next_plan=bare))
    assert "No message goes in." not in text(region("main"))


def test_the_marks_under_a_message_lead_to_rows_that_are_there() -> None:
    rows = {attrs.get("id") for _, attrs, _ in elements(region("panel"))}
    links = [
        attrs.get("data-id")
        for view in messages()
        for _, attrs, _ in elements(article(view))
        if attrs.get("data-action") == "why-row"
    ]
    assert links
    assert set(links) <= rows


def test_what_is_drawn_is_plain_json() -> None:
    assert json.loads(json.dumps(region("log"))) is not None


def test_setup_names_every_rule_of_sillytavern_and_where_its_value_comes_from() -> None:
    state = replaying.sillytavern_setup()
    found = next(each for each in REGIONS if each.id == "panel")
    node = found.render(*found.select(state))
    assert node is not None
    assert set(named(node, "label")) >= {
        "Memory depth",
        "Memory budget",
        "Budget cap",
        "Min. activations",
        "Max. depth",
        "Recursion steps",
        "Insertion strategy",
        "Entries wake entries",
        "Whole words",
        "Capitals count",
        "Group scoring",
    }
    resets = [name for name in named(node, "button") if "reset" in name]
    assert resets == [
        "Budget cap: reset to 0",
        "Insertion strategy: reset to character’s books first",
        "Entries wake entries: reset to on",
    ]
    assert "From SillyTavern; 0 is no limit" in text(node)
