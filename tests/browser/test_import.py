"""Import as a user meets it: real files, by the button and by dropping."""

import json
from collections.abc import Callable

import pytest

from tests.browser.visit import Visit, patiently
from tests.formats import samples

File = tuple[str, bytes]
STORES = ("books", "entries", "characters", "pictures", "chats", "settings")


def choose(visit: Visit, *files: File) -> None:
    with visit.page.expect_file_chooser() as chooser:
        visit.page.get_by_role("button", name="Import", exact=True).first.click()
    payload = [{"name": name, "mimeType": "application/octet-stream", "buffer": data} for name, data in files]
    chooser.value.set_files(payload)  # type: ignore[arg-type]
    preview(visit).get_by_role("button", name="Cancel").wait_for()
    patiently(lambda: preview(visit).get_by_role("progressbar").count() == 0, "every file to be read")


def drop(visit: Visit, name: str, data: bytes) -> None:
    script = """([name, bytes]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([new Uint8Array(bytes)], name));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
    }"""
    visit.evaluate(script, [name, list(data)])


def preview(visit: Visit):  # type: ignore[no-untyped-def]
    return visit.page.get_by_role("dialog", name="Import preview")


def accept(visit: Visit) -> None:
    """Nothing; the notice that it is imported comes once it is in the store."""
    preview(visit).get_by_role("button", name="Import", exact=True).click()
    preview(visit).wait_for(state="detached")
    visit.page.get_by_role("region", name="Notices").get_by_text("imported.").last.wait_for()


def cancel(visit: Visit) -> None:
    preview(visit).get_by_role("button", name="Cancel").click()
    preview(visit).wait_for(state="detached")


def stored(visit: Visit) -> str:
    """Everything in the store but what only counts visits."""
    queries = json.dumps({"queries": [{"store": store, "all": True} for store in STORES]})
    return str(visit.evaluate("query => globalThis.loreglass.store.read(query)", queries))


@pytest.mark.parametrize(
    ("name", "data", "kind", "found"),
    [
        ("agnai.json", samples.as_bytes(samples.AGNAI), "book", "Hollow Coast"),
        ("world.json", samples.as_bytes(samples.WORLD_INFO), "book", "world"),
        ("card-book.json", samples.as_bytes(samples.CARD_BOOK), "book", ""),
        ("card.json", samples.as_bytes(samples.CARD_V2), "card", ""),
        ("card3.json", samples.as_bytes(samples.CARD_V3), "card", ""),
        ("card1.json", samples.as_bytes(samples.CARD_V1), "card", ""),
        ("card.png", samples.card_png(), "card", ""),
    ],
)
def test_a_file_is_previewed_accepted_and_there_after_a_reload(
    booted: Visit, name: str, data: bytes, kind: str, found: str
) -> None:
    booted.go("#/chats")
    choose(booted, (name, data))
    field = preview(booted).get_by_role("textbox", name="Name").first
    title = field.input_value()
    assert title.startswith(found)
    accept(booted)
    patiently(lambda: booted.evaluate("location.hash") != "#/chats", "the page to go to what came in")
    booted.page.reload()
    booted.wait_until_ready()
    booted.go("#/books" if kind == "book" else "#/cast")
    booted.page.get_by_role("main").get_by_text(title, exact=True).first.wait_for()


