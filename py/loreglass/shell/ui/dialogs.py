"""Dialogs: a new chat, the report of a bug. Views."""

from loreglass.app.programs import rules_for
from loreglass.app.state import Library, NewChat
from loreglass.app.strings import counted
from loreglass.app.strings.programs import NAMES, NOTES
from loreglass.domain.story.cast import Character
from loreglass.shell.ui.node import Attr, Attrs, Node, h, icon
from loreglass.shell.ui.pieces import button, field

PREVIEW_CHARS = 600


def dialog(new_chat: NewChat | None, library: Library, failure: str) -> Node | None:
    """The one dialog to show, the gravest first; None when there is none."""
    if failure:
        return _failure(failure)
    if new_chat is not None:
        return _new_chat(new_chat, library)
    return None


def framed(title: str, key: str, *children: Node | None, closing: str = "dialog-close") -> Node:
    """A modal dialog with its title and a button that closes it."""
    close: Attrs = {"type": "button", "class": "ghost icon", "data-action": closing, "aria-label": "Close"}
    head = h("div", {"class": "dialog-head"}, h("h1", {"id": "dialog-title"}, title), h("button", close, icon("x")))
    attrs: dict[str, Attr] = {
        "#modal": True,
        "key": key,
        "class": "pane",
        "aria-labelledby": "dialog-title",
    }
    return h("dialog", attrs, h("section", {"class": "dialog-in"}, head, *children))


def _failure(report: str) -> Node:
    return framed(
        "Something broke",
        "failure",
        h("p", None, "A mistake of ours, not yours. What was saved is saved, and your draft is still there."),
        h("p", None, "The report names the place in the program. It has no texts of yours and no keys."),
        h("pre", {"class": "report", "tabindex": "0", "aria-label": "Report"}, report),
        h(
            "div",
            {"class": "acts"},
            button("Copy the report", "failure-copy"),
            button("Go on", "failure-close"),
            h("button", {"type": "button", "class": "primary", "data-action": "reload", "#focus": True}, "Reload"),
        ),
        closing="failure-close",
    )


def _new_chat(new_chat: NewChat, library: Library) -> Node:
    character = next((one for one in library.characters if one.id == new_chat.character_id), None)
    cast = tuple((one.id, one.name or "Unnamed") for one in library.characters)
    personas = tuple((one.id, one.name or "Unnamed") for one in library.personas)
    return framed(
        "New chat",
        "new-chat",
        h(
            "form",
            {"class": "new-chat", "data-action": "chat-create", "data-on": "submit"},
            _choice("Character", "character", cast, new_chat.character_id, "Nobody yet"),
            _choice("Persona", "persona", personas, new_chat.persona_id, "You, unnamed"),
            _greetings(character, new_chat.greeting),
            _books(new_chat, library, character),
            _rules(new_chat, library),
            h(
                "div",
                {"class": "acts"},
                button("Cancel", "dialog-close"),
                h("button", {"type": "submit", "class": "primary"}, "Create"),
            ),
        ),
    )


def _rules(new_chat: NewChat, library: Library) -> Node:
    """Whose rules the chat plays by, chosen already where a card or a book was written for another program."""
    chosen = rules_for(new_chat, library)
    attrs: Attrs = {
        "id": "new-rules", "name": "rules", "data-action": "chat-new-field", "data-on": "change", "data-id": "rules"
    }  # fmt: skip
    options = (
        h("option", {"value": value, "selected": value == chosen or None}, name) for value, name in NAMES.items()
    )
    note = h("p", {"class": "from"}, NOTES[chosen])
    return field("Rules", "new-rules", h("select", attrs, *options), below=note)


def _choice(label: str, name: str, options: tuple[tuple[str, str], ...], chosen: str | None, none: str) -> Node:
    attrs: dict[str, Attr] = {
        "id": f"new-{name}", "name": name, "data-action": "chat-new-field", "data-on": "change", "data-id": name
    }  # fmt: skip
    rows = (("", none), *options)
    if name == "character":
        attrs["#focus"] = True
    box = h(
        "select",
        attrs,
        *(h("option", {"value": value, "selected": value == (chosen or "")}, text) for value, text in rows),
    )
    return field(label, f"new-{name}", box)


def _greetings(character: Character | None, chosen: int) -> Node | None:
    """How the chat begins: a choice where the card has more than one greeting, else the one as a preview."""
    if character is None:
        return None
    texts = character.greetings
    if not texts:
        return h("p", {"class": "quiet"}, "The card has no greeting. You speak first.")
    rows = (_greeting(place, text, chosen=place == chosen) for place, text in enumerate(texts))
    legend = "It begins with" if len(texts) == 1 else f"It begins with one of {counted(len(texts), 'greeting')}"
    return h("fieldset", {"class": "greetings"}, h("legend", None, legend), *rows)


def _greeting(place: int, text: str, *, chosen: bool) -> Node:
    attrs: dict[str, Attr] = {
        "type": "radio",
        "name": "greeting",
        "value": str(place),
        "checked": chosen or None,
        "data-action": "chat-new-field",
        "data-on": "change",
        "data-id": "greeting",
        "aria-label": f"Greeting {place + 1}",
        "aria-describedby": f"greeting-{place}",
    }
    shown = text if len(text) <= PREVIEW_CHARS else f"{text[:PREVIEW_CHARS].rstrip()}…"
    return h(
        "label", {"key": str(place)}, h("input", attrs), h("span", {"id": f"greeting-{place}", "dir": "auto"}, shown)
    )


def _books(new_chat: NewChat, library: Library, character: Character | None) -> Node | None:
    own = character.book_ids if character is not None else ()
    free = tuple(row for row in library.books if row.id not in own)
    owned = tuple(row.name for row in library.books if row.id in own)
    note = h("p", {"class": "quiet"}, f"{', '.join(owned)} comes with the character.") if owned else None
    if not free:
        return note
    rows = (
        h(
            "label",
            {"key": row.id},
            h(
                "input",
                {
                    "type": "checkbox",
                    "name": f"book:{row.id}",
                    "checked": row.id in new_chat.book_ids or None,
                    "data-action": "chat-new-field",
                    "data-on": "change",
                    "data-id": f"book:{row.id}",
                },
            ),
            row.name,
            h("small", None, counted(row.entry_count, "entry", "entries")),
        )
        for row in free
    )
    return h("fieldset", {"class": "opts"}, h("legend", None, "Books"), *rows, note)
