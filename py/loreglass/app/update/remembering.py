"""What was read becomes an entry: "Remember this"."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Browser, Go, LoadLibrary, Row, Write
from loreglass.app.moment import Moment
from loreglass.app.records import book_row, entry_row, row
from loreglass.app.state import AppState, Change, OpenChat
from loreglass.app.update.book import without_stale
from loreglass.app.update.chat import message_named
from loreglass.app.update.step import Handler, Step, stay, toast, with_chat
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, LinkedBook

NAME_WORDS, NAME_CHARS = 5, 48
EDGES = " \t\n\r.,;:!?…*_~\"'“”‘’«»()[]"


def name_of(text: str) -> str:
    """The first words of a text, as a name."""
    words = " ".join(text.split()[:NAME_WORDS])
    return words[:NAME_CHARS].strip(EDGES) or "Remembered"


def remember(state: AppState, did: Did, moment: Moment) -> Step:
    """The selected text, or else the whole message, is a new entry without keywords, opened to be given some."""
    open_chat = state.chat
    if open_chat is None or not open_chat.writer or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    text = did.value.strip() or open_chat.variants[message.chosen_id].text.strip()
    if not text:
        return stay(state)
    entry = Entry(id=EntryId(moment.id("entry")), name=name_of(text), text=text)
    old = _book_of(open_chat)
    if old is None:
        book = Book(id=BookId(moment.id("book")), name=open_chat.chat.title or "New book", entries=(entry,))
    else:
        book = replace(old, entries=(*old.entries, entry))
    state, chat_rows = _linked(state, open_chat, book, is_new=old is None)
    rows = (book_row(book), entry_row(book.id, entry))
    store, entry_id, _ = rows[1]
    before: tuple[Row, ...] = (book_row(old) if old else ("books", book.id, None), (store, entry_id, None))
    change = Change(name="remembered", before=before, after=rows, scope="book", id=book.id)
    state = toast(without_stale(state, rows), moment, "remembered", detail=entry.name, change=change)
    there = (Go(to=f"#/b/{book.id}/e/{entry.id}"), Browser(what="jump", value="keywords"))
    return state, (Write(rows=(*rows, *chat_rows), then=there), LoadLibrary())


def _book_of(open_chat: OpenChat) -> Book | None:
    """The book that new entries go to: the chat's first, else the first that comes with its cast."""
    for scope in ("chat", "character"):
        if found := next((each.book for each in open_chat.books if each.scope == scope), None):
            return found
    return None


def _linked(state: AppState, open_chat: OpenChat, book: Book, *, is_new: bool) -> tuple[AppState, tuple[Row, ...]]:
    """The state with the book as it is now, and the chat's row where it has one book more."""
    if state.book is not None and state.book.book.id == book.id:
        # It is read again when its page opens.
        state = replace(state, book=None)
    if not is_new:
        books = tuple(replace(each, book=book) if each.book.id == book.id else each for each in open_chat.books)
        return with_chat(state, replace(open_chat, books=books)), ()
    chat = replace(open_chat.chat, book_ids=(*open_chat.chat.book_ids, book.id))
    books = (*open_chat.books, LinkedBook(book=book))
    return with_chat(state, replace(open_chat, chat=chat, books=books)), (row(chat),)


HANDLERS: dict[str, Handler] = {"remember": remember}
