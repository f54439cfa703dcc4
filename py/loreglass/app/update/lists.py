"""Books, cast and samples as wholes: made, changed, taken away."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.addresses import entry_address
from loreglass.app.effects import Browser, Go, InstallSamples, LoadLibrary, Write
from loreglass.app.moment import Moment
from loreglass.app.records import book_rows, row, text_of, trash_id
from loreglass.app.state import AppState, Change
from loreglass.app.update import undoing
from loreglass.app.update.step import Handler, Step, revert, stay, toast, together
from loreglass.domain.ids import BookId, CharacterId, EntryId, PersonaId
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Persona


def _trash(state: AppState, moment: Moment, store: str, record_id: str, code: str, name: str, here: str) -> Step:
    """A thing is put in the trash: it stays in the store, is left out of every list, and Undo takes it out."""
    record = trash_id(store, record_id)
    change = Change(
        name=code,
        before=(("settings", record, None),),
        after=(("settings", record, text_of({"id": record})),),
        scope="app",
    )
    state = toast(replace(state, character_id=None), moment, code, detail=name, change=change)
    return state, (Write(rows=change.after, then=(Go(to=here),) if here else ()), LoadLibrary())


def trash_chat(state: AppState, did: Did, moment: Moment) -> Step:
    """A chat goes; Undo brings it back."""
    chat = next((each for each in state.library.chats if each.id == did.id), None)
    if chat is None:
        return stay(state)
    is_open = state.chat is not None and state.chat.chat.id == chat.id
    return _trash(state, moment, "chats", chat.id, "chat_deleted", chat.title, "#/chats" if is_open else "")


def new_book(state: AppState, did: Did, moment: Moment) -> Step:
    """An empty book with one empty entry, opened."""
    book_id = BookId(moment.id("book"))
    entry = Entry(id=EntryId("1"), name="New entry")
    names = {each.name for each in state.library.books}
    name = next(each for each in ("New book", *(f"New book {n}" for n in range(2, 10**6))) if each not in names)
    book = Book(id=book_id, name=name, entries=(entry,))
    return state, (Write(rows=book_rows(book), then=(Go(to=entry_address(book_id, entry.id)),)), LoadLibrary())


def trash_book(state: AppState, did: Did, moment: Moment) -> Step:
    """A book goes; Undo brings it back. Chats that use it go on without it."""
    book = next((each for each in state.library.books if each.id == did.id), None)
    return _trash(state, moment, "books", book.id, "book_deleted", book.name, "#/books") if book else stay(state)


def trash_character(state: AppState, did: Did, moment: Moment) -> Step:
    """A character goes; Undo brings it back."""
    who = next((each for each in state.library.characters if each.id == did.id), None)
    if who is None:
        return stay(state)
    return _trash(state, moment, "characters", who.id, "character_deleted", who.name, "#/cast")


def trash_persona(state: AppState, did: Did, moment: Moment) -> Step:
    """A persona goes; Undo brings it back."""
    who = next((each for each in state.library.personas if each.id == did.id), None)
    return _trash(state, moment, "personas", who.id, "persona_deleted", who.name, "") if who else stay(state)


def open_character(state: AppState, did: Did, moment: Moment) -> Step:
    """A character's details open, or close when they are open."""
    shut = state.character_id == did.id
    return replace(state, character_id=None if shut else CharacterId(did.id)), ()


def new_persona(state: AppState, did: Did, moment: Moment) -> Step:
    """One more persona to fill in."""
    persona = Persona(id=PersonaId(moment.id("persona")), name="New persona")
    return state, (Write(rows=(row(persona),)), LoadLibrary())


def save_persona(state: AppState, did: Did, moment: Moment) -> Step:
    """A persona's name and description."""
    who = next((each for each in state.library.personas if each.id == did.field("id")), None)
    if who is None:
        return stay(state)
    name = did.field("name").strip() or who.name
    changed = replace(who, name=name, description=did.field("description"))
    state = toast(state, moment, "persona_saved", detail=name)
    return state, (Write(rows=(row(changed),)), LoadLibrary())


def remove_samples(state: AppState, did: Did, moment: Moment) -> Step:
    """The sample chats and book go to the trash together; Undo brings them back."""
    library = state.library
    ids = [trash_id("chats", each.id) for each in library.chats if each.sample]
    ids += [trash_id("books", each.id) for each in library.books if each.sample]
    change = Change(
        name="samples_removed",
        before=tuple(("settings", each, None) for each in ids),
        after=tuple(("settings", each, text_of({"id": each})) for each in ids),
        scope="app",
    )
    state = toast(state, moment, "samples_removed", change=change)
    return state, (Write(rows=change.after, then=(Go(to="#/chats"),)), LoadLibrary())


def restore_samples(state: AppState, did: Did, moment: Moment) -> Step:
    """The samples out of the trash, and what is missing of them; what was written into them stays."""
    return state, (InstallSamples(), LoadLibrary(), Go(to="#/chats"))


def toast_undo(state: AppState, did: Did, moment: Moment) -> Step:
    """The change that a notice told of is taken back, with those that newer notices tell of the same chat or book."""
    at = next((place for place, each in enumerate(state.toasts) if each.id == did.id), None)
    if at is None or (change := state.toasts[at].change) is None:
        return toast_close(state, did, moment)
    open_chat = state.chat if state.chat and state.chat.chat.id == change.id else None
    if open_chat and (open_chat.reply or not open_chat.writer):
        return stay(state)
    undone = [state.toasts[at]]
    if change.scope != "app":
        undone += [each for each in state.toasts[at + 1 :] if each.change and each.change.id == change.id]
    state = replace(state, toasts=tuple(each for each in state.toasts if each not in undone))
    changes = tuple(each.change for each in undone if each.change)
    state = undoing.taken_back(state, changes)
    if open_chat and open_chat.undo[-len(changes) :] == changes:
        undo, redo = open_chat.undo[: -len(changes)], (*open_chat.redo, *reversed(changes))
        state = replace(state, chat=replace(open_chat, undo=undo, redo=redo, editing=None))
    return state, revert(state, together(changes))


def toast_close(state: AppState, did: Did, moment: Moment) -> Step:
    """A notice is put away."""
    return replace(state, toasts=tuple(each for each in state.toasts if each.id != did.id)), ()


def notice_show(state: AppState, did: Did, moment: Moment) -> Step:
    """The newest notice has the focus, on its Undo where it has one."""
    return (state, (Browser(what="focus", value=f"notice-{state.toasts[-1].id}"),)) if state.toasts else stay(state)


HANDLERS: dict[str, Handler] = {
    "chat-delete": trash_chat,
    "book-new": new_book,
    "book-delete": trash_book,
    "character-open": open_character,
    "character-delete": trash_character,
    "persona-new": new_persona,
    "persona-save": save_persona,
    "persona-delete": trash_persona,
    "samples-remove": remove_samples,
    "samples-restore": restore_samples,
    "toast-undo": toast_undo,
    "toast-close": toast_close,
    "notice-show": notice_show,
}
