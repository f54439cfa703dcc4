"""The cast: characters from cards, and the personas that the user plays. Views: library in, node out.

A card's texts come from strangers: they are shown as text, never as markup.
"""

from loreglass.app.state import Library
from loreglass.app.strings import counted
from loreglass.domain.ids import CharacterId
from loreglass.domain.story.cast import Character, Persona
from loreglass.shell.ui.node import Attrs, Node, h, icon
from loreglass.shell.ui.pieces import button, empty, field, import_button, page_head, portrait

SHOWN_TAGS = 8


def cast(library: Library, character_id: CharacterId | None) -> Node:
    """The page of characters and personas; the character of that id is opened."""
    return h(
        "div",
        {"class": "page"},
        h(
            "div",
            {"class": "page-in list-page"},
            page_head("Cast", import_button()),
            _characters(library, character_id),
            _personas(library.personas),
        ),
    )


def _characters(library: Library, character_id: CharacterId | None) -> Node:
    if not library.characters:
        return empty(
            "No characters yet.",
            "Bring a character card: a PNG or JSON of version 1, 2 or 3. Its book comes with it.",
        )
    rows = (_character(one, is_open=one.id == character_id) for one in library.characters)
    return h(
        "section",
        {"aria-labelledby": "characters"},
        h("h2", {"id": "characters"}, "Characters"),
        h("ul", {"class": "things", "role": "list"}, *rows),
    )


def _character(character: Character, *, is_open: bool) -> Node:
    name = character.name or "Unnamed"
    toggle = h(
        "button",
        {
            "type": "button",
            "class": "ghost",
            "data-action": "character-open",
            "data-id": character.id,
            "aria-expanded": "true" if is_open else "false",
            "aria-label": f"Details of {name}",
        },
        "Details",
    )
    return h(
        "li",
        {"class": "thing cast open" if is_open else "thing cast", "key": character.id},
        portrait(name, picture=character.picture),
        h(
            "div",
            {"class": "say"},
            h("h3", {"class": "name", "dir": "auto"}, name),
            h("p", {"class": "quiet", "dir": "auto"}, _about(character)),
        ),
        button("Chat", "character-chat", character.id, name=f"Chat with {name}"),
        toggle,
        button("Export", "character-export", character.id, kind="ghost", name=f"Export {name}"),
        button("Delete", "character-delete", character.id, kind="ghost", name=f"Delete {name}"),
        _details(character) if is_open else None,
    )


def _about(character: Character) -> str:
    parts = [f"by {character.creator}"] if character.creator else []
    if character.book_ids:
        parts.append(counted(len(character.book_ids), "book"))
    greetings = len(character.greetings)
    parts.append(counted(greetings, "greeting") if greetings else "no greeting")
    parts += list(character.tags[:SHOWN_TAGS])
    return ", ".join(parts)


def _details(character: Character) -> Node:
    greetings = tuple(
        (f"Greeting {place}", text) for place, text in enumerate(character.alternate_greetings, start=2) if text
    )
    texts = (
        ("Description", character.description),
        ("Personality", character.personality),
        ("Scenario", character.scenario),
        ("Greeting", character.greeting),
        *greetings,
        ("Example dialogue", character.examples),
        ("System prompt", character.system_prompt),
        ("After the messages", character.post_history),
        ("Note at depth", character.depth_prompt),
        ("Creator’s notes", character.creator_notes),
        ("Version of the card", character.character_version),
        ("Tags", ", ".join(character.tags)),
    )
    rows = [node for label, text in texts if text.strip() for node in _detail(label, text)]
    if not rows:
        return h("p", {"class": "details quiet"}, "The card says nothing more.")
    return h("dl", {"class": "details"}, *rows)


def _detail(label: str, text: str) -> tuple[Node, Node]:
    return h("dt", None, label), h("dd", {"dir": "auto"}, text)


def _personas(personas: tuple[Persona, ...]) -> Node:
    head = h(
        "header",
        {"class": "page-head"},
        h("h2", {"id": "personas"}, "Personas"),
        h(
            "div",
            {"class": "acts"},
            h("button", {"type": "button", "data-action": "persona-new"}, icon("plus"), "New persona"),
        ),
    )
    body = (
        h("ul", {"class": "things", "role": "list"}, *(_persona(one) for one in personas))
        if personas
        else h("p", {"class": "quiet"}, "Who you play. Without one, you are “You”.")
    )
    return h("section", {"aria-labelledby": "personas", "class": "personas"}, head, body)


def _persona(persona: Persona) -> Node:
    name = persona.name or "Unnamed"
    summary = h(
        "summary",
        None,
        h("span", {"class": "name", "dir": "auto"}, name),
        h("span", {"class": "quiet clip", "dir": "auto"}, persona.description[:140]),
    )
    return h(
        "li",
        {"class": "thing", "key": persona.id},
        h("details", {"open": not persona.description}, summary, _form(persona)),
    )


def _form(persona: Persona) -> Node:
    box, name = persona.id, persona.name or "Unnamed"
    name_input: Attrs = {
        "id": f"{box}-name",
        "name": "name",
        "#value": persona.name,
        "#rev": persona.name,
        "autocomplete": "off",
    }
    text_input: Attrs = {
        "id": f"{box}-text",
        "name": "description",
        "rows": 4,
        "dir": "auto",
        "#value": persona.description,
        "#rev": persona.description,
    }
    return h(
        "form",
        {"class": "persona-form", "data-action": "persona-save", "data-on": "submit", "aria-label": f"Persona {name}"},
        h("input", {"type": "hidden", "name": "id", "value": persona.id}),
        field("Name", f"{box}-name", h("input", name_input)),
        field("What the model is told about you", f"{box}-text", h("textarea", text_input)),
        h(
            "div",
            {"class": "acts"},
            h("button", {"type": "submit", "class": "primary"}, "Save persona"),
            button("Delete", "persona-delete", persona.id, kind="ghost", name=f"Delete {name}"),
        ),
    )
