"""An import preview as sentences and rows: what a file is, what fits, what is lost. Pure."""

from dataclasses import dataclass, replace

from loreglass.app.import_choices import Clash, Fate, entries_in, store_of, taken_names
from loreglass.app.state import BookRow, Importing, ImportItem
from loreglass.app.strings import capital, counted, in_words, isolated, number, size
from loreglass.app.strings.import_notes import GROUPS, format_name, values_sentence
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
    if imported.chat is not None:
        variants = sum(len(one.variants) > 1 for one in imported.chat.messages)
        pieces.append(counted(len(imported.chat.messages), "message"))
        if variants:
            pieces.append(f"{number(variants)} with variants")
        if imported.tree is not None and (branches := len(imported.tree.chat.branches)) > 1:
            pieces.append(counted(branches, "branch", "branches"))
    if imported.kind == "card" and imported.character is not None:
        greetings = len(imported.character.greetings)
        pieces.append(counted(greetings, "greeting") if greetings else "no greeting")
        if not imported.books:
            pieces.append("no book inside")
    if imported.preset is not None:
        pieces.append("a preset" if imported.kind != "preset" else counted(len(imported.preset.sections), "part"))
    if imported.books:
        entries = len(entries_in(imported))
        books = "" if len(imported.books) == 1 else f" in {counted(len(imported.books), 'book')}"
        pieces.append(f"{counted(entries, 'entry', 'entries')}{books}")
    return tuple(pieces)


def values_in(report: Report, group: Group) -> int:
    """How many values a group of the report counts."""
    return sum(row.values for row in report.rows if row.group == group)


def lede(imported: Imported) -> str:
    """What the import comes to, in one or two sentences; what is lost first."""
    cannot = values_in(imported.report, "cannot")
    thing = "the card" if imported.character is not None else f"the {noun(imported)}"
    if cannot:
        values = "value" if cannot == 1 else "values"
        return f"Most of it fits. {capital(in_words(cannot))} {values} would change what {thing} does."
    repaired = values_in(imported.report, "repaired")
    if repaired:
        values = "value was" if repaired == 1 else "values were"
        return f"All of it fits. {capital(in_words(repaired))} {values} repaired on the way in."
    return "What can be read of it fits." if imported.report.warnings else "All of it fits."


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
    if imported.character is not None:
        book = " Its book comes with it and belongs to it." if imported.books else ""
        return f"A new character in Cast.{book}"
    if imported.kind == "preset":
        return "A new preset. No chat plays by it until you choose it."
    if is_chat(imported):
        return "A new chat. The chats that are here stay as they are."
    chat = " It is attached to the open chat." if attach_to_chat else ""
    return f"A new book.{chat}"


def is_chat(imported: Imported) -> bool:
    """True for a file that becomes a chat."""
    return store_of(imported) == "chats"


def noun(imported: Imported) -> str:
    """What a file becomes."""
    kinds = {"characters": "character", "chats": "chat", "books": "book", "presets": "preset"}
    return kinds[store_of(imported)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One choice of where a file goes."""

    fate: Fate
    label: str
    note: str


def ways(item: ImportItem, books: tuple[BookRow, ...], attach_to_chat: bool) -> tuple[Way, ...]:
    """Where a file may go; () where there is nothing to choose."""
    imported = item.imported
    if imported is None:
        return ()
    choices, what = item.choices, noun(imported)
    said = destination(item, attach_to_chat)
    out = [Way(fate="copy", label=f"A new {what}", note=said.split(".", 1)[1].strip() or f"Named {item.name}")]
    if choices.earlier:
        first = choices.earlier[0]
        out[0] = replace(out[0], label="A copy beside it", note=f"Named {item.name}")
        if what != "chat" and len(imported.books) <= 1:
            note = "Chats that use it go on with what comes in. Undo brings the old one back."
            out.append(Way(fate="replace", label=f"In place of {isolated(first.name)}", note=note))
        out.append(Way(fate="skip", label="Skip it", note="What is here stays as it is."))
    if what == "book" and books:
        out.append(Way(fate="into", label="Into a book that is here", note="Its entries join those of the book."))
    return tuple(out) if len(out) > 1 else ()


def came_before(item: ImportItem) -> str:
    """What is here already, in one sentence; "" where nothing is."""
    if not item.choices.earlier or item.imported is None:
        return ""
    first = item.choices.earlier[0]
    if first.same_file:
        return f"This very file came before; it is {isolated(first.name)} now."
    return f"A {noun(item.imported)} of this name is here: {isolated(first.name)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenName:
    """An entry of the file whose name the book has too, and what becomes of it."""

    place: int
    name: str
    clash: Clash


def names_taken(item: ImportItem) -> tuple[TakenName, ...]:
    """The entries to choose for, where the file goes into a book."""
    if item.imported is None or item.choices.fate != "into":
        return ()
    entries, chosen = entries_in(item.imported), dict(item.choices.clashes)
    return tuple(
        TakenName(place=at, name=entries[at].name, clash=chosen.get(at, "both"))
        for at in taken_names(entries, item.choices.target)
    )
