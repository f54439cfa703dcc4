"""The words of Presets: the parts of a prompt, what each holds, what was cut. Pure."""

from collections.abc import Mapping

from loreglass.app.presets import PresetFrom
from loreglass.app.strings import counted, isolated, number
from loreglass.domain.prompt.plan import Cut, Plan, SectionId
from loreglass.domain.story.preset import PresetSection, Slot

APP_ORDER = "Loreglass’s own order"

SECTION_NAMES: Mapping[SectionId, str] = {
    "system": "System prompt",
    "before": "Entries before the character",
    "character": "Character",
    "after": "Entries after the character",
    "persona": "Persona",
    "scenario": "Scenario",
    "memory": "Memory",
    "summary": "Summary",
    "facts": "Facts",
    "graph": "Graph",
    "perspective": "Perspective",
    "examples": "Example dialogue",
    "note": "Author’s note",
    "history": "Messages",
    "post_history": "After the messages",
    "prefill": "Beginning of the reply",
    "text": "Own text",
    "depth": "Entries among the messages",
}

HOLDS: Mapping[Slot, str] = {
    "system": "Empty: the one of Settings stands here. A character’s own stands in its place; where that one says "
    "{{original}}, the text from here is put in.",
    "before": "Entries of memory books that want to stand above the character.",
    "character": "The character’s description and personality.",
    "after": "Entries of memory books that want to stand below the character.",
    "persona": "Who you play.",
    "scenario": "The character’s scenario.",
    "memory": "Entries of memory books that have no other place.",
    "summary": "What a summary of the chat so far says.",
    "facts": "What is known for sure.",
    "graph": "What the graph of people and places says.",
    "perspective": "What the character knows and believes.",
    "examples": "The character’s example dialogue, a block at a time.",
    "note": "The chat’s own note, and the character’s. Where the chat sets a depth for it, that holds.",
    "history": "The chat itself, whole messages, the newest first. It has what the other parts leave.",
    "post_history": "The last words before the reply. A character’s own stand in their place; where those say "
    "{{original}}, the text from here is put in.",
    "prefill": "The reply begins with these words, and the model goes on from them; some endpoints begin anew instead. "
    "Continue has its own.",
    "text": "{{char}} and {{user}} are filled in.",
}
FROM: Mapping[PresetFrom, str] = {
    "chat": "Set in this chat",
    "settings": "The usual one, from Presets",
    "app": "Nobody has chosen another",
}
ROLES = (("system", "the system"), ("user", "the user"), ("assistant", "the character"))
NO_CAP = "none"
NO_MESSAGES = "No message of the chat is in the prompt: the preset leaves them out."
TOKEN_WORDS = "{} tokens"
PERCENT_WORDS = "{}% of the context"
MARK_NAMES: Mapping[str, str] = {
    "system_prefix": "Before a system text",
    "system_suffix": "After a system text",
    "user_prefix": "Before a message of yours",
    "user_suffix": "After a message of yours",
    "assistant_prefix": "Before a reply",
    "assistant_suffix": "After a reply",
    "first_assistant_prefix": "Before the first reply",
    "last_assistant_prefix": "Before the reply to be written",
    "story_prefix": "Before the first system text",
    "story_suffix": "After the first system text",
}


def section_name(section: PresetSection) -> str:
    """What a part of the prompt is called."""
    return section.name.strip() or SECTION_NAMES[section.slot]


def cap_name(section: PresetSection) -> str:
    """What its cap is called."""
    return f"Cap of {isolated(section_name(section))}"


def cap_set(section: PresetSection) -> str:
    """What a part of the prompt may take from now on."""
    if section.cap_tokens is None:
        return f"{isolated(section_name(section))} has no cap"
    return f"{isolated(section_name(section))} has a cap of {counted(section.cap_tokens, 'token')}"


def place_words(section: PresetSection) -> str:
    """Where a part stands, when that is not its place in the list; "" else."""
    if section.depth_messages is None or section.slot in ("history", "prefill"):
        return ""
    if not section.depth_messages:
        return "after the newest message"
    return f"{counted(section.depth_messages, 'message')} from the end"


def given_way(plan: Plan, *, has_words: bool) -> tuple[str, ...]:
    """What is missing from a plan of a chat, a sentence each; `has_words` where the chat or its draft has any."""
    cuts = tuple(_cut_sentence(cut) for cut in plan.cuts)
    return (NO_MESSAGES, *cuts) if has_words and leaves_out_messages(plan) else cuts


def leaves_out_messages(plan: Plan) -> bool:
    """True where no message is in the prompt: a template without them, or a preset with that part switched off."""
    return all(section.id != "history" for section in plan.sections)


def _cut_sentence(cut: Cut) -> str:
    """What a part of the prompt lost, and why."""
    name = isolated(cut.name) or SECTION_NAMES[cut.section]
    lost = f"{name} lost {counted(cut.tokens, 'token')}"
    if cut.reason == "cap":
        return f"{lost} to its own cap."
    return f"{lost}: it gave way so that the messages have room."


def trouble(problem: str, line: int | None) -> str:
    """Why a preset cannot be used as it stands."""
    return problem if line is None else f"Line {number(line)}: {problem}."
