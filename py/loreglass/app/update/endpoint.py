"""Endpoints: kept under names, one of them chosen, each changed and tested in its form."""

from dataclasses import fields, replace
from typing import Literal

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import CheckEndpoint, Effect, StopCheck, Write
from loreglass.app.endpoints import (
    DEMO_ID,
    FIRST_ID,
    USUAL_CONTEXT_TOKENS,
    Endpoint,
    EndpointForm,
    chosen,
    holds_key,
)
from loreglass.app.moment import Moment
from loreglass.app.presets import LINE_BREAK
from loreglass.app.records import endpoint_rows, no_endpoint_rows, preferences_row
from loreglass.app.state import AppState
from loreglass.app.update.numbers import number, whole
from loreglass.app.update.step import Handler, Step, plan_next, stay, toast
from loreglass.domain.errors import BadInput
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.calibration import Calibration
from loreglass.domain.wire.endpoint import origin, written_out
from loreglass.domain.wire.profiles import PROFILES

LEAST_CONTEXT, MOST_CONTEXT = 256, 10_000_000
MOST_TEMPERATURE = 5.0
WHOLE_SAMPLERS = frozenset({"top_k", "repetition_range", "mirostat", "dry_allowed_length", "seed"})
SAMPLER_FIELD = "sampler-"
TICKED = ("on", "true", "yes")


