"""Where a text stands in the messages of the open chat, mounted or not. Pure."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from loreglass.app.lately import lately
from loreglass.app.state import SHOWN_MESSAGES, OpenChat
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.story.chat import Message, Variant

PLACES_AT_MOST = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One occurrence: the message, its place on the path (from 0), and the span in its text in code points."""

    message_id: MessageId
    at: int
    start: int
    end: int


@lately
def _folded(path: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> tuple[str, ...]:
    return tuple(variants[message.chosen_id].text.lower() for message in path)


@lately
def places(
    path: tuple[Message, ...], variants: Mapping[VariantId, Variant], text: str
) -> tuple[tuple[Place, ...], bool]:
    """The newest occurrences, oldest first and whatever their case, and whether there are more before those."""
    found: list[Place] = []
    wanted = text.strip()
    if not wanted:
        return (), False
    folded = _folded(path, variants)
    for at in range(len(path) - 1, -1, -1):
        message = path[at]
        for start, end in reversed(tuple(_spans(variants[message.chosen_id].text, folded[at], wanted))):
            if len(found) == PLACES_AT_MOST:
                return tuple(reversed(found)), True
            found.append(Place(message_id=message.id, at=at, start=start, end=end))
    return tuple(reversed(found)), False


def _spans(raw: str, folded: str, wanted: str) -> Iterator[tuple[int, int]]:
    needle = wanted.lower()
    if len(raw) != len(folded) or len(needle) != len(wanted):
        # A letter that changes its length with its case would shift every place behind it.
        yield from (found.span() for found in re.finditer(re.escape(wanted), raw, re.IGNORECASE))
        return
    at = folded.find(needle)
    while at >= 0:
        yield at, at + len(needle)
        at = folded.find(needle, at + len(needle))


def found_in(open_chat: OpenChat) -> tuple[tuple[Place, ...], bool]:
    """What the search in the open chat finds; nothing where none is open."""
    text = open_chat.find.text if open_chat.find else ""
    return places(open_chat.path, open_chat.variants, text) if text else ((), False)


def current(open_chat: OpenChat) -> Place | None:
    """The place that is shown; what was edited away since then is passed over."""
    hits, _ = found_in(open_chat)
    return hits[open_chat.find.at % len(hits)] if open_chat.find and hits else None


def shown_around(open_chat: OpenChat, at: int) -> tuple[int, int | None]:
    """From which message to before which the transcript is shown, so that the one at `at` is in it."""
    end = len(open_chat.path) if open_chat.shown_to is None else open_chat.shown_to
    if open_chat.shown_from <= at < end:
        return open_chat.shown_from, open_chat.shown_to
    first = max(0, at - SHOWN_MESSAGES // 2)
    last = first + SHOWN_MESSAGES
    return first, last if last < len(open_chat.path) else None


def at_end(open_chat: OpenChat) -> OpenChat:
    """The open chat with its newest messages on the screen."""
    if open_chat.shown_to is None:
        return open_chat
    return replace(open_chat, shown_to=None, shown_from=max(0, len(open_chat.path) - SHOWN_MESSAGES))
