"""The programs by name, and what their rules do. Pure."""

from dataclasses import dataclass

from loreglass.app.strings import number
from loreglass.domain.story.semantics import Semantics, Strategy

NAMES: dict[Semantics, str] = {"native": "Loreglass", "agnai": "Agnai", "sillytavern": "SillyTavern"}
NOTES: dict[Semantics, str] = {
    "native": "Second keywords, chance, groups, entries waking entries; what fits goes in.",
    "agnai": "Stops at the first entry that does not fit; no second keywords, no entries waking entries.",
    "sillytavern": "To the letter: looks a few messages back, entries wake entries, stops when the budget is full.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWords:
    """A rule's name, the unit of a number, and what 0 means."""

    label: str
    unit: str = ""
    zero: str = ""


RULES: dict[str, RuleWords] = {
    "budget_cap_tokens": RuleWords(label="Budget cap", unit="tokens", zero="0 is no cap"),
    "min_activations": RuleWords(label="Min. activations", unit="entries", zero="0 is none"),
    "min_activations_depth_messages": RuleWords(label="Max. depth", unit="messages", zero="0 is all"),
    "recursive": RuleWords(label="Entries wake entries"),
    "recursion_steps": RuleWords(label="Recursion steps", zero="0 is no limit"),
    "whole_words": RuleWords(label="Whole words"),
    "case_sensitive": RuleWords(label="Capitals count"),
    "group_scoring": RuleWords(label="Group scoring"),
    "strategy": RuleWords(label="Insertion strategy"),
}
STRATEGIES: dict[Strategy, str] = {
    "evenly": "Character’s and global books as one",
    "character_first": "Character’s books first",
    "global_first": "Global books first",
}


def comes_from(semantics: Semantics) -> str:
    """Where a value comes from that the chat has not set: what a new user of its program has."""
    return f"From {NAMES[semantics]}"


def rule_value(value: float | bool | str) -> str:
    """A rule's value in words: "on", "3", "Global books first"."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str):
        return next(words for name, words in STRATEGIES.items() if name == value)
    return number(value)


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
