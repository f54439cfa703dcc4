"""The engine in real Chromium and Pyodide: its times, beside a plain loop over regexes on the same data."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

import build
import serve
from tests.browser.visit import CHROMIUM, FLAGS
from tests.perf.timing import ENTRIES, MESSAGES, Times

ROOT = Path(__file__).resolve().parents[2]
MODULES = ("tests/perf/timing.py", "tests/unit/domain/lore/stage.py")
BLANK = "blank.html"
START = """async (modules) => {
  const { loadPyodide } = await import('./static/vendor/pyodide/pyodide.mjs');
  const python = await loadPyodide();
  python.unpackArchive(await (await fetch('./static/vendor/app.zip')).arrayBuffer(), 'zip');
  for (const [path, text] of modules) {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    python.FS.writeFile(path, text);
  }
  python.runPython('import sys; sys.path.insert(0, "."); from tests.perf import timing');
  globalThis.inPage = (entries, messages) => python.runPython(`timing.in_page(${entries}, ${messages})`);
}"""
MEASURE = """([entries, messages]) => {
  const told = inPage(entries, messages);
  const { times, hits } = JSON.parse(told);
  return { times, hits, loop: plainLoop(told) };
}"""


@dataclass(frozen=True, slots=True, kw_only=True)
class InPage:
    """Times of the engine, and of a loop over all texts and over one (milliseconds)."""

    engine: Times
    loop_cold: float
    loop_text: float


@contextmanager
def bare_page() -> Iterator[Page]:
    """An empty page beside the built one, with the engine in it."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        build.write(Path(folder))
        server = serve.open_server(Path(folder), "/", 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        page = browser.new_page(service_workers="block")
        page.set_default_timeout(120_000)
        page.route(f"**/{BLANK}", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
        page.goto(f"http://localhost:{server.server_port}/{BLANK}")
        page.evaluate(START, [[name, (ROOT / name).read_text()] for name in MODULES])
        page.add_script_tag(content=(ROOT / "tests/perf/loop.js").read_text())
        yield page
        browser.close()
        server.shutdown()
        server.server_close()


def measure(page: Page, entries: int, messages: int) -> InPage:
    """The times of one size. AssertionError where engine and loop do not find the same."""
    told = page.evaluate(MEASURE, [entries, messages])
    assert sorted(told["hits"]) == sorted(told["loop"]["hits"]), json.dumps([entries, messages])
    cold, new_hits, same_hits, decided = told["times"]
    return InPage(
        engine=Times(cold=cold, new_hits=new_hits, same_hits=same_hits, decided=decided),
        loop_cold=told["loop"]["build"] + told["loop"]["text"] * messages,
        loop_text=told["loop"]["text"],
    )


def measure_all() -> Iterator[tuple[int, int, InPage]]:
    """Every size."""
    with bare_page() as page:
        for entries in ENTRIES:
            for messages in MESSAGES:
                yield entries, messages, measure(page, entries, messages)
