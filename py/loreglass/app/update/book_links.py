"""Where the open book is used: in every chat, with a character or persona, in a chat."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import LoadLibrary, Row, Write
from loreglass.app.moment import Moment
from loreglass.app.records import character_row, preferences_row, row
from loreglass.app.state import AppState
from loreglass.app.update.book import without_stale
from loreglass.app.update.step import Handler, Step, stay, with_chat
from loreglass.domain.ids import BookId


def _with(ids: tuple[BookId, ...], book_id: BookId, on: bool) -> tuple[BookId, ...]:
    kept = tuple(each for each in ids if each != book_id)
    return (*kept, book_id) if on else kept


def everywhere(state: AppState, did: Did, moment: Moment) -> Step:
    """The book is read in every chat, or no more."""
    if state.book is None:
        return stay(state)
    held = state.preferences.global_book_ids
    preferences = replace(state.preferences, global_book_ids=_with(held, state.book.book.id, did.checked))
    return replace(state, preferences=preferences), (Write(rows=(preferences_row(preferences),)),)


def link(state: AppState, did: Did, moment: Moment) -> Step:
    """The book comes with a character, persona or chat (`kind/id`, chosen in the list), or no more (by its chip)."""
    if state.book is None:
        return stay(state)
    on = not did.id
    kind, _, thing = (did.value if on else did.id).partition("/")
    book_id, library = state.book.book.id, state.library
    if kind == "character" and (who := next((each for each in library.characters if each.id == thing), None)):
        return _linked(state, character_row(replace(who, book_ids=_with(who.book_ids, book_id, on))))
    if kind == "persona" and (you := next((each for each in library.personas if each.id == thing), None)):
        return _linked(state, row(replace(you, book_ids=_with(you.book_ids, book_id, on))))
    if kind == "chat" and (chat := next((each for each in library.chats if each.id == thing), None)):
        changed = replace(chat, book_ids=_with(chat.book_ids, book_id, on))
        if state.chat and state.chat.chat.id == chat.id:
            # Else the next draft that is written would take the link back.
            state = with_chat(state, replace(state.chat, chat=changed))
        return _linked(state, row(changed))
    return stay(state)


def _linked(state: AppState, changed: Row) -> Step:
    return without_stale(state, (changed,)), (Write(rows=(changed,)), LoadLibrary())


HANDLERS: dict[str, Handler] = {"book-global": everywhere, "book-link": link}
