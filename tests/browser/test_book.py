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
    visit.page.get_by_role("textbox", name="Keywords").wait_for()
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
