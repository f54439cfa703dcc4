"""The books' entries decided as SillyTavern decides them."""

from collections.abc import Iterable
from math import floor

from loreglass.domain.asks import Asking
from loreglass.domain.context.macros import char_name
from loreglass.domain.lore.by_hand import by_hand
from loreglass.domain.lore.linked import IndexedEntry, LinkedBooks
from loreglass.domain.lore.memo import Memo, Scanned
from loreglass.domain.lore.outcome import Outcome
from loreglass.domain.lore.rolls import Rolls
from loreglass.domain.lore.sillytavern.buffer import Buffers
from loreglass.domain.lore.sillytavern.effects import Effects
from loreglass.domain.lore.sillytavern.groups import Groups
from loreglass.domain.lore.sillytavern.passes import Passes
from loreglass.domain.lore.sillytavern.placing import Placing
from loreglass.domain.lore.sillytavern.record import Record
from loreglass.domain.lore.sillytavern.waking import Waking
from loreglass.domain.lore.verdict import Reason
from loreglass.domain.lore.window import Window
from loreglass.domain.lore.woken import Woken
from loreglass.domain.story.book import Source
from loreglass.domain.story.scene import Scene


def activate_records(scene: Scene, memo: Memo, window: Window) -> Asking[Outcome]:
    """What came of the books, from the first pass to the last."""
    reading = window.reading
    linked, settings = reading.linked, scene.settings
    effects, rolls = Effects(scene, linked), Rolls(scene)
    chosen = by_hand(settings, linked)
    notes = chosen.over(dict(_forbidden(scene, linked, effects)))
    buffers = Buffers(reading=reading, window=window, sources=_sources(scene))
    waking = Waking(
        buffers=buffers,
        effects=effects,
        is_recursive=settings.recursive,
        depth_messages=settings.memory_depth_messages,
        notes=notes,
        settled=set(notes),
        pinned=chosen.pinned,
    )
    passes = Passes(
        scene=scene,
        memo=memo,
        window=window,
        waking=waking,
        groups=Groups(waking=waking, records=linked.records, rolls=rolls, scoring=settings.group_scoring),
        records=linked.records,
        rolls=rolls,
        limit_tokens=limit_tokens(scene),
    )
    yield from passes.run()
    reading.buffers = buffers.answers
    return _outcome(passes, effects)


def limit_tokens(scene: Scene) -> int:
    """The per cent of the context, rounded half up, at least 1, and at most the cap."""
    settings = scene.settings
    percent = settings.memory_budget_percent or 0
    limit = floor(percent * settings.context_tokens / 100 + 0.5) or 1
    cap = settings.memory_budget_cap_tokens
    return min(limit, cap) if cap > 0 else limit


def _outcome(passes: Passes, effects: Effects) -> Outcome:
    taken = list(passes.taken.values())
    for entry in taken:
        if entry.code == "sticky":
            entry.until_messages = effects.until("sticky", entry.item.number)
    placing = Placing(taken, passes.records)
    placed = placing.in_prompt_order()
    return Outcome(
        scene=passes.scene,
        window=passes.window,
        taken=taken,
        placed=placed,
        placeless=[entry for entry in taken if not placing.has_place(entry)],
        dropped=list(passes.drops.values()),
        notes=passes.waking.notes,
        placements=placing.placements(),
        limit_tokens=passes.limit_tokens,
        used_tokens=sum(entry.cost_tokens for entry in placed if not _ignores_budget(entry, passes.records)),
        rolls_used=passes.rolls.used,
        timers=effects.after(entry.item for entry in taken),
    )


def _ignores_budget(entry: Woken, records: tuple[Record, ...]) -> bool:
    return records[entry.item.number].ignores_budget


def _sources(scene: Scene) -> dict[Source, tuple[Scanned, ...]]:
    texts: dict[Source, tuple[Scanned, ...]] = {}
    for source, text in scene.sources:
        texts[source] = (*texts.get(source, ()), ("", text))
    return texts


def _forbidden(scene: Scene, linked: LinkedBooks, effects: Effects) -> Iterable[tuple[int, Reason]]:
    """The entries that may not wake this turn, by number, with the first rule that says so."""
    for number in sorted({*linked.guarded, *effects.active("cooldown")}):
        reason = _forbids(scene, linked.entries[number], linked.records[number], effects)
        if reason is not None:
            yield number, reason


def _forbids(scene: Scene, item: IndexedEntry, record: Record, effects: Effects) -> Reason | None:
    if record.disabled:
        return Reason(code="disabled")
    if record.triggers and scene.trigger not in record.triggers:
        return Reason(code="filtered", filter_kind="trigger")
    name = scene.character_file or char_name(scene)
    if record.names and (name in record.names) == record.excludes:
        return Reason(code="filtered", filter_kind="character")
    tags = scene.character_tags
    if record.tags and tags and (not record.excludes) == set(tags).isdisjoint(record.tags):
        return Reason(code="filtered", filter_kind="tag")
    if record.delay and len(scene.turns) < record.delay:
        return Reason(code="delayed", until_messages=int(record.delay))
    if effects.is_active("cooldown", item.number) and not effects.is_active("sticky", item.number):
        return Reason(code="cooldown", until_messages=effects.until("cooldown", item.number))
    return None
