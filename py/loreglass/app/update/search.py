"""The search in the open chat, and jumps to a message wherever it stands."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Browser
from loreglass.app.moment import Moment
from loreglass.app.opened import Find
from loreglass.app.search import at_end, current, found_in, shown_around
from loreglass.app.state import SHOWN_MESSAGES, AppState, OpenChat
from loreglass.app.update.chat import message_named
from loreglass.app.update.step import Handler, Step, stay, with_chat

FIELD = "find"


def find_open(state: AppState, did: Did, moment: Moment) -> Step:
    """The search is there, with the cursor in it."""
    if state.chat is None or state.route.name != "chat":
        return stay(state)
    state = with_chat(state, replace(state.chat, find=state.chat.find or Find()))
    return state, (Browser(what="jump", value=FIELD),)


def find_close(state: AppState, did: Did, moment: Moment) -> Step:
    """The search is put away."""
    if state.chat is None or state.chat.find is None:
        return stay(state)
    return with_chat(state, replace(state.chat, find=None)), (Browser(what="focus", value="draft"),)


def find_text(state: AppState, did: Did, moment: Moment) -> Step:
    """What is looked for; the newest place is shown first."""
    if state.chat is None or state.chat.find is None:
        return stay(state)
    open_chat = replace(state.chat, find=Find(text=did.value))
    hits, _ = found_in(open_chat)
    return _shown(state, replace(open_chat, find=Find(text=did.value, at=max(0, len(hits) - 1))))


def find_next(state: AppState, did: Did, moment: Moment) -> Step:
    """The next place; after the last one, the first."""
    return _moved(state, 1)


def find_previous(state: AppState, did: Did, moment: Moment) -> Step:
    """The place before; before the first one, the last."""
    return _moved(state, -1)


def _moved(state: AppState, step: int) -> Step:
    open_chat = state.chat
    if open_chat is None or open_chat.find is None:
        return stay(state)
    hits, _ = found_in(open_chat)
    if not hits:
        return stay(state)
    at = (min(open_chat.find.at, len(hits) - 1) + step) % len(hits)
    return _shown(state, replace(open_chat, find=replace(open_chat.find, at=at)))


def _shown(state: AppState, open_chat: OpenChat) -> Step:
    """The transcript around the place that is shown."""
    place = current(open_chat)
    if place is None:
        return with_chat(state, open_chat), ()
    first, last = shown_around(open_chat, place.at)
    state = with_chat(state, replace(open_chat, shown_from=first, shown_to=last))
    return state, (Browser(what="show", value=f"m-{place.message_id}"),)


def jump(state: AppState, did: Did, moment: Moment) -> Step:
    """A message is shown and has the focus, however far back it stands."""
    open_chat = state.chat
    if open_chat is None or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    first, last = shown_around(open_chat, open_chat.path.index(message))
    state = with_chat(state, replace(open_chat, shown_from=first, shown_to=last))
    return state, (Browser(what="jump", value=f"m-{message.id}"),)


def later(state: AppState, did: Did, moment: Moment) -> Step:
    """More of what follows is shown."""
    open_chat = state.chat
    if open_chat is None or open_chat.shown_to is None:
        return stay(state)
    last = open_chat.shown_to + SHOWN_MESSAGES
    return with_chat(state, replace(open_chat, shown_to=last if last < len(open_chat.path) else None)), ()


def newest(state: AppState, did: Did, moment: Moment) -> Step:
    """The end of the chat is shown."""
    return (with_chat(state, at_end(state.chat)), (Browser(what="newest"),)) if state.chat else stay(state)


HANDLERS: dict[str, Handler] = {
    "find-open": find_open,
    "find-close": find_close,
    "find-text": find_text,
    "find-next": find_next,
    "find-previous": find_previous,
    "jump": jump,
    "later": later,
    "newest": newest,
}
