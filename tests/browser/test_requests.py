"""What leaves the page: requests to its own origin, and the prompt to the endpoint, by the browser's network log."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from tests.browser.netlog import logging_browser, requests
from tests.browser.visit import Visit, begin, patiently
from tests.formats import samples

pytestmark = pytest.mark.cpython

REMOTE = "http://pictures.example/a.png"
CARD = {
    **samples.CARD_V1,
    "first_mes": f"![a lamp]({REMOTE}) <img src='{REMOTE}?2'> <link rel=prefetch href='{REMOTE}?3'>",
    "avatar": REMOTE,
    "creator_notes": f"<img src={REMOTE}>",
}
MODEL = "smollm2-135m-instruct"


@contextmanager
def deaf_port() -> Iterator[tuple[int, list[str]]]:
    """A port of this machine, and a list of who called there."""
    callers: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as ear:
        ear.settimeout(0.2)
        over = threading.Event()

        def listen() -> None:
            while not over.is_set():
                try:
                    caller, address = ear.accept()
                except TimeoutError:
                    continue
                callers.append(str(address))
                caller.close()

        thread = threading.Thread(target=listen)
        thread.start()
        try:
            yield ear.getsockname()[1], callers
        finally:
            over.set()
            thread.join()


def import_card(visit: Visit) -> None:
    """Nothing; the card with its remote pictures is imported and a chat with it is open."""
    visit.go("#/chats")
    file = {"name": "card.png", "mimeType": "image/png", "buffer": samples.card_png(CARD)}
    visit.page.get_by_label("Import", exact=True).set_input_files(file)  # type: ignore[arg-type]
    dialog = visit.page.get_by_role("dialog", name="Import preview")
    dialog.get_by_role("button", name="Import", exact=True).click()
    # The page goes to what came in a moment after the notice, from wherever it is by then.
    visit.page.get_by_role("region", name="Notices").get_by_text("Mr Tull is imported.").wait_for()
    patiently(lambda: visit.evaluate("location.hash") == "#/cast", "the page to go to what came in")
    visit.page.get_by_role("main").get_by_text("Mr Tull").first.wait_for()
    visit.go("#/chats")
    visit.page.get_by_role("button", name="New chat", exact=True).click()
    visit.page.get_by_label("Character", exact=True).select_option(label="Mr Tull")
    visit.page.get_by_role("button", name="Create", exact=True).click()
    patiently(lambda: visit.articles().count() == 1, "the greeting")


def take_likeliest(visit: Visit) -> None:
    """Nothing; the form says that the model is to take its likeliest words: it replies alike at every run."""
    box = visit.page.get_by_label("Temperature", exact=True)
    box.evaluate("box => { box.closest('details').open = true; }")
    box.fill("0")


def set_endpoint(visit: Visit, address: str) -> None:
    """Nothing; the endpoint is saved and the page was reloaded into the policy that allows it."""
    visit.go("#/settings/endpoint")
    form = visit.page.get_by_role("form", name="Endpoint")
    for name, value in {
        "Endpoint URL": f"{address}/v1",
        "Model": MODEL,
        "Context size": "4096",
        "Reply reserve": "24",
    }.items():
        form.get_by_label(name, exact=True).fill(value)
    take_likeliest(visit)
    form.get_by_role("button", name="Save", exact=True).click()
    visit.wait_until_stored("settings", f"{address}/v1")
    with visit.page.expect_navigation():
        visit.page.get_by_role("button", name="Reload to allow this endpoint").click()
    visit.wait_until_ready()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("netlog")


def test_with_no_endpoint_nothing_but_the_own_origin_is_asked(chromium: Browser, site: str, log: Path) -> None:
    with logging_browser(chromium, log / "none.json") as browser:
        visit = begin(browser, site).open()
        import_card(visit)
        assert "a lamp" in visit.texts()[0]
        visit.say("Is the lamp lit?")
        visit.page.reload()
        visit.wait_until_ready()
        for to in ("welcome", "chats", "books", "cast", "help", "settings/endpoint", "settings/storage"):
            visit.go(f"#/{to}")
        patiently(lambda: visit.evaluate("document.documentElement.dataset.snapshot") == "made", "the snapshot", 90)
        visit.context.close()
    asked = requests(log / "none.json")
    parts = urlsplit(site)
    own = f"{parts.scheme}://{parts.netloc}"
    assert [each for each in asked if each.origin != own] == []
    assert {each.method for each in asked} == {"GET"}
    assert [each.url for each in asked if not each.url.startswith(site)] == []
    names = {each.url.removeprefix(site) for each in asked}
    # The log saw the page, its workers, and the service worker.
    assert {
        "static/js/boot.js",
        "static/js/token-worker.js",
        "static/js/snap-worker.mjs",
        "sw.js",
        "index.html",
    } <= names


def test_with_an_endpoint_the_prompt_goes_there_and_nothing_goes_elsewhere(
    chromium: Browser, site: str, log: Path, model_server: str
) -> None:
    with logging_browser(chromium, log / "endpoint.json") as browser, deaf_port() as (port, callers):
        visit = begin(browser, site).open()
        set_endpoint(visit, model_server)
        import_card(visit)
        visit.say("Is the lamp lit?")
        assert visit.articles().count() == 3
        refused = visit.evaluate(
            """async (url) => {
              const told = new Promise((resolve) => addEventListener('securitypolicyviolation', (event) => {
                resolve([event.effectiveDirective, event.blockedURI]);
              }));
              const outcome = await fetch(url, { mode: 'no-cors' })
                .then(() => 'sent', (error) => error.name);
              return [outcome, ...await told];
            }""",
            f"http://127.0.0.1:{port}/",
        )
        assert refused == ["TypeError", "connect-src", f"http://127.0.0.1:{port}/"]
        assert callers == []
        assert [problem for problem in visit.problems if str(port) not in problem] == []
        visit.context.close()
    parts = urlsplit(site)
    own = f"{parts.scheme}://{parts.netloc}"
    asked = requests(log / "endpoint.json")
    assert {each.origin for each in asked} == {own, model_server}
    prompts = [each for each in asked if each.origin == model_server]
    assert {each.initiator for each in prompts} == {own}
    assert [each.url for each in prompts if each.method == "POST"] == [f"{model_server}/v1/chat/completions"]
