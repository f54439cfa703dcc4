"""Where the reader is in a transcript: what one sends is in view, and nothing pulls one down from further up."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.large import CHAT, large_rows, put
from tests.browser.visit import Visit, begin, patiently

MESSAGES = 600
TARGET_PX = 44
BELOW = """(() => {
  const box = document.querySelector('.log-scroll');
  return box.scrollHeight - box.scrollTop - box.clientHeight;
})()"""
NUMBER = "[...document.querySelectorAll('#log article')].map((each) => each.getAttribute('aria-label').split(' ')[0])"
IN_VIEW = """id => {
  const box = document.querySelector('.log-scroll').getBoundingClientRect();
  const place = document.getElementById(id)?.getBoundingClientRect();
  return Boolean(place) && place.bottom > box.top && place.top < box.bottom;
}"""
TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
FIRST_SEEN = """(() => {
  const box = document.querySelector('.log-scroll').getBoundingClientRect();
  const all = [...document.querySelectorAll('#log article')];
  const seen = all.find((each) => each.getBoundingClientRect().bottom > box.top);
  return [seen.id, Math.round(seen.getBoundingClientRect().top - box.top)];
})()"""


@pytest.fixture(scope="module")
def long(chromium: Browser, site: str) -> Iterator[Visit]:
    """One booted page with a chat of some hundred messages; the tests below write it, in their order."""
    visit = begin(chromium, site).open("#/chats")
    put(visit, large_rows(MESSAGES, 5))
    visit.go(f"#/c/{CHAT}")
    patiently(lambda: is_at_end(visit) and visit.articles().count() == 200, "the transcript")
    visit.wait_until_saved()
    yield visit
    visit.context.close()
    assert visit.problems == []


def is_at_end(visit: Visit) -> bool:
    """True where the newest line is in view."""
    return visit.page.locator(".log-in article").count() > 0 and float(visit.evaluate(BELOW)) <= 2


def to_newest(visit: Visit) -> Locator:
    """The button that leads to the end."""
    return visit.page.locator("#to-newest")


def composer(visit: Visit) -> Locator:
    return visit.page.get_by_role("textbox", name="Message", exact=True)


def scroll_up(visit: Visit, pixels: int = 3000) -> None:
    """Nothing; the reader is further up, by the wheel."""
    visit.page.locator(".log-scroll").hover()
    visit.page.mouse.wheel(0, -pixels)
    expect(to_newest(visit)).to_be_visible()


def written(visit: Visit) -> int:
    """How much of the newest reply is there."""
    return len(visit.articles().last.locator(".prose").text_content() or "")


def numbers(visit: Visit) -> list[str]:
    """The numbers of the messages that are shown."""
    shown: list[str] = visit.evaluate(NUMBER)
    return shown


def test_what_one_sends_from_further_up_is_in_view_and_so_is_the_reply_to_its_last_word(long: Visit) -> None:
    assert to_newest(long).is_hidden()
    scroll_up(long)
    composer(long).fill("“Is anyone there?”")
    composer(long).press("Enter")
    patiently(lambda: numbers(long)[-1] == str(MESSAGES + 2), "the reply's place")
    patiently(lambda: written(long) > 100 and is_at_end(long), "the reply, in view")
    assert to_newest(long).is_hidden()
    long.wait_until_saved()
    patiently(lambda: is_at_end(long), "the whole reply, in view")
    assert to_newest(long).is_hidden()


def test_who_reads_further_up_is_not_pulled_down_and_is_told_that_more_has_come(long: Visit) -> None:
    composer(long).fill("“And who keeps the lamp?”")
    composer(long).press("Enter")
    patiently(lambda: long.page.locator("#reply .prose").count() == 1, "the first words")
    scroll_up(long)
    before = long.evaluate(FIRST_SEEN)
    expect(to_newest(long)).to_have_accessible_name("New reply below")
    long.wait_until_saved()
    assert long.evaluate(FIRST_SEEN) == before
    assert to_newest(long).is_visible()


def test_the_way_to_the_newest_is_large_enough_and_goes_by_key(long: Visit) -> None:
    box = to_newest(long).bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= TARGET_PX
    to_newest(long).focus()
    long.page.keyboard.press("Enter")
    patiently(lambda: is_at_end(long), "the end")
    expect(to_newest(long)).to_be_hidden()
    expect(long.articles().last).to_be_focused()


def test_a_few_lines_up_are_not_taken_back_while_a_reply_grows(long: Visit) -> None:
    long.page.keyboard.press("Control+Enter")
    patiently(lambda: long.page.locator("#reply .prose").count() == 1, "the first words")
    long.page.locator(".log-scroll").hover()
    long.page.mouse.wheel(0, -60)
    # While the reply grows the end is out of view for moments without the wheel too.
    long.evaluate(TWO_FRAMES)
    patiently(lambda: not is_at_end(long), "the wheel")
    before = long.evaluate(FIRST_SEEN)
    long.wait_until_saved()
    assert long.evaluate(FIRST_SEEN) == before


@pytest.mark.parametrize("name", ["Regenerate", "Continue"])
def test_what_is_asked_of_the_newest_reply_from_further_up_is_in_view(long: Visit, name: str) -> None:
    scroll_up(long)
    # Its buttons are out of view; a key or a reader's own list of buttons reaches them.
    long.articles().last.get_by_role("button", name=name, exact=True).evaluate("button => button.click()")
    patiently(lambda: is_at_end(long) and to_newest(long).is_hidden(), "the reply, in view")
    long.wait_until_saved()
    patiently(lambda: is_at_end(long), "the whole reply, in view")


def test_a_draft_that_is_written_for_one_stands_by_the_newest(long: Visit) -> None:
    scroll_up(long)
    long.page.get_by_role("button", name="Other ways to go on").click()
    long.page.get_by_role("button", name="Write a draft for me").click()
    patiently(lambda: is_at_end(long) and composer(long).input_value() != "", "the draft beside the newest")
    long.wait_until_saved()


def find(long: Visit, text: str, message: str) -> None:
    """Nothing; the search has gone to the message."""
    long.page.get_by_role("button", name="Find in this chat").click()
    field = long.page.locator("#find")
    field.fill(text)
    patiently(lambda: bool(long.evaluate(IN_VIEW, message)), "the message in view")
    long.page.keyboard.press("Escape")
    expect(field).to_have_count(0)


def test_from_hundreds_of_messages_back_the_newest_is_one_press_away(long: Visit) -> None:
    newest = numbers(long)[-1]
    find(long, "the 40 steps", "m-m40")
    assert newest not in numbers(long)
    expect(to_newest(long)).to_have_accessible_name("To the newest")
    to_newest(long).click()
    patiently(lambda: numbers(long)[-1] == newest and is_at_end(long), "the newest")
    expect(to_newest(long)).to_be_hidden()
    patiently(lambda: len(numbers(long)) == 200, "those before it")
    assert is_at_end(long)


def test_what_follows_an_old_part_comes_below_what_is_read(long: Visit) -> None:
    find(long, "the 40 steps", "m-m40")
    later = long.page.get_by_role("button", name="Show 200 later messages")
    later.scroll_into_view_if_needed()
    before = long.evaluate(FIRST_SEEN)
    later.click()
    patiently(lambda: len(numbers(long)) > 200, "later messages")
    assert long.evaluate(FIRST_SEEN) == before


def test_what_one_sends_from_hundreds_of_messages_back_is_in_view(long: Visit) -> None:
    composer(long).fill("“Here I am.”")
    composer(long).press("Enter")
    patiently(lambda: "“Here I am.”" in long.articles().nth(-2).inner_text(), "the message")
    patiently(lambda: written(long) > 100 and is_at_end(long), "the reply, in view")
    long.wait_until_saved()
    patiently(lambda: is_at_end(long) and to_newest(long).is_hidden(), "the whole reply, in view")


def test_another_branch_opens_where_the_two_part(long: Visit) -> None:
    scroll_up(long, 6000)
    fork = long.evaluate(FIRST_SEEN)[0]
    number = numbers(long)[[each.get_attribute("id") for each in long.articles().all()].index(fork)]
    long.page.locator(f"#{fork}").hover()
    long.page.locator(f"#{fork}").get_by_role("button", name="More").first.click()
    long.page.get_by_role("button", name="Branch here").first.click()
    patiently(lambda: numbers(long)[-1] == number, "the new branch")
    assert long.evaluate(IN_VIEW, fork)
    for _ in range(3):
        long.say("“Another way, then. And a long one, over the moor and past the old quay.”")
    long.page.locator(".branch-chip").click()
    long.page.get_by_role("button", name="Open the branch Main").click()
    patiently(lambda: int(numbers(long)[-1]) > int(number) + 20, "the first branch")
    patiently(lambda: bool(long.evaluate(IN_VIEW, fork)), "the place where they part")
    long.wait_until_saved()
    assert long.evaluate(IN_VIEW, fork)
    assert to_newest(long).is_visible()
