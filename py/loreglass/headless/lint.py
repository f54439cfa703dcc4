"""The command lint: what is wrong or wasteful in a book. Shape: headless.md."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast, get_args

from loreglass.app.strings.lint_help import lint_help
from loreglass.domain.asks import Encoding
from loreglass.domain.authoring.finding import Finding, LintReport
from loreglass.domain.authoring.lint import lint as lint_book
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book
from loreglass.domain.story.scene import Settings
from loreglass.formats.detect import read_file
from loreglass.headless.answers import Answers
from loreglass.headless.report import Json

COUNTERS: tuple[Encoding, ...] = get_args(Encoding)


def lint(data: bytes, source: str, answers: Answers, *, encoding: Encoding = "words") -> Json:
    """Findings, totals and the tokens of each entry, of every book in the file; BadInput where there is none."""
    imported = read_file(source, data)
    books = imported.books
    has_repeats = any(row.note == "duplicate_id" for row in imported.report.rows)
    if not books:
        raise BadInput("a book was expected, or a card, story or save with one; there is none in it", source=source)
    findings: list[Json] = []
    entries: list[Json] = []
    for number, read in enumerate(books):
        book = replace(read, id=read.id or BookId(f"book {number}"))
        report = answers.run(lint_book(book, Settings(encoding=encoding, exact=True)), regex_ms=math.inf)
        repeats = _repeated_ids(book) if has_repeats else ()
        names = {entry.id: entry.name or entry.id for entry in book.entries}
        findings += (_finding(one, book.name, names) for one in dict.fromkeys((*repeats, *report.findings)))
        entries += _tokens(report, book)
    totals = {"entries": len(entries), "tokens": sum(cast(int, entry["tokens"]) for entry in entries)}
    return {"findings": findings, "totals": totals, "entries": entries}


def _repeated_ids(book: Book) -> Iterator[Finding]:
    """Entries that got a number behind their id on import and have no original to tell of it."""
    ids = {entry.id for entry in book.entries}
    for entry in book.entries:
        stem, _, number = entry.id.rpartition("-")
        if not entry.raw and number.isdecimal() and EntryId(stem) in ids:
            yield Finding(code="duplicate_id", entry_id=entry.id, field="id", what=stem, other_id=EntryId(stem))


def _finding(finding: Finding, book_name: str, names: Mapping[EntryId, str]) -> Json:
    other = names[finding.other_id] if finding.other_id is not None else ""
    return {
        "code": finding.code,
        "entry": names[finding.entry_id],
        "id": finding.entry_id,
        "book": book_name,
        "where": _where(finding),
        "help": lint_help(finding, other),
    }


def _where(finding: Finding) -> str:
    if finding.place is None:
        return finding.field
    return f"text, character {finding.place + 1}" if finding.field == "text" else f"{finding.field}[{finding.place}]"


def _tokens(report: LintReport, book: Book) -> list[Json]:
    names = {entry.id: entry.name for entry in book.entries}
    return [
        {"book": book.name, "entry": names[entry_id], "id": entry_id, "tokens": tokens}
        for entry_id, tokens in report.tokens
    ]
