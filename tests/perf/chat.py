"""What a user does in a chat, in real Chromium: what it costs the page's thread when the chat is ten times as long."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

import build
import serve
from tests.browser.at_work import chat_steps
from tests.browser.large import large_rows, put
from tests.browser.thread_time import busy_ms
from tests.browser.visit import CHROMIUM, FLAGS, Visit, begin

MESSAGES = (1_000, 10_000)
ENTRIES = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What one step cost the page's thread, in milliseconds of its own time."""

    whole: float
    longest: float


def measure_chats() -> dict[str, list[Work]]:
    """Each step by its name, with what it cost in the chats of MESSAGES, in order."""
    costs: dict[str, list[Work]] = {}
    with built_page() as begun:
        for messages in MESSAGES:
            browser, visit = begun()
            put(visit, large_rows(messages, ENTRIES))
            for before, act in chat_steps(ENTRIES):
                before(visit)
                spent = busy_ms(browser, visit, act)
                costs.setdefault(act.__name__, []).append(Work(whole=sum(spent), longest=spent[-1]))
            visit.context.close()
    return costs


@contextmanager
def built_page() -> Iterator[Callable[[], tuple[Browser, Visit]]]:
    """A maker of visits to the built page, each with a store of its own."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        build.write(Path(folder))
        server = serve.open_server(Path(folder), "/", 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield lambda: (browser, begin(browser, f"http://localhost:{server.server_port}/").open())
        browser.close()
        server.shutdown()
        server.server_close()
