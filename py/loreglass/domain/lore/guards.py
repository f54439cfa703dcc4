"""What forbids an entry to wake, whatever its keywords say: the first that decides."""

from loreglass.domain.context.macros import char_name
from loreglass.domain.lore.linked import IndexedEntry, LinkedBooks
from loreglass.domain.lore.timing import Timers
from loreglass.domain.lore.verdict import Reason
from loreglass.domain.story.scene import Scene


def guard(scene: Scene, linked: LinkedBooks, timers: Timers) -> dict[int, Reason]:
    """The entries that may not wake this turn, by number, with the reason."""
    guarded = (linked.entries[number] for number in linked.guarded)
    reasons = ((item.number, _reason(item, scene, timers)) for item in guarded)
    return {number: reason for number, reason in reasons if reason is not None}


def _reason(item: IndexedEntry, scene: Scene, timers: Timers) -> Reason | None:
    entry = item.entry
    if entry.triggers and scene.trigger not in entry.triggers:
        return Reason(code="filtered", filter_kind="trigger")
    wanted = entry.filter
    names = {name.casefold() for name in (char_name(scene), scene.character_file) if name}
    if wanted.names and wanted.exclude != names.isdisjoint(name.casefold() for name in wanted.names):
        return Reason(code="filtered", filter_kind="character")
    tags = {tag.casefold() for tag in _tags(scene)}
    if wanted.tags and wanted.exclude != tags.isdisjoint(tag.casefold() for tag in wanted.tags):
        return Reason(code="filtered", filter_kind="tag")
    if len(scene.turns) < entry.delay:
        return Reason(code="delayed", until_messages=entry.delay)
    if timers.phase(item) == "cooldown":
        return Reason(code="cooldown", until_messages=timers.rests_until(item))
    return None


def _tags(scene: Scene) -> tuple[str, ...]:
    return scene.character_tags or (scene.character.tags if scene.character else ())
