"""What lint finds. Codes and places; no prose (that is `app/strings/lint_help.py`)."""

from collections.abc import Iterable, Mapping
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
    "duplicate_name",
    "misspelt_decorator",
    "misplaced_decorator",
    "unbalanced_macro",
]
FindingField = Literal[
    "id", "name", "keywords", "secondary", "rule", "depth", "recursion", "probability", "groups", "text"
]
"""In the order in which findings of one entry stand."""
Kind = Literal["bad", "warn", "hint"]
_KINDS: Mapping[FindingCode, Kind] = {
    "invalid_regex": "bad",
    "slow_regex": "bad",
    "broken_rule": "bad",
    "dead_keyword": "hint",
    "keyword_inside_another": "hint",
    "duplicate_id": "hint",
    "duplicate_name": "hint",
}
_RANK: Mapping[Kind, int] = {"bad": 0, "warn": 1, "hint": 2}


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

    @property
    def is_shared(self) -> bool:
        """Whether it is about two entries."""
        return self.other_id is not None and self.other_id != self.entry_id

    @property
    def kind(self) -> Kind:
        """How bad it is: it cannot work, it will surprise, or it is only good to know."""
        is_wish = self.code == "duplicate_keyword" and self.is_shared
        is_wish = is_wish or (self.code == "common_keyword" and self.what.strip() == "*")
        return "hint" if is_wish else _KINDS.get(self.code, "warn")


def worst_first(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings by how bad they are; those of one kind stay in their order."""
    return tuple(sorted(findings, key=lambda finding: _RANK[finding.kind]))


@dataclass(frozen=True, slots=True, kw_only=True)
class LintReport:
    """The findings in book order, and what each entry's text costs."""

    findings: tuple[Finding, ...]
    tokens: tuple[tuple[EntryId, int], ...]
