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


def markdown(text: str) -> Node:
    """A message's text, drawn as sanitised markdown."""
    return ("#md", {"text": text})


def island(key: str, node: Node) -> Node:
    """A part that is drawn again only when its own JSON has changed."""
    return island_of(key, encode(node))


def island_of(key: str, encoded: str) -> Node:
    """An island whose JSON is at hand already."""
    return ("#island", {"key": key, "json": encoded})


def encode(node: Node) -> str:
    """The node as JSON text."""
    return json.dumps(node, ensure_ascii=False, separators=(",", ":"))


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
