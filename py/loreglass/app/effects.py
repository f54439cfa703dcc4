"""What the page must do besides change its state. The runtime carries each out and answers with an action."""

from dataclasses import dataclass
from typing import Literal

from loreglass.app.state import Endpoint, ImportItem
from loreglass.domain.ids import BookId, ChatId, MessageId, PlanId, VariantId
from loreglass.domain.story.scene import Scene

Row = tuple[str, str, str | None]
"""(store, record id, record as JSON text); None deletes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """Put the rows into the store in one transaction; answers Wrote or WriteFailed."""

    rows: tuple[Row, ...]
    scope: Literal["chat", "book", "app"] = "app"
    id: str = ""
    pictures: tuple[tuple[str, bytes], ...] = ()
    then: "tuple[Effect, ...]" = ()
    """What comes after, where the write came through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notify:
    """Tell the user what a write has done; answers Noticed."""

    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeepDraft:
    """Wait until the user rests; answers DraftDue."""

    chat_id: ChatId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadLibrary:
    """Read the lists again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadChat:
    """Read a chat with its messages, variants, books and cast."""

    chat_id: ChatId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadBook:
    """Read a book with its entries."""

    book_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportBook:
    """Offer a book as a native file."""

    book_id: BookId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadShownPlan:
    """Read the plan stored with a reply."""

    chat_id: ChatId
    message_id: MessageId
    variant_id: VariantId
    plan_id: PlanId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNext:
    """Plan the unsent draft; a newer one replaces it."""

    chat_id: ChatId
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


@dataclass(frozen=True, slots=True, kw_only=True)
class StopReply:
    """End the reply on its way; its text so far is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFiles:
    """Read and decode offered files."""

    items: tuple[ImportItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetFiles:
    """Let go of offered files."""

    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEndpoint:
    """Try the endpoint step by step; with `models_only` just read the model list."""

    endpoint: Endpoint
    models_only: bool = False


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

    what: Literal["apply_update", "reload", "persist", "theme", "focus"]
    value: str = ""


Effect = (
    Write
    | Notify
    | KeepDraft
    | LoadLibrary
    | LoadChat
    | LoadBook
    | LoadShownPlan
    | ExportBook
    | PlanNext
    | PlanPassage
    | StartReply
    | StopReply
    | ReadFiles
    | ForgetFiles
    | CheckEndpoint
    | LoadLicences
    | InstallSamples
    | ClaimChat
    | Go
    | Copy
    | Browser
)
