"""Small parts that several screens share: the Import button, a page's head, switches, fields, empty states."""

from loreglass.shell.ui.node import Attr, Child, Node, h


def import_button(label: str = "Import") -> Node:
    """The button Import: a file input that takes many files, laid over the button's face."""
    return h(
        "span",
        {"class": "pick"},
        h("span", {"aria-hidden": "true"}, label),
        h(
            "input",
            {
                "type": "file",
                "multiple": True,
                "aria-label": label,
                "title": "",
                "data-action": "import-files",
                "data-on": "change",
            },
        ),
    )


def page_head(title: str, *actions: Child) -> Node:
    """The title of a list page with its buttons."""
    return h("header", {"class": "page-head"}, h("h1", None, title), h("div", {"class": "acts"}, *actions))


def button(label: str, action: str, item: str = "", *, kind: str = "", name: str = "", off: bool = False) -> Node:
    """A button for an action; `name` is its accessible name where the label alone does not say what it acts on."""
    attrs: dict[str, Attr] = {
        "type": "button",
        "class": kind or None,
        "data-action": action,
        "data-id": item or None,
        "aria-label": name or None,
        "disabled": off,
    }
    return h("button", attrs, label)


def switch(label: str, action: str, item: str, *, on: bool, off: bool = False) -> Node:
    """A switch with its label beside it."""
    attrs: dict[str, Attr] = {
        "type": "checkbox",
        "role": "switch",
        "data-action": action,
        "data-on": "change",
        "data-id": item,
        "checked": on or None,
        "disabled": off,
    }
    return h("label", None, h("input", attrs), label)


def field(label: str, box: str, control: Node, *, beside: Child = None, below: Child = None) -> Node:
    """A labelled control: label and a quiet word beside it, the control, a line below."""
    head = h("header", None, h("label", {"for": box}, label), beside)
    return h("div", {"class": "field"}, head, control, below)


def empty(claim: str, rest: str, *actions: Child) -> Node:
    """What stands where a list has nothing yet."""
    acts = h("div", {"class": "acts"}, *actions) if any(actions) else None
    return h("div", {"class": "empty"}, h("h2", None, claim), h("p", None, rest), acts)


def portrait(name: str, *, picture: str = "", file: str = "") -> Node:
    """A character's picture over its initial: a stored picture by id, or an offered file by token."""
    image = h("#picture", {"stored": picture or None, "file": file or None}) if picture or file else None
    return h("span", {"class": "portrait", "aria-hidden": "true"}, h("b", None, name.strip()[:1].upper()), image)
