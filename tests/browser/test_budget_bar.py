"""The limits on the budget bar, in the real page: dragged, moved by keys, taken back, undone."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.test_presets import new_preset
from tests.browser.test_why import names, open_sample, region
from tests.browser.visit import Visit, begin, patiently

CHARACTER = "Cap of Character"
CLICK_ALL = "all => all.forEach((each) => each.click())"


def handle(visit: Visit, name: str) -> Locator:
    return region(visit).get_by_role("slider", name=name, exact=True)


def field(visit: Visit, name: str) -> Locator:
    return region(visit).get_by_role("spinbutton", name=f"{name} in tokens")


def said(visit: Visit, name: str) -> str:
    return handle(visit, name).get_attribute("aria-valuetext") or ""


def cast(visit: Visit) -> int:
    """The tokens of the cast, as the table Budget has them."""
    row = region(visit).get_by_role("table", name="Budget").get_by_role("row", name="Cast").inner_text()
    return int(re.sub(r"\D", "", row))


def take(visit: Visit, name: str, by: float) -> None:
    """Nothing; the handle is held by the mouse, and has been dragged by so many pixels."""
    box = handle(visit, name).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 10
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x + by, y, steps=4)


def play_by_a_preset(visit: Visit) -> None:
    open_sample(visit)
    new_preset(visit)
    visit.page.get_by_text("Counted in The Ninth Bell, for its next turn.").wait_for()
    open_sample(visit)
    visit.page.get_by_role("tab", name="Setup").click()
    visit.page.get_by_label("Preset", exact=True).select_option("New preset")
    visit.page.get_by_text("Set in this chat").first.wait_for()
    visit.page.get_by_role("tab", name="Why").click()
    handle(visit, CHARACTER).wait_for()


def undo(visit: Visit) -> None:
    visit.page.get_by_role("region", name="Notices").get_by_role("button", name="Undo").last.click()


@pytest.fixture(scope="module")
def playing(chromium: Browser, site: str) -> Iterator[Visit]:
    """The sample chat with a preset of its own, without caps."""
    visit = begin(chromium, site).open()
    play_by_a_preset(visit)
    yield visit
    visit.context.close()
    assert visit.problems == []


@pytest.fixture
def uncapped(playing: Visit) -> Visit:
    """The chat with no cap on its character, and no notice."""
    # A test that fails may still hold a handle.
    playing.page.keyboard.press("Escape")
    playing.page.mouse.up()
    closers = playing.page.get_by_role("region", name="Notices").get_by_role("button", name="Close")
    # All at one go: a notice that fades by itself would leave a click waiting for it.
    closers.evaluate_all(CLICK_ALL)
    if said(playing, CHARACTER) != "none":
        field(playing, CHARACTER).fill("")
        field(playing, CHARACTER).press("Enter")
        patiently(lambda: said(playing, CHARACTER) == "none", "the cap to go")
        closers.evaluate_all(CLICK_ALL)
    expect(closers).to_have_count(0)
    return playing


def test_a_part_dragged_inward_gets_a_cap_that_the_next_prompt_keeps_and_undo_takes_it_away(uncapped: Visit) -> None:
    visit, whole = uncapped, cast(uncapped)
    assert field(visit, CHARACTER).count() == 0
    take(visit, CHARACTER, -6)
    patiently(lambda: said(visit, CHARACTER).endswith(" tokens"), "the number while dragging")
    assert field(visit, CHARACTER).count() == 0
    assert cast(visit) == whole
    while_dragging = said(visit, CHARACTER)
    visit.page.mouse.up()
    field(visit, CHARACTER).wait_for()
    cap = int(field(visit, CHARACTER).input_value())
    assert while_dragging == f"{cap} tokens"
    patiently(lambda: cast(visit) < whole, "the character to be shortened")
    region(visit).get_by_text("Character lost").wait_for()
    undo(visit)
    patiently(lambda: said(visit, CHARACTER) == "none", "the cap to go")
    patiently(lambda: cast(visit) == whole, "the whole character")
    assert field(visit, CHARACTER).count() == 0


def test_escape_while_dragging_takes_it_back(uncapped: Visit) -> None:
    before = handle(uncapped, CHARACTER).bounding_box()
    take(uncapped, CHARACTER, 60)
    patiently(lambda: said(uncapped, CHARACTER) != "none", "the handle to follow")
    uncapped.page.keyboard.press("Escape")
    uncapped.page.mouse.up()
    assert said(uncapped, CHARACTER) == "none"
    assert handle(uncapped, CHARACTER).bounding_box() == before
    assert field(uncapped, CHARACTER).count() == 0
    assert uncapped.page.get_by_role("button", name="Undo").count() == 0


def test_the_far_end_takes_the_cap_away(uncapped: Visit) -> None:
    take(uncapped, CHARACTER, 40)
    uncapped.page.mouse.up()
    field(uncapped, CHARACTER).wait_for()
    take(uncapped, CHARACTER, 2000)
    assert said(uncapped, CHARACTER) == "none"
    uncapped.page.mouse.up()
    patiently(lambda: field(uncapped, CHARACTER).count() == 0, "the field to go")


def test_keys_move_a_cap_and_are_told_once_they_rest(uncapped: Visit) -> None:
    visit = uncapped
    handle(visit, CHARACTER).focus()
    visit.page.keyboard.press("Home")
    assert said(visit, CHARACTER) == "0 tokens"
    visit.page.keyboard.press("PageUp")
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("ArrowUp")
    visit.page.keyboard.press("ArrowLeft")
    assert said(visit, CHARACTER) == "110 tokens"
    field(visit, CHARACTER).wait_for()
    assert field(visit, CHARACTER).input_value() == "110"
    assert visit.page.get_by_role("button", name="Undo").count() == 1
    assert handle(visit, CHARACTER).evaluate("each => each === document.activeElement")
    visit.page.keyboard.press("PageDown")
    visit.page.keyboard.press("Escape")
    assert said(visit, CHARACTER) == "110 tokens"
    visit.page.keyboard.press("End")
    visit.page.keyboard.press("Enter")
    patiently(lambda: field(visit, CHARACTER).count() == 0, "the field to go")
    assert said(visit, CHARACTER) == "none"


def test_the_field_moves_the_handle(uncapped: Visit) -> None:
    take(uncapped, CHARACTER, 30)
    uncapped.page.mouse.up()
    field(uncapped, CHARACTER).wait_for()
    field(uncapped, CHARACTER).fill("1500")
    field(uncapped, CHARACTER).press("Enter")
    patiently(lambda: said(uncapped, CHARACTER) == "1,500 tokens", "the handle to follow the field")


def test_the_memory_budget_dragged_below_what_is_in_leaves_more_out(uncapped: Visit) -> None:
    visit, left_out = uncapped, names(uncapped, "Left out")
    take(visit, "Memory budget", -120)
    visit.page.mouse.up()
    patiently(lambda: len(names(visit, "Left out")) > len(left_out), "an entry to go out")
    undo(visit)
    patiently(lambda: names(visit, "Left out") == left_out, "the budget that was")
    assert field(visit, "Memory budget").input_value() == "900"


def test_a_finger_drags_a_handle_on_a_phone(visits: Callable[..., Visit]) -> None:
    visit = visits(size="phone", is_mobile=True).open()
    visit.go("#/chats")
    visit.page.get_by_role("main").get_by_role("link", name="The Ninth Bell").first.click()
    visit.page.get_by_role("button", name="Why").first.click()
    visit.page.get_by_role("tab", name="Why").click()
    box = handle(visit, "Memory budget").bounding_box()
    assert box
    assert box["width"] >= 44
    x, y = box["x"] + box["width"] / 2, box["y"] + 10
    touch = visit.context.new_cdp_session(visit.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 6):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - 12 * step, "y": y}]})
    patiently(lambda: said(visit, "Memory budget") != "900 tokens", "the handle to follow")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    patiently(lambda: int(field(visit, "Memory budget").input_value()) < 900, "the field to follow the handle")
    region(visit).get_by_text("900 in the memory budget").wait_for(state="detached")
