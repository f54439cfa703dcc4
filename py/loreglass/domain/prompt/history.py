"""The history: what is left of the context, filled with whole messages, newest first."""

from dataclasses import dataclass

from loreglass.domain.asks import TICK, Asking, Encoding, ask_counts
from loreglass.domain.story.chat import Turn

FRAME_TOKENS = 4
"""What chat completions spend on the frame of a message: an estimate, since each model's template has its own."""
BATCH_MESSAGES = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The newest turns that fit, oldest first; `tokens` without frames. `lack_tokens` is over 0 where not even the
    newest one fits."""

    turns: tuple[Turn, ...]
    tokens: int
    lack_tokens: int = 0


def fit_history(turns: tuple[Turn, ...], room_tokens: int, encoding: Encoding) -> Asking[History]:
    """The longest run of whole turns, ending with the newest, whose texts and frames fit into `room_tokens`.

    Counts are asked for in batches, newest first, so a long chat is not counted beyond what fits.
    """
    start, used, frames = len(turns), 0, 0
    while start > 0:
        batch = turns[max(0, start - BATCH_MESSAGES) : start]
        counts = yield from ask_counts(tuple(turn.text for turn in batch), encoding)
        yield TICK
        for count in reversed(counts):
            if used + count + frames + FRAME_TOKENS > room_tokens:
                lack = used + count + frames + FRAME_TOKENS - room_tokens if start == len(turns) else 0
                return History(turns=turns[start:], tokens=used, lack_tokens=lack)
            used, frames, start = used + count, frames + FRAME_TOKENS, start - 1
    return History(turns=turns, tokens=used)
