"""What an import would do, as words: groups, fields, notes, warnings, formats. Pure.

Every code of `formats/report.py` has its words here; a test holds both lists together.
"""

from loreglass.app.strings import counted, number
from loreglass.formats.report import Group, Here, Note, ReportRow, Warning, WarningCode

FORMATS = {
    "native": "Loreglass",
    "agnai": "Agnai",
    "sillytavern": "SillyTavern World Info",
    "card_v1": "Character card, version 1",
    "card_v2": "Character card, version 2",
    "card_v3": "Character card, version 3",
    "lorebook_v3": "Lorebook, version 3",
    "v2_book": "Book of a version 2 card",
    "charx": "CHARX card",
    "byaf": "Backyard archive",
    "novelai_lorebook": "NovelAI lorebook",
    "novelai_scenario": "NovelAI scenario",
    "novelai_story": "NovelAI story",
    "risu": "RisuAI lorebook",
    "chub": "Chub lorebook",
    "aid_story_cards": "AI Dungeon story cards",
    "aid_world_info": "AI Dungeon world info",
    "koboldai_save": "KoboldAI save",
    "kobold_lite": "KoboldAI Lite save",
    "sillytavern_chat": "SillyTavern chat",
    "agnai_chat": "Agnai chat",
    "sillytavern_preset": "SillyTavern preset",
    "agnai_preset": "Agnai preset",
    "markdown": "Markdown",
    "text": "Plain text",
}

GROUPS: tuple[tuple[Group, str, str], ...] = (
    ("cannot", "Cannot be represented", "It comes in, but this part of it does nothing."),
    ("repaired", "Repaired", "Read as what was meant. The original stays beside it."),
    ("kept", "Kept but unused", "Stored with it, and written back when you export."),
    ("mapped", "Mapped", "These work here as they did there."),
)

HERE: dict[Here, str] = {
    "nothing": "Nothing",
    "kept": "Kept",
    "id": "Its id",
    "name": "Name",
    "text": "Text",
    "keywords": "Keywords",
    "secondary": "Needs also",
    "logic": "How the second keywords count",
    "rule": "Rule",
    "constant": "Always in",
    "enabled": "On or off",
    "priority": "Priority",
    "weight": "Weight",
    "priority_weight": "Priority and weight",
    "case_sensitive": "Capitals count",
    "whole_words": "Whole words",
    "depth": "Looks back",
    "sources": "Looks at",
    "probability": "Chance",
    "groups": "Groups",
    "group_weight": "Weight in its group",
    "group_override": "First of its group",
    "recursion": "Wakes and is woken",
    "sticky": "Stays",
    "cooldown": "Rests",
    "delay": "Waits",
    "triggers": "Kinds of turn",
    "filter": "Who must speak",
    "place": "Place",
    "place_depth": "How deep it stands",
    "role": "Whose voice",
    "outlet": "Outlet",
    "budget": "Own budget",
    "decorator": "Decorator",
    "owner_id": "Owner",
    "tags": "Tags",
    "note": "Note",
    "origin": "Where it came from",
    "raw": "The original",
    "revision": "Version",
    "book": "Its book",
    "book_name": "Name of the book",
    "book_description": "Description",
    "book_enabled": "Book on or off",
    "book_depth": "The book looks back",
    "book_budget": "Budget of the book",
    "book_recursive": "Entries wake entries",
    "description": "Description",
    "personality": "Personality",
    "scenario": "Scenario",
    "greeting": "Greeting",
    "alternate_greetings": "More greetings",
    "examples": "Example dialogue",
    "system_prompt": "System prompt",
    "post_history": "After the messages",
    "creator": "Creator",
    "creator_notes": "Creator’s notes",
    "character_version": "Version of the card",
    "nickname": "Nickname",
    "depth_prompt": "Note at depth",
    "picture": "Picture",
    "section": "Order of the prompt",
    "samplers": "Samplers",
    "instruct": "Text format",
    "stop": "Stop texts",
    "prefill": "Beginning of the reply",
    "context_size": "Context size",
    "reply_size": "Length of the reply",
}

