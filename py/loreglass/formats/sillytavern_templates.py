"""SillyTavern's presets for text completion: samplers, context and instruct templates, system prompts, and the file
that holds several of them."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Literal

from loreglass.domain.ids import PresetId
from loreglass.domain.story.preset import Instruct, Preset, PresetSection, Slot
from loreglass.formats.addresses import without_addresses
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.preset_order import in_order, with_text
from loreglass.formats.reader import Reader
from loreglass.formats.samplers import PLAIN, Names, read_samplers
from loreglass.formats.sillytavern_preset import FORMAT
from loreglass.formats.story_string import Slots, parts_of, sections_of, with_marks_cut
from loreglass.formats.tally import Tally

Part = Callable[[Reader, Preset], Preset]

SAMPLERS: Final[Names] = {
    "temp": "temperature",
    "rep_pen": "repetition_penalty",
    "rep_pen_range": "repetition_range",
    "freq_pen": "frequency_penalty",
    "presence_pen": "presence_penalty",
    "mirostat_mode": "mirostat",
    **PLAIN,
    "repetition_penalty_range": "repetition_range",
    "typical": "typical_p",
    "tail_free_sampling": "tfs",
}
_UNKNOWN_SAMPLERS: Final = (
    *("dynatemp", "smoothing_curve_enabled", "grammar_string", "json_schema", "negative_prompt"),
    *("epsilon_cutoff", "eta_cutoff", "no_repeat_ngram_size", "penalty_alpha", "nsigma", "top_n_sigma", "skew"),
)
_SLOTS: Final[Slots] = {
    "system": "system",
    "wiBefore": "before",
    "loreBefore": "before",
    "description": "character",
    "personality": "character",
    "scenario": "scenario",
    "wiAfter": "after",
    "loreAfter": "after",
    "persona": "persona",
    "mesExamples": "examples",
    "mesExamplesRaw": "examples",
    "anchorBefore": "note",
    "anchorAfter": "note",
}
_OFF: Final[tuple[Slot, ...]] = ("system", "before", "character", "scenario", "after", "persona")
_NAMES: Final[Mapping[object, Literal["never", "always"]]] = {
    "none": "never",
    "force": "never",
    "always": "always",
}


def is_sillytavern_template(value: dict[str, object]) -> bool:
    """True for a context or instruct template, or a file that holds several parts."""
    if _is_instruct(value) or _is_context(value):
        return True
    return any(fits(part) for name, fits, _ in _PARTS if isinstance(part := value.get(name), dict))


def is_sillytavern_text_preset(value: dict[str, object]) -> bool:
    """True for a system prompt or samplers alone."""
    return _is_system_prompt(value) or _is_samplers(value)


def read_sillytavern_template(value: dict[str, object], tally: Tally) -> Imported:
    """The parts of the file as one preset."""
    kept = without_addresses(value, tally)
    preset = Preset(id=PresetId(""), name="", origin=FORMAT, raw=raw_text(kept))
    whole = Reader(kept, tally)
    alone = next((read for _, fits, read in _PARTS if fits(kept)), None)
    if alone is not None:
        preset = alone(whole, preset)
        preset = replace(preset, name=whole.text("name", "name"))
    else:
        for name, fits, read in _PARTS:
            part = kept.get(name)
            if isinstance(part, dict) and fits(part):
                reader = whole.child(name)
                preset = read(reader, preset)
                preset = replace(preset, name=preset.name or reader.text("name", "name"))
                reader.take("name")
                reader.keep_rest()
    whole.keep_rest()
    return Imported(kind="preset", format=FORMAT, name=preset.name, preset=preset)


def _is_instruct(value: Mapping[str, object]) -> bool:
    return "input_sequence" in value and "output_sequence" in value


def _is_context(value: Mapping[str, object]) -> bool:
    return isinstance(value.get("story_string"), str)


def _is_system_prompt(value: Mapping[str, object]) -> bool:
    return {"name", "content"} <= value.keys() <= {"name", "content", "post_history"}


def _is_samplers(value: Mapping[str, object]) -> bool:
    return ("temp" in value or "temperature" in value) and sum(name in SAMPLERS for name in value) >= 4


def _read_instruct(reader: Reader, preset: Preset) -> Preset:
    """The marks around messages; where the template wraps, a line feed stands behind each."""
    gap = "\n" if reader.flag("wrap", "instruct", True) else ""

    def prefix(field: str) -> str:
        text = reader.text(field, "instruct")
        return text + gap if text else ""

    def suffix(field: str) -> str:
        return reader.text(field, "instruct") or gap

    same = reader.flag("system_same_as_user", "instruct")
    user = (prefix("input_sequence"), suffix("input_suffix"))
    system = (prefix("system_sequence"), suffix("system_suffix"))
    instruct = Instruct(
        name=reader.text("name", "name"),
        system_prefix=user[0] if same else system[0],
        system_suffix=user[1] if same else system[1],
        user_prefix=user[0],
        user_suffix=user[1],
        assistant_prefix=prefix("output_sequence"),
        assistant_suffix=reader.text("output_suffix", "instruct") or prefix("separator_sequence") or gap,
        first_assistant_prefix=prefix("first_output_sequence"),
        last_assistant_prefix=prefix("last_output_sequence"),
        story_prefix=prefix("story_string_prefix") or prefix("system_sequence_prefix"),
        story_suffix=reader.text("story_string_suffix", "instruct")
        or reader.text("system_sequence_suffix", "instruct"),
        stop=_stops(reader, gap),
        names=reader.choice(
            "names_behavior" if "names_behavior" in reader.fields else "names", "name", _NAMES, "never"
        ),
    )
    for field in ("first_input_sequence", "last_input_sequence", "last_system_sequence"):
        reader.useless(field, "no_affix")
    reader.kept("user_alignment_message", "not_sent")
    return with_text(replace(preset, instruct=instruct), "system", reader.text("system_prompt", "system_prompt"))


def _names(reader: Reader) -> Literal["never", "always"]:
    """Whether turns begin with a name; in a group alone counts as never."""
    old: Literal["never", "always"] = "always" if reader.flag("names", "instruct") else "never"
    return reader.choice("names_behavior", "instruct", _NAMES, old)


def _stops(reader: Reader, gap: str) -> tuple[str, ...]:
    """What ends a reply: the stop mark, and the marks that begin another's turn."""
    own = reader.text("stop_sequence", "stop")
    stops = [line.strip() for line in own.split("\n")]
    if reader.flag("sequences_as_stop_strings", "stop", True):
        for field in ("input_sequence", "system_sequence"):
            text = reader.fields.get(field)
            first = text.strip().split("\n")[0].strip() if isinstance(text, str) else ""
            stops.append(gap + first if first else "")
    return tuple(dict.fromkeys(stop for stop in stops if stop.strip()))


