"""Takes the README's pictures of the built page: `.venv/bin/python -m tests.browser.screenshots`."""

import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / ".ci"), str(ROOT / "py")]

import build  # noqa: E402
import serve  # noqa: E402
from tests.browser.test_a11y import book, chat, importing, welcome, why  # noqa: E402
from tests.browser.visit import CHROMIUM, FLAGS, Visit, begin  # noqa: E402

FOLDER = ROOT / "static/screenshots"
PICTURES: list[tuple[str, str, str, Callable[[Visit], None]]] = [
    ("chat-wide-light", "wide", "light", chat),
    ("chat-wide-dark", "wide", "dark", chat),
    ("chat-phone-light", "phone", "light", chat),
    ("why-phone-dark", "phone", "dark", why),
    ("book-wide-light", "wide", "light", book),
    ("book-wide-dark", "wide", "dark", book),
    ("import-wide-light", "wide", "light", importing),
    ("welcome-wide-light", "wide", "light", welcome),
    ("welcome-phone-dark", "phone", "dark", welcome),
]


def take(site: str) -> None:
    """Nothing; every picture is in its file."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        for name, size, scheme, view in PICTURES:
            visit = begin(browser, site, size=size, scheme=scheme).open("#/welcome")
            view(visit)
            visit.page.mouse.move(0, 0)
            visit.page.wait_for_timeout(800)
            visit.page.screenshot(path=FOLDER / f"{name}.png")
            visit.context.close()
        browser.close()


def main() -> None:
    """Nothing; the pictures show the page as it is now."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        build.write(Path(folder))
        server = serve.open_server(Path(folder), "/", 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        take(f"http://localhost:{server.server_port}/")
        server.shutdown()


if __name__ == "__main__":
    main()
