"""Presets as drawn: names that stay, what greys and why, what is too long and where that leads."""

import pytest

from loreglass.app.state import AppState
from loreglass.app.view_status import status_text
from loreglass.shell.ui.page import REGIONS
from tests.ui.presets import broken, first, gave_way, listed, opened, setup, too_long
from tests.ui.test_places import drawn, names
from tests.ui.trees import text

pytestmark = pytest.mark.cpython


def said(state: AppState, region: str = "main") -> str:
    found = next(each for each in REGIONS if each.id == region)
    node = found.render(*found.select(state))
    assert node is not None
    return text(node)


def attrs_of(state: AppState, **wanted: str) -> dict[str, object]:
    return next(
        dict(attrs)
        for _, attrs, _ in drawn(state)
        if all(attrs.get(name.replace("_", "-")) == value for name, value in wanted.items())
    )


def test_the_list_names_each_preset_and_what_can_be_done_with_it() -> None:
    state = listed()
    assert "New preset" in names(state, "button")
    assert "Fog and short sentences" in names(state, "a")
    assert {"Duplicate: Broken", "Export: Broken", "Delete: Broken", "Make it the usual: Broken"} <= set(
        names(state, "button")
    )
    assert "Delete: Loreglass’s own order" not in names(state, "button")
    assert "in The Ninth Bell" in said(state)


def test_every_part_has_a_switch_and_buttons_beside_the_dragging() -> None:
    state = opened()
    switches = [attrs.get("aria-label") for _, attrs, _ in drawn(state) if attrs.get("role") == "switch"]
    for name in ("System prompt", "The weather", "Messages", "Beginning of the reply"):
        assert f"{name} on" in switches
        assert {f"Move {name} up", f"Move {name} down"} <= set(names(state, "button"))
    assert attrs_of(state, aria_label="Move System prompt up")["disabled"] is True
    rows = [attrs["data-row"] for _, attrs, _ in drawn(state) if "data-row" in attrs]
    assert len(rows) == len(set(rows)) == 17


def test_the_costs_say_whose_they_are() -> None:
    assert "Counted in The Ninth Bell, for its next turn." in said(opened())
    assert "7 tokens" in said(opened())
    assert "Open a chat first" in said(first())


def test_what_gave_way_is_told_a_sentence_each() -> None:
    assert "Example dialogue lost 120 tokens to its own cap." in said(opened())
    assert "Own text lost 1 token: it gave way so that the messages have room." in said(opened())


def test_why_tells_what_gave_way_under_its_table() -> None:
    assert "Example dialogue lost 120 tokens: it gave way so that the messages have room." in said(gave_way(), "panel")


def test_a_sampler_that_the_endpoint_does_not_know_is_greyed_with_the_reason() -> None:
    state = opened()
    assert attrs_of(state, id="preset-sampler-top-k")["disabled"] is True
    assert "disabled" not in attrs_of(state, id="preset-sampler-temperature")
    assert "not known there" in said(state)


def test_the_fault_of_a_template_stands_beside_it() -> None:
    state = broken()
    assert "Line 2: Expected an expression" in said(state)
    assert attrs_of(state, id="preset-template")["aria-invalid"] == "true"
    assert "Not saved" in said(state)


def test_setup_names_the_preset_and_who_chose_it() -> None:
    shown = said(setup(), "panel")
    assert "Set in this chat" in shown
    assert "It sets: context 16,384 tokens, reply 300 tokens." in shown
    assert "Reset to Loreglass’s own order, the usual preset" in names(setup(), "button")


def test_under_the_composer_stands_what_is_too_long_by_how_much_and_where_to_shorten_it() -> None:
    state = too_long()
    assert "410 tokens too long for the context; shorten the character's description" in said(state)
    links = {attrs.get("href") for tag, attrs, _ in drawn(state) if tag == "a"}
    assert {"#/cast", "#/settings/endpoint"} <= links
    assert status_text(state).endswith("The reason stands under the message box.")
