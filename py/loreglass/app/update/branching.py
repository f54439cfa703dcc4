"""Named branches inside a chat: begun, opened, named, taken away."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.effects import Browser
from loreglass.app.moment import Moment
from loreglass.app.search import shown_around
from loreglass.app.state import SHOWN_MESSAGES, AppState, OpenChat
from loreglass.app.tree import aside_of, messages_of, way_to
from loreglass.app.update.chat import message_named
from loreglass.app.update.commit import commit
from loreglass.app.update.step import Handler, Step, stay, with_chat
from loreglass.domain.ids import BranchId
from loreglass.domain.story.chat import Branch, Chat

FIRST = "Main"


def _free(state: AppState) -> OpenChat | None:
    open_chat = state.chat
    return open_chat if open_chat and open_chat.writer and open_chat.reply is None else None


def _named(chat: Chat, branch_id: str) -> Branch | None:
    return next((branch for branch in chat.branches if branch.id == branch_id), None)


def _fresh_name(chat: Chat) -> str:
    names = {branch.name for branch in chat.branches}
    return next(name for number in range(2, 10**6) if (name := f"Branch {number}") not in names)


def _left(chat: Chat) -> tuple[Branch, ...]:
    """The branches, the open one with the head that it has now."""
    return tuple(
        replace(branch, head_id=chat.head_id) if branch.id == chat.branch_id else branch for branch in chat.branches
    )


def moved(open_chat: OpenChat, chat: Chat, moment: Moment) -> OpenChat:
    """The open chat on the way of another head, its newest messages on the screen."""
    tree = messages_of(open_chat)
    path, aside = way_to(chat.head_id, tree), aside_of(chat, tree)
    used = {each for message in (*path, *aside) for each in message.variant_ids}
    return replace(
        open_chat,
        chat=replace(chat, message_count=len(path), updated_ms=moment.now_ms),
        path=path,
        aside=aside,
        variants={key: value for key, value in open_chat.variants.items() if key in used},
        shown_from=max(0, len(path) - SHOWN_MESSAGES),
        shown_to=None,
        editing=None,
        problem=None,
        plan_problem="",
    )


def branch_here(state: AppState, did: Did, moment: Moment) -> Step:
    """What follows a message stays as a branch, and the chat goes on from the message on a new one."""
    open_chat = _free(state)
    if open_chat is None or (message := message_named(open_chat, did.id)) is None:
        return stay(state)
    chat = open_chat.chat
    if not chat.branches:
        first = Branch(id=BranchId(moment.id("branch-1")), name=FIRST, head_id=chat.head_id, created_ms=moment.now_ms)
        chat = replace(chat, branches=(first,), branch_id=first.id)
    new = Branch(
        id=BranchId(moment.id("branch-2")), name=_fresh_name(chat), head_id=message.id, created_ms=moment.now_ms
    )
    chat = replace(chat, branches=(*_left(chat), new), branch_id=new.id, head_id=message.id)
    return commit(state, moment, moved(open_chat, chat, moment), "branch", notice="branched", detail=new.name)


def branch_open(state: AppState, did: Did, moment: Moment) -> Step:
    """The chat goes on with another branch."""
    open_chat = _free(state)
    if open_chat is None or (branch := _named(open_chat.chat, did.id)) is None or did.id == open_chat.chat.branch_id:
        return stay(state)
    chat = replace(open_chat.chat, branches=_left(open_chat.chat), branch_id=branch.id, head_id=branch.head_id)
    after, parting = _at_parting(open_chat, moved(open_chat, chat, moment))
    state, effects = commit(state, moment, after, "branch")
    return state, (*effects, *parting)


def _at_parting(before: OpenChat, after: OpenChat) -> tuple[OpenChat, tuple[Browser, ...]]:
    """The open chat around the last message that both ways have, and the wish that it is in view."""
    shared = sum(1 for here, there in zip(before.path, after.path, strict=False) if here.id == there.id)
    if not shared:
        return after, ()
    first, last = shown_around(after, shared - 1)
    show = Browser(what="show", value=f"m-{after.path[shared - 1].id}")
    return replace(after, shown_from=first, shown_to=last), (show,)


def branch_rename(state: AppState, did: Did, moment: Moment) -> Step:
    """A branch has another name; a blank one changes nothing."""
    open_chat = _free(state)
    name = did.value.strip()
    if open_chat is None or not name or (branch := _named(open_chat.chat, did.id)) is None or branch.name == name:
        return stay(state)
    branches = tuple(replace(each, name=name) if each is branch else each for each in open_chat.chat.branches)
    chat = replace(open_chat.chat, branches=branches)
    return commit(state, moment, replace(open_chat, chat=chat), "branch")


def branch_delete(state: AppState, did: Did, moment: Moment) -> Step:
    """A branch goes, with the messages that no other has; Undo brings it back. The open one stays."""
    open_chat = _free(state)
    if open_chat is None or (branch := _named(open_chat.chat, did.id)) is None or did.id == open_chat.chat.branch_id:
        return stay(state)
    kept = tuple(each for each in open_chat.chat.branches if each is not branch)
    alone = len(kept) == 1
    chat = replace(
        open_chat.chat,
        branches=() if alone else kept,
        branch_id=None if alone else open_chat.chat.branch_id,
    )
    aside = aside_of(chat, messages_of(open_chat))
    used = {each for message in (*open_chat.path, *aside) for each in message.variant_ids}
    variants = {key: value for key, value in open_chat.variants.items() if key in used}
    after = replace(open_chat, chat=chat, aside=aside, variants=variants)
    return commit(state, moment, after, "branch", notice="branch_deleted", detail=branch.name)


def branches_show(state: AppState, did: Did, moment: Moment) -> Step:
    """The picture and the list of the branches are shown."""
    return (with_chat(state, replace(state.chat, branches_open=True)), ()) if state.chat else stay(state)


HANDLERS: dict[str, Handler] = {
    "branch-here": branch_here,
    "branch-open": branch_open,
    "branch-rename": branch_rename,
    "branch-delete": branch_delete,
    "branches-show": branches_show,
}
