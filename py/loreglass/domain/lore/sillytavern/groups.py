"""Inclusion groups as SillyTavern settles them: stickies, then scores, then override or one weighted roll.

Each group is made of all that woke now, also of what another group has already sent away.
Rules: memory-books.md, "What `sillytavern` does otherwise", Groups.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from loreglass.domain.lore.groups import Loser
from loreglass.domain.lore.rolls import Rolls
from loreglass.domain.lore.sillytavern.link import by_order
from loreglass.domain.lore.sillytavern.record import Record
from loreglass.domain.lore.sillytavern.waking import Waking
from loreglass.domain.lore.woken import Woken

_COMMA = re.compile(r",[\s\ufeff]*")
_INDEX = re.compile(r"0|[1-9]\d{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Groups:
    """What groups are settled by."""

    waking: Waking
    records: tuple[Record, ...]
    rolls: Rolls
    scoring: bool

    def settle(self, woken: list[Woken], active: Iterable[Woken]) -> tuple[list[Woken], list[Loser]]:
        """Those that stay, in their order, and those that lost a group.

        Where one that is out already loses once more, the last one that is left goes in its place, as it does there.
        """
        grouped = self._grouped(woken)
        closed = {self._record(entry).group: entry for entry in active if self._record(entry).group}
        left, losers = list(woken), list[Loser]()

        def lose(group: str, entry: Woken, winner: Woken) -> None:
            if entry in left:
                left.remove(entry)
                losers.append(Loser(entry, group, winner.item.ref))
            elif left:
                losers.append(Loser(left.pop(), "", entry.item.ref))

        for group, members in grouped.items():
            stickies = [member for member in members if self.waking.is_sure(member.item.number)]
            if stickies:
                for member in members:
                    if member not in stickies:
                        lose(group, member, stickies[0])
                grouped[group] = []
        for group, members in grouped.items():
            for member, best in self._outscored(members):
                lose(group, member, best)
                members.remove(member)
        for group, members in grouped.items():
            winner = closed.get(group) if group in closed else self._winner(group, members)
            for member in members if winner else ():
                if member is not winner and winner is not None:
                    lose(group, member, winner)
        return left, losers

    def _record(self, entry: Woken) -> Record:
        return self.records[entry.item.number]

    def _grouped(self, woken: list[Woken]) -> dict[str, list[Woken]]:
        """Members by group; names that are whole numbers come first, by size."""
        grouped: dict[str, list[Woken]] = {}
        for entry in woken:
            for group in _COMMA.split(self._record(entry).group):
                if group:
                    grouped.setdefault(group, []).append(entry)
        return dict(sorted(grouped.items(), key=lambda pair: int(pair[0]) if _INDEX.fullmatch(pair[0]) else 1e9))

    def _outscored(self, members: list[Woken]) -> list[tuple[Woken, Woken]]:
        """The scored members that have fewer keys seen than the best one, each with that one."""
        flags = [self._record(member).group_scoring for member in members]
        if not (members and (self.scoring or any(flags))):
            return []
        scores = [self.waking.score(member.item) for member in members]
        best = members[scores.index(max(scores))]
        return [
            (member, best)
            for member, score, flag in zip(members, scores, flags, strict=True)
            if (self.scoring if flag is None else flag) and score < max(scores)
        ]

    def _winner(self, group: str, members: list[Woken]) -> Woken | None:
        """The one that stays; None where all stay."""
        if len(members) < 2:
            return None
        overriding = [member for member in members if self._record(member).group_override]
        if overriding:
            return by_order(overriding, lambda member: self._record(member).order)[0]
        weights = [self._record(member).group_weight for member in members]
        wanted = self.rolls.roll("group", group) * sum(weights)
        running = 0.0
        for member, weight in zip(members, weights, strict=True):
            running += weight
            if wanted <= running:
                return member
        return None
