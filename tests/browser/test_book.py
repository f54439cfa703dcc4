"""The book page: entries written, tried, moved, thrown away and brought back."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.visit import Visit, begin, patiently


@pytest.fixture(scope="module")
def book(chromium: Browser, site: str) -> Iterator[Visit]:
    """A new book with one entry, open."""
    visit = begin(chromium, site).open("#/books")
    visit.page.get_by_role("button", name="New book").click()
    visit.page.get_by_role("textbox", name="Keywords", exact=True).wait_for()
    yield visit
    visit.context.close()
    assert visit.problems == []


def field(visit: Visit, name: str, role: str = "textbox"):  # type: ignore[no-untyped-def]
    return visit.page.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]


def saved(visit: Visit) -> None:
    patiently(lambda: visit.page.get_by_text(re.compile("^Saved")).count() > 0, "the book to be saved")


def reloaded(visit: Visit) -> None:
    saved(visit)
    visit.page.reload()
    visit.wait_until_ready()
    field(visit, "Keywords").wait_for()


def chips(visit: Visit) -> list[str]:
    return [text.strip() for text in visit.page.get_by_role("main").locator(".key").all_inner_texts()]


def test_an_entry_is_saved_as_it_is_typed(book: Visit) -> None:
    field(book, "Name").fill("Bell-buoy")
    field(book, "Text").fill("The buoy rings when the tide turns.")
    field(book, "Priority", "spinbutton").fill("30")
    field(book, "Weight", "spinbutton").fill("5")
    field(book, "Weight", "spinbutton").press("Tab")
    field(book, "Keywords").fill("buoy, /bell(s|-buoy)/i")
    field(book, "Keywords").press("Enter")
    patiently(lambda: len(chips(book)) == 2, "two keywords")
    reloaded(book)
    assert field(book, "Name").input_value() == "Bell-buoy"
    assert field(book, "Text").input_value() == "The buoy rings when the tide turns."
    assert field(book, "Priority", "spinbutton").input_value() == "30"
    assert field(book, "Weight", "spinbutton").input_value() == "5"
    assert [chip.split("\n")[0] for chip in chips(book)] == ["buoy", "/bell(s|-buoy)/i"]


def test_what_is_typed_is_saved_without_leaving_the_field_and_read_by_another_tab(book: Visit) -> None:
    other = Visit(site=book.site, context=book.context, page=book.context.new_page()).open("#/books")
    other.page.goto(book.page.url)
    field(other, "Text").wait_for()
    text = field(book, "Text")
    text.click()
    text.press("End")
    text.press_sequentially(" Nobody has seen it.")
    patiently(lambda: field(other, "Text").input_value().endswith(" Nobody has seen it."), "the other tab to read it")
    assert text.input_value().endswith(" Nobody has seen it.")
    assert text.evaluate("box => box === document.activeElement")
    assert other.problems == []
    other.page.close()
    reloaded(book)
    assert field(book, "Text").input_value().endswith(" Nobody has seen it.")


def test_a_pasted_list_of_keywords_becomes_chips_at_once(book: Visit) -> None:
    book.context.grant_permissions(["clipboard-read", "clipboard-write"])
    book.evaluate("text => navigator.clipboard.writeText(text)", "fog horn, sea mist\nlow water")
    box = field(book, "Keywords")
    box.focus()
    box.press("Control+V")
    patiently(
        lambda: [chip.split("\n")[0] for chip in chips(book)][-3:] == ["fog horn", "sea mist", "low water"], "chips"
    )
    assert box.input_value() == ""
    for word in ("fog horn", "sea mist", "low water"):
        field(book, f"Remove {word}", "button").click()
    patiently(lambda: "low water" not in "".join(chips(book)), "the chips to go")


def test_a_menu_closes_though_what_was_chosen_in_it_is_gone(book: Visit) -> None:
    before = field(book, "Text").input_value()
    field(book, "Text").fill("Of the buoy.\n\nOf the bell.")
    book.page.get_by_role("button", name=re.compile("^More for")).click()
    field(book, "Split into 2 paragraphs", "button").click()
    undo = field(book, "Undo", "button").last
    undo.click()
    patiently(lambda: "Of the bell." in field(book, "Text").input_value(), "the split to be undone")
    assert book.page.locator(":popover-open").count() == 0
    field(book, "Text").fill(before)
    field(book, "Text").blur()
    saved(book)


def test_a_regex_that_cannot_be_read_is_named_at_once(book: Visit) -> None:
    field(book, "Keywords").fill("/(toll|knell/")
    field(book, "Keywords").press("Enter")
    book.page.get_by_text("never closed").first.wait_for()
    book.page.get_by_role("button", name="Remove /(toll|knell/").click()
    patiently(lambda: len(chips(book)) == 2, "the bad one to go")


def test_a_passage_is_tried_by_the_same_engine(book: Visit) -> None:
    region = book.page.get_by_role("region", name="Try a passage")
    region.get_by_role("textbox", name="Try a passage").fill("The buoy was silent.")
    region.get_by_role("region", name="In", exact=True).get_by_text("Bell-buoy").wait_for()
    region.get_by_role("textbox", name="Try a passage").fill("Nothing was heard.")
    region.get_by_role("region", name="Sleeping", exact=True).get_by_text("Bell-buoy").wait_for()


def test_a_deleted_entry_comes_back_with_undo(book: Visit) -> None:
    book.page.get_by_role("button", name="New entry").click()
    patiently(lambda: field(book, "Name").input_value() == "New entry", "a new entry")
    field(book, "Name").fill("Second")
    field(book, "Name").press("Tab")
    saved(book)
    book.page.get_by_role("button", name="Delete Second").click()
    notices = book.page.get_by_role("region", name="Notices")
    notices.get_by_role("button", name="Undo").click()
    book.page.get_by_role("link", name="Second").first.wait_for()


def test_entries_can_be_moved_searched_and_switched_off(book: Visit) -> None:
    book.page.get_by_role("link", name="Second").first.click()
    patiently(lambda: field(book, "Name").input_value() == "Second", "the second entry")
    book.page.get_by_role("button", name="Move Second up").click()
    listed = book.page.get_by_role("list", name="Entries")
    patiently(lambda: listed.get_by_role("link").first.inner_text().startswith("Second"), "the second to stand first")
    book.page.get_by_role("searchbox").fill("buoy")
    patiently(lambda: listed.get_by_role("link").count() == 1, "only one to be found")
    book.page.get_by_role("searchbox").fill("")
    book.page.get_by_role("switch", name="Second on").first.click()
    saved(book)
    book.page.reload()
    book.wait_until_ready()
    patiently(lambda: not book.page.get_by_role("switch", name="Second on").first.is_checked(), "it to stay off")
