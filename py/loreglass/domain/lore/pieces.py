"""Which of many short pieces occur in a text, found in one pass over the text. Pure.

Two dictionaries deep: the first two characters of a piece, then its length. So a text of n characters costs n lookups
and a few more where a piece may begin, however many pieces there are.
"""

from itertools import pairwise


class Pieces:
    """Pieces with the numbers that asked for them."""

    def __init__(self) -> None:
        self._single: dict[str, list[int]] = {}
        self._by_head: dict[tuple[str, str], dict[int, dict[str, list[int]]]] = {}

    def add(self, piece: str, number: int) -> None:
        """Makes a text with the piece give the number."""
        if len(piece) == 1:
            self._single.setdefault(piece, []).append(number)
        else:
            by_length = self._by_head.setdefault((piece[0], piece[1]), {})
            by_length.setdefault(len(piece), {}).setdefault(piece, []).append(number)

    def __bool__(self) -> bool:
        return bool(self._single or self._by_head)

    def in_text(self, text: str) -> set[int]:
        """The numbers of the pieces that occur in the text."""
        found: set[int] = set()
        if self._single:
            for char in self._single.keys() & set(text):
                found.update(self._single[char])
        if self._by_head:
            heads = self._by_head
            for place, head in enumerate(pairwise(text)):
                if head in heads:
                    for length, pieces in heads[head].items():
                        found.update(pieces.get(text[place : place + length], ()))
        return found
