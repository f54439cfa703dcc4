"""What a user does in the large chat, a step at a time, and what makes ready for each step."""

from collections.abc import Callable

from tests.browser.large import LATE, included, open_large_chat
from tests.browser.visit import Visit, patiently

REST_MS = 1500
SEARCHED = "of the 17 steps"
"""The words of one message only, near the beginning of the chat."""
TURNS_OF_THE_WHEEL = 20
Step = Callable[[Visit], None]


def chat_steps(entries: int) -> tuple[tuple[Step, Step], ...]:
    """What makes ready for each step, and the step: open, scroll, search, type, send."""

    def opening(visit: Visit) -> None:
        open_large_chat(visit, entries)

    def opened(visit: Visit) -> None:
        reloaded(visit)
        opening(visit)
        visit.page.wait_for_timeout(REST_MS)

    return (reloaded, opening), (opened, scrolling), (opened, searching), (emptied, typing), (drafted, sending)


def reloaded(visit: Visit) -> None:
    """Nothing; the page has just begun, and knows no chat."""
    visit.go("#/")
    visit.page.reload()
    visit.wait_until_ready()


def emptied(visit: Visit) -> None:
    """Nothing; no draft is there, and the page is at rest."""
    visit.page.locator("#draft").fill("")
    visit.page.wait_for_timeout(REST_MS)


def drafted(visit: Visit) -> None:
    """Nothing; a draft is there, and the page is at rest."""
    visit.page.locator("#draft").fill(f"the {LATE}!")
    patiently(lambda: "The zeppelin" in included(visit), "the plan of the draft")
    visit.page.wait_for_timeout(REST_MS)


def scrolling(visit: Visit) -> None:
    """Nothing; the chat was scrolled up by the wheel, and twice earlier messages were called for."""
    page, said = visit.page, visit.page.locator("#log article")
    page.locator("#log").hover()
    for _ in range(2):
        for _ in range(TURNS_OF_THE_WHEEL):
            page.mouse.wheel(0, -2000)
            page.wait_for_timeout(30)
        count = said.count()
        page.locator("#log .earlier button").first.click()
        patiently(lambda count=count: said.count() > count, "earlier messages")  # type: ignore[misc]


def searching(visit: Visit) -> None:
    """Nothing; words were looked for key by key, and their message is shown, far from where the chat stood."""
    visit.page.locator('[data-action="find-open"]').first.click()
    box = visit.page.locator("#find")
    box.press_sequentially(SEARCHED, delay=100)
    patiently(lambda: "in message 18" in visit.page.locator("search [role=status]").inner_text(), "the place")
    patiently(lambda: visit.page.locator("#log #m-m17").count() == 1, "the message to be shown")
    box.press("Escape")
    patiently(lambda: box.count() == 0, "the search to be put away")


def typing(visit: Visit) -> None:
    """Nothing; a draft was typed, and the plan of the whole of it is shown."""
    box = visit.page.locator("#draft")
    box.press_sequentially(f"we wait by the {LATE} x", delay=100)
    patiently(lambda: "The zeppelin" in included(visit), "the plan of the draft")
    patiently(lambda: visit.page.locator('#log[data-saved="true"]').count() == 1, "the draft to be saved")


def sending(visit: Visit) -> None:
    """Nothing; the draft was sent, and its reply is whole and saved."""
    # By place, not by role: to name every control of so large a page takes the browser seconds.
    newest = visit.page.locator("#log article").last
    before = newest.get_attribute("id")
    visit.page.locator("#draft").press("Enter")
    patiently(lambda: newest.get_attribute("id") != before, "the message to be shown", 60)
    patiently(lambda: visit.page.locator('#log[data-saved="true"]').count() == 1, "a reply, and all to be saved", 120)
