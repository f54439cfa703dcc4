"""The branches of a chat as data: the list, and the picture's lines. Pure."""

from dataclasses import dataclass

from loreglass.app.state import OpenChat
from loreglass.app.strings import counted, number
from loreglass.app.tree import messages_of, way_to
from loreglass.app.view_tools import excerpt
from loreglass.domain.ids import BranchId, MessageId
from loreglass.domain.story.chat import Branch


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchRow:
    """A branch in the list; its line in the picture goes from message `start` to `end`, off the line of row `parent`.

    Rows count from 0, messages from 1; `start` is 0 and `parent` None where the branch begins with the chat.
    """

    id: BranchId
    name: str
    is_open: bool
    start: int
    end: int
    parent: int | None
    words: str
    last: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchesView:
    """The dialog of the branches."""

    title: str
    rows: tuple[BranchRow, ...]
    longest: int
    writable: bool


def branches_view(open_chat: OpenChat) -> BranchesView:
    """The branches of the open chat in the order in which they were made; while there is only one way, that."""
    tree = messages_of(open_chat)
    chat = open_chat.chat
    only = Branch(id=BranchId(""), name="Main", head_id=chat.head_id)
    branches = chat.branches or (only,)
    seen: dict[MessageId, int] = {}
    rows: list[BranchRow] = []
    for place, branch in enumerate(branches):
        is_open = not chat.branches or branch.id == chat.branch_id
        way = way_to(chat.head_id if is_open else branch.head_id, tree)
        shared = next((at for at in range(len(way), 0, -1) if way[at - 1].id in seen), 0)
        parent = seen[way[shared - 1].id] if shared else None
        seen.update((message.id, place) for message in way[shared:])
        said = open_chat.variants[way[-1].chosen_id].text if way else ""
        words = _words(len(way), shared, rows[parent].name if parent is not None else "")
        row = BranchRow(
            id=branch.id,
            name=branch.name,
            is_open=is_open,
            start=shared,
            end=len(way),
            parent=parent,
            words=words,
            last=excerpt(said),
        )
        rows.append(row)
    longest = max((row.end for row in rows), default=0)
    return BranchesView(
        title=chat.title, rows=tuple(rows), longest=longest, writable=open_chat.writer and open_chat.reply is None
    )


def _words(length: int, shared: int, parent: str) -> str:
    whole = counted(length, "message")
    return f"{whole}, parts from {parent} after message {number(shared)}" if parent else whole
