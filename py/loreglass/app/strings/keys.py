"""The keyboard, as Help shows it. The page takes them in `static/js/keys.js`, and
`shell/events.py` says what they do. Pure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One shortcut: where it works, the keys, what it does."""

    where: str
    keys: tuple[str, ...]
    does: str


KEYS: tuple[Key, ...] = (
    Key(where="Writing a message", keys=("Enter",), does="Sends it"),
    Key(where="Writing a message", keys=("Shift", "Enter"), does="Breaks the line"),
    Key(where="Writing a message", keys=("↑",), does="In an empty box: edits the last message"),
    Key(where="Writing a message", keys=("Ctrl", "Enter"), does="Regenerates the last reply"),
    Key(where="A reply is coming", keys=("Esc",), does="Stops it; what has come is kept"),
    Key(where="On a message", keys=("←", "→"), does="Shows the previous or next variant"),
    Key(where="Editing a message", keys=("Esc",), does="Gives up the edit"),
    Key(where="Tabs", keys=("←", "→"), does="Moves along them"),
    Key(where="Dialogs and sheets", keys=("Esc",), does="Closes them"),
    Key(where="Anywhere but in a text", keys=("?",), does="Opens this page"),
)
