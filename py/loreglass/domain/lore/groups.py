"""Inclusion groups: one member of those that woke together goes on. Rules: memory-books.md, exact point 9."""

from dataclasses import dataclass

from loreglass.domain.lore.rolls import Rolls
from loreglass.domain.lore.verdict import EntryRef
from loreglass.domain.lore.woken import Woken


@dataclass(frozen=True, slots=True)
class Loser:
    """An entry that lost a group, and to whom. In no group: it went because `winner` lost two (SillyTavern)."""

    woken: Woken
    group: str
    winner: EntryRef


def settle_groups(woken: list[Woken], taken: dict[str, EntryRef], rolls: Rolls) -> tuple[list[Woken], list[Loser]]:
    """Those that won each of their groups, and those that lost one; `taken` are groups closed by earlier passes."""
    losers: list[Loser] = []
    left = woken
    for group in dict.fromkeys(group for entry in woken for group in entry.item.entry.groups):
        members = [entry for entry in left if group in entry.item.entry.groups]
        if not members:
            continue
        winner = None if group in taken else _winner(group, members, rolls)
        reference = taken[group] if winner is None else winner.item.ref
        lost = [entry for entry in members if entry is not winner]
        losers.extend(Loser(entry, group, reference) for entry in lost)
        left = [entry for entry in left if entry not in lost]
    return left, losers


def _winner(group: str, members: list[Woken], rolls: Rolls) -> Woken:
    if len(members) == 1:
        return members[0]
    for member in members:
        if member.code in ("sticky", "forced"):
            return member
    overriding = [member for member in members if member.item.entry.group_override]
    if overriding:
        return max(overriding, key=lambda member: member.item.entry.priority)
    total = sum(member.item.entry.group_weight for member in members)
    wanted = rolls.roll("group", group) * total
    running = 0.0
    for member in members:
        running += member.item.entry.group_weight
        if running >= wanted:
            return member
    return members[-1]
