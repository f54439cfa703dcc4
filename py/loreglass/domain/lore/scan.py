"""Texts scanned for keywords, each once: what the reading knows is not read again. Asks for regexes in batches."""

from collections.abc import Iterable, Iterator
from itertools import islice

from loreglass.domain.asks import TICK, Asking, PatternFault, Span, ask_matches
from loreglass.domain.lore.find import find
from loreglass.domain.lore.keywords import Letters, Pattern, Regex
from loreglass.domain.lore.letters import find_letters
from loreglass.domain.lore.linked import LinkedBooks
from loreglass.domain.lore.memo import Reading, Scanned
from loreglass.domain.text import canonical, raw_span

_TEXTS_AN_ASK = 128
_SEPARATOR = ": "


def written(scanned: Scanned) -> str:
    """The text as keywords see it: `Name: text`."""
    name, text = scanned
    return f"{name}{_SEPARATOR}{text}" if name else text


def scan(texts: Iterable[Scanned], reading: Reading) -> Asking[None]:
    """Finds which keywords each text has, and keeps it in the reading."""
    for batch in _batches(texts):
        yield TICK
        fresh = tuple(dict.fromkeys(scanned for scanned in batch if scanned not in reading.hits))
        if fresh:
            reading.hits.update((yield from read_texts(fresh, reading)))


def read_texts(texts: tuple[Scanned, ...], reading: Reading) -> Asking[dict[Scanned, frozenset[int]]]:
    """Which keywords each text has; nothing but the places of regexes is kept."""
    found: dict[Scanned, set[int]] = {}
    for scanned in texts:
        found[scanned] = reading.linked.index.hits(written(scanned), reading.work)
        yield TICK
    for number, regex in reading.linked.index.regexes:
        if number not in reading.faults:
            yield from _ask(number, regex, found, reading)
    return {scanned: frozenset(hits) for scanned, hits in found.items()}


def _batches(texts: Iterable[Scanned]) -> Iterator[tuple[Scanned, ...]]:
    left = iter(texts)
    while batch := tuple(islice(left, _TEXTS_AN_ASK)):
        yield batch


def _ask(number: int, regex: Regex, found: dict[Scanned, set[int]], reading: Reading) -> Asking[None]:
    reading.work.regex_texts += len(found)
    answer = yield from ask_matches(regex.pattern, regex.flags, tuple(map(written, found)))
    if isinstance(answer, PatternFault):
        reading.faults[number] = answer
        return
    for scanned, span in zip(found, answer.spans, strict=True):
        if span is not None:
            found[scanned].add(number)
            reading.spans.setdefault(scanned, {})[number] = span


def place_of(number: int, scanned: Scanned, reading: Reading) -> tuple[bool, Span]:
    """Where a keyword stands in a text that has it: whether in the name, and the span in code points of that raw part.

    What reaches over both parts is shown in the text.
    """
    name, text = scanned
    if number == reading.linked.index.any_message:
        return False, (0, len(text))
    start, end = _span(number, scanned, reading)
    text_start = len(name) + len(_SEPARATOR) if name else 0
    if name and end <= text_start:
        return True, (min(start, len(name)), min(end, len(name)))
    return False, (max(0, start - text_start), max(0, end - text_start))


def _span(number: int, scanned: Scanned, reading: Reading) -> Span:
    known = reading.spans.setdefault(scanned, {})
    if number not in known:
        keyword = reading.linked.index.keywords[number]
        raw = written(scanned)
        if isinstance(keyword, Pattern):
            known[number] = _pattern_span(keyword, raw, reading.linked)
        else:
            known[number] = (isinstance(keyword, Letters) and find_letters(keyword, raw)) or (0, 0)
    return known[number]


def _pattern_span(pattern: Pattern, raw: str, linked: LinkedBooks) -> Span:
    form = linked.index.form
    start, end = find(pattern, canonical(raw, form, fold=pattern.fold)) or (0, 0)
    return raw_span(raw, form, start, end, fold=pattern.fold)
