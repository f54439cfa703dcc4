"""Draws states of the page in Chromium with the page's own painter, for looking at and for axe.

`python -m tests.ui.look FOLDER [name ...]` writes pictures of the states named (all by default).
"""

import functools
import http.server
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Browser, Page, Route, sync_playwright

from loreglass.app.state import AppState
from loreglass.app.view_highlights import highlights
from loreglass.shell.ui.node import encode
from loreglass.shell.ui.page import REGIONS, body_class
from tests.ui.states import STATES

ROOT = Path(__file__).resolve().parents[2]
WIDE, PHONE = (1440, 900), (390, 844)
DRAW = """async ({regions, body, places, theme}) => {
  const { paint } = await import('/static/js/paint.js');
  const { highlight } = await import('/static/js/highlight.js');
  document.documentElement.dataset.theme = theme;
  document.body.className = body;
  for (const [region, json] of regions) paint(region, json);
  highlight(places);
  await document.fonts.ready;
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map: ClassVar[dict[str, str]] = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
    }

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served() -> Iterator[str]:
    """The repository over HTTP."""
    handler = functools.partial(_Quiet, directory=str(ROOT))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()


def drawing(state: AppState) -> dict[str, object]:
    """What the painter gets for a state."""
    regions = []
    for region in REGIONS:
        slices = region.select(state)
        if region.nested and not slices:
            continue
        node = region.render(*slices)
        regions.append((region.id, "null" if node is None else encode(node)))
    return {"regions": regions, "body": body_class(state), "places": highlights(state)}


def _stub(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body="")


def page_at(chromium: Browser, address: str, size: tuple[int, int], scheme: str = "light") -> Page:
    """An empty page of the app: its own document without Python."""
    width, height = size
    page = chromium.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        is_mobile=width < 600,
        has_touch=width < 600,
    )
    page.on("pageerror", lambda error: print("page error:", error, file=sys.stderr))
    page.route("**/static/js/boot.js", _stub)
    page.route("**/static/js/watchdog.js", _stub)
    page.goto(f"{address}/index.html")
    return page


def draw(page: Page, state: AppState, theme: str) -> None:
    """The state is on the page."""
    page.evaluate(DRAW, {**drawing(state), "theme": theme})


def main(folder: Path, names: list[str]) -> None:
    """Pictures of the states, wide and phone, light and dark."""
    folder.mkdir(parents=True, exist_ok=True)
    with served() as address, browser() as chromium:
        for size, word in ((WIDE, "wide"), (PHONE, "phone")):
            for theme in ("light", "dark"):
                page = page_at(chromium, address, size, theme)
                page.on("console", lambda said: print(said.text, file=sys.stderr) if said.type == "error" else None)
                for name in names or list(STATES):
                    draw(page, STATES[name](), theme)
                    page.wait_for_timeout(350)
                    page.screenshot(path=str(folder / f"{name}-{word}-{theme}.png"))
                page.close()
    print(json.dumps(sorted(path.name for path in folder.iterdir())))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
