"""States of what stands over and beside the transcript: search, pins, branches, groups, notes, commands, the trash."""

from dataclasses import replace

from loreglass.app.opened import Find, Palette, Trash, TrashItem
from loreglass.app.state import AppState, OpenChat, Panel, Reply
from loreglass.domain.ids import BranchId, CharacterId, MessageId, VariantId
from loreglass.domain.story.cast import Character
from loreglass.domain.story.chat import AuthorNote, Branch, Message, Variant
from tests.ui import ninth_bell

VEY = Character(id=CharacterId("vey"), name="Ottoline Vey", description="She signs for everything.")
MAUD = Character(id=CharacterId("maud"), name="Sister Maud")
ITEMS = (
    TrashItem(store="books", id="b9", name="Tides and tables", note="7 entries"),
    TrashItem(store="chats", id="c9", name="Low water, no moon", note="6 messages"),
)


def _with(opened: OpenChat, **changes: object) -> AppState:
    return replace(ninth_bell.state(), chat=replace(opened, **changes))  # type: ignore[arg-type]


def marks() -> AppState:
    """A message hidden from the prompt, and two pinned ones."""
    chat = ninth_bell.open_chat()
    path = tuple(
        replace(message, hidden=message.id == "m36", pinned=message.id in ("m12", "m40")) for message in chat.path
    )
    return _with(chat, path=path)


def finding() -> AppState:
    """The search with something found."""
    return _with(ninth_bell.open_chat(), find=Find(text="bell", at=20))


def far_back() -> AppState:
    """The search with nothing found, in the middle of the chat."""
    return _with(ninth_bell.open_chat(), find=Find(text="nowhere"), shown_from=4, shown_to=12)


def branched() -> OpenChat:
    """The chat with three branches, one of them named at length."""
    chat = ninth_bell.open_chat()
    aside = Message(
        id=MessageId("x1"),
        chat_id=chat.chat.id,
        parent_id=MessageId("m20"),
        speaker="user",
        name="Nell Sarrow",
        variant_ids=(VariantId("x1-1"),),
        chosen_id=VariantId("x1-1"),
    )
    said = Variant(
        id=VariantId("x1-1"), chat_id=chat.chat.id, message_id=aside.id, text="I go down to the boats.", source="user"
    )
    branches = (
        Branch(id=BranchId("1"), name="Main", head_id=None),
        Branch(id=BranchId("2"), name="The night on which she went down to the boats", head_id=aside.id),
        Branch(id=BranchId("3"), name="Branch 3", head_id=MessageId("m30")),
    )
    head = replace(chat.chat, branches=branches, branch_id=BranchId("1"))
    return replace(chat, chat=head, aside=(aside,), variants={**chat.variants, said.id: said})


def branches() -> AppState:
    """The dialog of the branches."""
    return _with(branched(), branches_open=True)


def one_branch() -> AppState:
    """The same where there is only one way."""
    return _with(ninth_bell.open_chat(), branches_open=True)


def group(*, tab: bool = False) -> AppState:
    """A group of three with an author's note; with `tab`, its Setup."""
    chat = branched()
    pike = chat.character
    assert pike is not None
    head = replace(
        chat.chat,
        members=(pike.id, VEY.id, MAUD.id),
        muted=(MAUD.id,),
        turn_order="talkative",
        talkativeness=((VEY.id, 0.8),),
        note=AuthorNote(text="Keep it dark.", every_messages=3),
        memo="The ledger is false.",
    )
    state = _with(chat, chat=head, cast=(pike, VEY, MAUD))
    state = replace(state, library=replace(state.library, characters=(pike, VEY, MAUD)))
    return replace(state, panel=Panel(tab="setup", sheet_open=True)) if tab else state


def drafting() -> AppState:
    """A text is being written into the composer for the user."""
    reply = Reply(
        message_id=MessageId("d"),
        variant_id=VariantId("d"),
        stage="streaming",
        text="I climb",
        name="Nell Sarrow",
        old_draft="",
    )
    return _with(ninth_bell.open_chat(), reply=reply)


def palette(text: str = "") -> AppState:
    """The list of commands."""
    return replace(ninth_bell.state(), palette=Palette(text=text, at=1))


def trash(*, asking: bool = False, items: tuple[TrashItem, ...] | None = ITEMS) -> AppState:
    """The trash."""
    return replace(ninth_bell.state(), trash=Trash(items=items, asking=asking))


CHAT_TOOLS = {
    "marks": marks,
    "finding": finding,
    "far-back": far_back,
    "group": group,
    "group-setup": lambda: group(tab=True),
    "drafting": drafting,
}
DIALOGS = {
    "branches": branches,
    "one-branch": one_branch,
    "palette": palette,
    "palette-none": lambda: palette("no such thing"),
    "trash": trash,
    "trash-asking": lambda: trash(asking=True),
    "trash-reading": lambda: trash(items=None),
    "trash-empty": lambda: trash(items=()),
}
