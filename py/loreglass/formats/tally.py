"""Counting, while a file is read, what becomes of each of its fields."""

from typing import get_args

from loreglass.formats.report import Group, Here, Note, Report, ReportRow, Warning, WarningCode
from loreglass.formats.surrogates import mended

ROWS_LIMIT = 300
WARNINGS_LIMIT = 200
EXAMPLE_LIMIT = 80


class Tally:
    """A report in the making; bounded, whatever the file holds."""

    __slots__ = ("_rows", "_unsaid", "_warnings")

    def __init__(self) -> None:
        self._rows: dict[tuple[Group, str, Here, Note], tuple[int, str]] = {}
        self._warnings: list[Warning] = []
        self._unsaid = 0

    def count(
        self, group: Group, file_field: str, here: Here, *, values: int = 1, example: object = "", note: Note = ""
    ) -> None:
        """Add `values` to the row of this field; the first example stays."""
        row = (group, file_field, here, note)
        seen = self._rows.get(row)
        if seen is None and len(self._rows) >= ROWS_LIMIT:
            row = (group, "...", "kept", "more_fields")
            seen = self._rows.get(row)
        self._rows[row] = (values, _shown(example)) if seen is None else (seen[0] + values, seen[1])

    def warn(self, where: str, code: WarningCode, detail: object = "") -> None:
        """Add one warning; past the limit only their number is kept."""
        if len(self._warnings) < WARNINGS_LIMIT:
            self._warnings.append(Warning(where=_shown(where), code=code, detail=_shown(detail)))
        else:
            self._unsaid += 1

    def report(self) -> Report:
        """Everything counted so far, in the order in which a preview shows it."""
        order: tuple[Group, ...] = get_args(Group)
        rows = tuple(
            ReportRow(group=group, file_field=_shown(file_field), here=here, values=values, example=example, note=note)
            for (group, file_field, here, note), (values, example) in sorted(
                self._rows.items(), key=lambda item: order.index(item[0][0])
            )
        )
        warnings = tuple(self._warnings)
        if self._unsaid:
            warnings += (Warning(where="", code="more_warnings", detail=str(self._unsaid)),)
        return Report(rows=rows, warnings=warnings)


class Silent(Tally):
    """A tally that counts nothing, for reading back what was just written."""

    __slots__ = ()

    def count(
        self, group: Group, file_field: str, here: Here, *, values: int = 1, example: object = "", note: Note = ""
    ) -> None:
        """Nothing."""

    def warn(self, where: str, code: WarningCode, detail: object = "") -> None:
        """Nothing."""


def _shown(value: object) -> str:
    """The value as one short line."""
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > 256:
        return "..."
    if isinstance(value, dict):
        value = ", ".join(str(name)[:EXAMPLE_LIMIT] for name in list(value)[:5])
    elif isinstance(value, list | tuple):
        value = ", ".join(_shown(item) for item in value[:5] if not isinstance(item, dict | list | tuple))
    text = " ".join(mended(str(value)[: EXAMPLE_LIMIT * 4]).split())
    return text if len(text) <= EXAMPLE_LIMIT else text[: EXAMPLE_LIMIT - 1] + "…"
