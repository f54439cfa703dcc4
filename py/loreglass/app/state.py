"""Everything the page knows, as one frozen value. `update` makes the next one; views read it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from loreglass.app.backups import Backups, Restoring
from loreglass.app.endpoints import FIRST_ID, EndpointForm
from loreglass.app.import_choices import Choices
from loreglass.app.opened import Exporting, Find, Palette, Trash
from loreglass.app.pairing import Pair
from loreglass.app.presets import PresetDesk
from loreglass.app.replays import Replay
from loreglass.app.rows import Row
from loreglass.domain.authoring.finding import Finding
from loreglass.domain.ids import BookId, CharacterId, ChatId, EntryId, MessageId, PersonaId, PresetId, VariantId
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.book import Book, Entry, LinkedBook
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat, Message, Variant
from loreglass.domain.story.preset import Preset
from loreglass.domain.story.semantics import Semantics, Wish
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.formats.imported import Imported

RouteName = Literal["welcome", "chats", "chat", "replay", "books", "book", "cast", "presets", "settings", "help"]
PanelTab = Literal["why", "prompt", "book", "setup"]
WhichPlan = Literal["next", "reply", "compare"]
Theme = Literal["system", "light", "dark", "sepia", "contrast"]

SHOWN_MESSAGES = 200
SHOWN_ENTRIES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Where the user is; `id` names the chat, book or settings tab, `sub` the entry."""

    name: RouteName
    id: str = ""
    sub: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BookRow:
    """A book as lists show it."""

    id: BookId
    name: str
    entry_count: int
    enabled: bool = True
    sample: bool = False
    semantics: Wish = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The lists: chats with the newest first, the rest by name. Of chats and books only their heads."""

    chats: tuple[Chat, ...] = ()
    books: tuple[BookRow, ...] = ()
    characters: tuple[Character, ...] = ()
    personas: tuple[Persona, ...] = ()
    presets: tuple[Preset, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """The request is sent again in so many seconds, and why."""

    seconds: int
    problem: EndpointProblem


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply on its way. `base` is the text that `continue` extends ("" otherwise)."""

    message_id: MessageId
    variant_id: VariantId
    stage: Literal["planning", "waiting", "streaming"]
    text: str = ""
    reasoning: str = ""
    base: str = ""
    plan: Plan | None = None
    quiet_seconds: int = 0
    """For how long nothing has come, once that is long."""
    retry: Retry | None = None
    name: str = ""
    character_id: CharacterId | None = None
    old_draft: str | None = None
    """None for a reply; else this is written for the user, into the composer, where that stood before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Editing:
    """A message being edited; `draft` is what stands in its box."""

    message_id: MessageId
    draft: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One undoable step: the rows before and after it.

    `scope` and `id` name the chat or book to read again when it is undone; "app" is the lists.
    """

    name: str
    before: tuple[Row, ...]
    after: tuple[Row, ...]
    scope: Literal["chat", "book", "app"] = "chat"
    id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A change that a notice told of, the page it led to, and what was the chat's last step then.

    `touches` are the records that Undo would write over.
    """

    change: Change
    place: tuple[RouteName, str]
    touches: frozenset[tuple[str, str]]
    above: Change | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlan:
    """A stored plan opened in Why, and the message and variant whose reply it produced."""

    message_id: MessageId
    variant_id: VariantId
    plan: Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The shown plan (`against`) made again by another program's rules; both are None until that is done."""

    semantics: Semantics
    which: WhichPlan
    plan: Plan | None = None
    against: Plan | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChat:
    """The chat on the screen, whole: `path` oldest first, `aside` the messages that only other branches have.

    `variants` are those of all of them; `cast` are the members of a group, in order.
    """

    chat: Chat
    path: tuple[Message, ...]
    variants: Mapping[VariantId, Variant]
    aside: tuple[Message, ...] = ()
    books: tuple[LinkedBook, ...] = ()
    character: Character | None = None
    cast: tuple[Character, ...] = ()
    persona: Persona | None = None
    shown_from: int = 0
    shown_to: int | None = None
    """The message after the last one shown; None: the newest is shown."""
    find: Find | None = None
    branches_open: bool = False
    draft_revision: int = 0
    editing: Editing | None = None
    reply: Reply | None = None
    next_plan: Plan | None = None
    shown_plan: ShownPlan | None = None
    comparison: Comparison | None = None
    pair: Pair = field(default_factory=Pair)
    problem: EndpointProblem | None = None
    plan_problem: str = ""
    plan_place: str = ""
    """The code of the section that is to be shortened, where a plan is too long."""
    undo: tuple[Change, ...] = ()
    redo: tuple[Change, ...] = ()
    writer: bool = True
    unsaved: int = 0
    """Writes that are not in the store; everything shown is there when it is 0."""
    failed: int = 0
    """Those among them that failed; the rest is under way."""
    draft_due: bool = False
    """The draft is written when the user rests; it counts as unsaved until then."""

    @property
    def has_words(self) -> bool:
        """True where the chat, or its draft, has something to say to a model."""
        return bool(self.chat.draft.strip()) or any(not each.hidden for each in self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVersion:
    """An entry as it was until a moment; `id` is its record's."""

    id: str
    until_ms: int
    entry: Entry


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The versions of an entry, the newest first; None while they are read. `chosen` is the one compared."""

    entry_id: EntryId
    versions: tuple[EntryVersion, ...] | None = None
    chosen: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired:
    """In how many replies of a chat each entry of the book went in."""

    chat_title: str
    replies: int
    times: Mapping[EntryId, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBook:
    """The book on the screen, with its test box. `costs` are tokens of each entry's text, a line feed included."""

    book: Book
    entry_id: EntryId | None = None
    field_revision: int = 0
    search: str = ""
    listed_from: int | None = None
    """The place of the first found entry in the list; None: so that the open one is in it."""
    rows: int = SHOWN_ENTRIES
    """How many rows of the list are drawn; a new list begins with a few, and the rest follow at once."""
    only_warned: bool = False
    selecting: bool = False
    selected: frozenset[EntryId] = frozenset()
    costs: Mapping[EntryId, int] = field(default_factory=dict)
    exact: bool = False
    """Whether these are counts by the model's own tokeniser."""
    findings: Mapping[EntryId, tuple[Finding, ...]] = field(default_factory=dict)
    warned: frozenset[EntryId] = frozenset()
    searched: Mapping[EntryId, str] = field(default_factory=dict)
    fired: Fired | None = None
    history: History | None = None
    edited: tuple[EntryId, int] | None = None
    """The entry that was changed last, and when (in milliseconds since 1970)."""
    passage: str = ""
    passage_plan: Plan | None = None
    unsaved: int = 0
    failed: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportItem:
    """One file offered for import: read, or refused with one sentence."""

    token: str
    file_name: str
    size_bytes: int
    imported: Imported | None = None
    problem: str = ""
    name: str = ""
    again: bool = False
    """True when a thing with this name is there already; it gets a number."""
    choices: Choices = field(default_factory=Choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Importing:
    """The import preview; nothing is stored until accepted."""

    items: tuple[ImportItem, ...]
    reading: int = 0
    attach_to: ChatId | None = None
    """The chat that a book is attached to when accepted (the one open when the import began)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """The app's own settings; a chat may override depth and budget."""

    theme: Theme = "system"
    memory_depth_messages: int = 50
    memory_budget_tokens: int = 500
    enter_sends: bool = True
    system_prompt: str = "Write the next reply of {{char}} in this story with {{user}}. Stay in the scene."
    global_book_ids: tuple[BookId, ...] = ()
    """Books that every chat reads, after its own."""
    messages_sent: int = 0
    connect_hint_closed: bool = False
    endpoint_id: str = FIRST_ID
    """The endpoint in use, among those that are kept."""
    preset_id: PresetId | None = None
    """The preset of every chat that has none of its own; None: the app's own order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The companion panel."""

    tab: PanelTab = "why"
    which: WhichPlan = "next"
    sheet_open: bool = False
    all_sleeping: bool = False
    open_row: str = ""
    """The id of the row of Why that was opened last: only its inside is drawn."""
    prompt_raw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChat:
    """The dialog that makes a chat."""

    character_id: CharacterId | None
    persona_id: PersonaId | None
    greeting: int = 0
    book_ids: tuple[BookId, ...] = ()
    semantics: Wish = ""
    """The rules that the user chose; "" while those stand that the character or a book wishes for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Toast:
    """A passing notice; it offers Undo when it knows the change."""

    id: str
    code: str
    detail: str = ""
    change: Change | None = None

    @property
    def undo(self) -> bool:
        """True when the notice offers Undo."""
        return self.change is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Device:
    """What the browser told: all sizes in bytes."""

    online: bool = True
    used_bytes: int | None = None
    persisted: bool = False
    update_ready: bool = False
    connect_to: tuple[str, ...] | None = None
    """Origins that the page may call until it is loaded again; None = any."""
    outdated: bool = False
    """The store has closed under this tab, mostly for a newer version in another one."""
    failure: str = ""
    """A bug's report, without texts and keys; shown in the error panel."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AppState:
    """The whole page."""

    route: Route = field(default_factory=lambda: Route(name="welcome"))
    library: Library = field(default_factory=Library)
    chat: OpenChat | None = None
    replay: Replay | None = None
    book: OpenBook | None = None
    character_id: CharacterId | None = None
    importing: Importing | None = None
    arriving: str = ""
    """The address of what an import is storing, for as long as the user stays where it was accepted."""
    exporting: Exporting | None = None
    backups: Backups = field(default_factory=Backups)
    restoring: Restoring | None = None
    new_chat: NewChat | None = None
    palette: Palette | None = None
    trash: Trash | None = None
    endpoint: EndpointForm = field(default_factory=EndpointForm)
    presets: PresetDesk = field(default_factory=PresetDesk)
    preferences: Preferences = field(default_factory=Preferences)
    panel: Panel = field(default_factory=Panel)
    toasts: tuple[Toast, ...] = ()
    done: tuple[Done, ...] = ()
    """What may be taken back beside the open chat's own steps, the newest last."""
    undone: tuple[Done, ...] = ()
    """What was taken back and may be made again, the latest last."""
    device: Device = field(default_factory=Device)
    licences: tuple[tuple[str, str, str, str], ...] = ()
    """(name, version, licence, text) of everything vendored; loaded when Help opens."""
    ready: bool = False
