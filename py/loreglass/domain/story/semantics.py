"""Whose rules a chat plays by, and what it sets of them."""

from dataclasses import dataclass
from typing import Literal

Semantics = Literal["native", "agnai", "sillytavern"]
Wish = Literal["", "native", "agnai", "sillytavern"]
"""The rules that a book or a character was written for; "" where it does not say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationSettings:
    """What a chat sets of its program's rules; None means what a new user of that program has."""

    budget_percent: float | None = None
    recursive: bool | None = None
    whole_words: bool | None = None
