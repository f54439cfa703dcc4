"""The numbers, switches and choices of a chat's rules, each with where its value comes from. Views."""

from loreglass.app.strings import number
from loreglass.app.strings.programs import NAMES, RULES, STRATEGIES, comes_from, rule_value
from loreglass.app.view_setup import RuleView, Setting, SetupView
from loreglass.shell.ui.node import Attrs, Node, h
from loreglass.shell.ui.pieces import field, switch


def rules(view: SetupView) -> tuple[Node | None, ...]:
    """Depth and budget, then what the chat's program lets it set besides."""
    held = view.rules
    percent = held.percent if held else None
    depth = _number("chat-depth", "Memory depth", "messages", view.depth, view)
    budget = (
        _number("chat-budget-percent", "Memory budget", "% of context", percent, view)
        if percent
        else _number("chat-budget", "Memory budget", "tokens", view.budget, view)
    )
    fields = held.fields if held else ()
    numbers = tuple(_rule_number(each, view) for each in fields if _is_number(each))
    switches = tuple(_rule_switch(each, view) for each in fields if isinstance(each.value, bool))
    choices = tuple(_rule_choice(each, view) for each in fields if isinstance(each.value, str))
    return (
        h("div", {"class": "pair"}, depth, budget, *numbers),
        *choices,
        h("div", {"class": "pair"}, *switches) if switches else None,
    )


def _is_number(rule: RuleView) -> bool:
    return isinstance(rule.value, int | float) and not isinstance(rule.value, bool)


def _number(action: str, label: str, unit: str, setting: Setting, view: SetupView) -> Node:
    rev = f"{setting.value} {setting.origin} {view.semantics}"
    attrs = _number_box(action, setting.value, rev, view)
    if setting.origin == "settings":
        below = h("p", {"class": "from"}, "From Settings")
    elif setting.origin == "program":
        below = h("p", {"class": "from"}, comes_from(view.semantics))
    else:
        source = (
            NAMES[view.semantics] if action == "chat-budget-percent" or view.semantics == "sillytavern" else "Settings"
        )
        said = f"Reset to {number(setting.default)}"
        below = _set_here(action, "", said, f"{said}, from {source}", view)
    box = h("input", {**attrs, "data-action": action})
    return field(label, f"setup-{action}", box, beside=h("span", None, unit), below=below)


def _number_box(box: str, value: float, rev: str, view: SetupView) -> Attrs:
    return {
        "id": f"setup-{box}",
        "type": "number",
        "min": "0",
        "step": "1",
        "inputmode": "numeric",
        "data-on": "change",
        "#value": number(value).replace(",", ""),
        "#rev": rev,
        "disabled": not view.writer,
    }


def _set_here(action: str, item: str, said: str, name: str, view: SetupView) -> Node:
    """The line below a value that is set in this chat, with the way back."""
    reset: Attrs = {
        "type": "button",
        "class": "link",
        "data-action": action,
        "data-id": item or None,
        "value": "",
        "aria-label": name,
    }
    return h("p", {"class": "from"}, "Set in this chat", h("button", reset, said) if view.writer else None)


def _below(rule: RuleView, view: SetupView) -> Node:
    if not rule.changed:
        zero = RULES[rule.name].zero
        return h("p", {"class": "from"}, comes_from(view.semantics) + (f"; {zero}" if zero else ""))
    said = f"Reset to {rule_value(rule.default)}"
    return _set_here("chat-rule-reset", rule.name, said, f"{RULES[rule.name].label}: {said.lower()}", view)


def _rule_number(rule: RuleView, view: SetupView) -> Node:
    words, box = RULES[rule.name], f"rule-{rule.name.replace('_', '-')}"
    value = rule.value if isinstance(rule.value, int | float) else 0
    attrs = _number_box(box, value, f"{rule.value} {rule.changed} {view.semantics}", view)
    control = h("input", {**attrs, "data-action": "chat-rule", "data-id": rule.name})
    beside = h("span", None, words.unit) if words.unit else None
    return field(words.label, f"setup-{box}", control, beside=beside, below=_below(rule, view))


def _rule_switch(rule: RuleView, view: SetupView) -> Node:
    control = switch(RULES[rule.name].label, "chat-rule", rule.name, on=bool(rule.value), off=not view.writer)
    return h("div", {"class": "field", "key": rule.name}, h("div", {"class": "switches"}, control), _below(rule, view))


def _rule_choice(rule: RuleView, view: SetupView) -> Node:
    box = f"setup-rule-{rule.name.replace('_', '-')}"
    attrs: Attrs = {
        "id": box,
        "data-action": "chat-rule",
        "data-on": "change",
        "data-id": rule.name,
        "disabled": not view.writer,
    }
    options = (
        h("option", {"value": name, "selected": rule.value == name or None}, words)
        for name, words in STRATEGIES.items()
    )
    return field(RULES[rule.name].label, box, h("select", attrs, *options), below=_below(rule, view))
