"""What a preset holds beside the order: sizes, text format, stop texts, samplers, template. Views."""

from dataclasses import fields

from loreglass.app.presets import MARKS, OWN_FORMAT, one_line
from loreglass.app.strings import number
from loreglass.app.strings.presets import MARK_NAMES
from loreglass.app.view_endpoint import SamplerField
from loreglass.app.view_presets import PresetView
from loreglass.domain.prompt.instruct import FORMATS
from loreglass.domain.story.preset import Instruct, Samplers
from loreglass.shell.ui.node import Attr, Attrs, Node, h, icon
from loreglass.shell.ui.pieces import field

_PLAIN: dict[str, Attr] = {"type": "text", "spellcheck": "false"}
_WHOLE: dict[str, Attr] = {"type": "number", "min": 1, "step": 1, "inputmode": "numeric"}
TEMPLATE_SEES = (
    ("{{ char }}, {{ user }}", "the names"),
    ("{{ system }}, {{ memory }}, {{ post_history }} …", "each part by its name; empty where it has no text"),
    ('{{ texts["name"] }}', "a text of your own"),
    ('{{ outlets["name"] }}', "entries that go to an outlet"),
    ("{% for line in chat %}{{ line.name }}: {{ line.text }}{% endfor %}", "the messages that fit"),
)


def sizes(view: PresetView) -> Node:
    """Context size and length of the reply."""
    preset = view.preset
    context = "" if preset.context_tokens is None else str(preset.context_tokens)
    reply = "" if preset.reply_tokens is None else str(preset.reply_tokens)
    return h(
        "div",
        {"class": "fields two"},
        _labelled("Context size", "context", context, view.context_note, _WHOLE),
        _labelled("Length of the reply", "reply", reply, view.reply_note, _WHOLE),
    )


def _box(name: str, value: str, more: dict[str, Attr]) -> dict[str, Attr]:
    """The attributes of a field of the preset; what was typed is told when the field is left."""
    return {
        "id": f"preset-{name.replace('.', '-').replace('_', '-')}",
        "data-action": "preset-field",
        "data-on": "change",
        "data-id": name,
        "autocomplete": "off",
        "#value": value,
        "#rev": value,
        **more,
    }


def _below(text: str) -> Node:
    return h("p", {"class": "from"}, text)


def _labelled(label: str, name: str, value: str, below: str, more: dict[str, Attr], tag: str = "input") -> Node:
    attrs = _box(name, value, more)
    return field(label, str(attrs["id"]), h(tag, attrs), below=_below(below) if below else None)


def text_format(view: PresetView) -> Node:
    """How messages become one text, for endpoints that take one."""
    chosen = view.format_name
    names = [(each.name, each.name) for each in FORMATS]
    options = (("", "None: messages, and the server’s own template"), *names, (OWN_FORMAT, "One of my own"))
    rows = (
        h("option", {"value": code, "key": code, "selected": code == chosen or None}, words) for code, words in options
    )
    attrs: Attrs = {
        "id": "preset-format",
        "data-action": "preset-field",
        "data-on": "change",
        "data-id": "format",
    }
    below = h("p", {"class": "from"}, view.format_note, h("a", {"href": "#/settings/endpoint"}, "How prompts go"))
    return h(
        "div",
        {"class": "sheet-part"},
        field("Text format", "preset-format", h("select", attrs, *rows), below=below),
        _marks(view.preset.instruct, chosen) if view.preset.instruct else None,
    )


def _marks(held: Instruct, chosen: str) -> Node:
    """The marks of the format; a known one that is changed becomes one of the user's own."""
    names: Attrs = {
        "type": "checkbox",
        "role": "switch",
        "checked": held.names == "always" or None,
        "data-action": "preset-field",
        "data-on": "change",
        "data-id": "mark.names",
    }
    boxes = (_labelled(MARK_NAMES[name], f"mark.{name}", one_line(getattr(held, name)), "", _PLAIN) for name in MARKS)
    stop = "\n".join(one_line(each) for each in held.stop)
    return h(
        "details",
        {"class": "samplers", "open": chosen == OWN_FORMAT or None},
        h("summary", None, "Its marks"),
        h("p", {"class": "quiet"}, "\\n stands for a line break; {{char}}, {{user}} and {{name}} are filled in."),
        h("div", {"class": "fields two"}, *boxes),
        _labelled("Stop texts of the format", "mark.stop", stop, "one a line", {"rows": 2}, "textarea"),
        h("div", {"class": "switches"}, h("label", None, h("input", names), "Each message begins with its name")),
    )


def stop(view: PresetView) -> Node:
    """The preset's stop texts."""
    text = "\n".join(one_line(each) for each in view.preset.stop)
    below = view.stop_note or "One a line; \\n stands for a line break. They go besides those of the endpoint."
    return _labelled("Stop texts", "stop", text, below, {"rows": 2, "dir": "auto"}, "textarea")


def samplers(view: PresetView) -> Node:
    """The samplers that the preset sets; greyed where the endpoint does not take one."""
    count = sum(getattr(view.preset.samplers, each.name) is not None for each in fields(Samplers))
    return h(
        "details",
        {"class": "samplers"},
        h("summary", None, f"Samplers: {number(count)} set" if count else "Samplers: those of the endpoint"),
        h(
            "p",
            {"class": "quiet"},
            "What is set here goes before what the endpoint has. An empty field leaves it that.",
        ),
        h("div", {"class": "fields three"}, *(_sampler(one) for one in view.samplers)),
    )


def _sampler(one: SamplerField) -> Node:
    value = "" if one.value is None else f"{one.value:g}" if isinstance(one.value, float) else str(one.value)
    below = one.reason or "empty: the endpoint’s"
    more: dict[str, Attr] = {"type": "number", "step": "any", "disabled": bool(one.reason)}
    return _labelled(one.label, f"sampler.{one.name}", value, below, more)


def template(view: PresetView) -> Node:
    """The Jinja2 template, and what is wrong with it."""
    attrs = _box("template", view.preset.template, {"rows": 10, "dir": "ltr", "spellcheck": "false"})
    attrs |= {"class": "code", "aria-describedby": "template-hint", "aria-invalid": "true"}
    if not view.template_trouble:
        del attrs["aria-invalid"]
    fault = h("p", {"class": "note err", "role": "status"}, icon("bad"), h("span", None, view.template_trouble))
    has_one = bool(view.preset.template.strip())
    return h(
        "details",
        {"class": "samplers", "open": has_one or None},
        h("summary", None, "Template: it writes the prompt" if has_one else "Template: none"),
        field("Prompt template (Jinja2)", "preset-template", h("textarea", attrs)),
        fault if view.template_trouble else None,
        h("dl", {"class": "sees quiet", "id": "template-hint"}, *_sees()),
        h(
            "p",
            {"class": "quiet"},
            "Its text is the whole prompt, in place of the order above. Caps hold before it is filled in.",
        ),
    )


def _sees() -> tuple[Node, ...]:
    """What a template can use."""
    pairs = ((h("dt", None, h("code", None, code)), h("dd", None, words)) for code, words in TEMPLATE_SEES)
    return tuple(node for pair in pairs for node in pair)
