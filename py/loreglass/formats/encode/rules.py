"""A boolean rule for formats that have none: the lists of keywords that come nearest to it."""

from dataclasses import replace

from loreglass.domain.lore.rule import All, AnyOf, BrokenRule, Has, Node, Not, read_rule
from loreglass.domain.story.book import Entry


def without_rule(entry: Entry) -> Entry:
    """The entry with the keywords of its rule, where it has none of its own.

    `(a or b) and c and not d` keeps a and b as keywords and c as second ones; `not d` only where nothing stands second.
    """
    if not entry.rule or entry.keywords:
        return replace(entry, rule="")
    try:
        rule = read_rule(entry.rule)
    except BrokenRule:
        return replace(entry, rule="")
    parts = rule.node.parts if isinstance(rule.node, All) else (rule.node,)
    wanted = [names for part in parts if (names := _names(part, rule.keywords))]
    against = [names for part in parts if isinstance(part, Not) and (names := _names(part.part, rule.keywords))]
    if not wanted:
        return replace(entry, rule="")
    flat = replace(entry, rule="", keywords=wanted[0])
    if len(wanted) > 1:
        return replace(flat, secondary=wanted[1], logic="and_any")
    return replace(flat, secondary=against[0], logic="not_any") if against else flat


def _names(node: Node, keywords: tuple[str, ...]) -> tuple[str, ...]:
    """The keywords of which one is wanted; () where the part says no."""
    match node:
        case Has(index):
            return (keywords[index],)
        case AnyOf(parts) | All(parts):
            return tuple(dict.fromkeys(name for part in parts for name in _names(part, keywords)))
        case Not():
            return ()
