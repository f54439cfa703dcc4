"""What the user does to the fields of the open entry."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, get_args

from loreglass.app.actions import Did
from loreglass.app.moment import Moment
from loreglass.app.state import AppState
from loreglass.app.update.book import opened, with_entry
from loreglass.app.update.numbers import natural, number, whole
from loreglass.app.update.step import Handler, Step, stay
from loreglass.domain.story.book import Entry, Logic, Role, Slot, Source, Trim
from loreglass.formats.keywords import split_keywords

T = TypeVar("T", bound=str)


def one_of(value: str, choices: tuple[T, ...], held: T) -> T:
    """The choice of that name, or what is held."""
    return next((choice for choice in choices if choice == value), held)


def _yes_no_default(value: str) -> bool | None:
    return {"yes": True, "no": False}.get(value)


def _switched(held: tuple[T, ...], value: T, on: bool) -> tuple[T, ...]:
    kept = tuple(each for each in held if each != value)
    return (*kept, value) if on else kept


def _place(entry: Entry, **changes: object) -> Entry:
    return replace(entry, place=replace(entry.place, **changes))  # type: ignore[arg-type]


def _budget(entry: Entry, **changes: object) -> Entry:
    return replace(entry, budget=replace(entry.budget, **changes))  # type: ignore[arg-type]


def _recursion(entry: Entry, **changes: object) -> Entry:
    return replace(entry, recursion=replace(entry.recursion, **changes))  # type: ignore[arg-type]


FIELDS: dict[str, Callable[[Entry, Did], Entry]] = {
    "name": lambda entry, did: replace(entry, name=did.value),
    "text": lambda entry, did: replace(entry, text=did.value),
    "note": lambda entry, did: replace(entry, note=did.value),
    "rule": lambda entry, did: replace(entry, rule=did.value.strip()),
    "priority": lambda entry, did: replace(entry, priority=number(did.value, entry.priority)),
    "weight": lambda entry, did: replace(entry, weight=number(did.value, entry.weight)),
    "depth": lambda entry, did: replace(entry, depth=natural(did.value)),
    "probability": lambda entry, did: replace(
        entry, probability=min(100.0, max(0.0, number(did.value, entry.probability)))
    ),
    "constant": lambda entry, did: replace(entry, constant=did.checked),
    "enabled": lambda entry, did: replace(entry, enabled=did.checked),
    "logic": lambda entry, did: replace(entry, logic=one_of(did.value, get_args(Logic), entry.logic)),
    "recursion.wakes": lambda entry, did: _recursion(entry, wakes=did.checked),
    "recursion.woken": lambda entry, did: _recursion(entry, woken=did.checked),
    "recursion.delay_level": lambda entry, did: _recursion(entry, delay_level=natural(did.value) or 0),
    "case_sensitive": lambda entry, did: replace(entry, case_sensitive=_yes_no_default(did.value)),
    "whole_words": lambda entry, did: replace(entry, whole_words=_yes_no_default(did.value)),
    "sticky": lambda entry, did: replace(entry, sticky=natural(did.value) or 0),
    "cooldown": lambda entry, did: replace(entry, cooldown=natural(did.value) or 0),
    "delay": lambda entry, did: replace(entry, delay=natural(did.value) or 0),
    "group_weight": lambda entry, did: replace(entry, group_weight=max(0, number(did.value, entry.group_weight))),
    "group_override": lambda entry, did: replace(entry, group_override=did.checked),
    "filter.exclude": lambda entry, did: replace(entry, filter=replace(entry.filter, exclude=did.value == "exclude")),
    "place.slot": lambda entry, did: _place(entry, slot=one_of(did.value, get_args(Slot), entry.place.slot)),
    "place.depth": lambda entry, did: _place(entry, depth=4 if (typed := natural(did.value)) is None else typed),
    "place.role": lambda entry, did: _place(entry, role=one_of(did.value, get_args(Role), entry.place.role)),
    "place.outlet": lambda entry, did: _place(entry, outlet=did.value.strip()),
    "budget.ignore": lambda entry, did: _budget(entry, ignore=did.checked),
    "budget.reserve": lambda entry, did: _budget(entry, reserve=natural(did.value) or 0),
    "budget.cap": lambda entry, did: _budget(entry, cap=natural(did.value)),
    "budget.trim": lambda entry, did: _budget(entry, trim=one_of(did.value, get_args(Trim), entry.budget.trim)),
}
LISTS: dict[str, tuple[Callable[[Entry], tuple[str, ...]], Callable[[Entry, tuple[str, ...]], Entry]]] = {
    "keywords": (lambda entry: entry.keywords, lambda entry, words: replace(entry, keywords=words)),
    "secondary": (lambda entry: entry.secondary, lambda entry, words: replace(entry, secondary=words)),
    "groups": (lambda entry: entry.groups, lambda entry, words: replace(entry, groups=words)),
    "tags": (lambda entry: entry.tags, lambda entry, words: replace(entry, tags=words)),
    "filter.names": (
        lambda entry: entry.filter.names,
        lambda entry, words: replace(entry, filter=replace(entry.filter, names=words)),
    ),
    "filter.tags": (
        lambda entry: entry.filter.tags,
        lambda entry, words: replace(entry, filter=replace(entry.filter, tags=words)),
    ),
}


def _changed(entry: Entry, did: Did) -> Entry:
    """The entry after a field was used; what cannot be read leaves it as it was."""
    kind, _, name = did.id.partition(".")
    if kind == "triggers":
        return replace(entry, triggers=_switched(entry.triggers, name, did.checked))
    if kind == "sources":
        source = next((each for each in get_args(Source) if each == name), None)
        return entry if source is None else replace(entry, sources=_switched(entry.sources, source, did.checked))
    change = FIELDS.get(did.id)
    return change(entry, did) if change else entry


def entry_field(state: AppState, did: Did, moment: Moment) -> Step:
    """One field of the open entry, as typed; what cannot be read leaves it as it was."""
    entry = opened(state)
    if entry is None:
        return stay(state)
    changed = _changed(entry, did)
    return stay(state) if changed == entry else with_entry(state, moment, changed)


def typed_list(field: str, text: str) -> tuple[str, ...]:
    """What was typed or pasted as a list: by commas and lines; a comma in a keyword's regex does not split it."""
    lines = text.splitlines()
    if field in ("keywords", "secondary"):
        return tuple(word for line in lines for word in split_keywords(line))
    return tuple(word.strip() for line in lines for word in line.split(",") if word.strip())


