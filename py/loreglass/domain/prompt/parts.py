"""The texts of the fixed part of a prompt, each in pieces that may be given up. May import the rooms below.

A piece is an entry, a block of example dialogue or a sentence. What is kept of a part is a number of pieces; which
ones go first is told by their rank, and those that stay keep their places.
"""

from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from loreglass.domain.asks import Asking, Encoding, ask_counts
from loreglass.domain.context.sentences import sentences_of
from loreglass.domain.lore.verdict import EntryRef
from loreglass.domain.prompt.plan import SectionId
from loreglass.domain.story.preset import PresetSection

SEPARATOR = "\n\n"
Place = Literal["lead", "among", "after"]
"""Before the history, among its messages at a depth, or after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A text that is given up whole; the one with the highest rank goes first. `tokens` where its cost is known."""

    text: str
    rank: int
    entry: EntryRef | None = None
    tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One text of the prompt. A section has one part, or several where its texts are messages of their own."""

    id: SectionId
    rule: PresetSection
    place: Place
    pieces: tuple[Piece, ...]
    separator: str = SEPARATOR
    depth: int = 0
    tokens: int = 0
    """What it costs, once it is counted."""
    whole_tokens: int | None = None
    """What its maker counted for the whole of it."""

    @property
    def text(self) -> str:
        """The pieces, joined."""
        return self.separator.join(piece.text for piece in self.pieces)


def prose(*texts: str) -> tuple[Piece, ...]:
    """Pieces that are given up from the end, blank ones left out."""
    ranks = count()
    return tuple(Piece(text=text, rank=next(ranks)) for text in texts if text.strip())


def in_small_pieces(part: Part) -> Part:
    """The part in the pieces in which it is given up: a single text in sentences."""
    if len(part.pieces) != 1 or part.pieces[0].entry:
        return part
    return replace(part, pieces=prose_of(part.pieces[0].text), separator="")


def prose_of(text: str) -> tuple[Piece, ...]:
    """The sentences of a text, white space and all."""
    return tuple(Piece(text=sentence, rank=rank) for rank, sentence in enumerate(sentences_of(text)))


def kept_of(part: Part, kept: int) -> Part:
    """The part with so many of its pieces; not counted."""
    if kept == len(part.pieces):
        return part
    ranks = sorted(piece.rank for piece in part.pieces)[:kept]
    limit = ranks[-1] if ranks else -1
    pieces = tuple(piece for piece in part.pieces if piece.rank <= limit)
    if pieces:
        # What ends a text is no space, so that a shortened one is not told from a short one.
        pieces = (*pieces[:-1], replace(pieces[-1], text=pieces[-1].text.rstrip()))
    return replace(part, pieces=pieces, tokens=0, whole_tokens=None)


def known_tokens(part: Part) -> int | None:
    """What the part costs, where that is known without counting: nothing, or entries that were counted already."""
    if part.whole_tokens is not None:
        return part.whole_tokens
    costs = [piece.tokens for piece in part.pieces]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def count_parts(parts: tuple[Part, ...], encoding: Encoding) -> Asking[tuple[Part, ...]]:
    """The parts with their costs. A text is counted with the empty line that follows it, as it stands in a message."""
    texts = tuple(part.text + SEPARATOR for part in parts if known_tokens(part) is None)
    counts = iter((yield from ask_counts(texts, encoding)) if texts else ())
    told = ((part, known_tokens(part)) for part in parts)
    return tuple(replace(part, tokens=next(counts) if tokens is None else tokens) for part, tokens in told)


def shrink(part: Part, limit_tokens: int, encoding: Encoding) -> Asking[Part]:
    """The part with as many pieces as `limit_tokens` allow, counted; the number is found by halving."""
    if part.tokens <= limit_tokens:
        return part
    whole = in_small_pieces(part)
    best, fitting, too_many = kept_of(whole, 0), 0, len(whole.pieces)
    while too_many - fitting > 1:
        middle = (fitting + too_many) // 2
        (tried,) = yield from count_parts((kept_of(whole, middle),), encoding)
        if tried.tokens <= limit_tokens:
            best, fitting = tried, middle
        else:
            too_many = middle
    return best
