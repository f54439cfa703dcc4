"""What differs between programs, as data. There is one engine; a preset is a value. Rules: memory-books.md."""

from dataclasses import dataclass, field, replace
from typing import Literal

from loreglass.domain.story.scene import Settings
from loreglass.domain.story.semantics import Semantics
from loreglass.domain.text import Form


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivationPolicy:
    """How one program reads its books; the defaults are `native`."""

    name: Semantics
    form: Form = field(default_factory=Form)
    """What is made equal in keywords and texts."""
    regexes: bool = True
    """/pattern/flags is a regex."""
    reads_extras: bool = True
    """Entries have more than keywords, priority and weight; books have settings of their own."""
    stops_at_overflow: bool = False
    """Nothing is taken after the first entry that does not fit."""
    ties: Literal["book_order", "budget_order_reversed"] = "book_order"
    """How entries of one weight and one age stand, top to bottom."""
    all_macros: bool = True
    """Texts know every macro; else only char, user and name."""
    reads_records: bool = False
    """Entries are what their file says, unrepaired; keywords look at one buffer; chance and budget are one loop."""


NATIVE = ActivationPolicy(name="native")
AGNAI = ActivationPolicy(
    name="agnai",
    form=Form(normalise=False, fold_quotes=False, join_spaces=False),
    regexes=False,
    reads_extras=False,
    stops_at_overflow=True,
    ties="budget_order_reversed",
    all_macros=False,
)
SILLYTAVERN = ActivationPolicy(
    name="sillytavern",
    form=Form(normalise=False, fold_quotes=False, join_spaces=False),
    reads_records=True,
)
POLICIES = {policy.name: policy for policy in (NATIVE, AGNAI, SILLYTAVERN)}


def starting(settings: Settings, semantics: Semantics) -> Settings:
    """The settings under a preset, with what a new user of its program has: depth, budget and switches."""
    settings = replace(settings, semantics=semantics)
    if semantics != "sillytavern":
        return settings
    return replace(settings, memory_depth_messages=2, memory_budget_percent=25, recursive=True, whole_words=True)
