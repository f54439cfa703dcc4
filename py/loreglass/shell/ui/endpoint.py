"""Settings, Endpoint: where prompts go, and the test that says what is wrong. A view."""

from loreglass.app.state import CheckStep, Endpoint, EndpointForm
from loreglass.app.strings import counted, number
from loreglass.app.strings.problems import told
from loreglass.app.strings.settings import KEY_NOTE, LOCAL_NOTE, PROGRAMS, outcome, step_name, step_state
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.shell.ui.node import Attr, Node, classes, h, icon, vh
from loreglass.shell.ui.pieces import button, field

STEP_ICONS = {"passed": "check", "failed": "x", "running": "again", "waiting": "more", "skipped": "more"}


def endpoint_tab(form: EndpointForm) -> Node:
    """The tab Endpoint: the form, the test's steps, what each program needs."""
    saved = form.saved
    now = "The demo responder answers: no model, no network." if saved.is_demo else f"Prompts go to {saved.url}."
    return h(
        "div",
        {"class": "endpoint"},
        h(
            "section",
            {"class": "sheet-in", "aria-labelledby": "endpoint-title"},
            h("h2", {"id": "endpoint-title"}, "Where prompts go"),
            h("p", {"class": "say"}, now),
            _reload(form),
            _form(form),
            _steps(form.steps),
        ),
        _programs(),
    )


def _reload(form: EndpointForm) -> Node | None:
    if not form.needs_reload:
        return None
    lost = form.saved.key and not form.saved.remember_key
    said = h(
        "p",
        None,
        h("strong", None, "This page may not call it yet."),
        " It only calls addresses that were saved when it was opened.",
        " The reload forgets the key: keep it on this device first, or type it again after." if lost else None,
    )
    return h("div", {"class": "note"}, icon("warn"), said, button("Reload to allow this endpoint", "reload"))


def _form(form: EndpointForm) -> Node:
    saved = form.saved
    return h(
        "form",
        {"class": "endpoint-form", "data-action": "endpoint-save", "data-on": "submit", "aria-label": "Endpoint"},
        field(
            "Endpoint URL", "endpoint-url", h("input", _box("url", saved.url, _URL)), below=_from("Most end in /v1.")
        ),
        _key(saved),
        _model(form),
        h("div", {"class": "fields three"}, *_numbers(saved)),
        h(
            "div",
            {"class": "acts"},
            h("button", {"type": "submit", "class": "primary"}, "Save"),
            _submit("Test endpoint", "endpoint-test"),
            _submit("Load models", "endpoint-models"),
            None if saved.is_demo else button("Use the demo instead", "endpoint-demo", kind="ghost"),
        ),
    )


_URL: dict[str, Attr] = {
    "type": "text",
    "inputmode": "url",
    "placeholder": "http://localhost:8080/v1",
    "spellcheck": "false",
}


def _submit(label: str, action: str) -> Node:
    """A button that hands over the form as typed, with its own action as the value."""
    return h("button", {"type": "submit", "value": action}, label)


def _box(name: str, value: str, more: dict[str, Attr]) -> dict[str, Attr]:
    return {"id": f"endpoint-{name}", "name": name, "autocomplete": "off", "#value": value, "#rev": value, **more}


def _from(text: str) -> Node:
    return h("p", {"class": "from"}, text)


def _key(saved: Endpoint) -> Node:
    """The key's field is never filled in: an empty one leaves the key as it is."""
    here = "A key is set. Type another to replace it." if saved.key else "Leave it empty for a program of your own."
    attrs: dict[str, Attr] = {
        "id": "endpoint-key",
        "name": "key",
        "type": "password",
        "autocomplete": "off",
        "placeholder": "••••••••" if saved.key else "",
        "#value": "",
        "#rev": f"{saved.url} {len(saved.key)}",
    }
    keep: dict[str, Attr] = {
        "type": "checkbox",
        "role": "switch",
        "name": "remember",
        "checked": saved.remember_key or None,
        "aria-describedby": "key-note",
    }
    return h(
        "div",
        {"class": "key-field"},
        field("API key", "endpoint-key", h("input", attrs), below=_from(here)),
        h("div", {"class": "switches"}, h("label", None, h("input", keep), "Keep the key on this device")),
        h("p", {"class": "quiet", "id": "key-note"}, KEY_NOTE),
    )


