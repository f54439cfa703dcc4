"""What can be open over a page: the search in a chat, the list of commands, the trash, an export. Values."""

from dataclasses import dataclass
from typing import Literal

from loreglass.formats.report import Report

ExportKind = Literal["book", "character", "chat", "preset"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """The search in the open chat: what is looked for, and which of the places is shown (from 0)."""

    text: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """The list of commands: what was typed to find one, and which of those found is chosen."""

    text: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashItem:
    """A thing in the trash."""

    store: str
    id: str
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trash:
    """The open trash; `items` are None while it is read. `asking` is whether it is to be emptied for good."""

    items: tuple[TrashItem, ...] | None = None
    asking: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exporting:
    """The dialog Export: what it is for, the format, what the file would lose (None while not known)."""

    kind: ExportKind
    id: str
    name: str
    format: str
    losses: Report | None = None
    size_bytes: int = 0
    problem: str = ""
