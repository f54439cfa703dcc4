"""Cast and notes of a chat as Setup shows them. Pure."""

from dataclasses import dataclass

from loreglass.app.state import Library, OpenChat
from loreglass.domain.story.chat import AuthorNote, TurnOrder
from loreglass.domain.story.speaking import USUAL_TALKATIVENESS


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberView:
    """Someone of the group; `percent` is how talkative."""

    id: str
    name: str
    muted: bool
    percent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """The cast: who replies (an id, "" for a narrator), or the members of a group, and who else could join.

    `choices` are (id, name) of all who may be chosen to reply alone.
    """

    replies: str
    choices: tuple[tuple[str, str], ...]
    members: tuple[MemberView, ...]
    free: tuple[tuple[str, str], ...]
    order: TurnOrder
    writer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NotesView:
    """The author's note, which is sent, and the user's own notes, which are not.

    `characters` are (id, name, note) of everyone in the chat.
    """

    note: AuthorNote
    memo: str
    characters: tuple[tuple[str, str, str], ...]
    stop_at_names: bool
    writer: bool


def group_view(open_chat: OpenChat, library: Library) -> GroupView:
    """The cast of the open chat."""
    chat = open_chat.chat
    weights = dict(chat.talkativeness)
    members = tuple(
        MemberView(
            id=who.id,
            name=who.called or "Unnamed",
            muted=who.id in chat.muted,
            percent=round(weights.get(who.id, USUAL_TALKATIVENESS) * 100),
        )
        for who in open_chat.cast
        if chat.members
    )
    alone = () if chat.members else (open_chat.character,)
    own = tuple(who for who in alone if who and who.id not in {each.id for each in library.characters})
    choices = tuple((who.id, who.name or "Unnamed") for who in (*own, *library.characters))
    present = {*chat.members, chat.character_id}
    free = tuple((who.id, who.name or "Unnamed") for who in library.characters if who.id not in present)
    return GroupView(
        replies=next((who.id for who in alone if who), ""),
        choices=choices,
        members=members,
        free=free,
        order=chat.turn_order,
        writer=open_chat.writer,
    )


def notes_view(open_chat: OpenChat) -> NotesView:
    """The notes of the open chat."""
    cast = open_chat.cast or ((open_chat.character,) if open_chat.character else ())
    return NotesView(
        note=open_chat.chat.note,
        memo=open_chat.chat.memo,
        characters=tuple((who.id, who.called or "Unnamed", who.note) for who in cast),
        stop_at_names=open_chat.chat.stop_at_names,
        writer=open_chat.writer,
    )
