"""Paints the regions whose slices of the state have changed."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from loreglass.app.commands import SHORTCUTS
from loreglass.app.state import AppState
from loreglass.app.view_chat import Transcript
from loreglass.app.view_highlights import highlights
from loreglass.shell.ui.node import Islands, Node
from loreglass.shell.ui.page import REGIONS, Region, body_class, page_title

MESSAGES_A_TURN = 25


class Canvas(Protocol):
    """The painter's side of the bridge: JSON text in."""

    def paint(self, region: str, node: str) -> None:
        """Show a node tree in a region."""
        ...

    def dress(self, region: str, attributes: str) -> None:
        """Give a region's own element attributes."""
        ...

    def highlight(self, places: str) -> None:
        """Mark words in messages."""
        ...

    def title(self, text: str) -> None:
        """Set the document's title."""
        ...


Later = Callable[[Callable[[], None]], None]


def at_once(work: Callable[[], None]) -> None:
    """Nothing; the work is done now."""
    work()


class Painter:
    """Remembers what each region shows.

    A large region waits for the page's next turns: in one it is worked out from the state of then, in the next it is
    shown. A long transcript comes in parts.
    """

    def __init__(self, canvas: Canvas, later: Later = at_once) -> None:
        self._canvas = canvas
        self._later = later
        self._slices: dict[str, tuple[object, ...]] = {}
        self._shown: dict[str, str] = {}
        self._islands = Islands()
        self._state = AppState()
        self._is_waiting = False
        self._ready: tuple[Region, Node | None] | None = None

    def paint(self, state: AppState) -> None:
        """The page shows this state, or will at its next turn."""
        self._state = state
        self._draw(state, large=False)

    def _draw(self, state: AppState, *, large: bool) -> None:
        """All regions in their order. One that fails leaves the others drawn, so that its error can be shown.

        Of the large regions that may wait, one is worked out where `large` is true.
        """
        errors: list[Exception] = []
        self._once("body", json.dumps({"class": body_class(state), "data-shortcuts": SHORTCUTS}), self._dress_body)
        for region in REGIONS:
            try:
                slices = region.select(state)
                if same(self._slices.get(region.id), slices):
                    continue
                if not self._can_wait(region, slices):
                    self._forget(region)
                    self._show(region, self._render(region, slices))
                elif large:
                    large = False
                    self._ready = region, self._render(region, self._part(region, slices))
                    self._wait()
                else:
                    self._leave(region, slices)
                    self._wait()
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        self._once("title", page_title(state), self._canvas.title)
        if not self._is_waiting:
            self._once("highlights", highlights(state), self._canvas.highlight)

    def _can_wait(self, region: Region, slices: tuple[object, ...]) -> bool:
        """True for the large regions; another part of the panel is drawn at once."""
        is_same = self._slices.get(region.id, ())[:1] == slices[:1]
        return region.large and self._later is not at_once and (is_same or region.nested)

    def _leave(self, region: Region, slices: tuple[object, ...]) -> None:
        """Another chat's transcript goes at once, though the new one waits."""
        if region.id in self._slices and self._slices[region.id][:1] != slices[:1]:
            self._ready = None
            self._slices[region.id] = ()
            self._canvas.paint(region.id, "null")

    def _forget(self, region: Region) -> None:
        """What was worked out of the region before, and not shown yet, never is."""
        if self._ready is not None and self._ready[0] is region:
            self._ready = None

    def _part(self, region: Region, slices: tuple[object, ...]) -> tuple[object, ...]:
        """The slices; of a transcript only so many messages more than the page shows by now, the newest first."""
        before = self._slices.get(region.id, ())
        shown = slices[-1] if slices else None
        if not isinstance(shown, Transcript):
            return slices
        last = before[-1] if before[:1] == slices[:1] else None
        goes_on = isinstance(last, Transcript) and last.shown_to > shown.shown_from
        there = last.shown_from if isinstance(last, Transcript) and goes_on else shown.shown_to
        first = min(there, shown.shown_to) - MESSAGES_A_TURN
        if first <= shown.shown_from:
            return slices
        self._wait()
        return (*slices[:-1], replace(shown, shown_from=first))

    def _wait(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self._later(self._go_on)

    def _go_on(self) -> None:
        """What was worked out is shown, or one more large region is worked out: never both in one turn."""
        self._is_waiting = False
        ready, self._ready = self._ready, None
        if ready is not None:
            self._show(*ready)
        self._draw(self._state, large=ready is None)

    def _dress_body(self, attributes: str) -> None:
        self._canvas.dress("body", attributes)

    def _once(self, name: str, text: str, show: Callable[[str], None]) -> None:
        if self._shown.get(name) != text:
            self._shown[name] = text
            show(text)

    def _render(self, region: Region, slices: tuple[object, ...]) -> Node | None:
        self._slices[region.id] = slices
        return None if region.nested and not slices else region.render(*slices)

    def _show(self, region: Region, node: Node | None) -> None:
        """The region shows the node; a nested one without anything to show is let alone."""
        if node is None and region.nested:
            return
        try:
            self._canvas.paint(region.id, "null" if node is None else self._islands.encode(node))
        except Exception:
            self._islands.forget()
            raise


def same(old: tuple[object, ...] | None, new: tuple[object, ...]) -> bool:
    """True when nothing changed: by identity first, which is what it mostly is."""
    if old is None or len(old) != len(new):
        return False
    return all(a is b or (type(a) is type(b) and a == b) for a, b in zip(old, new, strict=True))
