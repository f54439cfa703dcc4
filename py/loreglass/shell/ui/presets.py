"""Presets: the list, and the page of one. Views."""

from loreglass.app.view_presets import PresetRow, PresetView
from loreglass.shell.ui.node import Attrs, Node, h, icon
from loreglass.shell.ui.pieces import button, import_button, page_head
from loreglass.shell.ui.preset_more import samplers, sizes, stop, template, text_format
from loreglass.shell.ui.preset_parts import enabled_words, part_list


def presets(rows: tuple[PresetRow, ...], outdated: bool) -> Node:
    """The page of all presets."""
    new: Attrs = {"type": "button", "class": "primary", "data-action": "preset-duplicate", "disabled": outdated}
    head = page_head(
        "Presets",
        button("Trash", "trash-show", kind="ghost"),
        import_button(),
        h("button", new, icon("plus"), "New preset"),
    )
    said = (
        "A preset is the order of the prompt with its own texts, caps and samplers. A chat plays by the usual one, "
        "or by one that is chosen in its Setup."
    )
    return h(
        "div",
        {"class": "page"},
        h(
            "div",
            {"class": "page-in list-page"},
            head,
            h("p", {"class": "quiet"}, said),
            h("ul", {"class": "things", "role": "list"}, *(_row(row) for row in rows)),
        ),
    )


def _row(row: PresetRow) -> Node:
    name = h("a", {"class": "name", "href": f"#/presets/{row.id}", "dir": "auto"}, row.name)
    if not row.id:
        name = h("span", {"class": "name"}, row.name)
    usual = h("span", {"class": "tag"}, "usual") if row.is_usual else None
    return h(
        "li",
        {"class": "thing", "key": row.id or "own"},
        h("div", {"class": "say"}, name, h("p", {"class": "quiet num"}, h("span", None, row.note), usual)),
        None if row.is_usual else _act("Make it the usual", "preset-everywhere", row),
        _act("Duplicate", "preset-duplicate", row),
        _act("Export", "preset-export", row) if row.id else None,
        _act("Delete", "preset-delete", row) if row.id else None,
    )


def _act(label: str, action: str, row: PresetRow) -> Node:
    return button(label, action, row.id, kind="ghost", name=f"{label}: {row.name}")


def preset_page(view: PresetView) -> Node:
    """The page of one preset; every change is saved as it is made."""
    preset = view.preset
    return h(
        "div",
        {"class": "page", "key": preset.id},
        h(
            "div",
            {"class": "page-in preset-in"},
            _crumb(view),
            h("h1", {"class": "vh"}, preset.name or "Unnamed preset"),
            h("div", None, h("label", {"class": "vh", "for": "preset-name"}, "Name"), h("input", _name(view))),
            h("p", {"class": "note err"}, icon("bad"), h("span", None, view.trouble)) if view.trouble else None,
            _order(view),
            _section("sizes", "Sizes", sizes(view)),
            _section("format", "Text completion", text_format(view), template(view)),
            _section("writes", "How the model writes", samplers(view), stop(view)),
        ),
    )


def _crumb(view: PresetView) -> Node:
    preset = view.preset
    return h(
        "div",
        {"class": "preset-crumb"},
        h("a", {"href": "#/presets"}, "All presets"),
        h("span", {"class": "quiet"}, view.state),
        h("span", {"class": "grow"}),
        button("Duplicate", "preset-duplicate", preset.id, kind="ghost"),
        button("Export", "preset-export", preset.id, kind="ghost"),
        button("Delete", "preset-delete", preset.id, kind="ghost", name=f"Delete {preset.name}"),
    )


def _name(view: PresetView) -> Attrs:
    return {
        "id": "preset-name",
        "class": "title-in",
        "type": "text",
        "dir": "auto",
        "autocomplete": "off",
        "data-action": "preset-field",
        "data-on": "change",
        "data-id": "name",
        "#value": view.preset.name,
        "#rev": view.preset.name,
    }


def _order(view: PresetView) -> Node:
    words = enabled_words(view.sections)
    words += f" Counted in {view.counted_in}, for its next turn." if view.counted_in else ""
    hint = "" if view.counted_in else " Open a chat first, and each part says what it costs there."
    is_templated = bool(view.preset.template.strip())
    templated = h("p", {"class": "quiet"}, "The template below writes the prompt, so this order is not used.")
    cuts = tuple(h("li", None, sentence) for sentence in view.cuts)
    return _section(
        "order",
        "Order of the prompt",
        h("p", {"class": "quiet num"}, words + hint),
        templated if is_templated else None,
        part_list(view.sections),
        h("div", {"class": "acts"}, button("Add a text of your own", "section-new")),
        h("ul", {"class": "quiet cuts", "aria-label": "What gave way"}, *cuts) if cuts else None,
    )


def _section(name: str, title: str, *inside: Node | None) -> Node:
    box = f"preset-{name}-title"
    return h("section", {"class": "preset-part", "aria-labelledby": box}, h("h2", {"id": box}, title), *inside)
