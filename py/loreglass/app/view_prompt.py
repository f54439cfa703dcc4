"""The exact prompt as data: the sections with their counts, the messages as sent, and the raw request body's list."""

import json
from dataclasses import dataclass

from loreglass.app.sending import Sending, as_text
from loreglass.app.state import OpenChat, Panel, WhichPlan
from loreglass.app.strings.counts import how_counted
from loreglass.app.strings.presets import SECTION_NAMES
from loreglass.app.view_fork import ForkView, fork_view
from loreglass.app.view_lens import NAMES, PART_OF
from loreglass.app.view_why import has_planned_reply, numbers_of, plan_of, reported
from loreglass.domain.ids import DRAFT_ID
from loreglass.domain.prompt.plan import Plan, PromptMessage
from loreglass.domain.story.book import Role
from loreglass.domain.wire.endpoint import HttpRequest

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
    same_characters: int | None = None
    """Where the prompt parts from the one before in this message: how many of its characters are still the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptView:
    """The tab Prompt. Of a very long prompt the first message and the newest ones are drawn; `raw` has them all."""

    which: WhichPlan
    has_reply: bool
    sections: tuple[SectionRow, ...] = ()
    messages: tuple[SentMessage, ...] = ()
    message_count: int = 0
    raw: str | None = None
    has_request: bool = False
    """True where an endpoint would get it: then `raw` is the request, else the list of messages."""
    fork: str = ""
    """Where the prompt parts from the one before it, in words."""
    sent: int = 0
    text: str = ""
    """The prompt where it goes as one text, exactly as sent; "" where messages go."""
    how_counted: str = ""
    reported: str = ""
    problem: str = ""


def prompt_view(panel: Panel, open_chat: OpenChat, asked: Sending | None = None) -> PromptView:
    """What the tab Prompt shows of the plan that the panel shows; `asked` is what the endpoint would get of it."""
    plan = plan_of(panel.which, open_chat)
    has_reply = has_planned_reply(open_chat)
    if plan is None:
        return PromptView(which=panel.which, has_reply=has_reply, problem=open_chat.plan_problem)
    shown = _ends(plan.messages)
    parted = fork_view(panel.which, plan, open_chat)
    begins = _place(parted, len(plan.messages), len(shown)) if parted else None
    request = asked.request if asked else None
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
                same_characters=parted.characters if parted and at == begins else None,
            )
            for at, one in enumerate(shown)
        ),
        message_count=len(plan.messages),
        raw=raw_prompt(plan, request) if panel.prompt_raw else None,
        has_request=request is not None,
        fork=parted.said if parted else "",
        sent=plan.numbers.sent,
        text=sent_text(plan),
        how_counted=how_counted(plan.numbers),
        reported=reported(panel, open_chat),
    )


def sent_text(plan: Plan) -> str:
    """The prompt as the one text that is sent; "" where messages are sent, be it one that a template made."""
    is_message = any(message.content == plan.text for message in plan.messages)
    return "" if is_message else plan.text


def raw_prompt(plan: Plan, request: HttpRequest | None) -> str:
    """The request, or what the demo responder gets: the list of messages."""
    return as_text(request) if request else raw_messages(plan.messages)


def _place(parted: ForkView, messages: int, shown: int) -> int | None:
    """Which of the shown messages the fork is in; None for one that is not drawn, or past the last."""
    at = parted.message if parted.message == 0 else parted.message - (messages - shown)
    return at if 0 <= at < shown and (at > 0 or parted.message == 0) else None


def raw_messages(messages: tuple[PromptMessage, ...]) -> str:
    """The messages as the JSON list that the request carries."""
    listed = [{"role": one.role, "content": one.content} for one in messages]
    return json.dumps(listed, ensure_ascii=False, indent=1)


def _ends(messages: tuple[PromptMessage, ...]) -> tuple[PromptMessage, ...]:
    """The first message and the newest ones."""
    if len(messages) <= SHOWN_AT_MOST:
        return messages
    return (messages[0], *messages[1 - SHOWN_AT_MOST :])
