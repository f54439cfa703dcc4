"""The words of Settings: tabs and themes. Pure."""

from loreglass.app.state import Theme

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
