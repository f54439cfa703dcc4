"""Ten thousand messages and five thousand entries: all that users do there makes no task over 100 ms."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator

from loreglass.app.records import book_rows
from loreglass.domain.ids import BookId
from loreglass.domain.story.book import Book
from tests.browser.at_work import chat_steps
from tests.browser.large import BOOK, CHAT, large_rows, put
from tests.browser.relay import Asked, Relay, Scripted, delta, relaying, stream
from tests.browser.thread_time import longest_ms
from tests.browser.visit import Visit, begin, patiently

MESSAGES, ENTRIES = 10_000, 5000
LIMIT_MS = 100
CONTEXT_TOKENS = 128_000


def scripted(asked: Asked) -> Scripted:
    """In place of a model: a long reply in small pieces. Labelled: no real server answers here."""
    words = (delta(f"word{n} ") for n in range(300))
    return Scripted(200, {"Content-Type": "text/event-stream"}, stream(*words, "[DONE]"))


@pytest.fixture(scope="module")
def relay() -> Iterator[Relay]:
    """A scripted endpoint at loopback."""
    for each in relaying("http://127.0.0.1:9"):
        each.script = scripted
        yield each


@pytest.fixture(scope="module")
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    made = begin(chromium, site).open()
    put(made, (*large_rows(MESSAGES, ENTRIES), *book_rows(Book(id=BookId("other"), name="Another book"))))
    yield made
    made.context.close()
    # The browser's own line about the script's answer to a question beforehand.
    assert [each for each in made.problems if "Failed to load resource" not in each] == []


def connect(visit: Visit, relay: Relay) -> None:
    """Nothing; the page was loaded anew with the scripted endpoint as its own."""
    endpoint = {"id": "endpoint", "url": relay.url, "model": "scripted", "context_tokens": CONTEXT_TOKENS}
    put(visit, (("settings", "endpoint", json.dumps(endpoint)),))
    visit.go("#/")
    visit.page.reload()
    visit.wait_until_ready()


STEPS = chat_steps(ENTRIES)


def test_a_chat_of_ten_thousand_messages_makes_no_long_task(chromium: Browser, visit: Visit) -> None:
    for before, act in STEPS:
        assert longest_ms(chromium, visit, act, limit_ms=LIMIT_MS, before=before) <= LIMIT_MS, act.__name__


def test_a_large_context_is_sent_to_an_endpoint_without_a_long_task(
    chromium: Browser, visit: Visit, relay: Relay
) -> None:
    connect(visit, relay)
    for before, act in STEPS:
        assert longest_ms(chromium, visit, act, limit_ms=LIMIT_MS, before=before) <= LIMIT_MS, act.__name__
    assert len(relay.last_chat().json()["messages"]) > 1000
    assert visit.evaluate("location.hash") == f"#/c/{CHAT}"


def test_of_hundreds_left_out_the_first_are_shown_and_the_others_at_a_click(visit: Visit) -> None:
    visit.go(f"#/c/{CHAT}")
    page = visit.page
    page.get_by_role("tab", name="Why").click()
    page.get_by_role("button", name="Next", exact=True).click()
    rows = page.locator('.group[aria-label="Left out"] details')
    more = page.locator('.group[aria-label="Left out"] button', has_text="more left out")
    patiently(lambda: more.count() == 1 and rows.count() == 120, "the first ones left out")
    hidden = int("".join(char for char in more.inner_text() if char.isdecimal()))
    more.click()
    patiently(lambda: rows.count() == 120 + hidden, "all of those left out")
    # Rows may still be drawn above it, so it is pressed where the focus is, not where it stood.
    page.get_by_role("button", name="Show fewer").press("Enter")
    patiently(lambda: rows.count() == 120, "the first ones again")


def count_of(visit: Visit) -> Locator:
    """Where the book page tells how many entries there are."""
    return visit.page.locator(".list-head")


def open_book(visit: Visit) -> None:
    """Nothing; the large book is open, and its tokens are counted."""
    visit.go("#/books")
    visit.go(f"#/b/{BOOK}/e/late")
    patiently(lambda: "in all" in count_of(visit).inner_text(), "the tokens of all entries", 120)


def saved(visit: Visit) -> None:
    patiently(lambda: "Saved" in visit.page.locator(".crumb").inner_text(), "everything to be saved", 60)


def select_all(visit: Visit) -> None:
    """Nothing; every entry is selected."""
    bulk = visit.page.locator(".bulk")
    if f"{ENTRIES:,} selected" not in bulk.inner_text():
        visit.page.get_by_role("button", name="Select all entries found, or none").click()
    patiently(lambda: f"{ENTRIES:,} selected" in bulk.inner_text(), "all to be selected")


def undo(visit: Visit) -> None:
    visit.page.get_by_role("button", name="Undo").last.click()


def switch_off(visit: Visit) -> None:
    """Nothing; all entries are off, and with one Undo on again."""
    off = visit.page.locator(".entries .entry.off")
    visit.page.get_by_role("button", name="Switch the selected entries off").click()
    patiently(lambda: off.count() > 0, "the entries to be off", 60)
    saved(visit)
    undo(visit)
    patiently(lambda: off.count() == 0, "the entries to be on", 60)
    saved(visit)


def delete(visit: Visit) -> None:
    """Nothing; all entries were deleted, and came back with one Undo."""
    rows = visit.page.locator(".entries .entry")
    visit.page.get_by_role("button", name="Delete the selected entries").click()
    patiently(lambda: rows.count() == 0, "the entries to go", 60)
    undo(visit)
    patiently(lambda: rows.count() > 0, "the entries to come back", 60)


def move(visit: Visit) -> None:
    """Nothing; all entries are in another book, and with one Undo here again."""
    rows = visit.page.locator(".entries .entry")
    visit.page.get_by_role("combobox", name="Move the selected entries to another book").select_option("other")
    patiently(lambda: rows.count() == 0, "the entries to go", 60)
    undo(visit)
    patiently(lambda: rows.count() > 0, "the entries to come back", 60)


def test_thousands_of_entries_are_changed_together_without_a_long_task(chromium: Browser, visit: Visit) -> None:
    open_book(visit)
    visit.page.get_by_role("button", name="Select entries", exact=True).click()
    for act in (switch_off, delete, move):
        assert longest_ms(chromium, visit, act, limit_ms=LIMIT_MS, before=select_all) <= LIMIT_MS, act.__name__
