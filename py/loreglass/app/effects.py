"""What the page must do besides change its state. The runtime carries each out and answers with an action."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from loreglass.app import rows
from loreglass.app.backups import BackupEffect, BringIn
from loreglass.app.endpoints import Endpoint
from loreglass.app.opened import ExportKind
from loreglass.app.replays import Replay
from loreglass.app.state import Change, ImportItem, WhichPlan
from loreglass.domain.asks import Encoding
from loreglass.domain.ids import BookId, ChatId, EntryId, MessageId, PlanId, PresetId, VariantId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import Book, Entry, LinkedBook
from loreglass.domain.story.scene import Scene

Row = rows.Row


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """Put the rows into the store in one transaction; answers Wrote or WriteFailed."""

    rows: tuple[Row, ...]
    scope: Literal["chat", "book", "preset", "app"] = "app"
    id: str = ""
    pictures: tuple[tuple[str, bytes], ...] = ()
    also: tuple[str, ...] = ()
    """Other things of the same scope that it changes."""
    then: "tuple[Effect, ...]" = ()
    """What comes after, where the write came through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notify:
    """Tell the user what a write has done, and offer to take it back where `change` says how; answers Noticed."""

    code: str
    detail: str = ""
    change: Change | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepDraft:
    """Wait until the user rests; answers DraftDue."""

    chat_id: ChatId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadLibrary:
    """Read the lists again, and the app's own settings where another tab may have changed them."""

    settings: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadChat:
    """Read a chat with its messages, variants, books and cast."""

    chat_id: ChatId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadBook:
    """Read a book with its entries."""

    book_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """Write a book, a character or a chat in a format: to say what would be lost, or (`keep`) to offer the file."""

    kind: ExportKind
    id: str
    format: str
    keep: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyBook:
    """Count the tokens of a book's entries and look for what is wrong in them; a newer one replaces it."""

    book: Book
    budget: int
    encoding: Encoding


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowList:
    """Ask for more rows of the open book's list a moment later; a newer one replaces it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountFires:
    """Count in which of a chat's replies the entries of a book went in."""

    book_id: BookId
    chat_title: str
    plan_ids: tuple[PlanId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadVersions:
    """Read the versions of an entry."""

    book_id: BookId
    entry_id: EntryId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadMoveTarget:
    """Read the book that entries are to be moved to."""

    book_id: BookId
    entry_ids: tuple[EntryId, ...]
    target_id: BookId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadTrash:
    """Read what is in the trash; answers TrashLoaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyTrash:
    """Delete what is in the trash, with all that belongs to it, for good; answers TrashLoaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeEntries:
    """Make the selected entries anew, a few a turn of the page; answers EntriesChanged."""

    book: Book
    selected: frozenset[EntryId]
    how: Callable[[Entry], Entry]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadShownPlan:
    """Read the plan stored with a reply."""

    chat_id: ChatId
    message_id: MessageId
    variant_id: VariantId
    plan_id: PlanId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadPlans:
    """Read the plans stored with replies, to be compared; answers PlansLoaded."""

    chat_id: ChatId
    wanted: tuple[tuple[VariantId, MessageId, PlanId], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNext:
    """Plan the unsent draft; a newer one replaces it."""

    chat_id: ChatId
    scene: Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparePlan:
    """Plan the shown turn by another program's rules; a newer one replaces it."""

    chat_id: ChatId
    which: WhichPlan
    scene: Scene
    against: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayChat:
    """Plan the turns of a chat again, from the first that is still to come; answers ReplayMoved now and then."""

    replay: Replay


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyReplay:
    """Add up the turns that there are; answers ReplaySurveyed."""

    replay: Replay
    books: tuple[LinkedBook, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StopReplay:
    """End the replay on its way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanReplayed:
    """Plan one turn of a replay, to be shown whole."""

    chat_id: ChatId
    at: int
    scene: Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class TryPreset:
    """Plan a turn by a preset that is being edited; a newer one replaces it. Answers PresetTried."""

    preset_id: PresetId
    scene: Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPassage:
    """Plan the test box's passage; a newer one replaces it."""

    book_id: str
    scene: Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class StartReply:
    """Plan the turn, send it, stream the reply."""

    chat_id: ChatId
    scene: Scene
    endpoint: Endpoint
    base: str = ""
    stop: tuple[str, ...] = ()
    """Texts at which the reply ends: somebody else begins to speak."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopReply:
    """End the reply on its way; its text so far is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFiles:
    """Read and decode offered files."""

    items: tuple[ImportItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadTarget:
    """Read the book that an offered file would replace or add to."""

    token: str
    book_id: BookId


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetFiles:
    """Let go of offered files."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEndpoint:
    """Try the endpoint step by step, or just read its model list, or that and the size of its context."""

    endpoint: Endpoint
    what: Literal["all", "models", "context"] = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class StopCheck:
    """End the endpoint test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadLicences:
    """Read the licences of everything vendored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallSamples:
    """Store the sample chats, cast and book."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimChat:
    """Ask to be the one tab that writes to this chat, letting go of any other."""

    chat_id: ChatId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Go:
    """Change the address."""

    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """Put text on the clipboard."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser:
    """Something only the browser does."""

    what: Literal["apply_update", "reload", "persist", "theme", "focus", "show", "jump", "newest"]
    """`show` brings an element into view as soon as it is there, `jump` gives it the focus too.

    `newest` brings the transcript to its end, where it stays while it grows.
    """
    value: str = ""


Newest = (
    PlanNext
    | PlanPassage
    | TryPreset
    | KeepDraft
    | StartReply
    | CheckEndpoint
    | SurveyBook
    | GrowList
    | CountFires
    | ComparePlan
    | ReplayChat
    | SurveyReplay
    | PlanReplayed
    | ChangeEntries
)
"""What is begun anew when it is asked for again: only the newest answer counts."""

Effect = (
    Newest
    | BackupEffect
    | BringIn
    | Write
    | Notify
    | LoadLibrary
    | LoadChat
    | LoadBook
    | LoadVersions
    | LoadMoveTarget
    | LoadTrash
    | EmptyTrash
    | LoadShownPlan
    | LoadPlans
    | Export
    | StopCheck
    | StopReplay
    | StopReply
    | ReadFiles
    | ReadTarget
    | ForgetFiles
    | LoadLicences
    | InstallSamples
    | ClaimChat
    | Go
    | Copy
    | Browser
)
