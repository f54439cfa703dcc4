"""The prompt as a template makes it: one text, in place of the messages in the preset's order.

A template sees `char` and `user`; `chat`, the history that fits, each message with name, role and text; every section
by its slot's name, "" where it has no text; `depth`, the entries among the messages; `texts` and `outlets`, by name.
All are data: neither macros nor braces in them are read. A reply that has begun follows the template's text by itself.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, get_args

from loreglass.domain.asks import Asking, ask_counts
from loreglass.domain.context.macros import char_name, user_name
from loreglass.domain.errors import PromptTooLong
from loreglass.domain.prompt.entries import placed_where
from loreglass.domain.prompt.fitting import Fitted
from loreglass.domain.prompt.frames import FRAME_TOKENS, ROLES, Frames
from loreglass.domain.prompt.parts import SEPARATOR
from loreglass.domain.prompt.plan import Plan, PromptMessage, Section
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.preset import Slot
from loreglass.domain.story.scene import Scene

if TYPE_CHECKING:
    from loreglass.domain.context.sandbox_limits import Value

_UNSEEN = ("history", "text", "prefill")


def apply_template(scene: Scene, plan: Plan, fitted: Fitted, frames: Frames) -> Asking[Plan]:
    """The plan with the template's text as its prompt. The oldest messages go until it fits.

    TemplateFault where the template cannot be used, PromptTooLong where it does not fit even with the newest message.
    """
    templated = _Templated(scene=scene, plan=plan, fitted=fitted, frames=frames)
    turns = fitted.history.turns
    fitting, too_many = min(1, len(turns)), len(turns)
    text, tokens = yield from templated.write(turns)
    limit = plan.numbers.context - plan.numbers.reply_reserve
    if tokens > limit:
        text, tokens = yield from templated.write(turns[len(turns) - fitting :])
        if tokens > limit:
            raise PromptTooLong(section="prompt template", over_tokens=tokens - limit, place="template")
    else:
        fitting = too_many
    while too_many - fitting > 1:
        middle = (fitting + too_many) // 2
        tried = yield from templated.write(turns[len(turns) - middle :])
        if tried[1] <= limit:
            fitting, (text, tokens) = middle, tried
        else:
            too_many = middle
    return (yield from templated.plan_of(text, tokens, turns[len(turns) - fitting :]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Templated:
    """One plan's template."""

    scene: Scene
    plan: Plan
    fitted: Fitted
    frames: Frames

    @property
    def _prefill(self) -> str:
        return next((part.text for part in self.fitted.parts if part.id == "prefill"), "")

    def write(self, turns: tuple[Turn, ...]) -> Asking[tuple[str, int]]:
        """The template's text with these turns, and what is sent then, in tokens."""
        # Jinja2 is loaded by the first template, so a page without one starts as fast as before.
        from loreglass.domain.context.sandbox import render

        text = render(self.scene.preset.template, self._values(turns))
        (count,) = yield from ask_counts((text,), self.scene.settings.encoding)
        return text, count + self._prefill_tokens() + self._frame_tokens()

    def _prefill_tokens(self) -> int:
        return sum(part.tokens for part in self.fitted.parts if part.id == "prefill")

    def _frame_tokens(self) -> int:
        """One message, and the reply that has begun; a template for text completion writes its own marks."""
        if self.frames.writer:
            return 0
        return self.frames.opening_tokens + FRAME_TOKENS * (1 + bool(self._prefill))

    def _values(self, turns: tuple[Turn, ...]) -> "Mapping[str, Value]":
        from loreglass.domain.context.sandbox_limits import Shown

        guard = self.frames.guard
        texts: dict[str, Value] = {str(slot): "" for slot in get_args(Slot) if slot not in _UNSEEN}
        texts["depth"] = ""
        own: dict[str, Value] = {}
        for section in self.plan.sections:
            if section.id == "text":
                own[section.name or section.text_id] = section.text
            elif section.id not in _UNSEEN:
                texts[section.id] = section.text
        chat = tuple(
            Shown(fields={"name": guard(turn.name), "role": ROLES[turn.speaker], "text": guard(turn.text)})
            for turn in turns
        )
        outlets: dict[str, Value] = {name.strip(): "\n".join(said) for name, said in self.plan.placements.outlets}
        names: dict[str, Value] = {"char": guard(char_name(self.scene)), "user": guard(user_name(self.scene))}
        shown: dict[str, Value] = {
            "chat": chat,
            "texts": Shown(fields=own, missing=""),
            "outlets": Shown(fields=outlets, missing=""),
        }
        return {**texts, **names, **shown}

    def plan_of(self, text: str, tokens: int, turns: tuple[Turn, ...]) -> Asking[Plan]:
        """The plan of a finished text. A section is told where its text stands in it, and so is an entry."""
        from loreglass.domain.context.sandbox import printed

        guard = self.frames.guard
        told = _standing(turns, text, lambda turn: printed(guard(turn.text)))
        counts = yield from ask_counts(tuple(guard(turn.text) for turn in told), self.scene.settings.encoding)
        sections = tuple(
            _history(told, sum(counts)) if one.id == "history" else one
            for one in self.plan.sections
            if (one.id == "history" and told) or one.id == "prefill" or printed(one.text) in text
        )
        messages = [PromptMessage(role="user", content=text)]
        if self._prefill:
            messages.append(PromptMessage(role="assistant", content=self._prefill))
        overhead = tokens - sum(section.tokens for section in sections)
        return replace(
            self.plan,
            decisions=placed_where(self.plan.decisions, lambda entry: printed(guard(entry)) in text),
            sections=sections,
            messages=tuple(messages),
            numbers=replace(self.plan.numbers, sent=tokens, overhead=overhead),
            sent_from=told[0].message_id if told else None,
            text_parts=(text, self._prefill) if self._prefill else (text,),
        )


def _standing(turns: tuple[Turn, ...], text: str, said: Callable[[Turn], str]) -> tuple[Turn, ...]:
    """The turns whose words stand in the text. Each is looked for after the one before it first, as most stand."""
    found: list[Turn] = []
    end = 0
    for turn in turns:
        words = said(turn)
        at = text.find(words, end)
        if at >= 0:
            end = at + len(words)
        if at >= 0 or words in text:
            found.append(turn)
    return tuple(found)


def _history(turns: tuple[Turn, ...], tokens: int) -> Section:
    return Section(id="history", text=SEPARATOR.join(turn.text for turn in turns), tokens=tokens)
