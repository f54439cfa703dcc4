"""What an import would do, as counts and codes; the sentences live with the app.

`get_args(Here)`, `get_args(Note)` and `get_args(WarningCode)` are the full lists of codes.
"""

from dataclasses import dataclass
from typing import Literal

Group = Literal["cannot", "kept", "mapped", "repaired"]

Here = Literal[
    "nothing",
    "kept",
    # of an entry
    "id",
    "name",
    "text",
    "keywords",
    "secondary",
    "logic",
    "rule",
    "constant",
    "enabled",
    "priority",
    "weight",
    "priority_weight",
    "case_sensitive",
    "whole_words",
    "depth",
    "sources",
    "probability",
    "groups",
    "group_weight",
    "group_override",
    "recursion",
    "sticky",
    "cooldown",
    "delay",
    "triggers",
    "filter",
    "place",
    "place_depth",
    "role",
    "outlet",
    "budget",
    "decorator",
    "owner_id",
    "tags",
    "note",
    "origin",
    "raw",
    "revision",
    # of a book
    "book",
    "book_name",
    "book_description",
    "book_enabled",
    "book_depth",
    "book_budget",
    "book_recursive",
    # of a character
    "description",
    "personality",
    "scenario",
    "greeting",
    "alternate_greetings",
    "examples",
    "system_prompt",
    "post_history",
    "creator",
    "creator_notes",
    "character_version",
    "nickname",
    "depth_prompt",
    "picture",
    # of a preset
    "section",
    "samplers",
    "instruct",
    "stop",
    "prefill",
    "context_size",
    "reply_size",
]

Note = Literal[
    "",
    # cannot: why that part does nothing here
    "no_scripts",
    "needs_keywords",
    "no_group_scoring",
    "depth_prompt_place",
    "assets_not_shown",
    "chat_not_read",
    "further_scenario",
    "no_bias",
    "no_affix",
    "key_relative",
    "share_of_context",
    "range_in_characters",
    "trimmed_by_sentence",
    "place_in_lines",
    "mode_not_known",
    "no_place_there",
    "no_sampler",
    "no_address",
    "words_around",
    "template_not_plain",
    "one_part_here",
    "place_not_here",
    # kept
    "unknown_field",
    "list_order",
    "selective_off",
    "chance_off",
    "decorator_in_text",
    "decorator_unknown",
    "decorator_unused",
    "more_fields",
    "story_not_used",
    "timers_not_used",
    "not_in_order",
    "not_sent",
    # mapped
    "sense_turned",
    # repaired
    "number_from_text",
    "text_from_number",
    "flag_from_value",
    "list_from_text",
    "not_a_number",
    "out_of_range",
    "unknown_choice",
    "empty_key",
    "duplicate_id",
    "duplicate_field",
    "enabled_missing",
    "position_missing",
    "name_missing",
    "spec_missing",
    "data_missing",
    "entries_reshaped",
    "spellings_disagree",
    "broken_character",
    "check_sum_wrong",
    "not_base64",
]

WarningCode = Literal[
    "bad_entry",
    "bad_book",
    "no_text",
    "wrong_type",
    "newer_version",
    "pattern_read_as_text",
    "broken_chunk",
    "picture_not_shown",
    "further_character",
    "bracket_syntax",
    "bad_line",
    "more_warnings",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportRow:
    """One field of the file and what becomes of it; `values` counts how often, `example` shows one value."""

    group: Group
    file_field: str
    here: Here
    values: int
    example: str = ""
    note: Note = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Warning:  # noqa: A001 - the word of the specification
    """One thing that was skipped or may surprise; `where` is such as "entry 3", `detail` the value or field."""

    where: str
    code: WarningCode
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Rows in the order cannot, kept, mapped, repaired, each in file order; then the warnings."""

    rows: tuple[ReportRow, ...] = ()
    warnings: tuple[Warning, ...] = ()