def add_to(entry: Entry, field: str, text: str) -> Entry:
    """The entry with more words in one of its lists; those that are there already are not added again."""
    held, put = LISTS[field]
    words = tuple(dict.fromkeys((*held(entry), *typed_list(field, text))))
    return entry if words == held(entry) else put(entry, words)


def list_add(state: AppState, did: Did, moment: Moment) -> Step:
    """One word, or a pasted list of them, for one of the entry's lists."""
    entry = opened(state)
    if entry is None or did.id not in LISTS:
        return stay(state)
    changed = add_to(entry, did.id, did.value)
    return stay(state) if changed is entry else with_entry(state, moment, changed, redraw=True)


def list_remove(state: AppState, did: Did, moment: Moment) -> Step:
    """One word of a list goes: `field:place`."""
    entry = opened(state)
    field, _, place = did.id.rpartition(":")
    if entry is None or field not in LISTS or (at := whole(place)) is None:
        return stay(state)
    held, put = LISTS[field]
    words = tuple(word for index, word in enumerate(held(entry)) if index != at)
    return with_entry(state, moment, put(entry, words))


def _of(field: str, step: Handler, *, place: bool = False) -> Handler:
    """The handler with the list's name in front of what the control says."""

    def handler(state: AppState, did: Did, moment: Moment) -> Step:
        return step(state, replace(did, id=f"{field}:{did.id}" if place else field), moment)

    return handler


def keyword_mend(state: AppState, did: Did, moment: Moment) -> Step:
    """A keyword is replaced by its mended wording; `id` is the old one."""
    entry = opened(state)
    if entry is None or not did.value:
        return stay(state)

    def mended(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(did.value if word == did.id else word for word in words)

    changed = replace(entry, keywords=mended(entry.keywords), secondary=mended(entry.secondary))
    return stay(state) if changed == entry else with_entry(state, moment, changed)


def keyword_drop(state: AppState, did: Did, moment: Moment) -> Step:
    """A keyword goes by its wording: the last of those that are written so."""
    entry = opened(state)
    if entry is None or did.id not in entry.keywords:
        return stay(state)
    at = len(entry.keywords) - 1 - entry.keywords[::-1].index(did.id)
    words = tuple(word for place, word in enumerate(entry.keywords) if place != at)
    return with_entry(state, moment, replace(entry, keywords=words))


def entry_mend(state: AppState, did: Did, moment: Moment) -> Step:
    """The obvious cure of a finding, by its name."""
    entry = opened(state)
    cure = MENDS.get(did.id)
    if entry is None or cure is None:
        return stay(state)
    changed = cure(entry, did)
    return stay(state) if changed == entry else with_entry(state, moment, changed, redraw=True)


MENDS: dict[str, Callable[[Entry, Did], Entry]] = {
    "no_keywords": lambda entry, did: replace(entry, constant=True),
    "unreachable_never": lambda entry, did: replace(entry, probability=100),
    "unreachable_delayed": lambda entry, did: _recursion(entry, woken=True),
    "lonely_group": lambda entry, did: replace(
        entry, groups=tuple(group for group in entry.groups if group != did.value)
    ),
}
HANDLERS: dict[str, Handler] = {
    "entry-field": entry_field,
    "entry-mend": entry_mend,
    "list-add": list_add,
    "list-remove": list_remove,
    "keyword-add": _of("keywords", list_add),
    "keyword-remove": _of("keywords", list_remove, place=True),
    "keyword-mend": keyword_mend,
    "keyword-drop": keyword_drop,
    "secondary-add": _of("secondary", list_add),
    "secondary-remove": _of("secondary", list_remove, place=True),
}
