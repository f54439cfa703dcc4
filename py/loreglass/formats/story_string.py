"""Prompt templates of other programs that are a plain sequence of parts, as that sequence.

A part is `{{name}}`, or `{{#if name}} words {{name}} words {{/if}}`; a list of messages is the history. What branches
in any other way is no plain sequence. No template is ever run.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from loreglass.domain.story.preset import PresetSection, Slot
from loreglass.formats.reader import Reader

TEMPLATE_LIMIT: Final = 200_000

_TAG: Final = re.compile(r"\{\{([^{}]*)\}\}")
_MARK: Final = re.compile(r"<\||\|>|\[/?INST\]|</?s>|<(?:start|end)_of_turn>|^###", re.MULTILINE)
_MESSAGES: Final = ("#each msg", "#each history")

Slots = Mapping[str, Slot]
"""What a program calls a part in its templates, and our slot for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a template: a slot with the words that stand around it, or words alone (`slot` is then "text")."""

    slot: Slot
    name: str = ""
    words: str = ""

    @property
    def is_mark(self) -> bool:
        """True for words that are marks of a model's own format."""
        return self.slot == "text" and bool(_MARK.search(self.words))


class _NotPlain(Exception):
    """A template that branches."""


def parts_of(template: str, slots: Slots) -> tuple[Part, ...] | None:
    """The parts in order, words that are only space left out; None where the template is no plain sequence."""
    if len(template) > TEMPLATE_LIMIT:
        return None
    # Odd places are tags.
    pieces = iter(enumerate(_TAG.split(template)))
    try:
        parts = tuple(_parts(pieces, slots))
    except _NotPlain:
        return None
    return parts if any(part.slot != "text" for part in parts) else None


def _parts(pieces: Iterator[tuple[int, str]], slots: Slots) -> Iterator[Part]:
    words = ""
    for place, piece in pieces:
        tag = piece.strip() if place % 2 else ""
        if not tag:
            words += piece if place % 2 == 0 else ""
            continue
        is_part = tag in slots or tag.startswith("#")
        if not is_part and (tag[0] in "/^>&" or tag == "else"):
            raise _NotPlain
        if not is_part:
            words += "" if tag in ("trim", "post") else "{{" + piece + "}}"
            continue
        if words.strip():
            yield Part(slot="text", words=words.strip())
            words = ""
        yield _part(tag, pieces, slots)
    if words.strip():
        yield Part(slot="text", words=words.strip())


def _part(tag: str, pieces: Iterator[tuple[int, str]], slots: Slots) -> Part:
    if tag in slots:
        return Part(slot=slots[tag], name=tag)
    if tag in _MESSAGES:
        return Part(slot="history", name=tag, words=_behind(pieces, "/each"))
    condition = tag.removeprefix("#if ").strip()
    if condition not in slots:
        raise _NotPlain
    slot, words, found = slots[condition], "", 0
    for place, piece in pieces:
        inner = piece.strip() if place % 2 else ""
        if inner == "/if":
            if found != 1:
                raise _NotPlain
            return Part(slot=slot, name=condition, words=words.strip())
        if inner == "value" or slots.get(inner) == slot:
            found += 1
        elif inner in slots or inner == "else" or inner.startswith(("#", "/", "^", ">", "&")):
            raise _NotPlain
        else:
            words += ("{{" + piece + "}}" if inner != "trim" else "") if place % 2 else piece
    raise _NotPlain


def _behind(pieces: Iterator[tuple[int, str]], end: str) -> str:
    """Whatever stands before the end of a block."""
    words = ""
    for place, piece in pieces:
        if place % 2 and piece.strip() == end:
            return words.strip()
        words += piece
    raise _NotPlain


def sections_of(parts: Iterable[Part], reader: Reader, field: str) -> tuple[PresetSection, ...]:
    """The parts as sections; words around a part, and marks of a format, have no place there and are reported."""
    sections: list[PresetSection] = []
    for part in parts:
        known = [section.slot for section in sections]
        if part.is_mark or (part.slot != "text" and part.words):
            reader.tally.count(
                "cannot", reader.prefix + field, "nothing", example=part.words or part.name, note="words_around"
            )
        if part.is_mark:
            continue
        if part.slot == "text":
            sections.append(PresetSection(slot="text", id=f"words-{len(sections)}", text=part.words))
        elif part.slot not in known:
            sections.append(PresetSection(slot=part.slot))
        elif known[-1] != part.slot:
            reader.tally.count("cannot", reader.prefix + field, "section", example=part.name, note="one_part_here")
    return tuple(sections)


def with_marks_cut(parts: tuple[Part, ...]) -> tuple[str, tuple[Part, ...], str]:
    """The marks that stand before and behind all else, and the parts between."""
    before = parts[0].words if parts and parts[0].is_mark else ""
    behind = parts[-1].words if len(parts) > 1 and parts[-1].is_mark else ""
    return before, parts[bool(before) : len(parts) - bool(behind)], behind


def switched(sections: Iterable[PresetSection], on: Mapping[Slot, bool]) -> tuple[PresetSection, ...]:
    """The sections, switched on or off where the other program says so."""
    return tuple(replace(section, enabled=on.get(section.slot, section.enabled)) for section in sections)
