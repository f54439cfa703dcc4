"""How long the page's thread is busy at one go, in its own time: what else runs on the machine makes no difference."""

import json
from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser

from tests.browser.visit import Visit

SETTLE_MS = 1000
TRIES = 3
CATEGORIES = ("toplevel", "mojom")
DRIVER = "blink.mojom.DevToolsSession"
"""What the test itself asks of the page comes by this way, and is no work of the page."""

Event = dict[str, Any]


def busy_ms(browser: Browser, visit: Visit, act: Callable[[Visit], None]) -> list[float]:
    """The tasks of the page's thread while this was done, in ms of its own time, the longest last."""
    browser.start_tracing(page=visit.page, categories=list(CATEGORIES))
    try:
        act(visit)
        visit.page.wait_for_timeout(SETTLE_MS)
    finally:
        trace = browser.stop_tracing()
    events: list[Event] = json.loads(trace)["traceEvents"]
    threads = {
        (each["pid"], each["tid"])
        for each in events
        if each.get("name") == "thread_name" and each["args"].get("name") == "CrRendererMain"
    }
    whole = [each for each in events if each.get("ph") == "X" and (each["pid"], each["tid"]) in threads]
    begun_by_test = sorted(each["ts"] for each in whole if DRIVER in json.dumps(each.get("args", {})))
    tasks = [each for each in whole if str(each["name"]).endswith("RunTask")]
    spent = [each.get("tdur", 0) / 1000 for each in tasks if not _holds_any(each, begun_by_test)]
    assert spent, "the browser told of no tasks"
    return sorted(spent)


def longest_ms(
    browser: Browser, visit: Visit, act: Callable[[Visit], None], *, limit_ms: float, before: Callable[[Visit], None]
) -> float:
    """The longest task of the page's thread, the least of some tries: a busy machine only adds to it.

    `before` makes ready for each try; one that stays within the limit is the last.
    """
    least = float("inf")
    for _ in range(TRIES):
        before(visit)
        least = min(least, busy_ms(browser, visit, act)[-1])
        if least <= limit_ms:
            break
    return least


def _holds_any(task: Event, moments: list[float]) -> bool:
    at = bisect_left(moments, task["ts"])
    return at < len(moments) and moments[at] <= task["ts"] + task.get("dur", 0)
