"""KoboldAI saves and KoboldAI Lite exports: `worldinfo` lists `{key, content}`; Lite also writes that list alone.

Keys are comma text. `keyanti` excludes: alone it is the secondary list with "none of these"; beside second keys that
count, all three become one rule.
"""

from dataclasses import replace
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, Logic
from loreglass.formats.addresses import without_addresses
from loreglass.formats.entries import in_list_order, listed, read_entries
from loreglass.formats.imported import Imported, Kind
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import escape_wildcards
from loreglass.formats.kobold_settings import read_kobold_settings
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Silent, Tally

SAVE: Final = "koboldai_save"
LITE: Final = "kobold_lite"
_SAVE_MARKS: Final = ("worldinfo", "gamesettings", "savedsettings")
_LITE_MARKS: Final = ("savedsettings", "savedaestheticsettings", "anotestr", "extrastopseq", "documentdb_data")
_LITE_ENTRY_MARKS: Final = ("wigroup", "widisabled", "keyanti")
_STORY: Final = ("prompt", "memory", "authorsnote", "actions")


def is_kobold_save(value: dict[str, object]) -> bool:
    """True for a whole save or export of either."""
    return any(field in value for field in _SAVE_MARKS)


def is_kobold_list(value: list[object]) -> bool:
    """True for the list of world info alone."""
    return any(isinstance(item, dict) and "key" in item and "content" in item for item in value)


def read_kobold_save(value: dict[str, object], tally: Tally) -> Imported:
    """The save's world info as a book; the story is kept with it, and its settings come as a preset."""
    lore = value.get("worldinfo")
    form = LITE if any(field in value for field in _LITE_MARKS) or _is_lite(lore) else SAVE
    raw = {field: item for field, item in value.items() if field != "worldinfo"}
    reader = Reader(value, tally)
    reader.take("worldinfo")
    settings = value.get("savedsettings")
    preset = None
    if isinstance(settings, dict):
        raw["savedsettings"] = without_addresses(settings, Silent())
        if preset := read_kobold_settings(settings, tally, origin=LITE):
            reader.take("savedsettings")
    for field in _STORY:
        reader.kept(field, "story_not_used")
    reader.keep_rest()
    kind: Kind = "story" if any(value.get(field) for field in _STORY) else "book"
    return replace(_imported(lore, form, kind, raw_text(raw), tally), preset=preset)


def read_kobold_list(value: list[object], tally: Tally) -> Imported:
    """The world info as a book; its `raw` is empty, for nothing stands beside the entries."""
    return _imported(value, LITE, "book", "", tally)


def _imported(lore: object, form: str, kind: Kind, raw: str, tally: Tally) -> Imported:
    entries = read_entries(listed(lore, tally), id_field="uid", read_entry=read_kobold_entry, tally=tally)
    book = Book(id=BookId(""), name="", entries=in_list_order(entries), origin=form, raw=raw)
    return Imported(kind=kind, format=form, name="", books=(book,))


def _is_lite(lore: object) -> bool:
    items = lore if isinstance(lore, list) else []
    return any(isinstance(item, dict) and any(mark in item for mark in _LITE_ENTRY_MARKS) for item in items)


def read_kobold_entry(reader: Reader, entry_id: EntryId) -> Entry:
    """One entry; its group is a tag."""
    if not reader.fields:
        raise BadInput("the entry is empty", place=reader.where)
    keywords, secondary, logic, rule = _matching(reader)
    group = reader.text("wigroup", "tags").strip()
    folder = reader.take("folder")
    if folder is not None:
        reader.kept("folder", "unknown_field")
    entry = Entry(
        id=entry_id,
        name=reader.text("comment", "name"),
        text=reader.body("content", "text"),
        keywords=keywords,
        secondary=secondary,
        logic=logic,
        rule=rule,
        constant=reader.flag("constant", "constant"),
        enabled=not reader.flag("widisabled", "enabled", note="sense_turned"),
        probability=reader.number("probability", "probability", 100, low=0, high=100),
        tags=(group,) if group else (),
        origin=LITE,
        raw=raw_text(reader.fields),
    )
    if reader.take("uid") is not None:
        reader.mapped("uid", "id", entry_id)
    for field in ("num", "init"):
        reader.take(field)
    reader.keep_rest()
    return entry


def _matching(reader: Reader) -> tuple[tuple[str, ...], tuple[str, ...], Logic, str]:
    """Keywords, secondary keywords, logic and rule."""
    keys = _keys(reader, "key")
    second: tuple[str, ...] = ()
    if reader.flag("selective", "logic"):
        second = _keys(reader, "keysecondary", secondary=True)
    else:
        reader.kept("keysecondary", "selective_off")
    against = _keys(reader, "keyanti", secondary=True)
    if second and against and keys:
        return (), (), "and_any", f"({_any(keys)}) and ({_any(second)}) and not ({_any(against)})"
    return (keys, against, "not_any", "") if against else (keys, second, "and_any", "")


def _keys(reader: Reader, field: str, *, secondary: bool = False) -> tuple[str, ...]:
    return tuple(map(escape_wildcards, reader.split_texts(field, "secondary" if secondary else "keywords")))


def _any(keys: tuple[str, ...]) -> str:
    return " or ".join('"' + key.replace("\\", "\\\\").replace('"', '\\"') + '"' for key in keys)
