"""What was checked of an entry, in the order of the rules, up to the check that failed. Pure."""

from dataclasses import dataclass
from typing import Literal

from loreglass.app.strings import number
from loreglass.app.strings.reasons import Facts, Pieces, percent, rolled, seen, text, wanted
from loreglass.app.terms import Terms
from loreglass.domain.lore.verdict import Decision, Reason
from loreglass.domain.story.book import Entry
from loreglass.domain.story.semantics import Semantics

Step = Literal["on", "keyword", "second", "speaker", "chance", "rest", "group", "place", "fits"]
FAILS_AT: dict[str, Step] = {
    "disabled": "on",
    "no_key_hit": "keyword",
    "outside_depth": "keyword",
    "regex_invalid": "keyword",
    "regex_slow": "keyword",
    "recursion_blocked": "keyword",
    "delay_level": "keyword",
    "secondary_missing": "second",
    "filtered": "speaker",
    "not_shareable": "speaker",
    "decorator": "speaker",
    "chance_failed": "chance",
    "cooldown": "rest",
    "delayed": "rest",
    "lost_group": "group",
    "duplicate": "place",
    "no_placement": "place",
    "over_book_budget": "fits",
    "over_total_budget": "fits",
    "after_overflow": "fits",
}
ORDER: dict[Semantics, tuple[Step, ...]] = {
    "native": ("on", "speaker", "rest", "keyword", "second", "chance", "group", "fits", "place"),
    "agnai": ("on", "keyword", "fits", "place"),
    "sillytavern": ("on", "speaker", "rest", "keyword", "second", "group", "chance", "fits", "place"),
}
"""In the order in which the rules check them; what they do not know is not among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check: passed or not, what it looked at, and a number beside it ("" for none)."""

    passed: bool
    what: Pieces
    note: str = ""


def checks(decision: Decision, entry: Entry | None, facts: Facts) -> tuple[Check, ...]:
    """The checks in their order, up to the one that failed; those that ask nothing of this entry are left out."""
    failed = FAILS_AT.get(decision.reason.code) if decision.verdict != "included" else None
    out: list[Check] = []
    terms = facts.terms(entry, decision.ref.book_id) if entry else None
    for step in ORDER[facts.semantics]:
        passed = step != failed
        check = _check(step, passed, decision, terms)
        if check is not None:
            out.append(check)
        if not passed:
            break
    return tuple(out)


def _check(step: Step, passed: bool, decision: Decision, terms: Terms | None) -> Check | None:
    """The check, None where it asks nothing of this entry."""
    reason = decision.reason
    asks = not passed or (terms is not None and _asks(step, terms))
    match step:
        case "on":
            return Check(passed=passed, what=(text("On" if passed else "Off"),))
        case "keyword":
            return Check(passed=passed, what=_keyword_check(decision, terms, passed))
        case "second":
            return _said(passed, "Second keyword", "No second keyword") if asks else None
        case "speaker":
            return None if passed else _said(passed, "", _refusal(reason))
        case "chance":
            return Check(passed=passed, what=(text("Chance"),), note=_dice(reason, terms)) if asks else None
        case "rest":
            return _said(passed, "Not resting", "Resting") if asks else None
        case "group":
            return _said(passed, "Chosen in its group", "Not chosen") if asks else None
        case "place":
            return None if passed else _said(passed, "", "No place")
        case "fits":
            if decision.verdict == "dormant" or (reason.hit is None and decision.verdict == "dropped" and passed):
                return None
            note = f"{number(reason.left_tokens)} left" if reason.left_tokens is not None else ""
            return Check(passed=passed, what=(text("Fits" if passed else "Does not fit"),), note=note)


def _dice(reason: Reason, terms: Terms | None) -> str:
    """The chance, and what was rolled."""
    chance = reason.needed_percent
    needed = percent(terms.probability if chance is None and terms else chance)
    return needed if reason.roll is None else f"{rolled(reason.roll)}, needs less than {needed}"


def _asks(step: Step, terms: Terms) -> bool:
    """Whether a check that only some entries have is one of this entry's."""
    asked = {
        "second": bool(terms.secondary),
        "chance": terms.probability < 100,
        "rest": terms.timed,
        "group": terms.grouped,
    }
    return asked.get(step, True)


def _said(passed: bool, yes: str, no: str) -> Check:
    return Check(passed=passed, what=(text(yes if passed else no),))


def _refusal(reason: Reason) -> str:
    return "Its own first lines" if reason.code == "decorator" else "Not for this turn"


def _keyword_check(decision: Decision, terms: Terms | None, passed: bool) -> Pieces:
    code = decision.reason.code
    if code in ("delay_level", "recursion_blocked"):
        return (text("Waits for a later pass" if code == "delay_level" else "Not by other entries"),)
    if decision.reason.hit is not None:
        return (text("Keyword "), seen(decision.reason.hit.key) if passed else wanted(decision.reason.hit.key))
    if code in ("constant", "forced"):
        return (text("Always in" if code == "constant" else "Put in by hand"),)
    if terms is not None and terms.constant and passed:
        return (text("Always in"),)
    return (text("Keyword" if passed else "No keyword"),)
