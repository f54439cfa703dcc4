"""The transcript as data: each message with its mark, bracket, woken entries and buttons."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from loreglass.app.lately import lately
from loreglass.app.speakers import is_silent, spoken
from loreglass.app.state import AppState, OpenChat
from loreglass.app.strings.chat import ended, meta, scanned_rule, unread_note
from loreglass.app.strings.counts import thought_tokens
from loreglass.app.strings.problems import IN_SETTINGS, told
from loreglass.app.strings.reasons import called
from loreglass.app.strings.waiting import waiting_note
from loreglass.app.unread import is_unread, is_unread_entry
from loreglass.app.view_marks import Mark, entries_named, key_of, marks, row_id
from loreglass.app.view_why import reach_of, texts_of
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.lore.keywords import is_regex
from loreglass.domain.lore.verdict import Decision, Hit
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import LinkedBook
from loreglass.domain.story.chat import Message, Speaker, Variant

WOKEN_AT_MOST = 12
LONGEST_KEYWORD = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Woken:
    """A keyword in a message and the entry that it woke (or only matched, where that was left out)."""

    keyword: str
    mark: Mark
    entry: str
    row: str
    """The id of the entry's row in Why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """What a plan leaves in the transcript: how far it looked, how far it sends, what the messages woke."""

    scanned_from: MessageId | None = None
    sent_from: MessageId | None = None
    draft: bool = False
    woken: tuple[tuple[MessageId, tuple[Woken, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplySeen:
    """The reply under way without its text, which a region of its own draws."""

    message_id: MessageId
    variant_id: VariantId
    started: bool
    """True once there is something to show."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditSeen:
    """The message being edited; `draft` is what its box begins with, and no change of it is a change of the view."""

    message_id: MessageId
    draft: str = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageView:
    """One message as the transcript shows it. A view is drawn again only when it differs."""

    id: MessageId
    number: int
    name: str
    speaker: Speaker
    meta: str
    text: str
    variant: int = 1
    variants: int = 1
    scanned: bool = False
    rule: str = ""
    """What stands on the rule above the message, where scanning begins."""
    sent_rule: str = ""
    woken: tuple[Woken, ...] = ()
    last: bool = False
    writable: bool = True
    has_plan: bool = False
    stage: Literal["whole", "waiting", "streaming", "editing"] = "whole"
    ended: str = ""
    unanswered: bool = False
    """The user spoke last, somebody may reply, and no reply is on its way: a closed tab leaves a chat so."""
    problem: str = ""
    in_settings: bool = False
    """Whether the endpoint's settings are where the problem is mended."""
    hidden: bool = False
    pinned: bool = False
    unread: bool = False
    """What stands here cannot be read, so it is neither sent nor scanned."""
    reasoning: str = ""
    thought_tokens: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What the transcript shows; neither the draft nor the text of the growing reply is among it.

    `replier` is the name and the small print of a reply that has no variant yet.
    """

    path: tuple[Message, ...]
    variants: Mapping[VariantId, Variant]
    shown_from: int
    shown_to: int
    seen: Footprint
    reply: ReplySeen | None
    editing: EditSeen | None
    problem: str
    in_settings: bool
    unanswered: bool
    writable: bool
    replier: tuple[str, str]


def transcript(state: AppState, open_chat: OpenChat) -> Transcript:
    """The transcript of the open chat."""
    editing, endpoint = open_chat.editing, state.endpoint.saved
    return Transcript(
        path=open_chat.path,
        variants=open_chat.variants,
        shown_from=open_chat.shown_from,
        shown_to=len(open_chat.path) if open_chat.shown_to is None else open_chat.shown_to,
        seen=footprint(shown_plan(state, open_chat), open_chat),
        reply=reply_seen(open_chat),
        editing=EditSeen(message_id=editing.message_id, draft=editing.draft) if editing else None,
        problem=refusal(open_chat),
        in_settings=open_chat.problem is not None and open_chat.problem.kind in IN_SETTINGS,
        unanswered=_is_unanswered(open_chat),
        writable=open_chat.writer,
        replier=(open_chat.reply.name if open_chat.reply else "", "demo reply" if endpoint.is_demo else endpoint.model),
    )


def _is_unanswered(open_chat: OpenChat) -> bool:
    newest = open_chat.path[-1] if open_chat.path else None
    asks = newest is not None and newest.speaker == "user" and not newest.hidden
    return asks and open_chat.writer and open_chat.reply is None and not trouble(open_chat) and not is_silent(open_chat)


def unread(open_chat: OpenChat) -> str:
    """What of the open chat cannot be read, in words; "" where all can be."""
    return _unread(open_chat.path, open_chat.aside, open_chat.books)


@lately
def _unread(path: tuple[Message, ...], aside: tuple[Message, ...], books: tuple[LinkedBook, ...]) -> str:
    entries = (entry for linked in books for entry in linked.book.entries)
    return unread_note(sum(map(is_unread, chain(path, aside))), sum(map(is_unread_entry, entries)))


def footprint(plan: Plan | None, open_chat: OpenChat) -> Footprint:
    """The footprint of a plan; an empty one where there is none. Keywords stand in the order of the text."""
    return _footprint(plan, open_chat.path, open_chat.variants, open_chat.books) if plan else Footprint()


@lately
def _footprint(
    plan: Plan, path: tuple[Message, ...], variants: Mapping[VariantId, Variant], books: tuple[LinkedBook, ...]
) -> Footprint:
    known = marks(plan)
    entries = entries_named(books, set(known))
    text_of = texts_of(plan, path, variants)
    woken: dict[MessageId, list[tuple[int, Woken]]] = {}
    for one in plan.decisions:
        key = key_of(one.ref)
        for hit in _message_hits(one) if key in known else ():
            if hit.message_id:
                entry = entries.get(key)
                seen = Woken(
                    keyword=_as_written(hit, text_of),
                    mark=known[key],
                    entry=called(entry) if entry else "an entry",
                    row=row_id(key),
                )
                woken.setdefault(hit.message_id, []).append((hit.span[0] if hit.where == "text" else -1, seen))
    first, _ = reach_of(plan, books, path)
    return Footprint(
        scanned_from=path[first - 1].id if first else None,
        sent_from=plan.sent_from,
        draft=plan.draft,
        woken=tuple((message_id, _in_order(seen)) for message_id, seen in woken.items()),
    )


def _in_order(seen: list[tuple[int, Woken]]) -> tuple[Woken, ...]:
    return tuple(one for _, one in sorted(seen, key=lambda each: each[0])[:WOKEN_AT_MOST])


def _as_written(hit: Hit, text_of: Callable[[str], str]) -> str:
    """The keyword; of a pattern or a wildcard, what it matched."""
    if not is_regex(hit.key) and not set(hit.key) & set("*?"):
        return hit.key
    start, end = hit.span
    matched = text_of(hit.message_id or "")[start:end] if hit.where == "text" else ""
    return matched if 0 < len(matched) <= LONGEST_KEYWORD else hit.key


def _message_hits(decision: Decision) -> tuple[Hit, ...]:
    reason = decision.reason
    first = (reason.hit,) if reason.hit and reason.hit.parent is None else ()
    return (*first, *(hit for hit in reason.secondary_hits if hit.parent is None))


def shown_plan(state: AppState, open_chat: OpenChat) -> Plan | None:
    """The plan whose footprint the transcript shows: the one that Why shows, else the next."""
    if state.panel.which == "reply" and open_chat.shown_plan is not None:
        return open_chat.shown_plan.plan
    return open_chat.next_plan


def reply_seen(open_chat: OpenChat) -> ReplySeen | None:
    """The reply under way, None where there is none: what is written for the user stands in the composer."""
    reply = open_chat.reply
    if reply is None or reply.old_draft is not None:
        return None
    started = bool(reply.text or reply.reasoning or waiting_note(reply))
    return ReplySeen(message_id=reply.message_id, variant_id=reply.variant_id, started=started)


def trouble(open_chat: OpenChat) -> str:
    """Why the last reply did not come, in words; "" where it did."""
    return refusal(open_chat) or open_chat.plan_problem


def refusal(open_chat: OpenChat) -> str:
    """What the endpoint has against the last request; a prompt that cannot be made is told of under the composer."""
    problem = open_chat.problem
    return told(problem).sentence if problem is not None and problem.kind != "aborted" else ""


def message_views(shown: Transcript) -> tuple[MessageView, ...]:
    """The messages from `shown_from` on, and the reply under way where it is a new message."""
    scanned_at = _index(shown.path, shown.seen.scanned_from)
    sent_at = _index(shown.path, shown.seen.sent_from)
    woken = dict(shown.seen.woken)
    out = [
        _message_view(shown, at, scanned_at, sent_at, woken.get(shown.path[at].id, ()))
        for at in range(shown.shown_from, shown.shown_to)
    ]
    reply = shown.reply
    if reply is not None and not any(message.id == reply.message_id for message in shown.path[-1:]):
        out.append(_coming(reply, len(shown.path) + 1, shown.replier, scanned_at is not None))
    return tuple(out)


def _message_view(
    shown: Transcript, at: int, scanned_at: int | None, sent_at: int | None, woken: tuple[Woken, ...]
) -> MessageView:
    message, reply = shown.path[at], shown.reply
    variant = shown.variants.get(message.chosen_id)
    replying = reply is not None and reply.message_id == message.id
    last = at == len(shown.path) - 1
    return MessageView(
        id=message.id,
        number=at + 1,
        name=message.name,
        speaker=message.speaker,
        meta=shown.replier[1] if replying else meta(message.speaker, variant),
        text=_text(variant, None if replying else shown.editing, replying),
        variant=message.variant_ids.index(message.chosen_id) + 1,
        variants=len(message.variant_ids),
        scanned=scanned_at is not None and at >= scanned_at and not message.hidden,
        rule=scanned_rule(len(spoken(shown.path[at:])), shown.seen.draft) if at == scanned_at else "",
        sent_rule="Sending begins here" if at == sent_at and at > 0 else "",
        woken=woken,
        last=last and reply is None,
        writable=shown.writable,
        has_plan=variant is not None and variant.plan_id is not None,
        stage=_stage(message.id, reply, shown.editing),
        ended=ended(variant, last=last) if variant and not replying else "",
        hidden=message.hidden and not is_unread(message),
        unread=is_unread(message),
        pinned=message.pinned,
        reasoning=variant.reasoning if variant and not replying else "",
        thought_tokens=thought_tokens(variant) if variant and variant.reasoning and not replying else "",
        unanswered=last and shown.unanswered,
        problem=shown.problem if last and reply is None else "",
        in_settings=shown.in_settings and last and reply is None,
    )


def _text(variant: Variant | None, editing: EditSeen | None, replying: bool) -> str:
    """The message's text; what its box begins with where it is being edited."""
    if replying or variant is None:
        return ""
    return editing.draft if editing is not None and editing.message_id == variant.message_id else variant.text


def _coming(reply: ReplySeen, number: int, replier: tuple[str, str], scanned: bool) -> MessageView:
    return MessageView(
        id=reply.message_id,
        number=number,
        name=replier[0],
        speaker="character",
        meta=replier[1],
        text="",
        scanned=scanned,
        writable=False,
        stage="streaming" if reply.started else "waiting",
    )


def _stage(
    message_id: MessageId, reply: ReplySeen | None, editing: EditSeen | None
) -> Literal["whole", "waiting", "streaming", "editing"]:
    if reply is not None and reply.message_id == message_id:
        return "streaming" if reply.started else "waiting"
    return "editing" if editing is not None and editing.message_id == message_id else "whole"


def _index(path: tuple[Message, ...], message_id: MessageId | None) -> int | None:
    if message_id is None:
        return None
    return next((at for at in range(len(path) - 1, -1, -1) if path[at].id == message_id), None)
