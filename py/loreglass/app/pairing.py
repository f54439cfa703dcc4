"""Which two plans are compared, and the stored ones among them that were read. Values."""

from dataclasses import dataclass

from loreglass.domain.ids import ChatId, VariantId
from loreglass.domain.prompt.plan import Plan

NEXT = VariantId("next")
"""Stands for the plan of the next turn, which no variant has yet."""
PREVIOUS = VariantId("")
"""Stands for the reply before the plan that comes after."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two plans, each by the variant that it made. `plans` were read from the store; None for one that is gone."""

    before: VariantId = PREVIOUS
    after: VariantId = NEXT
    asked: tuple[VariantId, ...] = ()
    plans: tuple[tuple[VariantId, Plan | None], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlansLoaded:
    """Stored plans were read to be compared; None for one that is gone."""

    chat_id: ChatId
    plans: tuple[tuple[VariantId, Plan | None], ...]
