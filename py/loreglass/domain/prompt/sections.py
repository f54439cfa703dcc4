"""The fixed part of a prompt: every text but the chat's own turns, in the order of the preset.

A section stands before the history, after it, or so many messages from its end. Entry texts at a depth of their own
stand above the sections at that depth. A slot that the preset does not name stands where it does by default.
Texts stand as their authors wrote them, macros filled in once; no word of ours is put around them.
"""

import re
from dataclasses import dataclass, replace

from loreglass.domain.lore.result import LoreResult
from loreglass.domain.prompt.entries import entry_pieces, joined_pieces
from loreglass.domain.prompt.filling import Fill
from loreglass.domain.prompt.parts import Part, Piece, Place, prose
from loreglass.domain.story.preset import DEFAULT_SECTIONS, PresetSection, Slot
from loreglass.domain.story.scene import Scene

_EXAMPLE_START = re.compile(r"<START>", re.IGNORECASE)
_FIXED_PREFILL = PresetSection(slot="prefill", role="assistant")
"""A reply that is being continued is never cut."""


def sections_in_order(sections: tuple[PresetSection, ...]) -> tuple[PresetSection, ...]:
    """The sections of a preset: each slot once, the missing ones after the slot that is before them by default."""
    told: list[PresetSection] = []
    for section in sections:
        if section.slot == "text" or section.slot not in {one.slot for one in told}:
            told.append(section)
    place = 0
    for default in DEFAULT_SECTIONS:
        slots = [one.slot for one in told]
        if default.slot in slots:
            place = slots.index(default.slot) + 1
        else:
            told.insert(place, default)
            place += 1
    return tuple(told)


def write_parts(scene: Scene, lore: LoreResult, fill: Fill) -> tuple[Part, ...]:
    """The parts of the prompt but the history, as they are listed: lead, among the messages, after.

    Entry texts come filled in; `fill` is for the texts of cast, settings and preset. Blank parts are left out.
    """
    sections = sections_in_order(scene.preset.sections)
    history = next(index for index, section in enumerate(sections) if section.slot == "history")
    writer = _Writer(scene=scene, lore=lore, fill=fill)
    parts: list[Part] = []
    for index, section in enumerate(sections):
        place: Place = "lead" if index < history else "after"
        parts += (_placed(part, place) for part in writer.write(section))
    at_depth = writer.at_depth()
    own = {place: tuple(part for part in parts if part.place == place) for place in ("lead", "among", "after")}
    last = tuple(part for part in own["after"] if part.id == "prefill")
    after = tuple(part for part in own["after"] if part.id != "prefill")
    listed = (*own["lead"], *at_depth, *own["among"], *after, *last)
    return tuple(part for part in listed if part.text.strip())


