"""Every flow with the keyboard alone: nothing is clicked, and nothing has the focus but by keys.

The tests use one page, in their order. Wherever something was done, something of the page still has the focus.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.keyboard import Keyboard
from tests.browser.visit import patiently
from tests.formats import samples


@pytest.fixture(autouse=True)
def _nothing_open(keys: Keyboard) -> Iterator[None]:
    """A test that fails leaves no dialog open to the next."""
    yield
    keys.press("Escape", "Escape")


def test_the_first_minute(keys: Keyboard) -> None:
    keys.press("Tab")
    keys.at("link", "Skip to the page")
    keys.enter("button", "Open the sample chat")
    expect(keys.visit.articles()).to_have_count(40)
    keys.kept()
    keys.enter("link", "Skip to the message box")
    keys.at("textbox", "Message")
    keys.say("“Who trims the lamp, Mr Pike?”")
    keys.at("textbox", "Message")
    keys.tab_to("article", keys.newest(), back=True, far=30)
    assert keys.focus()[1] == "42 · Ansel Pike"
    assert "(Demo reply: I read" in keys.last_text()


def test_variants_of_a_reply(keys: Keyboard) -> None:
    keys.open_chat()
    keys.say("“Is it slack water yet?”")
    keys.press("Control+Enter")
    patiently(lambda: keys.last_variant() == "2 of 2", "one more variant")
    keys.visit.wait_until_saved()
    keys.at("textbox", "Message")
    keys.tab_to("article", keys.newest(), back=True, far=30)
    keys.press("ArrowLeft")
    patiently(lambda: keys.last_variant() == "1 of 2", "the variant before")
    keys.kept()
    keys.enter("button", "Next variant", far=30)
    patiently(lambda: keys.last_variant() == "2 of 2", "the variant after")
    keys.kept()
    keys.enter("button", "Regenerate", far=10)
    patiently(lambda: keys.last_variant() == "3 of 3", "a third variant")
    keys.visit.wait_until_saved()
    keys.at("article", keys.newest())


def test_a_message_is_edited_and_carried_on(keys: Keyboard) -> None:
    keys.open_chat()
    keys.press("ArrowUp")
    keys.at("textbox", "Edit message")
    keys.press("Escape")
    expect(keys.page.get_by_role("textbox", name="Edit message")).to_have_count(0)
    keys.at("article", keys.newest())
    keys.enter("button", "Edit", far=30)
    keys.at("textbox", "Edit message")
    keys.write("“Slack at nine,” he says.")
    keys.enter("button", "Save", far=3)
    patiently(lambda: keys.last_text() == "“Slack at nine,” he says.", "the new text")
    keys.at("article", keys.newest())
    keys.enter("button", "Continue", far=30)
    patiently(lambda: "(Demo reply:" in keys.last_text(), "the reply to be carried on")
    keys.visit.wait_until_saved()
    assert keys.last_text().startswith("“Slack at nine,” he says.")
    keys.at("article", keys.newest())


def choose_for(keys: Keyboard, message: int, item: str) -> None:
    """Nothing; the item of the message's menu was chosen, and the focus is back on the button that opened it."""
    opener = f"More for message {message}"
    keys.enter("button", opener, back=True, far=40)
    keys.enter("button", item, far=10)
    keys.at("button", opener)
    keys.kept()


def test_a_message_is_pinned_and_hidden_and_a_menu_gives_the_focus_back(keys: Keyboard) -> None:
    keys.open_chat()
    number, message = keys.visit.articles().count(), keys.visit.articles().last
    keys.enter("button", f"More for message {number}", back=True, far=40)
    keys.press("Tab", "Tab", "Escape")
    keys.at("button", f"More for message {number}")
    choose_for(keys, number, "Pin")
    expect(message.get_by_text("Pinned")).to_have_count(1)
    choose_for(keys, number, "Hide from the prompt")
    expect(message).to_contain_text("neither sent nor scanned")
    keys.enter("button", "Send it again", far=5)
    expect(message).not_to_contain_text("neither sent nor scanned")
    keys.kept()
    keys.enter("button", "Pins", back=True)
    keys.enter("button", re.compile(f"^Message {number} "), far=3)
    keys.at("article", keys.newest())


def test_a_message_is_deleted_and_comes_back(keys: Keyboard) -> None:
    keys.open_chat()
    before = keys.visit.texts()
    keys.enter("button", "Delete", back=True, far=40)
    expect(keys.visit.articles()).to_have_count(len(before) - 1)
    keys.at("article", keys.newest())
    keys.enter("button", "Undo")
    expect(keys.visit.articles()).to_have_count(len(before))
    assert keys.visit.texts() == before
    keys.kept()


def test_a_chat_is_forked(keys: Keyboard) -> None:
    keys.open_chat()
    keys.enter("button", "Fork here", back=True, far=10)
    expect(keys.page.get_by_role("heading", level=1)).to_have_text("Low water, no moon (fork)")
    keys.kept()
    keys.enter("link", "Skip to the message box")
    keys.say("“Another way, then.”")
    keys.at("textbox", "Message")


