"""A book with the keyboard alone: an entry is written, moved, deleted, and the last change taken back.

The tests use one page, in their order.
"""

from playwright.sync_api import expect

from tests.browser.keyboard import Keyboard


def test_an_entry_is_written_moved_and_deleted(keys: Keyboard) -> None:
    keys.command("Book: Wrackmouth")
    keys.enter("button", "New entry")
    row = keys.page.get_by_role("list", name="Entries").get_by_role("listitem").filter(has_text="Gull")
    keys.at("textbox", "Name")
    keys.write("Gull")
    keys.press("Tab")
    keys.at("textbox", "Text")
    keys.page.keyboard.type("The gull knows the tides.")
    keys.press("Tab")
    keys.at("textbox", "Keywords")
    for word in ("gull", "seabird"):
        keys.page.keyboard.type(word)
        keys.press("Enter")
        expect(keys.page.get_by_role("button", name=f"Remove {word}", exact=True)).to_be_visible()
        keys.at("textbox", "Keywords")
    keys.enter("button", "Remove seabird", back=True, far=2)
    expect(row).to_contain_text("gull")
    expect(row).not_to_contain_text("seabird")
    keys.kept()
    keys.enter("button", "Move Gull up", back=True)
    expect(row).to_contain_text("24th of 25")
    keys.at("button", "Move Gull up")
    keys.enter("button", "Move Gull down", far=2)
    expect(row).to_contain_text("25th of 25")
    keys.at("button", "Move Gull up")
    keys.enter("button", "Delete Gull")
    expect(row).to_have_count(0)
    keys.kept()
    keys.press("F8")
    keys.at("button", "Undo")
    keys.press("Enter")
    expect(row).to_have_count(1)
    keys.kept()


def test_the_last_change_is_taken_back_and_made_again_by_key_but_a_text_field_has_its_own(keys: Keyboard) -> None:
    """Needs the entry that was written above."""
    keys.command("Book: Wrackmouth")
    rows = keys.page.get_by_role("list", name="Entries").get_by_role("listitem")
    gull = rows.filter(has_text="Gull")
    keys.enter("link", "Gull", far=140)
    keys.enter("button", "Delete Gull")
    expect(gull).to_have_count(0)
    keys.tab_to("button", "New entry", back=True)
    keys.press("Control+z")
    expect(gull).to_have_count(1)
    keys.at("button", "New entry")
    keys.press("Control+y")
    expect(gull).to_have_count(0)
    keys.press("Control+z")
    expect(gull).to_have_count(1)
    keys.tab_to("searchbox", "Search keywords and text", far=3)
    # At one go: how many of the letters typed one by one are taken back together is the browser's affair.
    keys.page.keyboard.insert_text("tide")
    keys.press("Control+z")
    expect(keys.page.get_by_role("searchbox")).to_have_value("")
    expect(rows).to_have_count(25)
