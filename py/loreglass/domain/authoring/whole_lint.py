"""What only the whole book tells: ids given twice, groups with one member."""

import json
from collections import Counter
from collections.abc import Iterator

from loreglass.domain.authoring.finding import Finding
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry

_ID_FIELDS = ("uid", "id")


def id_findings(book: Book) -> Iterator[Finding]:
    """Entries whose id in their file another entry has too; an import gave them a new one."""
    first: dict[str, EntryId] = {}
    for entry in book.entries:
        own = _own_id(entry)
        if own in first:
            yield Finding(code="duplicate_id", entry_id=entry.id, field="id", what=own, other_id=first[own])
        first.setdefault(own, entry.id)


def _own_id(entry: Entry) -> str:
    """The id as the file has it, else the entry's own."""
    raw: object = json.loads(entry.raw) if entry.raw.startswith("{") else None
    for name in _ID_FIELDS if isinstance(raw, dict) else ():
        own: object = raw[name] if isinstance(raw, dict) and name in raw else None
        if isinstance(own, str | int) and not isinstance(own, bool):
            return str(own)
    return entry.id


def group_findings(book: Book) -> Iterator[Finding]:
    """Groups with one member that is on: there is nobody to choose from."""
    on = [entry for entry in book.entries if entry.enabled]
    sizes = Counter(group for entry in on for group in set(entry.groups))
    for entry in on:
        for place, group in enumerate(entry.groups):
            if sizes[group] == 1:
                yield Finding(code="lonely_group", entry_id=entry.id, field="groups", place=place, what=group)
