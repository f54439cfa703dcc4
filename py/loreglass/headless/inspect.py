"""The command inspect: what a file is, and what an import would do. Shape: headless.md."""

from loreglass.app.strings.import_notes import NOTES, WARNINGS
from loreglass.formats.detect import read_file
from loreglass.formats.imported import Imported
from loreglass.formats.report import ReportRow, Warning
from loreglass.headless.report import Json


def inspect(data: bytes, source: str) -> Json:
    """Kind, format, name, numbers and warnings of a file; raises BadInput where it cannot be read."""
    imported = read_file(source, data, chats=True, presets=True, backups=True)
    entries, messages = _numbers(imported)
    return {
        "kind": imported.kind,
        "format": imported.format,
        "name": imported.name,
        "entries": entries,
        "messages": messages,
        "warnings": warnings_of(imported),
    }


def _numbers(imported: Imported) -> tuple[int, int]:
    """How many entries and messages are in it."""
    if imported.backup:
        return len(imported.backup.records("entries")), len(imported.backup.records("messages"))
    entries = sum(len(book.entries) for book in imported.books)
    return entries, len(imported.chat.messages) if imported.chat else 0


def warnings_of(imported: Imported) -> list[Json]:
    """What was skipped, what was put right, and what does nothing here, each as a place and a sentence."""
    rows = [row for row in imported.report.rows if row.group in ("cannot", "repaired")]
    return [*map(_warning, imported.report.warnings), *map(_row, rows)]


def _warning(warning: Warning) -> Json:
    detail = f": {warning.detail}" if warning.detail else ""
    return {"where": warning.where, "what": WARNINGS[warning.code] + detail}


def _row(row: ReportRow) -> Json:
    times = f" ({row.values} values)" if row.values > 1 else ""
    return {"where": row.file_field, "what": (NOTES[row.note] or "put right") + times}
