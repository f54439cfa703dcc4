"""Sending, and what becomes of a reply."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import Browser, StopReply, Write
from loreglass.app.moment import Moment
from loreglass.app.records import plan_rows, preferences_row, row
from loreglass.app.scenes import called, reply_scene, user_name
from loreglass.app.search import at_end
from loreglass.app.speakers import is_silent, next_character, speaker_of
from loreglass.app.state import AppState, OpenChat, Reply, Route
from loreglass.app.update import impersonating
from loreglass.app.update.branching import branch_here
from loreglass.app.update.chat import edit_save, message_named
from loreglass.app.update.commit import commit, difference, replaced, with_path
from loreglass.app.update.spending import learnt, reported, with_spent
from loreglass.app.update.step import (
    NOBODY_SPEAKS,
    Handler,
    Step,
    asked_for,
    plan_next,
    stay,
    toast,
    with_chat,
    write_chat,
)
from loreglass.domain.ids import CharacterId, MessageId, PlanId, VariantId
from loreglass.domain.story.chat import Message, Variant
from loreglass.domain.wire.problem import EndpointProblem

INTERRUPTED = "interrupted"


def _free(state: AppState) -> OpenChat | None:
    open_chat = state.chat
    return open_chat if open_chat and open_chat.writer and open_chat.reply is None else None


def start(state: AppState, open_chat: OpenChat, moment: Moment, target: Message | None, trigger: str) -> Step:
    """A reply to the path (or to what stands before `target`) is asked for; nothing where nobody may speak."""
    if target is None and is_silent(open_chat):
        return toast(state, moment, NOBODY_SPEAKS), (*plan_next(state), Browser(what="newest"))
    before = open_chat.path if target is None else open_chat.path[: open_chat.path.index(target)]
    base = open_chat.variants[target.chosen_id].text if target and trigger == "continue" else ""
    who = speaker_of(open_chat, target) if target else next_character(open_chat)
    reply = Reply(
        message_id=target.id if target else MessageId(moment.id("reply")),
        variant_id=VariantId(moment.id("reply-variant")),
        stage="planning",
        text=base,
        base=base,
        name=called(who),
        character_id=who.id if who else None,
    )
    open_chat = at_end(replace(open_chat, reply=reply, problem=None, plan_problem="", editing=None))
    scene = reply_scene(state, open_chat, before, who, trigger=trigger, prefill=base)
    return with_chat(state, open_chat), (asked_for(state, open_chat, scene), Browser(what="newest"))


def send(state: AppState, did: Did, moment: Moment) -> Step:
    """The draft becomes a message and a reply is asked for; an empty draft asks for one more reply."""
    open_chat = _free(state)
    if open_chat is None:
        return stay(state)
    text = did.field("message") or open_chat.chat.draft
    if not text.strip():
        return start(state, open_chat, moment, None, "normal") if open_chat.path else stay(state)
    sent, writes = _said(state, at_end(open_chat), text, moment)
    assert sent.chat is not None
    started, effects = start(sent, sent.chat, moment, None, "normal")
    return started, (*writes, *effects, Browser(what="focus", value="draft"))


def send_only(state: AppState, did: Did, moment: Moment) -> Step:
    """The draft becomes a message, and nobody is asked to reply."""
    open_chat = _free(state)
    if open_chat is None or not open_chat.chat.draft.strip():
        return stay(state)
    sent, writes = _said(state, at_end(open_chat), open_chat.chat.draft, moment)
    return sent, (*writes, *plan_next(sent), Browser(what="newest"), Browser(what="focus", value="draft"))


def _said(state: AppState, open_chat: OpenChat, text: str, moment: Moment) -> tuple[AppState, tuple[Write, ...]]:
    """The user's message at the end of the chat, and what is to be stored."""
    message_id, variant_id = MessageId(moment.id("message")), VariantId(moment.id("variant"))
    variant = Variant(
        id=variant_id,
        chat_id=open_chat.chat.id,
        message_id=message_id,
        text=text,
        source="user",
        created_ms=moment.now_ms,
    )
    message = Message(
        id=message_id,
        chat_id=open_chat.chat.id,
        parent_id=open_chat.chat.head_id,
        speaker="user",
        name=user_name(open_chat),
        variant_ids=(variant_id,),
        chosen_id=variant_id,
        created_ms=moment.now_ms,
    )
    open_chat = replace(open_chat, chat=replace(open_chat.chat, draft=""), draft_revision=open_chat.draft_revision + 1)
    preferences = replace(state.preferences, messages_sent=state.preferences.messages_sent + 1)
    after = with_path(open_chat, (*open_chat.path, message), moment, variant)
    sent, effects = commit(replace(state, preferences=preferences), moment, after, "send", plan=False)
    writes = tuple(each for each in effects if isinstance(each, Write))
    return sent, (*writes, Write(rows=(preferences_row(preferences),), scope="app"))