def _read_context(reader: Reader, preset: Preset) -> Preset:
    """The order of the parts, where the story string is a plain sequence of them."""
    template = reader.text("story_string", "section")
    start, separator = reader.text("chat_start", "section"), reader.fields.get("example_separator")
    if reader.flag("use_stop_strings", "stop"):
        stops = (start, separator if isinstance(separator, str) else "")
        preset = replace(preset, stop=tuple(dict.fromkeys("\n" + stop for stop in stops if stop.strip())))
    if reader.flag("single_line", "stop"):
        preset = replace(preset, stop=(*preset.stop, "\n"))
    reader.kept("example_separator", "not_sent")
    if reader.whole("story_string_position", "section") == 1:
        reader.useless("story_string_position", "place_not_here")
    parts = parts_of(template, _SLOTS)
    if parts is None:
        field = reader.prefix + "story_string"
        reader.tally.count("cannot", field, "section", example=template, note="template_not_plain")
        return _begun(preset, start)
    before, between, behind = with_marks_cut(parts)
    if preset.instruct and not preset.instruct.story_prefix and not preset.instruct.story_suffix:
        marks = replace(preset.instruct, story_prefix=before + "\n" if before else "", story_suffix=behind)
        preset, parts = replace(preset, instruct=marks), between
    sections = sections_of(parts, reader, "story_string")
    texts = {section.slot: section for section in preset.sections if section.text}
    ordered = in_order(sections, off=_OFF)
    return _begun(replace(preset, sections=tuple(texts.get(section.slot, section) for section in ordered)), start)


def _begun(preset: Preset, start: str) -> Preset:
    """The preset with the words that stand before the first message there."""
    if not start.strip():
        return preset
    place = next((at for at, section in enumerate(preset.sections) if section.slot == "history"), len(preset.sections))
    words = PresetSection(slot="text", id="chat-start", text=start)
    return replace(preset, sections=(*preset.sections[:place], words, *preset.sections[place:]))


def _read_system_prompt(reader: Reader, preset: Preset) -> Preset:
    preset = with_text(preset, "system", reader.text("content", "system_prompt"))
    return with_text(preset, "post_history", reader.text("post_history", "post_history"))


def _read_samplers(reader: Reader, preset: Preset) -> Preset:
    """The samplers; `genamt` and `max_length` are the sizes of the reply and of the context there."""
    for field in ("logit_bias", "banned_tokens", "custom_token_bans"):
        reader.useless(field, "no_bias")
    for field in _UNKNOWN_SAMPLERS:
        reader.useless(field, "no_sampler")
    reply = reader.whole_or_none("genamt", "reply_size", high=10_000_000)
    context = reader.whole_or_none("max_length", "context_size", high=10_000_000)
    return replace(
        preset,
        samplers=read_samplers(reader, SAMPLERS, preset.samplers),
        reply_tokens=reply or preset.reply_tokens,
        context_tokens=context or preset.context_tokens,
    )


_PARTS: Final[tuple[tuple[str, Callable[[Mapping[str, object]], bool], Part], ...]] = (
    ("instruct", _is_instruct, _read_instruct),
    ("context", _is_context, _read_context),
    ("sysprompt", _is_system_prompt, _read_system_prompt),
    ("preset", _is_samplers, _read_samplers),
)
"""The parts by the names that they have in a file of several, in the order in which they are read."""
