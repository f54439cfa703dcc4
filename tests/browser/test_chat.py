"""Chatting: everything that one does to messages, with the built-in responder, by mouse and by keyboard."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.visit import Visit, begin, patiently


@pytest.fixture(scope="module")
def talk(chromium: Browser, site: str) -> Iterator[Visit]:
    """One booted page with the sample cast and book; the tests below write one chat, in their order."""
    visit = begin(chromium, site, permissions=["clipboard-read", "clipboard-write"]).open("#/chats")
    yield visit
    visit.context.close()
    assert visit.problems == []


def last(visit: Visit) -> Locator:
    """The newest message."""
    return visit.articles().last


def prose(article: Locator) -> str:
    """The text of a message as shown."""
    return (article.locator(".prose").text_content() or "").strip()


def variants(article: Locator) -> str:
    """Which of its variants a message shows: "1 of 3"."""
    return (article.get_by_role("group", name="Variants of message").text_content() or "").strip()


def composer(visit: Visit) -> Locator:
    """The box for the next message."""
    return visit.page.get_by_role("textbox", name="Message", exact=True)


def button(within: Locator, name: str) -> Locator:
    """The button of exactly this name."""
    return within.get_by_role("button", name=name, exact=True)


def stop(visit: Visit) -> Locator:
    """The button that is there while a reply comes."""
    return visit.page.get_by_role("button", name="Stop", exact=True)


def coming(visit: Visit) -> list[str]:
    """The text of the reply that is still coming, none before its first word."""
    return visit.page.locator("#reply").all_inner_texts()


def begin_reply(visit: Visit, text: str) -> str:
    """The beginning of a reply that is still coming."""
    count = visit.articles().count()
    composer(visit).fill(text)
    visit.page.get_by_role("button", name="Send", exact=True).click()
    patiently(lambda: visit.articles().count() == count + 2, "the reply's place")
    patiently(lambda: len("".join(coming(visit))) > 20, "some of the reply")
    assert stop(visit).is_visible()
    return prose(last(visit))


def test_a_new_chat_begins_with_the_chosen_greeting_and_keeps_the_others_as_variants(talk: Visit) -> None:
    page = talk.page
    button(page.get_by_role("main"), "New chat").click()
    dialog = page.get_by_role("dialog", name="New chat")
    dialog.get_by_label("Character").select_option("Ansel Pike")
    dialog.get_by_label("Persona").select_option("Nell Sarrow")
    dialog.get_by_role("checkbox", name="Wrackmouth").check()
    dialog.get_by_role("radio", name="Greeting 2").check()
    button(dialog, "Create").click()
    expect(talk.articles()).to_have_count(1)
    greeting = last(talk)
    assert greeting.get_attribute("aria-label") == "1 · Ansel Pike"
    assert "You’re letting the count in." in prose(greeting)
    assert "{{" not in prose(greeting)
    assert "says Ansel Pike" in prose(greeting)
    assert variants(greeting) == "2 of 3"
    button(greeting, "Previous variant").click()
    expect(greeting.locator(".prose")).to_contain_text("The man on the slip has a lantern")
    assert button(greeting, "Previous variant").is_disabled()
    expect(page.locator("#nowline .says")).to_contain_text("of 24 entries")
    assert composer(talk).get_attribute("placeholder") == "Write as Nell Sarrow"


def test_a_reply_grows_before_ones_eyes_and_is_then_whole(talk: Visit) -> None:
    beginning = begin_reply(talk, "“Does the lamp burn all night?”")
    patiently(lambda: len(prose(last(talk))) > len(beginning), "more of the reply")
    assert talk.page.get_by_role("log").get_attribute("data-saved") == "false"
    talk.wait_until_saved()
    assert prose(last(talk)).startswith(beginning)
    assert "(Demo reply: I read" in prose(last(talk))
    assert stop(talk).count() == 0
    assert composer(talk).input_value() == ""


def test_stop_keeps_what_had_come_and_says_so(talk: Visit) -> None:
    beginning = begin_reply(talk, "“Tell me about the bell, and take your time.”")
    stop(talk).click()
    talk.wait_until_saved()
    assert prose(last(talk)).startswith(beginning)
    assert "(Demo reply:" not in prose(last(talk))
    expect(last(talk)).to_contain_text("Stopped. What had come is kept.")


def test_continue_carries_the_stopped_reply_on(talk: Visit) -> None:
    before, count = prose(last(talk)), talk.articles().count()
    button(last(talk), "Continue").click()
    patiently(lambda: "(Demo reply:" in prose(last(talk)), "the reply to be carried on")
    talk.wait_until_saved()
    assert prose(last(talk)).startswith(before)
    assert talk.articles().count() == count
    expect(last(talk)).not_to_contain_text("Stopped.")


def test_regenerate_adds_a_variant_and_one_can_go_back(talk: Visit) -> None:
    count, first = talk.articles().count(), prose(last(talk))
    button(last(talk), "Regenerate").click()
    patiently(lambda: variants(last(talk)) == "2 of 2", "one more variant")
    talk.wait_until_saved()
    assert talk.articles().count() == count
    button(last(talk), "Previous variant").click()
    patiently(lambda: variants(last(talk)) == "1 of 2", "the first variant")
    assert prose(last(talk)) == first
    button(last(talk), "Next variant").click()
    patiently(lambda: variants(last(talk)) == "2 of 2", "the second variant")


def test_any_message_changes_its_variant_not_only_the_newest(talk: Visit) -> None:
    greeting = talk.articles().first
    button(greeting, "Next variant").click()
    expect(greeting.locator(".prose")).to_contain_text("letting the count in")
    assert variants(greeting) == "2 of 3"


def test_the_arrow_keys_change_the_variant_of_the_message_that_has_the_focus(talk: Visit) -> None:
    last(talk).focus()
    talk.page.keyboard.press("ArrowLeft")
    patiently(lambda: variants(last(talk)) == "1 of 2", "the variant before")
    talk.page.keyboard.press("ArrowRight")
    patiently(lambda: variants(last(talk)) == "2 of 2", "the variant after")
    assert last(talk).evaluate("element => element === document.activeElement")


def test_an_edit_takes_the_place_of_the_text_or_stands_beside_it(talk: Visit) -> None:
    page, asked = talk.page, talk.articles().nth(1)
    button(asked, "Edit").click()
    box = page.get_by_role("textbox", name="Edit message")
    assert box.input_value() == "“Does the lamp burn all night?”"
    box.fill("“Does the lamp burn *every* night?”")
    button(asked, "Save").click()
    expect(asked.locator(".prose em")).to_have_text("every")
    assert variants(asked) == "1 of 1"
    button(asked, "Edit").click()
    page.get_by_role("textbox", name="Edit message").fill("“Who trims the lamp?”")
    button(asked, "Save as variant").click()
    expect(asked.locator(".prose")).to_have_text("“Who trims the lamp?”")
    assert variants(asked) == "2 of 2"
    button(asked, "Edit").click()
    page.get_by_role("textbox", name="Edit message").fill("Never mind.")
    page.keyboard.press("Escape")
    expect(asked.locator(".prose")).to_have_text("“Who trims the lamp?”")
    talk.wait_until_saved()


def test_a_deleted_message_comes_back_where_it_was(talk: Visit) -> None:
    before = [prose(each) for each in talk.articles().all()]
    button(talk.articles().nth(2), "Delete").click()
    expect(talk.articles()).to_have_count(len(before) - 1)
    notices = talk.page.get_by_role("region", name="Notices")
    expect(notices).to_contain_text("The message is deleted.")
    button(notices, "Undo").click()
    expect(talk.articles()).to_have_count(len(before))
    assert [prose(each) for each in talk.articles().all()] == before


def test_a_notice_offers_no_undo_that_would_take_newer_messages_with_it(talk: Visit) -> None:
    before = [prose(each) for each in talk.articles().all()]
    button(talk.articles().nth(2), "Delete").click()
    expect(talk.articles()).to_have_count(len(before) - 1)
    talk.say("“Where were we?”")
    notices = talk.page.get_by_role("region", name="Notices")
    assert notices.get_by_role("button", name="Undo").count() == 0
    undo = talk.page.get_by_role("button", name="Take back the last change")
    for count in (len(before), len(before) - 1, len(before)):
        undo.click()
        expect(talk.articles()).to_have_count(count)
    assert [prose(each) for each in talk.articles().all()] == before


def test_two_deletions_are_undone_together_by_the_first_notice(talk: Visit) -> None:
    before = [prose(each) for each in talk.articles().all()]
    button(talk.articles().nth(3), "Delete").click()
    expect(talk.articles()).to_have_count(len(before) - 1)
    button(talk.articles().nth(1), "Delete").click()
    expect(talk.articles()).to_have_count(len(before) - 2)
    notices = talk.page.get_by_role("region", name="Notices")
    button(notices, "Undo").first.click()
    expect(talk.articles()).to_have_count(len(before))
    assert [prose(each) for each in talk.articles().all()] == before
    expect(notices.get_by_role("button", name="Undo")).to_have_count(0)


def test_enter_sends_and_shift_enter_breaks_the_line(talk: Visit) -> None:
    count = talk.articles().count()
    composer(talk).fill("“First line,")
    composer(talk).press("End")
    composer(talk).press("Shift+Enter")
    composer(talk).press_sequentially("second line.”")
    assert composer(talk).input_value() == "“First line,\nsecond line.”"
    assert talk.articles().count() == count
    composer(talk).press("Enter")
    patiently(lambda: talk.articles().count() == count + 2, "the message and its reply")
    assert prose(talk.articles().nth(count)) == "“First line,second line.”"
    assert talk.articles().nth(count).locator(".prose br").count() == 1
    assert composer(talk).input_value() == ""


def test_escape_stops_the_reply(talk: Visit) -> None:
    patiently(lambda: len("".join(coming(talk))) > 5, "some of the reply")
    composer(talk).press("Escape")
    talk.wait_until_saved()
    expect(last(talk)).to_contain_text("Stopped. What had come is kept.")


def test_ctrl_enter_regenerates(talk: Visit) -> None:
    assert variants(last(talk)) == "1 of 1"
    composer(talk).press("Control+Enter")
    patiently(lambda: variants(last(talk)) == "2 of 2", "one more variant")
    talk.wait_until_saved()


def test_arrow_up_in_an_empty_composer_edits_the_last_message(talk: Visit) -> None:
    edits = talk.page.get_by_role("textbox", name="Edit message")
    composer(talk).fill("Not empty")
    composer(talk).press("ArrowUp")
    assert edits.count() == 0
    composer(talk).fill("")
    composer(talk).press("ArrowUp")
    expect(edits).to_be_focused()
    expect(last(talk).get_by_role("textbox")).to_have_count(1)
    edits.press("Escape")
    expect(edits).to_have_count(0)


def test_enter_that_ends_a_composition_sends_nothing(talk: Visit) -> None:
    count = talk.articles().count()
    composer(talk).fill("にほん")
    taken = composer(talk).evaluate(
        """box => {
          box.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
          const key = { key: 'Enter', bubbles: true, cancelable: true };
          const during = new KeyboardEvent('keydown', { ...key, isComposing: true });
          const closing = new KeyboardEvent('keydown', { ...key, keyCode: 229 });
          box.dispatchEvent(during);
          box.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: 'にほん' }));
          box.dispatchEvent(closing);
          return [during.defaultPrevented, closing.defaultPrevented];
        }"""
    )
    assert taken == [False, False]
    assert composer(talk).input_value() == "にほん"
    assert talk.articles().count() == count
    assert stop(talk).count() == 0
    composer(talk).fill("")


def test_copy_puts_the_text_as_written_on_the_clipboard(talk: Visit) -> None:
    asked = talk.articles().nth(1)
    button(asked, "Previous variant").click()
    expect(asked.locator(".prose em")).to_have_text("every")
    button(asked, "Copy").click()
    patiently(
        lambda: talk.evaluate("navigator.clipboard.readText()") == "“Does the lamp burn *every* night?”",
        "the text with its markdown on the clipboard",
    )


def test_a_fork_is_a_chat_of_its_own_and_the_old_one_stays(talk: Visit) -> None:
    talk.wait_until_saved()
    before = [prose(each) for each in talk.articles().all()]
    address = talk.page.url
    button(talk.articles().nth(1), "Fork here").click()
    expect(talk.articles()).to_have_count(2)
    assert talk.page.url != address
    assert [prose(each) for each in talk.articles().all()] == before[:2]
    expect(talk.page.get_by_role("heading", level=1)).to_have_text(re.compile(r"Ansel Pike \(fork\)$"))
    talk.say("“Another way, then.”")
    assert talk.articles().count() == 4
    talk.page.goto(address)
    expect(talk.articles()).to_have_count(len(before))
    assert [prose(each) for each in talk.articles().all()] == before


def test_an_empty_draft_asks_for_one_more_reply(talk: Visit) -> None:
    count = talk.articles().count()
    talk.page.get_by_role("button", name="Send", exact=True).click()
    patiently(lambda: talk.articles().count() == count + 1, "a reply without a message before it")
    talk.wait_until_saved()
    assert last(talk).get_attribute("aria-label") == f"{count + 1} · Ansel Pike"
