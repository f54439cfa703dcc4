"""Tells apart what a model thinks and what it replies, where thoughts come in tags inside the text."""

THINK_TAGS = ("<think>", "<thinking>", "<reasoning>")


def open_tag(text: str) -> str:
    """The think tag that a prompt or a prefill ends with, so that the reply begins inside it; "" where there is none.

    The chat templates of some reasoning models end that way.
    """
    end = text.rstrip()
    return next((tag for tag in THINK_TAGS if end.endswith(tag)), "")


class ThinkFilter:
    """Splits a streamed text into thoughts and reply; the thoughts may only stand at the beginning.

    The tags may be cut anywhere. Thoughts that are never closed go on to the end. White space between the thoughts
    and the reply is dropped. Text is held back only while it may still be a tag.
    """

    def __init__(self, *, opened: str = "") -> None:
        self._held = ""
        self._opened = opened
        self._awaits_open = True
        self._close = "</" + opened[1:] if opened else ""
        self._awaits_text = False

    def feed(self, text: str) -> tuple[str, str]:
        """The thoughts and the reply in `text` and in what was held back."""
        self._held += text
        if self._awaits_open and not self._is_begun():
            return "", ""
        thoughts = self._take_thoughts() if self._close else ""
        return thoughts, "" if self._close else self._take_reply()

    def close(self) -> tuple[str, str]:
        """What was held back, now that nothing follows."""
        rest, self._held = self._held, ""
        return (rest, "") if self._close else ("", rest)

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
            self._close = "</" + tag[1:]
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

    def _take_reply(self) -> str:
        reply, self._held = self._held, ""
        if self._awaits_text:
            reply = reply.lstrip()
            self._awaits_text = not reply
        return reply
