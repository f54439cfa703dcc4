"""What lint finds, as sentences: what is the matter, and what the author may do."""

from loreglass.app.strings import counted
from loreglass.domain.authoring.finding import Finding, FindingCode

_HELP: dict[FindingCode, str] = {
    "blank_keyword": "This keyword is blank and never matches. Remove it.",
    "duplicate_keyword": "“{what}” is a keyword of {other_entry} too{same}.",
    "dead_keyword": "“{other}” matches wherever “{what}” does, so “{what}” is not needed.",
    "keyword_inside_another": "“{what}” stands inside “{other}”, a keyword of {other_entry}: where that one wakes, "
    "this entry wakes too.",
    "common_keyword": "“{what}” is in nearly every text. Choose a rarer keyword, or ask for a secondary one.",
    "invalid_regex": "The pattern is not valid and never matches: {other}.",
    "slow_regex": "Some texts keep this pattern busy for too long; it is then left out. Simplify it.",
    "broken_rule": "The rule cannot be read: {other}.",
    "no_keywords": "Nothing can wake this entry: it has no keyword and no rule, and is not constant.",
    "unreachable_delayed": "It waits for another entry to wake it, but {waits_for}.",
    "unreachable_never": "It never gets into a prompt: {what}.",
    "unreachable_contradiction": "“{what}” wakes this entry and forbids it to wake.",
    "unreachable_depth": "It looks at no message and at no other text, so it never wakes.",
    "over_budget": "The text costs {need}, but its budget is {limit}; it never fits.",
    "empty_text": "The entry has no text: it adds nothing to a prompt.",
    "lonely_group": "“{what}” has no other member, so there is nothing to choose from.",
    "duplicate_id": "Another entry has the id {what} too; it got a new one on import.",
    "duplicate_name": "Another entry is called “{what}” too; in Why the two look the same.",
    "misspelt_decorator": "“{what}” is no decorator{did_you_mean}.",
    "misplaced_decorator": "“{what}” does nothing here: decorators stand at the start of a text.",
    "unbalanced_macro": "Braces do not match near “{what}”: every {{{{ needs its }}}}.",
}
_WAITS_FOR = {
    "woken": "it refuses to be woken by others",
    "recursive": "recursion is off for this book",
}


def lint_help(finding: Finding, other_name: str) -> str:
    """The sentence of a finding; the name is of the other entry that it is about."""
    is_same = finding.other_id == finding.entry_id
    meant = f"; did you mean {finding.other}?" if finding.other else ""
    sentence = _HELP[finding.code].format(
        what=finding.what,
        other=finding.other,
        other_entry="this entry" if is_same else f"“{other_name}”",
        same="; remove one" if is_same else ": both wake together",
        need=counted(finding.need_tokens or 0, "token"),
        limit=counted(finding.limit_tokens or 0, "token"),
        waits_for=_WAITS_FOR.get(finding.what, ""),
        did_you_mean=meant,
    )
    return sentence.replace("?.", "?")
