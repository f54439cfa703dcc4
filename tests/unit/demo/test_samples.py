from pathlib import Path

import pytest

from loreglass.demo.samples import Samples, load
from loreglass.domain.errors import BadInput

FILES = Path(__file__).parents[3] / "static" / "samples"


@pytest.fixture(scope="module")
def samples() -> Samples:
    return load(
        (FILES / "ninth-bell.json").read_text(encoding="utf-8"), (FILES / "wrackmouth.json").read_text(encoding="utf-8")
    )


def test_the_samples_are_two_chats_of_nell_and_pike_with_one_book(samples: Samples) -> None:
    assert [(one.chat.title, one.chat.message_count) for one in samples.chats] == [
        ("The Ninth Bell", 40),
        ("Low water, no moon", 6),
    ]
    assert (samples.persona.name, samples.character.called) == ("Nell Sarrow", "Ansel Pike")
    assert [(book.name, len(book.entries)) for book in samples.books] == [("Wrackmouth", 24)]
    assert all(one.chat.book_ids == (samples.books[0].id,) for one in samples.chats)


def test_each_message_follows_the_one_before_and_the_head_is_the_last(samples: Samples) -> None:
    for one in samples.chats:
        ids = [message.id for message in one.messages]
        assert [message.parent_id for message in one.messages] == [None, *ids[:-1]]
        assert one.chat.head_id == ids[-1]
        assert len(set(ids)) == len(ids)


def test_every_variant_belongs_to_its_message_and_one_is_chosen(samples: Samples) -> None:
    for one in samples.chats:
        variants = {variant.id: variant for variant in one.variants}
        assert len(variants) == len(one.variants)
        for message in one.messages:
            assert message.chosen_id in message.variant_ids
            assert {variants[name].message_id for name in message.variant_ids} == {message.id}


def test_the_last_reply_is_the_second_of_three(samples: Samples) -> None:
    last = samples.chats[0].messages[-1]
    assert last.variant_ids.index(last.chosen_id) == 1
    assert len(last.variant_ids) == 3


def test_the_draft_waits_to_be_sent(samples: Samples) -> None:
    assert samples.chats[0].chat.draft.startswith("“Then somebody hung a ninth.")


def test_entry_ids_are_distinct(samples: Samples) -> None:
    entries = samples.books[0].entries
    assert len({entry.id for entry in entries}) == len(entries)


@pytest.mark.parametrize("story", ["", "[]", "{}", '{"format": "loreglass/samples"}'])
def test_what_is_no_story_is_refused(story: str) -> None:
    with pytest.raises(BadInput):
        load(story, "{}")
