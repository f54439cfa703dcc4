"""Whose rules a chat plays by, and what it sets of them."""

from dataclasses import dataclass, field
from typing import Literal

Semantics = Literal["native", "agnai", "sillytavern"]
Wish = Literal["", "native", "agnai", "sillytavern"]
"""The rules that a book or a character was written for; "" where it does not say."""
Strategy = Literal["evenly", "character_first", "global_first"]
"""How SillyTavern ranks the character's books and the global ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NativeSettings:
    """What a chat sets of our own rules; None means their default. Entries and books may have their own."""

    recursive: bool | None = None
    whole_words: bool | None = None
    case_sensitive: bool | None = None
    min_activations: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationSettings:
    """What a chat sets of its program's rules; None means what a new user of that program has.

    What is set for one program does not reach another: a chat that goes back finds what it had.
    """

    budget_percent: float | None = None
    budget_cap_tokens: int | None = None
    """What the per cent of the context may not exceed; 0 is no cap."""
    recursive: bool | None = None
    recursion_steps: int | None = None
    """Passes, the first included; 0 is no limit."""
    whole_words: bool | None = None
    case_sensitive: bool | None = None
    min_activations: int | None = None
    min_activations_depth_messages: int | None = None
    """How far the search for them goes back; 0 is no limit."""
    group_scoring: bool | None = None
    strategy: Strategy | None = None
    native: NativeSettings = field(default_factory=NativeSettings)
