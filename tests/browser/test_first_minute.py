"""A guest's first minute, with nothing set: the sample chat, Why beside it, and a reply that says it is a demo."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.visit import Visit, patiently

NAMES = re.compile(r"\(Demo reply: I read (.+)\.\)")


def included_names(visit: Visit) -> list[str]:
    """The names in the group In, in prompt order."""
    return visit.page.get_by_role("region", name="In", exact=True).locator(".name").all_text_contents()


def line(visit: Visit) -> Locator:
    """The line under the composer."""
    return visit.page.locator("#nowline .says")


def test_the_sample_chat_opens_from_the_first_page_with_why_beside_it(booted: Visit) -> None:
    page = booted.page
    page.get_by_role("button", name="Open the sample chat").click()
    expect(booted.articles()).to_have_count(40)
    why = page.get_by_role("region", name="Why")
    for heading in ("In", "Left out", "Sleeping"):
        expect(why.get_by_role("heading", name=heading, exact=True)).to_be_visible()
    expect(line(booted)).to_have_text(
        re.compile(r"^\d+ of 24 entries, \d+ left out, [\d,]+ of 8,192 tokens \(estimate\)$")
    )
    assert "The Ninth Bell" in included_names(booted)
    assert booted.page.get_by_role("link", name="Endpoint: DEMO, the built-in responder").is_visible()


def test_the_line_under_the_composer_changes_while_one_types(booted: Visit) -> None:
    before = line(booted).inner_text()
    box = booted.page.get_by_role("textbox", name="Message", exact=True)
    box.fill("")
    box.press_sequentially("Is Sister Maud at home?")
    patiently(lambda: line(booted).inner_text() != before, "the line to change")
    patiently(lambda: "Sister Maud" in included_names(booted), "what the draft says to wake its entry")
    box.fill("Is anybody at home?")
    patiently(lambda: "Sister Maud" not in included_names(booted), "the entry to fall asleep again")


def test_a_reply_comes_that_says_it_is_a_demo_and_names_what_it_read(booted: Visit) -> None:
    booted.say("“The ledger, Mr Pike, and the duty on it.”")
    last = booted.articles().last
    expect(last.locator(".meta")).to_have_text("demo reply")
    said = NAMES.search(last.inner_text())
    assert said, last.inner_text()
    booted.page.get_by_role("button", name="This reply").click()
    expect(booted.page.get_by_role("region", name="Why")).to_contain_text("What message 42 was written from")
    patiently(lambda: "The lamp-room ledger" in included_names(booted), "the plan of the reply")
    read = included_names(booted)
    named = re.split(r", | and ", re.sub(r" and \d+ more$", "", said.group(1)))
    assert named == read[: len(named)]
    booted.page.get_by_role("button", name="Next", exact=True).click()


def test_after_the_third_message_a_quiet_card_offers_to_connect_a_model(booted: Visit) -> None:
    card = booted.page.get_by_role("complementary", name="Connect a model")
    assert card.count() == 0
    booted.say("“And who wrote it?”")
    assert card.count() == 0
    booted.say("“I see.”")
    expect(card).to_be_visible()
    expect(card.get_by_role("link", name="Connect a model")).to_have_attribute("href", "#/settings/endpoint")
    card.get_by_role("button", name="Not now").click()
    expect(card).to_have_count(0)


def test_starting_empty_removes_the_samples_and_undo_brings_them_back(booted: Visit) -> None:
    page = booted.page
    booted.go("#/welcome")
    page.get_by_role("button", name="start empty").click()
    main = page.get_by_role("main")
    expect(main.get_by_text("No chats yet.")).to_be_visible()
    page.get_by_role("region", name="Notices").get_by_role("button", name="Undo").click()
    main.get_by_role("link", name="The Ninth Bell").click()
    expect(booted.articles()).to_have_count(46)
