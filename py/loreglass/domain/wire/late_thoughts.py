"""Where a text that began without a think tag turns out to have been thought: at a closing tag alone."""

import re
from dataclasses import dataclass

THINK_TAGS = ("<think>", "<thinking>", "<reasoning>")
_CLOSING = tuple("</" + tag[1:] for tag in THINK_TAGS)
_TAG = re.compile("|".join(map(re.escape, (*THINK_TAGS, *_CLOSING))))
_FENCE = re.compile(r"\n {0,3}(?:```|~~~)")
_MENTION_BEGINS = frozenset(" \t\"'“‘«(`[*")
_MENTION_ENDS = frozenset(" \t\"'”’»)`].,;:!?*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What is known of the text by now: more of it, and whether all of it so far was thought; `rest` follows."""

    text: str
    was_thought: bool = False
    rest: str = ""


class LateThoughts:
    """Looks in a streamed text for the closing tag of thoughts that were never opened.

    The chat templates of some reasoning models (DeepSeek-R1, QwQ) open the thoughts in the prompt, so that only the
    closing tag is sent. The first one that the model does not merely mention counts, however late it stands, for
    thoughts may be long. It is a mention inside a code fence; where a blank, a quotation mark, a bracket or a backtick
    stands before it on its line, and one of these or a sentence mark after it; and once an opening tag stands in the
    text, which then speaks of both. Models end their thoughts at the end of a line, or go on without a blank.
    The tags may be cut anywhere; text is held back only while it may be such a tag, and the tag for one sign more.
    """

    def __init__(self) -> None:
        self._held = ""
        self._is_over = False
        self._seen: list[str] = ["\n"]
        self._in_fence = False

    def feed(self, text: str) -> Heard:
        """What `text`, and what was held back, adds."""
        self._held += text
        return self._look(is_last=False)

    def close(self) -> Heard:
        """What was held back, now that nothing follows."""
        return self._look(is_last=True)

    def give_up(self) -> str:
        """What was held back; no tag is looked for any more."""
        self._is_over = True
        return self._release(0, len(self._held))

    def _look(self, *, is_last: bool) -> Heard:
        at = 0
        while not self._is_over and (tag := _TAG.search(self._held, at)):
            if tag[0] in THINK_TAGS:
                self._is_over = True
            elif tag.end() == len(self._held) and not is_last:
                return Heard(text=self._release(at, tag.start()))
            elif self._is_mention(at, tag):
                at = tag.end()
            else:
                before, rest = self._held[: tag.start()], self._held[tag.end() :]
                self._held, self._is_over = "", True
                return Heard(text=before, was_thought=True, rest=rest)
        kept = 0 if is_last or self._is_over else _begun_tag(self._held[at:])
        return Heard(text=self._release(at, len(self._held) - kept))

    def _release(self, at: int, end: int) -> str:
        """The held text up to `end`; what of it stands before `at` was looked at."""
        said, self._held = self._held[:end], self._held[end:]
        if not self._is_over and said[at:]:
            self._seen.append(said[at:])
        return said

    def _is_mention(self, at: int, tag: re.Match[str]) -> bool:
        """Whether the closing tag is spoken of; the text before it, from `at` on, is looked at."""
        before = "".join(self._seen) + self._held[at : tag.start()]
        if len(_FENCE.findall(before)) % 2:
            self._in_fence = not self._in_fence
        after = self._held[tag.end() : tag.end() + 1]
        is_mention = self._in_fence or (before[-1:] in _MENTION_BEGINS and after in _MENTION_ENDS)
        self._seen = [">"]
        return is_mention


def _begun_tag(text: str) -> int:
    """How many signs at the end of the text may be the beginning of a tag."""
    last = text[-max(map(len, _CLOSING)) :]
    at = last.rfind("<")
    is_begun = at >= 0 and any(tag.startswith(last[at:]) for tag in (*THINK_TAGS, *_CLOSING))
    return len(last) - at if is_begun else 0
