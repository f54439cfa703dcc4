"""The fixed part of a prompt: every text but the chat's own turns, in its place.

The order is: system prompt, before, character, after, persona, scenario, memory, examples (one system message);
then the history, with entry texts and notes `depth` messages from its end; then post_history and prefill.
Texts stand as their authors wrote them, macros filled in once; no word of ours is put around them.
"""

import re
from dataclasses import dataclass

from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.prompt.filling import Fill
from loreglass.domain.prompt.plan import SectionId
from loreglass.domain.story.book import Role
from loreglass.domain.story.cast import Character
from loreglass.domain.story.scene import Scene

NOTE_DEPTH_MESSAGES = 4
"""Where the author's note and a card's own depth prompt stand, counted from the end."""

_EXAMPLE_START = re.compile(r"<START>", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """A text of its own message, `depth` messages from the end of the history, or from its top (-1) on."""

    section: SectionId
    depth: int
    role: Role
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedPart:
    """All that is sent whatever the history is; empty texts are left out."""

    lead: tuple[tuple[SectionId, str], ...]
    inserts: tuple[Insert, ...]
    post_history: str
    prefill: str


def write_fixed(scene: Scene, lore: LoreResult, fill: Fill) -> FixedPart:
    """The fixed part of the prompt. Entry texts come filled in; `fill` is for the texts of cast and settings."""
    card, persona, placed = scene.character, scene.persona, lore.placements
    lead: tuple[tuple[SectionId, str], ...] = (
        ("system", _system_prompt(scene, lore, fill)),
        ("before", placed.before),
        ("character", _character(card, fill) if card else ""),
        ("after", placed.after),
        ("persona", fill(persona.description, key="persona") if persona else ""),
        ("scenario", fill(card.scenario, key="scenario") if card else ""),
        ("memory", lore.memory_text),
        ("examples", _examples(fill(card.examples, key="examples") if card else "", placed)),
    )
    return FixedPart(
        lead=tuple((section, text) for section, text in lead if text.strip()),
        inserts=_inserts(scene, placed, fill),
        post_history=fill(card.post_history, key="post_history") if card else "",
        prefill=scene.prefill if scene.prefill.strip() else "",
    )


def _system_prompt(scene: Scene, lore: LoreResult, fill: Fill) -> str:
    """The card's system prompt in place of the user's own, which it may take in by `{{original}}`."""
    is_off = "system_prompt" in lore.disabled_prompts
    own = "" if is_off else fill(scene.settings.system_prompt, key="system")
    card = scene.character.system_prompt.strip() if scene.character else ""
    return fill(card, key="card_system", original=own) if card else own


def _character(card: Character, fill: Fill) -> str:
    return _paragraphs(fill(card.description, key="description"), fill(card.personality, key="personality"))


def _examples(written: str, placed: Placements) -> str:
    """Example dialogue, each block under its own <START>, with the entry texts above and below."""
    blocks = (block.strip() for block in _EXAMPLE_START.split(written))
    dialogue = tuple(f"<START>\n{block}" for block in blocks if block)
    return _paragraphs(*placed.examples_top, *dialogue, *placed.examples_bottom)


def _inserts(scene: Scene, placed: Placements, fill: Fill) -> tuple[Insert, ...]:
    """What stands among the history's messages, from the top down; at one depth entries stand above the notes."""
    note = _paragraphs(*placed.note_top, fill(scene.settings.author_note, key="author_note"), *placed.note_bottom)
    own_note = fill(scene.character.depth_prompt, key="depth_prompt") if scene.character else ""
    inserts = [
        Insert(section="depth", depth=group.depth, role=group.role, text="\n".join(group.texts))
        for group in placed.at_depth
    ]
    inserts += [
        Insert(section="note", depth=NOTE_DEPTH_MESSAGES, role="system", text=text.strip()) for text in (note, own_note)
    ]
    return tuple(sorted((one for one in inserts if one.text.strip()), key=lambda one: (one.depth >= 0, -one.depth)))


def _paragraphs(*texts: str) -> str:
    return "\n\n".join(text.strip() for text in texts if text.strip())
