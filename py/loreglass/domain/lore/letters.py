"""Literal keywords filed for scanning: letters as they are, upper and lower case alike or not, words of ASCII.

Rules: memory-books.md, "What `sillytavern` does otherwise", Keys.
"""

import re

from loreglass.domain.asks import Span
from loreglass.domain.lore.keywords import Letters
from loreglass.domain.lore.pieces import Pieces
from loreglass.domain.lore.work import Work
from loreglass.domain.text import Form

_WORD = re.compile(r"\w+", re.ASCII)
_WORD_CHARACTER = re.compile(r"\w", re.ASCII)


class LettersField:
    """Literal keywords of one way of reading case."""

    def __init__(self, *, lower: bool) -> None:
        self._lower = lower
        self._by_word: dict[str, list[int]] = {}
        """Those that are one whole word: a text has them where it has the word."""
        self._alone: dict[int, str] = {}
        """Others that must stand alone."""
        self._pieces = Pieces()

    def __bool__(self) -> bool:
        return bool(self._by_word or self._pieces)

    def file(self, number: int, letters: Letters) -> None:
        """Files a keyword; an empty one is in no text."""
        if letters.whole_words and _WORD.fullmatch(letters.text):
            self._by_word.setdefault(letters.text, []).append(number)
            return
        if letters.text:
            self._pieces.add(letters.text, number)
            if letters.whole_words:
                self._alone[number] = letters.text

    def hits(self, raw: str, form: Form, work: Work) -> set[int]:
        """The numbers of the keywords that the text has."""
        text = raw.lower() if self._lower else raw
        found = self._pieces.in_text(text)
        work.keyword_tests += len(found)
        found = {number for number in found if number not in self._alone or _alone_in(text, self._alone[number])}
        if self._by_word:
            for word in self._by_word.keys() & set(_WORD.findall(text)):
                found.update(self._by_word[word])
        return found


def find_letters(letters: Letters, raw: str) -> Span | None:
    """The first place of a literal keyword in a raw text, in code points of it."""
    text = raw.lower() if letters.lower else raw
    at = _place(text, letters.text) if letters.whole_words else text.find(letters.text)
    if at < 0:
        return None
    end = at + len(letters.text)
    if len(text) == len(raw):
        return at, end
    # Lower case of a few letters is longer than they are: count how far each letter reaches.
    reach = [0]
    for char in raw:
        reach.append(reach[-1] + len(char.lower()))
    start = max(place for place, size in enumerate(reach) if size <= at)
    return start, min((place for place, size in enumerate(reach) if size >= end), default=len(raw))


def _alone_in(text: str, wanted: str) -> bool:
    return _place(text, wanted) >= 0


def _place(text: str, wanted: str) -> int:
    """Where it stands with no ASCII word character beside it; -1 where it does not."""
    at = text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not _WORD_CHARACTER.match(text[at - 1 : at]) and not _WORD_CHARACTER.match(text, end):
            return at
        at = text.find(wanted, at + 1)
    return -1
