"""Setup: who is in the chat, the author's note, and what the user notes for themselves. Views."""

from loreglass.app.strings.cast import NARRATED, NARRATOR, NO_CHARACTERS
from loreglass.app.view_group import GroupView, MemberView, NotesView
from loreglass.shell.ui.node import Attr, Attrs, Node, h
from loreglass.shell.ui.pieces import button, field, switch

ORDERS = {
    "manual": "Whoever I choose",
    "round": "One after the other",
    "talkative": "By chance, the talkative more often",
    "mention": "Whoever is named",
}
ROLES = {"system": "System", "user": "You", "assistant": "Character"}


def who_replies(view: GroupView) -> tuple[Node | None, ...]:
    """Who replies: one character, or nobody (a narrator), with the way to make it a group; or the members of one."""
    if view.members:
        legend = h("legend", None, "Who replies: a group")
        members = h("ul", {"class": "members", "role": "list"}, *(_member(each, view) for each in view.members))
        return (h("fieldset", {"class": "group", "key": "group"}, legend, members, _order(view), _add(view)),)
    if not view.choices:
        words = h(
            "p", {"class": "quiet", "key": "nobody"}, NO_CHARACTERS, " ", h("a", {"href": "#/cast"}, "Import one")
        )
        return (words,)
    options = (("", NARRATOR), *view.choices)
    below = None if view.replies else h("p", {"class": "from"}, NARRATED)
    alone = _select("chat-character", "Who replies", options, view.replies, off=not view.writer, below=below)
    return alone, _add(view) if view.replies else None


def _member(member: MemberView, view: GroupView) -> Node:
    slider: Attrs = {
        "type": "range",
        "min": "0",
        "max": "100",
        "step": "5",
        "aria-label": f"How talkative {member.name} is, in per cent",
        "data-action": "member-talk",
        "data-on": "change",
        "data-id": member.id,
        "value": str(member.percent),
        "disabled": not view.writer,
    }
    talks = h("label", {"class": "talks"}, "Talkative", h("input", slider)) if view.order == "talkative" else None
    remove = button("Remove", "member-remove", member.id, kind="ghost", name=f"Remove {member.name} from the chat")
    return h(
        "li",
        {"key": member.id},
        h("b", {"dir": "auto"}, member.name),
        h("span", {"class": "switches"}, _mute(member, view)),
        talks,
        remove if view.writer else None,
    )


def _mute(member: MemberView, view: GroupView) -> Node:
    """The switch that mutes; the label is the same in every row, so that the switches stand in one column."""
    attrs: Attrs = {
        "type": "checkbox",
        "role": "switch",
        "aria-label": f"Mute {member.name}",
        "data-action": "member-mute",
        "data-on": "change",
        "data-id": member.id,
        "checked": member.muted or None,
        "disabled": not view.writer,
    }
    return h("label", None, h("input", attrs), "Mute")


def _order(view: GroupView) -> Node:
    return _select("turn-order", "Who speaks next", tuple(ORDERS.items()), view.order, off=not view.writer)


def _add(view: GroupView) -> Node | None:
    if not view.free or not view.writer:
        return None
    label = "Add a character" if view.members else "Add a character, for a group"
    return _select("member-add", label, (("", "Nobody"), *view.free), "", off=False)


def _select(
    action: str,
    label: str,
    options: tuple[tuple[str, str], ...],
    chosen: str,
    *,
    off: bool,
    below: Node | None = None,
) -> Node:
    box = f"setup-{action}"
    attrs: Attrs = {"id": box, "data-action": action, "data-on": "change", "disabled": off, "key": str(len(options))}
    rows = (
        h("option", {"value": value, "key": value, "selected": value == chosen or None}, words)
        for value, words in options
    )
    return field(label, box, h("select", attrs, *rows), below=below)


def notes(view: NotesView) -> tuple[Node, ...]:
    """The author's note, the switch for names, and the user's own notes."""
    own = (
        _text("character-memo", item, f"On {name}", note, "", off=not view.writer)
        for item, name, note in view.characters
    )
    return (
        h("fieldset", {"class": "notes-of"}, h("legend", None, "Author’s note"), *_author_note(view)),
        h(
            "div",
            {"class": "switches"},
            switch("Stop when it speaks for you", "chat-stop-at-names", "", on=view.stop_at_names, off=not view.writer),
        ),
        h(
            "fieldset",
            {"class": "notes-of"},
            h("legend", None, "Your notes, never sent"),
            _text("chat-memo", "", "On this chat", view.memo, "", off=not view.writer),
            *own,
        ),
    )


def _author_note(view: NotesView) -> tuple[Node, ...]:
    hint = "Goes in near the end of the history. Every 0 is never."
    return (
        _text("note-text", "", "Note", view.note.text, hint, off=not view.writer),
        h(
            "div",
            {"class": "pair"},
            _number("note-depth", "Depth", "messages from the end", view.note.depth_messages, view),
            _number("note-every", "Every", "of your messages", view.note.every_messages, view),
        ),
        _select("note-role", "Sent as", tuple(ROLES.items()), view.note.role, off=not view.writer),
    )


def _text(action: str, item: str, label: str, text: str, hint: str, *, off: bool) -> Node:
    box = f"setup-{action}-{item}" if item else f"setup-{action}"
    attrs: dict[str, Attr] = {
        "id": box,
        "rows": 3,
        "dir": "auto",
        "data-action": action,
        "data-on": "change",
        "data-id": item or None,
        "#value": text,
        "#rev": text,
        "disabled": off,
    }
    below = h("p", {"class": "from"}, hint) if hint else None
    return h("div", {"key": box}, field(label, box, h("textarea", attrs), below=below))


def _number(action: str, label: str, unit: str, value: int, view: NotesView) -> Node:
    box = f"setup-{action}"
    attrs: Attrs = {
        "id": box,
        "type": "number",
        "min": "0",
        "step": "1",
        "inputmode": "numeric",
        "data-action": action,
        "data-on": "change",
        "#value": str(value),
        "#rev": str(value),
        "disabled": not view.writer,
    }
    return field(label, box, h("input", attrs), beside=h("span", None, unit))
