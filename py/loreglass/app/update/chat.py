"""What the user does to the messages of the open chat."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Browser, Copy, KeepDraft, Write
from loreglass.app.moment import Moment
from loreglass.app.plan_report import plan_report
from loreglass.app.records import row
from loreglass.app.sending import as_curl, sending
from loreglass.app.state import SHOWN_MESSAGES, AppState, Change, Editing, OpenChat, WhichPlan
from loreglass.app.tree import shared_until
from loreglass.app.update import impersonating
from loreglass.app.update.commit import commit, replaced, with_path
from loreglass.app.update.following import follow, load_shown
from loreglass.app.update.step import Handler, Step, plan_next, revert, settled, stay, with_chat
from loreglass.app.view_marks import left_out
from loreglass.app.view_prompt import raw_messages, sent_text
from loreglass.app.view_why import FIRST_LEFT_OUT, plan_of
from loreglass.domain.ids import VariantId
from loreglass.domain.story.chat import Message, Variant


def message_named(open_chat: OpenChat, message_id: str) -> Message | None:
    """The message of the path with this id."""
    return next((message for message in open_chat.path if message.id == message_id), None)


def _may_write(open_chat: OpenChat | None) -> bool:
    return open_chat is not None and open_chat.writer and open_chat.reply is None


def draft(state: AppState, did: Did, moment: Moment) -> Step:
    """The draft as typed; it is planned now, and stored with the chat when the user rests."""
    open_chat = state.chat
    if open_chat is None or not open_chat.writer:
        return stay(state)
    chat = replace(open_chat.chat, draft=did.value)
    if open_chat.draft_due:
        state = with_chat(state, replace(open_chat, chat=chat))
        return state, plan_next(state)
    state = with_chat(state, replace(open_chat, chat=chat, draft_due=True, unsaved=open_chat.unsaved + 1))
    return state, (KeepDraft(chat_id=chat.id), *plan_next(state))


def draft_due(state: AppState) -> Step:
    """The draft on its way to the store."""
    open_chat = state.chat
    if open_chat is None or not open_chat.draft_due:
        return stay(state)
    state = with_chat(state, replace(open_chat, draft_due=False))
    return state, (Write(rows=(row(open_chat.chat),), scope="chat", id=open_chat.chat.id),)


def variant(state: AppState, did: Did, moment: Moment, *, step: int) -> Step:
    """Another wording of a message is chosen."""
    open_chat = state.chat
    if open_chat is None or not _may_write(open_chat) or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    at = message.variant_ids.index(message.chosen_id) + step
    if not 0 <= at < len(message.variant_ids):
        return stay(state)
    chosen = replace(message, chosen_id=message.variant_ids[at])
    return commit(state, moment, replaced(open_chat, chosen, moment), "variant")


def variant_before(state: AppState, did: Did, moment: Moment) -> Step:
    """The previous variant."""
    return variant(state, did, moment, step=-1)


def variant_after(state: AppState, did: Did, moment: Moment) -> Step:
    """The next variant."""
    return variant(state, did, moment, step=1)


def edit(state: AppState, did: Did, moment: Moment) -> Step:
    """A message opens for editing."""
    open_chat = state.chat
    if open_chat is None or not _may_write(open_chat) or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    editing = Editing(message_id=message.id, draft=open_chat.variants[message.chosen_id].text)
    return with_chat(state, replace(open_chat, editing=editing)), ()


def edit_last(state: AppState, did: Did, moment: Moment) -> Step:
    """The newest message opens for editing."""
    if state.chat is None or not state.chat.path:
        return stay(state)
    return edit(state, replace(did, id=state.chat.path[-1].id), moment)


def edit_draft(state: AppState, did: Did, moment: Moment) -> Step:
    """The edited text as typed."""
    if state.chat is None or state.chat.editing is None:
        return stay(state)
    return with_chat(state, replace(state.chat, editing=replace(state.chat.editing, draft=did.value))), ()


def edit_cancel(state: AppState, did: Did, moment: Moment) -> Step:
    """The edit is given up."""
    return (with_chat(state, replace(state.chat, editing=None)), ()) if state.chat else stay(state)


def edit_save(state: AppState, did: Did, moment: Moment, *, beside: bool = False) -> Step:
    """The edited text becomes a new variant: in place of the old one, or beside it."""
    open_chat = state.chat
    if open_chat is None or open_chat.editing is None or not _may_write(open_chat):
        return stay(state)
    editing = open_chat.editing
    message = message_named(open_chat, editing.message_id)
    if message is None or editing.draft == open_chat.variants[message.chosen_id].text:
        return edit_cancel(state, did, moment)
    old = open_chat.variants[message.chosen_id]
    new = Variant(
        id=VariantId(moment.id("variant")),
        chat_id=message.chat_id,
        message_id=message.id,
        text=editing.draft,
        source=old.source if not beside else "user",
        model=old.model,
        plan_id=old.plan_id if not beside else None,
        created_ms=moment.now_ms,
    )
    ids = message.variant_ids
    ids = (*ids, new.id) if beside else tuple(new.id if each == old.id else each for each in ids)
    changed = replaced(open_chat, replace(message, variant_ids=ids, chosen_id=new.id), moment, new)
    return commit(state, moment, replace(changed, editing=None), "edit")


def edit_save_variant(state: AppState, did: Did, moment: Moment) -> Step:
    """The edited text as one more variant."""
    return edit_save(state, did, moment, beside=True)


def delete(state: AppState, did: Did, moment: Moment) -> Step:
    """A message goes; Undo brings it back."""
    open_chat = state.chat
    if open_chat is None or not _may_write(open_chat) or message_named(open_chat, did.id) is None:
        return stay(state)
    path = tuple(message for message in open_chat.path if message.id != did.id)
    return commit(state, moment, with_path(open_chat, path, moment), "delete", notice="message_deleted")


def delete_from(state: AppState, did: Did, moment: Moment) -> Step:
    """A message and all after it go; Undo brings them back."""
    open_chat = state.chat
    if open_chat is None or not _may_write(open_chat) or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    at, shared = open_chat.path.index(message), shared_until(open_chat)
    # What another branch has too stays there.
    open_chat = replace(open_chat, aside=(*open_chat.aside, *open_chat.path[at:shared]))
    changed = with_path(open_chat, open_chat.path[:at], moment)
    return commit(state, moment, changed, "delete", notice="messages_deleted")


def delete_variant(state: AppState, did: Did, moment: Moment) -> Step:
    """The chosen wording goes and its neighbour is chosen; the last one takes the message with it."""
    open_chat = state.chat
    if open_chat is None or not _may_write(open_chat) or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    if len(message.variant_ids) == 1:
        return delete(state, did, moment)
    at = message.variant_ids.index(message.chosen_id)
    ids = (*message.variant_ids[:at], *message.variant_ids[at + 1 :])
    left = replace(message, variant_ids=ids, chosen_id=ids[max(0, at - 1)])
    changed = replaced(open_chat, left, moment)
    return commit(state, moment, changed, "delete", notice="variant_deleted")


def mark(state: AppState, did: Did, moment: Moment) -> Step:
    """A message is hidden from the prompt or pinned, or no more."""
    open_chat = state.chat
    if open_chat is None or not _may_write(open_chat) or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    if did.name == "hide":
        message = replace(message, hidden=not message.hidden)
    else:
        message = replace(message, pinned=not message.pinned)
    return commit(state, moment, replaced(open_chat, message, moment), did.name)


def copy(state: AppState, did: Did, moment: Moment) -> Step:
    """A message's text on the clipboard."""
    if state.chat is None or (message := message_named(state.chat, did.id)) is None:
        return stay(state)
    return state, (Copy(text=state.chat.variants[message.chosen_id].text),)


