"""Entries that can never wake, whatever is said in the chat."""

from collections.abc import Iterator

from loreglass.domain.authoring.finding import Finding
from loreglass.domain.lore.linked import IndexedEntry


def reach_findings(item: IndexedEntry, *, is_recursive: bool) -> Iterator[Finding]:
    """Why the entry can never wake; at most one reason of each kind."""
    entry, entry_id = item.entry, item.entry.id
    if item.orders.activates:
        return
    if item.orders.forbids or entry.probability <= 0:
        unlikely = Finding(code="unreachable_never", entry_id=entry_id, field="probability", what="its chance is 0 %")
        forbidden = Finding(
            code="unreachable_never", entry_id=entry_id, field="text", what="@@dont_activate forbids it"
        )
        yield forbidden if item.orders.forbids else unlikely
    if entry.recursion.delay_level and not (entry.recursion.woken and is_recursive):
        what = "recursive" if entry.recursion.woken else "woken"
        yield Finding(code="unreachable_delayed", entry_id=entry_id, field="recursion", what=what)
    if entry.constant:
        return
    has_keyword = any(key is not None for key in item.keys)
    if not (has_keyword or item.rule or item.rule_problem):
        yield Finding(code="no_keywords", entry_id=entry_id, field="keywords")
    needs_messages = not entry.sources and not (entry.recursion.woken and is_recursive)
    if item.depth_messages is not None and item.depth_messages <= 0 and needs_messages:
        yield Finding(code="unreachable_depth", entry_id=entry_id, field="depth")
    yield from _contradictions(item)


def _contradictions(item: IndexedEntry) -> Iterator[Finding]:
    """Keywords that wake the entry and forbid it to wake at once, where it has no others."""
    entry = item.entry
    keys = {key for key in item.keys if key is not None}
    forbidding = set(item.unwanted)
    if entry.logic == "not_any":
        forbidding |= set(item.secondary)
    if entry.logic == "not_all" and len(set(item.secondary)) == 1:
        forbidding |= set(item.secondary)
    if keys and keys <= forbidding and item.rule is None:
        place = next(place for place, key in enumerate(item.keys) if key is not None)
        yield Finding(
            code="unreachable_contradiction",
            entry_id=entry.id,
            field="keywords",
            place=place,
            what=entry.keywords[place],
        )
