"""Compare, the parted prompt, the raw request and an opened row, as they are drawn."""

from dataclasses import replace

from loreglass.app.state import AppState
from loreglass.shell.ui.node import Node
from loreglass.shell.ui.page import REGIONS
from tests.ui import ninth_bell
from tests.ui.comparing import compared, not_read, opened, parted, raw_request
from tests.ui.presets import capped
from tests.ui.trees import elements, named, text


def panel(state: AppState) -> Node:
    region = next(each for each in REGIONS if each.id == "panel")
    node = region.render(*region.select(state))
    assert node is not None
    return node


def headings(node: Node) -> list[str]:
    return named(node, "h3")


def test_why_has_a_switch_for_the_next_turn_a_reply_and_two_plans() -> None:
    assert named(panel(compared()), "button")[5:8] == ["Next", "This reply", "Compare"]


def test_compare_has_a_choice_for_each_side_and_says_what_differs() -> None:
    node = panel(compared())
    assert [attrs["id"] for tag, attrs, _ in elements(node) if tag == "select"] == ["compare-before", "compare-after"]
    assert headings(node) == ["Came in", "Went out", "Other place", "Other text", "Tokens by section"]
    assert "One came in, one went out." in text(node)
    assert "from the first to the second place" in text(node)
    assert "140 tokens before, 148 after" in text(node)
    assert "+60" in text(node)


def test_a_comparison_that_is_not_there_yet_says_so() -> None:
    assert "Reading the plans…" in text(panel(not_read()))


def test_the_prompt_has_a_rule_where_it_parts_from_the_one_before() -> None:
    node = panel(parted())
    rules = [attrs for _, attrs, _ in elements(node) if attrs.get("class") == "parts"]
    assert len(rules) == 1
    assert "from here the server reads anew" in text(node)


def test_the_raw_request_has_no_key_and_can_be_copied_as_curl() -> None:
    node = panel(raw_request())
    assert "POST http://127.0.0.1:8080/v1/chat/completions" in text(node)
    assert "sk-not-shown" not in text(node)
    assert {"Copy all", "Copy as curl", "Copy for a bug report"} <= set(named(node, "button"))


def test_an_opened_row_can_be_pinned_and_muted_and_says_what_would_change_it() -> None:
    node = panel(opened())
    buttons = named(node, "button")
    assert {"Pin for this chat", "Mute for this chat", "Set priority to 21"} <= set(buttons)
    assert "Muted for this chat." in text(node)
    assert "Unpin" in named(panel(opened("wrackmouth")), "button")


def test_the_note_has_a_row_of_its_own_in_the_table_budget() -> None:
    table = next(part for part in _parts(panel(opened())) if part[0] == "table")
    assert "Note" in text(table)
    assert "Note" not in text(next(part for part in _parts(panel(ninth_bell.state())) if part[0] == "table"))


def _parts(node: Node) -> list[tuple[object, ...]]:
    if isinstance(node, str):
        return []
    inside = [part for part in node if isinstance(part, tuple)]
    return [node, *(each for part in inside for each in _parts(part))]


def limits(state: AppState) -> dict[object, tuple[object, ...]]:
    """What the handles and the fields of the limits say, by their names."""
    found: dict[object, tuple[object, ...]] = {}
    for tag, attrs, _ in elements(panel(state)):
        if attrs.get("role") == "slider":
            found[attrs["aria-label"]] = (attrs["data-limit"], attrs["aria-valuenow"], attrs["aria-valuetext"])
        elif tag == "input" and attrs.get("type") == "number":
            found[attrs["aria-label"]] = (attrs["data-action"], attrs["#value"])
    return found


def test_the_memory_budget_is_a_handle_on_the_bar_and_a_field() -> None:
    assert limits(opened()) == {
        "Memory budget": ("chat-budget", "900", "900 tokens"),
        "Memory budget in tokens": ("chat-budget", "900"),
    }
    assert "With a preset of your own the parts of the prompt have handles too." in text(panel(opened()))


def test_every_part_has_a_handle_and_those_with_a_cap_a_field() -> None:
    found = limits(capped())
    assert found["Cap of Character"] == ("section-cap", "150", "150 tokens")
    assert found["Cap of Character in tokens"] == ("section-cap", "150")
    assert found["Cap of System prompt"] == ("section-cap", "7168", "none")
    assert "Cap of System prompt in tokens" not in found


def test_only_the_next_turn_in_the_tab_that_writes_has_handles() -> None:
    state = capped()
    assert state.chat is not None
    assert limits(replace(state, chat=replace(state.chat, writer=False))) == {}
