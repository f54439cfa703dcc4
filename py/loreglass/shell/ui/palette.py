"""The list of commands: a box to type in, and what fits. View."""

from loreglass.app.opened import Palette
from loreglass.app.view_palette import PaletteRow
from loreglass.shell.ui.dialogs import framed
from loreglass.shell.ui.node import Attrs, Node, h, spaced


def palette_dialog(palette: Palette, rows: tuple[PaletteRow, ...]) -> Node:
    """The box, and the list it is a combobox of: arrows choose, Enter runs."""
    at = min(palette.at, len(rows) - 1)
    box: Attrs = {
        "type": "text",
        "id": "palette-text",
        "role": "combobox",
        "aria-label": "Command, chat or book",
        "aria-expanded": "true",
        "aria-controls": "palette-list",
        "aria-autocomplete": "list",
        "aria-activedescendant": f"palette-{at}" if rows else None,
        "autocomplete": "off",
        "placeholder": "What would you like to do?",
        "data-action": "palette-text",
        "data-on": "input",
        "data-keys": "palette",
        "#value": "",
        "#rev": 0,
        "#focus": True,
    }
    options = (_row(place, row, chosen=place == at) for place, row in enumerate(rows))
    listed: Node = h("ul", {"id": "palette-list", "role": "listbox", "aria-label": "What fits"}, *options)
    if not rows:
        listed = h(
            "div", {"id": "palette-list"}, h("p", {"class": "quiet", "role": "status"}, "Nothing has these words.")
        )
    return framed(
        "Commands",
        "palette",
        h("form", {"class": "palette", "data-action": "palette-run", "data-on": "submit"}, h("input", box), listed),
    )


def _row(place: int, row: PaletteRow, *, chosen: bool) -> Node:
    attrs: Attrs = {
        "role": "option",
        "id": f"palette-{place}",
        "aria-selected": "true" if chosen else "false",
        "data-action": "palette-run",
        "data-id": str(place),
        "key": f"{row.action} {row.item}",
    }
    caps = spaced(tuple(h("kbd", None, cap) for cap in row.keys), " ")
    keys = h("span", {"class": "caps", "aria-hidden": "true"}, *caps) if row.keys else None
    return h("li", attrs, h("span", {"dir": "auto"}, row.name), keys)
