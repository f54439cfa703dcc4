"""Why, on the sample chat: what it says is what the plan holds."""

import json
import re

from tests.browser.visit import Visit, patiently

SUM = re.compile(r"\D")


def open_sample(visit: Visit, title: str = "The Ninth Bell") -> None:
    visit.go("#/chats")
    visit.page.get_by_role("main").get_by_role("link", name=title).first.click()
    visit.page.get_by_role("region", name="Why").wait_for()


def region(visit: Visit):  # type: ignore[no-untyped-def]
    return visit.page.get_by_role("region", name="Why")


def names(visit: Visit, group: str) -> list[str]:
    rows = region(visit).get_by_role("region", name=group, exact=True).locator(".name")
    return [text.strip() for text in rows.all_inner_texts()]


def type_draft(visit: Visit, text: str) -> None:
    visit.page.get_by_role("textbox", name="Message").fill(text)


def test_the_sample_shows_six_in_two_left_out_and_the_nearest_asleep(booted: Visit) -> None:
    open_sample(booted)
    region(booted).get_by_text("Six of 24 go in. Two are left out.").wait_for()
    assert names(booted, "In") == [
        "Wrackmouth",
        "The Ninth Bell",
        "Tide-clerks",
        "Greyhook Light",
        "Ottoline Vey",
        "The strand road",
    ]
    assert names(booted, "Left out") == ["The Halloran wreck", "Sea-fret"]
    assert "The lamp-room ledger" in names(booted, "Sleeping")


def test_each_row_tells_its_reason_in_a_sentence(booted: Visit) -> None:
    open_sample(booted)
    region(booted).get_by_text("Six of 24 go in. Two are left out.").wait_for()
    text = re.sub(r"\s+", " ", region(booted).inner_text())
    assert "Always in. Priority 100." in text
    assert "bell in message 40" in text
    assert "Woken by The Ninth Bell, which says tide-clerk" in text
    assert "lamp in message 40, with night in message 39" in text
    assert "wreck in message 39, 2 back. Needs 210 tokens; its book had 198 left at priority 15." in text
    assert "customs" in text


def test_the_budget_table_adds_up_to_the_context(booted: Visit) -> None:
    open_sample(booted)
    region(booted).get_by_text("Six of 24 go in.").wait_for()
    rows = region(booted).get_by_role("table", name="Budget").get_by_role("row").all_inner_texts()
    numbers = {row.split()[0]: int(SUM.sub("", row) or 0) for row in rows if SUM.sub("", row)}
    assert sum(count for name, count in numbers.items() if name != "Left") == 8192
    assert numbers["Lore"] == 834
    assert numbers["Left"] == 302


def test_matched_words_are_marked_in_the_messages(booted: Visit) -> None:
    open_sample(booted)
    script = """[...(CSS.highlights.get('hit') ?? [])].map((mark) => {
      const range = new Range();
      range.setStart(mark.startContainer, mark.startOffset);
      range.setEnd(mark.endContainer, mark.endOffset);
      return range.toString();
    })"""
    patiently(lambda: len(booted.evaluate(script)) >= 6, "the marks")
    assert {"causeway", "fog", "wreck", "night", "lamp", "bell", "Vey"} <= set(booted.evaluate(script))


def test_the_live_line_follows_the_draft(booted: Visit) -> None:
    open_sample(booted)
    booted.page.get_by_text("6 of 24 entries, 2 left out").first.wait_for()
    type_draft(booted, "The ledger, for customs.")
    patiently(lambda: "The lamp-room ledger" in names(booted, "In") + names(booted, "Left out"), "the ledger to wake")
    type_draft(booted, "“Then somebody hung a ninth. Show me the ledger for the week it went up.”")
    patiently(lambda: "The lamp-room ledger" in names(booted, "Sleeping"), "the ledger to fall asleep")


def test_an_opened_row_shows_the_chain_and_the_checks(booted: Visit) -> None:
    open_sample(booted)
    row = region(booted).get_by_role("listitem").filter(has_text="Tide-clerks").first
    row.locator("summary").click()
    row.get_by_text("How it got here").wait_for()
    opened = re.sub(r"\s+", " ", row.inner_text())
    assert "How it got here" in opened
    assert "Message 40:" in opened
    assert "The Ninth Bell:" in opened
    assert "Checked, in this order" in opened


def test_raising_the_budget_by_what_it_lacks_lets_an_entry_in(booted: Visit) -> None:
    open_sample(booted, "Low water, no moon")
    open_sample(booted)
    region(booted).get_by_text("Six of 24 go in. Two are left out.").wait_for()
    fret = region(booted).get_by_role("listitem").filter(has_text="Sea-fret").first
    fret.get_by_role("button", name=re.compile("Raise")).click()
    patiently(lambda: "Sea-fret" in names(booted, "In"), "Sea-fret to go in")


def test_an_entry_switched_off_sleeps_and_says_so(booted: Visit) -> None:
    open_sample(booted)
    row = region(booted).get_by_role("listitem").filter(has_text="Ottoline Vey").first
    row.locator("summary").click()
    row.get_by_role("button", name="Switch off").click()
    patiently(lambda: "Ottoline Vey" not in names(booted, "In"), "Ottoline Vey to leave")
    booted.page.get_by_role("button", name=re.compile("more asleep")).click()
    asleep = region(booted).get_by_role("listitem").filter(has_text="Ottoline Vey").first
    asleep.get_by_role("button", name="Switch on").click()
    patiently(lambda: "Ottoline Vey" in names(booted, "In"), "Ottoline Vey to come back")


def test_this_reply_shows_the_plan_that_was_sent_whatever_was_edited_since(booted: Visit) -> None:
    open_sample(booted, "Low water, no moon")
    booted.say("Ring the bell for Vey.")
    before = stored_prompt(booted)
    assert "Ring the bell for Vey." in before
    booted.articles().nth(-2).get_by_role("button", name="Edit").first.click()
    booted.page.get_by_role("textbox", name="Edit message").fill("Say nothing of bells.")
    booted.page.get_by_role("button", name="Save", exact=True).click()
    booted.wait_until_saved()
    assert stored_prompt(booted) == before


def stored_prompt(visit: Visit) -> str:
    """The raw messages of the newest reply's stored plan."""
    visit.page.get_by_role("tab", name="Why").click()
    visit.page.get_by_role("button", name="This reply").click()
    visit.page.get_by_role("tab", name="Prompt").click()
    panel = visit.page.get_by_role("tabpanel", name="Prompt")
    raw = panel.get_by_role("switch", name="Raw")
    if not raw.is_checked():
        raw.check()
    panel.locator("pre.raw").wait_for()
    messages = json.loads(panel.locator("pre.raw").inner_text())
    visit.page.get_by_role("tab", name="Why").click()
    visit.page.get_by_role("button", name="Next", exact=True).click()
    return json.dumps(messages)


def test_deleting_the_text_of_a_hit_removes_the_hit(booted: Visit) -> None:
    open_sample(booted)
    region(booted).get_by_text("The Ninth Bell").first.wait_for()
    booted.articles().last.get_by_role("button", name="Edit").first.click()
    booted.page.get_by_role("textbox", name="Edit message").fill("He says nothing at all.")
    booted.page.get_by_role("button", name="Save", exact=True).click()
    patiently(lambda: "The Ninth Bell" not in names(booted, "In"), "the bell to fall silent")
    assert "Tide-clerks" not in names(booted, "In")
    booted.page.get_by_role("button", name="Take back the last change").click()
    patiently(lambda: "The Ninth Bell" in names(booted, "In"), "the bell to ring again")
