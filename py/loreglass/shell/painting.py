"""Paints the regions whose slices of the state have changed."""

import json
from collections.abc import Callable
from typing import Protocol

from loreglass.app.state import AppState
from loreglass.app.view_highlights import highlights
from loreglass.shell.ui.node import encode
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


class Painter:
    """Remembers what each region shows."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._slices: dict[str, tuple[object, ...]] = {}
        self._shown: dict[str, str] = {}

    def paint(self, state: AppState) -> None:
        """The page shows this state. A region that fails leaves the others drawn, so that its error can be shown."""
        errors: list[Exception] = []
        self._once("body", json.dumps({"class": body_class(state)}), self._dress_body)
        for region in REGIONS:
            try:
                self._region(region, state)
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        self._once("title", page_title(state), self._canvas.title)
        self._once("highlights", highlights(state), self._canvas.highlight)

    def _dress_body(self, attributes: str) -> None:
        self._canvas.dress("body", attributes)

    def _once(self, name: str, text: str, show: Callable[[str], None]) -> None:
        if self._shown.get(name) != text:
            self._shown[name] = text
            show(text)

    def _region(self, region: Region, state: AppState) -> None:
        slices = region.select(state)
        if same(self._slices.get(region.id), slices):
            return
        self._slices[region.id] = slices
        if region.nested and not slices:
            return
        node = region.render(*slices)
        self._canvas.paint(region.id, "null" if node is None else encode(node))


def same(old: tuple[object, ...] | None, new: tuple[object, ...]) -> bool:
    """True when nothing changed: by identity first, which is what it mostly is."""
    if old is None or len(old) != len(new):
        return False
    return all(a is b or (type(a) is type(b) and a == b) for a, b in zip(old, new, strict=True))
