"""The words of Settings: tabs and themes. Pure."""

from loreglass.app.state import Theme
from loreglass.app.strings import counted, isolated, number
from loreglass.domain.story.book import Book

TABS: tuple[tuple[str, str], ...] = (
    ("endpoint", "Endpoint"),
    ("memory", "Memory"),
    ("look", "Look"),
    ("storage", "Storage"),
)

THEMES: tuple[tuple[Theme, str, str], ...] = (
    ("system", "System", "light or dark, as your device is"),
    ("light", "Light", "fog"),
    ("dark", "Dark", "harbour at night"),
    ("sepia", "Sepia", "old paper"),
    ("contrast", "High contrast", "black, white, thick lines"),
)


def budget_set(tokens: int | None, percent: float | None) -> str:
    """How many tokens the entries of a turn may take from now on."""
    if percent is not None:
        return f"The memory budget is {number(percent)}% of the context"
    return (
        "The memory budget is that of Settings"
        if tokens is None
        else f"The memory budget is {counted(tokens, 'token')}"
    )


def book_budget_set(book: Book) -> str:
    """How many tokens a book's entries may take from now on."""
    return f"{isolated(book.name)} may take {counted(book.budget or 0, 'token')}"


def book_is_on(book: Book) -> str:
    """A book that is read from now on."""
    return f"{isolated(book.name)} is on"


def depth_set(depth: int, book: Book | None = None) -> str:
    """How many messages are looked at from now on, in the chat or by a book."""
    whose = f"{isolated(book.name)} looks" if book else "Memory looks"
    return f"{whose} at the last {f'{number(depth)} messages' if depth > 1 else 'message'}"


def by_hand_said(entry: str, *, pin: bool, on: bool) -> str:
    """An entry that is pinned or muted by hand from now on, or no more."""
    return f"{isolated(entry) or 'It'} is {'' if on else 'no longer '}{'pinned' if pin else 'muted'}"
