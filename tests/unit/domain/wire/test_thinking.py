import pytest

from loreglass.domain.wire.chat_completions import read_frame
from loreglass.domain.wire.events import Finished, ReasoningDelta, StreamEvent, TextDelta, ThoughtSoFar
from loreglass.domain.wire.stream import StreamParser
from tests.unit.domain.wire.streams import chunk, sse


def sorted_out(events: tuple[StreamEvent, ...]) -> tuple[str, str]:
    thoughts, reply = "", ""
    for event in events:
        match event:
            case ReasoningDelta(text=text):
                thoughts += text
            case TextDelta(text=text):
                reply += text
            case ThoughtSoFar():
                thoughts, reply = thoughts + reply, ""
            case _:
                assert event == Finished(reason="stop")
    return thoughts, reply


def hear(reply: str, *, prefill: str = "", prompt: str = "") -> tuple[str, str]:
    """What was thought and what was said, the same letter by letter and all at once."""
    heard = []
    for frames in ([chunk(letter) for letter in reply], [chunk(reply)]):
        parser = StreamParser(read_frame, prefill=prefill, prompt=prompt)
        events = parser.feed(sse(*frames, chunk(finish="stop"))) + parser.close()
        assert events[-1] == Finished(reason="stop")
        heard.append(sorted_out(events))
    assert heard[0] == heard[1]
    return heard[0]


@pytest.mark.parametrize(
    ("sent", "thoughts", "reply"),
    [
        ("<think>hm</think>Hi.", "hm", "Hi."),
        ("<thinking>hm</thinking>Hi.", "hm", "Hi."),
        ("<reasoning>\nhm\n</reasoning>\n\nHi.\n", "\nhm\n", "Hi.\n"),
        ("\n <think>hm</think>", "hm", ""),
        ("<think></think>Hi.", "", "Hi."),
        ("<think>never closed </thin", "never closed </thin", ""),
        ("<think>a </thinking> b</think>c", "a </thinking> b", "c"),
        ("Hi. <think>hm</think>", "", "Hi. <think>hm</think>"),
        ("<think>a</think>b<think>c</think>", "a", "b<think>c</think>"),
        ("<thinker>no</thinker>", "", "<thinker>no</thinker>"),
        ("  Hi.", "", "  Hi."),
        ("<thi", "", "<thi"),
        ("<", "", "<"),
    ],
)
def test_thoughts_in_tags_at_the_beginning_are_no_part_of_the_reply(sent: str, thoughts: str, reply: str) -> None:
    assert hear(sent) == (thoughts, reply)


def test_a_prompt_that_ends_in_the_tag_begins_the_reply_with_thoughts() -> None:
    assert hear("hm</think>\nHi.", prompt="<|assistant|><think>\n") == ("hm", "Hi.")
    assert hear("<think>hm</think>Hi.", prompt="<|assistant|><think>\n") == ("hm", "Hi.")
    assert hear("hm", prefill="<think>") == ("hm", "")


def test_a_continued_reply_may_be_thought_about_first() -> None:
    assert hear("<think>hm</think>He turned and went.", prefill="He turned and") == ("hm", " went.")


@pytest.mark.parametrize(
    ("sent", "thoughts", "reply"),
    [
        ("I think…</think>Hello", "I think…", "Hello"),
        ("Okay, so she asks.\n</think>\n\nHello, you.", "Okay, so she asks.\n", "Hello, you."),
        ("\n\n</think>\n\nHello.", "\n\n", "Hello."),
        ("</think>Hello.", "", "Hello."),
        ("hm</reasoning>\nHello.", "hm", "Hello."),
        ("hm</think>", "hm", ""),
        ("He is “cold.”</think>Hello.", "He is “cold.”", "Hello."),
        ("I end with `</think>` then.\n</think>\nHello.", "I end with `</think>` then.\n", "Hello."),
        ("hm</think>\nHello. </think> ends it.", "hm", "Hello. </think> ends it."),
    ],
)
def test_a_closing_tag_alone_makes_thoughts_of_what_came_before_it(sent: str, thoughts: str, reply: str) -> None:
    assert hear(sent) == (thoughts, reply)


@pytest.mark.parametrize(
    "said",
    [
        "The tag `</think>` ends it.",
        "The tag </think> ends it.",
        "It ends with “</think>”. So.",
        "Write this:\n```\n<p>\n</think>\n```\nand so on.",
        "Write:\n~~~xml\nhm</think>x\n~~~\n",
        "The pair <think>hm</think>\n is known.",
        "1 < 2 </ 3 </thinker>",
    ],
)
def test_a_closing_tag_that_is_spoken_of_stays_in_the_reply(said: str) -> None:
    assert hear(said) == ("", said)


def test_after_such_thoughts_a_continued_reply_may_still_be_repeated() -> None:
    assert hear("hm</think>He turned and went.", prefill="He turned and") == ("hm", " went.")
    assert hear("He turn</think>\nHe turned and went.", prefill="He turned and") == ("He turn", " went.")


def test_a_prefill_that_leaves_its_thoughts_open_is_gone_on_with() -> None:
    assert hear("so.</think>Hi.", prefill="<think>Okay, ") == ("so.", "Hi.")


def test_where_thoughts_come_in_their_own_field_no_tag_of_the_text_ends_any() -> None:
    field = '{"choices": [{"delta": {"reasoning_content": "hm"}}]}'
    parser = StreamParser(read_frame)
    events = parser.feed(sse(field, chunk("a\n</think>\nb"), chunk(finish="stop"))) + parser.close()
    assert sorted_out(events) == ("hm", "a\n</think>\nb")
