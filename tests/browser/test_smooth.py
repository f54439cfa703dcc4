"""Typing stays smooth in a large chat with a large book: no task of the page's thread is long."""

from playwright.sync_api import Browser

from tests.browser import large
from tests.browser.thread_time import longest_ms
from tests.browser.visit import Visit, patiently

MESSAGES = ENTRIES = 1000
TYPED = f"we wait by the candle and the {large.LATE} x"
LIMIT_MS = 50
WATCH = """() => {
  globalThis.longTasks = [];
  const note = (entry) => longTasks.push({ at: Math.round(entry.startTime), ms: Math.round(entry.duration) });
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'longtask' });
}"""


def open_large_chat(visit: Visit) -> None:
    """Nothing; the large chat is open and its first plan is shown."""
    large.put(visit, large.large_rows(MESSAGES, ENTRIES))
    large.open_large_chat(visit, ENTRIES)


def typing(visit: Visit) -> None:
    """Nothing; a draft was typed, and the plan of the whole of it is shown."""
    visit.page.locator("#draft").press_sequentially(TYPED, delay=100)
    patiently(lambda: "The zeppelin" in large.included(visit), "the plan of the draft")
    visit.wait_until_saved()


def emptied(visit: Visit) -> None:
    """Nothing; no draft is there."""
    visit.page.locator("#draft").fill("")
    patiently(lambda: "The zeppelin" not in large.included(visit), "the plan without a draft")
    visit.wait_until_saved()


def test_typing_in_a_large_chat_with_a_large_book_makes_no_long_task(chromium: Browser, booted: Visit) -> None:
    open_large_chat(booted)
    assert longest_ms(chromium, booted, typing, limit_ms=LIMIT_MS, before=emptied) <= LIMIT_MS
