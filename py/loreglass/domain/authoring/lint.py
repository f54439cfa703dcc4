"""What is wrong or wasteful in a book, as native reads it. Rules: memory-books.md, "For authors".

An entry that is off is looked at like any other, for it may be meant to be on; only whether it can wake is not asked.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import get_args

from loreglass.domain.asks import TICK, Asking, ask_counts, drive
from loreglass.domain.authoring.finding import Finding, FindingField, LintReport
from loreglass.domain.authoring.keyword_lint import keyword_findings
from loreglass.domain.authoring.reach_lint import reach_findings
from loreglass.domain.authoring.regex_lint import pattern_findings, regex_findings
from loreglass.domain.authoring.text_lint import text_findings
from loreglass.domain.authoring.whole_lint import whole_findings
from loreglass.domain.ids import EntryId
from loreglass.domain.lore.decorators import parse_decorators
from loreglass.domain.lore.keywords import Names
from loreglass.domain.lore.linked import IndexedEntry, LinkedBooks, LinkSettings, link
from loreglass.domain.lore.policy import NATIVE
from loreglass.domain.story.book import Book, Entry, LinkedBook
from loreglass.domain.story.scene import Settings

_ENTRIES_A_TICK = 20
_TEXTS_A_COUNT = 500
_KEYWORDS_AT_ONCE = 500
_FIELD_ORDER: tuple[FindingField, ...] = get_args(FindingField)


def lint(book: Book, settings: Settings) -> Asking[LintReport]:
    """All findings of a book in book order, and the tokens of its texts; `settings` are of a chat that uses it."""
    costs = yield from _costs(book, settings)
    linked = yield from _linked(book, settings)
    found: dict[EntryId, list[Finding]] = {entry.id: [] for entry in book.entries}
    whole = yield from whole_findings(book)
    whole += yield from keyword_findings(linked)
    whole += yield from regex_findings(linked)
    for finding in whole:
        found[finding.entry_id].append(finding)
    findings: list[Finding] = []
    for count, (entry, item) in enumerate(zip(book.entries, linked.entries, strict=True)):
        if count % _ENTRIES_A_TICK == 0:
            yield TICK
        alone = _alone(item, book, settings, costs[entry.id], is_on=entry.enabled)
        findings += _in_order((*found[entry.id], *alone))
    return LintReport(findings=tuple(findings), tokens=tuple(costs.items()))


def own(entry: Entry, book: Book, settings: Settings, tokens: int | None = None) -> tuple[Finding, ...]:
    """What an entry shows by itself, at once: without the other entries, a tokeniser or a regex engine.

    `tokens` are those of its text where they are counted. Equal to what `lint` says of a book that has it alone, but
    that its regexes are judged by their looks, and of a very long list of keywords only the beginning.
    """
    if len(entry.keywords) > _KEYWORDS_AT_ONCE:
        entry = replace(entry, keywords=entry.keywords[:_KEYWORDS_AT_ONCE])
    return _own(entry, replace(book, entries=()), settings, tokens)


@lru_cache(maxsize=200)
def _own(entry: Entry, head: Book, settings: Settings, tokens: int | None) -> tuple[Finding, ...]:
    linked = drive(_linked(replace(head, entries=(entry,)), settings))
    item = linked.entries[0]
    alone = _alone(item, head, settings, tokens, is_on=entry.enabled)
    return _in_order((*drive(keyword_findings(linked)), *pattern_findings(item, linked), *alone))


def _linked(book: Book, settings: Settings) -> Asking[LinkedBooks]:
    # Linking leaves out what is off; here all of it counts.
    entries = tuple(entry if entry.enabled else replace(entry, enabled=True) for entry in book.entries)
    return (
        yield from link(
            (LinkedBook(book=replace(book, enabled=True, entries=entries)),),
            LinkSettings(
                policy=NATIVE,
                names=Names(char="{{char}}", user="{{user}}"),
                whole_words=settings.whole_words,
                case_sensitive=settings.case_sensitive,
            ),
        )
    )


def _costs(book: Book, settings: Settings) -> Asking[dict[EntryId, int]]:
    """What each text costs as it is written, macros not filled in, decorators off."""
    costs: dict[EntryId, int] = {}
    for start in range(0, len(book.entries), _TEXTS_A_COUNT):
        yield TICK
        part = book.entries[start : start + _TEXTS_A_COUNT]
        texts = tuple(parse_decorators(entry.text)[1] + "\n" for entry in part)
        counts = yield from ask_counts(texts, settings.encoding)
        costs.update((entry.id, count) for entry, count in zip(part, counts, strict=True))
    return costs


def _alone(item: IndexedEntry, book: Book, settings: Settings, tokens: int | None, *, is_on: bool) -> Iterator[Finding]:
    """What is said of rule, text and reach."""
    if item.rule_problem:
        rule, problem = item.entry.rule, item.rule_problem
        yield Finding(code="broken_rule", entry_id=item.entry.id, field="rule", what=rule, other=problem)
    limit = settings.memory_budget_tokens if book.budget is None else book.budget
    yield from text_findings(item, tokens, limit)
    if is_on:
        yield from reach_findings(item, is_recursive=settings.recursive if book.recursive is None else book.recursive)


def _in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One entry's findings, each once, field by field."""
    return tuple(sorted(dict.fromkeys(findings), key=lambda each: (_FIELD_ORDER.index(each.field), each.place or 0)))
