"""Lists, book, cast, import, settings, help and dialogs: names that stay, actions that are known, axe, text as text."""

from collections.abc import Iterator

import pytest

from loreglass.app.state import AppState
from loreglass.app.update import HANDLERS
from loreglass.shell.ui.page import REGIONS
from tests.ui import things
from tests.ui.look import PHONE, WIDE, browser, draw, page_at, served
from tests.ui.places import PLACES, at
from tests.ui.test_axe import AXE, RUN
from tests.ui.trees import Element, elements, named, text

pytestmark = pytest.mark.cpython


def drawn(state: AppState) -> Iterator[Element]:
    """Every element of the page in that state."""
    for region in REGIONS:
        slices = region.select(state)
        if region.nested and not slices:
            continue
        node = region.render(*slices)
        if node is not None:
            yield from elements(node)


def names(state: AppState, tag: str) -> list[str]:
    """The accessible names of all elements with a tag; a label's text counts for its control."""
    labels = {
        str(attrs.get("for")): "".join(text(child) for child in children)
        for kind, attrs, children in drawn(state)
        if kind == "label" and attrs.get("for")
    }
    out = []
    for kind, attrs, children in drawn(state):
        if kind == tag:
            own = str(attrs.get("aria-label") or "") or labels.get(str(attrs.get("id")), "")
            out.append(own or "".join(text(child) for child in children).strip())
    return out


@pytest.mark.parametrize("name", PLACES)
def test_every_control_has_a_handler(name: str) -> None:
    used = {str(attrs["data-action"]) for _, attrs, _ in drawn(PLACES[name]()) if "data-action" in attrs}
    assert used - HANDLERS.keys() == set()


@pytest.mark.parametrize("name", PLACES)
def test_no_two_elements_of_a_page_share_an_id(name: str) -> None:
    ids = [attrs["id"] for _, attrs, _ in drawn(PLACES[name]()) if attrs.get("id")]
    assert sorted(ids) == sorted(set(ids))  # type: ignore[type-var]


@pytest.mark.parametrize("place", ["chats", "books", "cast"])
def test_import_takes_many_files(place: str) -> None:
    inputs = [attrs for tag, attrs, _ in drawn(PLACES[place]()) if tag == "input" and attrs.get("type") == "file"]
    assert [(one["aria-label"], one["multiple"]) for one in inputs] == [("Import", True)]


def test_new_chat_is_a_button_and_opens_a_dialog_of_choices() -> None:
    assert "New chat" in names(PLACES["chats"](), "button")
    state = PLACES["new-chat"]()
    assert names(state, "select") == ["Character", "Persona", "Rules"]
    assert "Create" in names(state, "button")


def test_the_import_preview_has_its_name_and_two_buttons() -> None:
    state = PLACES["import"]()
    dialog = next(attrs for tag, attrs, _ in drawn(state) if tag == "dialog")
    title = next(
        "".join(text(child) for child in children)
        for _, attrs, children in drawn(state)
        if attrs.get("id") == dialog["aria-labelledby"]
    )
    assert title == "Import preview"
    assert {"Import", "Cancel"} <= set(names(state, "button"))


def test_nothing_can_be_accepted_while_files_are_being_read() -> None:
    accept = next(
        attrs for _, attrs, _ in drawn(PLACES["import-many"]()) if attrs.get("data-action") == "import-accept"
    )
    assert accept["disabled"] is True


def test_the_endpoint_tab_has_its_fields_and_buttons() -> None:
    state = PLACES["settings"]()
    assert {"Endpoint URL", "API key", "Model"} <= set(names(state, "input"))
    assert {"Save", "Test endpoint", "Load models"} <= set(names(state, "button"))
    assert [one for one in names(state, "a") if one in ("Endpoint", "Memory", "Look", "Storage")] == [
        "Endpoint",
        "Memory",
        "Look",
        "Storage",
    ]


def test_a_key_that_is_set_is_not_in_the_page() -> None:
    assert "secret" not in str([list(attrs.values()) for _, attrs, _ in drawn(PLACES["settings"]())])


def test_the_open_entry_has_its_fields() -> None:
    state = PLACES["book"]()
    assert {"Priority", "Weight", "Looks back", "Chance"} <= set(names(state, "input"))
    assert {"Text", "Keywords", "Needs also"} <= set(names(state, "textarea"))
    switches = [
        "".join(text(child) for child in children)
        for tag, _, children in drawn(state)
        if tag == "label" and any(child[0] == "input" for child in children if isinstance(child, tuple))
    ]
    assert {"Enabled", "Always in", "Woken by entries", "Wakes others"} <= set(switches)
    assert "New entry" in names(state, "button")


def test_try_a_passage_is_a_region_with_a_textbox_of_that_name() -> None:
    state = PLACES["book"]()
    title = next(attrs["id"] for _, attrs, children in drawn(state) if children == ("Try a passage",))
    labelled = [tag for tag, attrs, _ in drawn(state) if attrs.get("aria-labelledby") == title]
    assert labelled == ["section", "textarea"]


def test_the_groups_of_the_passage_are_headed_as_in_why() -> None:
    node = next(region for region in REGIONS if region.id == "main")
    state = PLACES["book"]()
    drawing = node.render(*node.select(state))
    assert drawing is not None
    assert named(drawing, "h3") == ["In", "Left out", "Sleeping"]


def test_a_large_book_draws_a_part_of_its_list() -> None:
    state = PLACES["book-list"]()
    rows = [attrs for tag, attrs, _ in drawn(state) if tag == "li" and str(attrs.get("class", "")).startswith("entry")]
    assert len(rows) == 200


def test_a_cards_texts_are_texts() -> None:
    state = at("cast", character_id=things.EDDA.id)
    assert {"img", "#md"} & {tag for tag, _, _ in drawn(state)} == set()
    assert any(things.EDDA.description in children for _, _, children in drawn(state))


def test_axe_finds_nothing_on_any_place() -> None:
    found = []
    with served() as address, browser() as chromium:
        for size, theme in ((WIDE, "light"), (WIDE, "dark"), (PHONE, "light"), (PHONE, "dark")):
            page = page_at(chromium, address, size, theme)
            page.evaluate(AXE.read_text(encoding="utf-8"))
            for name, state in PLACES.items():
                draw(page, state(), theme)
                assert page.locator("h1").count() >= 1, name
                found += [f"{name}, {theme}, {size[0]}: {each}" for each in page.evaluate(RUN)]
            page.close()
    assert not found, "\n".join(found)