def _model(form: EndpointForm) -> Node:
    attrs = _box("model", form.saved.model, {"list": "endpoint-model-list", "spellcheck": "false"})
    options = (h("option", {"value": name}) for name in form.models)
    known = f"{counted(len(form.models), 'model')} known." if form.models else "Load models, or type its name."
    box = h("div", None, h("input", attrs), h("datalist", {"id": "endpoint-model-list"}, *options))
    return field("Model", "endpoint-model", box, below=_from(known))


def _numbers(saved: Endpoint) -> tuple[Node, ...]:
    whole: dict[str, Attr] = {"type": "number", "min": 1, "step": 1}
    warmth: dict[str, Attr] = {"type": "number", "min": 0, "max": 5, "step": "any"}
    temperature = "" if saved.temperature is None else number(saved.temperature)
    return (
        field(
            "Context size",
            "endpoint-context",
            h("input", _box("context", str(saved.context_tokens), whole)),
            below=_from("tokens the model can read"),
        ),
        field(
            "Reply reserve",
            "endpoint-reply",
            h("input", _box("reply", str(saved.reply_tokens), whole)),
            below=_from("tokens kept for its reply"),
        ),
        field(
            "Temperature",
            "endpoint-temperature",
            h("input", _box("temperature", temperature, warmth)),
            below=_from("empty: the model’s own"),
        ),
    )


def _steps(steps: tuple[CheckStep, ...]) -> Node | None:
    if not steps:
        return None
    rows = (_step(step) for step in steps)
    return h(
        "section",
        {"class": "test", "aria-label": "Test of the endpoint"},
        h("p", {"class": "lede"}, outcome(steps)),
        h("ol", {"class": "steps", "role": "list"}, *rows),
    )


def _step(step: CheckStep) -> Node:
    found = counted(int(step.detail), "model") if step.name == "models" and step.detail.isdecimal() else step.detail
    detail = h("span", {"class": "quiet", "dir": "auto"}, found) if found else None
    return h(
        "li",
        {"class": classes("step", step.state), "key": step.name},
        h("span", {"class": "sign"}, icon(STEP_ICONS[step.state])),
        h(
            "div",
            None,
            h("p", None, h("b", None, step_name(step)), vh(":"), " ", step_state(step), " ", detail),
            *_problem(step.problem),
        ),
    )


def _problem(problem: EndpointProblem | None) -> tuple[Node, ...]:
    if problem is None:
        return ()
    said = told(problem)
    quote = (h("p", {"class": "quote", "dir": "auto"}, "It says: ", h("q", None, said.quote)),) if said.quote else ()
    advice = (
        (h("ul", {"class": "advice"}, *(h("li", None, h("b", None, one.claim), " ", one.how) for one in said.advice)),)
        if said.advice
        else ()
    )
    return (h("p", None, said.what), *advice, *quote)


def _programs() -> Node:
    rows = (
        h(
            "tr",
            {"key": one.name},
            h("th", {"scope": "row"}, h("b", None, one.name), h("code", None, one.address)),
            h("td", None, one.note),
        )
        for one in PROGRAMS
    )
    head = h(
        "tr", None, *(h("th", {"scope": "col"}, name) for name in ("Program and its usual address", "What it needs"))
    )
    return h(
        "section",
        {"class": "sheet-in programs", "aria-labelledby": "programs-title"},
        h("h2", {"id": "programs-title"}, "What each program needs"),
        h("table", {"class": "needs-list"}, h("thead", None, head), h("tbody", None, *rows)),
        h("p", {"class": "quiet"}, LOCAL_NOTE),
    )
