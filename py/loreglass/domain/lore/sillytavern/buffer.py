"""The text that an entry's keys are looked for in: messages, sources, notes and recursion text, joined.

Single texts are scanned once by the index; what must see the whole buffer (a regex, a key with the mark in it) is asked
of the joined text and found again in the text that it stands in.
"""

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import NamedTuple

from loreglass.domain.asks import Asking, PatternFault, Span, ask_matches
from loreglass.domain.lore.keywords import InBuffer, Letters, Regex
from loreglass.domain.lore.letters import find_letters
from loreglass.domain.lore.memo import Reading, Scanned
from loreglass.domain.lore.scan import written
from loreglass.domain.lore.sillytavern.keys import MARK
from loreglass.domain.lore.sillytavern.values import SPACES
from loreglass.domain.lore.window import Window
from loreglass.domain.lore.woken import OLDEST, Woken
from loreglass.domain.story.book import Source

JOINER = "\n" + MARK
View = tuple[int, tuple[Source, ...], bool]
"""What a buffer is made of: how many messages, which sources, and whether recursion text is in it."""


@dataclass(frozen=True, slots=True)
class Fed:
    """The texts that one pass gave to recursion, joined, the entries that they are of, and the keywords in them."""

    text: str
    parents: tuple[Woken, ...]
    hits: frozenset[int]

    def parent_at(self, place: int) -> tuple[Woken, int] | None:
        """The entry whose text stands at a place, and where that text begins."""
        begins = 0
        for parent in self.parents:
            if place <= begins + len(parent.text):
                return parent, begins
            begins += len(parent.text) + 1
        return None


class Piece(NamedTuple):
    """A text of a buffer: where it begins there, how much white space was trimmed before it, and what it is."""

    begins: int
    trimmed: int
    origin: int | Source | Fed
    scanned: Scanned


@dataclass(slots=True, kw_only=True)
class Buffers:
    """The buffers of one plan, and what was found in them."""

    reading: Reading
    window: Window
    sources: dict[Source, tuple[Scanned, ...]]
    fed: list[Fed] = field(default_factory=list)
    answers: dict[tuple[int, str], Span | None] = field(default_factory=dict)
    _joined: dict[tuple[View, int], tuple[str, tuple[Piece, ...]]] = field(default_factory=dict)

    def resolve(self, key: int, view: View) -> Asking[None]:
        """Asks where the keyword stands in the buffer, if that is not known."""
        text, _ = self.joined(view)
        asked = (key, text)
        if asked in self.answers or key in self.reading.faults:
            return
        if asked in self.reading.buffers:
            self.answers[asked] = self.reading.buffers[asked]
            return
        keyword = self.reading.linked.index.keywords[key]
        match keyword:
            case InBuffer(keyword=Letters() as letters):
                self.answers[asked] = find_letters(letters, text)
            case InBuffer(keyword=Regex(pattern, flags)):
                self.reading.work.regex_texts += 1
                answer = yield from ask_matches(pattern, flags, (text,))
                if isinstance(answer, PatternFault):
                    self.reading.faults[key] = answer
                else:
                    self.answers[asked] = answer.spans[0]
            case _:
                raise TypeError(f"keyword {key} is not looked for in buffers")

    def place(self, key: int, view: View) -> tuple[Piece, Span] | None:
        """The text of the buffer that a resolved keyword begins in, and its span in that text as it is scanned."""
        text, pieces = self.joined(view)
        span = self.answers.get((key, text))
        if span is None or key in self.reading.faults:
            return None
        piece = pieces[max(0, bisect_right(pieces, span[0], key=lambda piece: piece.begins) - 1)]
        shift = piece.trimmed - piece.begins
        size = len(written(piece.scanned))
        return piece, (min(max(0, span[0] + shift), size), min(max(0, span[1] + shift), size))

    def joined(self, view: View) -> tuple[str, tuple[Piece, ...]]:
        """The buffer as text, and its pieces; the first is there even where there is no message."""
        kept = (view, len(self.fed) if view[2] else 0)
        if kept not in self._joined:
            self._joined[kept] = self._join(view)
        return self._joined[kept]

    def _join(self, view: View) -> tuple[str, tuple[Piece, ...]]:
        depth, wanted, with_recursion = view
        count = len(self.window.turns)
        parts: list[tuple[int | Source | Fed, Scanned, bool]] = [
            (turn, self.window.scanned(turn), True) for turn in range(count - 1, max(-1, count - 1 - depth), -1)
        ]
        parts = parts or [(OLDEST, ("", ""), True)]
        sources: tuple[Source, ...] = (*wanted, "author_note")
        parts += [(source, scanned, False) for source in sources for scanned in self.sources.get(source, ())]
        if with_recursion:
            parts += [(fed, ("", fed.text), False) for fed in self.fed]
        texts: list[str] = []
        pieces: list[Piece] = []
        at = len(MARK)
        for origin, scanned, is_trimmed in parts:
            text = written(scanned)
            shown = text.strip(SPACES) if is_trimmed else text
            trimmed = len(text) - len(text.lstrip(SPACES)) if is_trimmed else 0
            pieces.append(Piece(at, trimmed, origin, scanned))
            texts.append(shown)
            at += len(shown) + len(JOINER)
        return MARK + JOINER.join(texts), tuple(pieces)