def undo(state: AppState, did: Did, moment: Moment) -> Step:
    """The last change of the open chat is taken back."""
    if not _may_write(state.chat) or state.chat is None or not state.chat.undo:
        return stay(state)
    *rest, last = state.chat.undo
    open_chat = replace(state.chat, undo=tuple(rest), redo=(*state.chat.redo, last), editing=None)
    return _reverted(with_chat(settled(state, "chat", open_chat.chat.id), open_chat), last)


def redo(state: AppState, did: Did, moment: Moment) -> Step:
    """The change taken back last is made again."""
    if not _may_write(state.chat) or state.chat is None or not state.chat.redo:
        return stay(state)
    *rest, last = state.chat.redo
    open_chat = replace(state.chat, redo=tuple(rest), undo=(*state.chat.undo, last), editing=None)
    return _reverted(with_chat(settled(state, "chat", open_chat.chat.id), open_chat), last, forward=True)


def _reverted(state: AppState, change: Change, *, forward: bool = False) -> Step:
    if change.name == impersonating.NAME:
        return impersonating.taken_back(state, change, forward=forward)
    return state, revert(state, change, forward=forward)


def earlier(state: AppState, did: Did, moment: Moment) -> Step:
    """More of the beginning is shown."""
    if state.chat is None:
        return stay(state)
    shown_from = max(0, state.chat.shown_from - SHOWN_MESSAGES)
    return with_chat(state, replace(state.chat, shown_from=shown_from)), ()


