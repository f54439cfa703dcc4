"""What forbids an entry to wake, whatever its keywords say: the first that decides."""

from loreglass.domain.context.macros import char_name, fill, macro_context
from loreglass.domain.lore.decorators import ENDLESS_MESSAGES
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
    if item.orders.activates:
        return None
    return _ordered(item, scene) or _set(item, scene, timers)


def _ordered(item: IndexedEntry, scene: Scene) -> Reason | None:
    """What a decorator forbids; how many messages the character has sent decides."""
    orders = item.orders
    if orders.forbids:
        return Reason(code="decorator", decorator="dont_activate")
    if orders.only_after or orders.only_every:
        said = sum(turn.speaker == "character" for turn in scene.turns)
        if said < orders.only_after:
            return Reason(code="decorator", decorator="activate_only_after")
        if orders.only_every and said % orders.only_every:
            return Reason(code="decorator", decorator="activate_only_every")
    greeting = None if orders.greeting is None else _greeting(scene)
    if greeting is not None and greeting != orders.greeting:
        return Reason(code="decorator", decorator="is_greeting")
    return None


def _greeting(scene: Scene) -> int | None:
    """Which of the card's greetings the chat begins with; None where that cannot be told."""
    card = scene.character
    if card is None or not scene.turns or scene.turns[0].speaker != "character":
        return None
    context = macro_context(scene)
    greetings = (fill(text, context).strip() for text in (card.greeting, *card.alternate_greetings))
    return next((place for place, text in enumerate(greetings) if text == scene.turns[0].text.strip()), None)


def _set(item: IndexedEntry, scene: Scene, timers: Timers) -> Reason | None:
    """What the entry's own settings and timers forbid."""
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
        if entry.cooldown >= ENDLESS_MESSAGES:
            return Reason(code="decorator", decorator="dont_activate_after_match")
        return Reason(code="cooldown", until_messages=timers.rests_until(item))
    return None


def _tags(scene: Scene) -> tuple[str, ...]:
    return scene.character_tags or (scene.character.tags if scene.character else ())
