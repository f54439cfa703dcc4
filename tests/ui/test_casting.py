"""Who replies can be chosen in the Setup of every chat, and is asked when a chat is imported."""

from dataclasses import replace

from loreglass.app.state import AppState, Panel
from loreglass.shell.ui.node import Node
from loreglass.shell.ui.page import REGIONS
from tests.ui import casting, chat_tools, ninth_bell, replaying
from tests.ui.places import at
from tests.ui.trees import elements, named, text


def region(state: AppState, name: str) -> Node:
    found = next(each for each in REGIONS if each.id == name)
    node = found.render(*found.select(state))
    assert node is not None
    return node


def choices(node: Node) -> dict[str, list[str]]:
    """The choices of each box by its label."""
    labels = {
        str(attrs["for"]): "".join(map(text, said))
        for tag, attrs, said in elements(node)
        if tag == "label" and "for" in attrs
    }
    boxes = [(attrs, options) for tag, attrs, options in elements(node) if tag == "select"]
    return {
        labels[str(attrs["id"])]: ["".join(map(text, one[2])) for option in options for one in elements(option)]
        for attrs, options in boxes
        if str(attrs.get("id")) in labels
    }


def test_setup_says_who_replies_with_a_character_and_without_one() -> None:
    own = choices(region(replace(ninth_bell.state(), panel=Panel(tab="setup")), "panel"))
    assert own["Who replies"][:2] == ["A narrator", "Ansel Pike"]
    none = region(casting.narrated(), "panel")
    assert choices(none)["Who replies"] == ["A narrator", "Ansel Pike", "Edda Crane"]
    assert "A narrator replies until you choose a character." in text(none)
    assert "Add a character, for a group" not in choices(none)


def test_where_there_is_no_character_setup_leads_to_where_one_comes_in() -> None:
    node = region(casting.nobody_here(), "panel")
    assert "There is no character yet, so a narrator replies." in text(node)
    assert "Import one" in named(node, "a")


def test_of_a_group_its_members_are_who_replies() -> None:
    node = region(chat_tools.group(tab=True), "panel")
    assert "Who replies: a group" in named(node, "legend")
    assert "Who replies" not in choices(node)


def test_the_preview_of_a_chat_asks_who_replies() -> None:
    asked = choices(region(at("books", importing=casting.unknown()), "dialog"))
    assert asked["Who replies in this chat?"] == [
        "Ansel Pike",
        "Edda Crane",
        "A new character called Sister Maud",
        "Nobody: a narrator replies",
    ]
    several = choices(region(at("books", importing=casting.group()), "dialog"))
    assert several["Sister Maud"] == [
        "Ansel Pike",
        "Edda Crane",
        "Ansel Pike, from pike.json",
        "New character",
        "Nobody",
    ]


def test_a_known_character_needs_no_more_words() -> None:
    said = text(region(at("books", importing=replaying.import_chat()), "dialog"))
    assert "The file says “Ansel Pike”." in said
    assert "not in your library" not in said


def test_the_switches_of_a_group_are_labelled_alike_and_named_for_whom_they_mute() -> None:
    labels = [
        [attrs["aria-label"] for child in said for _, attrs, _ in elements(child)]
        for tag, _, said in elements(region(chat_tools.group(tab=True), "panel"))
        if tag == "label" and "".join(map(text, said)) == "Mute"
    ]
    assert labels == [["Mute Ansel Pike"], ["Mute Ottoline Vey"], ["Mute Sister Maud"]]
