"""SillyTavern's presets for chat completion: prompts with their order, samplers, prefill, sizes."""

from collections.abc import Mapping
from typing import Final

from loreglass.domain.ids import PresetId
from loreglass.domain.story.book import Role
from loreglass.domain.story.preset import Preset, PresetSection, Slot
from loreglass.formats.addresses import without_addresses
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.preset_order import in_order, with_text
from loreglass.formats.reader import Reader
from loreglass.formats.samplers import PLAIN, Names, read_samplers
from loreglass.formats.tally import Tally

FORMAT: Final = "sillytavern_preset"
PROMPTS_LIMIT: Final = 2_000

_MARKS: Final = ("prompt_order", "openai_max_context", "openai_max_tokens", "chat_completion_source")
_OLD_MARKS: Final = ("main_prompt", "jailbreak_prompt")
_PLACES: Final[Mapping[str, Slot]] = {
    "main": "system",
    "worldInfoBefore": "before",
    "personaDescription": "persona",
    "charDescription": "character",
    "charPersonality": "character",
    "scenario": "scenario",
    "worldInfoAfter": "after",
    "dialogueExamples": "examples",
    "chatHistory": "history",
    "jailbreak": "post_history",
}
_WITH_TEXT: Final = ("system", "post_history", "text")
_SAMPLERS: Final[Names] = {
    **PLAIN,
    "temp_openai": "temperature",
    "top_p_openai": "top_p",
    "top_k_openai": "top_k",
    "top_a_openai": "top_a",
    "min_p_openai": "min_p",
    "repetition_penalty_openai": "repetition_penalty",
    "freq_pen_openai": "frequency_penalty",
    "pres_pen_openai": "presence_penalty",
}
_NOT_SENT: Final = (
    *("impersonation_prompt", "new_chat_prompt", "new_group_chat_prompt", "new_example_chat_prompt"),
    *("continue_nudge_prompt", "group_nudge_prompt", "send_if_empty", "assistant_impersonation", "nsfw_prompt"),
)
_ROLES: Final[Mapping[object, Role]] = {
    "system": "system",
    "user": "user",
    "assistant": "assistant",
    0: "system",
    1: "user",
    2: "assistant",
}
# The order that holds for every character; older files have the other alone.
_FOR_ALL: Final = (100001, 100000)


def is_sillytavern_preset(value: dict[str, object]) -> bool:
    """True where a list of prompts stands with an order, or a size has that program's name."""
    prompts = value.get("prompts")
    if isinstance(prompts, list):
        return any(mark in value for mark in _MARKS) or any(
            isinstance(prompt, dict) and "identifier" in prompt for prompt in prompts
        )
    return any(mark in value for mark in _MARKS[1:]) or all(mark in value for mark in _OLD_MARKS)


def read_sillytavern_preset(value: dict[str, object], tally: Tally) -> Imported:
    """The preset; prompts that cannot be read are listed in `tally`."""
    kept = without_addresses(value, tally)
    reader = Reader(kept, tally)
    for field in ("prompts", "prompt_order"):
        reader.take(field)
    name = reader.text("name", "name")
    preset = Preset(
        id=PresetId(""),
        name=name,
        sections=_sections(kept, tally) if isinstance(kept.get("prompts"), list) else _old_sections(reader),
        samplers=read_samplers(reader, _SAMPLERS),
        context_tokens=reader.whole_or_none("openai_max_context", "context_size", high=10_000_000),
        reply_tokens=reader.whole_or_none("openai_max_tokens", "reply_size", high=10_000_000),
        origin=FORMAT,
        raw=raw_text(kept),
    )
    preset = with_text(preset, "prefill", reader.text("assistant_prefill", "prefill"))
    for field in _NOT_SENT:
        reader.kept(field, "not_sent")
    for field in ("logit_bias", "bias_presets"):
        reader.useless(field, "no_bias")
    reader.keep_rest()
    return Imported(kind="preset", format=FORMAT, name=name, preset=preset)


def _old_sections(reader: Reader) -> tuple[PresetSection, ...]:
    """The usual order, with the two texts of the time before prompts had one."""
    usual = Preset(id=PresetId(""), name="")
    usual = with_text(usual, "system", reader.text("main_prompt", "system_prompt"))
    return with_text(usual, "post_history", reader.text("jailbreak_prompt", "post_history")).sections


def _sections(fields: Mapping[str, object], tally: Tally) -> tuple[PresetSection, ...]:
    prompts = _prompts(fields.get("prompts"), tally)
    order = _order(fields.get("prompt_order")) or [(name, True) for name in prompts]
    sections: list[PresetSection] = []
    used: set[str] = set()
    for name, enabled in order:
        if name in used or name not in prompts:
            continue
        used.add(name)
        section = _section(name, prompts[name], enabled)
        slots = [each.slot for each in sections]
        if section.slot == "text" or section.slot not in slots:
            sections.append(section)
        elif slots[-1] != section.slot or sections[-1].enabled != enabled:
            # Description and personality are one section here.
            tally.count("cannot", "prompt_order", "section", example=name, note="one_part_here")
    for name in prompts:
        if name not in used:
            tally.count("kept", "prompts", "kept", example=name, note="not_in_order")
    tally.count("mapped", "prompt_order", "section", values=len(sections))
    return in_order(sections, off=frozenset(_PLACES.values()) - {"history"})


def _prompts(value: object, tally: Tally) -> dict[str, Reader]:
    """The prompts by their identifier."""
    found: dict[str, Reader] = {}
    for number, item in enumerate(value[:PROMPTS_LIMIT] if isinstance(value, list) else ()):
        where = f"prompt {number}"
        name = item.get("identifier") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(name, str) or name in found:
            tally.warn(where, "bad_entry", name if isinstance(name, str) else "")
            continue
        reader = Reader(item, tally, where=where, prefix="prompts.")
        found[reader.text("identifier", "id")] = reader
    return found


def _order(value: object) -> list[tuple[str, bool]]:
    """The order that holds for every character: names of prompts, and whether each is on."""
    orders = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    if any("identifier" in item for item in orders):
        chosen: object = orders
    else:
        ranked = sorted(orders, key=lambda item: _rank(item.get("character_id")))
        chosen = next((item["order"] for item in ranked if isinstance(item.get("order"), list)), [])
    items = [item for item in chosen if isinstance(item, dict)] if isinstance(chosen, list) else []
    names = ((item.get("identifier"), item.get("enabled") is not False) for item in items)
    return [(name, enabled) for name, enabled in names if isinstance(name, str)]


def _rank(character_id: object) -> int:
    return _FOR_ALL.index(character_id) if character_id in _FOR_ALL else len(_FOR_ALL)


def _section(name: str, prompt: Reader, enabled: bool) -> PresetSection:
    slot = _PLACES.get(name, "text")
    for field in ("marker", "system_prompt", "enabled"):
        prompt.take(field)
    has_text = slot in _WITH_TEXT
    in_chat = prompt.whole("injection_position", "place_depth") == 1
    depth = prompt.whole("injection_depth", "place_depth", 4, high=100_000)
    section = PresetSection(
        slot=slot,
        id=name if slot == "text" else "",
        name=prompt.text("name", "name") if slot == "text" else "",
        text=prompt.text("content", "text") if has_text else "",
        enabled=enabled,
        role=prompt.choice("role", "role", _ROLES, "system") if has_text else "system",
        depth_messages=depth if in_chat and has_text else None,
    )
    prompt.take("name")
    prompt.keep_rest()
    return section
