"""The replay, the comparison with other programs, importing again and exporting, in the real page."""

import json

from playwright.sync_api import expect

from tests.browser.test_smooth import WATCH, open_large_chat
from tests.browser.visit import Visit, patiently

WORLD_INFO = {
    "entries": {
        "0": {"uid": 0, "key": ["undertow"], "comment": "Undertow", "content": "It pulls.", "order": 100},
        "1": {"uid": 1, "key": ["mole"], "comment": "The Mole", "content": "A long pier.", "order": 90},
    }
}


def open_sample(visit: Visit) -> None:
    visit.go("#/chats")
    visit.page.get_by_role("main").get_by_role("link", name="The Ninth Bell").click()
    visit.wait_until_saved()


def offer(visit: Visit, name: str, value: object) -> None:
    file = {"name": name, "mimeType": "application/json", "buffer": json.dumps(value).encode()}
    visit.page.get_by_label("Import", exact=True).set_input_files(files=[file])  # type: ignore[list-item]


def test_why_leads_to_the_replay_of_the_chat(booted: Visit) -> None:
    open_sample(booted)
    booted.page.get_by_role("link", name="Replay this chat").click()
    page = booted.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("turns, entry by entry", timeout=60_000)
    heat = page.get_by_role("region", name="Heat map, scrolls sideways")
    expect(heat.get_by_role("img").first).to_have_attribute("aria-label", "In, by keyword: turns 1 to 20.")
    expect(page.get_by_role("complementary", name="Health of the books")).to_contain_text("never fired")


def test_a_turn_is_chosen_with_the_slider_and_its_plan_opens_in_the_chat(booted: Visit) -> None:
    page = booted.page
    slider = page.get_by_role("slider", name="Turn")
    slider.focus()
    slider.press("Home")
    expect(page.get_by_role("group", name="Turn 1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Open its plan").click()
    expect(page.get_by_role("button", name="This reply")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("region", name="Why")).to_contain_text("What message 2 was written from")


def test_another_programs_decisions_are_shown_on_demand(booted: Visit) -> None:
    open_sample(booted)
    page = booted.page
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Compare with Agnai").click()
    found = page.get_by_role("group", name="The comparison")
    expect(found).to_contain_text("Agnai would")
    page.get_by_role("button", name="Compare with Agnai").click()
    expect(found).to_have_count(0)


def test_the_same_file_again_can_be_put_in_place_of_what_it_became(booted: Visit) -> None:
    booted.go("#/books")
    page = booted.page
    offer(booted, "tides.json", WORLD_INFO)
    page.get_by_label("Behave as in SillyTavern").check()
    page.get_by_role("dialog").get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("tides")
    booted.go("#/books")
    offer(booted, "tides-again.json", WORLD_INFO)
    preview = page.get_by_role("dialog", name="Import preview")
    expect(preview).to_contain_text("This very file came before; it is tides now.")
    preview.get_by_label("In place of tides").check()
    preview.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("tides")
    booted.go("#/books")
    expect(page.get_by_role("main").get_by_role("link", name="tides", exact=True)).to_have_count(1)


def test_a_new_chat_with_that_book_begins_with_the_rules_it_was_written_for(booted: Visit) -> None:
    booted.go("#/chats")
    page = booted.page
    page.get_by_role("button", name="New chat").click()
    dialog = page.get_by_role("dialog", name="New chat")
    expect(dialog.get_by_label("Rules")).to_have_value("native")
    dialog.get_by_label("tides").check()
    expect(dialog.get_by_label("Rules")).to_have_value("sillytavern")
    dialog.get_by_role("button", name="Cancel").click()


def test_an_export_says_what_it_holds_before_it_is_downloaded(booted: Visit) -> None:
    booted.go("#/books")
    page = booted.page
    page.get_by_role("button", name="Export as: tides").click()
    dialog = page.get_by_role("dialog", name="Export tides")
    expect(dialog.get_by_role("group", name="What the file holds")).to_contain_text("Everything fits.")
    with page.expect_download() as offered:
        dialog.get_by_role("button", name="Download").click()
    held = json.loads(offered.value.path().read_text())
    assert [entry["name"] for entry in held["entries"]] == ["Undertow", "The Mole"]
    expect(dialog).to_have_count(0)


def test_a_large_chat_is_replayed_in_slices_and_can_be_stopped(booted: Visit) -> None:
    open_large_chat(booted)
    booted.evaluate(WATCH)
    booted.go("#/c/large/replay")
    page = booted.page
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    bar = page.get_by_role("progressbar", name="Turns planned again")
    patiently(lambda: int(bar.get_attribute("value") or "0") > 10, "some turns", 60)
    stop.click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    expect(page.get_by_role("region", name="Heat map, scrolls sideways")).to_be_visible()
    found = [task for task in json.loads(booted.evaluate("JSON.stringify(longTasks)")) if task["ms"] > 200]
    assert found == []
