"""Why each decided entry ended as it did: hits with their places, reasons, decisions. It decides nothing itself."""

from dataclasses import replace
from typing import Literal

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.lore.groups import Loser
from loreglass.domain.lore.keywords import InBuffer, Keyword, Regex
from loreglass.domain.lore.outcome import ChanceFailed, Drop, Outcome, Refused
from loreglass.domain.lore.scan import place_of
from loreglass.domain.lore.verdict import Decision, Hit, Reason, Verdict
from loreglass.domain.lore.woken import OLDEST, Sight, Woken

_ENTRIES_A_TICK = 50


class Explainer:
    """Turns the working values of a turn into decisions."""

    def __init__(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._reading = outcome.window.reading
        self._turns = outcome.scene.turns

    def included(self, woken: Woken) -> Decision:
        """An entry that is in."""
        return self._decision(woken, "included", self._woken_reason(woken))

    def placeless(self, woken: Woken) -> Decision:
        """An entry that passed all, but has nowhere to stand."""
        return self._decision(woken, "dropped", replace(self._woken_reason(woken), code="no_placement"))

    def dropped(self) -> Asking[list[Decision]]:
        """The entries that woke and are not in, in book and entry order."""
        decisions: list[Decision] = []
        for count, drop in enumerate(sorted(self._outcome.dropped, key=lambda drop: drop.woken.item.number)):
            if count % _ENTRIES_A_TICK == 0:
                yield TICK
            decisions.append(self._refused(drop) if isinstance(drop, Refused) else self._dropped(drop))
        return decisions

    def _refused(self, drop: Refused) -> Decision:
        """The same value as last time where nothing in it changed: a full budget leaves thousands, a keystroke few."""
        woken, refusal = drop.woken, drop.refusal
        sight = woken.sight
        is_in_draft = sight is not None and sight.turn == len(self._turns) - 1
        is_elsewhere = sight is not None and (sight.scanned or sight.place)
        if is_in_draft or is_elsewhere or woken.item.entry.text != woken.text:
            return self._dropped(drop)
        key, written, turn = (sight.key, sight.written, sight.turn) if sight else (OLDEST, "", OLDEST)
        made_from = (refusal.code, refusal.need_tokens, refusal.left_tokens, key, written, turn, len(self._turns))
        kept = self._outcome.window.newest.refusals
        known = kept.get(woken.item.number)
        if known is None or known[0] != made_from:
            known = kept[woken.item.number] = (made_from, self._dropped(drop))
        return known[1]

    def _dropped(self, drop: Drop) -> Decision:
        return self._decision(drop.woken, "dropped", self._dropped_reason(drop))

    def _dropped_reason(self, drop: Drop) -> Reason:
        hit = self._hit_of(drop.woken)
        match drop:
            case ChanceFailed(woken, roll):
                return Reason(code="chance_failed", hit=hit, roll=roll, needed_percent=woken.item.entry.probability)
            case Loser(_, group, winner):
                return Reason(code="lost_group", hit=hit, group=group, winner=winner)
            case Refused(_, refusal):
                need, left = refusal.need_tokens, refusal.left_tokens
                return Reason(code=refusal.code, hit=hit, need_tokens=need, left_tokens=left)

    def dormant(self) -> list[Decision]:
        """The entries that sleep for more than that no keyword was seen, in book and entry order."""
        outcome = self._outcome
        entries = self._reading.linked.entries
        notes = {**self._broken_rules(), **self._faults(), **outcome.notes}
        woken = (*outcome.taken, *(drop.woken for drop in outcome.dropped))
        decided = {entry.item.number for entry in woken}
        return [
            Decision(
                ref=entries[number].ref, verdict="dormant", reason=notes[number], slot=entries[number].entry.place.slot
            )
            for number in sorted(notes.keys() - decided)
        ]

    def _broken_rules(self) -> dict[int, Reason]:
        linked = self._reading.linked
        return {
            number: Reason(code="no_key_hit", problem=linked.entries[number].rule_problem) for number in linked.broken
        }

    def _faults(self) -> dict[int, Reason]:
        """The entries with a regex that gave no answer."""
        reading, linked = self._reading, self._reading.linked
        found: dict[int, Reason] = {}
        codes: dict[str, Literal["regex_invalid", "regex_slow"]] = {
            "invalid": "regex_invalid",
            "slow": "regex_slow",
            "late": "regex_slow",
        }
        for key, fault in reading.faults.items():
            pattern = _pattern(linked.index.keywords[key])
            users = (*(number for number, _ in linked.wakes.get(key, ())), *linked.asks_about.get(key, ()))
            for number in users:
                found.setdefault(number, Reason(code=codes[fault.kind], pattern=pattern, problem=fault.problem))
        return found

    def _decision(self, woken: Woken, verdict: Verdict, reason: Reason) -> Decision:
        return Decision(
            ref=woken.item.ref,
            verdict=verdict,
            reason=reason,
            cost_tokens=woken.cost_tokens,
            text=woken.text,
            trimmed=woken.trimmed,
            slot=woken.item.entry.place.slot,
        )

    def _woken_reason(self, woken: Woken) -> Reason:
        secondary = tuple(self._hit(sight) for sight in woken.secondary if sight.has_text)
        return Reason(
            code=woken.code, hit=self._hit_of(woken), secondary_hits=secondary, until_messages=woken.until_messages
        )

    def _hit_of(self, woken: Woken) -> Hit | None:
        return self._hit(woken.sight) if woken.sight and woken.sight.has_text else None

    def _hit(self, sight: Sight) -> Hit:
        count = len(self._turns)
        age = count - 1 - sight.turn if sight.turn != OLDEST else count
        if sight.scanned is not None:
            _, span = sight.place or place_of(sight.key, sight.scanned, self._reading)
            parent = sight.parent.ref if sight.parent else None
            return Hit(key=sight.written, where=sight.source or "entry", span=span, age=age, parent=parent)
        in_name, span = sight.place or place_of(sight.key, self._outcome.window.scanned(sight.turn), self._reading)
        return Hit(
            key=sight.written,
            where="name" if in_name else "text",
            span=span,
            age=age,
            message=sight.turn,
            message_id=self._turns[sight.turn].message_id,
        )


def _pattern(keyword: Keyword) -> str:
    regex = keyword.keyword if isinstance(keyword, InBuffer) else keyword
    return f"/{regex.pattern}/{regex.flags}" if isinstance(regex, Regex) else ""
