"""The page's start: readable at once, honest when it fails, quick the second time."""

import struct
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Route

from tests.browser.hosting import hosted
from tests.browser.visit import Visit, patiently

pytestmark = pytest.mark.cpython

Visits = Callable[..., Visit]
CLAIM = "See what the model is about to read."
SPECIAL_HEADERS = {"cross-origin-opener-policy", "cross-origin-embedder-policy", "content-security-policy"}


def test_the_page_answers_from_a_sub_path_of_a_server_without_special_headers(booted: Visit, site: str) -> None:
    with urlopen(site) as answer:
        names = {name.lower() for name in answer.headers}
    assert urlsplit(site).path.count("/") > 2
    assert not names & SPECIAL_HEADERS
    assert booted.is_ready()
    assert not booted.evaluate("crossOriginIsolated")
    assert booted.page.get_by_role("heading", name=CLAIM).is_visible()


def test_the_page_is_installable(booted: Visit, site: str) -> None:
    session = booted.context.new_cdp_session(booted.page)
    told = session.send("Page.getAppManifest")
    assert told["errors"] == []
    faults = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []
    manifest = booted.evaluate(
        """async () => {
          const link = document.querySelector('link[rel=manifest]').href;
          const held = await (await fetch(link)).json();
          const full = (address) => new URL(address, link).href;
          const icons = held.icons.map(({ src, ...rest }) => ({ ...rest, src: full(src) }));
          return { ...held, icons, start_url: full(held.start_url), scope: full(held.scope), id: full(held.id) };
        }"""
    )
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == (site, site, "standalone")
    assert manifest["name"] == "Loreglass"
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        with urlopen(icon["src"]) as answer:
            data = answer.read()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_the_second_start_comes_from_the_snapshot_and_works(booted: Visit) -> None:
    root = "document.documentElement.dataset"
    patiently(lambda: booted.evaluate(f"{root}.snapshot") == "made", "the snapshot to be made", 90)
    assert booted.evaluate(f"{root}.boot") is None
    seen = set()
    for _ in range(2):
        booted.page.reload()
        booted.wait_until_ready()
        assert booted.evaluate(f"{root}.boot") == "snapshot"
        booted.go("#/chats")
        booted.page.get_by_role("button", name="New chat", exact=True).click()
        booted.page.get_by_role("button", name="Create", exact=True).click()
        booted.page.get_by_role("textbox", name="Message").wait_for()
        seen.add(booted.evaluate("location.hash"))
        booted.say("Is the lamp lit?")
    assert len(seen) == 2, "two starts from one snapshot gave the same id"


def test_a_snapshot_that_is_refused_is_dropped_and_the_page_starts_cold(booted: Visit) -> None:
    booted.evaluate(
        """async () => {
          const name = (await caches.keys()).find((each) => each.endsWith('snapshot'));
          const cache = await caches.open(name);
          for (const request of await cache.keys()) await cache.put(request, new Response('no snapshot at all'));
        }"""
    )
    booted.page.reload()
    booted.wait_until_ready()
    assert booted.evaluate("document.documentElement.dataset.boot") is None


def test_the_page_can_be_read_before_python_is_there(visits: Visits, site: str) -> None:
    visit = visits()
    held: list[Route] = []
    visit.page.route("**/pyodide.asm.wasm", lambda route: held.append(route))
    visit.page.goto(site)
    page = visit.page
    patiently(lambda: page.title() == "Loreglass" and bool(held), "the engine to be asked for")
    assert page.get_by_role("heading", name=CLAIM).is_visible()
    assert page.get_by_text("decides which of its entries go into the next prompt").is_visible()
    assert page.get_by_text("Then, from under the bay, a").is_visible()
    assert page.get_by_role("progressbar").is_visible()
    patiently(lambda: "step 1 of 5" in page.get_by_role("group", name="Loading").inner_text(), "the step's name")
    patiently(lambda: " MB" in page.get_by_role("group", name="Loading").inner_text(), "how much is there")
    assert not visit.is_ready()
    for route in held:
        route.continue_()
    visit.wait_until_ready()
    assert not page.get_by_role("progressbar").is_visible()


def test_without_javascript_the_page_can_be_read_and_says_what_it_needs(visits: Visits, site: str) -> None:
    visit = visits(java_script_enabled=False)
    visit.page.goto(site)
    assert visit.page.get_by_role("heading", name=CLAIM).is_visible()
    assert visit.page.locator("noscript p", has_text="needs JavaScript").is_visible()
    assert not visit.page.get_by_role("progressbar").is_visible()


MISSING = (
    "static/vendor/app.zip",
    "static/vendor/pyodide/pyodide.mjs",
    "static/vendor/pyodide/pyodide.asm.mjs",
    "static/vendor/pyodide/pyodide.asm.wasm",
    "static/vendor/pyodide/python_stdlib.zip",
    "static/vendor/pyscript/core.js",
    "static/vendor/preact/preact.mjs",
    "static/js/bridge.js",
    "static/css/tokens.css",
    "static/samples/ninth-bell.json",
    "pyscript.toml",
)


@pytest.mark.parametrize("path", MISSING)
def test_a_start_that_fails_says_what_failed_and_what_to_do(visits: Visits, site: str, path: str) -> None:
    visit = visits()
    visit.page.route(f"**/{path}", lambda route: route.fulfill(status=404, body="gone"))
    visit.page.goto(site)
    alert = visit.page.get_by_role("alert")
    alert.wait_for()
    said = alert.inner_text()
    assert "Loreglass could not start." in said
    assert path.rsplit("/", 1)[-1] in said, said
    assert "your chats and books stay" in said
    assert not visit.is_ready()
    assert visit.page.get_by_role("heading", name=CLAIM).is_visible()
    # What else the failure brings about may be told later.
    visit.context.close()
    visit.problems.clear()


def test_load_all_files_again_helps_a_failed_start(visits: Visits, site: str) -> None:
    visit = visits()
    visit.page.route("**/pyodide.asm.mjs", lambda route: route.fulfill(status=404, body="gone"))
    visit.page.goto(site)
    again = visit.page.get_by_role("button", name="Load all files again")
    again.wait_for()
    visit.page.unroute_all()
    visit.problems.clear()
    again.click()
    patiently(lambda: visit.page.get_by_role("alert").count() == 0 or not again.is_visible(), "the page to load anew")
    visit.wait_until_ready()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_the_page_refuses_to_run_inside_another_page(visits: Visits, site: str, host: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(f'<!doctype html><link rel=icon href="data:,"><iframe src="{site}"></iframe>')
    visit = visits()
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    with hosted(tmp_path) as outer:
        visit.page.goto(outer.replace("localhost", host))
        inner = visit.page.frame_locator("iframe")
        inner.get_by_text("Loreglass does not run inside another page").wait_for()
        assert inner.get_by_role("link").count() == 0
    assert site in asked
    assert not any("pyodide" in url for url in asked)
