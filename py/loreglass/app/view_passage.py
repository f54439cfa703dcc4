"""What a passage wakes in the open book, as the rows that Why shows. Pure."""

from dataclasses import replace

from loreglass.app.state import OpenBook
from loreglass.app.strings.reasons import Facts
from loreglass.app.view_marks import entries_named, key_of
from loreglass.app.view_why import Groups, groups
from loreglass.domain.lore.verdict import EntryRef
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import LinkedBook

SHOWN_SLEEPING = 18


def passage_groups(open_book: OpenBook) -> Groups | None:
    """The three groups of the test box; None while there is no plan. A budget is raised in a chat, not here."""
    plan = open_book.passage_plan
    if plan is None or not open_book.passage.strip():
        return None
    books = (LinkedBook(book=open_book.book),)
    facts = Facts(entries=entries_named(books, {key_of(ref) for ref in _named(plan)}), draft=True, passage=True)
    found = groups(plan, books, facts, lambda _: open_book.passage, sleeping_limit=SHOWN_SLEEPING)
    return replace(found, left_out=tuple(replace(row, fixes=()) for row in found.left_out))


def _named(plan: Plan) -> list[EntryRef]:
    """The entries that the plan's sentences name."""
    refs: list[EntryRef] = []
    for one in plan.decisions:
        hits = (one.reason.hit, *one.reason.secondary_hits)
        refs += [one.ref, *(hit.parent for hit in hits if hit is not None and hit.parent is not None)]
        refs += [one.reason.winner] if one.reason.winner is not None else []
    return refs
