"""What is wrong or wasteful in a book, as native reads it. Rules: memory-books.md, "For authors".

An entry that is off is looked at like any other, for it may be meant to be on; only whether it can wake is not asked.
"""

from collections.abc import Iterable
from dataclasses import replace

from loreglass.domain.asks import TICK, Asking, ask_counts
from loreglass.domain.authoring.finding import Finding, LintReport
from loreglass.domain.authoring.keyword_lint import keyword_findings
from loreglass.domain.authoring.reach_lint import reach_findings
from loreglass.domain.authoring.regex_lint import regex_findings
from loreglass.domain.authoring.text_lint import text_findings
from loreglass.domain.authoring.whole_lint import group_findings, id_findings
from loreglass.domain.ids import EntryId
from loreglass.domain.lore.decorators import parse_decorators
from loreglass.domain.lore.keywords import Names
from loreglass.domain.lore.linked import LinkSettings, link
from loreglass.domain.lore.policy import NATIVE
from loreglass.domain.story.book import Book, LinkedBook
from loreglass.domain.story.scene import Settings

_ENTRIES_A_TICK = 50
_FIELD_ORDER = ("id", "keywords", "secondary", "rule", "depth", "recursion", "probability", "groups", "text")


def lint(book: Book, settings: Settings) -> Asking[LintReport]:
    """All findings of a book in book order, and the tokens of its texts; `settings` are of a chat that uses it."""
    costs = yield from _costs(book, settings)
    # Linking leaves out what is off; here all of it counts.
    entries = tuple(replace(entry, enabled=True) for entry in book.entries)
    linked = yield from link(
        (LinkedBook(book=replace(book, enabled=True, entries=entries)),),
        LinkSettings(
            policy=NATIVE,
            names=Names(char="{{char}}", user="{{user}}"),
            whole_words=settings.whole_words,
            case_sensitive=settings.case_sensitive,
        ),
    )
    findings = [*id_findings(book), *group_findings(book)]
    findings += yield from keyword_findings(linked)
    findings += yield from regex_findings(linked)
    is_recursive = settings.recursive if book.recursive is None else book.recursive
    limit = settings.memory_budget_tokens if book.budget is None else book.budget
    for count, item in enumerate(linked.entries):
        if count % _ENTRIES_A_TICK == 0:
            yield TICK
        findings += text_findings(item, costs[item.entry.id], limit)
        if book.entries[count].enabled:
            findings += reach_findings(item, is_recursive=is_recursive)
    return LintReport(findings=_in_order(findings, book), tokens=tuple(costs.items()))


def _costs(book: Book, settings: Settings) -> Asking[dict[EntryId, int]]:
    """What each text costs as it is written, macros not filled in, decorators off."""
    texts = tuple(parse_decorators(entry.text)[1] + "\n" for entry in book.entries)
    counts = (yield from ask_counts(texts, settings.encoding)) if texts else ()
    return {entry.id: count for entry, count in zip(book.entries, counts, strict=True)}


def _in_order(findings: Iterable[Finding], book: Book) -> tuple[Finding, ...]:
    places = {entry.id: place for place, entry in enumerate(book.entries)}

    def order(finding: Finding) -> tuple[int, int, int]:
        return places[finding.entry_id], _FIELD_ORDER.index(finding.field), finding.place or 0

    return tuple(sorted(dict.fromkeys(findings), key=order))
