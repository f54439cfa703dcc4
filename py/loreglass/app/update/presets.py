"""What the user does to presets: made, named, thrown away, and each field of the one that is open."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Effect, Export, Go, LoadLibrary, TryPreset, Write
from loreglass.app.moment import Moment
from loreglass.app.presets import (
    PresetDesk,
    PresetTried,
    as_it_came,
    key_of,
    moved,
    preset_named,
    section_named,
    whole,
    with_section,
)
from loreglass.app.records import preferences_row, preset_row, text_of, trash_id
from loreglass.app.scenes import trial_scene
from loreglass.app.state import AppState, Change
from loreglass.app.update.preset_fields import FIELDS, SECTION_FIELDS
from loreglass.app.update.step import Handler, Step, plan_next, stay, toast
from loreglass.domain.ids import PresetId
from loreglass.domain.story.preset import DEFAULT_PRESET, Preset, PresetSection
from loreglass.formats import native

NEW_NAME = "New preset"


def open_preset(state: AppState) -> Preset | None:
    """The preset that the address names."""
    return preset_named(state.library.presets, state.route.id) if state.route.name == "presets" else None


def with_preset(state: AppState, preset: Preset) -> AppState:
    """The state with the preset in place of the one of its id."""
    presets = tuple(preset if each.id == preset.id else each for each in state.library.presets)
    return replace(state, library=replace(state.library, presets=presets))


def tries(state: AppState, preset: Preset) -> tuple[Effect, ...]:
    """The effect that tries the preset on the chat that was open last."""
    return (TryPreset(preset_id=preset.id, scene=trial_scene(state, preset)),)


def went(state: AppState) -> Step:
    """A preset is opened: what it costs is worked out."""
    preset = open_preset(state)
    if preset is None:
        return stay(state)
    return replace(state, presets=replace(state.presets, trial=None)), tries(state, preset)


def tried(state: AppState, told: PresetTried) -> Step:
    """The trial of the open preset; one of a preset that was left is passed over."""
    preset = open_preset(state)
    if preset is None or preset.id != told.trial.preset_id:
        return stay(state)
    return replace(state, presets=replace(state.presets, trial=told.trial)), ()


def wrote(state: AppState, *, failed: bool) -> AppState:
    """The state after a write of a preset came through or failed."""
    desk = state.presets
    if failed:
        return replace(state, presets=replace(desk, failed=desk.failed + 1))
    return replace(state, presets=replace(desk, unsaved=max(0, desk.unsaved - 1)))


def _stored(state: AppState, preset: Preset) -> Step:
    """The changed preset shown, tried, and on its way to the store."""
    desk = replace(state.presets, unsaved=state.presets.unsaved + 1)
    state = replace(with_preset(state, preset), presets=desk)
    return state, (Write(rows=(preset_row(preset),), scope="preset", id=preset.id), *tries(state, preset))


def field(state: AppState, did: Did, moment: Moment) -> Step:
    """One field of the open preset, by its name."""
    preset, change = open_preset(state), FIELDS.get(did.id.partition(".")[0])
    if preset is None or change is None:
        return stay(state)
    changed = change(preset, did)
    return stay(state) if changed == preset else _stored(state, changed)


def _section(state: AppState, did: Did) -> tuple[Preset, PresetSection, str] | None:
    """The open preset, one of its sections, and the field: `key/field`."""
    preset = open_preset(state)
    key, _, name = did.id.rpartition("/")
    section = section_named(whole(preset), key) if preset else None
    return (whole(preset), section, name) if preset and section else None


def section_field(state: AppState, did: Did, moment: Moment) -> Step:
    """One field of a section: `key/field`."""
    if (found := _section(state, did)) is None:
        return stay(state)
    preset, section, name = found
    changed = SECTION_FIELDS[name](section, did) if name in SECTION_FIELDS else section
    if changed == section:
        return stay(state)
    sections = tuple(changed if each is section else each for each in preset.sections)
    return _stored(state, replace(preset, sections=sections))


def _placed(preset: Preset, key: str) -> int:
    return next((at for at, each in enumerate(preset.sections) if key_of(each) == key), 0)


def section_step(state: AppState, did: Did, moment: Moment) -> Step:
    """A section goes up or down by one place."""
    preset = open_preset(state)
    if preset is None or section_named(whole(preset), did.id) is None:
        return stay(state)
    preset = whole(preset)
    to = _placed(preset, did.id) + (-1 if did.name == "section-up" else 1)
    changed = moved(preset, did.id, to)
    return stay(state) if changed == preset else _stored(state, changed)


def section_move(state: AppState, did: Did, moment: Moment) -> Step:
    """A section was dragged: `before:key` or `after:key`."""
    preset = open_preset(state)
    side, _, goal = did.value.partition(":")
    if preset is None or goal == did.id or section_named(whole(preset), goal) is None:
        return stay(state)
    preset = whole(preset)
    here, there = _placed(preset, did.id), _placed(preset, goal)
    to = there + (side == "after") - (here < there)
    changed = moved(preset, did.id, to)
    return stay(state) if changed == preset else _stored(state, changed)


def section_new(state: AppState, did: Did, moment: Moment) -> Step:
    """A text of the user's own, before the history."""
    preset = open_preset(state)
    if preset is None:
        return stay(state)
    preset = whole(preset)
    section = PresetSection(slot="text", id=moment.id("text"), name="Own text")
    at = _placed(preset, "history")
    sections = (*preset.sections[:at], section, *preset.sections[at:])
    return _stored(state, replace(preset, sections=sections))


