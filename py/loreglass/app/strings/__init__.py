"""Words for people: codes and numbers become sentences here, and nowhere else."""

SMALL = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


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
