"""Decorators of V3: lines `@@name value` at the start of an entry's text. They stay in the text."""

from typing import Final

from loreglass.formats.reader import Reader

KNOWN: Final = frozenset(
    {
        "activate",
        "dont_activate",
        "activate_only_after",
        "activate_only_every",
        "keep_activate_after_match",
        "dont_activate_after_match",
        "depth",
        "instruct_depth",
        "reverse_depth",
        "reverse_instruct_depth",
        "role",
        "scan_depth",
        "instruct_scan_depth",
        "is_greeting",
        "position",
        "ignore_on_max_context",
        "additional_keys",
        "exclude_keys",
        "is_user_icon",
        "disable_ui_prompt",
    }
)


def count_decorators(text: str, reader: Reader) -> None:
    """Report each decorator of the text as kept, with a note that tells whether V3 has it."""
    if not text.startswith("@@"):
        return
    for line in text.split("\n"):
        if not line.startswith("@@"):
            return
        name = line.lstrip("@").split(maxsplit=1)[0].lower() if line.strip("@ \t\r") else ""
        field = f"@@{name[:40]}"
        if name in KNOWN:
            reader.tally.count("kept", field, "decorator", example=line, note="decorator_in_text")
        else:
            reader.tally.count("kept", field, "kept", example=line, note="decorator_unknown")
