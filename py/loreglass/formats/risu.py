"""RisuAI lorebooks: `type` is risu, `data` lists the lore.

Keys are comma text. The order is weight and priority, unless the text says `@@priority`. A folder is no entry: its
name becomes a tag of what lies in it.
"""

import re
from collections.abc import Mapping
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.decorators import with_decorators
from loreglass.formats.entries import listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import escape_wildcards, is_pattern
from loreglass.formats.reader import Reader
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally

FORMAT: Final = "risu"
ORDER: Final = 100
FOLDER: Final = "folder"
_PRIORITY: Final = re.compile(r"(?:@@@?[^\n]*\n)*?@@@?priority[ \t]+(-?\d{1,9})[ \t\r]*(?:\n|\Z)")
_MODES: Final = (None, "", "normal", "constant")

Folders = Mapping[str, str]


def is_risu_book(value: dict[str, object]) -> bool:
    """True where the file says so and lists its lore."""
    return value.get("type") == "risu" and isinstance(value.get("data"), list)


def read_risu_book(value: dict[str, object], tally: Tally) -> Imported:
    """The book; entries that cannot be read are listed in `tally`."""
    reader = Reader(value, tally)
    reader.take("type")
    reader.take("ver")
    items = listed(reader.take("data"), tally)
    folders = {label: item for label, item in items if is_folder(item)}
    names = folder_names(list(folders.values()))

    ids: dict[str, EntryId] = {}

    def read_entry(entry: Reader, entry_id: EntryId) -> Entry:
        ids[entry.where] = entry_id
        return read_risu_entry(entry, entry_id, names)

    entries = read_entries(
        [(label, item) for label, item in items if label not in folders],
        id_field="id",
        read_entry=read_entry,
        tally=tally,
    )
    raw = {field: item for field, item in value.items() if field != "data"}
    if folders:
        # Entries keep their own originals; their ids tell between which of them a folder stood.
        raw["data"] = [folders.get(label, ids.get(f"entry {label}")) for label, _ in items]
    book = Book(id=BookId(""), name="", entries=entries, origin=FORMAT, raw=raw_text(raw))
    reader.keep_rest()
    return Imported(kind="book", format=FORMAT, name="", books=(book,))


def is_folder(item: object) -> bool:
    """True for a line of the list that only holds others."""
    return isinstance(item, dict) and item.get("mode") == FOLDER


def folder_names(folders: object) -> dict[str, str]:
    """The names of folders by the key with which entries call them."""
    found: dict[str, str] = {}
    for folder in folders if isinstance(folders, list) else ():
        if isinstance(folder, dict) and isinstance(folder.get("key"), str):
            name = folder.get("comment")
            found[folder["key"]] = mended(name).strip() if isinstance(name, str) else ""
    return found


def read_risu_entry(reader: Reader, entry_id: EntryId, folders: Folders) -> Entry:
    """One entry; `mode` constant and `alwaysActive` both mean always."""
    if not reader.fields:
        raise BadInput("the entry is empty", place=reader.where)
    text = reader.body("content", "text")
    order = reader.number("insertorder", "priority_weight", ORDER)
    found = _PRIORITY.match(text)
    mode = reader.take("mode")
    if mode not in _MODES:
        reader.tally.count("cannot", "mode", "nothing", example=mode, note="mode_not_known")
    extensions = reader.child("extentions")
    folder = reader.take("folder")
    tag = folders.get(folder, "") if isinstance(folder, str) else ""
    if tag:
        reader.mapped("folder", "tags", tag)
    entry = Entry(
        id=entry_id,
        name=reader.text("comment", "name"),
        text=text,
        keywords=_keywords(reader),
        secondary=_secondary(reader),
        constant=reader.flag("alwaysActive", "constant") or mode == "constant",
        priority=int(found[1]) if found else order,
        weight=order,
        case_sensitive=extensions.flag_or_none("risu_case_sensitive", "case_sensitive"),
        probability=reader.number("activationPercent", "probability", 100, low=0, high=100),
        tags=(tag,) if tag else (),
        origin=FORMAT,
        raw=raw_text(reader.fields),
    )
    if reader.take("id") is not None:
        reader.mapped("id", "id", entry_id)
    for field in ("loreCache", "bookVersion"):
        reader.take(field)
    extensions.keep_rest()
    reader.keep_rest()
    return with_decorators(entry, reader)


def _keywords(reader: Reader) -> tuple[str, ...]:
    """The keys; with `useRegex` the whole text is one pattern, whatever commas it has."""
    if not reader.flag("useRegex", "keywords"):
        return tuple(map(escape_wildcards, reader.split_texts("key", "keywords")))
    key = reader.text("key", "keywords").strip()
    if key and not is_pattern(key):
        reader.tally.warn(reader.where, "pattern_read_as_text", key)
        key = escape_wildcards(key)
    return (key,) if key else ()


def _secondary(reader: Reader) -> tuple[str, ...]:
    """The second keys, where the entry says that they count."""
    if not reader.flag("selective", "logic"):
        reader.kept("secondkey", "selective_off")
        return ()
    return tuple(map(escape_wildcards, reader.split_texts("secondkey", "secondary")))
