"""What can happen: what the user did, and what came back from an effect.

`Did` carries one `data-action` of the page as it stands in the document; the handlers by name are in
`app/update`. The rest are answers of effects.
"""

from dataclasses import dataclass

from loreglass.app.state import (
    CheckStep,
    Endpoint,
    ImportItem,
    Library,
    OpenBook,
    OpenChat,
    Preferences,
    Route,
    ShownPlan,
)
from loreglass.domain.ids import ChatId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.chat import VariantState
from loreglass.domain.wire.problem import EndpointProblem


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
    endpoint: Endpoint
    narrowed_to: tuple[str, ...] | None = None
    """Origins the page may call until it is reloaded; None = any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryLoaded:
    """The lists were read again."""

    library: Library


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
class StoreSilent:
    """Something could not be read out of the store."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """Something was done that the user should hear of."""

    code: str
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyFailed:
    """The browser did not let the text onto the clipboard."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPlanned:
    """The unsent draft's plan, or why there is none."""

    chat_id: ChatId
    plan: Plan | None
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
    checkpoint: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyEnded:
    """The reply is over. `code` says why it failed before it was sent (a plan that does not fit)."""

    chat_id: ChatId
    text: str
    state: VariantState
    model: str = ""
    problem: EndpointProblem | None = None
    plan_problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRead:
    """One offered file was read or refused."""

    item: ImportItem


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckMoved:
    """The test of the endpoint at `url` came to a step."""

    url: str
    steps: tuple[CheckStep, ...]
    models: tuple[str, ...] | None = None


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


Action = (
    Did
    | Went
    | Booted
    | LibraryLoaded
    | ChatLoaded
    | BookLoaded
    | ShownPlanLoaded
    | DraftDue
    | Wrote
    | WriteFailed
    | StoreSilent
    | Noticed
    | CopyFailed
    | NextPlanned
    | PassagePlanned
    | ReplyPlanned
    | ReplyGrew
    | ReplyEnded
    | ImportRead
    | CheckMoved
    | LicencesLoaded
    | WriterIs
    | OtherTabWrote
    | DeviceTold
)
