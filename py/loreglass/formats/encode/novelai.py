"""NovelAI lorebooks, version 5: priority is the insertion order, a weight below zero the insertion position."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from uuid import NAMESPACE_URL, uuid5

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, Recursion, Trim
from loreglass.formats.encode.form import Fields, Form, original, reading, written
from loreglass.formats.encode.losses import count_entry_losses, count_losses
from loreglass.formats.encode.sillytavern import spelt
from loreglass.formats.novelai import (
    FORMAT,
    POSITION,
    PRIORITY,
    TOP,
    TRIMS,
    Categories,
    read_categories,
    read_novelai_entry,
)
from loreglass.formats.novelai_story import SCENARIO, STORY
from loreglass.formats.tally import Tally

_TRIM_NAMES: Final[dict[Trim, str]] = {trim: str(name) for name, trim in TRIMS.items()}
_BLANK: Final[Fields] = {
    "text": "",
    "contextConfig": {
        "prefix": "",
        "suffix": "\n",
        "tokenBudget": 1,
        "reservedTokens": 0,
        "budgetPriority": PRIORITY,
        "trimDirection": "trimBottom",
        "insertionType": "newline",
        "maximumTrimType": "sentence",
        "insertionPosition": POSITION,
    },
    "lastUpdatedAt": 0,
    "displayName": "",
    "keys": [],
    "searchRange": 1000,
    "enabled": True,
    "forceActivation": False,
    "keyRelative": False,
    "nonStoryActivatable": False,
    "category": "",
    "loreBiasGroups": [],
}
_BOOK: Final[Form[Book]] = Form(
    origins=frozenset({FORMAT, SCENARIO, STORY}),
    blank={"lorebookVersion": 5, "settings": {"orderByKeyLocations": False}, "categories": []},
    read=lambda reader: Book(id=BookId(""), name="", recursive=True),
    write={},
)


def encode_novelai_lorebook(book: Book, tally: Tally) -> Fields:
    """The book as a lorebook of its own; what it cannot hold is counted."""
    fields = _lorebook(original(book.raw)) if book.origin in _BOOK.origins else {}
    fields = fields or dict(_BOOK.blank)
    form = _form(read_categories(fields.get("categories")))
    meant = [_as_there(entry, book) for entry in book.entries]
    entries = [written(entry, form) for entry in meant]
    for entry, written_entry in zip(book.entries, entries, strict=True):
        written_entry.setdefault("id", str(uuid5(NAMESPACE_URL, f"loreglass/{book.id}/{entry.id}")))
    count_entry_losses(meant, [reading(entry, form) for entry in entries], tally, patterns=True)
    # Its name is that of the file; without recursion, no entry looks at others.
    count_losses(replace(book, name="", recursive=None), Book(id=book.id, name=""), tally)
    return {**fields, "entries": entries}


def _form(categories: Categories) -> Form[Entry]:
    return Form(
        origins=frozenset({FORMAT}),
        blank=_BLANK,
        read=lambda reader: read_novelai_entry(reader, EntryId(""), categories),
        write={
            "name": lambda entry: {"displayName": entry.name},
            "text": lambda entry: {"text": entry.text},
            "keywords": lambda entry: {"keys": spelt(entry, entry.keywords)},
            "constant": lambda entry: {"forceActivation": entry.constant},
            "enabled": lambda entry: {"enabled": entry.enabled},
            "priority": lambda entry: {"contextConfig": {"budgetPriority": entry.priority}},
            "weight": lambda entry: {"contextConfig": {"insertionPosition": _position(entry.weight)}},
            "recursion": lambda entry: {"nonStoryActivatable": entry.recursion.woken},
            "budget": _budget,
        },
    )


def _as_there(entry: Entry, book: Book) -> Entry:
    """The entry with what its book's switch means there: only an entry itself says whether others wake it."""
    if not book.recursive and entry.recursion == Recursion():
        return replace(entry, recursion=Recursion(woken=False))
    if entry.recursion.woken and "author_note" not in entry.sources:
        return replace(entry, sources=(*entry.sources, "author_note"))
    return entry


def _position(weight: float) -> int:
    if weight <= TOP:
        return int(weight) - TOP
    return int(weight) if weight < 0 else POSITION


def _budget(entry: Entry) -> Mapping[str, object]:
    return {
        "contextConfig": {
            "reservedTokens": entry.budget.reserve,
            "tokenBudget": entry.budget.cap or 1,
            "trimDirection": _TRIM_NAMES[entry.budget.trim],
        }
    }


def _lorebook(whole: Fields) -> Fields:
    """The lorebook in a scenario or story, or the file itself."""
    content = whole.get("content")
    inner = content if isinstance(content, dict) else whole
    found = inner.get("lorebook", inner)
    return found if isinstance(found, dict) else {}
