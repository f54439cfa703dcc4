"""What a screen reader finds of every flow: landmarks, headings, names, roles, states, and how many things a list has.

The snapshots are partial: they name what one relies on to find the way, and leave out texts that may change.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser import test_a11y as views
from tests.browser.test_backup import back_up
from tests.browser.test_endpoint import fill_in
from tests.browser.test_import import cancel
from tests.browser.visit import Visit, begin

SNAPSHOTS = Path(__file__).parent / "aria"


@pytest.fixture(scope="module")
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    """One booted page for all flows."""
    made = begin(chromium, site).open("#/welcome")
    yield made
    made.context.close()
    # The browser's own line about a request that failed: the test of an endpoint below makes one fail.
    assert [each for each in made.problems if "Failed to load resource" not in each] == []


@pytest.fixture(autouse=True)
def _nothing_open(visit: Visit) -> Iterator[None]:
    """Each test leaves no dialog open."""
    yield
    for _ in range(2):
        visit.page.keyboard.press("Escape")


def finds(place: Locator, snapshot: str) -> None:
    """Nothing; what is read of the place holds the lines of this snapshot, in their order."""
    expect(place).to_match_aria_snapshot((SNAPSHOTS / f"{snapshot}.yml").read_text())


def test_the_frame_has_its_landmarks_and_one_heading_of_the_first_level(visit: Visit) -> None:
    views.chats(visit)
    finds(visit.page.locator("body"), "frame")
    expect(visit.page.get_by_role("link", name="Chats")).to_have_attribute("aria-current", "page")
    expect(visit.page.get_by_role("heading", level=1)).to_have_count(1)


def test_the_first_page_says_what_to_do_first(visit: Visit) -> None:
    views.welcome(visit)
    finds(visit.page.get_by_role("main"), "welcome")


def test_a_chat_is_a_log_of_articles_with_a_box_below(visit: Visit) -> None:
    views.low_water(visit)
    visit.say("“The lamp, please.”")
    main = visit.page.get_by_role("main")
    finds(main, "chat")
    log = main.get_by_role("log", name="Transcript")
    expect(log).to_have_attribute("aria-live", "off")
    expect(log.get_by_role("article")).to_have_count(8)
    said = visit.page.get_by_role("status").first
    expect(said).to_have_text("Ansel Pike has replied.")
    visit.go("#/books")
    expect(said).to_have_text("")


def test_each_message_has_a_heading_and_its_buttons(visit: Visit) -> None:
    views.low_water(visit)
    finds(visit.articles().first, "message")
    newest = visit.articles().last
    finds(newest, "newest_message")
    newest.get_by_role("button", name="More for message 8").click()
    for name in (
        "Why this reply",
        "Remember this",
        "Pin",
        "Hide from the prompt",
        "Branch here",
        "Remove from here on",
    ):
        expect(newest.get_by_role("button", name=name, exact=True)).to_be_visible()


def test_a_message_that_is_edited_is_a_named_box_with_its_buttons(visit: Visit) -> None:
    views.editing(visit)
    finds(visit.articles().last, "editing")
    visit.page.get_by_role("textbox", name="Edit message").press("Escape")


def test_why_is_three_groups_below_a_sentence(visit: Visit) -> None:
    views.why(visit)
    finds(visit.page.get_by_role("complementary", name="Companion"), "why")


def test_an_opened_row_has_the_chain_and_the_checks_as_lists(visit: Visit) -> None:
    views.why(visit)
    row = visit.page.get_by_role("region", name="In", exact=True).get_by_role("listitem").filter(has_text="Tide-clerks")
    finds(row.first, "row")
    expect(row.locator("details").first).to_have_attribute("open", "")


def test_two_plans_are_compared_in_tables_with_heads(visit: Visit) -> None:
    views.two_plans(visit)
    finds(visit.page.get_by_role("tabpanel", name="Why"), "compare")
    visit.page.get_by_role("button", name="Next", exact=True).click()


def test_a_book_is_a_list_with_the_open_entry_beside_it(visit: Visit) -> None:
    views.book(visit)
    finds(visit.page.get_by_role("main"), "book")
    entries = visit.page.get_by_role("list", name="Entries")
    expect(entries.get_by_role("listitem")).to_have_count(24)
    expect(entries.get_by_role("link", name="The Ninth Bell")).to_have_attribute("aria-current", "true")


def test_an_import_is_shown_in_a_dialog_before_anything_is_written(visit: Visit) -> None:
    views.importing(visit)
    finds(visit.page.get_by_role("dialog", name="Import preview"), "import")
    cancel(visit)


def test_a_preset_is_a_list_of_parts_each_switched_opened_and_moved(visit: Visit) -> None:
    views.preset(visit)
    finds(visit.page.get_by_role("main"), "preset")


def test_setup_names_every_control_and_its_source(visit: Visit) -> None:
    views.low_water(visit)
    views.panel(visit, "Setup")
    finds(visit.page.get_by_role("tabpanel", name="Setup"), "setup")


def test_an_endpoints_form_names_its_fields(visit: Visit) -> None:
    views.endpoint(visit)
    finds(visit.page.get_by_role("main"), "endpoint")


def test_a_search_says_where_it_stands(visit: Visit) -> None:
    views.finding(visit)
    finds(visit.page.get_by_role("search"), "find")
    visit.page.get_by_role("button", name="Close the search").click()


def test_the_list_of_commands_is_a_combobox_that_names_its_choice(visit: Visit) -> None:
    views.commands(visit)
    finds(visit.page.get_by_role("dialog"), "commands")
    box = visit.page.get_by_role("combobox", name="Command, chat or book")
    options = visit.page.get_by_role("listbox", name="What fits").get_by_role("option", selected=True)
    chosen = options.get_attribute("id") or "none"
    expect(box).to_have_attribute("aria-activedescendant", chosen)


def test_branches_are_a_list_beside_their_picture(visit: Visit) -> None:
    views.branches(visit)
    finds(visit.page.get_by_role("dialog"), "branches")
    expect(visit.page.locator("svg.branch-tree")).to_have_attribute("aria-hidden", "true")


def test_a_group_says_who_there_is_and_who_speaks_next(visit: Visit) -> None:
    views.group(visit)
    finds(visit.page.get_by_role("tabpanel", name="Setup"), "group")
    finds(visit.page.get_by_role("main"), "next")


def test_the_trash_lists_by_kind_and_asks_before_it_is_emptied(visit: Visit) -> None:
    views.trash(visit)
    finds(visit.page.get_by_role("dialog"), "trash")


def test_a_backup_and_how_it_comes_back(visit: Visit, tmp_path: Path) -> None:
    views.storage(visit)
    finds(visit.page.get_by_role("main"), "storage")
    views.restoring(visit, back_up(visit, tmp_path))
    finds(visit.page.get_by_role("dialog"), "restore")
    visit.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()


def test_the_steps_of_an_endpoints_test_are_a_list_and_its_outcome_is_said(visit: Visit) -> None:
    fill_in(visit, "Save", url="http://localhost:9/v1")
    visit.wait_until_stored("settings", "http://localhost:9/v1")
    visit.page.get_by_role("button", name="Reload to allow this endpoint").click()
    expect(visit.page.get_by_text("This page may not call it yet.")).to_have_count(0)
    visit.wait_until_ready()
    fill_in(visit, "Test endpoint")
    finds(visit.page.get_by_role("region", name="Test of the endpoint"), "endpoint_test")
