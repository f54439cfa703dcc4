"""NovelAI lorebooks, versions 1 to 6: alone, in a picture, or inside a scenario or story.

Its insertion order is the priority, its insertion position the weight: a position counted from the bottom (negative)
is the weight as it stands, one counted from the top comes before all of these. Categories give their entries what
they leave open. A `keys` item between slashes is a pattern.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, EntryBudget, Recursion, Trim
from loreglass.formats.entries import listed, read_entries
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.keywords import escape_wildcards
from loreglass.formats.reader import Reader
from loreglass.formats.report import Note
from loreglass.formats.surrogates import mended
from loreglass.formats.tally import Tally

FORMAT: Final = "novelai_lorebook"
NEWEST: Final = 6
PRIORITY: Final = 400
POSITION: Final = -1
TOP: Final = -1_000
"""The weight of an entry at the very top."""
TRIMS: Final[dict[object, Trim]] = {"trimBottom": "bottom", "trimTop": "top", "doNotTrim": "none"}
_RANGE_CHARACTERS: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A category: its name, whether it is on, and the fields that its entries take from it."""

    name: str = ""
    enabled: bool = True
    defaults: Mapping[str, object]


Categories = Mapping[str, Category]


def is_novelai_lorebook(value: dict[str, object]) -> bool:
    """True where the file says so."""
    return "lorebookVersion" in value


def read_novelai_lorebook(value: dict[str, object], tally: Tally) -> Imported:
    """The book; entries that cannot be read are listed in `tally`."""
    book = read_lorebook(value, tally)
    return Imported(kind="book", format=FORMAT, name=book.name, books=(book,))


def read_lorebook(value: dict[str, object], tally: Tally) -> Book:
    """The book alone; it has no name of its own."""
    reader = Reader(value, tally)
    version = reader.take("lorebookVersion")
    if isinstance(version, int | float) and version > NEWEST:
        tally.warn("lorebookVersion", "newer_version", version)
    categories = read_categories(reader.take("categories"))
    for label, category in _labelled(categories):
        tally.count("mapped", "categories", "tags", example=label)
        if not category.enabled:
            tally.count("mapped", "categories.enabled", "enabled", example=label)

    def read_entry(entry: Reader, entry_id: EntryId) -> Entry:
        return read_novelai_entry(entry, entry_id, categories)

    book = Book(
        id=BookId(""),
        name="",
        recursive=True,
        entries=read_entries(listed(reader.take("entries"), tally), id_field="id", read_entry=read_entry, tally=tally),
        origin=FORMAT,
        raw=raw_text({field: item for field, item in value.items() if field != "entries"}),
    )
    settings = reader.child("settings")
    settings.useless("orderByKeyLocations", "key_relative")
    settings.keep_rest()
    reader.keep_rest()
    return book


def read_categories(value: object) -> dict[str, Category]:
    """The categories by id."""
    found: dict[str, Category] = {}
    for item in value if isinstance(value, list) else ():
        if isinstance(item, dict) and isinstance(item.get("id"), str):
            uses = item.get("useCategoryDefaults")
            defaults = item.get("categoryDefaults")
            name = item.get("name")
            found[item["id"]] = Category(
                name=mended(name).strip() if isinstance(name, str) else "",
                enabled=item.get("enabled") is not False,
                defaults=defaults if uses and isinstance(defaults, dict) else {},
            )
    return found


def read_novelai_entry(reader: Reader, entry_id: EntryId, categories: Categories) -> Entry:
    """One entry, with what its category gives."""
    own = reader.fields
    reader.take("category")
    label = own.get("category")
    category = categories.get(label if isinstance(label, str) else "", Category(defaults={}))
    full = Reader(_filled(own, category.defaults), reader.tally, where=reader.where)
    full.take("category")
    config = full.child("contextConfig")
    position = config.whole("insertionPosition", "weight", POSITION, low=TOP + 1, high=-TOP)
    cascading = full.flag("nonStoryActivatable", "recursion")
    entry = Entry(
        id=entry_id,
        name=full.text("displayName", "name"),
        text=full.body("text", "text"),
        keywords=tuple(map(escape_wildcards, full.texts("keys", "keywords"))),
        constant=full.flag("forceActivation", "constant"),
        enabled=full.flag("enabled", "enabled", True) and category.enabled,
        priority=config.number("budgetPriority", "priority", PRIORITY),
        weight=position if position < 0 else TOP + position,
        recursion=Recursion(woken=cascading),
        sources=("author_note",) if cascading else (),
        tags=(category.name,) if category.name else (),
        budget=_budget(config),
        origin=FORMAT,
        raw=raw_text(own),
    )
    if full.take("id") is not None:
        full.mapped("id", "id", entry_id)
    _leave(full, config)
    return entry


def _leave(full: Reader, config: Reader) -> None:
    """Report what an entry has that does nothing here; what stands at its usual value is only kept."""
    _unless_usual(full, "searchRange", _RANGE_CHARACTERS, "range_in_characters")
    full.useless("keyRelative", "key_relative")
    if isinstance(full.fields.get("loreBiasGroups"), list) and _biased(full.fields["loreBiasGroups"]):
        full.useless("loreBiasGroups", "no_bias")
    _unless_usual(config, "prefix", "", "no_affix")
    _unless_usual(config, "suffix", "\n", "no_affix")
    _unless_usual(config, "maximumTrimType", "sentence", "trimmed_by_sentence")
    _unless_usual(config, "insertionType", "newline", "place_in_lines")
    config.keep_rest()
    full.keep_rest()


def _budget(config: Reader) -> EntryBudget:
    return EntryBudget(
        reserve=_tokens(config, "reservedTokens") or 0,
        cap=_tokens(config, "tokenBudget"),
        trim=config.choice("trimDirection", "budget", TRIMS, "bottom"),
    )


def _tokens(config: Reader, field: str) -> int | None:
    """A number of tokens; up to 1 it is a share of the context, which is no limit where it is all of it."""
    found = config.number(field, "budget", 1, low=0, high=1_000_000)
    if found > 1:
        return int(found)
    if 0 < found < 1 or (found == 1 and field == "reservedTokens" and config.fields.get(field) is not None):
        config.useless(field, "share_of_context")
    return None


def _unless_usual(reader: Reader, field: str, usual: object, note: Note) -> None:
    if reader.fields.get(field, usual) in (usual, None):
        reader.take(field)
    else:
        reader.useless(field, note)


def _biased(groups: object) -> bool:
    """True where a bias group has phrases."""
    return isinstance(groups, list) and any(isinstance(group, dict) and group.get("phrases") for group in groups)


def _filled(own: Mapping[str, object], defaults: Mapping[str, object]) -> dict[str, object]:
    """The entry's fields, and the defaults where it has none; its configuration is filled field by field."""
    filled = {**defaults, **own}
    mine, theirs = own.get("contextConfig"), defaults.get("contextConfig")
    if isinstance(mine, dict) and isinstance(theirs, dict):
        filled["contextConfig"] = {**theirs, **mine}
    for field in ("id", "text", "displayName", "keys", "lastUpdatedAt"):
        if field not in own:
            filled.pop(field, None)
    return filled


def _labelled(categories: Categories) -> tuple[tuple[str, Category], ...]:
    return tuple((category.name or label, category) for label, category in categories.items())
