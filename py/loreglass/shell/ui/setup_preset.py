"""The preset in Setup of a chat: which one, who chose it, the way to it. View."""

from loreglass.app.strings import number
from loreglass.app.strings.presets import FROM
from loreglass.app.view_setup import PresetChoice
from loreglass.shell.ui.node import Attrs, Node, h


def preset_choice(view: PresetChoice, *, writer: bool) -> Node:
    """The list of presets, and where the choice comes from."""
    select: Attrs = {
        "id": "setup-preset",
        "data-action": "chat-preset",
        "data-on": "change",
        "disabled": not writer,
    }
    choices = (("", f"The usual: {view.usual}"), *view.presets)
    options = (
        h("option", {"value": item, "key": item, "selected": item == view.chosen or None}, name)
        for item, name in choices
    )
    reset: Attrs = {
        "type": "button",
        "class": "link",
        "data-action": "chat-preset",
        "value": "",
        "aria-label": f"Reset to {view.usual}, the usual preset",
    }
    to = f"#/presets/{view.chosen}" if view.chosen else "#/presets"
    return h(
        "div",
        {"class": "field", "key": "preset"},
        h("header", None, h("label", {"for": "setup-preset"}, "Preset")),
        h("select", select, *options),
        h(
            "p",
            {"class": "from"},
            FROM[view.by],
            h("button", reset, f"Reset to {view.usual}") if view.by == "chat" and writer else None,
            h("a", {"href": to}, "Open it" if view.chosen else "Presets"),
        ),
        h("p", {"class": "from"}, sizes) if (sizes := _sizes(view)) else None,
    )


def _sizes(view: PresetChoice) -> str:
    """The sizes that the preset sets for the chat."""
    told = (("context", view.context_tokens), ("reply", view.reply_tokens))
    parts = [f"{name} {number(tokens)} tokens" for name, tokens in told if tokens is not None]
    return f"It sets: {', '.join(parts)}." if parts else ""
