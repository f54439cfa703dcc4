"""Where a pattern stands in a text: the one definition of a match. Pure. Rules: memory-books.md, "Native rules" 4.

Time grows with the text times the number of parts between stars. A part once placed is never moved, because an
earlier place leaves every later part the most room; and what failed in a run of word characters is not tried again
in that run.
"""

from loreglass.domain.asks import Span
from loreglass.domain.lore.keywords import HOLE, STAR, Pattern, chunks_of
from loreglass.domain.text import is_spaced, is_word


class Part:
    """What stands between two stars: letters and holes."""

    __slots__ = ("_anchor", "_anchor_at", "_has_holes", "_text", "size")

    def __init__(self, text: str) -> None:
        self._text = text
        self.size = len(text)
        self._has_holes = HOLE in text
        self._anchor = max(chunks_of(text), key=len, default="")
        self._anchor_at = text.index(self._anchor)

    def first(self, text: str, low: int, high: int) -> int | None:
        """The first place where it begins between `low` and `high`, both included."""
        at = self._anchor_at
        place = text.find(self._anchor, low + at, high + at + len(self._anchor))
        while place >= 0:
            if not self._has_holes or self.stands(text, place - at):
                return place - at
            place = text.find(self._anchor, place + 1, high + at + len(self._anchor))
        return None

    def stands(self, text: str, place: int) -> bool:
        """Whether it begins at this place."""
        if not self._has_holes:
            return text.startswith(self._text, place)
        there = text[place : place + self.size]
        if len(there) < self.size:
            return False
        return all(
            is_word(char) if wanted == HOLE else char == wanted for wanted, char in zip(self._text, there, strict=True)
        )


class Finder:
    """A pattern ready to be looked for."""

    __slots__ = ("begins_with_star", "ends_with_star", "left_edge", "parts", "right_edge")

    def __init__(self, pattern: Pattern) -> None:
        written = pattern.text
        self.parts = tuple(Part(part) for part in written.split(STAR) if part)
        self.begins_with_star = written[0] == STAR
        self.ends_with_star = written[-1] == STAR
        self.left_edge = pattern.whole_words and _has_edge(written[0])
        self.right_edge = pattern.whole_words and _has_edge(written[-1])

    def find(self, text: str) -> Span | None:
        """The first place of the pattern in a canonical text; a star takes as much as it can."""
        first = self.parts[0]
        place = first.first(text, 0, len(text))
        search = None if place is None else _Search(self, text)
        while place is not None and search is not None:
            start = search.run_around(place)[0] if self.begins_with_star else place
            if not (self.left_edge and start > 0 and is_spaced(text[start - 1])):
                end = search.rest(place + first.size)
                if end is not None:
                    return start, end
            place = first.first(text, place + 1, len(text))
        return None


def find(pattern: Pattern, text: str) -> Span | None:
    """The first place of the pattern in a canonical text."""
    return Finder(pattern).find(text)


class _Search:
    """One pattern in one text, with what is known of the text by now."""

    __slots__ = ("_failed_up_to", "_finder", "_run", "_text")

    def __init__(self, finder: Finder, text: str) -> None:
        self._finder = finder
        self._text = text
        self._run: Span = (0, -1)
        self._failed_up_to: dict[int, int] = {}

    def rest(self, end: int) -> int | None:
        """The end of a match whose first part ends at `end`; None if the rest does not follow."""
        finder = self._finder
        last = len(finder.parts) - 1
        for index in range(1, last + 1):
            if end <= self._failed_up_to.get(index, -1):
                return None
            part = finder.parts[index]
            high = self.run_around(end)[1]
            is_end = index == last and not finder.ends_with_star
            found = self._last(part, end, high) if is_end else part.first(self._text, end, high)
            if found is None:
                self._failed_up_to[index] = high
                return None
            end = found + part.size
        if finder.ends_with_star:
            return self.run_around(end)[1]
        return end if self._may_end(end) else None

    def _last(self, part: Part, low: int, high: int) -> int | None:
        """The last place of the last part that begins between `low` and `high` and may end a match."""
        places = range(high, low - 1, -1)
        return next((at for at in places if part.stands(self._text, at) and self._may_end(at + part.size)), None)

    def _may_end(self, end: int) -> bool:
        return not (self._finder.right_edge and end < len(self._text) and is_spaced(self._text[end]))

    def run_around(self, place: int) -> Span:
        """The run of word characters that a star may take at `place`; empty where there is none."""
        low, high = self._run
        if low <= place <= high:
            return self._run
        text = self._text
        low = high = place
        while low > 0 and is_word(text[low - 1]):
            low -= 1
        while high < len(text) and is_word(text[high]):
            high += 1
        self._run = low, high
        return self._run


def _has_edge(char: str) -> bool:
    return char in (STAR, HOLE) or is_spaced(char)
