"""Tells apart what a model thinks and what it replies, where thoughts come in tags inside the text."""

from loreglass.domain.wire.events import ReasoningDelta, TextDelta, ThoughtSoFar
from loreglass.domain.wire.late_thoughts import THINK_TAGS, Heard, LateThoughts

Told = ReasoningDelta | TextDelta | ThoughtSoFar


def open_tag(text: str) -> str:
    """The think tag that a prompt ends with, so that the reply begins inside it; "" where there is none.

    The chat templates of some reasoning models end that way.
    """
    end = text.rstrip()
    return next((tag for tag in THINK_TAGS if end.endswith(tag)), "")


def before_thoughts(begun: str) -> tuple[str, str]:
    """The beginning of a reply up to a think tag that is left open in it, and that tag; all of it and "" without one.

    Such a beginning has the model go on with thoughts.
    """
    for tag in THINK_TAGS:
        said, found, thought = begun.rpartition(tag)
        if found and "</" + tag[1:] not in thought:
            return said.rstrip(), tag
    return begun, ""


class ThinkFilter:
    """Splits a streamed text into thoughts and reply; the thoughts may only stand at the beginning.

    The tags may be cut anywhere. Thoughts that are never closed go on to the end; those that were never opened are
    first told as reply, and at their closing tag ThoughtSoFar says what they were (`LateThoughts` has the rule).
    White space between the thoughts and the reply is dropped. Text is held back only while it may still be a tag.
    """

    def __init__(self, *, opened: str = "") -> None:
        self._held = ""
        self._opened = opened
        self._awaits_open = True
        self._close = "</" + opened[1:] if opened else ""
        self._late = None if opened else LateThoughts()
        self._awaits_text = False

    def feed(self, text: str) -> tuple[Told, ...]:
        """The thoughts and the reply in `text` and in what was held back."""
        self._held += text
        if self._awaits_open and not self._is_begun():
            return ()
        thoughts = self._take_thoughts() if self._close else ""
        told: tuple[Told, ...] = (ReasoningDelta(text=thoughts),) if thoughts else ()
        return told if self._close else told + self._take_reply()

    def close(self) -> tuple[Told, ...]:
        """What was held back, now that nothing follows."""
        rest, self._held = self._held, ""
        if self._close:
            return (ReasoningDelta(text=rest),) if rest else ()
        told = self._heard(self._late.feed(rest)) if self._late else self._reply(rest)
        return told + self._heard(self._late.close()) if self._late else told

    def thought_apart(self) -> None:
        """Nothing; the endpoint tells thoughts in a field of their own, so that no closing tag stands for any."""
        late, self._late = self._late, None
        self._held = (late.give_up() if late else "") + self._held

    def _is_begun(self) -> bool:
        """Whether it is known by now how the text begins; a tag that opens it is taken off."""
        seen = self._held.lstrip()
        # Some servers repeat the tag that the prompt ended with, others begin after it.
        tags = (self._opened,) if self._opened else THINK_TAGS
        tag = next((tag for tag in tags if seen.startswith(tag)), "")
        if not tag and any(tag.startswith(seen) for tag in tags):
            return False
        self._awaits_open = False
        if tag:
            self._close, self._late = "</" + tag[1:], None
            self._held = seen.removeprefix(tag)
        return True

    def _take_thoughts(self) -> str:
        thoughts, closing, rest = self._held.partition(self._close)
        if closing:
            self._close, self._held, self._awaits_text = "", rest, True
            return thoughts
        sizes = range(min(len(self._close) - 1, len(thoughts)), 0, -1)
        kept = next((size for size in sizes if self._close.startswith(thoughts[-size:])), 0)
        self._held = thoughts[len(thoughts) - kept :]
        return thoughts[: len(thoughts) - kept]

    def _take_reply(self) -> tuple[Told, ...]:
        said, self._held = self._held, ""
        return self._heard(self._late.feed(said)) if self._late else self._reply(said)

    def _heard(self, heard: Heard) -> tuple[Told, ...]:
        told = self._reply(heard.text)
        if not heard.was_thought:
            return told
        self._late, self._awaits_text = None, True
        return (*told, ThoughtSoFar(), *self._reply(heard.rest))

    def _reply(self, text: str) -> tuple[Told, ...]:
        if self._awaits_text:
            text = text.lstrip()
            self._awaits_text = not text
        return (TextDelta(text=text),) if text else ()
