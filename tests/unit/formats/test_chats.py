"""Chats of other programs, and the page that does not take them yet."""

import json

import pytest

from loreglass.domain.errors import BadInput
from loreglass.formats.dates import milliseconds
from loreglass.formats.detect import read_file
from loreglass.formats.imported import ImportedChat, ImportedMessage
from tests.formats import foreign, samples


def chat(data: bytes) -> ImportedChat:
    found = read_file("night.jsonl", data, chats=True).chat
    assert found is not None
    return found


def test_swipes_are_the_variants_of_a_message_and_the_chosen_one_stands() -> None:
    louder, ferry, aside = chat(foreign.CHAT.encode()).messages
    assert (louder.variants, louder.chosen) == (("Speak up.", "Louder."), 1)
    assert (louder.speaker, ferry.speaker, louder.name, ferry.name) == ("character", "user", "Mr Tull", "Sam")
    assert (ferry.variants, ferry.chosen, ferry.created_ms) == (("Is the ferry in?",), 0, 1714557660000)
    assert (aside.hidden, ferry.hidden) == (True, False)


def test_header_carries_names_bound_book_and_authors_note() -> None:
    found = chat(foreign.CHAT.encode())
    assert (found.title, found.user_name, found.character_name) == ("Mr Tull", "Sam", "Mr Tull")
    assert (found.book_name, found.author_note, found.author_note_depth) == ("Hollow Coast", "Keep it foggy.", 3)
    assert json.loads(found.raw) == foreign.CHAT_HEADER


def test_text_that_is_among_no_swipes_is_a_variant_of_its_own() -> None:
    line = json.dumps({"name": "A", "mes": "edited", "swipes": ["a", "b"], "swipe_id": 1})
    assert chat(line.encode()).messages[0] == ImportedMessage(
        speaker="character", name="A", variants=("edited", "a", "b"), chosen=0
    )


def test_bad_lines_are_listed_and_the_rest_is_kept() -> None:
    found = read_file("x", f"{foreign.CHAT}\n{{broken\n5\n".encode(), chats=True)
    assert found.chat is not None
    assert len(found.chat.messages) == 3
    assert [(warning.where, warning.code) for warning in found.report.warnings] == [
        ("line 5", "bad_line"),
        ("line 6", "bad_line"),
    ]


def test_a_bad_line_is_named_by_its_number_in_the_file_blank_lines_and_all() -> None:
    header, first, *_ = foreign.CHAT.split("\n")
    found = read_file("x", f"{header}\n\n\n{first}\n{{broken\n".encode(), chats=True)
    assert [warning.where for warning in found.report.warnings] == ["line 5"]


def test_a_chat_whose_first_line_is_damaged_comes_in_with_its_header_and_all_messages() -> None:
    found = read_file("x", f"{{broken\n{foreign.CHAT}".encode(), chats=True)
    assert found.chat is not None
    assert (len(found.chat.messages), found.chat.user_name) == (3, foreign.CHAT_HEADER["user_name"])
    assert [(warning.where, warning.code) for warning in found.report.warnings] == [("line 1", "bad_line")]


def test_chat_without_a_header_and_header_without_messages_are_read() -> None:
    assert len(chat(json.dumps(foreign.CHAT_LINES[1]).encode()).messages) == 1
    assert chat(json.dumps(foreign.CHAT_HEADER).encode()).messages == ()


def test_agnai_chat_gives_speakers_names_and_retries() -> None:
    found = chat(samples.as_bytes(foreign.AGNAI_CHAT))
    assert [message.speaker for message in found.messages] == ["character", "user", "character"]
    assert found.messages[2].variants == ("No.", "Not yet.")
    assert (found.title, found.scenario, found.messages[1].name) == ("On the Mole", "The ferry is late.", "Sam")


@pytest.mark.parametrize("data", [foreign.CHAT.encode(), samples.as_bytes(foreign.AGNAI_CHAT)])
def test_chat_is_refused_in_one_sentence_where_chats_are_not_taken(data: bytes) -> None:
    with pytest.raises(BadInput, match="night: this is a chat; choose a character card or a memory book"):
        read_file("night", data)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2024-05-01 @10h 00m 00s 123ms", 1714557600123),
        ("2024-05-01@10h00m00s", 1714557600000),
        ("May 1, 2024 10:00am", 1714557600000),
        ("May 1, 2024 12:30AM", 1714523400000),
        ("2024-05-01T10:00:00.000Z", 1714557600000),
        (1714557600000, 1714557600000),
        (1714557600, 1714557600000),
        ("yesterday", 0),
        ("2024-99-99@10h00m00s", 0),
        (None, 0),
        (-5, 0),
        (True, 0),
        (1e300, 0),
    ],
)
def test_every_way_to_write_a_date_is_read(written: object, expected: int) -> None:
    assert milliseconds(written) == expected