def edit_and_reply(state: AppState, did: Did, moment: Moment) -> Step:
    """The edited message is saved and answered anew; what stood behind it stays as a variant, or as a branch."""
    if _free(state) is None or state.chat is None or state.chat.editing is None:
        return stay(state)
    message_id = state.chat.editing.message_id
    state, saved = edit_save(state, did, moment)
    open_chat = state.chat
    assert open_chat is not None
    if (message := message_named(open_chat, message_id)) is None:
        return state, saved
    behind = open_chat.path[open_chat.path.index(message) + 1 :]
    target = behind[0] if len(behind) == 1 and behind[0].speaker == "character" else None
    if behind and target is None:
        state, parted = branch_here(state, Did(name="branch-here", id=message.id), moment)
        saved = (*saved, *parted)
        open_chat = state.chat or open_chat
    state, effects = start(state, open_chat, moment, target, "regenerate" if target else "normal")
    kept = tuple(each for each in saved if isinstance(each, Write))
    return state, (*kept, *effects)


def _last_reply(open_chat: OpenChat) -> Message | None:
    last = open_chat.path[-1] if open_chat.path else None
    return last if last and last.speaker == "character" else None


def regenerate(state: AppState, did: Did, moment: Moment) -> Step:
    """One more variant of the last reply; where the user spoke last, a reply."""
    open_chat = _free(state)
    if open_chat is None or not open_chat.path:
        return stay(state)
    target = _last_reply(open_chat)
    return start(state, open_chat, moment, target, "regenerate" if target else "normal")


def go_on(state: AppState, did: Did, moment: Moment) -> Step:
    """The last reply is carried on from where it ends."""
    open_chat = _free(state)
    if open_chat is None or not open_chat.path:
        return stay(state)
    target = _last_reply(open_chat)
    return start(state, open_chat, moment, target, "continue" if target else "normal")


def stop(state: AppState, did: Did, moment: Moment) -> Step:
    """The reply on its way is ended; what came is kept."""
    if state.chat is None or state.chat.reply is None:
        return stay(state)
    return state, (StopReply(),)


def update(
    state: AppState, told: actions.ReplyPlanned | actions.ReplyGrew | actions.ReplyEnded, moment: Moment
) -> Step:
    """The state after news of the reply."""
    match told:
        case actions.ReplyPlanned():
            return planned(state, told, moment)
        case actions.ReplyGrew():
            return grew(state, told, moment)
        case actions.ReplyEnded():
            return ended(state, told, moment)


def planned(state: AppState, told: actions.ReplyPlanned, moment: Moment) -> Step:
    """The plan of the reply is known and the request is out."""
    open_chat = state.chat
    if open_chat is None or open_chat.reply is None or open_chat.chat.id != told.chat_id:
        return stay(state)
    reply = replace(open_chat.reply, plan=told.plan, stage="waiting")
    return with_chat(state, replace(open_chat, reply=reply)), ()


def grew(state: AppState, told: actions.ReplyGrew, moment: Moment) -> Step:
    """More of the reply is shown; now and then it is stored, so that a closed tab keeps it."""
    open_chat = state.chat
    if open_chat is None or open_chat.reply is None or open_chat.chat.id != told.chat_id:
        return stay(state)
    reply = replace(
        open_chat.reply,
        text=told.text,
        reasoning=told.reasoning,
        stage="streaming",
        quiet_seconds=0,
        retry=None,
    )
    open_chat = replace(open_chat, reply=reply)
    if reply.old_draft is not None:
        return impersonating.grew(state, open_chat, told)
    if not told.checkpoint:
        return with_chat(state, open_chat), ()
    partial = _with_reply(open_chat, reply, _variant(open_chat, reply, moment, INTERRUPTED), moment)
    rows = difference("checkpoint", open_chat, partial).after
    return write_chat(state, open_chat, rows, plan=False)


def _variant(open_chat: OpenChat, reply: Reply, moment: Moment, problem: str = "") -> Variant:
    return Variant(
        id=reply.variant_id,
        chat_id=open_chat.chat.id,
        message_id=reply.message_id,
        text=reply.text,
        source="endpoint",
        state="stopped" if problem else "done",
        problem=problem,
        created_ms=moment.now_ms,
        reasoning=_thoughts(open_chat, reply),
    )


def _thoughts(open_chat: OpenChat, reply: Reply) -> str:
    """What was thought for the reply, after what was thought for the one that it carries on."""
    message = message_named(open_chat, reply.message_id) if reply.base else None
    earlier = open_chat.variants[message.chosen_id].reasoning if message else ""
    return "\n\n".join(text for text in (earlier, reply.reasoning) if text)


