"""RisuAI lorebooks: keys are comma text, one pattern may stand alone, one order stands for priority and weight."""

from collections.abc import Iterable, Sequence
from typing import Final

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.encode.form import Fields, Form, decorated, original, reading
from loreglass.formats.encode.losses import count_entry_losses, count_losses
from loreglass.formats.encode.sillytavern import orders_by_weight
from loreglass.formats.encode.spelling import as_pattern, literal
from loreglass.formats.keywords import is_pattern
from loreglass.formats.risu import FORMAT, ORDER, Folders, folder_names, read_risu_entry
from loreglass.formats.tally import Tally

_BLANK: Final[Fields] = {
    "key": "",
    "secondkey": "",
    "insertorder": ORDER,
    "comment": "",
    "content": "",
    "mode": "normal",
    "alwaysActive": False,
    "selective": False,
    "useRegex": False,
    "bookVersion": 2,
}


def encode_risu_book(book: Book, tally: Tally) -> Fields:
    """The book as RisuAI's JSON, each folder in its place; what it cannot hold is counted."""
    top = original(book.raw) if book.origin == FORMAT else {}
    top = top or {"type": "risu", "ver": 1}
    rows = top.get("data")
    form = _form(folder_names(rows), by_weight=orders_by_weight(book.entries))
    entries = [decorated(entry, form, "content") for entry in book.entries]
    patterns = all(len(entry.keywords) == 1 for entry in book.entries if any(map(is_pattern, entry.keywords)))
    count_entry_losses(book.entries, [reading(entry, form) for entry in entries], tally, patterns=patterns)
    count_losses(book, Book(id=BookId(""), name=book.name), tally)
    ids = [entry.id for entry in book.entries]
    return {**top, "data": _with_folders(rows if isinstance(rows, list) else [], ids, entries)}


def _with_folders(rows: Iterable[object], ids: Sequence[EntryId], entries: Sequence[Fields]) -> list[object]:
    """The entries, each folder behind the entry that it stood behind; `rows` are folders, and the ids of entries.

    Where that entry is gone, the one before it counts; where there is none, the folder stands first.
    """
    placed: list[object] = []
    behind: dict[str, list[object]] = {entry_id: [] for entry_id in ids}
    here = placed
    for row in rows:
        if isinstance(row, dict):
            here.append(row)
        elif isinstance(row, str):
            here = behind.get(row, here)
    for entry_id, fields in zip(ids, entries, strict=True):
        placed += [fields, *behind.pop(entry_id, ())]
    return placed


def _form(folders: Folders, *, by_weight: bool) -> Form[Entry]:
    def order(entry: Entry) -> Fields:
        return {"insertorder": entry.weight if by_weight else entry.priority}

    return Form(
        origins=frozenset({FORMAT}),
        blank=_BLANK,
        read=lambda reader: read_risu_entry(reader, EntryId(""), folders),
        write={
            "name": lambda entry: {"comment": entry.name},
            "text": lambda entry: {"content": entry.text},
            "keywords": _keys,
            "secondary": lambda entry: {
                "secondkey": ", ".join(map(literal, entry.secondary)),
                "selective": bool(entry.secondary),
            },
            "priority": order,
            "weight": order,
            "constant": lambda entry: {"alwaysActive": entry.constant, "mode": "normal"},
            "probability": lambda entry: {"activationPercent": entry.probability},
            "case_sensitive": lambda entry: {"extentions": {"risu_case_sensitive": entry.case_sensitive}},
        },
    )


def _keys(entry: Entry) -> Fields:
    if len(entry.keywords) == 1:
        key = as_pattern(entry.keywords[0], case_sensitive=bool(entry.case_sensitive))
        return {"key": key, "useRegex": is_pattern(key)}
    return {"key": ", ".join(map(literal, entry.keywords)), "useRegex": False}
