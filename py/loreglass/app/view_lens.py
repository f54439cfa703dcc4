"""The lens: the context to scale, and the memory budget out of it enlarged. Geometry in per cent of the width."""

from dataclasses import dataclass
from typing import Literal

from loreglass.app.strings import number
from loreglass.app.view_marks import Mark, included, key_of, left_out, marks
from loreglass.domain.prompt.plan import Plan, SectionId

Part = Literal["system", "cast", "lore", "note", "history", "frames", "out", "free", "reserve"]
NAMES: dict[Part, str] = {
    "system": "System",
    "cast": "Cast",
    "lore": "Lore",
    "note": "Note",
    "history": "History",
    "frames": "Frames",
    "out": "Left out",
    "free": "Free",
    "reserve": "Reply",
}
PART_OF: dict[SectionId, Part] = {
    "system": "system",
    "note": "note",
    "post_history": "system",
    "prefill": "system",
    "text": "system",
    "character": "cast",
    "persona": "cast",
    "scenario": "cast",
    "examples": "cast",
    "memory": "lore",
    "before": "lore",
    "after": "lore",
    "depth": "lore",
    "summary": "lore",
    "facts": "lore",
    "graph": "lore",
    "perspective": "lore",
    "history": "history",
}
GAP = 0.35
ROOM_TO_RAISE = 8
"""Where nothing was left out, one part in so many stays free beyond the limit, so that it can be dragged there."""

How = Literal["exact", "sum", "est.", "set"]
"""Sum: of exact counts of texts that stand together; there a token or two may be shared."""
LABEL_FROM_WIDTH = 2.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One segment: where it begins and how wide it is, in per cent; `mark` where it is an entry's."""

    part: Part
    x: float
    width: float
    mark: str = ""

    @property
    def labelled(self) -> bool:
        """True where the mark has room in it."""
        return bool(self.mark) and self.width >= LABEL_FROM_WIDTH


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetRow:
    """One line of the table Budget; `how` says how it was counted."""

    part: Part
    name: str
    tokens: int
    how: How


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """The picture of the budget, and the same numbers as a table and a sentence."""

    sent: int
    context: int
    reserve: int
    used: int
    limit: int
    left_out: int
    context_bars: tuple[Bar, ...]
    budget_bars: tuple[Bar, ...]
    unspent: Bar | None
    limit_x: float
    worth: int
    """How many tokens the whole width of the enlarged memory budget is."""
    beam: tuple[float, float]
    """From where to where in the context bar the lore stands."""
    rows: tuple[BudgetRow, ...]
    label: str


def lens(plan: Plan) -> Lens:
    """The lens of a plan. The bars of the context are the table's rows, to scale; left out lies in the free room."""
    numbers = plan.numbers
    rows = budget_rows(plan)
    amounts = {row.part: row.tokens for row in rows}
    bars = _context_bars(amounts, numbers.context)
    lore = next((bar for bar in bars if bar.part == "lore"), None)
    limit = max(numbers.memory_budget, 0)
    beyond = max(numbers.left_out, limit // ROOM_TO_RAISE)
    total = max(limit, numbers.memory_used) + beyond or 1
    limit_x = max(limit, numbers.memory_used) / total * 100
    spent = numbers.memory_used / total * 100
    return Lens(
        sent=numbers.sent,
        context=numbers.context,
        reserve=numbers.reply_reserve,
        used=numbers.memory_used,
        limit=limit,
        left_out=numbers.left_out,
        context_bars=bars,
        budget_bars=_budget_bars(plan, total, limit_x),
        unspent=_bar("free", spent, limit_x) if limit_x - spent > GAP else None,
        limit_x=limit_x,
        worth=total,
        beam=(lore.x, lore.x + lore.width) if lore else (0.0, 0.0),
        rows=rows,
        label=_label(rows, numbers.context),
    )


def budget_rows(plan: Plan) -> tuple[BudgetRow, ...]:
    """Where the tokens of the context go: all rows but Left out add up to the context. Most chats have no Note."""
    numbers = plan.numbers
    amounts: dict[Part, int] = dict.fromkeys(NAMES, 0)
    for section in plan.sections:
        amounts[PART_OF[section.id]] += section.tokens
    amounts["frames"] = numbers.overhead
    amounts["out"] = numbers.left_out
    amounts["reserve"] = numbers.reply_reserve
    amounts["free"] = max(0, numbers.context - numbers.reply_reserve - numbers.sent)
    return tuple(
        BudgetRow(part=part, name=name, tokens=amounts[part], how=_how(part, plan))
        for part, name in NAMES.items()
        if part != "note" or amounts[part]
    )


def _how(part: Part, plan: Plan) -> How:
    if part == "reserve":
        return "set"
    # What a message's frame costs is known to the endpoint only, and what is free depends on it.
    if not plan.numbers.exact or part in ("frames", "free"):
        return "est."
    return "sum" if _texts_in(part, plan) > 1 else "exact"


def _texts_in(part: Part, plan: Plan) -> int:
    """How many texts were counted for a row of the table, each for itself."""
    match part:
        case "history":
            return sum(message.message_id is not None for message in plan.messages)
        case "lore":
            return len(included(plan))
        case "out":
            return len(left_out(plan))
        case _:
            return sum(PART_OF[section.id] == part for section in plan.sections)


def _bar(part: Part, start: float, end: float, mark: str = "") -> Bar:
    return Bar(part=part, x=round(start, 2), width=round(max(end - start - GAP, 0.3), 2), mark=mark)


def _context_bars(amounts: dict[Part, int], context: int) -> tuple[Bar, ...]:
    """System to history from the left, then what was left out inside the free room, the reserve at the far end."""
    scale = 100 / max(context, 1)
    bars: list[Bar] = []
    at = 0.0
    out = min(amounts["out"], amounts["free"])
    spans = {**amounts, "out": out, "free": amounts["free"] - out}
    for part in NAMES:
        width = spans.get(part, 0) * scale
        if width > 0:
            bars.append(_bar(part, at, at + width))
        at += width
    return tuple(bars)


def _budget_bars(plan: Plan, total: int, limit_x: float) -> tuple[Bar, ...]:
    """One segment an entry: what is in from the left, what was left out beyond the limit."""
    known = marks(plan)
    scale = 100 / total
    bars: list[Bar] = []
    for start, decisions, part in ((0.0, included(plan), "lore"), (limit_x + 0.5, left_out(plan), "out")):
        at = start
        for one in decisions:
            mark: Mark = known[key_of(one.ref)]
            width = one.cost_tokens * scale
            if width > 0 and at < 100:
                bars.append(_bar("lore" if part == "lore" else "out", at, min(at + width, 100 + GAP), mark.label))
            at += width
    return tuple(bars)


def _label(rows: tuple[BudgetRow, ...], context: int) -> str:
    parts = ", ".join(f"{row.name.lower()} {number(row.tokens)}" for row in rows)
    return f"Budget bar. Of {number(context)} tokens: {parts}. The table below has the same numbers."