def _endpoint_of(did: Did, old: Endpoint) -> Endpoint:
    """The endpoint in the form. BadInput where its address is none."""
    typed = did.field("url").strip()
    url = written_out(typed) if typed else ""
    key = did.field("key").strip()
    same_place = bool(url) and _origin(url) == _origin(old.url)
    profile = next((each for each in PROFILES if each == did.field("profile")), old.profile)
    new = _with_context(did, old)
    new = replace(
        new,
        name=_given(did, "name", old.name).strip(),
        profile=profile,
        url=url,
        model=did.field("model").strip(),
        key=key or (old.key if same_place else ""),
        remember_key=did.field("remember") in TICKED,
        count_drafts=_count_drafts(did, old),
        as_text=_given(did, "mode", "text" if old.as_text else "") == "text",
        reply_tokens=min(max(whole(did.field("reply")) or old.reply_tokens, 1), new.context_tokens // 2),
        samplers=_samplers(did, old.samplers),
        stop=_stop(did, old.stop),
        prompt_price=_price(did, "prompt-price", old.prompt_price),
        reply_price=_price(did, "reply-price", old.reply_price),
    )
    learnt_here = (new.profile, new.url, new.model) == (old.profile, old.url, old.model)
    return new if learnt_here else replace(new, calibration=Calibration())


def _origin(url: str) -> str:
    """Scheme, host and port; "" where it is no address, or one that was kept before such were refused."""
    try:
        return origin(url) if url else ""
    except BadInput:
        return ""


def _given(did: Did, name: str, otherwise: str) -> str:
    """A field's value; what holds already where the form does not have the field."""
    return did.field(name) if name in dict(did.fields) else otherwise


def _count_drafts(did: Did, old: Endpoint) -> bool | None:
    """What the user changed; a switch that was left alone goes on following the address."""
    typed = did.field("drafts") in TICKED
    return typed if "drafts" in dict(did.fields) and typed != old.counts_drafts else old.count_drafts


def _with_context(did: Did, old: Endpoint) -> Endpoint:
    """The user's own number wins; an emptied field goes back to what the server said."""
    if "context" not in dict(did.fields):
        return old
    typed = whole(did.field("context"))
    if typed is None:
        usual = replace(old, context_tokens=USUAL_CONTEXT_TOKENS, context_from="usual")
        return usual if old.context_from == "user" else old
    return replace(old, context_tokens=min(max(typed, LEAST_CONTEXT), MOST_CONTEXT), context_from="user")


def _samplers(did: Did, old: Samplers) -> Samplers:
    """What was typed; a sampler whose field is greyed stays as it is."""
    given = dict(did.fields)
    values: dict[str, float | int | None] = {}
    for each in fields(Samplers):
        text = given.get(SAMPLER_FIELD + each.name)
        values[each.name] = getattr(old, each.name) if text is None else _sampler(each.name, text)
    return Samplers(**values)  # type: ignore[arg-type]


def _sampler(name: str, text: str) -> float | int | None:
    if not text.strip():
        return None
    if name in WHOLE_SAMPLERS:
        return whole(text)
    typed = number(text, float("nan"))
    if typed != typed:
        return None
    return min(max(typed, 0.0), MOST_TEMPERATURE) if name == "temperature" else typed


def _stop(did: Did, old: tuple[str, ...]) -> tuple[str, ...]:
    if "stop" not in dict(did.fields):
        return old
    lines = (line.removesuffix("\r").replace(LINE_BREAK, "\n") for line in did.field("stop").split("\n"))
    return tuple(dict.fromkeys(line for line in lines if line))


def _price(did: Did, name: str, old: float | None) -> float | None:
    if name not in dict(did.fields):
        return old
    typed = number(did.field(name), -1)
    return typed if typed >= 0 else None


def save(state: AppState, did: Did, moment: Moment) -> Step:
    """The endpoint as typed; an address that is none is refused with the reason. A key stays with its origin."""
    form = state.endpoint
    try:
        saved = _endpoint_of(did, Endpoint() if form.fresh else form.saved)
    except BadInput as error:
        # What the last test said holds for the saved address, not for this one.
        untested = replace(state, endpoint=replace(form, steps=()))
        return toast(untested, moment, "endpoint_bad_url", detail=error.problem), ()
    if saved.is_demo:
        return _choose(toast(state, moment, "endpoint_demo"), Endpoint())
    if form.fresh or form.saved.is_demo:
        taken = {each.id for each in form.kept}
        saved = replace(saved, id=FIRST_ID if FIRST_ID not in taken else f"{FIRST_ID}-{moment.id('kept')}")
    state = toast(state, moment, "endpoint_saved")
    state, effects = _choose(replace(state, endpoint=_with_kept(state.endpoint, saved)), saved)
    return state, (Write(rows=endpoint_rows(saved)), *effects)


def _with_kept(form: EndpointForm, saved: Endpoint) -> EndpointForm:
    """The form's list with that endpoint in its place, or at the end."""
    if any(each.id == saved.id for each in form.kept):
        return replace(form, kept=tuple(saved if each.id == saved.id else each for each in form.kept))
    return replace(form, kept=(*form.kept, saved))


def _choose(state: AppState, saved: Endpoint) -> Step:
    """That endpoint answers from now on, and stands in the form."""
    old, allowed = state.endpoint, state.device.connect_to
    barred = allowed is not None and _origin(saved.url) not in ("", *allowed)
    form = replace(
        old,
        saved=saved,
        steps=(),
        testing=False,
        needs_reload=barred,
        fresh=False,
        profile=None,
        typed_key=None,
        revision=old.revision + 1,
    )
    if (saved.id, saved.url) != (old.saved.id, old.saved.url):
        form = replace(form, models=())
    preferences = replace(state.preferences, endpoint_id=DEMO_ID if saved.is_demo else saved.id)
    writes: tuple[Effect, ...] = ()
    if preferences != state.preferences:
        writes = (Write(rows=(preferences_row(preferences),)),)
    state = replace(state, endpoint=form, preferences=preferences)
    return state, (*_halted(old), *writes, *plan_next(state))


def _halted(form: EndpointForm) -> tuple[Effect, ...]:
    """The effect that ends a test: what it would say is of an endpoint that stands in the form no more, or changed."""
    return (StopCheck(),) if form.testing else ()


def choose(state: AppState, did: Did, moment: Moment) -> Step:
    """Another of the kept endpoints answers."""
    wanted = did.id or did.value
    if wanted == DEMO_ID:
        return demo(state, did, moment)
    found = chosen(state.endpoint.kept, wanted)
    return stay(state) if found.is_demo else _choose(state, found)


def demo(state: AppState, did: Did, moment: Moment) -> Step:
    """The demo responder answers; the endpoints stay."""
    return _choose(toast(state, moment, "endpoint_demo"), Endpoint())


def fresh(state: AppState, did: Did, moment: Moment) -> Step:
    """The form is empty, for one more endpoint; the chosen one goes on answering until it is saved."""
    old = state.endpoint
    form = replace(old, fresh=True, profile=None, steps=(), testing=False, models=(), needs_reload=False)
    return replace(state, endpoint=replace(form, typed_key=None, revision=form.revision + 1)), _halted(old)


def remove(state: AppState, did: Did, moment: Moment) -> Step:
    """An endpoint and its key are forgotten; where it was the chosen one, the demo responder answers."""
    gone = chosen(state.endpoint.kept, did.id)
    if gone.is_demo:
        return stay(state)
    kept = tuple(each for each in state.endpoint.kept if each.id != gone.id)
    was_chosen = state.endpoint.saved.id == gone.id and not state.endpoint.saved.is_demo
    state = toast(replace(state, endpoint=replace(state.endpoint, kept=kept)), moment, "endpoint_removed")
    write = Write(rows=no_endpoint_rows(gone.id))
    if not was_chosen:
        return state, (write,)
    state, effects = _choose(state, Endpoint())
    return state, (write, *effects)


def profile(state: AppState, did: Did, moment: Moment) -> Step:
    """Another kind of endpoint in the form: its fields change, and its usual address stands there."""
    found = next((each for each in PROFILES if each == did.value), None)
    if found is None:
        return stay(state)
    old = state.endpoint
    form = replace(old, profile=found, steps=(), testing=False)
    if form.shown.url != old.shown.url:
        form = replace(form, typed_key=None)
    return replace(state, endpoint=form), _halted(old)


def url(state: AppState, did: Did, moment: Moment) -> Step:
    """Whether the address holds a key is known as it is typed; nothing else of it is, before it is saved."""
    return replace(state, endpoint=replace(state.endpoint, typed_key=holds_key(did.value))), ()


def remove_key(state: AppState, did: Did, moment: Moment) -> Step:
    """The key of the endpoint in the form is forgotten, here and on this device."""
    old = state.endpoint
    if old.fresh or old.saved.is_demo or not old.saved.key:
        return stay(state)
    saved = replace(old.saved, key="")
    form = _with_kept(replace(old, saved=saved, steps=(), testing=False), saved)
    state = toast(replace(state, endpoint=form), moment, "key_removed")
    return state, (*_halted(old), Write(rows=endpoint_rows(saved)))


def test(state: AppState, did: Did, moment: Moment) -> Step:
    """The endpoint in the form is tried step by step (and saved first, so that what is tested is what is used)."""
    effects: tuple[Effect, ...] = ()
    if did.fields:
        state, effects = save(state, did, moment)
        if not effects:
            return state, ()
    if state.endpoint.saved.is_demo or state.endpoint.needs_reload:
        return state, effects
    what = CHECKS.get(did.name, "all")
    state = replace(state, endpoint=replace(state.endpoint, steps=(), testing=True))
    return state, (*effects, CheckEndpoint(endpoint=state.endpoint.saved, what=what))


CHECKS: dict[str, Literal["all", "models", "context"]] = {
    "endpoint-models": "models",
    "endpoint-allow": "models",
    "endpoint-context": "context",
}


def stop_test(state: AppState, did: Did, moment: Moment) -> Step:
    """The test is ended; half of one says nothing."""
    form = state.endpoint
    if not form.testing:
        return stay(state)
    stopped = replace(state, endpoint=replace(form, steps=(), testing=False))
    return toast(stopped, moment, "test_stopped"), (StopCheck(),)


def check_moved(state: AppState, told: actions.CheckMoved, moment: Moment) -> Step:
    """The endpoint test came to another step; what is said of an endpoint that was left since is passed over."""
    form = state.endpoint
    if told.endpoint_id != form.saved.id or form.saved.is_demo or form.fresh:
        return stay(state)
    form, saved = replace(form, steps=told.steps, testing=not told.is_over), form.saved
    if told.models is not None:
        form = replace(form, models=told.models)
        if told.models and not saved.model:
            saved = replace(saved, model=told.models[0])
    if told.context_tokens is not None and not is_own(saved):
        saved = replace(saved, context_tokens=told.context_tokens, context_from="server")
        saved = replace(saved, reply_tokens=min(saved.reply_tokens, max(1, told.context_tokens // 2)))
    if saved == form.saved:
        return replace(state, endpoint=form), ()
    form = _with_kept(replace(form, saved=saved), saved)
    state = replace(state, endpoint=form)
    return state, (Write(rows=endpoint_rows(saved)), *plan_next(state))


def is_own(endpoint: Endpoint) -> bool:
    """Whether the context size is the user's own number, also in records that do not say."""
    is_old = endpoint.context_from == "usual" and endpoint.context_tokens != USUAL_CONTEXT_TOKENS
    return endpoint.context_from == "user" or is_old


HANDLERS: dict[str, Handler] = {
    "endpoint-save": save,
    "endpoint-test": test,
    "endpoint-models": test,
    "endpoint-context": test,
    "endpoint-allow": test,
    "endpoint-choose": choose,
    "endpoint-new": fresh,
    "endpoint-remove": remove,
    "endpoint-remove-key": remove_key,
    "endpoint-test-stop": stop_test,
    "endpoint-profile": profile,
    "endpoint-url": url,
}
