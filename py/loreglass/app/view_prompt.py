"""The exact prompt as data: the sections with their counts, the messages as sent, and the raw request body's list."""

import json
from dataclasses import dataclass

from loreglass.app.state import OpenChat, Panel, WhichPlan
from loreglass.app.view_lens import NAMES, PART_OF
from loreglass.app.view_why import has_planned_reply, numbers_of, plan_of
from loreglass.domain.ids import DRAFT_ID
from loreglass.domain.prompt.plan import PromptMessage, SectionId
from loreglass.domain.story.book import Role

SECTION_NAMES: dict[SectionId, str] = {
    "system": "System prompt",
    "before": "Entries before the character",
    "character": "Character",
    "after": "Entries after the character",
    "persona": "Persona",
    "scenario": "Scenario",
    "memory": "Memory",
    "examples": "Example dialogue",
    "depth": "Entries among the messages",
    "note": "Note",
    "history": "History",
    "post_history": "After the history",
    "prefill": "Reply so far",
}
SHOWN_AT_MOST = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRow:
    """A section of the prompt: its name, what it belongs to in the budget, its tokens and its text."""

    name: str
    part: str
    tokens: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SentMessage:
    """A message exactly as it goes over the wire; `number` where it is a turn of the chat."""

    role: Role
    content: str
    number: int | None
    draft: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptView:
    """The tab Prompt. Of a very long prompt the first message and the newest ones are drawn; `raw` has them all."""

    which: WhichPlan
    has_reply: bool
    sections: tuple[SectionRow, ...] = ()
    messages: tuple[SentMessage, ...] = ()
    message_count: int = 0
    raw: str | None = None
    sent: int = 0
    exact: bool = False
    encoding: str = ""
    problem: str = ""


def prompt_view(panel: Panel, open_chat: OpenChat) -> PromptView:
    """What the tab Prompt shows of the plan that the panel shows."""
    plan = plan_of(panel.which, open_chat)
    has_reply = has_planned_reply(open_chat)
    if plan is None:
        return PromptView(which=panel.which, has_reply=has_reply, problem=open_chat.plan_problem)
    shown = _ends(plan.messages)
    numbers = numbers_of(open_chat.path, {one.message_id for one in shown if one.message_id})
    return PromptView(
        which=panel.which,
        has_reply=has_reply,
        sections=tuple(
            SectionRow(name=SECTION_NAMES[one.id], part=NAMES[PART_OF[one.id]], tokens=one.tokens, text=one.text)
            for one in plan.sections
            if one.id != "history"
        ),
        messages=tuple(
            SentMessage(
                role=one.role,
                content=one.content,
                number=numbers.get(one.message_id or ""),
                draft=one.message_id == DRAFT_ID,
            )
            for one in shown
        ),
        message_count=len(plan.messages),
        raw=raw_messages(plan.messages) if panel.prompt_raw else None,
        sent=plan.numbers.sent,
        exact=plan.numbers.exact,
        encoding=plan.numbers.encoding,
    )


def raw_messages(messages: tuple[PromptMessage, ...]) -> str:
    """The messages as the JSON list that the request carries."""
    listed = [{"role": one.role, "content": one.content} for one in messages]
    return json.dumps(listed, ensure_ascii=False, indent=1)


def _ends(messages: tuple[PromptMessage, ...]) -> tuple[PromptMessage, ...]:
    """The first message and the newest ones."""
    if len(messages) <= SHOWN_AT_MOST:
        return messages
    return (messages[0], *messages[1 - SHOWN_AT_MOST :])
