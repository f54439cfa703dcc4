"""What Chromium's own network log says was asked for: by pages, by workers, by the service worker."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from tests.browser.visit import CHROMIUM, FLAGS

NOBODY = "not an origin"
# The browser's own errands (its updates, its accounts) are no page's; they have no initiator.
ERRANDS = (".google.com", ".googleapis.com")


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One request: its method, its address, and the origin of what made it."""

    method: str
    url: str
    initiator: str

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def is_errand(self) -> bool:
        return self.initiator == NOBODY and (urlsplit(self.url).hostname or "").endswith(ERRANDS)


@contextmanager
def logging_browser(chromium: Browser, log: Path) -> Iterator[Browser]:
    """A browser of its own that writes its network log; the log is whole after the block."""
    flags = [*FLAGS, f"--log-net-log={log}", "--net-log-capture-mode=IncludeSensitive"]
    browser = chromium.browser_type.launch(executable_path=CHROMIUM, args=flags)
    try:
        yield browser
    finally:
        browser.close()


def requests(log: Path) -> tuple[Asked, ...]:
    """Every request over the network or from the browser's cache, but the browser's own errands."""
    held = json.loads(log.read_text())
    kind = held["constants"]["logEventTypes"]["URL_REQUEST_START_JOB"]
    told = (event.get("params", {}) for event in held["events"] if event["type"] == kind)
    asked = (
        Asked(method=each.get("method", ""), url=each["url"], initiator=each.get("initiator", NOBODY))
        for each in told
        if each.get("url", "").startswith(("http:", "https:", "ws:", "wss:"))
    )
    return tuple(each for each in asked if not each.is_errand)
