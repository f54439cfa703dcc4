"""Texts that are empty or too long for their budget, misspelt decorators, and braces that do not close."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import islice

from loreglass.domain.authoring.finding import Finding
from loreglass.domain.ids import EntryId
from loreglass.domain.lore.decorators import KNOWN, parse_decorators
from loreglass.domain.lore.linked import IndexedEntry

_BRACES = re.compile(r"\{\{|\}\}")
_AT_LINE = re.compile(r"^(@@@?)[ \t]*([A-Za-z_-]+)?.*$", re.MULTILINE)
_SHOWN = 40
_OF_A_KIND_AT_MOST = 20
"""A text may be a whole program: enough is told with the first of its faults."""


def text_findings(item: IndexedEntry, tokens: int | None, limit_tokens: int) -> Iterator[Finding]:
    """What is wrong with the text of an entry; the limit is the budget that all of them share.

    Tokens that are not counted yet are None.
    """
    entry = item.entry
    written = item.book.entries[item.number].text
    if not entry.text.strip():
        yield Finding(code="empty_text", entry_id=entry.id, field="text")
    cap = entry.budget.cap
    limit = cap if cap is not None and entry.budget.trim == "none" else limit_tokens
    is_cut = cap is not None and entry.budget.trim != "none" and cap <= limit_tokens
    if tokens is not None and tokens > limit and not is_cut and not entry.budget.ignore:
        yield Finding(code="over_budget", entry_id=entry.id, field="text", need_tokens=tokens, limit_tokens=limit)
    yield from islice(_decorators(written, entry.id), _OF_A_KIND_AT_MOST)
    yield from islice(_macros(written, entry.id), _OF_A_KIND_AT_MOST)


def _decorators(text: str, entry_id: EntryId) -> Iterator[Finding]:
    """Lines that look like decorators and are none: not known, badly written, or not at the start."""
    found, body = parse_decorators(text)
    body_at = len(text) - len(body)
    for line in _AT_LINE.finditer(text):
        name = (line[2] or "").lower()
        is_read = line.start() < body_at and bool(found)
        if is_read and name in KNOWN:
            continue
        near = get_close_matches(name.replace("-", "_"), KNOWN, n=1, cutoff=0.7)
        if not is_read and name in KNOWN and not line[0].startswith((line[1] + " ", line[1] + "\t")):
            yield Finding(
                code="misplaced_decorator", entry_id=entry_id, field="text", place=line.start(), what=line[0][:_SHOWN]
            )
        else:
            other = f"@@{near[0]}" if near else ""
            yield Finding(
                code="misspelt_decorator",
                entry_id=entry_id,
                field="text",
                place=line.start(),
                what=line[0][:_SHOWN].rstrip("\r"),
                other=other,
            )


def _macros(text: str, entry_id: EntryId) -> Iterator[Finding]:
    """Double braces that open and never close, or close and were never open."""
    open_at: list[int] = []
    for brace in _BRACES.finditer(text):
        if brace[0] == "{{":
            open_at.append(brace.start())
        elif open_at:
            open_at.pop()
        else:
            yield _unbalanced(text, brace.start(), entry_id)
    for place in open_at:
        yield _unbalanced(text, place, entry_id)


def _unbalanced(text: str, place: int, entry_id: EntryId) -> Finding:
    shown = text[max(0, place - 10) : place + 20].replace("\n", " ")
    return Finding(code="unbalanced_macro", entry_id=entry_id, field="text", place=place, what=shown)
