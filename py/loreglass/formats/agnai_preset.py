"""Agnai's presets: samplers, sizes, the order of the prompt or its template, system prompt, jailbreak, prefill."""

from dataclasses import replace
from typing import Final

from loreglass.domain.ids import PresetId
from loreglass.domain.prompt.instruct import FORMATS
from loreglass.domain.story.preset import Instruct, Preset, PresetSection, Samplers, Slot
from loreglass.formats.addresses import without_addresses
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.preset_order import in_order, with_text
from loreglass.formats.reader import Reader
from loreglass.formats.samplers import Names, read_samplers
from loreglass.formats.story_string import Slots, parts_of, sections_of
from loreglass.formats.tally import Tally

FORMAT: Final = "agnai_preset"

_MARKS: Final = frozenset(
    (
        *("maxTokens", "maxContextLength", "repetitionPenalty", "gaslight", "ultimeJailbreak", "typicalP", "topP"),
        *("topK", "topA", "tailFreeSampling", "promptOrder", "memoryContextLimit", "antiBond", "useAdvancedPrompt"),
    )
)
_SAMPLERS: Final[Names] = {
    "temp": "temperature",
    "topP": "top_p",
    "topK": "top_k",
    "minP": "min_p",
    "typicalP": "typical_p",
    "topA": "top_a",
    "tailFreeSampling": "tfs",
    "repetitionPenalty": "repetition_penalty",
    "repetitionPenaltyRange": "repetition_range",
    "frequencyPenalty": "frequency_penalty",
    "presencePenalty": "presence_penalty",
    "mirostatTau": "mirostat_tau",
    "mirostatLR": "mirostat_eta",
    "dryMultiplier": "dry_multiplier",
    "dryBase": "dry_base",
    "dryAllowedLength": "dry_allowed_length",
    "xtcThreshold": "xtc_threshold",
    "xtcProbability": "xtc_probability",
    "smoothingFactor": "smoothing_factor",
}
_SLOTS: Final[Slots] = {
    "system_prompt": "system",
    "scenario": "scenario",
    "personality": "character",
    "impersonating": "persona",
    "memory": "memory",
    "example_dialogue": "examples",
    "history": "history",
    "ujb": "post_history",
}
_FORMATS: Final = {known.name.lower().replace(" ", ""): known for known in FORMATS}
_ELSEWHERE: Final = ("chat_embed", "user_embed")
"""Parts that are found by likeness there."""
_OFF: Final[frozenset[Slot]] = frozenset({"system", "scenario", "character", "persona", "memory", "examples"})


def is_agnai_preset(value: dict[str, object]) -> bool:
    """True where enough of its fields have Agnai's names."""
    return "messages" not in value and len(_MARKS & value.keys()) >= 3


def read_agnai_preset(value: dict[str, object], tally: Tally) -> Imported:
    """The preset."""
    kept = without_addresses(value, tally)
    reader = Reader(kept, tally)
    for field in ("kind", "_id", "userId", "updatedAt"):
        reader.take(field)
    name = reader.text("name", "name")
    preset = Preset(
        id=PresetId(""),
        name=name,
        sections=_sections(reader),
        samplers=_samplers(reader),
        instruct=_instruct(reader),
        stop=reader.texts("stopSequences", "stop", commas=False),
        context_tokens=reader.whole_or_none("maxContextLength", "context_size", high=10_000_000),
        reply_tokens=reader.whole_or_none("maxTokens", "reply_size", high=10_000_000),
        origin=FORMAT,
        raw=raw_text(kept),
    )
    preset = with_text(preset, "system", reader.text("systemPrompt", "system_prompt"))
    preset = with_text(preset, "post_history", reader.text("ultimeJailbreak", "post_history"))
    preset = with_text(preset, "prefill", reader.text("prefill", "prefill"))
    preset = _with_memory_cap(preset, reader.whole_or_none("memoryContextLimit", "budget"))
    reader.useless("phraseBias", "no_bias")
    for field in ("cfgOppose", "phraseRepPenalty", "penaltyAlpha", "etaCutoff", "epsilonCutoff", "dynatemp_range"):
        reader.useless(field, "no_sampler")
    if reader.fields.get("jinjaEnabled"):
        reader.useless("jinjaTemplate", "template_not_plain")
    reader.keep_rest()
    return Imported(kind="preset", format=FORMAT, name=name, preset=preset)


def _samplers(reader: Reader) -> Samplers:
    samplers = read_samplers(reader, _SAMPLERS)
    on = reader.flag_or_none("mirostatToggle", "samplers")
    # The second version is the only one that is in use.
    return samplers if on is None else replace(samplers, mirostat=2 if on else 0)


def _instruct(reader: Reader) -> Instruct | None:
    """The format of a model that is known here by that name; a template of tags is none."""
    for field in ("modelFormat", "promptOrderFormat"):
        name = reader.take(field)
        known = _FORMATS.get(name.lower()) if isinstance(name, str) else None
        if known is not None:
            reader.mapped(field, "instruct", name)
            return known
    return None


def _sections(reader: Reader) -> tuple[PresetSection, ...]:
    """The order of the list or of the template, whichever is in use."""
    order = reader.take("promptOrder")
    basic = reader.take("useAdvancedPrompt") in (None, "basic") and isinstance(order, list) and bool(order)
    template = reader.fields.get("gaslight")
    if basic and isinstance(order, list):
        reader.kept("gaslight", "not_sent")
        return _ordered(order, reader)
    text = reader.text("gaslight", "section")
    if not isinstance(template, str) or not text.strip():
        return in_order(())
    parts = parts_of(text, _SLOTS)
    if parts is None:
        reader.tally.count("cannot", "gaslight", "section", example=text, note="template_not_plain")
        return in_order(())
    return in_order(sections_of(parts, reader, "gaslight"), off=_OFF)


def _ordered(order: list[object], reader: Reader) -> tuple[PresetSection, ...]:
    sections: list[PresetSection] = []
    for item in order[:100]:
        name = item.get("placeholder") if isinstance(item, dict) else None
        slot = _SLOTS.get(name) if isinstance(name, str) else None
        if isinstance(item, dict) and slot and all(section.slot != slot for section in sections):
            sections.append(PresetSection(slot=slot, enabled=item.get("enabled") is not False))
        elif name in _ELSEWHERE:
            reader.tally.count("kept", "promptOrder", "kept", example=name, note="not_sent")
        else:
            reader.tally.warn("promptOrder", "bad_entry", name or "")
    reader.tally.count("mapped", "promptOrder", "section", values=len(sections))
    return in_order(sections, off=_OFF)


def _with_memory_cap(preset: Preset, tokens: int | None) -> Preset:
    """The preset whose memory section takes no more than so many tokens."""
    if not tokens:
        return preset
    sections = (
        replace(section, cap_tokens=tokens) if section.slot == "memory" else section for section in preset.sections
    )
    return replace(preset, sections=tuple(sections))
