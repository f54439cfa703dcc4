"""The limits that can be dragged on the budget bar, as data: the memory budget, and a cap for each part of the prompt.

Geometry in per cent of the bar's width. A handle stands where its limit lies in the bar; its grip stands aside where
grips would cover each other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Literal

from loreglass.app.presets import key_of, whole
from loreglass.app.strings import number
from loreglass.app.strings.presets import NO_CAP, PERCENT_WORDS, TOKEN_WORDS, cap_name
from loreglass.app.view_lens import NAMES, PART_OF, Lens, Part, budget_rows
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.preset import Preset, PresetSection

BY_MOUSE, BY_FINGER = 8.5, 12.5
"""How far apart grips are: 24 px of the narrowest bar (288 px), 44 px of a phone's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap:
    """A limit as a handle, and as a field where it is set."""

    name: str
    value: float | None
    """None: it has no limit."""
    most: int
    action: Literal["chat-budget", "chat-budget-percent", "section-cap"]
    id: str = ""
    """The section of the preset; "" for the memory budget."""
    step: int = 10
    unit: Literal["tokens", "% of context"] = "tokens"
    used: int = 0
    """Where the handle is dragged from while there is no limit."""
    start: float = 0
    """Where in the bar its 0 lies."""
    worth: float = 1
    """What the whole width of the bar is, in the limit's unit."""
    aside: float = 0
    aside_by_finger: float = 0

    @property
    def is_part(self) -> bool:
        """True for a part of the prompt, whose cap can be taken away."""
        return self.action == "section-cap"

    @property
    def words(self) -> str:
        """How its value is said; "{}" stands for the number."""
        return PERCENT_WORDS if self.unit == "% of context" else TOKEN_WORDS

    @property
    def end(self) -> float:
        """Where it stands while there is no limit: the end of its segment."""
        return self.start + self.used / self.worth * 100

    @property
    def at(self) -> float:
        """Where it stands."""
        return self.end if self.value is None else min(100.0, self.start + self.value / self.worth * 100)


def caps(plan: Plan, picture: Lens, percent: float | None, preset: Preset | None) -> tuple[Cap, ...]:
    """The memory budget, then the parts of the preset that are in the prompt or have a cap.

    `percent` is the memory budget where it is set as a share of the context. The preset that comes with the app never
    changes, so its parts have no handles.
    """
    parts = _parts(plan, preset) if preset and preset.id else ()
    asides = zip(parts, _asides(parts, BY_MOUSE), _asides(parts, BY_FINGER), strict=True)
    return (
        _memory(plan, picture, percent),
        *(replace(each, aside=aside, aside_by_finger=by_finger) for each, aside, by_finger in asides),
    )


def _memory(plan: Plan, picture: Lens, percent: float | None) -> Cap:
    numbers = plan.numbers
    if percent is not None:
        return Cap(
            name="Memory budget",
            value=percent,
            most=100,
            step=1,
            unit="% of context",
            action="chat-budget-percent",
            worth=picture.worth / max(numbers.context, 1) * 100,
        )
    room, budget = max(0, numbers.context - numbers.reply_reserve), numbers.memory_budget
    return Cap(name="Memory budget", value=budget, most=max(room, budget), action="chat-budget", worth=picture.worth)


def _parts(plan: Plan, preset: Preset) -> tuple[Cap, ...]:
    """In the order of the bar; several parts of the prompt stand in one segment of it."""
    costs: dict[str, int] = {}
    for told in plan.sections:
        key = f"text:{told.text_id}" if told.id == "text" else told.id
        costs[key] = costs.get(key, 0) + told.tokens
    starts = _starts(plan)
    sections = [each for each in whole(preset).sections if each.enabled and each.slot != "prefill"]
    found: list[Cap] = []
    for part in NAMES:
        at = starts[part]
        for section in sections:
            if PART_OF[section.slot] != part:
                continue
            cost = costs.get(key_of(section), 0)
            if cost or section.cap_tokens is not None:
                found.append(_part(section, plan, at, cost))
            at += cost
    return tuple(found)


def _starts(plan: Plan) -> Mapping[Part, int]:
    """How many tokens stand before each segment."""
    tokens = {row.part: row.tokens for row in budget_rows(plan)}
    return dict(zip(NAMES, accumulate((tokens.get(part, 0) for part in NAMES), initial=0), strict=False))


def _part(section: PresetSection, plan: Plan, start: int, used: int) -> Cap:
    context = max(plan.numbers.context, 1)
    room = max(used, context - plan.numbers.reply_reserve - start)
    return Cap(
        name=cap_name(section),
        value=section.cap_tokens,
        most=max(room, section.cap_tokens or 0),
        action="section-cap",
        id=key_of(section),
        used=used,
        start=start / context * 100,
        worth=context,
    )


def _asides(parts: tuple[Cap, ...], gap: float) -> tuple[float, ...]:
    """How far from its place each grip stands so that any two are a gap apart, and none is over the bar's end."""
    gap = min(gap, 100 / max(len(parts), 1))
    order = sorted(range(len(parts)), key=lambda at: parts[at].at)
    places: list[float] = []
    for at in order:
        places.append(max(parts[at].at, places[-1] + gap if places else gap / 2))
    most = 100 - gap / 2
    for place in reversed(range(len(places))):
        places[place] = min(places[place], most)
        most = places[place] - gap
    known = dict(zip(order, places, strict=True))
    return tuple(known[at] - parts[at].at for at in range(len(parts)))


def said(cap: Cap) -> str:
    """The limit in words."""
    return NO_CAP if cap.value is None else cap.words.format(number(cap.value))
