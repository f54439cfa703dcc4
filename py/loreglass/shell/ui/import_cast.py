"""Who replies in an offered chat: one choice, or one for each name of a group. View."""

from loreglass.app.strings.import_cast import WHO
from loreglass.app.view_import_cast import CastView, PartView
from loreglass.shell.ui.node import Attrs, Node, h


def import_cast(token: str, view: CastView) -> Node:
    """The question with what the file says, and the choices."""
    said = h("p", {"class": "from", "dir": "auto"}, view.said)
    if len(view.parts) == 1:
        (part,) = view.parts
        head = h("header", None, h("label", {"for": _box(token, part)}, WHO))
        note = h("p", {"class": "from", "dir": "auto"}, view.note) if view.note else None
        return h("div", {"class": "field who", "key": "who"}, head, said, _choice(token, part), note)
    rows = (
        h(
            "li",
            {"key": str(part.place)},
            h("label", {"for": _box(token, part), "dir": "auto"}, part.name),
            _choice(token, part),
        )
        for part in view.parts
    )
    names = h("ul", {"class": "clashes who", "role": "list"}, *rows)
    return h("fieldset", {"class": "opts who", "key": "who"}, h("legend", None, WHO), said, names)


def _box(token: str, part: PartView) -> str:
    return f"import-cast-{token}-{part.place}"


def _choice(token: str, part: PartView) -> Node:
    attrs: Attrs = {
        "id": _box(token, part),
        "data-action": "import-cast",
        "data-on": "change",
        "data-id": f"{token}/{part.place}",
    }
    options = (
        h("option", {"value": value, "key": value, "selected": value == part.chosen or None}, said)
        for value, said in part.choices
    )
    return h("select", attrs, *options)
