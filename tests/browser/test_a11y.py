"""Axe on every view of the running page: light and dark, wide and phone, with dialogs open and while streaming."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.test_backup import back_up, offer
from tests.browser.test_import import accept, choose
from tests.browser.visit import SIZES, Visit, begin, patiently
from tests.formats import samples

ROOT = Path(__file__).resolve().parent.parent.parent
AXE = (ROOT / "node_modules/axe-core/axe.min.js").read_text()
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
AT_REST = """() => Promise.race([
  Promise.all(document.getAnimations()
    .filter((each) => each.effect.getTiming().iterations === 1).map((each) => each.finished.catch(() => null))),
  new Promise((resolve) => setTimeout(resolve, 1500)),
])"""
LOOKS = [(size, scheme) for size in SIZES for scheme in ("light", "dark")]


@pytest.fixture(scope="module")
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    made = begin(chromium, site).open("#/welcome")
    made.evaluate(AXE)
    yield made
    made.context.close()
    # axe tries inline styles of its own while it measures, and the page's policy says no.
    assert [each for each in made.problems if "inline style" not in each] == []


@pytest.fixture(scope="module")
def backup(visit: Visit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return back_up(visit, tmp_path_factory.mktemp("backups"))


def dress(visit: Visit, size: str, scheme: str) -> None:
    width, height = SIZES[size]
    visit.page.set_viewport_size({"width": width, "height": height})
    visit.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    # Notices of the view before would lie over this one.
    closers = visit.page.get_by_role("region", name="Notices").get_by_role("button", name="Close")
    # All at one go: a notice that fades by itself would leave a click waiting for it.
    closers.evaluate_all("all => all.forEach((each) => each.click())")
    expect(closers).to_have_count(0)


def violations(visit: Visit) -> list[str]:
    visit.page.mouse.move(0, 0)
    visit.evaluate(AT_REST)
    found = visit.evaluate("rules => axe.run(document, rules).then(result => result.violations)", RULES)
    return [f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}" for each in found]


def welcome(visit: Visit) -> None:
    visit.go("#/welcome")
    visit.page.get_by_role("heading", name="See what the model is about to read.").wait_for()


def chats(visit: Visit) -> None:
    visit.go("#/chats")
    visit.page.get_by_role("heading", name="Chats", exact=True).wait_for()


def chat(visit: Visit) -> None:
    chats(visit)
    visit.page.get_by_role("main").get_by_role("link", name="The Ninth Bell").first.click()
    visit.page.get_by_text("6 of 24 entries").first.wait_for()


def panel(visit: Visit, tab: str) -> None:
    """Nothing; the tab of the panel beside the open chat is shown."""
    if visit.page.viewport_size and visit.page.viewport_size["width"] < 900:
        visit.page.get_by_role("button", name="Why").first.click()
    visit.page.get_by_role("tab", name=tab).click()


def why(visit: Visit) -> None:
    chat(visit)
    panel(visit, "Why")
    visit.page.get_by_role("region", name="In", exact=True).get_by_text("Tide-clerks").first.click()
    visit.page.get_by_role("heading", name="How it got here").first.wait_for()


def prompt(visit: Visit) -> None:
    why(visit)
    visit.page.get_by_role("tab", name="Prompt").click()
    visit.page.get_by_role("tabpanel", name="Prompt").wait_for()


def setup(visit: Visit) -> None:
    why(visit)
    visit.page.get_by_role("tab", name="Setup").click()
    visit.page.get_by_role("tabpanel", name="Setup").wait_for()


def editing(visit: Visit) -> None:
    chat(visit)
    visit.articles().last.get_by_role("button", name="Edit").first.click()
    visit.page.get_by_role("textbox", name="Edit message").wait_for()


def books(visit: Visit) -> None:
    visit.go("#/books")
    visit.page.get_by_role("heading", name="Books", exact=True).wait_for()


def book(visit: Visit) -> None:
    books(visit)
    visit.page.get_by_role("link", name="Wrackmouth").first.click()
    visit.page.get_by_role("list", name="Entries").get_by_role("link", name="The Ninth Bell").click()
    expect(visit.page.get_by_role("textbox", name="Name", exact=True)).to_have_value("The Ninth Bell")
    visit.page.get_by_role("textbox", name="Keywords", exact=True).wait_for()


def cast(visit: Visit) -> None:
    visit.go("#/cast")
    visit.page.get_by_role("heading", name="Characters").wait_for()


def endpoint(visit: Visit) -> None:
    visit.go("#/settings/endpoint")
    visit.page.get_by_role("textbox", name="Endpoint URL").wait_for()


def memory(visit: Visit) -> None:
    visit.go("#/settings/memory")
    visit.page.get_by_role("tab", name="Memory", selected=True).wait_for()


def look(visit: Visit) -> None:
    visit.go("#/settings/look")
    visit.page.get_by_role("tab", name="Look", selected=True).wait_for()


def storage(visit: Visit) -> None:
    visit.go("#/settings/storage")
    visit.page.get_by_role("tab", name="Storage", selected=True).wait_for()


def help_page(visit: Visit) -> None:
    visit.go("#/help")
    visit.page.get_by_role("heading", name="Licences").wait_for()


def new_chat(visit: Visit) -> None:
    chats(visit)
    visit.page.get_by_role("button", name="New chat").first.click()
    visit.page.get_by_role("dialog", name="New chat").wait_for()


def importing(visit: Visit) -> None:
    chats(visit)
    files = [
        {"name": "book.json", "mimeType": "application/json", "buffer": samples.as_bytes(samples.WORLD_INFO)},
        {"name": "broken.json", "mimeType": "application/json", "buffer": b'{"kind": "memory", '},
    ]
    with visit.page.expect_file_chooser() as chooser:
        visit.page.get_by_role("button", name="Import").first.click()
    chooser.value.set_files(files)  # type: ignore[arg-type]
    dialog = visit.page.get_by_role("dialog", name="Import preview")
    expect(dialog.get_by_role("button", name="Import", exact=True)).to_be_enabled()


def importing_again(visit: Visit) -> None:
    """The preview of a book that is here already, with the choices for entries whose names are taken."""
    importing(visit)
    visit.page.get_by_role("dialog").get_by_role("button", name="Import", exact=True).click()
    visit.page.get_by_role("heading", level=1, name="book").wait_for()
    importing(visit)
    visit.page.get_by_role("dialog", name="Import preview").get_by_role("radio", name="Into a book").first.check()


def press(button: Locator) -> None:
    """Nothing; the button is pressed, be it that it was before."""
    if button.get_attribute("aria-pressed") != "true":
        button.click()


def compared(visit: Visit) -> None:
    why(visit)
    press(visit.page.get_by_role("button", name="Compare with Agnai"))
    expect(visit.page.get_by_text("Agnai would").first).to_be_visible()


def sillytavern_setup(visit: Visit) -> None:
    low_water(visit)
    panel(visit, "Setup")
    visit.page.get_by_role("combobox", name="Rules").select_option("sillytavern")
    expect(visit.page.get_by_role("switch", name="Entries wake entries")).to_be_visible()


def replay(visit: Visit) -> None:
    chat(visit)
    visit.go(f"{visit.evaluate('location.hash')}/replay")
    expect(visit.page.get_by_role("region", name="Heat map, scrolls sideways")).to_be_visible()
    expect(visit.page.get_by_role("heading", name="never fired")).to_be_visible()


def every_setting(visit: Visit) -> None:
    book(visit)
    every_fold(visit)


def selecting(visit: Visit) -> None:
    books(visit)
    visit.page.get_by_role("link", name="Wrackmouth").first.click()
    press(visit.page.get_by_role("button", name="Select entries", exact=True))
    visit.page.get_by_role("checkbox", name="Select Sea-fret", exact=True).check()


def history(visit: Visit) -> None:
    book(visit)
    visit.page.get_by_role("spinbutton", name="Weight").fill("7")
    visit.page.get_by_role("spinbutton", name="Weight").blur()
    visit.page.get_by_role("button", name="More for The Ninth Bell").click()
    visit.page.get_by_role("button", name="History").last.click()
    visit.page.get_by_role("button", name="Compare").first.click()


def exporting(visit: Visit) -> None:
    books(visit)
    visit.page.get_by_role("button", name="Export as: Wrackmouth").click()
    visit.page.get_by_role("dialog", name="Export Wrackmouth").get_by_role("combobox").select_option("sillytavern")
    expect(visit.page.get_by_role("button", name="Download")).to_be_enabled()


def presets(visit: Visit) -> None:
    visit.go("#/presets")
    visit.page.get_by_role("heading", name="Presets", exact=True).wait_for()


def preset(visit: Visit) -> None:
    """The page of a preset with a text of its own, every part opened."""
    presets(visit)
    visit.page.get_by_role("button", name="New preset", exact=True).click()
    visit.page.get_by_role("heading", name="Order of the prompt").wait_for()
    visit.page.get_by_role("button", name="Add a text of your own").click()
    visit.page.locator(".part", has_text="Own text").wait_for()
    every_fold(visit)


def every_fold(visit: Visit) -> None:
    closed = visit.page.get_by_role("main").locator("details:not([open]) > summary:visible")
    while closed.count():
        closed.first.click()


def low_water(visit: Visit) -> None:
    chats(visit)
    visit.page.get_by_role("main").get_by_role("link", name="Low water").first.click()
    visit.page.get_by_role("heading", name="Low water").wait_for()
    visit.articles().first.wait_for()


def command(visit: Visit, words: str) -> None:
    """The list of commands with these words typed."""
    visit.page.keyboard.press("Control+k")
    visit.page.get_by_role("combobox", name="Command, chat or book").fill(words)
    visit.page.get_by_role("option", name=words).first.wait_for()


def commands(visit: Visit) -> None:
    low_water(visit)
    command(visit, "Go to")


def branches(visit: Visit) -> None:
    """The dialog with two branches at least: its picture is drawn."""
    low_water(visit)
    visit.articles().first.get_by_role("button", name="More for message 1").click()
    visit.page.get_by_role("button", name="Branch here").click()
    visit.wait_until_saved()
    command(visit, "Branches of this chat")
    visit.page.keyboard.press("Enter")
    dialog = visit.page.get_by_role("dialog", name="Branches of")
    dialog.get_by_role("button", name="Open the branch Main").wait_for()


def trash(visit: Visit) -> None:
    """Something is in the trash, and emptying it has asked first."""
    presets(visit)
    visit.page.get_by_role("button", name="New preset", exact=True).click()
    visit.page.get_by_role("heading", name="Order of the prompt").wait_for()
    presets(visit)
    visit.page.get_by_role("button", name="Delete: New preset").first.click()
    visit.page.get_by_role("button", name="Trash").click()
    visit.page.get_by_role("dialog", name="Trash").get_by_role("button", name="Empty the trash").click()
    visit.page.get_by_role("button", name="Keep them").wait_for()


def two_plans(visit: Visit) -> None:
    low_water(visit)
    visit.say("The lamp, please.")
    panel(visit, "Why")
    visit.page.get_by_role("button", name="Compare", exact=True).click()
    visit.page.get_by_text("tokens before").first.wait_for()


def restoring(visit: Visit, backup: Path) -> None:
    """The backup is offered in place of everything."""
    offer(visit, backup)
    dialog = visit.page.get_by_role("dialog", name="Restore a backup")
    dialog.get_by_role("radio", name="In place of everything").check()
    dialog.get_by_role("button", name="Back up what is here first").wait_for()


def finding(visit: Visit) -> None:
    low_water(visit)
    visit.page.get_by_role("button", name="Find in this chat").click()
    visit.page.get_by_role("textbox", name="Find in this chat").fill("the")
    expect(visit.page.locator("search").get_by_role("status")).to_contain_text("in message")


def group(visit: Visit) -> None:
    """Setup of a chat with two characters, who speak by chance."""
    cast(visit)
    if not visit.page.get_by_text("Mr Tull").count():
        chats(visit)
        choose(visit, ("card.png", samples.card_png()))
        accept(visit)
        patiently(lambda: visit.evaluate("location.hash") != "#/chats", "the page to go to what came in")
    low_water(visit)
    panel(visit, "Setup")
    order = visit.page.get_by_role("combobox", name="Who speaks next")
    if not order.count():
        visit.page.get_by_role("combobox", name="Add a character").select_option(index=1)
    order.select_option("talkative")
    visit.page.get_by_role("slider", name="How talkative").first.wait_for()


def adding_a_keyword(visit: Visit) -> None:
    chat(visit)
    panel(visit, "Why")
    press(visit.page.get_by_role("button", name="Next", exact=True))
    sleeping = visit.page.get_by_role("region", name="Sleeping").locator("details:not([open]) > summary")
    field = visit.page.get_by_role("button", name="Add the selected words")
    # Some rows lack something else than a keyword, and offer no field for one.
    while not field.count():
        sleeping.first.click()


VIEWS: list[Callable[[Visit], None]] = [
    welcome, chats, chat, why, prompt, setup, editing, books, book,
    cast, endpoint, memory, look, storage, help_page, new_chat, importing,
    importing_again, compared, sillytavern_setup, replay, every_setting, selecting, history, exporting,
    presets, preset, commands, branches, trash, two_plans, finding, group, adding_a_keyword,
]  # fmt: skip


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_axe_finds_nothing(visit: Visit, view: Callable[[Visit], None], size: str, scheme: str) -> None:
    dress(visit, size, scheme)
    try:
        view(visit)
        assert violations(visit) == []
    finally:
        visit.page.keyboard.press("Escape")
        visit.page.keyboard.press("Escape")


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_axe_finds_nothing_in_the_restoring_of_a_backup(visit: Visit, backup: Path, size: str, scheme: str) -> None:
    dress(visit, size, scheme)
    restoring(visit, backup)
    try:
        assert violations(visit) == []
    finally:
        visit.page.get_by_role("dialog").get_by_role("button", name="Cancel").click()


def test_axe_finds_nothing_while_a_reply_streams(visit: Visit) -> None:
    dress(visit, "wide", "light")
    chat(visit)
    visit.page.get_by_role("button", name="Send", exact=True).click()
    visit.page.get_by_role("button", name="Stop").wait_for()
    assert violations(visit) == []
    patiently(lambda: visit.page.get_by_role("button", name="Stop").count() == 0, "the reply to end")
    visit.wait_until_saved()
