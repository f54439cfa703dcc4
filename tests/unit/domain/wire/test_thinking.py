import pytest

from loreglass.domain.wire.chat_completions import read_frame
from loreglass.domain.wire.events import Finished, ReasoningDelta, StreamEvent
from loreglass.domain.wire.stream import StreamParser
from tests.unit.domain.wire.streams import chunk, sse, text_of


def hear(reply: str, *, prefill: str = "", prompt: str = "") -> tuple[str, str]:
    parser = StreamParser(read_frame, prefill=prefill, prompt=prompt)
    data = sse(*(chunk(letter) for letter in reply), chunk(finish="stop"))
    events: tuple[StreamEvent, ...] = parser.feed(data) + parser.close()
    assert events[-1] == Finished(reason="stop")
    return "".join(event.text for event in events if isinstance(event, ReasoningDelta)), text_of(events)


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
