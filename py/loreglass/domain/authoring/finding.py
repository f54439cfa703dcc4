"""What lint finds. Codes and places; no prose (that is `app/strings/lint_help.py`)."""

from dataclasses import dataclass
from typing import Literal

from loreglass.domain.ids import EntryId

FindingCode = Literal[
    "blank_keyword",
    "duplicate_keyword",
    "dead_keyword",
    "keyword_inside_another",
    "common_keyword",
    "invalid_regex",
    "slow_regex",
    "broken_rule",
    "no_keywords",
    "unreachable_delayed",
    "unreachable_never",
    "unreachable_contradiction",
    "unreachable_depth",
    "over_budget",
    "empty_text",
    "lonely_group",
    "duplicate_id",
    "misspelt_decorator",
    "misplaced_decorator",
    "unbalanced_macro",
]
FindingField = Literal["keywords", "secondary", "rule", "text", "recursion", "probability", "groups", "id", "depth"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that an author may want to change."""

    code: FindingCode
    entry_id: EntryId
    field: FindingField
    place: int | None = None
    """Which keyword of the field, from 0; in a text the code point."""
    what: str = ""
    """The keyword, group, decorator, macro or id that is meant."""
    other: str = ""
    """The other keyword, the right spelling, or what the regex engine said."""
    other_id: EntryId | None = None
    need_tokens: int | None = None
    limit_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LintReport:
    """The findings in book order, and what each entry's text costs."""

    findings: tuple[Finding, ...]
    tokens: tuple[tuple[EntryId, int], ...]

    @property
    def total_tokens(self) -> int:
        """The cost of all texts together."""
        return sum(tokens for _, tokens in self.tokens)
