"""Settings, Endpoint: where prompts go, and the test that says what is wrong. A view."""

from loreglass.app.endpoints import DEMO_ID, CheckStep, EndpointForm, is_private
from loreglass.app.strings import counted, isolated
from loreglass.app.strings.endpoint import (
    ALLOW_NOTE,
    LOCAL_NOTE,
    LOCAL_RULES,
    PROFILE_NAMES,
    kinds,
    needs,
    outcome,
    step_name,
    step_state,
)
from loreglass.app.strings.problems import told
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.profiles import PROFILES
from loreglass.shell.ui.endpoint_form import endpoint_form
from loreglass.shell.ui.node import Attr, Node, classes, h, icon, vh
from loreglass.shell.ui.pieces import button

STEP_ICONS = {"passed": "check", "failed": "x", "running": "again", "waiting": "more", "skipped": "more"}


def endpoint_tab(form: EndpointForm) -> Node:
    """The tab Endpoint: those that are kept, the form, the test's steps, what each kind needs."""
    saved = form.saved
    now = "The demo responder answers: no model, no network." if saved.is_demo else f"Prompts go to {saved.place}."
    return h(
        "div",
        {"class": "endpoint"},
        h(
            "section",
            {"class": "sheet-in", "aria-labelledby": "endpoint-title"},
            h("h2", {"id": "endpoint-title"}, "Where prompts go"),
            h("p", {"class": "say"}, now),
            _kept(form),
            _reload(form),
            endpoint_form(form),
            _steps(form.steps),
        ),
        h("div", {"class": "endpoint-help"}, _this_kind(form), _browsers(form), _kinds()),
    )


def _kept(form: EndpointForm) -> Node | None:
    """The endpoints under their names, one of them chosen."""
    if not form.kept:
        return None
    rows = [_choice(DEMO_ID, "DEMO", "no model, no network", chosen=form.saved.is_demo and not form.fresh)]
    rows += [
        _choice(each.id, each.called, each.place, chosen=each.id == form.saved.id and not form.saved.is_demo)
        for each in form.kept
    ]
    gone = None
    if not form.saved.is_demo:
        gone = button(f"Forget {isolated(form.saved.called)}", "endpoint-remove", form.saved.id)
    return h(
        "fieldset",
        {"class": "opts kept"},
        h("legend", {"class": "lab"}, "Answered by"),
        *rows,
        h("div", {"class": "acts"}, button("New endpoint", "endpoint-new", off=form.fresh), gone),
        h("p", {"class": "quiet"}, "The form below is for a new one.") if form.fresh else None,
    )


def _choice(item: str, name: str, where: str, *, chosen: bool) -> Node:
    attrs: dict[str, Attr] = {
        "type": "radio",
        "name": "kept",
        "value": item,
        "checked": chosen or None,
        "data-action": "endpoint-choose",
        "data-on": "change",
        "data-id": item,
    }
    return h("label", {"key": item}, h("input", attrs), name, h("small", {"dir": "auto"}, where))


def _reload(form: EndpointForm) -> Node:
    """That the page may not call the endpoint yet. The place of it is always there: only then is it read aloud."""
    return h("div", {"role": "status"}, _barred(form) if form.needs_reload else None)


def _barred(form: EndpointForm) -> Node:
    lost = form.saved.key and not form.saved.remember_key
    said = h(
        "p",
        None,
        h("strong", None, "This page may not call it yet."),
        " It only calls addresses that were saved when it was opened.",
        " The reload forgets the key: keep it on this device first, or type it again after." if lost else None,
    )
    return h("div", {"class": "note"}, icon("warn"), said, button("Reload to allow this endpoint", "reload"))


def _steps(steps: tuple[CheckStep, ...]) -> Node | None:
    if not steps:
        return None
    rows = (_step(step) for step in steps)
    return h(
        "section",
        {"class": "test", "aria-label": "Test of the endpoint"},
        h("p", {"class": "lede", "role": "status"}, outcome(steps)),
        h("ol", {"class": "steps", "role": "list"}, *rows),
    )


def _step(step: CheckStep) -> Node:
    found = _found(step)
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


def _found(step: CheckStep) -> str:
    if step.detail.isdecimal() and step.name in ("models", "context"):
        return counted(int(step.detail), "model" if step.name == "models" else "token")
    return step.detail


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


def _this_kind(form: EndpointForm) -> Node:
    """What the kind in the form needs before a page may talk to it."""
    profile = PROFILES[form.shown.profile]
    return h(
        "section",
        {"class": "sheet-in", "aria-labelledby": "kind-title"},
        h("h2", {"id": "kind-title"}, PROFILE_NAMES[profile.id]),
        h("p", None, needs(profile)),
    )


def _browsers(form: EndpointForm) -> Node:
    """What browsers allow on this machine and at home, and the button that makes them ask."""
    rules = (h("li", {"key": one.browser}, h("b", None, one.browser), f" {one.rule}") for one in LOCAL_RULES)
    ask: tuple[Node, ...] = ()
    if not form.saved.is_demo and is_private(form.saved.url) and not form.needs_reload:
        ask = (h("p", {"class": "allow"}, button("Allow", "endpoint-allow"), " ", ALLOW_NOTE),)
    return h(
        "section",
        {"class": "sheet-in", "aria-labelledby": "local-title"},
        h("h2", {"id": "local-title"}, "On this machine or at home"),
        h("ul", {"class": "advice"}, *rules),
        h("p", {"class": "quiet"}, LOCAL_NOTE),
        *ask,
    )


def _kinds() -> Node:
    rows = (
        h(
            "tr",
            {"key": one.id},
            h("th", {"scope": "row"}, h("b", None, PROFILE_NAMES[one.id]), h("code", None, one.default_url)),
            h("td", None, needs(one)),
        )
        for one in kinds()
    )
    names = ("Kind and its usual address", "What it needs")
    head = h("tr", None, *(h("th", {"scope": "col"}, name) for name in names))
    return h(
        "details",
        {"class": "programs"},
        h("summary", None, icon("next"), "What each kind needs"),
        h("table", {"class": "needs-list"}, h("thead", None, head), h("tbody", None, *rows)),
    )
