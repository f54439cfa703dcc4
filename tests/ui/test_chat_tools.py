"""What stands over and beside the transcript: its names, its handlers, and what a reader is told."""

import pytest

from loreglass.app.actions import Did
from loreglass.app.moment import Moment
from loreglass.app.state import AppState
from loreglass.app.update import HANDLERS, update
from loreglass.shell.ui.page import REGIONS
from tests.ui import ninth_bell
from tests.ui.chat_tools import CHAT_TOOLS, DIALOGS
from tests.ui.test_places import drawn, names
from tests.ui.trees import elements, text

ALL = {**CHAT_TOOLS, **DIALOGS}


def said(state: AppState, region: str) -> str:
    found = next(each for each in REGIONS if each.id == region)
    node = found.render(*found.select(state))
    assert node is not None
    return text(node)


@pytest.mark.parametrize("name", ALL)
def test_every_control_has_a_handler(name: str) -> None:
    used = {str(attrs["data-action"]) for _, attrs, _ in drawn(ALL[name]()) if "data-action" in attrs}
    assert used - HANDLERS.keys() == set()


@pytest.mark.parametrize("name", ALL)
def test_no_two_elements_of_a_page_share_an_id(name: str) -> None:
    ids = [str(attrs["id"]) for _, attrs, _ in drawn(ALL[name]()) if attrs.get("id")]
    assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("name", ALL)
def test_every_popover_that_a_button_opens_is_there(name: str) -> None:
    page = list(drawn(ALL[name]()))
    wanted = {attrs["popovertarget"] for _, attrs, _ in page if "popovertarget" in attrs}
    assert wanted <= {attrs.get("id") for _, attrs, _ in page if "popover" in attrs}


def test_a_hidden_message_says_why_it_is_grey_and_offers_the_way_back() -> None:
    state = CHAT_TOOLS["marks"]()
    assert said(state, "log").count("You hid this from the prompt: it is neither sent nor scanned.") == 1
    assert "Send it again" in names(state, "button")


def test_pins_are_listed_with_number_name_and_words() -> None:
    state = CHAT_TOOLS["marks"]()
    assert "Pins" in names(state, "button")
    jumps = [attrs["data-id"] for _, attrs, _ in drawn(state) if attrs.get("data-action") == "jump"]
    assert jumps == ["m12", "m40"]


def test_nothing_stands_in_the_header_that_is_not_used() -> None:
    buttons = names(ninth_bell.state(), "button")
    assert "Pins" not in buttons
    assert not any(name.startswith("Branch:") for name in buttons)
    assert "Find in this chat" in buttons


def test_the_header_shows_the_open_branch() -> None:
    assert "Branch: Main" in names(CHAT_TOOLS["group"](), "button")


def test_the_branches_have_a_list_that_says_what_the_picture_shows() -> None:
    state = ALL["branches"]()
    assert [name for name in names(state, "input") if name.startswith("Name of")] == [
        "Name of the branch Main",
        "Name of the branch The night on which she went down to the boats",
        "Name of the branch Branch 3",
    ]
    assert "21 messages, parts from Main after message 20. Last: I go down to the boats." in said(state, "dialog")
    found = next(each for each in REGIONS if each.id == "dialog")
    node = found.render(*found.select(state))
    assert node is not None
    picture = next(each for each in elements(node) if each[1].get("class") == "branch-tree")
    assert picture[1]["aria-hidden"] == "true"
    assert sum(1 for tag, _, _ in elements(node) if tag == "circle") == 3


def test_beside_send_stands_who_speaks_next() -> None:
    state = CHAT_TOOLS["group"]()
    assert "Next to speak" in names(state, "select")
    assert "Next: Ottoline Vey" in said(state, "main")


def test_while_a_text_is_written_for_the_user_the_box_is_theirs_to_read_only_and_stop_is_there() -> None:
    state = CHAT_TOOLS["drafting"]()
    box = next(attrs for _, attrs, _ in drawn(state) if attrs.get("id") == "draft")
    assert box["readonly"] is True
    assert "Stop" in names(state, "button")
    articles = [attrs for tag, attrs, _ in drawn(state) if tag == "article"]
    assert len(articles) == 6


def test_the_trash_is_emptied_only_after_a_question() -> None:
    assert "Delete for good" not in names(ALL["trash"](), "button")
    assert "Empty the trash" in names(ALL["trash"](), "button")
    assert {"Keep them", "Delete for good"} <= set(names(ALL["trash-asking"](), "button"))


def test_only_a_users_message_offers_to_save_and_regenerate() -> None:
    for at, there in ((34, True), (35, False)):
        chat = ninth_bell.open_chat()
        message = chat.path[at]
        state, _ = update(ninth_bell.state(), Did(name="edit", id=message.id), Moment(now_ms=0, stem="s"))
        assert ("Save and regenerate" in names(state, "button")) is there, message.speaker
