"""A database that an earlier version of the page made: everything in it is there, and the new stores are used."""

import json
from collections.abc import Callable

from playwright.sync_api import expect

from loreglass.app.records import Row, book_rows, row
from loreglass.domain.ids import BookId, ChatId, EntryId, MessageId, VariantId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.chat import Chat, Message, Variant
from tests.browser.visit import Visit

FIRST_STORES = {
    "chats": [], "messages": ["chat"], "variants": ["chat"], "plans": ["chat"], "texts": [], "books": [],
    "entries": ["book"], "characters": [], "personas": [], "settings": [], "secrets": [], "pictures": [],
}  # fmt: skip
MAKE = """async ({ stores, rows }) => {
  const scope = location.pathname.replace(/static\\/.*/, '');
  const open = indexedDB.open(`${scope}loreglass`, 1);
  open.onupgradeneeded = () => {
    for (const [name, indexes] of Object.entries(stores)) {
      const store = open.result.createObjectStore(name, { keyPath: 'id' });
      for (const index of indexes) store.createIndex(index, index);
    }
  };
  await new Promise((done, fail) => { open.onsuccess = done; open.onerror = fail; });
  const database = open.result;
  const tx = database.transaction(Object.keys(stores), 'readwrite');
  for (const [store, , text] of rows) tx.objectStore(store).put(JSON.parse(text));
  await new Promise((done) => { tx.oncomplete = done; });
  database.close();
}"""


def first_version() -> list[Row]:
    """A book, and a chat that reads it, as the first version stored them."""
    book = Book(id=BookId("old"), name="An old book", entries=(Entry(id=EntryId("e"), name="Lamp", text="It is lit."),))
    message = Message(
        id=MessageId("m"), chat_id=ChatId("c"), parent_id=None, speaker="character", name="Pike",
        variant_ids=(VariantId("v"),), chosen_id=VariantId("v"),
    )  # fmt: skip
    variant = Variant(
        id=VariantId("v"), chat_id=ChatId("c"), message_id=MessageId("m"), text="Good evening.", source="greeting"
    )
    chat = Chat(
        id=ChatId("c"), title="An old chat", character_id=None, persona_id=None, book_ids=(book.id,),
        head_id=message.id, message_count=1,
    )  # fmt: skip
    preferences: Row = ("settings", "preferences", json.dumps({"id": "preferences", "memory_depth_messages": 12}))
    return [*book_rows(book), row(message), row(variant), row(chat), preferences]


def test_what_an_earlier_version_stored_is_there_and_an_edit_keeps_its_version(visits: Callable[..., Visit]) -> None:
    visit = visits()
    # A style sheet shown alone has no icon.
    visit.page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    visit.page.goto(f"{visit.site}static/css/tokens.css")
    visit.evaluate(MAKE, {"stores": FIRST_STORES, "rows": first_version()})
    visit.open("#/c/c")
    expect(visit.articles()).to_contain_text(["Good evening."])
    visit.go("#/b/old/e/e")
    text = visit.page.get_by_role("textbox", name="Text", exact=True)
    text.fill("It is out.")
    text.blur()
    visit.page.get_by_role("button", name="More for Lamp").click()
    visit.page.get_by_role("button", name="History").last.click()
    expect(visit.page.get_by_text("1 version")).to_be_visible()
