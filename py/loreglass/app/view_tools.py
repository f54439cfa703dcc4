"""What stands over the transcript and beside Send: branch, pins, search, who speaks next. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from loreglass.app.lately import lately
from loreglass.app.opened import Find
from loreglass.app.scenes import called
from loreglass.app.search import current, found_in
from loreglass.app.speakers import next_character
from loreglass.app.state import OpenChat
from loreglass.app.strings import isolated, number
from loreglass.app.strings.cast import ALL_MUTED
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.story.chat import Message, Variant

EXCERPT_CHARS = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A pinned message."""

    id: MessageId
    number: int
    name: str
    excerpt: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FindView:
    """The search; `text` is what its box begins with, and typing there is no change of the view."""

    text: str = field(compare=False)
    found: str
    any: bool
    """True where there is somewhere to go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextView:
    """Who speaks next: (id, words) of everyone to choose from, and the id that is chosen."""

    choices: tuple[tuple[str, str], ...]
    chosen: str


@lately
def pins(path: tuple[Message, ...], variants: Mapping[VariantId, Variant]) -> tuple[Pin, ...]:
    """The pinned messages, oldest first."""
    return tuple(
        Pin(id=message.id, number=at, name=message.name, excerpt=excerpt(variants[message.chosen_id].text))
        for at, message in enumerate(path, 1)
        if message.pinned
    )


def excerpt(text: str) -> str:
    """The beginning of a text, on one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= EXCERPT_CHARS else f"{flat[:EXCERPT_CHARS].rstrip()}…"


def find_view(open_chat: OpenChat) -> FindView | None:
    """The search of the open chat; None where none is open."""
    find = open_chat.find
    if find is None:
        return None
    hits, more = found_in(open_chat)
    return FindView(text=find.text, found=_found(find, open_chat, len(hits), more), any=bool(hits))


def _found(find: Find, open_chat: OpenChat, count: int, more: bool) -> str:
    if not find.text.strip():
        return ""
    place = current(open_chat)
    if place is None:
        return "Not in this chat"
    whole = f"{number(count)} and more" if more else number(count)
    return f"{number(find.at % count + 1)} of {whole}, in message {number(place.at + 1)}"


def next_view(open_chat: OpenChat) -> NextView | None:
    """The choice of who speaks next; None where there is no group."""
    chat = open_chat.chat
    if not chat.members:
        return None
    names = tuple((who.id, f"Next: {isolated(who.called) or 'Unnamed'}") for who in open_chat.cast)
    who = next_character(open_chat, draft="" if chat.turn_order == "manual" else chat.draft)
    if who is None and open_chat.cast:
        return NextView(choices=(("", ALL_MUTED), *names), chosen="")
    if chat.turn_order == "manual":
        return NextView(choices=names, chosen=chat.next_id or (who.id if who else ""))
    auto = f"Next: {isolated(called(who))}, by turn" if who and not chat.next_id else "Next: by turn"
    return NextView(choices=(("", auto), *names), chosen=chat.next_id or "")


def branch_name(open_chat: OpenChat) -> str:
    """The name of the open branch; "" while there is only one way."""
    chat = open_chat.chat
    return next((branch.name for branch in chat.branches if branch.id == chat.branch_id), "")