def why_which(state: AppState, did: Did, moment: Moment) -> Step:
    """Why shows the next turn, the newest reply that has a plan, or where two plans differ."""
    which: tuple[WhichPlan, ...] = ("reply", "compare")
    panel = replace(state.panel, which=next((each for each in which if each == did.id), "next"))
    if did.id != "reply" or state.chat is None:
        return replace(state, panel=panel), plan_next(state)
    return follow(with_chat(replace(state, panel=panel), replace(state.chat, shown_plan=None)))


def why_reply(state: AppState, did: Did, moment: Moment) -> Step:
    """Why shows the plan of one reply."""
    if state.chat is None or (message := message_named(state.chat, did.id)) is None:
        return stay(state)
    panel = replace(state.panel, which="reply", tab="why", sheet_open=True)
    return replace(state, panel=panel), load_shown(state.chat, message)


def why_row(state: AppState, did: Did, moment: Moment) -> Step:
    """Why comes up with the focus on the row of an entry that a message woke."""
    plan = plan_of(state.panel.which, state.chat) if state.chat else None
    hidden = plan is not None and len(left_out(plan)) > FIRST_LEFT_OUT
    panel = replace(state.panel, tab="why", sheet_open=True, all_sleeping=state.panel.all_sleeping or hidden)
    return replace(state, panel=panel), (Browser(what="focus", value=did.id),)


def row_open(state: AppState, did: Did, moment: Moment) -> Step:
    """A row of Why is opened (or shut, which the page does by itself): its inside is drawn."""
    return replace(state, panel=replace(state.panel, open_row=did.id)), ()


def copy_prompt(state: AppState, did: Did, moment: Moment) -> Step:
    """The prompt on the screen as the request holds it, on the clipboard: its messages, or the one text."""
    plan = plan_of(state.panel.which, state.chat) if state.chat else None
    return (state, (Copy(text=sent_text(plan) or raw_messages(plan.messages)),)) if plan else stay(state)


def copy_curl(state: AppState, did: Did, moment: Moment) -> Step:
    """The request as a command on the clipboard; a variable stands for the key."""
    open_chat = state.chat
    plan = plan_of(state.panel.which, open_chat) if open_chat else None
    asked = sending(state, open_chat, plan) if open_chat and plan else None
    request = asked.request if asked else None
    return (state, (Copy(text=as_curl(request)),)) if request else stay(state)


def copy_report(state: AppState, did: Did, moment: Moment) -> Step:
    """The plan on the clipboard without its texts, to be shown to others."""
    open_chat = state.chat
    plan = plan_of(state.panel.which, open_chat) if open_chat else None
    if open_chat is None or plan is None:
        return stay(state)
    report = plan_report(plan, endpoint=state.endpoint.saved, semantics=open_chat.chat.semantics)
    return state, (Copy(text=report),)


HANDLERS: dict[str, Handler] = {
    "draft": draft,
    "variant-prev": variant_before,
    "variant-next": variant_after,
    "edit": edit,
    "edit-last": edit_last,
    "edit-draft": edit_draft,
    "edit-cancel": edit_cancel,
    "edit-save": edit_save,
    "edit-save-variant": edit_save_variant,
    "delete": delete,
    "delete-from": delete_from,
    "delete-variant": delete_variant,
    "hide": mark,
    "pin": mark,
    "copy": copy,
    "earlier": earlier,
    "why-which": why_which,
    "why-reply": why_reply,
    "why-row": why_row,
    "row-open": row_open,
    "copy-prompt": copy_prompt,
    "copy-curl": copy_curl,
    "copy-report": copy_report,
}