NOTES: dict[Note, str] = {
    "": "",
    "no_scripts": "runs a script when the entry fires; Loreglass runs no scripts",
    "needs_keywords": "found by likeness there; here an entry needs keywords",
    "no_group_scoring": "the most keywords win there; here the chance decides",
    "depth_prompt_place": "the text is used, but not at that place or in that voice",
    "assets_not_shown": "further pictures and sounds are not shown",
    "chat_not_read": "messages of a chat; a chat is imported from a file of its own",
    "further_scenario": "one more scenario; the first one is used",
    "no_bias": "makes single words more likely; Loreglass leaves words to the model",
    "no_affix": "stands before or after the text there; here the text stands alone",
    "key_relative": "stands where its keyword is; here the weight decides",
    "share_of_context": "a share of the context; here a claim is counted in tokens",
    "range_in_characters": "looks back so many characters; here depth is counted in messages",
    "trimmed_by_sentence": "trimmed in another way; here whole sentences go",
    "place_in_lines": "its place is counted in another unit; here the weight decides",
    "mode_not_known": "a mode that is not known; it works as an ordinary entry",
    "no_place_there": "the other format has no place for it",
    "no_sampler": "a sampler that is not known here; it is not sent",
    "no_address": "an address or a key; a file never sets one here, so it is left out",
    "words_around": "words that stand around a part there; here the part stands alone",
    "template_not_plain": "more than a plain order of parts; the original is kept, and the usual order holds",
    "one_part_here": "two parts there, one here; they stand together",
    "place_not_here": "stands at another place there",
    "not_in_order": "not in the order there, so it was not sent; it is kept with the original",
    "not_sent": "sent beside the order there; here it is kept and not sent",
    "unknown_field": "not known here",
    "list_order": "order in the other program’s list; here, order is by priority",
    "selective_off": "switched off there, so off here",
    "chance_off": "switched off there, so it always passes",
    "decorator_unknown": "no such decorator is known; it stays out of the prompt",
    "decorator_unused": "nothing here goes by it; it stays out of the prompt",
    "more_fields": "more fields than are listed here",
    "story_not_used": "part of a story or chat; not used here",
    "timers_not_used": "timers of a running chat; they begin afresh here",
    "sense_turned": "the sense is turned round: off there is off here",
    "decorator_in_text": "obeyed as a first line of the text, as in the other program",
    "number_from_text": "a number written as text",
    "text_from_number": "a text written as a number",
    "flag_from_value": "a switch written as something else",
    "list_from_text": "a list written as one text",
    "not_a_number": "not a number; the usual value stands in",
    "out_of_range": "outside what is possible; the nearest value stands in",
    "unknown_choice": "a choice that is not known; the usual one stands in",
    "empty_key": "an empty keyword, which would match nothing",
    "duplicate_id": "an id that was taken; it got a new one",
    "duplicate_field": "written twice; the last one counts",
    "enabled_missing": "not said whether it is on; it is on here",
    "position_missing": "not said where it stands; it stands in the lore",
    "name_missing": "no name; one was made",
    "spec_missing": "the file does not say what it is; its fields do",
    "data_missing": "the outer fields stand in for the inner ones",
    "spellings_disagree": "written twice and not alike; the first spelling counts",
    "entries_reshaped": "a list where an object was expected, or the other way round",
    "broken_character": "characters that are half of a sign; a mark stands in",
    "check_sum_wrong": "a check sum is wrong, but the data reads well",
    "not_base64": "packed in another way than usual, but it reads well",
}

WARNINGS: dict[WarningCode, str] = {
    "bad_entry": "could not be read and is left out",
    "bad_book": "could not be read and is left out",
    "no_text": "has no text; when it wakes, nothing goes in",
    "wrong_type": "is not of the kind that was expected and is left out",
    "newer_version": "is of a newer version; it was read as the newest one known here",
    "pattern_read_as_text": "looks like a pattern but is read as plain text",
    "broken_chunk": "of the picture is broken and was passed over",
    "picture_not_shown": "is not a picture that can be shown",
    "further_character": "is one more character; the first one is read",
    "bracket_syntax": "has square brackets, which are plain text here",
    "bad_line": "could not be read and is left out",
    "more_warnings": "more like these",
}


def format_name(code: str) -> str:
    """The name of a format for reading; its code where it has none."""
    return FORMATS.get(code, code.replace("_", " "))


def example_words(row: ReportRow) -> str:
    """The last column of a row: an example, what the note says, or both."""
    note = NOTES.get(row.note, row.note.replace("_", " "))
    example = _quoted(row.example) if row.example else ""
    return ": ".join(part for part in (example, note) if part)


def _quoted(example: str) -> str:
    """An example as the file has it, in quotes: switches and whole numbers are not told in Python's spelling."""
    told = {"True": "true", "False": "false", "None": "null"}.get(example, example.removesuffix(".0"))
    return told if told.startswith("“") else f"“{told}”"


def here_words(row: ReportRow) -> str:
    """What a field is called here."""
    return HERE.get(row.here, row.here.replace("_", " "))


def warning_sentence(warning: Warning) -> str:
    """One warning as a sentence: where, what, and the value in question."""
    if warning.code == "more_warnings":
        count = int(warning.detail) if warning.detail.isdecimal() else 0
        return f"{counted(count, 'more warning')} like these."
    what = WARNINGS.get(warning.code, warning.code.replace("_", " "))
    where = warning.where[:1].upper() + warning.where[1:] if warning.where else "Something"
    detail = f" ({warning.detail})" if warning.detail else ""
    return f"{where} {what}{detail}."


def values_sentence(count: int, meaning: str) -> str:
    """How many values a group has, and what the group means."""
    return f"{counted(count, 'value')}. {meaning}"


def thirds_label(mapped: int, kept: int, cannot: int) -> str:
    """The bar of thirds in words."""
    return (
        f"{number(mapped)} {'value' if mapped == 1 else 'values'} mapped, {number(kept)} kept but unused, "
        f"{number(cannot)} cannot be represented"
    )
