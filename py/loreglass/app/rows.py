"""What goes into the store, row by row: (store, record id, record as JSON text); None deletes.

Of thousands of rows the texts take a while to make: a row may hold what makes its text when it is written.
"""

from collections.abc import Callable, Generator, Iterable

Late = Callable[[], str]
WrittenRow = tuple[str, str, str | None]
Row = tuple[str, str, str | Late | None]


def written(rows: Iterable[Row]) -> Generator[None, None, tuple[WrittenRow, ...]]:
    """The rows with their texts; yields after each that had to be made."""
    made: list[WrittenRow] = []
    for store, record_id, text in rows:
        if text is None or isinstance(text, str):
            made.append((store, record_id, text))
        else:
            made.append((store, record_id, text()))
            yield
    return tuple(made)
