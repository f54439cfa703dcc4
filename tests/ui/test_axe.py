"""axe-core finds nothing on any view, light and dark, wide and phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.ui.look import PHONE, WIDE, browser, draw, page_at, served
from tests.ui.states import STATES

pytestmark = pytest.mark.cpython

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RUN = """async () => {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
  return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.target} ${node.failureSummary}`));
}"""

REST = """() => Promise.race([
  Promise.all(document.getAnimations()
    .filter((each) => each.effect.getTiming().iterations === 1).map((each) => each.finished.catch(() => null))),
  new Promise((resolve) => setTimeout(resolve, 1500)),
])"""
"""Waits until the sheet has come to rest."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[tuple[Browser, str]]:
    with served() as address, browser() as started:
        yield started, address


@pytest.mark.parametrize(("size", "theme"), [(WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")])
def test_axe_finds_nothing_on_any_view(chromium: tuple[Browser, str], size: tuple[int, int], theme: str) -> None:
    started, address = chromium
    page = page_at(started, address, size, theme)
    found = []
    for name, state in STATES.items():
        draw(page, state(), theme)
        assert page.locator("h1").count() == 1, name
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        page.evaluate(REST)
        found += [f"{name}: {each}" for each in page.evaluate(RUN)]
    page.close()
    assert not found, "\n".join(found)
