"""The fields of a preset and of its sections: what is typed becomes a value. Pure."""

from collections.abc import Callable
from dataclasses import fields, replace
from typing import TypeVar, get_args

from loreglass.app.actions import Did
from loreglass.app.presets import LINE_BREAK, MARKS
from loreglass.app.update.endpoint import LEAST_CONTEXT, MOST_CONTEXT, MOST_TEMPERATURE, WHOLE_SAMPLERS
from loreglass.app.update.numbers import natural, number, whole
from loreglass.domain.prompt.instruct import FORMATS
from loreglass.domain.story.book import Role
from loreglass.domain.story.preset import Instruct, Preset, PresetSection, Samplers

T = TypeVar("T", bound=str)


def as_typed(text: str) -> str:
    """The text that was written on one line."""
    return text.replace("\r", "").replace(LINE_BREAK, "\n")


def stop_texts(text: str) -> tuple[str, ...]:
    """The stop texts of a box, one a line, each once."""
    return tuple(dict.fromkeys(as_typed(line.removesuffix("\r")) for line in text.split("\n") if line.strip("\r")))


def _one_of(value: str, choices: tuple[T, ...], held: T) -> T:
    return next((choice for choice in choices if choice == value), held)


def _sampler(preset: Preset, did: Did) -> Preset:
    """One sampler: `sampler.name`; an empty one is not sent."""
    name = did.id.partition(".")[2]
    if name not in {each.name for each in fields(Samplers)}:
        return preset
    value: float | int | None = None
    if did.value.strip():
        typed = number(did.value, float("nan"))
        if typed != typed:
            return preset
        typed = min(max(typed, 0.0), MOST_TEMPERATURE) if name == "temperature" else typed
        value = whole(did.value) if name in WHOLE_SAMPLERS else typed
    return replace(preset, samplers=replace(preset.samplers, **{name: value}))  # type: ignore[arg-type]


def _format(preset: Preset, did: Did) -> Preset:
    """Another text format; one of one's own begins with the marks that are there."""
    if not did.value:
        return replace(preset, instruct=None)
    known = next((each for each in FORMATS if each.name == did.value), None)
    own = replace(preset.instruct or Instruct(), name="")
    return replace(preset, instruct=known or own)


def _mark(preset: Preset, did: Did) -> Preset:
    """One field of the text format: `mark.name`. A known format that is changed is known no more."""
    name, held = did.id.partition(".")[2], preset.instruct or Instruct()
    if name in MARKS:
        changed = replace(held, **{name: as_typed(did.value)})  # type: ignore[arg-type]
    elif name == "stop":
        changed = replace(held, stop=stop_texts(did.value))
    elif name == "names":
        changed = replace(held, names="always" if did.checked else "never")
    else:
        return preset
    return preset if changed == held else replace(preset, instruct=replace(changed, name=""))


def _tokens(text: str, least: int, most: int = MOST_CONTEXT) -> int | None:
    typed = whole(text)
    return None if typed is None or typed <= 0 else min(max(typed, least), most)


FIELDS: dict[str, Callable[[Preset, Did], Preset]] = {
    "name": lambda preset, did: replace(preset, name=did.value.strip() or preset.name),
    "context": lambda preset, did: replace(preset, context_tokens=_tokens(did.value, LEAST_CONTEXT)),
    "reply": lambda preset, did: replace(preset, reply_tokens=_tokens(did.value, 1)),
    "stop": lambda preset, did: replace(preset, stop=stop_texts(did.value)),
    "template": lambda preset, did: replace(preset, template=did.value),
    "format": _format,
    "mark": _mark,
    "sampler": _sampler,
}
"""By the first part of their name."""

SECTION_FIELDS: dict[str, Callable[[PresetSection, Did], PresetSection]] = {
    "on": lambda section, did: replace(section, enabled=did.checked),
    "name": lambda section, did: replace(section, name=did.value.strip() or section.name),
    "text": lambda section, did: replace(section, text=did.value),
    "role": lambda section, did: replace(section, role=_one_of(did.value, get_args(Role), section.role)),
    "depth": lambda section, did: replace(section, depth_messages=natural(did.value)),
    "cap": lambda section, did: replace(section, cap_tokens=natural(did.value)),
    "reserve": lambda section, did: replace(section, reserve_tokens=natural(did.value) or 0),
    "rank": lambda section, did: replace(section, drop_rank=natural(did.value) or 0),
}
