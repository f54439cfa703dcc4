"""The form of one endpoint: kind, address, key, model, sizes, samplers, stop texts, prices. A view."""

from loreglass.app.endpoints import Endpoint, EndpointForm
from loreglass.app.strings import counted, number
from loreglass.app.strings.endpoint import (
    DRAFTS_NOTE,
    KEY_IN_ADDRESS,
    KEY_IN_MEMORY,
    KEY_KEPT,
    KEY_NOTE,
    KEY_PLACEHOLDER,
    NO_KEY,
    ONE_PRICE,
    PROFILE_NAMES,
    context_words,
    kinds,
)
from loreglass.app.view_endpoint import SamplerField, sampler_fields, stop_note
from loreglass.domain.wire.profiles import PROFILES
from loreglass.shell.ui.node import Attr, Node, h, icon
from loreglass.shell.ui.pieces import button, field

_WHOLE: dict[str, Attr] = {"type": "number", "min": 1, "step": 1}
_PRICE: dict[str, Attr] = {"type": "number", "min": 0, "step": "any"}


def endpoint_form(form: EndpointForm) -> Node:
    """The fields of the endpoint that stands in the form, and what can be done with them."""
    shown = form.shown
    boxes = _Boxes(form.revision)
    return h(
        "form",
        {"class": "endpoint-form", "data-action": "endpoint-save", "data-on": "submit", "aria-label": "Endpoint"},
        h("div", {"class": "fields two"}, _profile(shown), _name(shown, boxes)),
        _url(form, boxes),
        _key(shown, boxes),
        _model(form, boxes),
        h("div", {"class": "fields two"}, _context(shown, boxes), _reply(shown, boxes)),
        _mode(shown),
        _drafts(shown),
        _samplers(shown, boxes),
        _stop(shown, boxes),
        _prices(shown, boxes),
        h(
            "div",
            {"class": "acts"},
            h("button", {"type": "submit", "class": "primary"}, "Save"),
            _test(form),
            _submit("Load models", "endpoint-models"),
            _submit("Read context size", "endpoint-context"),
        ),
    )


class _Boxes:
    """Attributes of text boxes. What was typed stays until the form is filled anew, or the value in it changes."""

    def __init__(self, revision: int) -> None:
        self._revision = revision

    def __call__(self, name: str, value: str, **more: Attr) -> dict[str, Attr]:
        named: dict[str, Attr] = {"id": f"endpoint-{name}", "name": name, "autocomplete": "off"}
        return {**named, "#value": value, "#rev": f"{self._revision} {value}", **more}


def _submit(label: str, action: str) -> Node:
    """A button that hands over the form as typed, with its own action as the value."""
    return h("button", {"type": "submit", "value": action}, label)


def _test(form: EndpointForm) -> Node:
    """The button that begins the test; while one runs, it ends it.

    Both submit: a click that were heard before it submits would meet the other one already, and begin the test anew.
    """
    if form.testing:
        return _submit("Stop the test", "endpoint-test-stop")
    return _submit("Test endpoint", "endpoint-test")


def _below(text: str) -> Node:
    return h("p", {"class": "from"}, text)


def _profile(shown: Endpoint) -> Node:
    select: dict[str, Attr] = {
        "id": "endpoint-profile",
        "name": "profile",
        "data-action": "endpoint-profile",
        "data-on": "change",
    }
    options = (
        h(
            "option",
            {"value": each.id, "key": each.id, "selected": each.id == shown.profile or None},
            PROFILE_NAMES[each.id],
        )
        for each in kinds()
    )
    return field("Kind", "endpoint-profile", h("select", select, *options), below=_below("what runs there"))


def _name(shown: Endpoint, boxes: _Boxes) -> Node:
    box = h("input", boxes("name", shown.name, type="text", dir="auto"))
    return field("Name", "endpoint-name", box, below=_below("yours; empty: the model’s"))


def _url(form: EndpointForm, boxes: _Boxes) -> Node:
    """The address. A key in it is kept whatever the switch below says, so it is spoken of as it is typed."""
    usual = PROFILES[form.shown.profile].default_url
    box = boxes("url", form.shown.url, type="text", inputmode="url", placeholder=usual, spellcheck="false")
    box |= {"data-action": "endpoint-url", "data-on": "input"}
    said = None
    if form.has_key_in_address:
        box["aria-describedby"] = "endpoint-url-key"
        said = h("p", {"class": "from", "id": "endpoint-url-key"}, KEY_IN_ADDRESS)
    below = h("div", None, _below(f"Usual: {usual}"), said)
    return field("Endpoint URL", "endpoint-url", h("input", box), below=below)


def _key(shown: Endpoint, boxes: _Boxes) -> Node:
    """The key's field is never filled in: an empty one leaves the key as it is."""
    here = NO_KEY if not shown.key else KEY_KEPT if shown.remember_key else KEY_IN_MEMORY
    attrs = boxes("key", "", type="password", placeholder=KEY_PLACEHOLDER if shown.key else "")
    attrs["#rev"] = f"{shown.id} {shown.place} {len(shown.key)}"
    return h(
        "div",
        {"class": "key-field"},
        field("API key", "endpoint-key", h("input", attrs), below=_below(here)),
        button("Remove key", "endpoint-remove-key") if shown.key else None,
        *_switch("remember", "Keep the key on this device", shown.remember_key, KEY_NOTE),
    )