def test_cancel_changes_nothing(booted: Visit) -> None:
    booted.go("#/books")
    booted.page.get_by_role("heading", name="Books", exact=True).wait_for()
    before = stored(booted)
    choose(booted, ("agnai.json", samples.as_bytes(samples.AGNAI)), ("card.png", samples.card_png()))
    cancel(booted)
    assert stored(booted) == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cut.json", samples.as_bytes(samples.AGNAI)[:200]),
        ("cut.png", samples.card_png()[:90]),
        ("picture.png", samples.PICTURE),
        ("empty.json", b""),
        ("page.html", b"<!doctype html><title>no</title>"),
        ("list.json", b"[1, 2, 3]"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_in_one_sentence_and_changes_nothing(
    booted: Visit, name: str, data: bytes
) -> None:
    booted.go("#/books")
    before = stored(booted)
    choose(booted, (name, data))
    assert preview(booted).get_by_text(name).count() >= 1
    assert preview(booted).get_by_role("button", name="Import", exact=True).is_disabled()
    cancel(booted)
    assert stored(booted) == before


def test_a_dropped_file_is_previewed_too(booted: Visit) -> None:
    booted.go("#/help")
    drop(booted, "agnai.json", samples.as_bytes(samples.AGNAI))
    preview(booted).get_by_text("agnai.json").first.wait_for()
    preview(booted).get_by_role("heading", name="Mapped").wait_for()
    cancel(booted)


def test_a_card_chats_with_its_own_book_which_fires_once(visits: Callable[..., Visit]) -> None:
    card = {
        "spec": "chara_card_v2",
        "spec_version": "2.0",
        "data": {
            "name": "Maud",
            "first_mes": "Good evening, {{user}}.",
            "alternate_greetings": ["You are late."],
            "character_book": {"entries": [{"keys": ["infirmary"], "content": "Twelve beds, all made."}]},
        },
    }
    visit = visits().open("#/cast")
    choose(visit, ("maud.png", samples.card_png(card)))
    accept(visit)
    visit.page.get_by_role("listitem").filter(has_text="Maud").get_by_role("button", name="Chat").click()
    visit.page.get_by_role("button", name="Create").click()
    visit.articles().first.wait_for()
    assert "Good evening, Nell Sarrow." in visit.articles().first.inner_text()
    visit.articles().first.get_by_role("button", name="Next variant").click()
    visit.page.get_by_text("You are late.").wait_for()
    visit.say("Is the infirmary full?")
    assert "Maud" in visit.articles().last.inner_text()
    visit.page.get_by_role("button", name="This reply").click()
    visit.page.get_by_role("tab", name="Prompt").click()
    panel = visit.page.get_by_role("tabpanel", name="Prompt")
    patiently(lambda: "Twelve beds" in (panel.text_content() or ""), "the exact prompt")
    assert (panel.text_content() or "").count("Twelve beds, all made.") == 2  # once a section, once in the message


def test_the_same_file_again_gets_a_number_and_overwrites_nothing(visits: Callable[..., Visit]) -> None:
    visit = visits().open("#/books")
    for _ in range(2):
        choose(visit, ("agnai.json", samples.as_bytes(samples.AGNAI)))
        accept(visit)
        patiently(lambda: "#/b/" in str(visit.evaluate("location.hash")), "the new book to open")
        visit.go("#/books")
    main = visit.page.get_by_role("main")
    main.get_by_role("link", name="Hollow Coast (2)").wait_for()
    assert main.get_by_role("link", name="Hollow Coast", exact=True).count() == 1


def test_a_chat_without_its_character_gets_one_at_the_import_and_another_in_setup(visits: Callable[..., Visit]) -> None:
    rows = (
        {"user_name": "Nell", "character_name": "Sister Maud"},
        {"name": "Sister Maud", "is_user": False, "mes": "The infirmary is full."},
    )
    visit = visits().open("#/chats")
    choose(visit, ("maud.jsonl", "\n".join(json.dumps(row) for row in rows).encode()))
    preview(visit).get_by_text("The file says “Sister Maud”, who is not in your library.").wait_for()
    who = preview(visit).get_by_role("combobox", name="Who replies in this chat?")
    assert who.locator("option:checked").inner_text() == "A new character called Sister Maud"
    accept(visit)
    visit.articles().first.wait_for()
    visit.page.get_by_role("tab", name="Setup").click()
    replies = visit.page.get_by_role("combobox", name="Who replies", exact=True)
    patiently(lambda: replies.locator("option:checked").inner_text() == "Sister Maud", "the new character")
    replies.select_option(label="Ansel Pike")
    notice = visit.page.get_by_role("region", name="Notices").get_by_text("Ansel Pike replies from now on.")
    notice.wait_for()
    visit.say("Is there a bed?")
    names = [each.split("\n")[0] for each in visit.articles().all_inner_texts()]
    assert "Sister Maud" in visit.articles().first.inner_text(), names
    assert "Ansel Pike" in visit.articles().last.inner_text(), names
    visit.page.get_by_role("region", name="Notices").get_by_role("button", name="Undo").last.click()
    patiently(lambda: replies.locator("option:checked").inner_text() == "Sister Maud", "the character from before")
    assert visit.articles().count() == 3
