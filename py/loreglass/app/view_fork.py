"""Where a prompt parts from the one before it, as data: the server can keep what it read up to there."""

from dataclasses import dataclass

from loreglass.app.lately import lately
from loreglass.app.planned import plan_at, sides
from loreglass.app.state import OpenChat, WhichPlan
from loreglass.app.strings.compare import fork_line, fork_place
from loreglass.app.view_why import numbers_of
from loreglass.domain.prompt.compare import Fork, fork, same_tokens
from loreglass.domain.prompt.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkView:
    """The message of the prompt (from 0) in which it parts, after how many of its characters, and the sentence."""

    message: int
    characters: int
    said: str


def fork_view(which: WhichPlan, plan: Plan, open_chat: OpenChat) -> ForkView | None:
    """Where the shown plan parts from the one before it; None where they are the same, or there is none before."""
    before = plan_at(sides(which, open_chat)[0], open_chat)
    if before is None or (found := parted(before, plan)) is None:
        return None
    said = fork_words(found, before, plan, open_chat, last=which == "next")
    return ForkView(message=found.message, characters=found.characters, said=said)


@lately
def parted(before: Plan, after: Plan) -> Fork | None:
    """Where two prompts part, remembered for the last two."""
    return fork(before, after)


def fork_words(found: Fork, before: Plan, plan: Plan, open_chat: OpenChat, *, last: bool) -> str:
    """The sentence on where the plan's prompt parts from the one before; `last` where that is the last request."""
    # Each plan has its own counts: what both have in common is no more than the smaller.
    line = fork_line(min(same_tokens(before, found), same_tokens(plan, found)), last=last)
    if not found.same_characters or found.message >= len(plan.messages):
        return line
    message_id = plan.messages[found.message].message_id
    known = numbers_of(open_chat.path, {message_id}) if message_id else {}
    place = fork_place(known.get(message_id or ""), found.message + 1)
    return f"{line.removesuffix('.')}, {place}."