def test_a_text_is_found_in_a_chat(keys: Keyboard) -> None:
    keys.open_chat()
    keys.press("Control+Shift+f")
    keys.at("textbox", "Find in this chat")
    keys.page.keyboard.type("the")
    found = keys.page.get_by_role("search").get_by_role("status")
    expect(found).to_have_text(re.compile(r"^(\d+) of \1, in message \d+$"))
    keys.press("Enter")
    expect(found).to_have_text(re.compile(r"^1 of \d+"))
    keys.enter("button", "Previous place", far=3)
    expect(found).to_have_text(re.compile(r"^(\d+) of \1, "))
    keys.kept()
    keys.press("Escape")
    expect(found).to_have_count(0)
    keys.at("textbox", "Message")


def test_the_list_of_commands(keys: Keyboard) -> None:
    keys.open_chat()
    keys.tab_to("button", "Send", far=5)
    keys.press("Control+k")
    keys.at("combobox", "Command, chat or book")
    chosen = keys.page.get_by_role("option", selected=True)
    keys.page.keyboard.type("go to")
    expect(chosen).to_have_text("Go to Chats")
    keys.press("ArrowDown")
    expect(chosen).to_have_text("Go to Books")
    keys.press("Escape")
    keys.at("button", "Send")
    keys.command("Go to Books")
    expect(keys.page.get_by_role("heading", level=1, name="Books")).to_be_visible()
    keys.kept()
    keys.press("?")
    expect(keys.page.get_by_role("heading", level=2, name="Keys")).to_be_visible()
    keys.kept()


def test_branches_and_their_picture(keys: Keyboard) -> None:
    keys.open_chat()
    count = keys.visit.articles().count()
    choose_for(keys, count - 1, "Branch here")
    expect(keys.visit.articles()).to_have_count(count - 1)
    keys.enter("button", re.compile("^Branch: "), back=True)
    dialog = keys.page.get_by_role("dialog", name="Branches of Low water, no moon")
    expect(dialog.locator("svg.branch-tree path")).to_have_count(2)
    expect(dialog.get_by_role("listitem")).to_have_count(2)
    keys.enter("button", "Open the branch Main")
    expect(keys.visit.articles()).to_have_count(count)
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    keys.at("button", re.compile("^Branch: Main"))


def test_a_file_is_brought_in_after_a_look_at_it(keys: Keyboard) -> None:
    keys.command("Go to Cast")
    preview = keys.page.get_by_role("dialog", name="Import preview")
    keys.tab_to("button", "Import")
    keys.choose("card.png", samples.card_png())
    keys.at("heading", "Import preview")
    keys.press("Escape")
    expect(preview).to_have_count(0)
    keys.at("button", "Import")
    keys.choose("card.png", samples.card_png())
    keys.at("heading", "Import preview")
    keys.tab_to("textbox", "Name of the character", far=5)
    keys.write("Mr Tull")
    keys.enter("button", "Import", far=5)
    expect(keys.page.get_by_role("main").get_by_role("listitem").filter(has_text="Mr Tull")).to_be_visible()
    keys.kept()


def test_a_group_and_who_speaks_next(keys: Keyboard) -> None:
    """Needs the character that came in above."""
    keys.open_chat("The Ninth Bell")
    keys.to_tab("Setup")
    keys.tab_to("combobox", re.compile("^Add a character"))
    keys.press("ArrowDown")
    order = keys.page.get_by_role("combobox", name="Who speaks next")
    expect(order).to_be_visible()
    keys.kept()
    keys.tab_to("combobox", "Who speaks next", back=True, far=20)
    keys.press("End")
    keys.kept()
    keys.tab_to("combobox", "Next to speak", back=True)
    keys.page.keyboard.type("Mr Tull")
    keys.enter("button", "Send", far=5)
    patiently(lambda: (keys.visit.articles().last.get_attribute("aria-label") or "").endswith("Mr Tull"), "his reply")
    keys.visit.wait_until_saved()
    keys.kept()


def test_a_preset_is_made_changed_and_played(keys: Keyboard) -> None:
    keys.command("Go to Presets")
    keys.enter("button", "New preset")
    parts = keys.page.get_by_role("list", name="Parts of the prompt").get_by_role("listitem")
    expect(parts.nth(5)).to_contain_text("Scenario")
    keys.kept()
    keys.tab_to("textbox", "Name")
    keys.write("By hand")
    keys.enter("button", "Move Scenario up")
    expect(parts.nth(4)).to_contain_text("Scenario")
    keys.at("button", "Move Scenario up")
    keys.enter("summary", re.compile("^Memory"), far=20)
    keys.tab_to("spinbutton", "At most", far=8)
    keys.write("120")
    keys.press("Tab")
    expect(parts.get_by_role("button", name="Reset Memory")).to_be_visible()
    keys.kept()
    keys.open_chat()
    keys.to_tab("Setup")
    keys.tab_to("combobox", "Preset")
    keys.page.keyboard.type("By hand")
    expect(keys.page.get_by_role("tabpanel", name="Setup").get_by_text("Set in this chat").first).to_be_visible()
    keys.at("combobox", "Preset")


