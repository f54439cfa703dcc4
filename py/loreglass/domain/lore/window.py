"""The messages in depth, and for each keyword the newest of them that has it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from loreglass.domain.asks import TICK, Asking, Span
from loreglass.domain.lore.linked import IndexedEntry
from loreglass.domain.lore.memo import Best, Newest, Reading, Scanned
from loreglass.domain.lore.scan import place_of, read_texts, scan
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.scene import Scene

_TURNS_A_TICK = 100
_KEYS_A_TICK = 500


@dataclass(slots=True, kw_only=True)
class Window:
    """The chat as keywords see it. Turns are counted from the oldest (0); the depth may grow."""

    reading: Reading
    turns: tuple[Turn, ...]
    scans_names: bool
    depth_messages: int
    newest: Newest = field(default_factory=Newest)
    draft: frozenset[int] = frozenset()
    """Keywords of the draft, which is the last turn."""

    @property
    def low(self) -> int:
        """The oldest turn in the chat's depth."""
        return len(self.turns) - min(len(self.turns), max(0, self.depth_messages))

    @property
    def sent(self) -> tuple[Turn, ...]:
        """The turns without the draft."""
        return self.newest.turns

    def draft_places(self) -> Iterator[tuple[int, bool, Span]]:
        """Each keyword of the draft, whether it is in the name, and its place there."""
        if len(self.sent) < len(self.turns):
            for key in self.draft | self._in_every_turn():
                yield key, *place_of(key, self.scanned(len(self.turns) - 1), self.reading)

    def floor_of(self, item: IndexedEntry) -> int:
        """The oldest turn that an entry looks at."""
        return self.low if item.depth_messages is None else len(self.turns) - max(0, item.depth_messages)

    def newest_turn(self, key: int, floor: int) -> int | None:
        """The newest turn, not older than `floor`, that has the keyword."""
        if key in self.draft or key == self.reading.linked.index.any_message:
            turn = len(self.turns) - 1
        else:
            turn = self.newest.by_key.get(key, -1)
        return None if turn < max(0, floor) or key in self.reading.faults else turn

    def scanned(self, turn: int) -> Scanned:
        """A turn as it is scanned."""
        there = self.turns[turn]
        return (there.name if self.scans_names else "", there.text)

    def keys_of(self, turn: int) -> frozenset[int]:
        """The keywords of one turn in depth."""
        return self.reading.hits.get(self.scanned(turn), self.draft) | self._in_every_turn()

    def _in_every_turn(self) -> frozenset[int]:
        any_message = self.reading.linked.index.any_message
        return frozenset() if any_message is None or not self.turns else frozenset((any_message,))

    def best_by_entry(self) -> Asking[dict[int, Best]]:
        """For each entry with a keyword in a scanned turn, the best of them."""
        newest, faults = self.newest, self.reading.faults
        if newest.by_entry is None or newest.faults_then != len(faults):
            newest.by_entry = yield from _best_by_entry(newest.by_key, self.reading)
            newest.faults_then = len(faults)
        last = len(self.turns) - 1
        best = dict(newest.by_entry)
        for key in (self.draft | self._in_every_turn()) - faults.keys():
            for number, place in self.reading.linked.wakes.get(key, ()):
                best[number] = max(best.get(number, (-1, 0)), (last, -place))
        return best


def _best_by_entry(by_key: dict[int, int], reading: Reading) -> Asking[dict[int, Best]]:
    best: dict[int, Best] = {}
    wakes = reading.linked.wakes
    for count, (key, turn) in enumerate(by_key.items()):
        if count % _KEYS_A_TICK == 0:
            yield TICK
        if key in reading.faults:
            continue
        for number, place in wakes.get(key, ()):
            found = (turn, -place)
            if found > best.get(number, (-1, 0)):
                best[number] = found
    return best


def see(scene: Scene, reading: Reading) -> Asking[Window]:
    """The window on the scene's chat, every text in depth scanned."""
    window = Window(
        reading=reading,
        turns=scene.turns,
        scans_names=scene.settings.scan_names,
        depth_messages=scene.settings.memory_depth_messages,
    )
    _keep_sent_draft(window)
    count = len(scene.turns)
    sent = scene.turns[:-1] if scene.draft else scene.turns
    yield from _cover(window, sent, min(window.low, count - min(count, reading.linked.deepest_messages)))
    if scene.draft and scene.turns:
        window.draft = yield from _draft_hits(window)
    return window


def grow(window: Window) -> Asking[int]:
    """The turn that one message more of depth brings in."""
    window.depth_messages = len(window.turns) - window.low + 1
    yield from _cover(window, window.newest.turns, window.low)
    return window.low


def _keep_sent_draft(window: Window) -> None:
    reading = window.reading
    if reading.draft is None:
        return
    scanned, hits = reading.draft
    if any(window.scanned(turn) == scanned for turn in range(len(window.turns))[-2:]):
        reading.hits.setdefault(scanned, hits)
    elif scanned not in reading.hits:
        reading.spans.pop(scanned, None)
    reading.draft = None


def _draft_hits(window: Window) -> Asking[frozenset[int]]:
    """Keywords of the draft. It is kept apart: a text a keystroke would fill the memo."""
    reading = window.reading
    scanned = window.scanned(len(window.turns) - 1)
    hits = reading.hits.get(scanned)
    if hits is None:
        hits = (yield from read_texts((scanned,), reading))[scanned]
    reading.draft = (scanned, hits)
    return hits


def _cover(window: Window, turns: tuple[Turn, ...], low: int) -> Asking[None]:
    """Gives the window the newest hits of `turns`, from `low` or further back."""
    reading = window.reading
    newest = reading.newest
    known = len(newest.turns)
    # What is known and lies below the depth is of no use: going on from it would read all that lies between.
    if known <= low or newest.scans_names != window.scans_names or turns[:known] != newest.turns:
        known = len(turns)
        newest = Newest(turns=turns, scans_names=window.scans_names, low=known)
    if known < len(turns) or low < newest.low:
        low = min(low, newest.low)
        older, later = range(low, newest.low), range(known, len(turns))
        yield from scan((window.scanned(turn) for turn in (*older, *later)), reading)
        by_key: dict[int, int] = {}
        yield from _take(window, older, by_key)
        by_key.update(newest.by_key)
        yield from _take(window, later, by_key)
        newest = Newest(turns=turns, scans_names=window.scans_names, low=low, by_key=by_key)
    window.newest = reading.newest = newest


def _take(window: Window, turns: range, by_key: dict[int, int]) -> Asking[None]:
    hits = window.reading.hits
    for turn in turns:
        if turn % _TURNS_A_TICK == 0:
            yield TICK
        by_key.update(dict.fromkeys(hits[window.scanned(turn)], turn))
