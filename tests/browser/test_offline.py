"""Offline, and the new version: the page comes back without its server, and changes only when the user says so."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

import build
from tests.browser.hosting import BASE, hosted, renew
from tests.browser.visit import Visit, begin, patiently

pytestmark = pytest.mark.cpython

STRANGERS = ("somebody-elses", "/some/other/path/files-1", "/some/sub/path-too/files-2")
KEEPS_ALL = """async () => {
  const worker = await navigator.serviceWorker.getRegistration();
  return worker?.active?.state === 'activated' && !worker.installing;
}"""


@dataclass
class Place:
    """A build in a folder, and the port where it is served at times."""

    folder: Path
    port: int

    @property
    def site(self) -> str:
        return f"http://localhost:{self.port}{BASE}"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("dist")
    build.write(folder)
    with hosted(folder) as site:
        return Place(folder=folder, port=urlsplit(site).port or 0)


@pytest.fixture(scope="module")
def guest(chromium: Browser, place: Place) -> Iterator[Visit]:
    """A visit that has been here once, said something, and has all files; the server is gone since."""
    visit = begin(chromium, place.site)
    with hosted(place.folder, port=place.port):
        visit.open()
        visit.evaluate("names => Promise.all(names.map((name) => caches.open(name)))", list(STRANGERS))
        visit.page.get_by_role("link", name="Chats", exact=True).first.click()
        visit.page.get_by_role("list").get_by_role("link", name="Ninth Bell").first.click()
        visit.say("Is the lamp lit, before the server goes?")
        patiently(lambda: visit.evaluate(KEEPS_ALL), "the page to keep its files", 60)
    yield visit
    visit.context.close()
    assert visit.problems == []


def edition(visit: Visit) -> str:
    """Which edition of the start page this is; "" for the first."""
    return visit.page.locator("html").get_attribute("data-edition") or ""


def cache_names(visit: Visit) -> list[str]:
    return list(visit.evaluate("caches.keys()"))


def test_the_page_and_its_chats_come_back_with_the_server_gone(guest: Visit, place: Place) -> None:
    with pytest.raises(URLError):
        urlopen(place.site)
    told = guest.texts()
    assert any("before the server goes" in text for text in told)
    guest.page.reload()
    guest.wait_until_ready()
    patiently(lambda: guest.texts() == told, "the chat as it was")


def test_the_demo_answers_offline_and_tokens_are_counted(guest: Visit) -> None:
    before = guest.articles().count()
    guest.say("And is the bell heard, offline?")
    assert guest.articles().count() == before + 2
    assert "demo reply" in guest.articles().last.inner_text()
    assert guest.page.locator("#nowline").inner_text().strip()


def test_a_copy_of_another_place_is_never_touched_and_ours_name_the_place(guest: Visit) -> None:
    names = cache_names(guest)
    assert set(STRANGERS) <= set(names)
    assert len(names) > len(STRANGERS)
    assert [name for name in names if name not in STRANGERS and not name.startswith(BASE)] == []
    databases = guest.evaluate("indexedDB.databases().then((all) => all.map(({ name }) => name))")
    assert databases
    # PyScript opens empty ones of its own.
    ours = [name for name in databases if not name.startswith("IDBMap/")]
    assert ours
    assert [name for name in ours if not name.startswith(BASE)] == []


def test_a_damaged_new_version_never_takes_the_place_of_a_good_one(guest: Visit, place: Place) -> None:
    renew(place.folder, "damaged")
    broken = place.folder / build.APP_ZIP
    whole = broken.read_bytes()
    broken.write_bytes(whole[:-1])
    names = cache_names(guest)
    with hosted(place.folder, port=place.port):
        guest.evaluate("navigator.serviceWorker.getRegistration().then((it) => it.update()).catch(() => {})")
        patiently(
            lambda: not guest.evaluate("navigator.serviceWorker.getRegistration().then((it) => !!it.installing)"),
            "the try",
        )
        guest.page.reload()
        guest.wait_until_ready()
        assert edition(guest) == ""
        assert not guest.page.get_by_role("button", name="New version, reload").is_visible()
        assert [name for name in cache_names(guest) if "files-" in name] == [name for name in names if "files-" in name]
    broken.write_bytes(whole)
    guest.problems.clear()


def test_a_new_version_waits_for_the_click_and_then_takes_over(guest: Visit, place: Place) -> None:
    version = renew(place.folder, "second")
    offer = guest.page.get_by_role("button", name="New version, reload")
    with hosted(place.folder, port=place.port):
        guest.page.reload()
        guest.wait_until_ready()
        offer.wait_for(timeout=60_000)
        assert edition(guest) == ""
        # The transcript comes in parts, the newest first.
        expect(guest.articles().first).to_have_attribute("aria-label", re.compile(r"^1 "))
        told = guest.texts()
        guest.page.reload()
        guest.wait_until_ready()
        assert edition(guest) == "", "it switched without a click"
        offer.wait_for()
        offer.click()
        patiently(lambda: edition(guest).endswith("second"), "the new version", 60)
        guest.wait_until_ready()
    assert not offer.is_visible()
    patiently(lambda: guest.texts() == told, "the chat as it was")
    ours = [name for name in cache_names(guest) if name.startswith(f"{BASE}files-")]
    assert ours == [f"{BASE}files-{version}"]
    assert set(STRANGERS) <= set(cache_names(guest))


def test_the_new_version_too_works_with_the_server_gone(guest: Visit, place: Place) -> None:
    with pytest.raises(URLError):
        urlopen(place.site)
    guest.page.reload()
    guest.wait_until_ready()
    assert edition(guest).endswith("second")
    guest.wait_until_saved()
    guest.say("Still here?")
