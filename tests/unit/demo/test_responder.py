from dataclasses import replace

from loreglass.demo.responder import entry_names, respond
from loreglass.domain.ids import BookId, EntryId
from loreglass.domain.story.book import Book, Entry, LinkedBook
from tests.unit.domain.prompt.scenes import lore, plan_of, scene, turn

SEEN = ("Wrackmouth", "The Ninth Bell")


def reply(said: str, names: tuple[str, ...] = SEEN, *, name: str = "Pike") -> str:
    return "".join(respond(plan_of(scene(turn(0, said))), speaker=name, entry_names=names))


def test_the_same_prompt_gets_the_same_reply_and_another_prompt_another() -> None:
    assert reply("Who signs for the road?") == reply("Who signs for the road?")
    assert len({reply(f"Is it {number}?") for number in range(20)}) > 5


def test_the_reply_says_that_it_is_a_demo_and_which_entries_it_read() -> None:
    assert reply("Hello.").endswith("\n\n(Demo reply: I read Wrackmouth and The Ninth Bell.)")
    assert reply("Hello.", ("Wrackmouth",)).endswith("(Demo reply: I read Wrackmouth.)")
    assert reply("Hello.", ()).endswith("(Demo reply: no memory entry was in this prompt.)")
    many = tuple(f"E{number}" for number in range(11))
    assert reply("Hello.", many).endswith("(Demo reply: I read E0, E1, E2, E3, E4, E5, E6, E7 and 3 more.)")


def test_names_and_words_are_taken_as_they_are() -> None:
    text = reply("Say {name} and {quote}.", (r"\1 {quote}",), name="{quote} $& O'Neil")
    assert r"I read \1 {quote}." in text


def test_it_works_in_a_chat_without_anyone_or_anything() -> None:
    assert "".join(respond(plan_of(scene()), speaker="", entry_names=()))
    assert "".join(respond(plan_of(scene(turn(0, "…"))), speaker="", entry_names=()))


def test_a_partial_reply_is_continued() -> None:
    plan = plan_of(replace(scene(turn(0, "Go on.")), prefill="He turned"))
    text = "".join(respond(plan, speaker="Pike", entry_names=SEEN))
    assert text.startswith(" and ")
    assert "Pike" not in text


def test_its_own_label_is_not_said_back() -> None:
    said = reply("Go on.\n\n(Demo reply: I read Wrackmouth.)", ())
    assert said.count("Demo reply") == 1


def test_the_reply_comes_in_words() -> None:
    chunks = list(respond(plan_of(scene(turn(0))), speaker="Pike", entry_names=SEEN))
    assert len(chunks) > 15


def test_names_of_entries_come_in_prompt_order() -> None:
    entries = (Entry(id=EntryId("1"), name="Second"), Entry(id=EntryId("0")))
    books = (LinkedBook(book=Book(id=BookId("b"), name="B", entries=entries)),)
    assert entry_names(plan_of(scene(turn(0)), lore("a", "b")), books) == ("0", "Second")
