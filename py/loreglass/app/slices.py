"""Runs long work in slices: answers what it asks for, and pauses where the page wants a turn."""

from collections import OrderedDict
from collections.abc import Generator
from typing import TypeVar

from loreglass.app.ports import Answers, Clock
from loreglass.domain.asks import Answer, Asking, Encoding, NeedCounts, NeedMatches, PatternFault, Tick

T = TypeVar("T")
COUNTS_KEPT = 20_000
PATTERN_SECONDS = 0.5


class CountMemo:
    """Token counts by encoding and text, the least recently used forgotten first."""

    def __init__(self, kept: int = COUNTS_KEPT) -> None:
        self._counts: OrderedDict[tuple[Encoding, str], int] = OrderedDict()
        self._kept = kept

    async def counts(self, need: NeedCounts, answers: Answers) -> tuple[int, ...]:
        """Tokens of each text; only texts not counted before are asked for, in one call."""
        known = self._counts
        missing = tuple(dict.fromkeys(text for text in need.texts if (need.encoding, text) not in known))
        if missing:
            counted = await answers.counts(missing, need.encoding)
            known.update(((need.encoding, text), count) for text, count in zip(missing, counted, strict=True))
        result = tuple(known[need.encoding, text] for text in need.texts)
        for text in need.texts:
            known.move_to_end((need.encoding, text))
        while len(known) > self._kept:
            known.popitem(last=False)
        return result


async def in_slices(work: Generator[None, None, T], clock: Clock) -> T:
    """What the generator returns; the page has its turn where it yields."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        if clock.slice_is_over():
            await clock.pause()


async def run(asking: Asking[T], answers: Answers, clock: Clock, memo: CountMemo) -> T:
    """What the planner returns; its errors come through. Its patterns together have half a second."""
    answer: Answer = None
    pattern_seconds = 0.0
    while True:
        try:
            ask = asking.send(answer)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        match ask:
            case Tick():
                answer = None
                if clock.slice_is_over():
                    await clock.pause()
            case NeedCounts():
                answer = await memo.counts(ask, answers)
            case NeedMatches():
                if pattern_seconds > PATTERN_SECONDS:
                    answer = PatternFault(kind="late", problem="the turn's time for patterns was used up before it")
                    continue
                began = clock.seconds()
                answer = await answers.matches(ask.pattern, ask.flags, ask.texts)
                pattern_seconds += clock.seconds() - began
