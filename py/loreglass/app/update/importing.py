"""Import: files offered, previewed, accepted. Nothing is stored until the user accepts."""

from dataclasses import dataclass, replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import Browser, ForgetFiles, Go, LoadChat, LoadLibrary, Notify, ReadFiles, Row, Write
from loreglass.app.moment import Moment
from loreglass.app.records import book_rows, character_row, row
from loreglass.app.state import AppState, Importing, ImportItem
from loreglass.app.strings import joined
from loreglass.app.update.step import Handler, Step, stay, with_chat
from loreglass.domain.ids import BookId, CharacterId
from loreglass.formats.imported import Imported


def offer_files(state: AppState, did: Did, moment: Moment) -> Step:
    """Files were chosen or dropped: they are read into a preview."""
    if not did.files:
        return stay(state)
    items = tuple(ImportItem(token=token, file_name=name, size_bytes=size) for token, name, size in did.files)
    chat_id = state.chat.chat.id if state.chat and state.route.name == "chat" else None
    shown = state.importing.items if state.importing else ()
    reading = (state.importing.reading if state.importing else 0) + len(items)
    importing = Importing(items=(*shown, *items), reading=reading, attach_to=chat_id)
    return replace(state, importing=importing), (ReadFiles(items=items),)


def read(state: AppState, told: actions.ImportRead, moment: Moment) -> Step:
    """One file's preview is there."""
    importing = state.importing
    if importing is None:
        return stay(state)
    item = told.item
    if item.imported:
        wanted = item.imported.name.strip() or item.file_name.rsplit(".", 1)[0]
        name = free_name(wanted, _names(state, item))
        item = replace(item, name=name, again=name != wanted)
    items = tuple(item if each.token == item.token else each for each in importing.items)
    return replace(state, importing=replace(importing, items=items, reading=max(0, importing.reading - 1))), ()


def _names(state: AppState, item: ImportItem) -> set[str]:
    others = state.importing.items if state.importing else ()
    taken = {each.name for each in others if each.token != item.token and each.imported}
    if item.imported and item.imported.kind == "card":
        return taken | {each.name for each in state.library.characters}
    return taken | {each.name for each in state.library.books}


def free_name(wanted: str, taken: set[str]) -> str:
    """The wanted name, or with a number where it is taken: nothing is ever overwritten."""
    if wanted not in taken:
        return wanted
    return next(name for number in range(2, 10**6) if (name := f"{wanted} ({number})") not in taken)


def rename(state: AppState, did: Did, moment: Moment) -> Step:
    """Another name for what a file holds; a name that is taken gets a number."""
    if state.importing is None or not did.value.strip():
        return stay(state)
    found = next((each for each in state.importing.items if each.token == did.id), None)
    if found is None:
        return stay(state)
    item = replace(found, name=free_name(did.value.strip(), _names(state, found)))
    items = tuple(item if each.token == did.id else each for each in state.importing.items)
    return replace(state, importing=replace(state.importing, items=items)), ()


def leave_out(state: AppState, did: Did, moment: Moment) -> Step:
    """One file is left out; without any the preview closes."""
    if state.importing is None:
        return stay(state)
    items = tuple(each for each in state.importing.items if each.token != did.id)
    importing = replace(state.importing, items=items) if items else None
    return replace(state, importing=importing), (ForgetFiles(tokens=(did.id,)),)


def cancel(state: AppState, did: Did, moment: Moment) -> Step:
    """The preview closes and nothing was changed."""
    tokens = tuple(each.token for each in state.importing.items) if state.importing else ()
    return replace(state, importing=None), (ForgetFiles(tokens=tokens),)


def accept(state: AppState, did: Did, moment: Moment) -> Step:
    """What was read is stored, in one write for all files."""
    importing = state.importing
    if importing is None or importing.reading:
        return stay(state)
    taken = [_taken(item, item.imported, at, moment) for at, item in enumerate(importing.items) if item.imported]
    if not taken:
        return cancel(state, did, moment)
    rows = tuple(each for one in taken for each in one.rows)
    names = tuple(item.name for item in importing.items if item.imported)
    code = "imported" if len(names) == 1 else "imported_together"
    notify = Notify(code=code, detail=joined(names))
    state, attached = _attached(
        replace(state, importing=None), importing, tuple(one.book_id for one in taken if one.book_id)
    )
    again = (LoadChat(chat_id=importing.attach_to),) if importing.attach_to else ()
    return state, (
        Write(
            rows=(*rows, *attached),
            pictures=tuple(one.picture for one in taken if one.picture),
            then=(notify, Browser(what="persist"), *again, *_where_to(importing, taken)),
        ),
        ForgetFiles(tokens=tuple(each.token for each in importing.items)),
        LoadLibrary(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """One accepted file: its rows, the character's picture, and the book to open where it is a book."""

    rows: tuple[Row, ...]
    picture: tuple[str, bytes] | None = None
    book_id: BookId | None = None


def _taken(item: ImportItem, imported: Imported, at: int, moment: Moment) -> Taken:
    is_book = imported.character is None
    books = tuple(
        replace(
            book,
            id=BookId(moment.id(f"book-{at}-{number}")),
            name=item.name if is_book and number == 0 else book.name or item.name,
        )
        for number, book in enumerate(imported.books)
    )
    rows = tuple(each for book in books for each in book_rows(book))
    if imported.character is None:
        return Taken(rows=rows, book_id=books[0].id if books else None)
    own = imported.character
    who = replace(
        own,
        id=CharacterId(moment.id(f"character-{at}")),
        name=item.name,
        nickname=own.nickname or (own.name if own.name != item.name else ""),
        book_ids=tuple(book.id for book in books),
        picture=moment.id(f"picture-{at}") if imported.picture else "",
    )
    picture = (who.picture, imported.picture) if imported.picture else None
    return Taken(rows=(*rows, character_row(who)), picture=picture)


def _attached(state: AppState, importing: Importing, book_ids: tuple[BookId, ...]) -> tuple[AppState, tuple[Row, ...]]:
    """The chat that the import began in with the books, and its row; a tab that may not write leaves it alone."""
    open_chat = state.chat
    if open_chat is None or open_chat.chat.id != importing.attach_to or not open_chat.writer or not book_ids:
        return state, ()
    chat = replace(open_chat.chat, book_ids=(*open_chat.chat.book_ids, *book_ids))
    return with_chat(state, replace(open_chat, chat=chat)), (row(chat),)


def _where_to(importing: Importing, taken: list[Taken]) -> tuple[Go, ...]:
    """To what came in; an import into a chat stays there."""
    if importing.attach_to:
        return ()
    if taken[0].book_id is None:
        return (Go(to="#/cast"),)
    return (Go(to=f"#/b/{taken[0].book_id}" if len(taken) == 1 else "#/books"),)


HANDLERS: dict[str, Handler] = {
    "import-files": offer_files,
    "import-name": rename,
    "import-drop": leave_out,
    "import-cancel": cancel,
    "import-accept": accept,
}