def _switch(name: str, label: str, is_on: bool, note: str) -> tuple[Node, Node]:
    """A switch, and below it what it means."""
    attrs: dict[str, Attr] = {
        "type": "checkbox",
        "role": "switch",
        "name": name,
        "checked": is_on or None,
        "aria-describedby": f"{name}-note",
    }
    box = h("div", {"class": "switches"}, h("label", None, h("input", attrs), label))
    return box, h("p", {"class": "quiet", "id": f"{name}-note"}, note)


def _model(form: EndpointForm, boxes: _Boxes) -> Node:
    attrs = boxes("model", form.shown.model, list="endpoint-model-list", spellcheck="false")
    options = (h("option", {"value": name}) for name in form.models)
    known = f"{counted(len(form.models), 'model')} known." if form.models else "Load models, or type its name."
    box = h("div", None, h("input", attrs), h("datalist", {"id": "endpoint-model-list"}, *options))
    return field("Model", "endpoint-model", box, below=_below(known))


def _context(shown: Endpoint, boxes: _Boxes) -> Node:
    """Only the user's own number stands in the box; the server's is beside it."""
    tokens = number(shown.context_tokens)
    own = str(shown.context_tokens) if shown.context_from == "user" else ""
    box = h("input", boxes("context", own, placeholder=tokens, **_WHOLE))
    return field("Context size", "endpoint-context", box, below=_below(context_words(shown.context_from, tokens)))


def _reply(shown: Endpoint, boxes: _Boxes) -> Node:
    box = h("input", boxes("reply", str(shown.reply_tokens), **_WHOLE))
    return field("Reply reserve", "endpoint-reply", box, below=_below("tokens that a reply may have at most"))


def _mode(shown: Endpoint) -> Node | None:
    """How prompts go, where the backend takes both."""
    profile = PROFILES[shown.profile]
    if profile.chat is None or profile.text is None:
        return None
    choices = (
        ("chat", "as messages; the server’s own template makes them one text"),
        ("text", "as one text, in the preset’s instruct format"),
    )
    options = (
        h("option", {"value": value, "key": value, "selected": (value == "text") == shown.as_text or None}, words)
        for value, words in choices
    )
    select: dict[str, Attr] = {"id": "endpoint-mode", "name": "mode"}
    return field("Prompts go", "endpoint-mode", h("select", select, *options))


def _drafts(shown: Endpoint) -> Node | None:
    """Whether the endpoint counts while the user writes, where it can count at all."""
    if PROFILES[shown.profile].counts == "none":
        return None
    switch = _switch("drafts", "Count tokens there while I write", shown.counts_drafts, DRAFTS_NOTE)
    return h("div", {"key": f"drafts {shown.id} {shown.profile}"}, *switch)


def _samplers(shown: Endpoint, boxes: _Boxes) -> Node:
    all_of_them = sampler_fields(shown)
    count = sum(one.value is not None for one in all_of_them)
    summary = f"Samplers: {number(count)} set" if count else "Samplers: the endpoint’s own"
    return h(
        "details",
        {"class": "samplers"},
        h("summary", None, icon("next"), summary),
        h("p", {"class": "quiet"}, "An empty field is not sent. What a preset sets goes before these."),
        h("div", {"class": "fields three"}, *(_sampler(one, boxes) for one in all_of_them)),
    )


def _sampler(one: SamplerField, boxes: _Boxes) -> Node:
    value = "" if one.value is None else f"{one.value:g}" if isinstance(one.value, float) else str(one.value)
    attrs = boxes(f"sampler-{one.name}", value, type="number", step="any", disabled=bool(one.reason))
    below = _below(one.reason or "empty: its own")
    return field(one.label, f"endpoint-sampler-{one.name}", h("input", attrs), below=below)


def _stop(shown: Endpoint, boxes: _Boxes) -> Node:
    text = "\n".join(each.replace("\n", "\\n") for each in shown.stop)
    lost, count = stop_note(shown), len(shown.stop)
    return h(
        "details",
        {"class": "samplers"},
        h("summary", None, icon("next"), f"Stop texts: {count}" if count else "Stop texts: none of your own"),
        field(
            "Stop texts",
            "endpoint-stop",
            h("textarea", boxes("stop", text, rows=3, dir="auto")),
            below=_below(lost or "One a line; \\n stands for a line break. A chat adds the names of who else speaks."),
        ),
    )


def _prices(shown: Endpoint, boxes: _Boxes) -> Node:
    prompt, reply = ("" if each is None else f"{each:g}" for each in (shown.prompt_price, shown.reply_price))
    return h(
        "details",
        {"class": "samplers"},
        h(
            "summary",
            None,
            icon("next"),
            f"Price: {prompt or 0} and {reply or 0} a million tokens" if prompt or reply else "Price: none set",
        ),
        h("p", {"class": "quiet"}, ONE_PRICE),
        h(
            "div",
            {"class": "fields two"},
            field(
                "Prompt price",
                "endpoint-prompt-price",
                h("input", boxes("prompt-price", prompt, **_PRICE)),
                below=_below("for a million tokens, in your currency"),
            ),
            field(
                "Reply price",
                "endpoint-reply-price",
                h("input", boxes("reply-price", reply, **_PRICE)),
                below=_below("thoughts count as reply"),
            ),
        ),
    )
