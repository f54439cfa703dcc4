"""Looking things up in node trees, as a reader of the page would."""

from collections.abc import Iterator, Mapping
from html import escape

from loreglass.shell.ui.node import Node

VOID = {"input", "br", "hr", "img", "path", "circle", "rect", "line", "polygon", "polyline", "use"}
Element = tuple[str, Mapping[str, object], tuple[Node, ...]]


def parts(node: Node) -> Element | None:
    """Tag, attributes and children; None for a text. An island is what it holds."""
    if isinstance(node, str):
        return None
    tag, attrs, *children = node
    if tag == "#island":
        return parts(children[0])  # type: ignore[arg-type]
    assert isinstance(tag, str)
    return tag, attrs if isinstance(attrs, Mapping) else {}, tuple(child for child in children if child is not None)  # type: ignore[misc]


def elements(node: Node) -> Iterator[Element]:
    """Every element, outermost first."""
    found = parts(node)
    if found is None:
        return
    yield found
    for child in found[2]:
        yield from elements(child)


def text(node: Node) -> str:
    """All text, in order."""
    found = parts(node)
    if found is None:
        assert isinstance(node, str)
        return node
    return "".join(text(child) for child in found[2])


def named(node: Node, tag: str) -> list[str]:
    """The accessible names of the elements with a tag: their label, or their text."""
    out = []
    for kind, attrs, children in elements(node):
        if kind == tag:
            out.append(str(attrs.get("aria-label") or "".join(text(child) for child in children).strip()))
    return out


def html(node: Node) -> str:
    """The node as HTML, without what only the painter knows."""
    found = parts(node)
    if found is None:
        assert isinstance(node, str)
        return escape(node, quote=False)
    tag, attrs, children = found
    shown = "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in attrs.items()
        if not name.startswith("#") and name != "key"
    )
    inner = "".join(html(child) for child in children)
    return f"<{tag}{shown}>" if tag in VOID and not inner else f"<{tag}{shown}>{inner}</{tag}>"
