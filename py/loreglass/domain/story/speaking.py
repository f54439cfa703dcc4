"""Who speaks next in a group, and where a reply has to stop. Pure; chance comes in as a value."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from loreglass.domain.ids import CharacterId
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import Chat, TurnOrder
from loreglass.domain.story.scene import Scene

USUAL_TALKATIVENESS = 0.5
SHORTEST_NAME_PART = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Someone of a group; `names` are what they are called by, `talkativeness` is from 0 to 1."""

    id: CharacterId
    names: tuple[str, ...]
    talkativeness: float = USUAL_TALKATIVENESS
    muted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Who may speak, in the user's order, and by which rule."""

    members: tuple[Member, ...]
    order: TurnOrder = "manual"


def group_of(chat: Chat, cast: tuple[Character, ...]) -> Group:
    """The group of a chat; members whose card is gone are left out."""
    known = {who.id: who for who in cast}
    weights = dict(chat.talkativeness)
    members = tuple(
        Member(
            id=each,
            names=tuple(dict.fromkeys((known[each].called, known[each].name))),
            talkativeness=min(1.0, max(0.0, weights.get(each, USUAL_TALKATIVENESS))),
            muted=each in chat.muted,
        )
        for each in chat.members
        if each in known
    )
    return Group(members=members, order=chat.turn_order)


def next_speaker(
    group: Group,
    *,
    named: CharacterId | None,
    last: CharacterId | None,
    said: str,
    said_by: CharacterId | None,
    roll: Callable[[], float],
) -> CharacterId | None:
    """Who speaks next; None where nobody may.

    Whom the user named speaks, muted or not. Else nobody who is muted does. `last` of the group spoke last, `said` is
    the newest message and `said_by` who of the group said it, None for the user; `roll` is a number in [0, 1) that is
    asked for where chance decides.
    """
    if named is not None and any(member.id == named for member in group.members):
        return named
    awake = tuple(member for member in group.members if not member.muted)
    if not awake:
        return None
    if group.order == "mention" and (called := _mentioned(awake, said, said_by)) is not None:
        return called
    if group.order == "talkative" and (drawn := _drawn(awake, last, roll)) is not None:
        return drawn
    if group.order == "manual":
        return next((member.id for member in awake if member.id == last), awake[0].id)
    return _after(group.members, last)


def _after(members: tuple[Member, ...], last: CharacterId | None) -> CharacterId | None:
    """The next one in the order who is not muted."""
    at = next((place for place, member in enumerate(members) if member.id == last), -1)
    turn = (*members[at + 1 :], *members[: at + 1])
    return next((member.id for member in turn if not member.muted), None)


def _drawn(awake: tuple[Member, ...], last: CharacterId | None, roll: Callable[[], float]) -> CharacterId | None:
    """One by chance, each as likely as talkative; nobody twice in a row where there is another who talks."""
    others = tuple(member for member in awake if member.id != last and member.talkativeness > 0)
    talkers = others or tuple(member for member in awake if member.talkativeness > 0)
    if len(talkers) < 2:
        return talkers[0].id if talkers else None
    point = roll() * sum(member.talkativeness for member in talkers)
    for member in talkers:
        point -= member.talkativeness
        if point < 0:
            return member.id
    return talkers[-1].id


def _mentioned(awake: tuple[Member, ...], said: str, said_by: CharacterId | None) -> CharacterId | None:
    """Whose name comes first in what was said; whoever said it does not call themselves."""
    places = ((_place(member, said), at, member.id) for at, member in enumerate(awake) if member.id != said_by)
    found = sorted(each for each in places if each[0] >= 0)
    return found[0][2] if found else None


def _place(member: Member, said: str) -> int:
    """Where a member is named: by a whole name, or by a word of it that is long enough to be one; -1 for nowhere."""
    words = (word for name in member.names for word in name.split() if len(word) >= SHORTEST_NAME_PART)
    spoken = [name for name in dict.fromkeys((*member.names, *words)) if name.strip()]
    if not spoken:
        return -1
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in spoken)
    found = re.search(pattern, said, re.IGNORECASE)
    return found.start() if found else -1


def stop_strings(scene: Scene, others: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Where a reply ends because the model begins to speak for somebody else: a name and a colon on a new line.

    For a reply that is the user's name and the `others` of a group; for a text written for the user, the names of
    those who reply. A name that the writer shares stops nothing.
    """
    for_user = scene.trigger == "impersonate"
    own, first = (scene.user_name, scene.char_name) if for_user else (scene.char_name, scene.user_name)
    names = (name for name in dict.fromkeys((first, *others)) if name.strip() and name != own)
    return tuple(f"\n{name}:" for name in names)
