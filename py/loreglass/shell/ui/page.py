"""The regions of the page: which slices of the state each one shows, and the view that draws it.

The shell draws a region again only when one of its slices has changed (compared by identity, then by ==).
Regions are drawn in this order. A nested region's element is drawn by another region, and is there only while
its slices are not (): then it is drawn again; while they are () it is let alone.
"""

from collections.abc import Callable
from dataclasses import dataclass

from loreglass.app.presets import preset_named
from loreglass.app.state import AppState, Library, OpenChat
from loreglass.app.strings import isolated
from loreglass.app.view_branches import branches_view
from loreglass.app.view_chat import transcript
from loreglass.app.view_frame import frame_view
from loreglass.app.view_palette import palette_rows
from loreglass.app.view_presets import preset_rows, preset_view
from loreglass.app.view_status import status_text
from loreglass.shell.ui import (
    backup,
    book,
    branches,
    cast,
    chat,
    dialogs,
    export,
    frame,
    help,
    import_preview,
    lists,
    palette,
    panel,
    presets,
    replay,
    settings,
    toasts,
    trash,
    welcome,
)
from loreglass.shell.ui.node import Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A part of the page, by the id of its element."""

    id: str
    select: Callable[[AppState], tuple[object, ...]]
    render: Callable[..., Node | None]
    nested: bool = False
    large: bool = False
    """True where drawing may take a while, and may come a turn of the page later. Its first slice names the chat."""


def open_chat(state: AppState) -> OpenChat | None:
    """The chat on the screen, None where another page is."""
    return state.chat if state.route.name == "chat" else None


def body_class(state: AppState) -> str:
    """The classes of `body`: the frame, the companion panel, and the sheet on a phone."""
    names = ["app"]
    if open_chat(state) is not None:
        names.append("has-companion")
        if state.panel.sheet_open:
            names.append("sheet-open")
    return " ".join(names)


def page_title(state: AppState) -> str:
    """The title of the document."""
    if state.route.name == "chat" and state.chat is not None:
        return f"{isolated(state.chat.chat.title)}, Loreglass"
    if state.route.name == "replay" and state.chat is not None:
        return f"Replay of {isolated(state.chat.chat.title)}, Loreglass"
    if state.route.name == "book" and state.book is not None:
        return f"{isolated(state.book.book.name)}, Loreglass"
    names = {
        "chats": "Chats",
        "books": "Books",
        "cast": "Cast",
        "presets": "Presets",
        "settings": "Settings",
        "help": "Help",
    }
    name = names.get(state.route.name)
    return f"{name}, Loreglass" if name else "Loreglass"


def select_main(state: AppState) -> tuple[object, ...]:
    """The view that the route names, and its slices (its arguments, in order)."""
    match state.route.name:
        case "chat" if state.chat is not None:
            return (chat.chat, *chat.chat_slices(state, state.chat))
        case "replay" if state.chat is not None and state.chat.chat.id == state.route.id:
            return (replay.replay_page, state.replay, state.chat)
        case "book" if state.book is not None:
            return (book.book_page, state.book, state.preferences, state.library)
        case "chats":
            return (lists.chats, state.library, state.device)
        case "books":
            return (lists.books, state.library, state.device)
        case "cast":
            return (cast.cast, state.library, state.character_id)
        case "presets" if (preset := preset_named(state.library.presets, state.route.id)) is not None:
            return (presets.preset_page, preset_view(state, preset))
        case "presets":
            return (presets.presets, preset_rows(state.library, state.preferences), state.device.outdated)
        case "settings":
            return (
                settings.settings_page,
                state.route.id,
                state.endpoint,
                state.preferences,
                state.device,
                state.backups,
            )
        case "help":
            return (help.help_page, state.licences)
        case "welcome":
            return (welcome.welcome, state.library, state.ready)
        case _:
            return (frame.not_here, state.route.name, state.ready)


def render_main(view: Callable[..., Node], *slices: object) -> Node:
    """The chosen view, drawn."""
    return view(*slices)


def select_dialog(state: AppState) -> tuple[object, ...]:
    """What is open over the page with its view; else the import preview, or what the other dialogs need."""
    if state.importing is None and state.exporting is None and not state.device.failure:
        if state.restoring is not None:
            return (backup.restore_dialog, state.restoring, state.backups)
        if state.palette is not None:
            return (palette.palette_dialog, state.palette, palette_rows(state))
        if state.trash is not None:
            return (trash.trash_dialog, state.trash)
        if (shown := open_chat(state)) is not None and shown.branches_open:
            return (branches.branches_dialog, branches_view(shown))
    return (state.importing, state.exporting, state.new_chat, state.library, state.device.failure)


def render_dialog(*slices: object) -> Node | None:
    """At most one dialog: a bug's report, then the import preview, then what is open over the page, then questions."""
    if callable(slices[0]):
        return slices[0](*slices[1:])  # type: ignore[no-any-return]
    importing, exporting, *rest = slices
    failure = rest[-1]
    if importing is not None and not failure:
        library = rest[1] if isinstance(rest[1], Library) else Library()
        return import_preview.import_dialog(importing, library)  # type: ignore[arg-type]
    if exporting is not None and not failure:
        return export.export_dialog(exporting)  # type: ignore[arg-type]
    return dialogs.dialog(*rest)  # type: ignore[arg-type]


def select_log(state: AppState) -> tuple[object, ...]:
    """The transcript's slices, () where no chat is shown."""
    shown = open_chat(state)
    return (shown.chat.id, transcript(state, shown)) if shown else ()


def select_reply(state: AppState) -> tuple[object, ...]:
    """The text of the reply under way, () where there is none."""
    shown = open_chat(state)
    return chat.reply_slices(shown) if shown else ()


def select_panel(state: AppState) -> tuple[object, ...]:
    """The companion panel's slices, () where no chat is shown."""
    shown = open_chat(state)
    return panel.panel_slices(state, shown) if shown else ()


def render_panel(*slices: object) -> Node | None:
    """The panel; nothing where no chat is shown."""
    return panel.panel(*slices) if slices else None  # type: ignore[arg-type]


REGIONS: tuple[Region, ...] = (
    Region(id="rail", select=lambda state: (frame_view(state),), render=frame.rail),
    Region(id="main", select=select_main, render=render_main),
    Region(id="log", select=select_log, render=lambda _chat_id, shown: chat.log(shown), nested=True, large=True),
    Region(id="reply", select=select_reply, render=chat.reply, nested=True),
    Region(id="panel", select=select_panel, render=render_panel, large=True),
    Region(id="dialog", select=select_dialog, render=render_dialog),
    Region(id="toasts", select=lambda state: (state.toasts, state.device), render=toasts.toasts),
    Region(id="bottombar", select=lambda state: (frame_view(state),), render=frame.bottombar),
    Region(id="status", select=lambda state: (status_text(state),), render=frame.status),
)
