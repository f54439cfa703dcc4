"""Findings about entries, as sentences, each with its cure where one is obvious. Pure."""

from dataclasses import dataclass

from loreglass.app.strings import counted, isolated
from loreglass.domain.authoring.finding import Finding, Kind


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


def note(finding: Finding, other_name: str = "another entry") -> Note:
    """The finding as a note; the name is of the other entry that it is about."""
    words = _shared_words(finding, isolated(other_name)) if finding.is_shared else _words(finding)
    claim, rest = words or (finding.code.replace("_", " ").capitalize() + ".", finding.what)
    return Note(kind=finding.kind, claim=claim, rest=rest, cure=_cure(finding))


def _shared_words(finding: Finding, other_name: str) -> tuple[str, str] | None:
    what = finding.what
    match finding.code:
        case "duplicate_keyword":
            return f"{what} wakes {other_name} also.", "Both go in whenever it is said."
        case "keyword_inside_another":
            return f"{what} is in {finding.other} too.", f"Where that wakes {other_name}, this entry wakes as well."
        case "duplicate_name":
            return "Another entry has this name.", "In Why the two look the same."
        case "duplicate_id":
            return "Another entry has its number.", "In its file both have one id; here each has its own."
        case _:
            return None


def _words(finding: Finding) -> tuple[str, str] | None:
    return _keyword_words(finding) or _reach_words(finding) or _text_words(finding)


def _keyword_words(finding: Finding) -> tuple[str, str] | None:
    what, other = finding.what, finding.other
    match finding.code:
        case "invalid_regex":
            return f"{what} is skipped:", f"{other.rstrip('.')}."
        case "slow_regex":
            return f"{what} is skipped:", "some texts keep it busy for too long. Simplify it."
        case "blank_keyword":
            return "A keyword is blank.", "It never matches."
        case "duplicate_keyword":
            return f"{what} stands twice.", "Once is enough."
        case "dead_keyword":
            return f"{what} adds nothing.", f"{other} already matches wherever it would."
        case "common_keyword" if what.strip() == "*":
            return "A lone * is any message.", "It wakes on every turn."
        case "common_keyword":
            return f"{what} is in nearly every text.", "Choose a rarer keyword, or add a second one."
        case _:
            return None


def _reach_words(finding: Finding) -> tuple[str, str] | None:
    match finding.code:
        case "broken_rule":
            return "The rule is skipped:", f"{finding.other}."
        case "no_keywords":
            return "Nothing wakes it.", "Add a keyword, or switch on Always in."
        case "unreachable_never" if finding.field == "text":
            return "It keeps itself out.", "Its first lines say @@dont_activate."
        case "unreachable_never":
            return "Its chance is 0%.", "It never goes in."
        case "unreachable_delayed" if finding.what == "woken":
            return "It never wakes.", "It waits for other entries to wake it, and may not be woken by them."
        case "unreachable_delayed":
            return "It never wakes.", "It waits for other entries to wake it, and in this book entries wake none."
        case "unreachable_contradiction":
            return f"{finding.what} wakes it and keeps it asleep.", "So it never goes in."
        case "unreachable_depth":
            return "It looks at no message.", "Nothing else can wake it either."
        case "lonely_group":
            return f"{finding.what} has one member.", "A group decides between several."
        case _:
            return None


def _text_words(finding: Finding) -> tuple[str, str] | None:
    what, other = finding.what, finding.other
    match finding.code:
        case "empty_text":
            return "It has no text.", "When it wakes, nothing goes in."
        case "over_budget":
            need, limit = finding.need_tokens or 0, finding.limit_tokens or 0
            return "It never fits.", f"It takes {counted(need, 'token')}; its budget is {counted(limit, 'token')}."
        case "unbalanced_macro":
            return "A macro is open.", f"Its {{{{ and }}}} do not match near “{what}”."
        case "misspelt_decorator":
            return f"{what} is unknown.", f"Did you mean {other}?" if other else "It does nothing."
        case "misplaced_decorator":
            return f"{what} does nothing here.", "Such lines stand at the start of a text."
        case _:
            return None


def _cure(finding: Finding) -> Cure | None:
    what, code = finding.what, finding.code
    match code:
        case "invalid_regex" if mended := closed(what, finding.other):
            return Cure(label="Close it", action="keyword-mend", id=what, value=mended, name=f"Close it: {what}")
        case "dead_keyword" | "blank_keyword":
            return _drop(what)
        case "duplicate_keyword" if not finding.is_shared and finding.field == "keywords":
            return _drop(what)
        case "no_keywords":
            return Cure(label="Always in", action="entry-mend", id=code, name="Switch on Always in")
        case "unreachable_never" if finding.field == "probability":
            return Cure(label="Set 100%", action="entry-mend", id=code, name="Set 100% as its chance")
        case "unreachable_delayed" if what == "woken":
            return Cure(label="Let it wake", action="entry-mend", id=code, name="Let it wake by other entries")
        case "lonely_group":
            return Cure(label="Leave it", action="entry-mend", id=code, value=what, name=f"Leave it: the group {what}")
        case _:
            return None


def _drop(keyword: str) -> Cure:
    name = f"Remove {keyword.strip() or 'the blank keyword'} from the keywords"
    return Cure(label="Remove", action="keyword-drop", id=keyword, name=name)


def closed(pattern: str, problem: str) -> str:
    """The pattern with the bracket closed that was never closed, before its last slash; "" for other problems."""
    if not problem.endswith("is never closed"):
        return ""
    at = int("".join(char for char in problem if char.isdecimal())) - 1
    body, slash, flags = pattern.rpartition("/")
    bracket = {"(": ")", "[": "]"}.get(pattern[at : at + 1], "")
    return f"{body}{bracket}{slash}{flags}" if bracket else ""
