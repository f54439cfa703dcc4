"""The whole made to fit the context: caps first, then sections that give way, then the history in what is left."""

from dataclasses import dataclass, replace

from loreglass.domain.asks import Asking
from loreglass.domain.prompt.frames import Frames
from loreglass.domain.prompt.history import History, fit_history, needed_tokens
from loreglass.domain.prompt.layout import fixed_frames
from loreglass.domain.prompt.parts import Part, count_parts, shrink
from loreglass.domain.prompt.plan import Cut, CutReason
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.preset import PresetSection
from loreglass.domain.story.scene import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What is sent: the parts with their costs, the history, and what was cut. `room_tokens` is what history had."""

    parts: tuple[Part, ...]
    history: History
    room_tokens: int
    cuts: tuple[Cut, ...]


@dataclass(slots=True, kw_only=True)
class Fitting:
    """One prompt on its way into the context. Parts that have lost all are no longer among `parts`."""

    settings: Settings
    frames: Frames
    parts: list[Part]
    cuts: list[Cut]

    def fit(self, turns: tuple[Turn, ...], history: PresetSection) -> Asking[Fitted]:
        """The prompt that fits, or the one that does not, with a history that lacks tokens."""
        encoding, frames = self.settings.encoding, self.frames
        self.parts = list((yield from count_parts(tuple(self.parts), encoding)))
        yield from self._cap()
        if any(part.rule.drop_rank > 0 for part in self.parts):
            yield from self._give_way((yield from needed_tokens(turns, history.reserve_tokens, encoding, frames)))
        room = self._room()
        fitting = yield from fit_history(turns, room, encoding, frames, history.cap_tokens)
        return Fitted(parts=tuple(self.parts), history=fitting, room_tokens=room, cuts=joined_cuts(self.cuts))

    def _room(self) -> int:
        """What is left for the history; below 0 where the fixed part alone is too long."""
        reply = self.settings.reply_reserve_tokens
        spent = sum(part.tokens for part in self.parts) + fixed_frames(tuple(self.parts), self.frames)
        return self.settings.context_tokens - reply - spent

    def _cap(self) -> Asking[None]:
        """Shortens each section to its cap; of several texts the first are filled first."""
        for part in tuple(self.parts):
            cap = part.rule.cap_tokens
            if cap is None:
                continue
            above = self.parts[: self.parts.index(part)]
            left = cap - sum(one.tokens for one in above if one.rule == part.rule)
            yield from self._shorten(part, max(0, left), "cap")

    def _give_way(self, needed_tokens: int) -> Asking[None]:
        """Takes pieces off sections that may give way, lowest rank first, the last of a rank first."""
        ranked = [part for part in reversed(self.parts) if part.rule.drop_rank > 0]
        for part in sorted(ranked, key=lambda part: part.rule.drop_rank):
            lack = needed_tokens - self._room()
            if lack <= 0:
                return
            others = sum(one.tokens for one in self.parts if one.rule == part.rule and one is not part)
            stays = max(0, part.rule.reserve_tokens - others)
            yield from self._shorten(part, max(stays, part.tokens - lack), "gave_way")

    def _shorten(self, part: Part, limit_tokens: int, reason: CutReason) -> Asking[None]:
        shorter = yield from shrink(part, limit_tokens, self.settings.encoding)
        if shorter is part:
            return
        place = self.parts.index(part)
        self.parts[place : place + 1] = [shorter] if shorter.text.strip() else []
        lost = part.tokens - (shorter.tokens if shorter.text.strip() else 0)
        cut = Cut(section=part.id, tokens=lost, reason=reason, name=part.rule.name, text_id=part.rule.id)
        self.cuts.append(cut)


def joined_cuts(cuts: list[Cut]) -> tuple[Cut, ...]:
    """The cuts, those of one section for one reason together."""
    told: dict[Cut, int] = {}
    for cut in cuts:
        key = replace(cut, tokens=0)
        told[key] = told.get(key, 0) + cut.tokens
    return tuple(replace(cut, tokens=tokens) for cut, tokens in told.items())
