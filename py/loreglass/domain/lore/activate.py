"""Passes over the linked books: wake, roll, settle groups, spend the budget, feed the next pass.

Each pass spends what the earlier ones left: an entry that was dropped wakes nobody, and one that is in stays in.
Rules: memory-books.md, "Native rules" 7 and 8, exact points 4 to 10.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from loreglass.domain.asks import Asking
from loreglass.domain.context.budget import Purse
from loreglass.domain.lore.by_hand import by_hand
from loreglass.domain.lore.fitting import Fitting
from loreglass.domain.lore.groups import settle_groups
from loreglass.domain.lore.guards import guard
from loreglass.domain.lore.linked import LinkedBooks
from loreglass.domain.lore.memo import Memo, Reading, Scanned
from loreglass.domain.lore.outcome import ChanceFailed, Drop, Outcome
from loreglass.domain.lore.placing import has_place, in_prompt_order, placements
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.lore.rolls import Rolls
from loreglass.domain.lore.scan import scan
from loreglass.domain.lore.timing import Timers
from loreglass.domain.lore.verdict import EntryRef
from loreglass.domain.lore.waking import Feed, Waking
from loreglass.domain.lore.window import Window, grow
from loreglass.domain.lore.woken import Woken
from loreglass.domain.story.book import Book, Source
from loreglass.domain.story.scene import Scene


@dataclass(slots=True, kw_only=True)
class Activation:
    """What came of the books in a turn; lists are in the order of deciding."""

    scene: Scene
    policy: ActivationPolicy
    reading: Reading
    window: Window
    waking: Waking
    timers: Timers
    rolls: Rolls
    fitting: Fitting
    taken: list[Woken] = field(default_factory=list)
    dropped: list[Drop] = field(default_factory=list)
    _groups: dict[str, EntryRef] = field(default_factory=dict)

    def run(self) -> Asking[None]:
        """Every pass, from the first to the last."""
        linked, waking = self.reading.linked, self.waking
        levels = sorted({linked.entries[number].entry.recursion.delay_level for number in linked.delayed})
        steps = 1
        woken = yield from waking.first()
        while True:
            fed = yield from self._decide(woken)
            higher = [level for level in levels if level > waking.level]
            if self._may_recurse(steps) and fed is not None:
                waking.level = max(waking.level, min(levels, default=0))
                woken, steps = (yield from self._recurse(fed)), steps + 1
            elif self._wants_more() and self.window.low > 0:
                woken = yield from self._deepen()
            elif self._may_recurse(steps) and higher:
                waking.level = higher[0]
                woken, steps = (yield from self._recurse(frozenset())), steps + 1
            else:
                return

    def _may_recurse(self, steps: int) -> bool:
        most = self.scene.settings.max_recursion_steps
        return (not most or steps < most) and any(map(self._feeds, self.reading.linked.books))

    def _feeds(self, book: Book) -> bool:
        is_on = self.scene.settings.recursive if book.recursive is None else book.recursive
        return self.policy.reads_extras and is_on

    def _wants_more(self) -> bool:
        return self.policy.reads_extras and len(self.taken) < self.scene.settings.min_activations

    def _recurse(self, fed: frozenset[int]) -> Asking[list[Woken]]:
        self.waking.kind = "recursion"
        linked = self.reading.linked
        return (yield from self.waking.judge((*_users(fed, linked), *linked.delayed)))

    def _deepen(self) -> Asking[list[Woken]]:
        self.waking.kind = "deeper"
        turn = yield from grow(self.window)
        return (yield from self.waking.judge(_users(self.window.keys_of(turn), self.reading.linked)))

    def _decide(self, woken: list[Woken]) -> Asking[frozenset[int] | None]:
        """Takes some of the woken; gives the keywords that those newly feed to others, None if none of them feeds."""
        self.waking.settled.update(entry.item.number for entry in woken)
        passed = [entry for entry in woken if self._passes_chance(entry)]
        left, losers = settle_groups(passed, self._groups, self.rolls)
        taken, refused = yield from self.fitting.fit(left)
        self.taken += taken
        self.dropped += (*losers, *refused)
        for entry in taken:
            self._groups |= dict.fromkeys(entry.item.entry.groups, entry.item.ref)
        return (yield from self._feed(taken))

    def _passes_chance(self, entry: Woken) -> bool:
        percent = entry.item.entry.probability
        if percent >= 100 or entry.code in ("sticky", "forced"):
            return True
        roll = self.rolls.roll(entry.item.book.id, entry.item.entry.id) if percent > 0 else None
        if roll is not None and roll * 100 < percent:
            return True
        self.dropped.append(ChanceFailed(entry, roll))
        return False

    def _feed(self, taken: list[Woken]) -> Asking[frozenset[int] | None]:
        feeding = [entry for entry in taken if entry.item.entry.recursion.wakes and self._feeds(entry.item.book)]
        if not feeding:
            return None
        feeds = [Feed(entry, ("", text)) for entry in feeding for text in (entry.text, *entry.hidden_keys)]
        yield from scan((feed.scanned for feed in feeds), self.reading)
        before = self.waking.fed.keys() | self.reading.faults.keys()
        for feed in feeds:
            for key in self.reading.hits[feed.scanned] - before:
                self.waking.fed.setdefault(key, feed)
        return frozenset(self.waking.fed.keys() - before)


def _users(keys: Iterable[int], linked: LinkedBooks) -> set[int]:
    """The entries that have one of the keywords in any role."""
    found: set[int] = set()
    for key in keys:
        found.update(number for number, _ in linked.wakes.get(key, ()))
        found.update(linked.asks_about.get(key, ()))
    return found


def activate(scene: Scene, policy: ActivationPolicy, memo: Memo, window: Window) -> Asking[Outcome]:
    """What came of the books, from the first pass to the last."""
    reading = window.reading
    sources = yield from _sources(scene, reading)
    timers = Timers(scene)
    chosen = by_hand(scene.settings, reading.linked)
    blocked = chosen.over(guard(scene, reading.linked, timers))
    purse = Purse(
        limit_tokens=limit_tokens(scene, policy),
        book_limits=_book_limits(reading.linked.books) if policy.reads_extras else {},
        stops_at_overflow=policy.stops_at_overflow,
    )
    activation = Activation(
        scene=scene,
        policy=policy,
        reading=reading,
        window=window,
        waking=Waking(
            reading=reading,
            window=window,
            timers=timers,
            sources=sources,
            notes=dict(blocked),
            settled=set(blocked),
            pinned=chosen.pinned,
        ),
        timers=timers,
        rolls=Rolls(scene),
        fitting=Fitting(scene=scene, policy=policy, memo=memo, purse=purse),
    )
    yield from activation.run()
    return _outcome(activation)


def _outcome(activation: Activation) -> Outcome:
    placed = in_prompt_order(activation.taken, activation.policy)
    linked, timers = activation.reading.linked, activation.timers
    return Outcome(
        scene=activation.scene,
        window=activation.window,
        taken=activation.taken,
        placed=placed,
        placeless=[entry for entry in activation.taken if not has_place(entry)],
        dropped=activation.dropped,
        notes=activation.waking.notes,
        placements=placements(placed),
        limit_tokens=activation.fitting.purse.limit_tokens,
        used_tokens=sum(entry.cost_tokens for entry in placed if not entry.item.entry.budget.ignore),
        rolls_used=activation.rolls.used,
        timers=timers.after(activation.taken, (linked.entries[number] for number in linked.guarded)),
    )


def limit_tokens(scene: Scene, policy: ActivationPolicy) -> int:
    """The chat's memory budget: its per cent of the context where set."""
    settings = scene.settings
    percent = settings.memory_budget_percent if policy.reads_extras else None
    return settings.memory_budget_tokens if percent is None else int(percent * settings.context_tokens / 100)


def _book_limits(books: tuple[Book, ...]) -> dict[str, int]:
    return {book.id: book.budget for book in books if book.budget is not None}


def _sources(scene: Scene, reading: Reading) -> Asking[dict[Source, tuple[Scanned, ...]]]:
    """The other texts that entries read, scanned; none where no entry reads any."""
    if not reading.linked.reading_sources:
        return {}
    texts: dict[Source, tuple[Scanned, ...]] = {}
    for source, text in scene.sources:
        texts[source] = (*texts.get(source, ()), ("", text))
    yield from scan((scanned for group in texts.values() for scanned in group), reading)
    return texts
