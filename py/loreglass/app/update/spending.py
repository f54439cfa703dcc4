"""What a reply took, as the endpoint reported it: added up for the chat, and learnt from for estimates."""

from dataclasses import replace

from loreglass.app.effects import Write
from loreglass.app.endpoints import Endpoint, EndpointForm, chosen
from loreglass.app.records import endpoint_rows
from loreglass.app.state import AppState
from loreglass.app.update.step import Step, stay
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.chat import Chat, Spent, Variant
from loreglass.domain.wire.calibration import learn
from loreglass.domain.wire.events import Usage

MILLION = 1_000_000


def cost_of(usage: Usage, endpoint: Endpoint) -> float | None:
    """What the tokens cost in the user's currency; a price alone counts, None where there is none."""
    prompt_price, reply_price = endpoint.prompt_price, endpoint.reply_price
    if prompt_price is None and reply_price is None:
        return None
    return (usage.prompt_tokens * (prompt_price or 0.0) + usage.reply_tokens * (reply_price or 0.0)) / MILLION


def with_spent(chat: Chat, usage: Usage | None, endpoint: Endpoint) -> Chat:
    """The chat with one reply more in its sums; the demo costs nothing."""
    if endpoint.is_demo:
        return chat
    return replace(chat, spent=_added(chat.spent, usage, endpoint))


def _added(spent: Spent, usage: Usage | None, endpoint: Endpoint) -> Spent:
    if usage is None:
        return replace(spent, unreported=spent.unreported + 1)
    cost = cost_of(usage, endpoint)
    return replace(
        spent,
        prompt_tokens=spent.prompt_tokens + usage.prompt_tokens,
        reply_tokens=spent.reply_tokens + usage.reply_tokens,
        cost=spent.cost + (cost or 0.0),
        replies=spent.replies + 1,
        unpriced=spent.unpriced + (cost is None),
    )


def reported(variant: Variant, usage: Usage | None) -> Variant:
    """The variant with the tokens that the endpoint reported of it."""
    if usage is None:
        return variant
    return replace(
        variant,
        prompt_tokens=usage.prompt_tokens,
        reply_tokens=usage.reply_tokens,
        reasoning_tokens=usage.reasoning_tokens,
    )


def learnt(state: AppState, asked: Endpoint, plan: Plan | None, usage: Usage | None) -> Step:
    """The asked endpoint with what an estimate really was; nothing where the plan's counts were no estimates.

    Another endpoint may be chosen by now; one that is gone, or has another model, learns nothing.
    """
    form = state.endpoint
    known = form.saved if form.saved.id == asked.id and not form.saved.is_demo else chosen(form.kept, asked.id)
    is_same = (known.url, known.model) == (asked.url, asked.model)
    if plan is None or usage is None or plan.numbers.exact or asked.is_demo or not is_same:
        return stay(state)
    estimated = round(plan.numbers.sent / plan.numbers.factor)
    calibration = learn(known.calibration, estimated=estimated, reported=usage.prompt_tokens)
    if calibration == known.calibration:
        return stay(state)
    wiser = replace(known, calibration=calibration)
    return replace(state, endpoint=_in_place(form, wiser)), (Write(rows=endpoint_rows(wiser)),)


def _in_place(form: EndpointForm, endpoint: Endpoint) -> EndpointForm:
    kept = tuple(endpoint if each.id == endpoint.id else each for each in form.kept)
    is_chosen = form.saved.id == endpoint.id and not form.saved.is_demo
    return replace(form, saved=endpoint if is_chosen else form.saved, kept=kept)
