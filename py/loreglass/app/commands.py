"""Every key and command, once: Help and the list of commands show this table, and the keys' handler reads it. Pure."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from loreglass.app.state import AppState
from loreglass.app.undoing import can_redo, can_undo

Owner = Literal["", "composer", "message"]
"""Where a key has to be pressed; "" is anywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One thing that can be done by key, by name, or both.

    `action` is its handler's name ("" where the browser or the page's script does it); `item` what that acts on.
    `name` is how the list of commands calls it, "" where it is not listed; `does` is what Help says.
    """

    action: str = ""
    item: str = ""
    name: str = ""
    where: str = "Anywhere"
    keys: tuple[str, ...] = ()
    does: str = ""
    owner: Owner = ""
    when: Callable[[AppState], bool] = lambda state: True


def _in_chat(state: AppState) -> bool:
    return state.route.name == "chat" and state.chat is not None


def _free(state: AppState) -> bool:
    """True where the open chat may be changed now."""
    open_chat = state.chat
    return state.route.name == "chat" and open_chat is not None and open_chat.writer and open_chat.reply is None


def _spoken(state: AppState) -> bool:
    return _free(state) and state.chat is not None and bool(state.chat.path)


def _drafted(state: AppState) -> bool:
    return _free(state) and state.chat is not None and bool(state.chat.chat.draft.strip())


NO_TEXT = "Anywhere but in a text"

COMMANDS: tuple[Command, ...] = (
    Command(action="send", where="Writing a message", keys=("Enter",), does="Sends it", owner="composer"),
    Command(where="Writing a message", keys=("Shift", "Enter"), does="Breaks the line"),
    Command(
        action="edit-last",
        where="Writing a message",
        keys=("↑",),
        does="In an empty box: edits the last message",
        owner="composer",
        when=_spoken,
    ),
    Command(
        action="regenerate",
        name="Regenerate the last reply",
        where="Writing a message",
        keys=("Ctrl", "Enter"),
        does="Regenerates the last reply",
        when=_spoken,
    ),
    Command(
        action="stop",
        name="Stop the reply",
        where="A reply is coming",
        keys=("Esc",),
        does="Stops it; what has come is kept",
        when=lambda state: state.chat is not None and state.chat.reply is not None,
    ),
    Command(
        action="variant-prev",
        where="On a message",
        keys=("←",),
        does="Shows the previous variant",
        owner="message",
    ),
    Command(action="variant-next", where="On a message", keys=("→",), does="Shows the next variant", owner="message"),
    Command(
        action="edit-cancel",
        where="Editing a message",
        keys=("Esc",),
        does="Gives up the edit",
        when=lambda state: state.chat is not None and state.chat.editing is not None,
    ),
    Command(
        action="find-open",
        name="Find in this chat",
        where="In a chat",
        keys=("Ctrl", "Shift", "F"),
        does="Finds a text in its messages",
        when=_in_chat,
    ),
    Command(
        action="find-close",
        where="Finding in a chat",
        keys=("Esc",),
        does="Puts the search away",
        when=lambda state: state.chat is not None and state.chat.find is not None,
    ),
    Command(action="continue", name="Continue the last reply", when=_spoken),
    Command(action="impersonate", name="Write a draft for me", when=_spoken),
    Command(action="send-only", name="Send without a reply", when=_drafted),
    Command(
        action="undo",
        name="Take back the last change",
        where=NO_TEXT,
        keys=("Ctrl", "Z"),
        does="Takes back the last change of this page",
        when=can_undo,
    ),
    Command(
        action="redo",
        name="Make the change again",
        where=NO_TEXT,
        keys=("Ctrl", "Y"),
        does="Makes it again",
        when=can_redo,
    ),
    Command(action="redo", where=NO_TEXT, keys=("Ctrl", "Shift", "Z"), does="Makes it again too", when=can_redo),
    Command(action="branches-show", name="Branches of this chat", when=_in_chat),
    Command(action="chat-export", name="Export this chat", when=_in_chat),
    Command(
        action="sheet-open",
        name="Why: what the next prompt holds",
        where="In a chat",
        keys=("F9",),
        does="Goes to Why",
        when=_in_chat,
    ),
    Command(action="panel-tab", item="setup", name="Setup of this chat", when=_in_chat),
    Command(action="chat-new", name="New chat"),
    Command(action="book-new", name="New book"),
    Command(action="go", item="#/chats", name="Go to Chats"),
    Command(action="go", item="#/books", name="Go to Books"),
    Command(action="go", item="#/cast", name="Go to Cast"),
    Command(action="go", item="#/presets", name="Go to Presets"),
    Command(action="go", item="#/settings", name="Go to Settings"),
    Command(action="trash-show", name="Open the trash"),
    Command(where="Tabs", keys=("←", "→"), does="Moves along them"),
    Command(
        action="sheet-close",
        where="Dialogs and sheets",
        keys=("Esc",),
        does="Closes them",
        when=lambda state: state.panel.sheet_open,
    ),
    Command(action="palette", keys=("Ctrl", "K"), does="Lists all commands, chats and books"),
    Command(
        action="notice-show",
        name="Go to the newest notice",
        keys=("F8",),
        does="Goes to the newest notice, on its Undo",
        when=lambda state: bool(state.toasts),
    ),
    Command(action="help", name="Help", where=NO_TEXT, keys=("?",), does="Opens Help, with these keys"),
)
KEYS: tuple[Command, ...] = tuple(
    command
    for where in dict.fromkeys(each.where for each in COMMANDS if each.keys)
    for command in COMMANDS
    if command.keys and command.where == where
)
"""Those with keys, as Help lists them: by the place where they work."""
SHORTCUTS = " ".join(
    sorted("+".join(each.keys) for each in COMMANDS if each.action and each.keys[:1] in (("Ctrl",), ("F8",), ("F9",)))
)
"""What the page takes wherever the cursor is, for its script."""


def pressed(keys: tuple[str, ...], owner: Owner, state: AppState) -> Command | None:
    """What these keys mean there and now: the first of the table that holds; None where they mean nothing."""
    fits = (each for each in COMMANDS if each.action and each.keys == keys and each.owner in ("", owner))
    return next((each for each in fits if each.when(state)), None)
