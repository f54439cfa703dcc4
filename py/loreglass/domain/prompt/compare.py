"""Where two plans differ: the entries that came or went, places, tokens, and the point where the prompts part. Pure."""

from dataclasses import dataclass

from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.prompt.plan import Plan, SectionId

EntryKey = tuple[BookId, EntryId]
SectionKey = tuple[SectionId, str]
"""A section, and the id of the user's own text in it ("" for all else)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPair:
    """An entry in two plans; None in a plan that says no more of it than that it slept."""

    key: EntryKey
    before: Decision | None
    after: Decision | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An entry that both plans send: its slot, and its place (from 0) among those of the slot that both send there."""

    key: EntryKey
    before: tuple[str, int]
    after: tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Resize:
    """Something that both plans have, with its tokens in each; 0 where a plan does not have it."""

    key: SectionKey
    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fork:
    """The first place where two prompts differ: a message (from 0), and how many characters of it are the same.

    `same_characters` are those of all messages before it besides. A message with another role differs at once.
    """

    message: int
    characters: int
    same_characters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanChange:
    """What is otherwise in the plan after than in the plan before; all empty where they would send the same."""

    came: tuple[EntryPair, ...] = ()
    went: tuple[EntryPair, ...] = ()
    moved: tuple[Move, ...] = ()
    rewritten: tuple[EntryPair, ...] = ()
    """Both plans send it, with another text or at another price."""
    sections: tuple[Resize, ...] = ()
    fork: Fork | None = None

    @property
    def is_nothing(self) -> bool:
        """True where both plans send the same."""
        return not (self.came or self.went or self.moved or self.rewritten or self.sections or self.fork)


def compare(before: Plan, after: Plan) -> PlanChange:
    """The differences of two plans. Of plans the other way round, what came is what went."""
    was, now = _decided(before), _decided(after)
    sent_before, sent_after = _sent(was), _sent(now)
    both = tuple(key for key in sent_after if key in sent_before)
    return PlanChange(
        came=tuple(_pair(key, was, now) for key in sent_after if key not in sent_before),
        went=tuple(_pair(key, was, now) for key in sent_before if key not in sent_after),
        moved=_moves(both, sent_before, sent_after),
        rewritten=tuple(_pair(key, was, now) for key in both if _price(was[key]) != _price(now[key])),
        sections=_resized(before, after),
        fork=fork(before, after),
    )


def fork(before: Plan, after: Plan) -> Fork | None:
    """Where the prompts part; None where they are the same. Nothing after it can be kept from the last request."""
    same = 0
    for at, (one, two) in enumerate(zip(before.messages, after.messages, strict=False)):
        if (one.role, one.content) != (two.role, two.content):
            shared = shared_length(one.content, two.content) if one.role == two.role else 0
            return Fork(message=at, characters=shared, same_characters=same + shared)
        same += len(one.content)
    if len(before.messages) == len(after.messages):
        return None
    return Fork(message=min(len(before.messages), len(after.messages)), characters=0, same_characters=same)


def same_tokens(plan: Plan, parted: Fork) -> int:
    """How many of the plan's tokens come before the fork: an estimate, by the share of characters."""
    characters = sum(len(message.content) for message in plan.messages)
    return round(plan.numbers.sent * parted.same_characters / characters) if characters else 0


def shared_length(one: str, two: str) -> int:
    """How many characters two texts have in common from their beginning."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one.startswith(two[:middle]) else (low, middle - 1)
    return low


def _decided(plan: Plan) -> dict[EntryKey, Decision]:
    return {(one.ref.book_id, one.ref.entry_id): one for one in plan.decisions}


def _sent(decided: dict[EntryKey, Decision]) -> dict[EntryKey, Decision]:
    return {key: one for key, one in decided.items() if one.verdict == "included"}


def _pair(key: EntryKey, was: dict[EntryKey, Decision], now: dict[EntryKey, Decision]) -> EntryPair:
    return EntryPair(key=key, before=was.get(key), after=now.get(key))


def _price(decision: Decision) -> tuple[str, int, bool]:
    return decision.text, decision.cost_tokens, decision.trimmed


def _moves(
    both: tuple[EntryKey, ...], before: dict[EntryKey, Decision], after: dict[EntryKey, Decision]
) -> tuple[Move, ...]:
    """Those of `both` that stand elsewhere among each other."""
    was, now = _places(before, both), _places(after, both)
    return tuple(Move(key=key, before=was[key], after=now[key]) for key in both if was[key] != now[key])


def _places(sent: dict[EntryKey, Decision], both: tuple[EntryKey, ...]) -> dict[EntryKey, tuple[str, int]]:
    """The slot and the place in it of the entries of `both`, as if nothing else stood there."""
    known = set(both)
    filled: dict[str, int] = {}
    places: dict[EntryKey, tuple[str, int]] = {}
    for key, one in sent.items():
        if key in known:
            places[key] = (one.slot, filled.get(one.slot, 0))
            filled[one.slot] = places[key][1] + 1
    return places


def _resized(before: Plan, after: Plan) -> tuple[Resize, ...]:
    """The sections with other tokens, in the order of the plan after; those of the plan before alone come last."""
    was, now = _sections(before), _sections(after)
    names = {**{key: name for key, (name, _) in was.items()}, **{key: name for key, (name, _) in now.items()}}
    sizes = ((key, was.get(key, ("", 0))[1], now.get(key, ("", 0))[1]) for key in {**now, **was})
    return tuple(Resize(key=key, name=names[key], before=old, after=new) for key, old, new in sizes if old != new)


def _sections(plan: Plan) -> dict[SectionKey, tuple[str, int]]:
    """The name and the tokens of each section."""
    out: dict[SectionKey, tuple[str, int]] = {}
    for one in plan.sections:
        key = (one.id, one.text_id)
        out[key] = (one.name, out.get(key, ("", 0))[1] + one.tokens)
    return out
