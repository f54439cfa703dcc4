"""The parts of a prompt in their order: dragged or moved by buttons, switched, opened to be changed. Views."""

from collections.abc import Sequence

from loreglass.app.presets import as_it_came
from loreglass.app.strings import counted, number
from loreglass.app.strings.presets import HOLDS, ROLES
from loreglass.app.view_presets import SectionView
from loreglass.shell.ui.node import Attr, Attrs, Node, h, icon
from loreglass.shell.ui.pieces import button, field


def part_list(parts: Sequence[SectionView]) -> Node:
    """All parts, in the order in which they stand in the prompt."""
    return h(
        "ul",
        {"class": "parts", "role": "list", "aria-label": "Parts of the prompt", "data-sort": "section-move"},
        *(_part(part) for part in parts),
    )


def _part(part: SectionView) -> Node:
    return h(
        "li",
        {"class": "part" if part.section.enabled else "part off", "key": part.key, "data-row": part.key},
        h("span", {"class": "grip", "aria-hidden": "true", "data-grip": True}, icon("grip")),
        h("span", {"class": "sw-cell"}, h("input", _switch(part))),
        h("details", None, _summary(part), _inside(part)),
        h("span", {"class": "moves"}, _arrow(part, "up", off=part.first), _arrow(part, "down", off=part.last)),
    )


def _switch(part: SectionView) -> Attrs:
    return {
        "type": "checkbox",
        "role": "switch",
        "aria-label": f"{part.name} on",
        "checked": part.section.enabled or None,
        "data-action": "section-field",
        "data-on": "change",
        "data-id": f"{part.key}/on",
    }


def _arrow(part: SectionView, direction: str, *, off: bool) -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "data-action": f"section-{direction}",
        "data-id": part.key,
        "aria-label": f"Move {part.name} {direction}",
        "disabled": off,
    }
    return h("button", attrs, icon(direction))


def _summary(part: SectionView) -> Node:
    cost = "" if part.tokens is None else counted(part.tokens, "token")
    place = h("span", {"class": "quiet"}, part.place) if part.place else None
    tokens = h("span", {"class": "quiet num"}, cost) if cost and (part.tokens or part.section.enabled) else None
    return h("summary", None, h("span", {"class": "name", "dir": "auto"}, part.name), place, tokens)


def _inside(part: SectionView) -> Node:
    slot = part.section.slot
    return h(
        "div",
        {"class": "part-in"},
        h("p", {"class": "quiet"}, HOLDS[slot]),
        _line(part, "Name", "name", part.section.name) if part.is_own else None,
        _text(part) if part.has_text else None,
        h("div", {"class": "fields three"}, *_numbers(part)) if slot != "prefill" else None,
        _acts(part),
    )


def _box(part: SectionView, name: str, value: str, **more: Attr) -> dict[str, Attr]:
    """The attributes of a field of the part; what was typed is told when the field is left."""
    return {
        "id": f"part-{part.key.replace(':', '-')}-{name}",
        "data-action": "section-field",
        "data-on": "change",
        "data-id": f"{part.key}/{name}",
        "autocomplete": "off",
        "#value": value,
        "#rev": value,
        **more,
    }


def _labelled(label: str, attrs: dict[str, Attr], tag: str, below: str = "") -> Node:
    hint = h("p", {"class": "from"}, below) if below else None
    return field(label, str(attrs["id"]), h(tag, attrs), below=hint)


def _line(part: SectionView, label: str, name: str, value: str) -> Node:
    return _labelled(label, _box(part, name, value, type="text", dir="auto"), "input")


def _text(part: SectionView) -> Node:
    usual = "The one of Settings" if part.section.slot == "system" else ""
    attrs = _box(part, "text", part.section.text, rows=4, dir="auto", placeholder=usual or None)
    return _labelled("Text", attrs, "textarea")


def _numbers(part: SectionView) -> tuple[Node, ...]:
    section = part.section
    is_history = section.slot == "history"
    depth = "" if section.depth_messages is None else str(section.depth_messages)
    cap = "" if section.cap_tokens is None else str(section.cap_tokens)
    reserve, rank = str(section.reserve_tokens or ""), str(section.drop_rank or "")
    sizes = (
        _number(part, "At most", "cap", cap, "tokens; empty: no limit"),
        _number(part, "At least", "reserve", reserve, "tokens that stay when parts give way"),
    )
    if is_history:
        return sizes
    return (
        _role(part),
        _number(part, "Depth", "depth", depth, "messages from the end; empty: here"),
        *sizes,
        _number(part, "Gives way", "rank", rank, "1 goes first, then 2; empty: never"),
    )


def _number(part: SectionView, label: str, name: str, value: str, below: str) -> Node:
    return _labelled(label, _box(part, name, value, type="number", min=0, step=1, inputmode="numeric"), "input", below)


def _role(part: SectionView) -> Node:
    attrs = _box(part, "role", "")
    attrs = {name: value for name, value in attrs.items() if not name.startswith("#")}
    options = (
        h("option", {"value": code, "key": code, "selected": code == part.section.role or None}, words)
        for code, words in ROLES
    )
    below = h("p", {"class": "from"}, "whose words they are")
    return field("Said by", str(attrs["id"]), h("select", attrs, *options), below=below)


def _acts(part: SectionView) -> Node | None:
    acts: list[Node] = []
    if part.section != as_it_came(part.section):
        acts.append(button("Reset", "section-reset", part.key, name=f"Reset {part.name}"))
    if part.is_own:
        acts.append(button("Delete this text", "section-delete", part.key, name=f"Delete the text {part.name}"))
    return h("div", {"class": "acts"}, *acts) if acts else None


def enabled_words(parts: Sequence[SectionView]) -> str:
    """How many parts are on, and what they cost together."""
    on = [part for part in parts if part.section.enabled]
    total = sum(part.tokens or 0 for part in parts)
    cost = f", {number(total)} tokens" if any(part.tokens is not None for part in parts) else ""
    return f"{number(len(on))} of {counted(len(parts), 'part')} on{cost}."