def _placed(part: Part, place: Place) -> Part:
    """The part in its place; a reply that has begun ends the prompt, wherever the preset has it."""
    if part.id == "prefill":
        return replace(part, place="after")
    if part.rule.depth_messages is None:
        return replace(part, place=place)
    return replace(part, place="among", depth=part.rule.depth_messages)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writer:
    """Writes the sections of one scene."""

    scene: Scene
    lore: LoreResult
    fill: Fill

    def write(self, section: PresetSection) -> tuple[Part, ...]:
        """The section's parts; () where it is off, or the history."""
        if section.slot == "prefill" and self.scene.prefill.strip():
            return (_part(_FIXED_PREFILL, (Piece(text=self.scene.prefill, rank=0),)),)
        if not section.enabled:
            return ()
        match section.slot:
            case "memory":
                memory = _part(section, joined_pieces(self.lore, "memory", self.lore.memory_text), separator="\n")
                return (replace(memory, whole_tokens=self.lore.memory_tokens),)
            case "before" | "after":
                placed = self.lore.placements
                text = placed.before if section.slot == "before" else placed.after
                return (_part(section, _uncounted(joined_pieces(self.lore, section.slot, text)), separator="\n"),)
            case "examples":
                return (_part(section, self._examples()),)
            case "note":
                own = self.fill(self.scene.character.depth_prompt, key="depth_prompt") if self.scene.character else ""
                return (_part(section, self._note()), _part(section, prose(own.strip())))
            case _:
                return (_part(section, prose(self._text(section))),)

    def at_depth(self) -> tuple[Part, ...]:
        """Entry texts at a depth of their own, each group a message, from the top down."""
        groups = sorted(self.lore.placements.at_depth, key=lambda group: (group.depth >= 0, -group.depth))
        return tuple(
            Part(
                id="depth",
                rule=PresetSection(slot="memory", role=group.role, depth_messages=group.depth),
                place="among",
                pieces=(Piece(text="\n".join(group.texts), rank=0),),
                depth=group.depth,
            )
            for group in groups
        )

    def _text(self, section: PresetSection) -> str:
        """The text of a section that is one text."""
        card, persona, fill = self.scene.character, self.scene.persona, self.fill
        match section.slot:
            case "system":
                return self._system_prompt(section)
            case "character":
                described = (("description", card.description), ("personality", card.personality)) if card else ()
                return _paragraphs(*(fill(text, key=key) for key, text in described))
            case "persona":
                return fill(persona.description, key="persona") if persona else ""
            case "scenario":
                return fill(card.scenario, key="scenario") if card else ""
            case "post_history":
                own = fill(section.text, key="preset_post_history")
                written = card.post_history.strip() if card else ""
                return fill(written, key="post_history", original=own) if written else own
            case "text":
                return fill(section.text, key=f"text/{section.id}")
            case "prefill":
                return fill(section.text, key="prefill")
            case _:
                return self._extra(section.slot)

    def _system_prompt(self, section: PresetSection) -> str:
        """The card's system prompt in place of the user's own, which it may take in by `{{original}}`."""
        is_off = "system_prompt" in self.lore.disabled_prompts
        own = "" if is_off else self.fill(section.text or self.scene.settings.system_prompt, key="system")
        card = self.scene.character.system_prompt.strip() if self.scene.character else ""
        return self.fill(card, key="card_system", original=own) if card else own

    def _extra(self, slot: Slot) -> str:
        """What another memory gives to its slot, as it is."""
        return _paragraphs(*(text for name, text in self.scene.extra_sections if name == slot))

    def _examples(self) -> tuple[Piece, ...]:
        """Example dialogue, each block under its own <START>, with the entry texts above and below."""
        written = self.fill(self.scene.character.examples, key="examples") if self.scene.character else ""
        blocks = (block.strip() for block in _EXAMPLE_START.split(written))
        dialogue = tuple(Piece(text=f"<START>\n{block}", rank=0) for block in blocks if block)
        placed = self.lore.placements
        top = entry_pieces(self.lore, "examples_top", placed.examples_top)
        return _in_a_row(*top, *dialogue, *entry_pieces(self.lore, "examples_bottom", placed.examples_bottom))

    def _note(self) -> tuple[Piece, ...]:
        """The author's note between its entries, which stand even without a note."""
        placed = self.lore.placements
        note = prose(self.fill(self.scene.settings.author_note, key="author_note"))
        top = entry_pieces(self.lore, "note_top", placed.note_top)
        return _in_a_row(*top, *note, *entry_pieces(self.lore, "note_bottom", placed.note_bottom))


def _part(section: PresetSection, pieces: tuple[Piece, ...], *, separator: str = "\n\n") -> Part:
    return Part(id=section.slot, rule=section, place="lead", pieces=pieces, separator=separator)


def _in_a_row(*pieces: Piece) -> tuple[Piece, ...]:
    """Pieces that are paragraphs, given up from the end."""
    stripped = (replace(piece, text=piece.text.strip(), tokens=None) for piece in pieces)
    return tuple(replace(piece, rank=rank) for rank, piece in enumerate(piece for piece in stripped if piece.text))


def _uncounted(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return tuple(replace(piece, tokens=None) for piece in pieces)


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(text.strip() for text in texts if text.strip())
