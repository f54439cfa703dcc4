"""Node trees: what views return and the painter draws. A node is a text, or (tag, attributes, *children).

Tags and attributes that begin with `#` are the painter's own: `#island`, `#md`, `#value`, `#rev`, `#modal`,
`#focus`, `#stick`. May import the standard library only.
"""

import json
from collections.abc import Iterable, Mapping
from typing import TypeAlias

Attr: TypeAlias = str | bool | int | float | Mapping[str, str] | None
Attrs: TypeAlias = Mapping[str, Attr]
Node: TypeAlias = str | tuple["Part", ...]
Part: TypeAlias = Node | Attrs | None
Child: TypeAlias = Node | None

ISLANDS_KEPT = 3000
NESTED = '"#island"'


def h(tag: str, attrs: Attrs | None = None, *children: Child) -> Node:
    """An element. Children that are None are dropped, and so are attributes that are None or False."""
    kept = {name: value for name, value in attrs.items() if value is not None and value is not False} if attrs else None
    return (tag, kept or None, *(child for child in children if child is not None))


def icon(name: str) -> Node:
    """A picture from the page's sprite, hidden from assistive technology: its button or link carries the name."""
    return ("svg", {"class": "i", "aria-hidden": "true"}, ("use", {"href": f"#i-{name}"}))


def vh(text: str) -> Node:
    """A text that is read aloud but not seen."""
    return ("span", {"class": "vh"}, text)


def markdown(text: str, *names: str) -> Node:
    """A message's text, drawn as sanitised markdown; `names` are further classes of its element."""
    return ("#md", {"text": text, "class": classes("prose", *names), "dir": "auto", "key": "text"})


def island(key: str, node: Node) -> Node:
    """A part that crosses to the page, and is drawn again, only when it has changed; keys are the page's own."""
    return ("#island", {"key": key}, node)


class Islands:
    """What the page knows of islands: one that is the same as last time is told by its key alone."""

    def __init__(self) -> None:
        self._told: dict[str, tuple[Part, str]] = {}

    def encode(self, node: Node) -> str:
        """The node as JSON text."""
        return json.dumps(self._lean(node), ensure_ascii=False, separators=(",", ":"))

    def forget(self) -> None:
        """Nothing; every island will be told in full."""
        self._told.clear()

    def _lean(self, node: Node) -> Node:
        if isinstance(node, str):
            return node
        if node[0] == "#island":
            return self._island(node)
        return tuple(self._lean(part) if isinstance(part, tuple) else part for part in node)

    def _island(self, node: tuple[Part, ...]) -> Node:
        attrs, inside = node[1], node[2]
        assert isinstance(attrs, Mapping)
        assert isinstance(inside, tuple)
        key = str(attrs["key"])
        last = self._told.get(key)
        if last and last[0] is inside:
            return ("#island", {"key": key})
        text = json.dumps(inside, ensure_ascii=False, separators=(",", ":"))
        if NESTED in text:
            text = self.encode(inside)
        if len(self._told) >= ISLANDS_KEPT:
            self.forget()
        self._told[key] = (inside, text)
        return ("#island", {"key": key}) if last and last[1] == text else ("#island", {"key": key, "json": text})


def encode(node: Node) -> str:
    """The node as JSON text, for a page that knows nothing yet."""
    return Islands().encode(node)


def classes(*names: str | bool | None) -> str | None:
    """The names that are given, as a `class` attribute; None where there are none."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None


def spaced(nodes: Iterable[Node], between: str = " ") -> tuple[Node, ...]:
    """The nodes with a text between each two."""
    out: list[Node] = []
    for node in nodes:
        if out:
            out.append(between)
        out.append(node)
    return tuple(out)
