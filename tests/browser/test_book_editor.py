"""The book editor in the running page: fields, several at once, dragging, versions; smooth with 2,000 entries."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from loreglass.app.records import book_rows
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from tests.browser.large import put
from tests.browser.thread_time import busy_ms
from tests.browser.visit import Visit, begin, patiently

NAMES = ("Lamp", "Bell", "Tide", "Fog", "Quay")
LARGE = 2000


def entry(at: int, name: str, text: str) -> Entry:
    return Entry(id=EntryId(f"e{at}"), name=name, text=text, keywords=(name.lower(), f"{name.lower()} {at}x"))


def small(book_id: str) -> Book:
    entries = tuple(entry(at, name, f"The {name.lower()} is old.") for at, name in enumerate(NAMES))
    return Book(id=BookId(book_id), name=f"Book {book_id}", entries=entries)


def large() -> Book:
    text = "It is known for its lanterns, its ropes and its long memory of every tide that came over the wall. "
    return Book(
        id=BookId("large"),
        name="A large book",
        entries=tuple(entry(at, f"Place {at}", f"{at}. {text * 4}") for at in range(LARGE)),
    )


@pytest.fixture(scope="module")
def visit(chromium: Browser, site: str) -> Iterator[Visit]:
    made = begin(chromium, site).open("#/books")
    books = (*(small(f"b{at}") for at in range(9)), large())
    put(made, [row for book in books for row in book_rows(book)])
    yield made
    made.context.close()
    assert made.problems == []


def open_entry(visit: Visit, book: str, entry_id: str = "e0") -> None:
    visit.go(f"#/b/{book}/e/{entry_id}")
    visit.page.get_by_role("textbox", name="Keywords", exact=True).wait_for()


def rows(visit: Visit) -> list[str]:
    return [each.strip() for each in visit.page.locator(".entries .entry a.name").all_inner_texts()]


def saved(visit: Visit) -> None:
    """Nothing, once the page says so."""
    expect(visit.page.locator(".crumb")).to_contain_text("Saved")


def again(visit: Visit, book: str, entry_id: str = "e0") -> None:
    """Nothing; the book was read anew from the store."""
    visit.go("#/chats")
    visit.page.get_by_role("heading", name="Chats", exact=True).wait_for()
    visit.page.reload()
    visit.wait_until_ready()
    open_entry(visit, book, entry_id)


def test_finer_settings_are_kept_and_a_broken_rule_is_named(visit: Visit) -> None:
    open_entry(visit, "b0")
    page = visit.page
    page.get_by_text("Waking", exact=True).click()
    page.get_by_role("textbox", name="Rule").fill('"lamp" and')
    page.get_by_role("textbox", name="Rule").blur()
    expect(page.get_by_text("The rule is skipped: a keyword is expected at the end.").first).to_be_visible()
    page.get_by_role("textbox", name="Rule").fill('"lamp" and "night"')
    page.get_by_text("Place", exact=True).click()
    page.get_by_role("combobox", name="Where it goes").select_option("at_depth")
    page.get_by_role("spinbutton", name="Depth").fill("7")
    page.get_by_role("spinbutton", name="Depth").blur()
    saved(visit)
    again(visit, "b0")
    summaries = visit.page.locator(".more-group summary").all_inner_texts()
    assert any("7 messages from the end" in each for each in summaries)
    assert any("By a rule" in each for each in summaries)


def test_tokens_stand_beside_every_entry_and_in_the_sentence(visit: Visit) -> None:
    open_entry(visit, "b1")
    expect(visit.page.get_by_text("tokens in all")).to_be_visible()
    assert all(each.split()[0].isdecimal() for each in visit.page.locator(".entries .cnt").all_inner_texts())


def test_several_entries_are_changed_and_come_back_with_one_undo(visit: Visit) -> None:
    open_entry(visit, "b2")
    page = visit.page
    page.get_by_role("button", name="Select entries", exact=True).click()
    for name in ("Bell", "Fog"):
        page.get_by_role("checkbox", name=f"Select {name}", exact=True).check()
    expect(page.get_by_text("2 selected")).to_be_visible()
    page.get_by_role("button", name="Delete the selected entries").click()
    patiently(lambda: rows(visit) == ["Lamp", "Tide", "Quay"], "two entries to go")
    page.get_by_role("button", name="Undo").last.click()
    patiently(lambda: rows(visit) == list(NAMES), "both to come back")


def test_entries_move_to_another_book(visit: Visit) -> None:
    open_entry(visit, "b3", "e1")
    page = visit.page
    page.get_by_role("button", name="Select entries", exact=True).click()
    page.get_by_role("checkbox", name="Select Lamp", exact=True).check()
    page.get_by_role("combobox", name="Move the selected entries to another book").select_option("b4")
    patiently(lambda: rows(visit) == list(NAMES[1:]), "the entry to go")
    page.get_by_role("button", name="Done selecting").click()
    visit.go("#/b/b4")
    patiently(lambda: rows(visit) == [*NAMES, "Lamp"], "the entry to come")


def middle(row: Locator) -> tuple[float, float]:
    box = row.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(visit: Visit, what: Locator, to: Locator) -> None:
    mouse = visit.page.mouse
    (x, y), (_, goal) = middle(what), middle(to)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y + 12, steps=3)
    mouse.move(x, goal + 12, steps=8)
    mouse.up()


def test_a_row_is_dragged_to_another_place_and_opens_nothing(visit: Visit) -> None:
    open_entry(visit, "b5", "e4")
    listed = visit.page.locator(".entries .entry")
    # The tokens in the head may take one more line, and the rows move down.
    expect(visit.page.get_by_text("tokens in all")).to_be_visible()
    drag(visit, listed.nth(0), listed.nth(2))
    patiently(lambda: rows(visit) == ["Bell", "Tide", "Lamp", "Fog", "Quay"], "the row to stand below the third")
    assert visit.evaluate("location.hash") == "#/b/b5/e/e4"
    visit.page.get_by_role("button", name="Move Quay up").first.click()
    patiently(lambda: rows(visit)[-2:] == ["Quay", "Fog"], "the button to do the same")
    saved(visit)
    again(visit, "b5", "e4")
    assert rows(visit) == ["Bell", "Tide", "Lamp", "Quay", "Fog"]


def test_a_text_is_split_where_the_cursor_stands(visit: Visit) -> None:
    open_entry(visit, "b6", "e1")
    page = visit.page
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill("🔔 It rings. It stops.")
    box.evaluate("element => element.setSelectionRange(12, 12)")
    page.get_by_role("button", name="More for Bell").click()
    page.get_by_role("button", name="Split at the cursor").click()
    patiently(lambda: "Bell (2)" in rows(visit), "the second part")
    assert box.input_value() == "🔔 It rings."
    page.get_by_role("link", name="Bell (2)").click()
    patiently(lambda: box.input_value() == "It stops.", "its text")


def test_an_entry_is_brought_back_as_it_was(visit: Visit) -> None:
    open_entry(visit, "b7", "e2")
    page = visit.page
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill("The tide is new.")
    box.blur()
    saved(visit)
    page.get_by_role("button", name="History").first.click()
    page.get_by_role("button", name="Compare").first.click()
    expect(page.locator(".diffs del")).to_have_text("old")
    expect(page.locator(".diffs ins")).to_have_text("new")
    page.get_by_role("button", name="Restore").first.click()
    expect(page.get_by_text("2 versions, the newest first")).to_be_visible()
    page.get_by_role("button", name="Back to the entry").click()
    expect(box).to_have_value("The tide is old.")


def test_a_book_used_everywhere_is_read_in_a_chat(visit: Visit) -> None:
    open_entry(visit, "b8")
    page = visit.page
    page.locator(".about summary").click()
    page.get_by_role("switch", name="Every chat").check()
    page.get_by_role("combobox", name="Use this book in").select_option(label="The Ninth Bell")
    expect(page.get_by_role("button", name="No longer in The Ninth Bell")).to_be_visible()
    visit.go("#/chats")
    page.get_by_role("main").get_by_role("link", name="Low water").first.click()
    page.get_by_role("textbox", name="Message").fill("The quay!")
    expect(page.get_by_role("region", name="In", exact=True).get_by_text("Quay").first).to_be_visible()


def open_large(visit: Visit) -> None:
    visit.go("#/books")
    visit.page.get_by_role("heading", name="Books", exact=True).wait_for()
    visit.go("#/b/large")
    patiently(lambda: "in all" in visit.page.locator(".list-head").inner_text(), "the tokens of all entries", 120)


def filter_large(visit: Visit) -> None:
    box = visit.page.get_by_role("searchbox", name="Search keywords and text")
    box.press_sequentially("place 19", delay=120)
    patiently(lambda: "111 found." in visit.page.locator(".list-head").inner_text(), "what is found")
    box.fill("")
    patiently(lambda: "found." not in visit.page.locator(".list-head").inner_text(), "the whole list")


def test_two_thousand_entries_open_and_filter_without_a_long_task(chromium: Browser, visit: Visit) -> None:
    for act in (open_large, filter_large):
        spent = busy_ms(chromium, visit, act)
        assert spent[-1] <= 50, (act.__name__, spent)
