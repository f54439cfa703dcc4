"""The history: what is left of the context, filled with whole messages, newest first."""

from dataclasses import dataclass

from loreglass.domain.asks import TICK, Asking, Encoding, ask_counts
from loreglass.domain.prompt.frames import Frames
from loreglass.domain.story.chat import Turn

BATCH_MESSAGES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The newest turns that fit, oldest first; `tokens` without frames. `lack_tokens` is over 0 where not even the
    newest one fits."""

    turns: tuple[Turn, ...]
    tokens: int
    frame_tokens: int = 0
    lack_tokens: int = 0
    """What the newest turn lacks to fit."""
    newest_tokens: int = 0
    """What the newest turn costs, without its frame; told only where it does not fit."""


def fit_history(
    turns: tuple[Turn, ...], room_tokens: int, encoding: Encoding, frames: Frames, cap_tokens: int | None = None
) -> Asking[History]:
    """The longest run of whole turns, ending with the newest, whose texts and frames fit into `room_tokens`.

    Their texts stay within `cap_tokens` too, but the newest is in whatever the cap. Counts are asked for in batches,
    newest first, so a long chat is not counted beyond what fits.
    """
    start, used, framed = len(turns), 0, 0
    while start > 0:
        batch = turns[max(0, start - BATCH_MESSAGES) : start]
        counts = yield from ask_counts(tuple(frames.said(turn) for turn in batch), encoding)
        yield TICK
        for turn, count in zip(reversed(batch), reversed(counts), strict=True):
            is_newest = start == len(turns)
            need = used + count + framed + frames.of_turn(turn)
            is_over_cap = cap_tokens is not None and used + count > cap_tokens and not is_newest
            if need > room_tokens or is_over_cap:
                if is_newest:
                    return History(turns=(), tokens=0, lack_tokens=need - room_tokens, newest_tokens=count)
                return History(turns=turns[start:], tokens=used, frame_tokens=framed)
            used, framed, start = used + count, framed + frames.of_turn(turn), start - 1
    return History(turns=turns, tokens=used, frame_tokens=framed)


def needed_tokens(turns: tuple[Turn, ...], reserve_tokens: int, encoding: Encoding, frames: Frames) -> Asking[int]:
    """What the history must have: its newest turn, and as many whole ones as the reserve holds."""
    if not turns:
        return 0
    (newest,) = yield from ask_counts((frames.said(turns[-1]),), encoding)
    held = yield from fit_history(turns, reserve_tokens, encoding, frames)
    return max(newest + frames.of_turn(turns[-1]), held.tokens + held.frame_tokens)
