"""The matched words of the plan on the screen, as places in the messages."""

import json

from loreglass.app.state import AppState
from loreglass.app.view_chat import shown_plan
from loreglass.domain.lore.verdict import Hit


def highlights(state: AppState) -> str:
    """JSON list of {message, text, nth}: the nth occurrence (from 0) of a matched text in a message."""
    open_chat = state.chat
    plan = shown_plan(state, open_chat) if open_chat else None
    if open_chat is None or plan is None or state.route.name != "chat":
        return "[]"
    texts = {
        message.id: open_chat.variants[message.chosen_id].text for message in open_chat.path[open_chat.shown_from :]
    }
    hits = [hit for one in plan.decisions for hit in (one.reason.hit, *one.reason.secondary_hits) if hit]
    places = [place for hit in hits if hit.message_id in texts and (place := _place(hit, texts[hit.message_id]))]
    return json.dumps(places, ensure_ascii=False)


def _place(hit: Hit, text: str) -> dict[str, object] | None:
    start, end = hit.span
    matched = "".join(text[start:end].split())
    if hit.where != "text" or not matched:
        return None
    before = "".join(text[:start].split())
    return {"message": hit.message_id, "text": matched, "nth": before.count(matched)}
