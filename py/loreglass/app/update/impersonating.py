"""A text that the model writes for the user: it streams into the composer, and is sent when the user sends it."""

import json
from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import Browser, Write
from loreglass.app.moment import Moment
from loreglass.app.records import row
from loreglass.app.scenes import reply_scene, user_name
from loreglass.app.search import at_end
from loreglass.app.speakers import next_character
from loreglass.app.state import AppState, Change, OpenChat, Reply
from loreglass.app.strings.chat import FOR_USER, FOR_USER_LAST
from loreglass.app.update.step import (
    UNDO_STEPS,
    Handler,
    Step,
    asked_for,
    plan_next,
    settled,
    stay,
    toast,
    with_chat,
    write_chat,
)
from loreglass.app.view_chat import trouble
from loreglass.domain.ids import MessageId, VariantId
from loreglass.domain.story.preset import PresetSection
from loreglass.domain.story.scene import Scene

NAME = "impersonate"


def impersonate(state: AppState, did: Did, moment: Moment) -> Step:
    """A draft for the user is asked for; what stands in the composer makes room for it until Undo."""
    open_chat = state.chat
    if open_chat is None or not open_chat.writer or open_chat.reply is not None or not open_chat.path:
        return stay(state)
    reply = Reply(
        message_id=MessageId(moment.id("draft")),
        variant_id=VariantId(moment.id("draft-variant")),
        stage="planning",
        name=user_name(open_chat),
        old_draft=open_chat.chat.draft,
    )
    open_chat = at_end(replace(open_chat, reply=reply, problem=None, plan_problem="", editing=None))
    scene = for_user(reply_scene(state, open_chat, open_chat.path, next_character(open_chat), trigger=NAME, prefill=""))
    return with_chat(state, open_chat), (asked_for(state, open_chat, scene), Browser(what="newest"))


def for_user(scene: Scene) -> Scene:
    """The scene with words that ask for the user's message; those of the card ask for another's, as a prefill does."""
    card = scene.character
    if card is not None:
        card = replace(card, system_prompt="", post_history="")
    words = {"system": FOR_USER, "post_history": FOR_USER_LAST}
    sections = tuple(
        replace(each, enabled=True, text=words.pop(each.slot)) if each.slot in words else each
        for each in scene.preset.sections
        if each.slot != "prefill"
    )
    sections += tuple(PresetSection(slot="post_history", text=text) for slot, text in words.items() if slot != "system")
    settings = replace(scene.settings, system_prompt=FOR_USER)
    return replace(scene, character=card, settings=settings, preset=replace(scene.preset, sections=sections))


def grew(state: AppState, open_chat: OpenChat, told: actions.ReplyGrew) -> Step:
    """More of it stands in the composer; now and then it is stored as the draft."""
    grown = _with_draft(open_chat, told.text)
    if not told.checkpoint:
        return with_chat(state, grown), ()
    return write_chat(state, grown, (row(grown.chat),), plan=False)


def ended(state: AppState, open_chat: OpenChat, reply: Reply, moment: Moment) -> Step:
    """The draft is what came; without a word of it, what stood there before."""
    old, said = reply.old_draft or "", trouble(open_chat)
    # What stands under the last message is about replies, and offers to try for one again.
    open_chat = replace(open_chat, problem=None, plan_problem="")
    if said:
        state = toast(state, moment, "draft_failed", detail=said)
    if not reply.text.strip():
        state = with_chat(state, _with_draft(open_chat, old))
        return state, plan_next(state)
    new = _with_draft(open_chat, reply.text)
    change = Change(
        name=NAME,
        before=(row(replace(new.chat, draft=old)),),
        after=(row(new.chat),),
        scope="chat",
        id=new.chat.id,
    )
    new = replace(new, undo=(*new.undo, change)[-UNDO_STEPS:], redo=())
    state, effects = write_chat(state, new, (row(new.chat),))
    state = settled(state, "chat", new.chat.id)
    state = state if said else toast(state, moment, "draft_written")
    return state, (*effects, Browser(what="focus", value="draft"))


def taken_back(state: AppState, change: Change, *, forward: bool = False) -> Step:
    """The draft as it stood before (or after) the text was written; nothing else changes."""
    open_chat = state.chat
    if open_chat is None:
        return stay(state)
    ((_, _, text),) = change.after if forward else change.before
    restored = _with_draft(open_chat, str(json.loads(text if isinstance(text, str) else "{}").get("draft", "")))
    state = with_chat(state, restored)
    return state, (Write(rows=(row(restored.chat),), scope="app"), *plan_next(state))


def _with_draft(open_chat: OpenChat, text: str) -> OpenChat:
    chat = replace(open_chat.chat, draft=text)
    return replace(open_chat, chat=chat, draft_revision=open_chat.draft_revision + 1)


HANDLERS: dict[str, Handler] = {"impersonate": impersonate}
