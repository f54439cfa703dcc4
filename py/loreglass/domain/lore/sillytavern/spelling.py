"""An entry as SillyTavern's world info spells it: from its untouched original, or from what was made or edited here."""

import json
import re
from collections.abc import Mapping

from loreglass.domain.lore.sillytavern.numbers import LOGIC_NUMBERS, ROLE_NUMBERS, SLOT_NUMBERS, SOURCE_FIELDS
from loreglass.domain.story.book import Book, Entry

Fields = Mapping[str, object]

_WORLD_INFO = frozenset({"sillytavern", "chub"})
_CARD_BOOKS = frozenset({"v2_book", "lorebook_v3", "card_v1", "card_v2", "card_v3", "charx"})
_ESCAPED_WILDCARD = re.compile(r"\\([*?])")
_CARD_FIELDS: tuple[tuple[str, str, object], ...] = (
    ("excludeRecursion", "exclude_recursion", False),
    ("preventRecursion", "prevent_recursion", False),
    ("delayUntilRecursion", "delay_until_recursion", False),
    ("probability", "probability", 100),
    ("useProbability", "useProbability", True),
    ("depth", "depth", 4),
    ("selectiveLogic", "selectiveLogic", 0),
    ("outletName", "outlet_name", ""),
    ("group", "group", ""),
    ("groupOverride", "group_override", False),
    ("groupWeight", "group_weight", 100),
    ("scanDepth", "scan_depth", None),
    ("caseSensitive", "case_sensitive", None),
    ("matchWholeWords", "match_whole_words", None),
    ("useGroupScoring", "use_group_scoring", None),
    ("role", "role", 0),
    ("sticky", "sticky", None),
    ("cooldown", "cooldown", None),
    ("delay", "delay", None),
    ("matchPersonaDescription", "match_persona_description", False),
    ("matchCharacterDescription", "match_character_description", False),
    ("matchCharacterPersonality", "match_character_personality", False),
    ("matchCharacterDepthPrompt", "match_character_depth_prompt", False),
    ("matchScenario", "match_scenario", False),
    ("matchCreatorNotes", "match_creator_notes", False),
    ("triggers", "triggers", None),
    ("characterFilter", "character_filter", None),
    ("ignoreBudget", "ignore_budget", False),
)
"""World info's name, the name under a card entry's `extensions`, and what SillyTavern puts where it is missing."""


def spelled(entry: Entry, book: Book) -> Fields:
    """The entry's fields in world info. What was edited here counts; all else is the original's, unrepaired."""
    original = _original(entry)
    if original is None:
        return _from_entry(entry, book)
    return original if entry.revision == 1 else {**original, **_from_entry(entry, book)}


def _original(entry: Entry) -> Fields | None:
    if not entry.raw or entry.origin not in _WORLD_INFO | _CARD_BOOKS:
        return None
    raw: object = json.loads(entry.raw)
    if not isinstance(raw, dict):
        return None
    return _from_card(raw) if entry.origin in _CARD_BOOKS else raw


def _from_card(raw: Fields) -> Fields:
    """A card's entry as SillyTavern takes it over into a book of its own."""
    held = raw.get("extensions")
    extensions: Fields = held if isinstance(held, dict) else {}
    own = {name: _held(extensions, there, default) for name, there, default in _CARD_FIELDS}
    position = extensions.get("position")
    return {
        **own,
        "key": raw.get("keys"),
        "keysecondary": raw.get("secondary_keys") or [],
        "content": raw.get("content"),
        "constant": raw.get("constant"),
        "selective": raw.get("selective"),
        "order": raw.get("insertion_order"),
        "disable": not raw.get("enabled"),
        "position": (0 if raw.get("position") == "before_char" else 1) if position is None else position,
    }


def _held(extensions: Fields, name: str, default: object) -> object:
    value = extensions.get(name)
    return default if value is None else value


def _from_entry(entry: Entry, book: Book) -> Fields:
    """An entry made or edited here; its order is its weight, for that is where it stands."""
    flags: dict[str, object] = {flag: source in entry.sources for flag, source in SOURCE_FIELDS}
    return {
        **flags,
        "key": [_ESCAPED_WILDCARD.sub(r"\1", keyword) for keyword in entry.keywords],
        "keysecondary": [_ESCAPED_WILDCARD.sub(r"\1", keyword) for keyword in entry.secondary],
        "content": entry.text,
        "constant": entry.constant,
        "selective": bool(entry.secondary),
        "selectiveLogic": LOGIC_NUMBERS[entry.logic],
        "order": entry.weight,
        "position": SLOT_NUMBERS[entry.place.slot],
        "depth": entry.place.depth,
        "role": ROLE_NUMBERS[entry.place.role],
        "outletName": entry.place.outlet,
        "disable": not entry.enabled,
        "ignoreBudget": entry.budget.ignore,
        "excludeRecursion": not entry.recursion.woken,
        "preventRecursion": not entry.recursion.wakes,
        "delayUntilRecursion": entry.recursion.delay_level,
        "probability": entry.probability,
        "useProbability": True,
        "group": ", ".join(entry.groups),
        "groupOverride": entry.group_override,
        "groupWeight": entry.group_weight,
        "scanDepth": book.depth if entry.depth is None else entry.depth,
        "caseSensitive": entry.case_sensitive,
        "matchWholeWords": entry.whole_words,
        "sticky": entry.sticky,
        "cooldown": entry.cooldown,
        "delay": entry.delay,
        "triggers": list(entry.triggers),
        "characterFilter": {
            "names": list(entry.filter.names),
            "tags": list(entry.filter.tags),
            "isExclude": entry.filter.exclude,
        },
    }
