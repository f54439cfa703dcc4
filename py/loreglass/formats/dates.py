"""Points in time as chat programs write them, as milliseconds since 1970; a time without a zone is taken as UTC."""

import re
from datetime import UTC, datetime
from typing import Final

_HUMANE: Final = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(\d{1,2})s(?:\s*(\d{1,3})ms)?", re.ASCII
)
_WORDED: Final = re.compile(
    r"([A-Za-z]{3})[a-z]* (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2})\s*([ap]m)", re.ASCII | re.IGNORECASE
)
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LIMIT: Final = 10**14


def milliseconds(value: object) -> int:
    """The point in time, or 0 where the value names none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        # Seconds of today have ten digits, milliseconds thirteen.
        number = int(value) if 0 < value < _LIMIT else 0
        return number * 1000 if 0 < number < 10**11 else number
    if not isinstance(value, str) or len(value) > 60:
        return 0
    text = value.strip()
    if text.isascii() and text.isdigit():
        return milliseconds(int(text))
    try:
        return max(0, _read(text))
    except (ValueError, OverflowError):
        return 0


def _read(text: str) -> int:
    found = _HUMANE.fullmatch(text)
    if found:
        year, month, day, hour, minute, second, rest = (int(part or 0) for part in found.groups())
        moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC)
        return int(moment.timestamp()) * 1000 + rest
    found = _WORDED.fullmatch(text)
    if found:
        month = _MONTHS.index(found[1].lower()) + 1
        hour = int(found[4]) % 12 + (12 if found[6].lower() == "pm" else 0)
        moment = datetime(int(found[3]), month, int(found[2]), hour, int(found[5]), tzinfo=UTC)
        return int(moment.timestamp()) * 1000
    moment = datetime.fromisoformat(text)
    return round((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp() * 1000)