def test_why_from_its_tab_to_a_quick_fix(keys: Keyboard) -> None:
    keys.open_chat("The Ninth Bell")
    keys.write("“The wreck, the lamp at night, the fog on the causeway.”")
    keys.to_tab("Prompt")
    keys.press("F9")
    keys.at("tab", "Why")
    why = keys.page.get_by_role("region", name="Why")
    keys.enter("button", "This reply", far=6)
    expect(why).to_contain_text(re.compile(r"What message \d+ was written from"))
    keys.at("button", "This reply")
    keys.enter("button", "Compare", far=2)
    expect(why).to_contain_text("tokens before")
    keys.at("button", "Compare")
    keys.enter("button", "Next", back=True, far=3)
    keys.at("button", "Next")
    keys.enter("summary", re.compile("Tide-clerks"))
    expect(why.get_by_role("heading", name=re.compile("What woke it|How it got here"))).to_be_visible()
    keys.at("summary", re.compile("Tide-clerks"))
    short = why.get_by_role("region", name="Left out").get_by_role("listitem")
    count = short.count()
    keys.enter("button", re.compile("^Raise the book’s budget"))
    patiently(lambda: short.count() < count, "an entry to go in")
    keys.kept()
    keys.enter("summary", re.compile("Ottoline Vey"), back=True)
    keys.enter("button", "Switch off", far=6)
    expect(why.get_by_role("region", name="In", exact=True)).not_to_contain_text("Ottoline Vey")
    keys.kept()


def test_the_trash(keys: Keyboard) -> None:
    """Needs the preset made above."""
    keys.command("Go to Presets")
    listed = keys.page.get_by_role("main").get_by_role("link", name="By hand")
    keys.enter("button", "Delete: By hand")
    expect(listed).to_have_count(0)
    keys.kept()
    keys.enter("button", "Trash", back=True)
    trash = keys.page.get_by_role("dialog", name="Trash")
    keys.enter("button", "Restore By hand")
    expect(trash).to_contain_text("Nothing is in the trash.")
    keys.at("button", "Close")
    keys.press("Escape")
    expect(listed).to_be_visible()
    keys.at("button", "Trash")
    keys.enter("button", "Delete: By hand")
    keys.enter("button", "Trash", back=True)
    keys.enter("button", "Empty the trash")
    keys.at("button", "Keep them")
    keys.enter("button", "Delete for good", far=2)
    expect(trash).to_contain_text("Nothing is in the trash.")
    keys.kept()
    keys.press("Escape")
    keys.at("button", "Trash")


def test_a_backup_is_made_and_restored(keys: Keyboard) -> None:
    keys.command("Go to Settings")
    keys.tab_to("tab", "Endpoint")
    keys.press("End")
    keys.at("tab", "Storage")
    keys.tab_to("button", "Back up everything")
    with keys.page.expect_download() as coming:
        keys.press("Enter")
    data = coming.value.path().read_bytes()
    expect(keys.page.get_by_role("region", name="Notices")).to_contain_text("holds everything")
    keys.kept()
    keys.tab_to("button", "Restore a backup")
    keys.choose("backup.zip", data)
    dialog = keys.page.get_by_role("dialog", name="Restore a backup")
    expect(dialog.get_by_role("button", name="Restore", exact=True)).to_be_enabled()
    keys.tab_to("radio", re.compile("^Beside what is here"))
    keys.press("ArrowDown")
    expect(dialog.get_by_role("radio", name="In place of everything")).to_be_checked()
    expect(dialog.get_by_role("button", name="Back up what is here first")).to_be_visible()
    keys.press("ArrowUp")
    keys.enter("button", "Restore", far=5)
    expect(dialog).to_have_count(0)
    keys.at("button", "Restore a backup")


def test_an_endpoint_is_saved_allowed_and_tested(keys: Keyboard) -> None:
    keys.command("Go to Settings")
    keys.tab_to("tab", re.compile("."))
    keys.press("Home")
    keys.tab_to("textbox", "Endpoint URL")
    keys.write("http://localhost:9/v1")
    keys.enter("button", "Test endpoint")
    note = keys.page.get_by_text("This page may not call it yet.")
    expect(note).to_be_visible()
    keys.visit.wait_until_stored("settings", "http://localhost:9/v1")
    keys.at("button", "Test endpoint")
    keys.enter("button", "Reload to allow this endpoint", back=True)
    expect(note).to_have_count(0)
    keys.visit.wait_until_ready()
    keys.enter("button", "Test endpoint")
    result = keys.page.get_by_role("region", name="Test of the endpoint")
    expect(result).to_contain_text("Step 2 of 6 failed.")
    keys.at("button", "Test endpoint")
    keys.tab_to("radio", re.compile("^localhost:9"), back=True)
    keys.press("ArrowUp")
    expect(keys.page.get_by_role("radio", name="DEMO")).to_be_checked()
    expect(keys.page.get_by_text("The demo responder answers: no model")).to_be_visible()
    keys.at("radio", re.compile("^DEMO"))
