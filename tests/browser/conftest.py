"""The built page behind a plain server at a sub-path, and one real Chromium for the whole session."""

import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

import build
import serve
from tests.browser.keyboard import Keyboard, keyboard_of
from tests.browser.visit import CHROMIUM, FLAGS, Visit, begin

BASE = "/some/sub/path/"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a fresh build under a sub-path."""
    folder = tmp_path_factory.mktemp("dist")
    build.write(folder)
    server = serve.open_server(folder, BASE, 0)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://localhost:{server.server_port}{BASE}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; nothing but this machine can be reached from it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visits(chromium: Browser, site: str) -> Iterator[Callable[..., Visit]]:
    """A maker of visits with a store of their own; one that saw an error it did not expect fails the test."""
    made: list[Visit] = []

    def visit(**options: object) -> Visit:
        made.append(begin(chromium, site, **options))  # type: ignore[arg-type]
        return made[-1]

    yield visit
    for each in made:
        each.context.close()
    assert [problem for each in made for problem in each.problems] == []


@pytest.fixture(scope="module")
def booted(chromium: Browser, site: str) -> Iterator[Visit]:
    """One booted page for a whole module of tests, with the samples as a new guest finds them."""
    visit = begin(chromium, site).open()
    yield visit
    visit.context.close()
    assert visit.problems == []


@pytest.fixture(scope="module")
def keys(chromium: Browser, site: str) -> Iterator[Keyboard]:
    """One booted page for all flows, with the samples as a new guest finds them."""
    visit = begin(chromium, site).open()
    yield keyboard_of(visit)
    visit.context.close()
    # The browser's own line about a request that failed: the test of an endpoint below makes one fail.
    assert [each for each in visit.problems if "Failed to load resource" not in each] == []
