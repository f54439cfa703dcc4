"""The command convert: a book, card or preset in another format, with a report of what that format cannot hold."""

from dataclasses import dataclass, replace
from pathlib import Path

from loreglass.app.strings.import_notes import NOTES
from loreglass.domain.errors import BadInput
from loreglass.domain.ids import CharacterId
from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.formats.detect import READABLE, read_file
from loreglass.formats.encode.card_book import unframed
from loreglass.formats.encode.export import BOOKS, CARDS, WRITABLE, export_book, export_card, export_preset
from loreglass.formats.encode.form import original
from loreglass.formats.imported import Imported
from loreglass.formats.report import Report
from loreglass.headless.inspect import warnings_of
from loreglass.headless.report import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """The file, and the report as one JSON object a line."""

    data: bytes
    report: tuple[Json, ...]


def list_formats() -> Json:
    """Every format by name, and whether it can be read and written."""
    names = dict.fromkeys((*READABLE, *WRITABLE))
    return {"formats": [{"name": name, "read": name in READABLE, "write": name in WRITABLE} for name in names]}


def convert(data: bytes, source: str, *, to: str, out: str = "") -> Converted:
    """The file in the format `to`; the ending of `out` chooses between JSON and PNG for a card.

    Raises BadInput where the file cannot be read, or where the format cannot be written so.
    """
    if to not in WRITABLE:
        raise BadInput(f"this format cannot be written; one of {', '.join(WRITABLE)} was expected", source=to or "--to")
    as_png = Path(out).suffix.lower() == ".png"
    if as_png and to not in ("card_v2", "card_v3"):
        raise BadInput(f"a PNG holds card_v2 or card_v3, not {to}", source=out)
    if to == "charx" and not out:
        raise BadInput("an archive is no text; name the file with --out FILE", source=to)
    imported = read_file(source, data, presets=True)
    if imported.kind == "preset" and imported.preset:
        made = export_preset(imported.preset, to)
        return Converted(data=made.data, report=(*_lines(made.report), *warnings_of(imported)))
    book = _book(imported, to)
    if to in CARDS:
        character = imported.character or Character(id=CharacterId(""), name=imported.name)
        made = export_card(character, book, to, picture=imported.picture, as_png=as_png)
    elif book is None:
        raise BadInput(f"this card has no book; one of {', '.join(CARDS)} was expected", source=source)
    else:
        made = export_book(book, to)
    return Converted(data=made.data, report=(*_lines(made.report), *warnings_of(imported)))


def _book(imported: Imported, to: str) -> Book | None:
    """The book of the file; a name that only the file's name gave is left to the file's name again."""
    if not imported.books:
        return None
    book = imported.books[0]
    same = book.origin in (BOOKS[to].origins if to in BOOKS else BOOKS["v2_book"].origins)
    return replace(book, name="") if same and book.raw and "name" not in original(unframed(book)[1].raw) else book


def _lines(report: Report) -> tuple[Json, ...]:
    return tuple(
        {
            "group": row.group,
            "field": row.file_field,
            "here": row.here,
            "values": row.values,
            "example": row.example,
            "what": NOTES[row.note],
        }
        for row in report.rows
    )
