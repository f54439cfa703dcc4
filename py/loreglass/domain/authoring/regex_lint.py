"""Regexes that do not compile, or that some text keeps busy for longer than a plan allows."""

from collections.abc import Iterator
from dataclasses import replace

from loreglass.domain.asks import TICK, Asking, PatternFault, ask_matches
from loreglass.domain.authoring.finding import Finding, FindingField
from loreglass.domain.authoring.regex_look import pattern_problem
from loreglass.domain.ids import EntryId
from loreglass.domain.lore.keywords import Regex
from loreglass.domain.lore.linked import IndexedEntry, KeyNumbers, LinkedBooks

_LETTERS_OF_A_PATTERN = 8
_SHORT, _LONG = 40, 2_000


def regex_findings(linked: LinkedBooks) -> Asking[list[Finding]]:
    """One finding for each place where a bad regex stands."""
    findings: list[Finding] = []
    for number, regex in linked.index.regexes:
        yield TICK
        answer = yield from ask_matches(regex.pattern, regex.flags, _probes(regex))
        if isinstance(answer, PatternFault) and answer.kind != "late":
            findings += _findings(number, answer, linked)
    return findings


def _probes(regex: Regex) -> tuple[str, ...]:
    """Texts on which patterns that try too much run on and on: one letter again and again, and an end that fails."""
    letters = dict.fromkeys(char for char in regex.pattern if char.isalnum() or char.isspace())
    found = [*letters, "a", "0", " "][:_LETTERS_OF_A_PATTERN]
    short = tuple(char * _SHORT + "\x01" for char in found)
    pairs = tuple((char + " ") * _SHORT + "\x01" for char in found)
    return ("", *short, *pairs, *(char * _LONG + "\x01" for char in found))


def _findings(number: int, fault: PatternFault, linked: LinkedBooks) -> Iterator[Finding]:
    """The finding in each place where the pattern stands, as it is written there."""
    regex = linked.index.keywords[number]
    finding = Finding(
        code="invalid_regex" if fault.kind == "invalid" else "slow_regex",
        entry_id=EntryId(""),
        field="keywords",
        what=f"/{regex.pattern}/{regex.flags}" if isinstance(regex, Regex) else "",
        other=fault.problem,
    )
    for user, place in linked.wakes.get(number, ()):
        entry = linked.entries[user].entry
        yield replace(finding, entry_id=entry.id, place=place, what=entry.keywords[place].strip())
    for user in dict.fromkeys(linked.asks_about.get(number, ())):
        item = linked.entries[user]
        entry = item.entry
        if number in item.secondary:
            place = item.secondary.index(number)
            what = entry.secondary[place].strip()
            yield replace(finding, entry_id=entry.id, field="secondary", place=place, what=what)
        else:
            field: FindingField = "rule" if item.rule else "text"
            yield replace(finding, entry_id=entry.id, field=field)


def pattern_findings(item: IndexedEntry, linked: LinkedBooks) -> Iterator[Finding]:
    """Slips in an entry's regexes that show by their looks, before an engine has tried them."""
    fields: tuple[tuple[FindingField, KeyNumbers, tuple[str, ...]], ...] = (
        ("keywords", item.keys, item.entry.keywords),
        ("secondary", item.secondary, item.entry.secondary),
    )
    for field, keys, written in fields:
        for place, (key, keyword) in enumerate(zip(keys, written, strict=True)):
            if key is None or not isinstance(linked.index.keywords[key], Regex):
                continue
            if problem := pattern_problem(keyword):
                what = keyword.strip()
                yield Finding(
                    code="invalid_regex", entry_id=item.entry.id, field=field, place=place, what=what, other=problem
                )
