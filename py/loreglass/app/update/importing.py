"""Import: files offered, previewed, accepted. Nothing is stored until the user accepts."""

from dataclasses import replace
from typing import get_args

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import (
    Browser,
    ForgetFiles,
    LoadLibrary,
    Notify,
    ReadFiles,
    ReadTarget,
    Row,
    Write,
)
from loreglass.app.import_cast import accepted, parts
from loreglass.app.import_choices import Choices, Clash, Earlier, Fate, entries_in, store_of, taken_names
from loreglass.app.import_names import free_name
from loreglass.app.import_rows import Taken, remembered, taken
from loreglass.app.moment import Moment
from loreglass.app.programs import offered, wish_of
from loreglass.app.records import row
from loreglass.app.state import AppState, Change, Importing, ImportItem
from loreglass.app.strings import isolated, joined
from loreglass.app.update.step import Handler, Step, on_screen, stay, together, with_chat
from loreglass.domain.ids import BookId
from loreglass.domain.story.book import Book
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
    library, kind = state.library, store_of(imported)
    if kind == "presets":
        return tuple((str(each.id), each.name) for each in library.presets)
    if kind == "chats":
        return tuple((str(each.id), each.title) for each in library.chats)
    things = library.characters if kind == "characters" else library.books
    return tuple((str(each.id), each.name) for each in things)


def _earlier(state: AppState, item: ImportItem, imported: Imported, wanted: str) -> tuple[Earlier, ...]:
    """Things that may be the same: of the same file first, then those of the same name."""
    kind = store_of(imported)
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
    """The names that are taken among things of the same kind, here and in the same import."""
    if item.imported is None:
        return set()
    kind = store_of(item.imported)
    others = state.importing.items if state.importing else ()
    taken = {
        each.name for each in others if each.token != item.token and each.imported and store_of(each.imported) == kind
    }
    return taken | {name for _, name in _shelf(state, item.imported)}


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
    return state, (ReadTarget(token=item.token, book_id=choices.goal),) if choices.waits and choices.goal else ()


def targets(state: AppState) -> tuple[ReadTarget, ...]:
    """The effects that read the books again which files would replace or add to."""
    items = state.importing.items if state.importing else ()
    return tuple(ReadTarget(token=each.token, book_id=each.choices.goal) for each in items if each.choices.goal)


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


def choose_cast(state: AppState, did: Did, moment: Moment) -> Step:
    """Who replies under a name of an offered chat (`token/place`)."""
    token, _, place = did.id.rpartition("/")
    found = _item(state, token)
    named = parts(found, state.library, state.importing) if found else ()
    part = next((each for at, each in enumerate(named) if str(at) == place), None)
    if found is None or part is None:
        return stay(state)
    cast = (*(each for each in found.choices.cast if each[0] != part.key), (part.key, did.value))
    return _with_item(state, replace(found, choices=replace(found.choices, cast=cast))), ()


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
    """What was read is stored as chosen, in one write for all files."""
    importing = state.importing
    if importing is None or importing.reading or any(each.choices.waits for each in importing.items):
        return stay(state)
    chosen = accepted(importing)
    made = _made(state, chosen, moment)
    if not made:
        return cancel(state, did, moment)
    rows = tuple({each[:2]: each for one in made for each in one.rows}.values())
    known = tuple(each for (item, _), one in zip(chosen, made, strict=True) for each in remembered(item, one.things))
    notify = _told(tuple(dict.fromkeys(_called(item) for item, _ in chosen)), _replaced(state, made))
    state = replace(state, importing=None, arriving=_where_to(importing, made))
    state, attached = _attached(state, importing, chosen, made)
    return state, (
        Write(
            rows=(*rows, *known, *attached),
            pictures=tuple(one.picture for one in made if one.picture),
            then=(notify, Browser(what="persist"), *on_screen(state)),
        ),
        ForgetFiles(tokens=tuple(each.token for each in importing.items)),
        LoadLibrary(),
    )


def _made(state: AppState, chosen: tuple[tuple[ImportItem, Imported], ...], moment: Moment) -> list[Taken]:
    """What each file becomes; one that goes into (or over) the same book as one before it goes on from there."""
    made: list[Taken] = []
    changed: dict[BookId, Book] = {}
    for at, (item, imported) in enumerate(chosen):
        target = item.choices.target
        choices = replace(item.choices, target=changed.get(target.id, target)) if target else item.choices
        one = taken(replace(item, choices=choices), imported, state, at, moment)
        if one.book is not None:
            changed[one.book.id] = one.book
        made.append(one)
    return made


def _told(names: tuple[str, ...], change: Change | None) -> Notify:
    together = "imported" if len(names) == 1 else "imported_together"
    return Notify(
        code="import_replaced" if change else together, detail=joined(tuple(map(isolated, names))), change=change
    )


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
    changes = [Change(name="import_replaced", before=one.before, after=one.rows, scope="app") for one in changed]
    change = together(changes)
    books = {one.book.id for one in changed if one.book}
    if state.route.name == "chat" and state.chat is not None:
        return replace(change, scope="chat", id=state.chat.chat.id)
    return replace(change, scope="book", id=books.pop()) if len(books) == 1 else change


def _attached(
    state: AppState, importing: Importing, chosen: tuple[tuple[ImportItem, Imported], ...], made: list[Taken]
) -> tuple[AppState, tuple[Row, ...]]:
    """The chat that the import began in with the books, and its row; a tab that may not write leaves it alone."""
    open_chat = state.chat
    book_ids = tuple(
        one.book.id for (_, imported), one in zip(chosen, made, strict=True) if one.book and not imported.character
    )
    if open_chat is None or open_chat.chat.id != importing.attach_to or not open_chat.writer:
        return state, ()
    linked = tuple(dict.fromkeys((*open_chat.chat.book_ids, *book_ids)))
    if linked == open_chat.chat.book_ids:
        return state, ()
    chat = replace(open_chat.chat, book_ids=linked)
    return with_chat(state, replace(open_chat, chat=chat)), (row(chat),)


def _where_to(importing: Importing, made: list[Taken]) -> str:
    """The address of what came in; "" for an import into a chat, which stays there."""
    if importing.attach_to:
        return ""
    first = made[0]
    if first.chat_id is not None:
        return f"#/c/{first.chat_id}" if len(made) == 1 else "#/chats"
    if first.preset_id is not None:
        return f"#/presets/{first.preset_id}" if len(made) == 1 else "#/presets"
    if first.book is None:
        return "#/cast"
    return f"#/b/{first.book.id}" if len(made) == 1 else "#/books"


HANDLERS: dict[str, Handler] = {
    "import-files": offer_files,
    "import-name": rename,
    "import-to": choose_fate,
    "import-into": choose_book,
    "import-clash": choose_clash,
    "import-rules": choose_rules,
    "import-cast": choose_cast,
    "import-drop": leave_out,
    "import-cancel": cancel,
    "import-accept": accept,
}