def section_reset(state: AppState, did: Did, moment: Moment) -> Step:
    """A section as the app has it, in the place where it stands."""
    preset = open_preset(state)
    section = section_named(preset, did.id) if preset else None
    if preset is None or section is None:
        return stay(state)
    changed = with_section(preset, as_it_came(section))
    if changed == preset:
        return stay(state)
    return _undoable(state, moment, preset, changed, "section_reset", section.name)


def section_delete(state: AppState, did: Did, moment: Moment) -> Step:
    """A text of the user's own goes; Undo brings it back."""
    preset = open_preset(state)
    section = section_named(preset, did.id) if preset else None
    if preset is None or section is None or section.slot != "text":
        return stay(state)
    changed = replace(preset, sections=tuple(each for each in preset.sections if each is not section))
    return _undoable(state, moment, preset, changed, "section_deleted", section.name)


def _undoable(state: AppState, moment: Moment, old: Preset, new: Preset, code: str, name: str) -> Step:
    change = Change(name=code, before=(preset_row(old),), after=(preset_row(new),), scope="app")
    state, effects = _stored(state, new)
    return toast(state, moment, code, detail=name, change=change), effects


def _free_name(state: AppState, wanted: str) -> str:
    names = {each.name for each in state.library.presets}
    return next(each for each in (wanted, *(f"{wanted} ({n})" for n in range(2, 10**6))) if each not in names)


def duplicate(state: AppState, did: Did, moment: Moment) -> Step:
    """One more preset like that one, or like the app's own order where none is named; it is opened."""
    old = preset_named(state.library.presets, did.id)
    name = f"{old.name}, copy" if old else NEW_NAME
    base = whole(old or DEFAULT_PRESET)
    preset = replace(base, id=PresetId(moment.id("preset")), name=_free_name(state, name))
    write = Write(rows=(preset_row(preset),), then=(LoadLibrary(), Go(to=f"#/presets/{preset.id}")))
    return state, (write,)


def throw_away(state: AppState, did: Did, moment: Moment) -> Step:
    """A preset goes to the trash; Undo brings it back, and the chats that play by it with it."""
    preset = preset_named(state.library.presets, did.id)
    if preset is None:
        return stay(state)
    record = trash_id("presets", preset.id)
    change = Change(
        name="preset_deleted",
        before=(("settings", record, None),),
        after=(("settings", record, text_of({"id": record})),),
        scope="app",
    )
    state = toast(state, moment, "preset_deleted", detail=preset.name, change=change)
    leave = (Go(to="#/presets"),) if state.route.id == preset.id else ()
    return replace(state, presets=PresetDesk()), (Write(rows=change.after, then=leave), LoadLibrary())


def everywhere(state: AppState, did: Did, moment: Moment) -> Step:
    """The preset of every chat that has none of its own; "" is the app's own order."""
    found = preset_named(state.library.presets, did.id)
    preferences = replace(state.preferences, preset_id=found.id if found else None)
    if preferences == state.preferences:
        return stay(state)
    state = replace(state, preferences=preferences)
    return state, (Write(rows=(preferences_row(preferences),)), *plan_next(state))


def export(state: AppState, did: Did, moment: Moment) -> Step:
    """A preset as a native file to keep."""
    return state, (Export(kind="preset", id=did.id, format=native.FORMAT, keep=True),)


HANDLERS: dict[str, Handler] = {
    "preset-duplicate": duplicate,
    "preset-delete": throw_away,
    "preset-everywhere": everywhere,
    "preset-export": export,
    "preset-field": field,
    "section-field": section_field,
    "section-up": section_step,
    "section-down": section_step,
    "section-move": section_move,
    "section-new": section_new,
    "section-reset": section_reset,
    "section-delete": section_delete,
}
