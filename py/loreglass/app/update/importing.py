"""Import: files offered, previewed, accepted. Nothing is stored until the user accepts."""

from dataclasses import replace
from typing import get_args

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import (
    Browser,
    Effect,
    ForgetFiles,
    Go,
    LoadBook,
    LoadChat,
    LoadLibrary,
    Notify,
    ReadFiles,
    ReadTarget,
    Row,
    Write,
)
from loreglass.app.import_choices import Choices, Clash, Earlier, Fate, Store, taken_names
from loreglass.app.import_rows import Taken, entries_in, remembered, taken
from loreglass.app.moment import Moment
from loreglass.app.programs import offered, wish_of
from loreglass.app.records import row
from loreglass.app.state import AppState, Change, Importing, ImportItem
from loreglass.app.strings import joined
from loreglass.app.update.step import Handler, Step, stay, with_chat
from loreglass.domain.ids import BookId
from loreglass.domain.story.semantics import Wish
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


def answered(state: AppState, told: actions.ImportRead | actions.TargetRead, moment: Moment) -> Step:
    """The state after an answer."""
    if isinstance(told, actions.ImportRead):
        return read(state, told, moment)
    return target_read(state, told, moment)


def read(state: AppState, told: actions.ImportRead, moment: Moment) -> Step:
    """One file's preview is there, with what of it is here already."""
    importing = state.importing
    if importing is None:
        return stay(state)
    item = told.item
    if item.imported:
        wanted = item.imported.name.strip() or item.file_name.rsplit(".", 1)[0]
        name = free_name(wanted, _names(state, item))
        earlier = _earlier(state, item, item.imported, wanted)
        choices = replace(item.choices, earlier=earlier, semantics=_wish_before(state, earlier))
        item = replace(item, name=name, again=name != wanted, choices=choices)
    items = tuple(item if each.token == item.token else each for each in importing.items)
    return replace(state, importing=replace(importing, items=items, reading=max(0, importing.reading - 1))), ()


def _shelf(state: AppState, imported: Imported) -> tuple[tuple[str, str], ...]:
    """(id, name) of what is here and of the same kind as the file."""
    library = state.library
    if imported.character is not None:
        return tuple((str(each.id), each.name) for each in library.characters)
    if imported.chat is not None and not imported.books:
        return tuple((str(each.id), each.title) for each in library.chats)
    return tuple((str(each.id), each.name) for each in library.books)


def _earlier(state: AppState, item: ImportItem, imported: Imported, wanted: str) -> tuple[Earlier, ...]:
    """Things that may be the same: of the same file first, then those of the same name."""
    kind: Store = "characters" if imported.character else "chats" if imported.chat and not imported.books else "books"
    known = {record_id for at, record_id in item.choices.told_before if at == kind}
    shelf = _shelf(state, imported)
    same = [(each, name, True) for each, name in shelf if each in known]
    if kind != "chats":
        same += [(each, name, False) for each, name in shelf if name == wanted and each not in known]
    return tuple(Earlier(store=kind, id=each, name=name, same_file=own) for each, name, own in same)


def _wish_before(state: AppState, earlier: tuple[Earlier, ...]) -> Wish:
    """The rules that the thing here wishes for: what comes again is preselected to wish the same."""
    wishes: dict[str, Wish] = {each.id: each.semantics for each in state.library.books}
    wishes.update({each.id: each.semantics for each in state.library.characters})
    return wishes.get(earlier[0].id, "") if earlier else ""


def _names(state: AppState, item: ImportItem) -> set[str]:
    others = state.importing.items if state.importing else ()
    taken = {each.name for each in others if each.token != item.token and each.imported}
    return taken | ({name for _, name in _shelf(state, item.imported)} if item.imported else set())


def free_name(wanted: str, taken: set[str]) -> str:
    """The wanted name, or with a number where it is taken: nothing is ever overwritten unasked."""
    if wanted not in taken:
        return wanted
    return next(name for number in range(2, 10**6) if (name := f"{wanted} ({number})") not in taken)


