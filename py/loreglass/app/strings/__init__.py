"""Words for people: codes and numbers become sentences here, and nowhere else."""

import re
import unicodedata

SMALL = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069\u2028\u2029\x85\x0a-\x0d\x1c-\x1f]+")
"""What turns a text round or ends its line: embeddings, overrides, isolates and their ends, line and paragraph ends."""
_UNSEEN = re.compile("[\u200b\u2060\ufeff\u00ad\u180e]+")
_NO_SIGN = ("C", "Z", "M")


def plain(name: str) -> str:
    """A name as it is shown: without what turns a text round, ends its line or has no width; "" where nothing is left.

    What joins letters and emoji, and marks a direction, stays. Source: Unicode Standard Annex 9, section 2.
    """
    if name.isascii() and name.isprintable():
        return name
    shown = _UNSEEN.sub("", _TURNING.sub(" ", name))
    return shown if any(unicodedata.category(each)[0] not in _NO_SIGN for each in shown) else ""


def isolated(name: str) -> str:
    """A name to be put into a sentence: whatever its letters, the words around it stand as they would without it.

    One that cannot turn anything round, as it runs from left to right, is left as it is.
    """
    shown = plain(name)
    turns = any(unicodedata.bidirectional(each) in ("R", "AL", "AN") for each in shown) if shown else False
    return f"\u2068{shown}\u2069" if turns else shown


def number(value: float) -> str:
    """The number with thousands separators, without needless decimals: 3,120 or 12.5."""
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}".rstrip("0")


def counted(value: int, one: str, many: str = "") -> str:
    """The number and its noun: "1 entry", "24 entries"; without `many`, an s is added."""
    return f"{number(value)} {one if value == 1 else many or one + 's'}"


def in_words(value: int) -> str:
    """A small number as a word, a larger one in figures."""
    return SMALL[value] if 0 <= value < len(SMALL) else number(value)


def capital(text: str) -> str:
    """The text with its first letter as a capital, and the rest as it is."""
    return text[:1].upper() + text[1:]


def joined(names: tuple[str, ...], last: str = "and") -> str:
    """The names as a list in a sentence: "a, b and c"."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def size(value: int) -> str:
    """Bytes as people say them: "90 kB", "1.2 MB"."""
    if value < 1000:
        return counted(value, "byte")
    for unit, scale in (("kB", 1000), ("MB", 1000**2), ("GB", 1000**3)):
        if value < scale * 999.5 or unit == "GB":
            amount = value / scale
            return f"{amount:.1f} {unit}" if amount < 10 and unit != "kB" else f"{amount:,.0f} {unit}"
    return ""
