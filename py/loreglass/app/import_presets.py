"""What an accepted preset becomes. A file never sets an address or a key: a preset has no place for them."""

from dataclasses import replace

from loreglass.app.effects import Row
from loreglass.app.moment import Moment
from loreglass.app.presets import preset_named, whole
from loreglass.app.records import preset_row
from loreglass.app.state import ImportItem, Library
from loreglass.domain.ids import PresetId
from loreglass.domain.story.preset import Preset, PresetSection


def preset_rows(
    item: ImportItem, own: Preset, library: Library, at: int, moment: Moment
) -> tuple[PresetId, tuple[Row, ...], tuple[Row, ...]]:
    """The preset's id, its row, and the row that it replaces where it stands in for an earlier one."""
    choices = item.choices
    old = None
    if choices.fate == "replace" and choices.earlier:
        old = preset_named(library.presets, choices.earlier[0].id)
    fresh = PresetId(moment.id(f"preset-{at}"))
    name = old.name if old else item.name
    preset = named_texts(replace(whole(own), id=old.id if old else fresh, name=name))
    return preset.id, (preset_row(preset),), (preset_row(old),) if old else ()


def story_preset_rows(item: ImportItem, own: Preset, at: int, moment: Moment) -> tuple[Row, ...]:
    """The row of a preset that came along with a story."""
    preset = replace(whole(own), id=PresetId(moment.id(f"preset-{at}")), name=own.name or item.name)
    return (preset_row(named_texts(preset)),)


def named_texts(preset: Preset) -> Preset:
    """The preset with an id of its own for each text of the user's own, so that they can be told apart."""
    taken: set[str] = set()
    sections: list[PresetSection] = []
    for number, section in enumerate(preset.sections):
        is_nameless = section.slot == "text" and (not section.id or section.id in taken)
        named = replace(section, id=f"text-{number}") if is_nameless else section
        taken.add(named.id)
        sections.append(named)
    return replace(preset, sections=tuple(sections))
