"""A large chat with a large book, put straight into the page's store."""

from collections.abc import Sequence

from loreglass.app.effects import Row
from loreglass.app.records import book_rows, row
from loreglass.domain.ids import BookId, ChatId, EntryId, MessageId, VariantId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.chat import Chat, Message, Speaker, Variant
from tests.browser.visit import Visit, patiently

CHAT, BOOK = ChatId("large"), BookId("large-book")
LATE = "zeppelin"
"""A keyword that no message has: only a draft wakes its entry, `The zeppelin`."""
ROWS_A_WRITE = 4000


def large_rows(messages: int, entries: int) -> tuple[Row, ...]:
    """A chat, all of its messages in depth, and its book; every tenth message wakes an entry."""
    places = tuple(place(n) for n in range(entries - 1))
    late = Entry(id=EntryId("late"), name="The zeppelin", text="It came in the fog.", keywords=(LATE,), priority=99)
    book = Book(id=BOOK, name="A large book", entries=(*places, late), recursive=True)
    chat = Chat(
        id=CHAT,
        title="A large chat",
        character_id=None,
        persona_id=None,
        book_ids=(BOOK,),
        head_id=MessageId(f"m{messages - 1}"),
        message_count=messages,
        memory_depth_messages=messages,
        memory_budget_tokens=2000,
    )
    rows: list[Row] = [row(chat), *book_rows(book)]
    for n in range(messages):
        rows += message_rows(n)
    return tuple(rows)


def place(n: int) -> Entry:
    """An entry of three keywords."""
    return Entry(
        id=EntryId(f"e{n}"),
        name=f"Place {n}",
        text=f"Place {n} is known for its lanterns, its ropes and its long memory. " * 2,
        keywords=(f"harbour{n}", f"quay {n}*", f"lantern{n}"),
        priority=n % 50,
    )


def message_rows(n: int) -> tuple[Row, Row]:
    """One message of some fifty words; every tenth wakes an entry."""
    speaker: Speaker = "character" if n % 2 else "user"
    said = f"We came by harbour{n} at dusk. " if n % 10 == 0 else "We came by the old road at dusk. "
    text = said + f"Nobody spoke of the {n} steps, nor of the rope, nor of the boats that had gone out. " * 3
    message = Message(
        id=MessageId(f"m{n}"),
        chat_id=CHAT,
        parent_id=MessageId(f"m{n - 1}") if n else None,
        speaker=speaker,
        name="Ansel" if n % 2 else "Nell",
        variant_ids=(VariantId(f"v{n}"),),
        chosen_id=VariantId(f"v{n}"),
    )
    variant = Variant(id=VariantId(f"v{n}"), chat_id=CHAT, message_id=message.id, text=text, source="user")
    return row(message), row(variant)


def put(visit: Visit, rows: Sequence[Row]) -> None:
    """Nothing; the rows are in the page's store."""
    for start in range(0, len(rows), ROWS_A_WRITE):
        part = rows[start : start + ROWS_A_WRITE]
        puts = ",".join(f'{{"store":"{store}","value":{text}}}' for store, _, text in part)
        visit.evaluate("text => loreglass.store.write(text)", f'{{"puts":[{puts}]}}')


def open_large_chat(visit: Visit, entries: int) -> None:
    """Nothing; the large chat is open and its first plan is shown."""
    visit.go(f"#/c/{CHAT}")
    patiently(lambda: f"of {entries:,} entries" in line(visit), "the first plan", 120)
    visit.wait_until_saved()


def line(visit: Visit) -> str:
    """The line under the composer."""
    return " ".join(visit.page.locator("#nowline .says").all_inner_texts())


def included(visit: Visit) -> list[str]:
    """The entries that go in."""
    return visit.page.locator('.group[aria-label="In"] .name').all_text_contents()
