"""The entries of any book: bad ones are listed and left out, the rest get their ids."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Entry
from loreglass.formats.reader import Reader, kind_of
from loreglass.formats.tally import Tally

ENTRIES_LIMIT: Final = 100_000

Item = tuple[str, object]
ReadEntry = Callable[[Reader, EntryId], Entry]


def read_entries(items: Sequence[Item], *, id_field: str, read_entry: ReadEntry, tally: Tally) -> tuple[Entry, ...]:
    """The readable entries in file order; each item is its label in the file and its value.

    Raises BadInput where there are entries but not one that can be read.
    """
    entries: list[Entry] = []
    problem: BadInput | None = None
    ids = _ids(items, id_field, tally)
    for (label, value), entry_id in zip(items, ids, strict=True):
        where = f"entry {label[:80]}"
        try:
            if not isinstance(value, dict):
                raise BadInput(f"an entry must be an object, but this is {kind_of(value)}", place=where)
            entries.append(read_entry(Reader(value, tally, where=where), entry_id))
        except BadInput as error:
            problem = problem or error
            tally.warn(where, "bad_entry", error.problem)
    if problem and not entries:
        raise problem
    return tuple(entries)


def in_list_order(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The entries of a format where only the list tells: the first stands at the top and gives way last."""
    return tuple(replace(entry, weight=place, priority=-place) for place, entry in enumerate(entries))


def listed(value: object, tally: Tally) -> list[Item]:
    """The entries of a format that lists them; an object in place of the list is read, and reported.

    Raises BadInput where it is neither, or too long.
    """
    if isinstance(value, dict):
        tally.count("repaired", "entries", "kept", note="entries_reshaped")
        return labelled(value)
    if isinstance(value, list):
        _check_number(len(value))
        return [(str(position), item) for position, item in enumerate(value)]
    if value is None:
        return []
    raise BadInput(f"a list of entries was expected, but this is {kind_of(value)}", place="entries")


def labelled(value: dict[str, object]) -> list[Item]:
    """The entries of a format that keeps them in an object; BadInput where there are too many."""
    _check_number(len(value))
    return list(value.items())


def _check_number(entries: int) -> None:
    if entries > ENTRIES_LIMIT:
        raise BadInput(f"it has {entries:,} entries; at most {ENTRIES_LIMIT:,} can be read")


def _ids(items: Sequence[Item], id_field: str, tally: Tally) -> list[EntryId]:
    """Each entry's own id, else its position; an id that is taken gets a number behind it."""
    own = [_own_id(value, id_field) for _, value in items]
    taken = set(own)
    used: set[str] = set()
    ids: list[EntryId] = []
    repeats: dict[str, int] = {}
    for position, wanted in enumerate(own):
        if wanted and wanted in used:
            tally.count("repaired", id_field, "id", example=wanted, note="duplicate_id")
        found = wanted or str(position)
        if found in used or (not wanted and found in taken):
            stem, number = found, repeats.get(found, 1) + 1
            while (found := f"{stem}-{number}") in used or found in taken:
                number += 1
            repeats[stem] = number
        used.add(found)
        ids.append(EntryId(found))
    return ids


def _own_id(value: object, id_field: str) -> str:
    own = value.get(id_field) if isinstance(value, dict) else None
    if isinstance(own, float) and own.is_integer():
        own = int(own)
    if isinstance(own, bool) or not isinstance(own, str | int):
        return ""
    if isinstance(own, int):
        return str(own) if own.bit_length() <= 256 else ""
    return own if own.strip() and len(own) <= 200 and own.isprintable() else ""
