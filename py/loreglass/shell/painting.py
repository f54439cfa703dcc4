"""Paints the regions whose slices of the state have changed."""

import json
from collections.abc import Callable
from typing import Protocol

from loreglass.app.state import AppState
from loreglass.app.view_highlights import highlights
from loreglass.shell.ui.node import Islands
from loreglass.shell.ui.page import REGIONS, Region, body_class, page_title


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
    """Remembers what each region shows. A large region waits for the page's next turn, and shows the state of then."""

    def __init__(self, canvas: Canvas, later: Later = at_once) -> None:
        self._canvas = canvas
        self._later = later
        self._slices: dict[str, tuple[object, ...]] = {}
        self._shown: dict[str, str] = {}
        self._islands = Islands()
        self._state = AppState()
        self._is_waiting = False

    def paint(self, state: AppState) -> None:
        """The page shows this state, or will at its next turn."""
        self._state = state
        self._draw(state, large=False)

    def _draw(self, state: AppState, *, large: bool) -> None:
        """All regions in their order. One that fails leaves the others drawn, so that its error can be shown.

        Of the large regions that may wait, one is drawn where `large` is true.
        """
        errors: list[Exception] = []
        self._once("body", json.dumps({"class": body_class(state)}), self._dress_body)
        for region in REGIONS:
            try:
                slices = region.select(state)
                if same(self._slices.get(region.id), slices):
                    continue
                if self._can_wait(region, slices):
                    if not large:
                        self._wait()
                        continue
                    large = False
                self._region(region, slices)
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        self._once("title", page_title(state), self._canvas.title)
        if not self._is_waiting:
            self._once("highlights", highlights(state), self._canvas.highlight)

    def _can_wait(self, region: Region, slices: tuple[object, ...]) -> bool:
        """True for the large regions; a transcript only while it shows the same chat as before."""
        return region.large and self._later is not at_once and self._slices.get(region.id, ())[:1] == slices[:1]

    def _wait(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self._later(self._go_on)

    def _go_on(self) -> None:
        self._is_waiting = False
        self._draw(self._state, large=True)

    def _dress_body(self, attributes: str) -> None:
        self._canvas.dress("body", attributes)

    def _once(self, name: str, text: str, show: Callable[[str], None]) -> None:
        if self._shown.get(name) != text:
            self._shown[name] = text
            show(text)

    def _region(self, region: Region, slices: tuple[object, ...]) -> None:
        self._slices[region.id] = slices
        if region.nested and not slices:
            return
        node = region.render(*slices)
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
