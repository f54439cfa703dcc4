"""The states of every screen but the chat, by name: lists, book, cast, import, settings, help, dialogs."""

from collections.abc import Callable

from loreglass.app.state import AppState, Device, Importing, Library, NewChat, OpenBook, Preferences, Route
from tests.ui import backups, casting, replaying, shelf, things
from tests.ui.chat_tools import DIALOGS
from tests.ui.presets import PAGES


def at(name: str, tab: str = "", **changes: object) -> AppState:
    """The state on that route, with the library of `things`."""
    route = Route(name=name, id=tab)  # type: ignore[arg-type]
    base = {"route": route, "library": things.library(), "device": things.DEVICE, "endpoint": things.UNREACHED}
    return AppState(**{**base, "ready": True, "licences": things.LICENCES, **changes})  # type: ignore[arg-type]


def _book(open_book: OpenBook) -> AppState:
    return at("book", str(open_book.book.id), book=open_book)


def _import(importing: Importing) -> AppState:
    return at("books", importing=importing)


def _new_chat() -> NewChat:
    return things.NEW_CHAT


PLACES: dict[str, Callable[[], AppState]] = {
    "chats": lambda: at("chats", toasts=things.TOASTS, device=things.TROUBLED),
    "chats-empty": lambda: at("chats", library=Library(), device=Device()),
    "books": lambda: at("books"),
    "books-empty": lambda: at("books", library=Library()),
    "cast": lambda: at("cast", character_id=things.PIKE.id),
    "cast-empty": lambda: at("cast", library=Library()),
    "book": lambda: _book(things.open_book()),
    "book-list": lambda: _book(things.open_book(None, extra=400, passage=False)),
    "book-full": lambda: _book(shelf.full_book()),
    "book-choosing": lambda: _book(shelf.choosing()),
    "book-warned": lambda: _book(shelf.only_warned()),
    "book-history": lambda: _book(shelf.history()),
    "import": lambda: _import(things.one_file()),
    "import-again": lambda: _import(replaying.import_again()),
    "import-chat": lambda: _import(replaying.import_chat()),
    "import-unknown": lambda: _import(casting.unknown()),
    "import-group": lambda: _import(casting.group()),
    "import-many": lambda: _import(things.several_files()),
    "export": lambda: at("books", exporting=replaying.exporting()),
    "new-chat": lambda: at("chats", new_chat=_new_chat()),
    "failure": lambda: at("chats", device=Device(failure="Traceback\n  File “x.py”, line 3\nValueError")),
    "settings": lambda: at("settings", "endpoint"),
    "memory": lambda: at("settings", "memory", preferences=Preferences(system_prompt="Write well.")),
    "look": lambda: at("settings", "look"),
    "storage": lambda: at("settings", "storage"),
    "help": lambda: at("help"),
    **DIALOGS,
    **PAGES,
    **backups.PAGES,
}
