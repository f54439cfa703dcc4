"""Keywords that are blank, written twice, never needed, inside another entry's, or in nearly every text."""

import re
from collections.abc import Iterator
from itertools import islice

from loreglass.domain.asks import TICK, Asking
from loreglass.domain.authoring.finding import Finding, FindingCode, FindingField
from loreglass.domain.lore.keywords import HOLE, STAR, AnyMessage, Keyword, Pattern, chunks_of
from loreglass.domain.lore.linked import IndexedEntry, KeyNumbers, LinkedBooks
from loreglass.domain.lore.work import Work
from loreglass.domain.text import is_spaced

_ENTRIES_A_TICK = 10
_ASKED_AT_MOST = 200
"""Of how many keywords of one entry it is asked what stands inside them: nobody wrote a longer list by hand."""
_NAMED_AT_MOST = 3
"""How many entries that have one keyword are named for one of them."""
_COMMON = frozenset(
    re.findall(
        r"\w+",
        """
    a about after all also am an and any are as at back be because been but by can come could day did do down even
    first for from get give go good had has have he her here him his how i if in into is it its just know like look
    made make me more most my new no not now of on one only or other our out over said say see she so some take than
    that the their them then there these they thing think this time to two up us use very was way we well were what
    when which who will with would yes you your
    """,
    )
)


def keyword_findings(linked: LinkedBooks) -> Asking[list[Finding]]:
    """What is wrong with the keywords of each entry, taken alone and beside the others."""
    findings: list[Finding] = []
    for item in linked.entries:
        if item.number % _ENTRIES_A_TICK == 0:
            yield TICK
        findings += _listed(item, "keywords", item.keys, item.entry.keywords, linked)
        findings += _listed(item, "secondary", item.secondary, item.entry.secondary, linked)
        findings += _shared(item, linked)
        findings += _inside(item, linked)
    return findings


def _listed(
    item: IndexedEntry, field: FindingField, keys: KeyNumbers, written: tuple[str, ...], linked: LinkedBooks
) -> Iterator[Finding]:
    """What can be said of one list: blank ones, ones written twice, common ones."""
    first: dict[int, int] = {}
    for place, (key, keyword) in enumerate(zip(keys, written, strict=True)):
        entry_id = item.entry.id
        if key is None:
            yield Finding(code="blank_keyword", entry_id=entry_id, field=field, place=place, what=keyword)
            continue
        if key in first:
            yield Finding(
                code="duplicate_keyword",
                entry_id=entry_id,
                field=field,
                place=place,
                what=keyword,
                other=written[first[key]],
                other_id=entry_id,
            )
            continue
        first[key] = place
        if field == "keywords" and not item.entry.secondary and _is_common(linked.index.keywords[key]):
            yield Finding(code="common_keyword", entry_id=entry_id, field=field, place=place, what=keyword)


def _is_common(keyword: Keyword) -> bool:
    """Whether nearly any text has it: a word of everyday, a letter, or wildcards alone."""
    if isinstance(keyword, AnyMessage):
        return True
    if not isinstance(keyword, Pattern):
        return False
    text = keyword.text
    letters = "".join(chunks_of(text))
    is_short = len(letters) < 2 and (not letters or is_spaced(letters) or not letters.isalnum())
    return is_short or text.lower().strip(STAR + HOLE) in _COMMON or (not keyword.whole_words and len(letters) < 3)


def _shared(item: IndexedEntry, linked: LinkedBooks) -> Iterator[Finding]:
    """Keywords that an entry before it has too, where no second keyword tells the two apart."""
    if item.entry.secondary:
        return
    for place, key in enumerate(item.keys):
        for number, there in islice(_earlier(item, key, linked), _NAMED_AT_MOST):
            yield Finding(
                code="duplicate_keyword",
                entry_id=item.entry.id,
                field="keywords",
                place=place,
                what=item.entry.keywords[place],
                other=linked.entries[number].entry.keywords[there],
                other_id=linked.entries[number].entry.id,
            )


def _earlier(item: IndexedEntry, key: int | None, linked: LinkedBooks) -> Iterator[tuple[int, int]]:
    """Entries before it with the keyword and no second one, each once, and where it stands in their lists."""
    last = -1
    # They are filed in their order.
    for number, place in () if key is None else linked.wakes.get(key, ()):
        if number >= item.number:
            return
        if number != last and not linked.entries[number].entry.secondary:
            yield number, place
        last = number


def _inside(item: IndexedEntry, linked: LinkedBooks) -> Iterator[Finding]:
    """Shorter keywords that every match of one of its own has too: of others, and of itself."""
    keywords = linked.index.keywords
    first = {key: place for place, key in reversed(tuple(enumerate(item.keys[:_ASKED_AT_MOST])))}
    for key, place in first.items():
        longer = None if key is None else keywords[key]
        if not isinstance(longer, Pattern) or chunks_of(longer.text) != [longer.text]:
            continue
        written = item.entry.keywords[place]
        shorter = sorted(linked.index.hits(longer.text, Work()) - {key})
        within = [number for number in shorter if _always_within(keywords[number], longer)]
        own = [item.keys.index(number) for number in within if number in item.keys]
        if own:
            yield _finding("dead_keyword", item, place, item.entry.keywords[own[0]], item)
        rare = (number for number in within if not _is_common(keywords[number]))
        users = ((number, user) for number in rare for user, _ in linked.wakes.get(number, ()) if user != item.number)
        for number, user in islice(users, _NAMED_AT_MOST):
            other = linked.entries[user]
            yield _finding("keyword_inside_another", other, other.keys.index(number), written, item)


def _always_within(shorter: Keyword, longer: Pattern) -> bool:
    """Whether a text that has the longer one has the shorter too: its case is no narrower, its edges lie inside."""
    if not isinstance(shorter, Pattern) or (longer.fold and not shorter.fold):
        return False
    return longer.whole_words or not shorter.whole_words


def _finding(code: FindingCode, item: IndexedEntry, place: int, longer: str, other: IndexedEntry) -> Finding:
    return Finding(
        code=code,
        entry_id=item.entry.id,
        field="keywords",
        place=place,
        what=item.entry.keywords[place],
        other=longer,
        other_id=other.entry.id,
    )
