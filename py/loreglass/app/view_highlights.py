"""The matched words of the plan on the screen, as places in the messages."""

import json
from itertools import groupby

from loreglass.app.search import current, found_in
from loreglass.app.state import AppState, OpenChat
from loreglass.app.view_chat import shown_plan
from loreglass.domain.lore.verdict import Hit


def highlights(state: AppState) -> str:
    """JSON list of {message, text, nth}: the nth occurrence (from 0) of a matched text in a message."""
    open_chat = state.chat
    plan = shown_plan(state, open_chat) if open_chat else None
    if open_chat is None or state.route.name != "chat":
        return "[]"
    if open_chat.find is not None:
        return json.dumps(_found(open_chat), ensure_ascii=False)
    if plan is None:
        return "[]"
    texts = {
        message.id: open_chat.variants[message.chosen_id].text for message in open_chat.path[open_chat.shown_from :]
    }
    hits = [hit for one in plan.decisions for hit in (one.reason.hit, *one.reason.secondary_hits) if hit]
    places = [place for hit in hits if hit.message_id in texts and (place := _place(hit, texts[hit.message_id]))]
    return json.dumps(places, ensure_ascii=False)


def _found(open_chat: OpenChat) -> list[dict[str, object]]:
    """The places of the search that are on the screen, under a name of their own; the one that is shown has another."""
    hits, _ = found_in(open_chat)
    shown = current(open_chat)
    last = len(open_chat.path) if open_chat.shown_to is None else open_chat.shown_to
    out: list[dict[str, object]] = []
    within = [place for place in hits if open_chat.shown_from <= place.at < last]
    for at, places in groupby(within, key=lambda place: place.at):
        text = open_chat.variants[open_chat.path[at].chosen_id].text
        before, end = "", 0
        for place in places:
            # What stands before a place goes on from the last one: a long message may have hundreds.
            before, end = before + _squeezed(text[end : place.start]), place.start
            matched = _squeezed(text[place.start : place.end])
            name = "here" if place == shown else "found"
            if matched:
                nth = before.count(matched)
                out.append({"message": place.message_id, "text": matched, "nth": nth, "name": name})
    return out


def _squeezed(text: str) -> str:
    """The text without its white space: what a page draws of it is otherwise spaced."""
    return "".join(text.split())


def _place(hit: Hit, text: str) -> dict[str, object] | None:
    start, end = hit.span
    matched = _squeezed(text[start:end])
    if hit.where != "text" or not matched:
        return None
    return {"message": hit.message_id, "text": matched, "nth": _squeezed(text[:start]).count(matched)}
