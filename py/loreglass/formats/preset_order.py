"""The order of a prompt out of another program's: what it does not name gets its usual place."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from loreglass.domain.story.preset import DEFAULT_SECTIONS, Preset, PresetSection, Slot


def in_order(found: Iterable[PresetSection], *, off: Collection[Slot] = ()) -> tuple[PresetSection, ...]:
    """The sections found, with each missing one behind its usual neighbour; those of `off` are switched off.

    `off` are the slots that the other program has too: where its order leaves one out, it is not sent.
    """
    sections = list(found)
    neighbour: Slot | None = None
    for usual in DEFAULT_SECTIONS:
        places = [place for place, section in enumerate(sections) if section.slot == usual.slot]
        if not places:
            before = [place for place, section in enumerate(sections) if section.slot == neighbour]
            place = len(sections) if usual.slot == "prefill" else before[-1] + 1 if before else 0
            sections.insert(place, replace(usual, enabled=usual.slot not in off))
        neighbour = usual.slot
    return tuple(sections)


def with_text(preset: Preset, slot: Slot, text: str) -> Preset:
    """The preset with a text in the section of that slot; unchanged where there is none."""
    if not text.strip():
        return preset
    sections = (
        replace(section, text=text, enabled=True) if section.slot == slot else section for section in preset.sections
    )
    return replace(preset, sections=tuple(sections))
