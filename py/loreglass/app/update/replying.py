"""Sending, and what becomes of a reply."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import Browser, StartReply, StopReply, Write
from loreglass.app.moment import Moment
from loreglass.app.records import plan_rows, preferences_row
from loreglass.app.scenes import character_name, reply_scene, user_name
from loreglass.app.state import AppState, OpenChat, Reply, Route
from loreglass.app.update.chat import message_named
from loreglass.app.update.commit import commit, difference, replaced, with_path
from loreglass.app.update.step import Handler, Step, plan_next, stay, with_chat, write_chat
from loreglass.domain.ids import MessageId, PlanId, VariantId
from loreglass.domain.story.chat import Message, Variant

INTERRUPTED = "interrupted"


def _free(state: AppState) -> OpenChat | None:
    open_chat = state.chat
    return open_chat if open_chat and open_chat.writer and open_chat.reply is None else None


def _start(state: AppState, open_chat: OpenChat, moment: Moment, target: Message | None, trigger: str) -> Step:
    """A reply to the path (or to what stands before `target`) is asked for."""
    before = open_chat.path if target is None else open_chat.path[: open_chat.path.index(target)]
    base = open_chat.variants[target.chosen_id].text if target and trigger == "continue" else ""
    reply = Reply(
        message_id=target.id if target else MessageId(moment.id("reply")),
        variant_id=VariantId(moment.id("reply-variant")),
        stage="planning",
        text=base,
        base=base,
    )
    open_chat = replace(open_chat, reply=reply, problem=None, plan_problem="", editing=None)
    scene = reply_scene(state, open_chat, before, trigger=trigger, prefill=base)
    effect = StartReply(chat_id=open_chat.chat.id, scene=scene, endpoint=state.endpoint.saved, base=base)
    return with_chat(state, open_chat), (effect,)


def send(state: AppState, did: Did, moment: Moment) -> Step:
    """The draft becomes a message and a reply is asked for; an empty draft asks for one more reply."""
    open_chat = _free(state)
    if open_chat is None:
        return stay(state)
    text = did.field("message") or open_chat.chat.draft
    if not text.strip():
        return _start(state, open_chat, moment, None, "normal") if open_chat.path else stay(state)
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
    sent, writes = commit(replace(state, preferences=preferences), moment, after, "send")
    assert sent.chat is not None
    started, effects = _start(sent, sent.chat, moment, None, "normal")
    kept = Write(rows=(preferences_row(preferences),), scope="app")
    return started, (*writes[:1], kept, *effects, Browser(what="focus", value="draft"))


def _last_reply(open_chat: OpenChat) -> Message | None:
    last = open_chat.path[-1] if open_chat.path else None
    return last if last and last.speaker == "character" else None


def regenerate(state: AppState, did: Did, moment: Moment) -> Step:
    """One more variant of the last reply; where the user spoke last, a reply."""
    open_chat = _free(state)
    if open_chat is None or not open_chat.path:
        return stay(state)
    target = _last_reply(open_chat)
    return _start(state, open_chat, moment, target, "regenerate" if target else "normal")


def go_on(state: AppState, did: Did, moment: Moment) -> Step:
    """The last reply is carried on from where it ends."""
    open_chat = _free(state)
    if open_chat is None or not open_chat.path:
        return stay(state)
    target = _last_reply(open_chat)
    return _start(state, open_chat, moment, target, "continue" if target else "normal")


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
    reply = replace(open_chat.reply, text=told.text, stage="streaming")
    open_chat = replace(open_chat, reply=reply)
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
    )


def _with_reply(open_chat: OpenChat, reply: Reply, variant: Variant, moment: Moment) -> OpenChat:
    """The open chat with the reply in its place: a new message, one more variant, or the continued one."""
    message = message_named(open_chat, reply.message_id)
    if message is None:
        new = Message(
            id=reply.message_id,
            chat_id=open_chat.chat.id,
            parent_id=open_chat.chat.head_id,
            speaker="character",
            name=character_name(open_chat),
            variant_ids=(variant.id,),
            chosen_id=variant.id,
            created_ms=moment.now_ms,
        )
        return with_path(open_chat, (*open_chat.path, new), moment, variant)
    others = tuple(each for each in message.variant_ids if not (reply.base and each == message.chosen_id))
    return replaced(
        open_chat, replace(message, variant_ids=(*others, variant.id), chosen_id=variant.id), moment, variant
    )


def ended(state: AppState, told: actions.ReplyEnded, moment: Moment) -> Step:
    """The reply is stored with its plan; without a word of it, only the problem is shown."""
    open_chat = state.chat
    if open_chat is None or open_chat.reply is None or open_chat.chat.id != told.chat_id:
        return stay(state)
    reply = replace(open_chat.reply, text=told.text)
    open_chat = replace(open_chat, reply=None, problem=told.problem, plan_problem=told.plan_problem)
    if told.text.removeprefix(reply.base).strip() == "":
        state = with_chat(state, open_chat)
        return state, plan_next(state)
    variant = replace(
        _variant(open_chat, reply, moment),
        source="demo" if state.endpoint.saved.is_demo else "endpoint",
        state=told.state,
        model=told.model,
        plan_id=PlanId(reply.variant_id) if reply.plan else None,
        timers=reply.plan.timers if reply.plan else (),
        problem=told.problem.kind if told.problem else "",
    )
    after = _with_reply(open_chat, reply, variant, moment)
    plan = plan_rows(open_chat.chat.id, variant.id, reply.plan) if reply.plan else ()
    return commit(replace(state, chat=open_chat), moment, after, "reply", also=plan)


def leave(state: AppState, route: Route, moment: Moment) -> Step:
    """Another chat is about to open: a reply on its way is stopped and what came of it is stored."""
    open_chat = state.chat
    goes = route.name in ("chat", "replay") and open_chat is not None and open_chat.chat.id != route.id
    if open_chat is None or open_chat.reply is None or not goes:
        return stay(state)
    halted = actions.ReplyEnded(chat_id=open_chat.chat.id, text=open_chat.reply.text, state="stopped")
    state, effects = ended(state, halted, moment)
    return state, (StopReply(), *effects)


HANDLERS: dict[str, Handler] = {
    "send": send,
    "regenerate": regenerate,
    "retry": regenerate,
    "continue": go_on,
    "stop": stop,
}
