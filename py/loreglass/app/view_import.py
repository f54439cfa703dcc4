"""An import preview as sentences and rows: what a file is, what fits, what is lost. Pure."""

from dataclasses import dataclass

from loreglass.app.state import Importing, ImportItem
from loreglass.app.strings import capital, counted, in_words, size
from loreglass.app.strings.import_notes import GROUPS, format_name, values_sentence
from loreglass.domain.story.book import Entry
from loreglass.formats.imported import Imported
from loreglass.formats.report import Group, Report, ReportRow

PEEKED_ENTRIES = 5
SHOWN_WARNINGS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One group of the report: its heading, its sentence, its rows."""

    group: Group
    title: str
    sentence: str
    rows: tuple[ReportRow, ...]


def facts(item: ImportItem) -> tuple[str, ...]:
    """What a file is, in short pieces: size, format, entries, greetings."""
    pieces = [size(item.size_bytes)]
    imported = item.imported
    if imported is None:
        return tuple(pieces)
    pieces.append(format_name(imported.format))
    if imported.kind == "card" and imported.character is not None:
        greetings = len(imported.character.greetings)
        pieces.append(counted(greetings, "greeting") if greetings else "no greeting")
        if not imported.books:
            pieces.append("no book inside")
    if imported.books:
        entries = len(entries_of(imported))
        books = "" if len(imported.books) == 1 else f" in {counted(len(imported.books), 'book')}"
        pieces.append(f"{counted(entries, 'entry', 'entries')}{books}")
    return tuple(pieces)


def entries_of(imported: Imported) -> tuple[Entry, ...]:
    """All entries of the file's books."""
    return tuple(entry for book in imported.books for entry in book.entries)


def values_in(report: Report, group: Group) -> int:
    """How many values a group of the report counts."""
    return sum(row.values for row in report.rows if row.group == group)


def lede(imported: Imported) -> str:
    """What the import comes to, in one or two sentences; what is lost first."""
    cannot = values_in(imported.report, "cannot")
    thing = "the book" if imported.kind == "book" else "the card"
    if cannot:
        values = "value" if cannot == 1 else "values"
        return f"Most of it fits. {capital(in_words(cannot))} {values} would change what {thing} does."
    repaired = values_in(imported.report, "repaired")
    if repaired:
        values = "value was" if repaired == 1 else "values were"
        return f"All of it fits. {capital(in_words(repaired))} {values} repaired on the way in."
    return "All of it fits."


def thirds(report: Report) -> tuple[int, int, int]:
    """Values that work, that are kept but unused, and that cannot be represented."""
    works = values_in(report, "mapped") + values_in(report, "repaired")
    return works, values_in(report, "kept"), values_in(report, "cannot")


def parts(report: Report) -> tuple[Part, ...]:
    """The groups of the report that have rows, the losses first."""
    out = []
    for group, title, meaning in GROUPS:
        rows = tuple(row for row in report.rows if row.group == group)
        if rows:
            values = sum(row.values for row in rows)
            out.append(Part(group=group, title=title, sentence=values_sentence(values, meaning), rows=rows))
    return tuple(out)


def readable(importing: Importing) -> tuple[ImportItem, ...]:
    """The files that can be imported."""
    return tuple(item for item in importing.items if item.imported is not None and not item.problem)


def heading(importing: Importing) -> str:
    """The first sentence of the dialog: how far the reading is, or what was found."""
    total, good = len(importing.items), len(readable(importing))
    if importing.reading:
        done = total - importing.reading
        return f"Reading file {min(done + 1, total)} of {total}."
    refused = total - good
    if not good:
        return "That file cannot be read." if total == 1 else "None of these files can be read."
    if total == 1:
        return ""
    lost = f" {capital(in_words(refused))} cannot be read." if refused else ""
    return f"{capital(in_words(good))} of {in_words(total)} files can come in.{lost}"


def destination(item: ImportItem, attach_to_chat: bool) -> str:
    """Where an accepted file goes, in one sentence."""
    imported = item.imported
    if imported is None:
        return ""
    if imported.kind == "card":
        book = " Its book comes with it and belongs to it." if imported.books else ""
        return f"A new character in Cast.{book}"
    chat = " It is attached to the open chat." if attach_to_chat else ""
    return f"A new book.{chat}"
