"""Entries as pieces of the prompt, and what becomes of those that a section could not hold."""

from collections.abc import Callable, Collection
from dataclasses import replace

from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.lore.verdict import Decision, EntryRef, Reason
from loreglass.domain.prompt.parts import Part, Piece
from loreglass.domain.story.preset import Slot

LINE = "\n"
SLOT_OF: dict[str, Slot] = {
    "memory": "memory",
    "before": "before",
    "after": "after",
    "note_top": "note",
    "note_bottom": "note",
    "examples_top": "examples",
    "examples_bottom": "examples",
}
"""The section in which an entry's place lies; those at a depth and in outlets stand in none."""


def entry_pieces(lore: LoreResult, slot: str, texts: tuple[str, ...]) -> tuple[Piece, ...]:
    """The texts of one place as pieces with their entries, the last in the order of the budget given up first.

    Where the texts are not those of the decided entries they are pieces of nobody, given up from the end.
    """
    ranks = {key: rank for rank, key in enumerate(lore.activated)}
    here = [one for one in lore.decisions if one.verdict == "included" and one.slot == slot]
    if tuple(one.text for one in here) != texts:
        return tuple(Piece(text=text, rank=rank) for rank, text in enumerate(texts) if text.strip())
    keyed = sorted(range(len(here)), key=lambda index: ranks.get(_key(here[index].ref), len(ranks)))
    order = {index: rank for rank, index in enumerate(keyed)}
    return tuple(
        Piece(text=one.text, rank=order[index], entry=one.ref, tokens=one.cost_tokens) for index, one in enumerate(here)
    )


def joined_pieces(lore: LoreResult, slot: str, text: str) -> tuple[Piece, ...]:
    """The pieces of a place whose text is the entries' texts, each on its line."""
    if not text.strip():
        return ()
    texts = tuple(one.text for one in lore.decisions if one.verdict == "included" and one.slot == slot)
    if LINE.join(texts) == text:
        return entry_pieces(lore, slot, texts)
    return tuple(Piece(text=line, rank=rank) for rank, line in enumerate(text.split(LINE)))


def settle(lore: LoreResult, written: tuple[Part, ...], sent: tuple[Part, ...], slots: Collection[Slot]) -> LoreResult:
    """What the memory books gave, as the prompt holds it; `slots` are the sections that it has.

    An entry that its section could not hold is dropped, over_total_budget; one whose section is off has no place.
    """
    kept = {piece.entry for part in sent for piece in part.pieces if piece.entry}
    lost = {piece.entry for part in written for piece in part.pieces if piece.entry and piece.entry not in kept}
    placeless = {
        one.ref
        for one in lore.decisions
        if one.verdict == "included" and one.slot in SLOT_OF and SLOT_OF[one.slot] not in slots
    }
    away = lost | placeless
    if not away:
        return _with_texts(lore, sent) if _is_shortened(written, sent) else lore
    included: list[Decision] = []
    dropped: list[Decision] = []
    for one in lore.decisions:
        if one.verdict == "included" and one.ref in away:
            dropped.append(_dropped(one, "no_placement" if one.ref in placeless else "over_total_budget"))
        else:
            (included if one.verdict == "included" else dropped).append(one)
    gone = sum(one.cost_tokens for one in lore.decisions if one.verdict == "included" and one.ref in away)
    lost_keys = {_key(ref) for ref in lost}
    told = replace(
        lore,
        decisions=(*included, *dropped),
        activated=tuple(key for key in lore.activated if key not in lost_keys),
        placements=_without(lore, away),
        used_tokens=lore.used_tokens - gone,
        left_out_tokens=lore.left_out_tokens + gone,
    )
    return _with_texts(told, sent)


def _dropped(one: Decision, code: str) -> Decision:
    if code == "no_placement":
        return replace(one, verdict="dropped", reason=Reason(code="no_placement"))
    reason = Reason(code="over_total_budget", need_tokens=one.cost_tokens, left_tokens=0)
    return replace(one, verdict="dropped", reason=reason)


def _is_shortened(written: tuple[Part, ...], sent: tuple[Part, ...]) -> bool:
    return [part.text for part in written] != [part.text for part in sent]


def _with_texts(lore: LoreResult, sent: tuple[Part, ...]) -> LoreResult:
    texts = {part.id: part.text for part in sent}
    placed = replace(lore.placements, before=texts.get("before", ""), after=texts.get("after", ""))
    return replace(lore, memory_text=texts.get("memory", ""), placements=placed)


def _without(lore: LoreResult, lost: Collection[EntryRef]) -> Placements:
    """The placements less the texts of lost entries."""

    def texts(slot: str, stood: tuple[str, ...]) -> tuple[str, ...]:
        here = [one for one in lore.decisions if one.verdict == "included" and one.slot == slot]
        return tuple(one.text for one in here if one.ref not in lost) if len(here) == len(stood) else stood

    placed = lore.placements
    return replace(
        placed,
        note_top=texts("note_top", placed.note_top),
        note_bottom=texts("note_bottom", placed.note_bottom),
        examples_top=texts("examples_top", placed.examples_top),
        examples_bottom=texts("examples_bottom", placed.examples_bottom),
    )


def _key(ref: EntryRef) -> tuple[str, str]:
    return (ref.book_id, ref.entry_id)


def placed_where(decisions: tuple[Decision, ...], stands: Callable[[str], bool]) -> tuple[Decision, ...]:
    """The decisions; an included entry whose text does not stand in the prompt has no place in it."""
    included: list[Decision] = []
    rest: list[Decision] = []
    for one in decisions:
        if one.verdict != "included":
            rest.append(one)
        elif stands(one.text):
            included.append(one)
        else:
            rest.append(_dropped(one, "no_placement"))
    return (*included, *rest)
