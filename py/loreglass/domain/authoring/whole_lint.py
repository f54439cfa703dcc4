"""What only the whole book tells: ids and names given twice, groups with one member."""

import json
from collections import Counter
from collections.abc import Iterator

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.authoring.finding import Finding
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book, Entry

_ID_FIELDS = ("uid", "id")
_ENTRIES_A_TICK = 50


def whole_findings(book: Book) -> Asking[list[Finding]]:
    """All of it; entries that are off have an id and a name as well, but compete in no group."""
    findings: list[Finding] = []
    ids: dict[str, EntryId] = {}
    names: dict[str, Entry] = {}
    for count, entry in enumerate(book.entries):
        if count % _ENTRIES_A_TICK == 0:
            yield TICK
        own = _id_in(entry.raw) or entry.id
        first = ids.setdefault(own, entry.id)
        if first != entry.id:
            findings.append(Finding(code="duplicate_id", entry_id=entry.id, field="id", what=own, other_id=first))
        name = entry.name.strip()
        named = names.setdefault(name.casefold(), entry)
        if name and named is not entry:
            findings.append(_duplicate_name(entry, named))
    return [*findings, *_group_findings(book)]


def _duplicate_name(entry: Entry, other: Entry) -> Finding:
    return Finding(
        code="duplicate_name",
        entry_id=entry.id,
        field="name",
        what=entry.name.strip(),
        other=other.name.strip(),
        other_id=other.id,
    )


def _id_in(raw: str) -> str:
    """The id that the file gave the entry, "" for none."""
    fields: object = json.loads(raw) if raw.startswith("{") else None
    for name in _ID_FIELDS if isinstance(fields, dict) else ():
        own: object = fields[name] if isinstance(fields, dict) and name in fields else None
        if isinstance(own, str | int) and not isinstance(own, bool):
            return str(own)
    return ""


def _group_findings(book: Book) -> Iterator[Finding]:
    """Groups with one member that is on: there is nobody to choose from."""
    on = [entry for entry in book.entries if entry.enabled]
    sizes = Counter(group for entry in on for group in set(entry.groups))
    for entry in on:
        for place, group in enumerate(entry.groups):
            if sizes[group] == 1:
                yield Finding(code="lonely_group", entry_id=entry.id, field="groups", place=place, what=group)