def _with_reply(open_chat: OpenChat, reply: Reply, variant: Variant, moment: Moment) -> OpenChat:
    """The open chat with the reply in its place: a new message, one more variant, or the continued one."""
    message = message_named(open_chat, reply.message_id)
    if message is None:
        new = Message(
            id=reply.message_id,
            chat_id=open_chat.chat.id,
            parent_id=open_chat.chat.head_id,
            speaker="character",
            name=reply.name,
            variant_ids=(variant.id,),
            chosen_id=variant.id,
            created_ms=moment.now_ms,
            character_id=reply.character_id,
        )
        open_chat = replace(open_chat, chat=replace(open_chat.chat, next_id=_still_named(open_chat)))
        return with_path(open_chat, (*open_chat.path, new), moment, variant)
    others = tuple(each for each in message.variant_ids if not (reply.base and each == message.chosen_id))
    return replaced(
        open_chat, replace(message, variant_ids=(*others, variant.id), chosen_id=variant.id), moment, variant
    )


def _still_named(open_chat: OpenChat) -> CharacterId | None:
    """Whom the user named stays named where the user names everyone; else that was for one turn."""
    return open_chat.chat.next_id if open_chat.chat.turn_order == "manual" else None


def ended(state: AppState, told: actions.ReplyEnded, moment: Moment) -> Step:
    """The reply is stored with its plan; without a word of it, only the problem is shown."""
    open_chat = state.chat
    if open_chat is None or open_chat.reply is None or open_chat.chat.id != told.chat_id:
        return stay(state)
    reply = replace(open_chat.reply, text=told.text, reasoning=told.reasoning)
    is_empty = told.text.removeprefix(reply.base).strip() == ""
    open_chat = replace(
        open_chat,
        reply=None,
        problem=_trouble(told, reply, is_empty=is_empty),
        plan_problem=told.plan_problem,
        plan_place=told.plan_place,
    )
    state, learning = learnt(state, told.endpoint, reply.plan, told.usage)
    if told.usage is not None or not is_empty:
        open_chat = replace(open_chat, chat=with_spent(open_chat.chat, told.usage, told.endpoint))
    if reply.old_draft is not None:
        state, effects = impersonating.ended(state, open_chat, reply, moment)
        return state, (*learning, *effects)
    if is_empty:
        state, effects = _nothing_came(state, open_chat, reply, told, moment)
        return state, (*learning, *effects)
    variant = replace(
        reported(_variant(open_chat, reply, moment), told.usage),
        source="demo" if told.endpoint.is_demo else "endpoint",
        state=told.state,
        model=told.endpoint.model,
        plan_id=PlanId(reply.variant_id) if reply.plan else None,
        timers=reply.plan.timers if reply.plan else (),
        problem=told.problem.kind if told.problem else "",
    )
    after = _with_reply(open_chat, reply, variant, moment)
    plan = plan_rows(open_chat.chat.id, variant.id, reply.plan) if reply.plan else ()
    state, effects = commit(replace(state, chat=open_chat), moment, after, "reply", also=plan)
    return state, (*learning, *effects)


def _trouble(told: actions.ReplyEnded, reply: Reply, *, is_empty: bool) -> EndpointProblem | None:
    """What stands under the last message until the next try; a note to a reply that is done is kept with it alone."""
    if told.state == "stopped" and is_empty and reply.old_draft is None:
        return EndpointProblem(kind="stopped")
    return None if told.state == "done" else told.problem


def _nothing_came(state: AppState, open_chat: OpenChat, reply: Reply, told: actions.ReplyEnded, moment: Moment) -> Step:
    """No message is made of no words; the problem says why, or the model had nothing to add. What it took is kept."""
    if told.state == "done" and told.problem is None:
        state = toast(state, moment, "continue_empty")
    if told.usage is not None:
        return write_chat(state, open_chat, (row(open_chat.chat),))
    state = with_chat(state, open_chat)
    return state, plan_next(state)


def leave(state: AppState, route: Route, moment: Moment) -> Step:
    """Another chat is about to open: a reply on its way is stopped and what came of it is stored."""
    open_chat = state.chat
    goes = route.name in ("chat", "replay") and open_chat is not None and open_chat.chat.id != route.id
    if open_chat is None or open_chat.reply is None or not goes:
        return stay(state)
    reply = open_chat.reply
    halted = actions.ReplyEnded(
        chat_id=open_chat.chat.id,
        text=reply.text,
        state="stopped",
        endpoint=state.endpoint.saved,
        reasoning=reply.reasoning,
    )
    state, effects = ended(state, halted, moment)
    return state, (StopReply(), *effects)


HANDLERS: dict[str, Handler] = {
    "send": send,
    "send-only": send_only,
    "edit-save-reply": edit_and_reply,
    "regenerate": regenerate,
    "retry": regenerate,
    "continue": go_on,
    "stop": stop,
}
