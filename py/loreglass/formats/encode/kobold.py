"""KoboldAI Lite saves and lists: keys are comma text, the order of the list is the order of the weights."""

from typing import Final

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.encode.form import Fields, Form, original, reading, written
from loreglass.formats.encode.losses import count_list_losses, count_losses
from loreglass.formats.encode.spelling import literal
from loreglass.formats.kobold import LITE, SAVE, read_kobold_entry
from loreglass.formats.tally import Tally

_BLANK: Final[Fields] = {
    "gamestarted": True,
    "prompt": "",
    "memory": "",
    "authorsnote": "",
    "anotetemplate": "",
    "actions": [],
    "actions_metadata": {},
    "wifolders_d": {},
    "wifolders_l": [],
    "extrastopseq": "",
    "anotestr": 320,
}


def _second(entry: Entry) -> Fields:
    """The second keys: those that exclude have a list of their own."""
    keys = ",".join(map(literal, entry.secondary))
    if entry.logic == "not_any":
        return {"keyanti": keys, "keysecondary": "", "selective": False}
    return {"keyanti": "", "keysecondary": keys, "selective": bool(keys)}


ENTRY: Final[Form[Entry]] = Form(
    origins=frozenset({LITE}),
    blank={
        "key": "",
        "keysecondary": "",
        "keyanti": "",
        "content": "",
        "comment": "",
        "folder": None,
        "selective": False,
        "constant": False,
        "probability": 100,
        "wigroup": "",
        "widisabled": False,
    },
    read=lambda reader: read_kobold_entry(reader, EntryId("")),
    write={
        "name": lambda entry: {"comment": entry.name},
        "text": lambda entry: {"content": entry.text},
        "keywords": lambda entry: {"key": ",".join(map(literal, entry.keywords))},
        "secondary": _second,
        "logic": _second,
        "constant": lambda entry: {"constant": entry.constant},
        "enabled": lambda entry: {"widisabled": not entry.enabled},
        "probability": lambda entry: {"probability": entry.probability},
        "tags": lambda entry: {"wigroup": entry.tags[0] if entry.tags else ""},
    },
)


def encode_kobold_lite(book: Book, tally: Tally) -> Fields | list[Fields]:
    """The book as the save or the list it came from, else as a save without a story; losses are counted."""
    ordered = sorted(book.entries, key=lambda entry: entry.weight)
    entries = [written(entry, ENTRY) for entry in ordered]
    count_list_losses(ordered, [reading(entry, ENTRY) for entry in entries], tally)
    count_losses(book, Book(id=BookId(""), name=book.name), tally)
    if book.origin == LITE and not book.raw:
        return entries
    top = original(book.raw) if book.origin in (LITE, SAVE) else {}
    # A save of KoboldAI itself gets the fields by which Lite knows its own.
    return {**(top if book.origin == LITE else {**_BLANK, **top}), "worldinfo": entries}
