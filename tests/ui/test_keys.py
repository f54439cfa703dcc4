"""Keys and selected text in Chromium: what the page's script tells of them, and what the table makes of that."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from loreglass.app.actions import Did
from loreglass.app.commands import SHORTCUTS
from loreglass.app.state import AppState, Change
from loreglass.shell.events import actions_of
from tests.ui import ninth_bell
from tests.ui.chat_tools import finding, palette
from tests.ui.look import WIDE, browser, draw, page_at, served

pytestmark = pytest.mark.cpython

LISTEN = """async (shortcuts) => {
  const { startListening } = await import('/static/js/listen.js');
  const { setListener } = await import('/static/js/emit.js');
  globalThis.told = [];
  setListener((text) => told.push(text));
  startListening();
  document.body.dataset.shortcuts = shortcuts;
}"""
SELECT = """([message, from, to]) => {
  const blocks = document.querySelectorAll(`#m-${message} .prose p`);
  const range = document.createRange();
  range.setStart(blocks[0].firstChild, from);
  const last = blocks[to[0]];
  range.setEnd(last.firstChild, to[1]);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with served() as address, browser() as chromium:
        shown = page_at(chromium, address, WIDE)
        draw(shown, ninth_bell.state(), "light")
        shown.evaluate(LISTEN, SHORTCUTS)
        yield shown
        shown.close()


def meant(page: Page, state: AppState) -> list[tuple[str, str]]:
    """What was done since the last look."""
    texts = page.evaluate("() => told.splice(0)")
    done = [each for text in texts for each in actions_of(text, state)]
    return [(each.name, each.id) for each in done if isinstance(each, Did)]


def pressing(page: Page, state: AppState, focus: str, *keys: str) -> list[tuple[str, str]]:
    draw(page, state, "light")
    page.focus(focus)
    meant(page, state)
    for key in keys:
        page.keyboard.press(key)
    return meant(page, state)


def test_shortcuts_work_wherever_the_cursor_is_and_the_browsers_own_are_let_alone(page: Page) -> None:
    state = ninth_bell.state()
    assert pressing(page, state, "#draft", "Control+k", "Control+Shift+F") == [("palette", ""), ("find-open", "")]
    assert pressing(page, state, "#m-m40", "Control+k") == [("palette", "")]
    page.evaluate("() => addEventListener('keydown', (event) => { globalThis.taken = event.defaultPrevented; })")
    assert pressing(page, state, "#draft", "Control+b") == []
    assert page.evaluate("() => taken") is False


def test_undo_and_redo_are_the_pages_but_for_text_fields_which_have_their_own(page: Page) -> None:
    state = ninth_bell.state()
    chat = ninth_bell.open_chat()
    step = Change(name="edit", before=(), after=())
    state = replace(state, chat=replace(chat, undo=(step,), redo=(step,)))
    keys = ("Control+z", "Control+y", "Control+Shift+Z")
    assert pressing(page, state, "#m-m40", *keys) == [("undo", ""), ("redo", ""), ("redo", "")]
    assert [name for name, _ in pressing(page, state, "#draft", *keys) if name != "draft"] == []


def test_a_question_mark_is_help_but_not_in_a_text(page: Page) -> None:
    state = ninth_bell.state()
    assert pressing(page, state, "#m-m40", "?") == [("help", "")]
    assert [name for name, _ in pressing(page, state, "#draft", "?")] in ([], ["draft"])


def test_arrows_on_a_message_change_its_variant(page: Page) -> None:
    state = ninth_bell.state()
    assert pressing(page, state, "#m-m40", "ArrowLeft", "ArrowRight") == [
        ("variant-prev", "m40"),
        ("variant-next", "m40"),
    ]


def test_enter_in_the_search_goes_on_and_escape_puts_it_away(page: Page) -> None:
    assert pressing(page, finding(), "#find", "Enter", "Escape") == [("find-next", ""), ("find-close", "")]


def test_arrows_walk_along_the_commands_and_enter_runs_one(page: Page) -> None:
    done = pressing(page, palette(), "#palette-text", "ArrowDown", "ArrowUp", "Enter")
    assert done == [("palette-move", "down"), ("palette-move", "up"), ("palette-run", "")]
    draw(page, ninth_bell.state(), "light")


@pytest.mark.parametrize(
    ("to", "value"),
    [([0, 15], "Vey signs for"), ([1, 4], "Vey signs for everything.” He says it")],
)
def test_remember_takes_the_selected_text_of_its_message(page: Page, to: list[int], value: str) -> None:
    state = ninth_bell.state()
    draw(page, state, "light")
    page.evaluate(SELECT, ["m40", 1, to])
    page.click("[popovertarget='more-m40']")
    page.click("#more-m40 [data-action='remember']")
    (told,) = [json.loads(text) for text in page.evaluate("() => told.splice(0)") if "remember" in text]
    assert told["id"] == "m40"
    assert told["value"].startswith(value)
    assert ("\n\n" in told["value"]) is (to[0] == 1)


def test_remember_without_a_selection_in_its_message_takes_none(page: Page) -> None:
    draw(page, ninth_bell.state(), "light")
    page.evaluate(SELECT, ["m40", 1, [0, 12]])
    page.click("[popovertarget='more-m38']")
    page.click("#more-m38 [data-action='remember']")
    (told,) = [json.loads(text) for text in page.evaluate("() => told.splice(0)") if "remember" in text]
    assert (told["id"], told["value"]) == ("m38", "")


def test_a_message_that_is_drawn_a_moment_later_is_brought_into_view_and_has_the_focus(page: Page) -> None:
    draw(page, ninth_bell.state(), "light")
    page.evaluate("async () => (await import('/static/js/system.js')).show('late', true)")
    page.evaluate(
        """() => { const late = document.createElement('p'); late.id = 'late'; late.tabIndex = -1;
        document.querySelector('.log-in').append(late); }"""
    )
    page.wait_for_function("() => document.activeElement.id === 'late'")