def _item(state: AppState, token: str) -> ImportItem | None:
    items = state.importing.items if state.importing else ()
    return next((each for each in items if each.token == token), None)


def _with_item(state: AppState, item: ImportItem) -> AppState:
    assert state.importing is not None
    items = tuple(item if each.token == item.token else each for each in state.importing.items)
    return replace(state, importing=replace(state.importing, items=items))


def _with_choices(state: AppState, item: ImportItem, choices: Choices) -> Step:
    """The choices changed; the book that they need is read."""
    state = _with_item(state, replace(item, choices=choices))
    goal = choices.into if choices.fate == "into" else choices.replaced_book
    return state, (ReadTarget(token=item.token, book_id=goal),) if choices.waits and goal else ()


def rename(state: AppState, did: Did, moment: Moment) -> Step:
    """Another name for what a file holds; a name that is taken gets a number."""
    found = _item(state, did.id)
    if found is None or not did.value.strip():
        return stay(state)
    return _with_item(state, replace(found, name=free_name(did.value.strip(), _names(state, found)))), ()


def choose_fate(state: AppState, did: Did, moment: Moment) -> Step:
    """Where a file goes: a thing of its own, in place of an earlier one, into a book, or nowhere."""
    found = _item(state, did.id)
    fate: Fate | None = next((each for each in get_args(Fate) if each == did.value), None)
    if found is None or fate is None:
        return stay(state)
    into = found.choices.into
    if fate == "into" and into is None:
        into = next((each.id for each in state.library.books), None)
    return _with_choices(state, found, replace(found.choices, fate=fate, into=into))


def choose_book(state: AppState, did: Did, moment: Moment) -> Step:
    """The book that a file's entries go into."""
    found = _item(state, did.id)
    if found is None or all(each.id != did.value for each in state.library.books):
        return stay(state)
    return _with_choices(state, found, replace(found.choices, fate="into", into=BookId(did.value), clashes=()))


def target_read(state: AppState, told: actions.TargetRead, moment: Moment) -> Step:
    """The book that a file replaces or adds to is known; one that is gone can be neither."""
    found = _item(state, told.token)
    if found is None:
        return stay(state)
    if told.book is None:
        return _with_item(state, replace(found, choices=replace(found.choices, fate="copy", into=None))), ()
    return _with_item(state, replace(found, choices=replace(found.choices, target=told.book))), ()


def choose_clash(state: AppState, did: Did, moment: Moment) -> Step:
    """What becomes of an entry whose name is taken (`token/place`), or of all of them (`token/all`)."""
    token, _, place = did.id.rpartition("/")
    found = _item(state, token)
    clash: Clash | None = next((each for each in get_args(Clash) if each == did.value), None)
    if found is None or found.imported is None or clash is None:
        return stay(state)
    places = taken_names(entries_in(found.imported), found.choices.target)
    chosen = dict(found.choices.clashes)
    chosen.update({at: clash for at in places if place in ("all", str(at))})
    return _with_item(state, replace(found, choices=replace(found.choices, clashes=tuple(chosen.items())))), ()


def choose_rules(state: AppState, did: Did, moment: Moment) -> Step:
    """Whose rules new chats with it start from."""
    found = _item(state, did.id)
    if found is None or found.imported is None or offered(found.imported) is None:
        return stay(state)
    return _with_item(state, replace(found, choices=replace(found.choices, semantics=wish_of(did.value)))), ()


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


def accepted(importing: Importing) -> tuple[tuple[ImportItem, Imported], ...]:
    """The files that would come in."""
    return tuple((each, each.imported) for each in importing.items if each.imported and each.choices.fate != "skip")


