"""Messages as one text, in an instruct format.

Only the format makes marks. Where a text of a message, or a name, holds a mark of the format, a space is put before
the last character of it: "<|im_end|>" becomes "<|im_end| >", which is no token of the model's and reads the same.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from loreglass.domain.ids import MessageId
from loreglass.domain.prompt.plan import PromptMessage
from loreglass.domain.story.book import Role
from loreglass.domain.story.preset import Instruct

_NAME = re.compile(r"\{\{(char|user|name)\}\}", re.IGNORECASE)
_TOKEN = re.compile(r"<[^<>\s]{1,60}>|\[/?[A-Z_]{2,40}\]")
_SHORTEST_MARK = 3
_PASSES = 8

Marks = tuple[str, str]
"""What stands before and after a message's text."""


@dataclass(frozen=True, kw_only=True)
class Writer:
    """Writes messages in one format; `char` and `user` are the names of who replies and who writes."""

    instruct: Instruct
    char: str
    user: str

    def guard(self, text: str) -> str:
        """The text without marks of the format."""
        for _ in range(_PASSES):
            if not (self._own_marks and self._own_marks.search(text)):
                break
            text = self._own_marks.sub(lambda mark: f"{mark[0][:-1]} {mark[0][-1]}", text)
        return text

    def marks(self, role: Role, name: str = "", *, story: bool = False, first: bool = False) -> Marks:
        """The marks of a message; `name` is that of who says it, "" for a text that nobody says."""
        form = self.instruct
        if role == "system":
            prefix, suffix = form.system_prefix, form.system_suffix
            if story and (form.story_prefix or form.story_suffix):
                prefix, suffix = form.story_prefix, form.story_suffix
        elif role == "user":
            prefix, suffix = form.user_prefix, form.user_suffix
        else:
            prefix, suffix = form.assistant_prefix, form.assistant_suffix
            prefix = (first and form.first_assistant_prefix) or prefix
        speaks = name if form.names == "always" and role != "system" else ""
        told = name or (self.user if role == "user" else self.char)
        said = f"{self.guard(speaks)}: " if speaks else ""
        return self._named(prefix, told) + said, self._named(suffix, told)

    def opening(self, *, prefilled: bool) -> str:
        """What the reply begins with; the text that it is to go on from follows where there is one."""
        form = self.instruct
        prefix = self._named(form.last_assistant_prefix or form.assistant_prefix, self.char)
        said = f"{self.guard(self.char)}:" if form.names == "always" and self.char else ""
        gap = " " if prefilled and (said or (prefix and not prefix[-1].isspace() and prefix[-1] == ":")) else ""
        return prefix + said + gap

    def stop(self) -> tuple[str, ...]:
        """The texts that end the reply."""
        named = (self._named(text, self.user) for text in self.instruct.stop)
        return tuple(dict.fromkeys(text for text in named if text.strip() and text.strip() != ":"))

    def variants(self, role: Role, name: str) -> tuple[str, ...]:
        """The marks, both in one, that a message of this role may have in one place or another."""
        kinds = (self.marks(role, name), self.marks(role, name, story=True), self.marks(role, name, first=True))
        return tuple(dict.fromkeys(before + after for before, after in kinds))

    def dress(
        self, messages: tuple[PromptMessage, ...], names: Mapping[MessageId, str], *, prefilled: bool
    ) -> tuple[tuple[Marks, str], ...]:
        """Each message with its marks, in order; a reply that has begun is not among them."""
        dressed: list[tuple[Marks, str]] = []
        replied = False
        for index, message in enumerate(messages[:-1] if prefilled else messages):
            name = names.get(message.message_id, "") if message.message_id else ""
            is_story = index == 0 and message.message_id is None
            marks = self.marks(message.role, name, story=is_story, first=not replied)
            replied = replied or message.role == "assistant"
            dressed.append((marks, self.guard(message.content)))
        return tuple(dressed)

    def write(
        self, messages: tuple[PromptMessage, ...], names: Mapping[MessageId, str], *, prefilled: bool
    ) -> tuple[str, ...]:
        """The prompt in parts, marks and texts by turns; it ends open, for the reply to be written."""
        parts = [""]
        for (before, after), text in self.dress(messages, names, prefilled=prefilled):
            parts[-1] += before
            parts += [text, after]
        parts[-1] += self.opening(prefilled=prefilled)
        if prefilled:
            parts.append(self.guard(messages[-1].content))
        return tuple(part for part in parts if part)

    def _named(self, text: str, name: str) -> str:
        values = {"char": self.char, "user": self.user, "name": name}
        return _NAME.sub(lambda macro: self.guard(values[macro[1].lower()]), text)

    @cached_property
    def _own_marks(self) -> re.Pattern[str] | None:
        """Whatever the format writes: its tokens; where it has none, its words."""
        form = self.instruct
        texts = (
            *(form.system_prefix, form.system_suffix, form.user_prefix, form.user_suffix, form.assistant_prefix),
            *(form.assistant_suffix, form.first_assistant_prefix, form.last_assistant_prefix),
            *(form.story_prefix, form.story_suffix, *form.stop),
        )
        marks: dict[str, None] = {}
        for line in (line.strip() for text in texts if not _NAME.search(text) for line in text.split("\n")):
            marks |= dict.fromkeys(_TOKEN.findall(line) or ([line] if len(line) >= _SHORTEST_MARK else []))
        longest_first = sorted(marks, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, longest_first)), re.IGNORECASE) if marks else None
