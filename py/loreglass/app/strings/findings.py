"""Findings about entries, as sentences, each with its cure where one is obvious. Pure."""

from dataclasses import dataclass

from loreglass.app.findings import Finding, Kind
from loreglass.app.strings import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Cure:
    """A button that mends a finding: its label, its accessible name, and what it does."""

    label: str
    action: str
    id: str = ""
    value: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something to know about an entry: a claim in bold, the rest, and the cure."""

    kind: Kind
    claim: str
    rest: str
    cure: Cure | None = None


def note(finding: Finding) -> Note:
    """The finding as a note."""
    claim, rest = _words(finding)
    return Note(kind=finding.kind, claim=claim, rest=rest, cure=_cure(finding))


def _words(finding: Finding) -> tuple[str, str]:
    where, detail = finding.where, finding.detail
    match finding.code:
        case "pattern_broken":
            return f"{where} is skipped:", f"{detail}."
        case "rule_broken":
            return "The rule is skipped:", f"{detail}."
        case "no_text":
            return "It has no text.", "When it wakes, nothing goes in."
        case "nothing_wakes":
            return "Nothing wakes it.", "Add a keyword, or switch on Always in."
        case "no_chance":
            return "Its chance is 0%.", "It never goes in."
        case "never_reached":
            return "It never wakes.", "It waits for other entries to wake it, and may not be woken by them."
        case "over_budget":
            return "It never fits.", f"It takes {counted(int(where), 'token')}; {counted(int(detail), 'token')} a turn."
        case "macro_open":
            return "A macro is open.", "Its {{ and }} are not the same number."
        case "decorator_unknown":
            return f"@@{where} is unknown.", "It stands in the text and does nothing."
        case "keyword_shared":
            return f"{where} wakes {detail} also.", "Both go in whenever it is said."
        case "keyword_twice":
            return f"{where} stands twice.", "Once is enough."
        case "name_shared":
            return "Another entry has this name.", "In Why the two look the same."
        case "group_of_one":
            return f"{where} has one member.", "A group decides between several."
        case "any_message":
            return "A lone * is any message.", "It wakes on every turn."
        case "keyword_covered":
            return f"{where} adds nothing.", f"{detail} already matches wherever it would."


def _cure(finding: Finding) -> Cure | None:
    where = finding.where
    match finding.code:
        case "pattern_broken" if mended := closed(where, finding.detail):
            return Cure(label="Close it", action="keyword-mend", id=where, value=mended, name=f"Close it: {where}")
        case "keyword_covered" | "keyword_twice":
            return Cure(label="Remove", action="keyword-drop", id=where, name=f"Remove {where} from the keywords")
        case "nothing_wakes":
            return Cure(label="Always in", action="entry-mend", id=finding.code, name="Switch on Always in")
        case "no_chance":
            return Cure(label="Set 100%", action="entry-mend", id=finding.code, name="Set 100% as its chance")
        case "never_reached":
            return Cure(label="Let it wake", action="entry-mend", id=finding.code, name="Let it wake by other entries")
        case "group_of_one":
            return Cure(
                label="Leave it", action="entry-mend", id=finding.code, value=where, name=f"Leave it: the group {where}"
            )
        case _:
            return None


def closed(pattern: str, problem: str) -> str:
    """The pattern with the bracket closed that was never closed, before its last slash; "" for other problems."""
    if not problem.endswith("is never closed"):
        return ""
    at = int("".join(char for char in problem if char.isdecimal())) - 1
    body, slash, flags = pattern.rpartition("/")
    bracket = {"(": ")", "[": "]"}.get(pattern[at : at + 1], "")
    return f"{body}{bracket}{slash}{flags}" if bracket else ""