def accept(state: AppState, did: Did, moment: Moment) -> Step:
    """What was read is stored as chosen, in one write for all files."""
    importing = state.importing
    if importing is None or importing.reading or any(each.choices.waits for each in importing.items):
        return stay(state)
    chosen = accepted(importing)
    made = [taken(item, imported, state.library, at, moment) for at, (item, imported) in enumerate(chosen)]
    if not made:
        return cancel(state, did, moment)
    rows = tuple(each for one in made for each in one.rows)
    known = tuple(each for (item, _), one in zip(chosen, made, strict=True) for each in remembered(item, one.things))
    notify = _told(tuple(_called(item) for item, _ in chosen), _replaced(state, made))
    state, attached = _attached(replace(state, importing=None), importing, chosen, made)
    return state, (
        Write(
            rows=(*rows, *known, *attached),
            pictures=tuple(one.picture for one in made if one.picture),
            then=(
                notify,
                Browser(what="persist"),
                *_again(state, importing, made),
                *_where_to(importing, made),
            ),
        ),
        ForgetFiles(tokens=tuple(each.token for each in importing.items)),
        LoadLibrary(),
    )


def _told(names: tuple[str, ...], change: Change | None) -> Notify:
    together = "imported" if len(names) == 1 else "imported_together"
    return Notify(code="import_replaced" if change else together, detail=joined(names), change=change)


def _called(item: ImportItem) -> str:
    """The name that the notice tells: of the thing that was replaced or added to, else the file's own."""
    choices = item.choices
    if choices.fate in ("into", "replace"):
        return choices.target.name if choices.target else choices.earlier[0].name if choices.earlier else item.name
    return item.name


def _replaced(state: AppState, made: list[Taken]) -> Change | None:
    """What Undo takes back: only files that changed what was there."""
    changed = [one for one in made if one.before]
    if not changed:
        return None
    change = Change(
        name="import_replaced",
        before=tuple(each for one in changed for each in one.before),
        after=tuple(each for one in changed for each in one.rows),
        scope="app",
    )
    books = [one.book_id for one in changed if one.book_id]
    if state.route.name == "chat" and state.chat is not None:
        return replace(change, scope="chat", id=state.chat.chat.id)
    return replace(change, scope="book", id=books[0]) if len(books) == 1 else change


def _attached(
    state: AppState, importing: Importing, chosen: tuple[tuple[ImportItem, Imported], ...], made: list[Taken]
) -> tuple[AppState, tuple[Row, ...]]:
    """The chat that the import began in with the books, and its row; a tab that may not write leaves it alone."""
    open_chat = state.chat
    book_ids = tuple(
        one.book_id for (_, imported), one in zip(chosen, made, strict=True) if one.book_id and not imported.character
    )
    if open_chat is None or open_chat.chat.id != importing.attach_to or not open_chat.writer:
        return state, ()
    fresh = tuple(each for each in book_ids if each not in open_chat.chat.book_ids)
    if not fresh:
        return state, ()
    chat = replace(open_chat.chat, book_ids=(*open_chat.chat.book_ids, *fresh))
    return with_chat(state, replace(open_chat, chat=chat)), (row(chat),)


def _again(state: AppState, importing: Importing, made: list[Taken]) -> tuple[Effect, ...]:
    """What is on the screen and has changed is read again."""
    if importing.attach_to:
        return (LoadChat(chat_id=importing.attach_to),)
    shown = state.book.book.id if state.book else None
    return (LoadBook(book_id=shown),) if shown and any(one.book_id == shown for one in made) else ()


def _where_to(importing: Importing, made: list[Taken]) -> tuple[Go, ...]:
    """To what came in; an import into a chat stays there."""
    if importing.attach_to:
        return ()
    first = made[0]
    if first.chat_id is not None:
        return (Go(to=f"#/c/{first.chat_id}" if len(made) == 1 else "#/chats"),)
    if first.book_id is None:
        return (Go(to="#/cast"),)
    return (Go(to=f"#/b/{first.book_id}" if len(made) == 1 else "#/books"),)


HANDLERS: dict[str, Handler] = {
    "import-files": offer_files,
    "import-name": rename,
    "import-to": choose_fate,
    "import-into": choose_book,
    "import-clash": choose_clash,
    "import-rules": choose_rules,
    "import-drop": leave_out,
    "import-cancel": cancel,
    "import-accept": accept,
}
