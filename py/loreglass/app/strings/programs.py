"""The programs by name, and what their rules do. Pure."""

from loreglass.app.strings import number
from loreglass.domain.story.semantics import Semantics

NAMES: dict[Semantics, str] = {"native": "Loreglass", "agnai": "Agnai", "sillytavern": "SillyTavern"}
NOTES: dict[Semantics, str] = {
    "native": "Second keywords, chance, groups, entries waking entries; what fits goes in.",
    "agnai": "Stops at the first entry that does not fit; no second keywords, no entries waking entries.",
    "sillytavern": "To the letter: looks a few messages back, entries wake entries, stops when the budget is full.",
}


def behaves(semantics: Semantics) -> str:
    """A choice on import: "Behave as in SillyTavern"."""
    return "Play by the rules of Loreglass" if semantics == "native" else f"Behave as in {NAMES[semantics]}"


def starts_from(name: str, depth_messages: int | None, budget_percent: float | None, *, chat: bool = False) -> str:
    """What new chats with it (or the chat itself) start from."""
    who = "The chat starts" if chat else "New chats with it start"
    if depth_messages is None or budget_percent is None:
        return f"{who} with {name}’s rules."
    numbers = f"{number(depth_messages)} messages back, {number(budget_percent)}% of the context"
    return f"{who} as {name} does: {numbers}."
