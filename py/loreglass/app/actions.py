"""What can happen: what the user did, and what came back from an effect.

`Did` carries one `data-action` of the page as it stands in the document; the handlers by name are in
`app/update`. The rest are answers of effects.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from loreglass.app.backups import BackupNews
from loreglass.app.effects import ChangeEntries
from loreglass.app.endpoints import CheckStep, Endpoint
from loreglass.app.opened import TrashItem
from loreglass.app.pairing import PlansLoaded
from loreglass.app.presets import PresetTried
from loreglass.app.replay_news import ReplayNews
from loreglass.app.reply_news import ReplyIsQuiet, ReplyWaits
from loreglass.app.state import (
    Change,
    EntryVersion,
    Fired,
    ImportItem,
    Library,
    OpenBook,
    OpenChat,
    Preferences,
    Route,
    ShownPlan,
    WhichPlan,
)
from loreglass.domain.authoring.finding import Finding
from loreglass.domain.ids import BookId, ChatId, EntryId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.chat import VariantState
from loreglass.domain.story.semantics import Semantics
from loreglass.domain.wire.events import Usage
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.formats.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Did:
    """A control was used: its name, the id it carries, its value, its check mark, a form's fields, dropped files."""

    name: str
    id: str = ""
    value: str = ""
    checked: bool = False
    fields: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str, int], ...] = ()
    """(token, file name, bytes) of each file."""

    def field(self, name: str) -> str:
        """The value of a form's field, "" where the form has none of that name."""
        return dict(self.fields).get(name, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Went:
    """The address changed."""

    route: Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Booted:
    """The store answered: what is there."""

    library: Library
    preferences: Preferences
    endpoints: tuple[Endpoint, ...]
    narrowed_to: tuple[str, ...] | None = None
    """Origins the page may call until it is reloaded; None = any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryLoaded:
    """The lists were read again; None for settings that were not."""

    library: Library
    preferences: Preferences | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatLoaded:
    """A chat was read; None when there is none of that id."""

    chat_id: ChatId
    chat: OpenChat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BookLoaded:
    """A book was read; None when there is none of that id."""

    book_id: str
    book: OpenBook | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSurveyed:
    """Tokens and findings of a book's entries."""

    book_id: BookId
    costs: Mapping[EntryId, int]
    findings: Mapping[EntryId, tuple[Finding, ...]]
    searched: Mapping[EntryId, str] = field(default_factory=dict)
    """What a search looks at in each entry."""
    exact: bool = False
    """Whether the tokens were counted by the model's own tokeniser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FiresCounted:
    """How often a book's entries went in, in a chat."""

    book_id: BookId
    fired: Fired


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionsLoaded:
    """The versions of an entry, the newest first."""

    book_id: BookId
    entry_id: EntryId
    versions: tuple[EntryVersion, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveTargetLoaded:
    """The book that entries are to go to; None when it is gone."""

    book_id: BookId
    entry_ids: tuple[EntryId, ...]
    target: Book | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrashLoaded:
    """What is in the trash; `emptied` where it was emptied for good just now."""

    items: tuple[TrashItem, ...]
    emptied: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesChanged:
    """The selected entries of a book were made anew; `entries` are all of the book's, `count` of them are new."""

    book_id: BookId
    effect: ChangeEntries
    entries: tuple[Entry, ...]
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlanLoaded:
    """A stored plan was read; None when the reply has none."""

    chat_id: ChatId
    shown: ShownPlan | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftDue:
    """The user rests, or goes: the draft is to be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrote:
    """A write is in the store. `scope` is chat, book or app."""

    scope: str
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteFailed:
    """A write did not reach the store; nothing of it is there."""

    scope: str
    id: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned:
    """Something could not be done: the store is silent, or the browser did not let a text onto the clipboard."""

    code: Literal["store_silent", "copy_failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """Something was done that the user should hear of, and may take back."""

    code: str
    detail: str = ""
    change: Change | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPlanned:
    """The unsent draft's plan, or why there is none."""

    chat_id: ChatId
    plan: Plan | None
    problem: str = ""
    place: str = ""
    """The code of the section that is to be shortened, where it is too long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCompared:
    """The plan by another program's rules, or why there is none, and the plan that it stands against."""

    chat_id: ChatId
    which: WhichPlan
    semantics: Semantics
    plan: Plan | None
    against: Plan
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassagePlanned:
    """The test box's plan."""

    book_id: str
    plan: Plan | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyPlanned:
    """The turn's plan is made; the request goes out now."""

    chat_id: ChatId
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyGrew:
    """More of the reply has come; `text` is all of it so far."""

    chat_id: ChatId
    text: str
    reasoning: str = ""
    checkpoint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyEnded:
    """The reply of that endpoint is over. `plan_problem` says why it failed before it was sent."""

    chat_id: ChatId
    text: str
    state: VariantState
    endpoint: Endpoint
    problem: EndpointProblem | None = None
    plan_problem: str = ""
    plan_place: str = ""
    reasoning: str = ""
    usage: Usage | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRead:
    """One offered file was read or refused."""

    item: ImportItem


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRead:
    """The book that an offered file would replace or add to; None when it is gone."""

    token: str
    book: Book | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportTried:
    """What a file in this format would lose, or why it cannot be written."""

    id: str
    format: str
    losses: Report | None
    size_bytes: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckMoved:
    """The test of an endpoint came to a step; `is_over` once it does nothing more."""

    endpoint_id: str
    steps: tuple[CheckStep, ...]
    is_over: bool = False
    models: tuple[str, ...] | None = None
    context_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LicencesLoaded:
    """The licences of everything vendored."""

    licences: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterIs:
    """Whether this tab may write to the chat."""

    chat_id: ChatId
    writer: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherTabWrote:
    """Another tab stored something."""

    scope: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceTold:
    """News of the browser; None leaves a value as it was."""

    online: bool | None = None
    used_bytes: int | None = None
    persisted: bool | None = None
    update_ready: bool | None = None
    outdated: bool | None = None
    failure: str | None = None


Other = (
    Did
    | Went
    | Booted
    | LibraryLoaded
    | ChatLoaded
    | BookLoaded
    | BookSurveyed
    | FiresCounted
    | VersionsLoaded
    | MoveTargetLoaded
    | TrashLoaded
    | EntriesChanged
    | ShownPlanLoaded
    | PlansLoaded
    | DraftDue
    | Wrote
    | WriteFailed
    | Warned
    | Noticed
    | NextPlanned
    | PlanCompared
    | ReplayNews
    | PassagePlanned
    | PresetTried
    | ReplyPlanned
    | ReplyGrew
    | ReplyWaits
    | ReplyIsQuiet
    | ReplyEnded
    | ImportRead
    | TargetRead
    | ExportTried
    | CheckMoved
    | LicencesLoaded
    | WriterIs
    | OtherTabWrote
    | DeviceTold
)
"""All but the news of backups."""
Action = Other | BackupNews
