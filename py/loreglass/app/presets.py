"""Presets as the app has them: which one a chat plays by, its sections by name, and a trial of the one being edited.

Pure values. The preset without an id is the order that comes with the app; it is never stored and never changed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Literal

from loreglass.app.endpoints import Endpoint
from loreglass.domain.ids import PresetId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.prompt.sections import sections_in_order
from loreglass.domain.story.preset import DEFAULT_PRESET, DEFAULT_SECTIONS, Instruct, Preset, PresetSection

PresetFrom = Literal["chat", "settings", "app"]
"""Who chose the preset: the chat, the settings for every chat, or nobody."""
TEXT_KEY = "text:"
OWN_FORMAT = "own"
"""A text format that is none of the known ones."""
LINE_BREAK = "\\n"
"""How a line break is written where a field is one line."""
MARKS = tuple(each.name for each in fields(Instruct) if each.name.endswith(("_prefix", "_suffix")))
"""The fields of a text format that stand around messages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetTrial:
    """What a preset makes of the chat that was open last. `line` is that of a template's fault."""

    preset_id: PresetId
    plan: Plan | None = None
    problem: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetTried:
    """The trial of a preset is made."""

    trial: PresetTrial


@dataclass(frozen=True, slots=True, kw_only=True)
class PresetDesk:
    """The preset being edited: its trial, and the writes that are not in the store yet, or failed."""

    trial: PresetTrial | None = None
    unsaved: int = 0
    failed: int = 0

    @property
    def is_writing(self) -> bool:
        """True while the store knows less than the page."""
        return self.unsaved > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The preset in force, and who chose it."""

    preset: Preset = field(default=DEFAULT_PRESET)
    by: PresetFrom = "app"


def one_line(text: str) -> str:
    """The text on one line."""
    return text.replace("\n", LINE_BREAK)


def preset_named(presets: Iterable[Preset], preset_id: str | None) -> Preset | None:
    """The preset of that id; None where there is none."""
    return next((each for each in presets if preset_id and each.id == preset_id), None)


def chosen_preset(presets: tuple[Preset, ...], own: PresetId | None, usual: PresetId | None) -> Chosen:
    """The chat's own preset, else the usual one, else the app's; one that is gone is passed over."""
    if (found := preset_named(presets, own)) is not None:
        return Chosen(preset=found, by="chat")
    if (found := preset_named(presets, usual)) is not None:
        return Chosen(preset=found, by="settings")
    return Chosen()


def context_of(preset: Preset, endpoint: Endpoint) -> int:
    """The context in tokens: the preset's, but no more than what is known of the endpoint; a guess limits nothing."""
    if preset.context_tokens is None:
        return endpoint.context_tokens
    known = endpoint.context_from != "usual"
    return min(preset.context_tokens, endpoint.context_tokens) if known else preset.context_tokens


def reply_of(preset: Preset, endpoint: Endpoint) -> int:
    """The tokens kept for the reply: the preset's or the endpoint's, half of the context at most."""
    wanted = endpoint.reply_tokens if preset.reply_tokens is None else preset.reply_tokens
    return min(wanted, max(1, context_of(preset, endpoint) // 2))


def key_of(section: PresetSection) -> str:
    """The name of a section in its preset."""
    return f"{TEXT_KEY}{section.id}" if section.slot == "text" else section.slot


def whole(preset: Preset) -> Preset:
    """The preset with a section for every slot, in their places."""
    sections = sections_in_order(preset.sections)
    return preset if sections == preset.sections else replace(preset, sections=sections)


def section_named(preset: Preset, key: str) -> PresetSection | None:
    """The section of that name."""
    return next((each for each in preset.sections if key_of(each) == key), None)


def with_section(preset: Preset, section: PresetSection) -> Preset:
    """The preset with this section in place of the one of its name."""
    key = key_of(section)
    return replace(preset, sections=tuple(section if key_of(each) == key else each for each in preset.sections))


def as_it_came(section: PresetSection) -> PresetSection:
    """The section as the app has it; a text of one's own keeps its name and its words."""
    if section.slot == "text":
        return PresetSection(slot="text", id=section.id, name=section.name, text=section.text)
    return next(each for each in DEFAULT_SECTIONS if each.slot == section.slot)


def moved(preset: Preset, key: str, to: int) -> Preset:
    """The preset with a section at that place among the others."""
    section = section_named(preset, key)
    if section is None:
        return preset
    others = [each for each in preset.sections if key_of(each) != key]
    at = min(max(to, 0), len(others))
    return replace(preset, sections=(*others[:at], section, *others[at:]))
