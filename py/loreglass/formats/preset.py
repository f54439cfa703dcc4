"""The native preset as JSON: `{"format": "loreglass/preset", "version": 1, "name": ...}`.

A field at its default is left out; fields that this version does not know survive, as in a native book.
"""

from dataclasses import replace
from typing import Final, get_args

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import PresetId
from loreglass.domain.story.preset import Instruct, Preset, PresetSection, Samplers, Slot
from loreglass.formats.imported import Imported
from loreglass.formats.native import FORMAT, settled, with_original
from loreglass.formats.reader import kind_of
from loreglass.formats.record import decode_record, encode_record
from loreglass.formats.report import Here
from loreglass.formats.tally import Tally

MARK: Final = "loreglass/preset"
VERSION: Final = 1
SECTIONS_LIMIT: Final = 2_000

_EMPTY: Final = Preset(id=PresetId(""), name="", instruct=Instruct())
_TEXT: Final = PresetSection(slot="text")
_INNER: Final = ("sections", "samplers", "instruct")
_HERE: Final[dict[str, Here]] = {
    "id": "id",
    "name": "name",
    "sections": "section",
    "samplers": "samplers",
    "instruct": "instruct",
    "stop": "stop",
    "context_tokens": "context_size",
    "reply_tokens": "reply_size",
}


def is_native_preset(value: dict[str, object]) -> bool:
    """True where the file says so."""
    return value.get("format") == MARK


def read_native_preset(value: dict[str, object], tally: Tally) -> Imported:
    """The preset; sections that cannot be read are listed in `tally`."""
    version = value.get("version", VERSION)
    if not isinstance(version, int) or version > VERSION:
        tally.warn("", "newer_version", version)
    preset = decode_preset(value, tally)
    for name, item in value.items():
        if name not in ("format", "version") and item is not None:
            here = _HERE.get(name, "kept")
            values = len(item) if isinstance(item, list) else 1
            if hasattr(preset, name):
                tally.count("mapped", name, here, values=values, example=item)
            else:
                tally.count("kept", name, "kept", values=values, example=item, note="unknown_field")
    return Imported(kind="preset", format=FORMAT, name=preset.name, preset=preset)


def encode_preset(preset: Preset) -> dict[str, object]:
    """The preset as the JSON object of a native file."""
    plain = encode_record(preset, _EMPTY, skip=("name", *_INNER, "origin", "raw"))
    written: dict[str, object] = {"format": MARK, "version": VERSION, "name": preset.name, **plain}
    if preset.sections != _EMPTY.sections:
        written["sections"] = [
            {"slot": section.slot, **encode_record(section, _TEXT, skip=("slot",))} for section in preset.sections
        ]
    samplers = encode_record(preset.samplers, Samplers())
    if samplers:
        written["samplers"] = samplers
    if preset.instruct is not None:
        written["instruct"] = encode_record(preset.instruct, Instruct())
    return with_original(written, preset, _EMPTY)


def decode_preset(value: object, tally: Tally | None = None) -> Preset:
    """The preset that `encode_preset` wrote, or that a native file holds; BadInput where it is none."""
    counted = tally or Tally()
    if not isinstance(value, dict):
        raise BadInput(f"a preset was expected, but this is {kind_of(value)}")
    fields = settled(value, _EMPTY)
    preset = decode_record(replace(_EMPTY, instruct=None), fields, counted, skip=_INNER)
    samplers, instruct = _object(fields, "samplers", counted), _object(fields, "instruct", counted)
    return replace(
        preset,
        sections=_sections(fields["sections"], counted) if "sections" in fields else preset.sections,
        samplers=decode_record(Samplers(), samplers or {}, counted, where="samplers"),
        instruct=None if instruct is None else decode_record(Instruct(), instruct, counted, where="instruct"),
    )


def _object(fields: dict[str, object], name: str, tally: Tally) -> dict[str, object] | None:
    found = fields.get(name)
    if isinstance(found, dict):
        return found
    if found is not None:
        tally.warn("", "wrong_type", f"{name}: {kind_of(found)}")
    return None


def _sections(value: object, tally: Tally) -> tuple[PresetSection, ...]:
    """The sections whose slot is known here."""
    if not isinstance(value, list):
        raise BadInput(f"a list of sections was expected, but this is {kind_of(value)}", place="sections")
    if len(value) > SECTIONS_LIMIT:
        raise BadInput(f"it has {len(value):,} sections; at most {SECTIONS_LIMIT:,} can be read", place="sections")
    sections: list[PresetSection] = []
    for number, item in enumerate(value):
        where = f"section {number}"
        if isinstance(item, dict) and item.get("slot") in get_args(Slot):
            sections.append(decode_record(_TEXT, item, tally, where=where))
        else:
            tally.warn(where, "bad_entry")
    return tuple(sections)
