"""Linked books compiled for scanning: from the words of a text to the keywords that it has, never the other way round.

A keyword hangs on a whole word that any match of it must contain, where it has one ("king" in "king of *"). The others
hang on a literal piece: within words (`drag*`, or whole words off) or anywhere (`東京`, `...`). What hangs on nothing
but a single whole word is a hit at once; the rest is tried one by one, and only in texts that have its word or piece.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.lore.find import Finder
from loreglass.domain.lore.keywords import HOLE, STAR, AnyMessage, InBuffer, Keyword, Letters, Pattern, Regex, chunks_of
from loreglass.domain.lore.letters import LettersField
from loreglass.domain.lore.pieces import Pieces
from loreglass.domain.lore.work import Work
from loreglass.domain.text import Form, canonical, is_spaced, spaced_spans, words_of

_KEPT_WORD_LENGTH = 40
_KEPT_WORDS = 200_000
_KEYWORDS_A_TICK = 100
_WILDCARDS = (STAR, HOLE)

Numbers = tuple[int, ...]


class Field:
    """The patterns of one way of reading case, filed by what a text must have for them to be in it."""

    def __init__(self, *, fold: bool) -> None:
        self._fold = fold
        self._patterns: dict[int, Pattern] = {}
        self._by_word: dict[str, list[int]] = {}
        """Patterns that are one whole word."""
        self._by_anchor: dict[str, list[int]] = {}
        """Patterns with a whole word in them."""
        self._heads: set[str] = set()
        self._within = Pieces()
        """Patterns that stand within one word."""
        self._anywhere = Pieces()
        self._in_every_word: list[int] = []
        """Patterns of wildcards alone."""
        self._known_words: dict[str, Numbers] = {}
        self._finders: dict[int, Finder] = {}

    def __bool__(self) -> bool:
        return bool(self._patterns or self._by_word)

    def file(self, number: int, pattern: Pattern) -> list[str]:
        """Files a pattern; a phrase is left out, and its words given, one of which it is to be filed under."""
        words = _whole_words_of(pattern)
        if words == [pattern.text]:
            self._heads.add(pattern.text)
            self._by_word.setdefault(pattern.text, []).append(number)
            return []
        if not words:
            self._file_piece(number, pattern)
        return words

    def file_phrase(self, number: int, pattern: Pattern, anchor: str) -> None:
        """Files a pattern under a whole word that every match of it has."""
        self._patterns[number] = pattern
        self._heads.add(anchor)
        self._by_anchor.setdefault(anchor, []).append(number)

    def _file_piece(self, number: int, pattern: Pattern) -> None:
        """Files a pattern under its longest literal piece."""
        self._patterns[number] = pattern
        chunks = chunks_of(pattern.text)
        longest = max(chunks, key=len, default="")
        if not chunks:
            self._in_every_word.append(number)
        elif all(is_spaced(char) for chunk in chunks for char in chunk):
            self._within.add(longest, number)
        else:
            self._anywhere.add(longest, number)

    def hits(self, raw: str, form: Form, work: Work) -> set[int]:
        """The ids of the patterns that the text has."""
        text = canonical(raw, form, fold=self._fold)
        words = words_of(text)
        found: set[int] = set()
        tried: set[int] = set()
        for word in words.spaced & self._heads:
            found.update(self._by_word.get(word, ()))
            tried.update(self._by_anchor.get(word, ()))
        if self._anywhere:
            tried |= self._anywhere.in_text(text)
        found.update(self._matching(tried, text, work))
        if self._within or self._in_every_word:
            for word in words.runs:
                known = self._known_words.get(word)
                found.update(self._judge(word, work) if known is None else known)
        return found

    def _judge(self, word: str, work: Work) -> Numbers:
        """The patterns within one word; a vocabulary grows slowly, so what was found is kept."""
        tried = self._within.in_text(word)
        tried.update(self._in_every_word)
        found = tuple(self._matching(tried, word, work))
        if len(word) <= _KEPT_WORD_LENGTH:
            if len(self._known_words) >= _KEPT_WORDS:
                self._known_words.clear()
            self._known_words[word] = found
        return found

    def _matching(self, tried: set[int], text: str, work: Work) -> Iterator[int]:
        work.keyword_tests += len(tried)
        return (number for number in tried if self._finder(number).find(text))

    def _finder(self, number: int) -> Finder:
        finder = self._finders.get(number)
        if finder is None:
            finder = self._finders[number] = Finder(self._patterns[number])
        return finder


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordIndex:
    """Every keyword of the linked books, each once, by its number."""

    keywords: tuple[Keyword, ...]
    fields: tuple[Field | LettersField, ...]
    regexes: tuple[tuple[int, Regex], ...]
    any_message: int | None
    form: Form

    def hits(self, text: str, work: Work) -> set[int]:
        """The numbers of the patterns that a text has; regexes are asked for elsewhere."""
        work.text_passes += 1
        found: set[int] = set()
        for reader in self.fields:
            found |= reader.hits(text, self.form, work)
        return found


def compile_keywords(keywords: tuple[Keyword, ...], form: Form) -> Asking[KeywordIndex]:
    """The index of distinct keywords; a keyword's number is its place."""
    fields = {fold: Field(fold=fold) for fold in (True, False)}
    letters = {lower: LettersField(lower=lower) for lower in (True, False)}
    phrases: list[tuple[int, Pattern, list[str]]] = []
    common: Counter[str] = Counter()
    regexes: list[tuple[int, Regex]] = []
    any_message: int | None = None
    for number, keyword in enumerate(keywords):
        if number % _KEYWORDS_A_TICK == 0:
            yield TICK
        match keyword:
            case Regex():
                regexes.append((number, keyword))
            case InBuffer():
                pass
            case AnyMessage():
                any_message = number
            case Letters():
                letters[keyword.lower].file(number, keyword)
            case Pattern():
                words = fields[keyword.fold].file(number, keyword)
                if words:
                    phrases.append((number, keyword, words))
                    common.update(words)
    for place, (number, pattern, words) in enumerate(phrases):
        if place % _KEYWORDS_A_TICK == 0:
            yield TICK
        # The rarest word stands in the fewest texts that lack the rest.
        rarest = min(words, key=lambda word: (common[word], -len(word)))
        fields[pattern.fold].file_phrase(number, pattern, rarest)
    return KeywordIndex(
        keywords=keywords,
        fields=(*filter(None, fields.values()), *filter(None, letters.values())),
        regexes=tuple(regexes),
        any_message=any_message,
        form=form,
    )


def _whole_words_of(pattern: Pattern) -> list[str]:
    """The words that every match has as whole words: no wildcard and no open side touches them."""
    text = pattern.text
    found: list[str] = []
    for start, end in spaced_spans(text):
        closed_left = pattern.whole_words if start == 0 else text[start - 1] not in _WILDCARDS
        closed_right = pattern.whole_words if end == len(text) else text[end] not in _WILDCARDS
        if closed_left and closed_right:
            found.append(text[start:end])
    return found
