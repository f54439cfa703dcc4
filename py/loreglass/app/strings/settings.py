"""The words of Settings: tabs and themes. Pure."""

from loreglass.app.state import Theme
from loreglass.app.strings import counted, number

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
