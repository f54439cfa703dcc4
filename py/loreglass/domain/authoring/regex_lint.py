"""Regexes that do not compile, or that some text keeps busy for longer than a plan allows."""

from collections.abc import Iterator
from dataclasses import replace

from loreglass.domain.asks import TICK, Asking, PatternFault, ask_matches
from loreglass.domain.authoring.finding import Finding, FindingField
from loreglass.domain.ids import EntryId
from loreglass.domain.lore.keywords import Regex
from loreglass.domain.lore.linked import LinkedBooks

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
    regex = linked.index.keywords[number]
    finding = Finding(
        code="invalid_regex" if fault.kind == "invalid" else "slow_regex",
        entry_id=EntryId(""),
        field="keywords",
        what=f"/{regex.pattern}/{regex.flags}" if isinstance(regex, Regex) else "",
        other=fault.problem,
    )
    for user, place in linked.wakes.get(number, ()):
        yield replace(finding, entry_id=linked.entries[user].entry.id, place=place)
    for user in dict.fromkeys(linked.asks_about.get(number, ())):
        item = linked.entries[user]
        field: FindingField = "secondary" if number in item.secondary else "rule" if item.rule else "text"
        yield replace(finding, entry_id=item.entry.id, field=field)
