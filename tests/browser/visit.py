"""A visit to the page in real Chromium: what is open, what went wrong, and patient looks at it."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)
READY_SECONDS = 90
GO = """hash => new Promise((done) => {
  const before = location.href;
  addEventListener('hashchange', () => done(), { once: true });
  location.hash = hash;
  if (location.href === before) done();
})"""
"""The page hears of another hash first, and a moment later; until then it still shows the view before."""
SIZES: dict[str, tuple[int, int]] = {"wide": (1440, 900), "phone": (390, 844)}


def patiently(look: Callable[[], bool], what: str, seconds: float = 30) -> None:
    """Nothing, once the look is true. The page's policy bars evaluated waits, so this asks again and again."""
    end = time.monotonic() + seconds
    while not look():
        if time.monotonic() > end:
            raise AssertionError(f"waited {seconds:.0f} s in vain: {what}")
        time.sleep(0.05)


@dataclass
class Visit:
    """One open page; `problems` collects page errors, console errors and policy violations."""

    site: str
    context: BrowserContext
    page: Page
    problems: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.problems.append(f"page error: {error}"))
        self.page.on("console", self._heard)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.problems.append(f"console: {message.text}")

    def open(self, to: str = "") -> "Visit":
        """The page at this hash, once the app answers."""
        self.page.goto(self.site + to)
        self.wait_until_ready()
        return self

    def wait_until_ready(self) -> None:
        """Nothing, once the app answers."""
        patiently(self.is_ready, f"the app to answer; {self.problems}", READY_SECONDS)

    def is_ready(self) -> bool:
        """True when the app answers."""
        return self.page.evaluate("document.documentElement.dataset.ready") == "true"

    def go(self, to: str) -> None:
        """Nothing; the address's hash is this one, and the page has heard of it."""
        self.page.evaluate(GO, to)

    def wait_until_saved(self) -> None:
        """Nothing, once everything shown is in the store."""
        log = self.page.get_by_role("log", name="Transcript")
        patiently(lambda: log.get_attribute("data-saved") == "true", "everything shown to be saved", 60)

    def wait_until_stored(self, store: str, text: str) -> None:
        """Nothing, once a record of the store holds this text: a page that is loaded anew finds it."""
        query = json.dumps({"queries": [{"store": store, "all": True}]})
        read = "query => loreglass.store.read(query)"
        patiently(lambda: text in str(self.evaluate(read, query)), f"{text!r} to be stored in {store}")

    def articles(self) -> Locator:
        """The messages of the transcript."""
        return self.page.get_by_role("log", name="Transcript").get_by_role("article")

    def texts(self) -> list[str]:
        """The messages as they read, without names, notes and buttons."""
        return self.articles().locator(".prose").all_text_contents()

    def say(self, text: str) -> None:
        """Nothing; the message is sent and its reply is whole and saved."""
        count = self.articles().count()
        self.page.get_by_role("textbox", name="Message").fill(text)
        self.page.get_by_role("button", name="Send", exact=True).click()
        patiently(lambda: self.articles().count() >= count + 2, "a reply", 60)
        self.wait_until_saved()

    def evaluate(self, script: str, argument: object = None) -> Any:
        """What the script gives in the page."""
        return self.page.evaluate(script, argument)


def begin(browser: Browser, site: str, *, size: str = "wide", scheme: str = "light", **options: Any) -> Visit:
    """A visit in a context of its own."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        has_touch=size == "phone",
        **options,
    )
    context.set_default_timeout(20_000)
    return Visit(site=site, context=context, page=context.new_page())
