"""States for looking at the book page, lists, cast, import preview, settings and dialogs: small, ours, and whole."""

import json

from loreglass.app.endpoints import CheckStep, Endpoint, EndpointForm
from loreglass.app.state import (
    BookRow,
    Change,
    Device,
    Importing,
    ImportItem,
    Library,
    NewChat,
    OpenBook,
    Preferences,
    Toast,
)
from loreglass.domain.ids import BookId, CharacterId, ChatId, EntryId, MessageId, PersonaId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import Decision, EntryRef, Hit, Reason
from loreglass.domain.prompt.plan import Numbers, Plan
from loreglass.domain.story.book import Book, Entry
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat
from loreglass.domain.story.preset import Samplers
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.formats.detect import read_file

BOOK = BookId("wrackmouth")
PREFERENCES = Preferences()
PASSAGE = "A bell tolled once in the fog. From the chapel window you could just make out the wreck."
BELL = (
    "Eight bells were cast for the drowned parish of Sallow, and eight went under with it. On still evenings the "
    "harbour counts them. A ninth stroke means the tide-clerks have entered a new name in the book, and that someone "
    "on the strand road will not be met at the other end. Nobody in Wrackmouth rings back."
)


def entries() -> tuple[Entry, ...]:
    """The first entries of the sample book, one of each kind that the list shows."""
    return (*_first_entries(), *_more_entries())


def _first_entries() -> tuple[Entry, ...]:
    return (
        Entry(id=EntryId("0"), name="Wrackmouth", text="A harbour town.", constant=True, priority=100),
        Entry(
            id=EntryId("1"),
            name="The Ninth Bell",
            text=BELL,
            keywords=("bell", "ninth bell", r"/\bnin(?:e|th)\s+bells?\b/i", "/(toll|knell/"),
            priority=40,
            weight=100,
            depth=4,
        ),
        Entry(id=EntryId("2"), name="Tide-clerks", text="They keep the book.", keywords=("tide-clerk", "entry-book")),
        Entry(
            id=EntryId("3"),
            name="Greyhook Light",
            text="The lamp turns.",
            keywords=("lamp", "Greyhook"),
            secondary=("night", "dark"),
            priority=20,
        ),
        Entry(id=EntryId("4"), name="Ottoline Vey", text="She signs.", keywords=(r"/\bVey\b/", "harbourmistress")),
    )


def _more_entries() -> tuple[Entry, ...]:
    return (
        Entry(id=EntryId("5"), name="The strand road", text="Posts mark it.", keywords=("causeway", "strand road")),
        Entry(
            id=EntryId("6"),
            name="The Halloran wreck",
            text="She lies there.",
            keywords=("wreck", "Halloran"),
            priority=15,
        ),
        Entry(id=EntryId("7"), name="Sea-fret", text="It comes in.", keywords=("fog", "sea-fret"), priority=5),
        Entry(
            id=EntryId("8"),
            name="The lamp-room ledger",
            text="A ledger.",
            keywords=("ledger",),
            secondary=("customs", "duty"),
        ),
        Entry(id=EntryId("9"), name="Edda Crane", text="She mends nets.", keywords=("Edda", "net-mender")),
        Entry(id=EntryId("10"), name="Brine chapel", text="Salt on the pews.", keywords=("chapel",), priority=12),
        Entry(
            id=EntryId("11"), name="Smugglers’ stair", text="", keywords=("stair", "cellar"), secondary=("contraband",)
        ),
        Entry(
            id=EntryId("12"),
            name="Spring tide",
            text="Twice a year.",
            keywords=("spring tide", "equinox"),
            enabled=False,
        ),
    )


def book(extra: int = 0) -> Book:
    """The book, with as many more entries as asked for."""
    more = tuple(
        Entry(id=EntryId(f"x{n}"), name=f"House {n} of the quay", text=f"Number {n}.", keywords=(f"house {n}",))
        for n in range(extra)
    )
    return Book(id=BOOK, name="Wrackmouth", entries=(*entries(), *more), depth=4, budget=900, recursive=True)


def decided(entry: str, verdict: str, reason: Reason, cost: int) -> Decision:
    """One decision about an entry of the book."""
    ref = EntryRef(book_id=BOOK, entry_id=EntryId(entry))
    return Decision(ref=ref, verdict=verdict, reason=reason, cost_tokens=cost)  # type: ignore[arg-type]


def said(key: str) -> Hit:
    """A keyword seen in the passage."""
    at = max(0, PASSAGE.find(key))
    return Hit(key=key, where="text", span=(at, at + len(key)), age=0, message=0, message_id=MessageId("draft"))


def plan() -> Plan:
    """What the passage wakes."""
    bell = EntryRef(book_id=BOOK, entry_id=EntryId("1"))
    woken = Hit(key="tide-clerk", where="entry", span=(140, 150), age=0, parent=bell)
    over = Reason(code="over_book_budget", hit=said("chapel"), need_tokens=264, left_tokens=214)
    return Plan(
        decisions=(
            decided("0", "included", Reason(code="constant"), 148),
            decided("1", "included", Reason(code="key_hit", hit=said("bell")), 196),
            decided("2", "included", Reason(code="recursion_hit", hit=woken), 132),
            decided("6", "included", Reason(code="key_hit", hit=said("wreck")), 210),
            decided("7", "included", Reason(code="key_hit", hit=said("fog")), 92),
            decided("10", "dropped", over, 264),
            decided("12", "dormant", Reason(code="disabled"), 0),
        ),
        activated=(),
        memory_text="",
        placements=Placements(),
        sections=(),
        messages=(),
        numbers=Numbers(
            context=8192,
            reply_reserve=512,
            memory_budget=900,
            memory_used=778,
            left_out=264,
            overhead=0,
            sent=900,
            encoding="o200k_base",
            exact=False,
        ),
        entry_count=13,
        draft=True,
    )


def open_book(entry: str | None = "1", *, extra: int = 0, passage: bool = True) -> OpenBook:
    """The book on the screen."""
    return OpenBook(
        book=book(extra),
        entry_id=EntryId(entry) if entry else None,
        passage=PASSAGE if passage else "",
        passage_plan=plan() if passage else None,
    )


PIKE = Character(
    id=CharacterId("pike"),
    name="Ansel Pike",
    description="Keeper of Greyhook Light for thirty-one years.\nHe counts before he speaks.",
    personality="Dry, exact, afraid of one thing.",
    scenario="A lamp-room at low water.",
    greeting="“You came over by the causeway,” says Pike. “Sit. The kettle knows you.”",
    alternate_greetings=(
        "The lamp turns once before he looks up. “Nine,” he says. “You heard nine.”",
        "There is no light at Greyhook tonight. " * 30,
    ),
    creator="Loreglass",
    tags=("harbour", "mystery", "slow"),
    book_ids=(BOOK,),
)
EDDA = Character(
    id=CharacterId("edda"), name="Edda Crane", description="<b>Mends</b> nets <img src=x onerror=alert(1)>"
)
NELL = Persona(
    id=PersonaId("nell"), name="Nell Sarrow", description="Customs surveyor, new to the coast, writes all down."
)


def library() -> Library:
    """Two sample chats, a chat of one's own, two books, two characters, a persona."""
    return Library(
        chats=(
            Chat(
                id=ChatId("c1"),
                title="The Ninth Bell",
                character_id=PIKE.id,
                persona_id=NELL.id,
                sample=True,
                message_count=40,
            ),
            Chat(
                id=ChatId("c3"),
                title="A very long title of a chat that someone wrote late at night and never shortened",
                character_id=EDDA.id,
                persona_id=None,
                message_count=1_212,
                updated_ms=1_795_000_000_000,
            ),
            Chat(
                id=ChatId("c2"),
                title="Low water, no moon",
                character_id=PIKE.id,
                persona_id=None,
                sample=True,
                message_count=6,
            ),
        ),
        books=(
            BookRow(id=BOOK, name="Wrackmouth", entry_count=24, sample=True),
            BookRow(id=BookId("hollow"), name="Hollow Coast", entry_count=1, enabled=False),
        ),
        characters=(PIKE, EDDA),
        personas=(NELL, Persona(id=PersonaId("p2"), name="", description="")),
    )


def world_info() -> bytes:
    """A World Info file with values that map, that are kept and that cannot be represented."""
    names = (
        "The Mole",
        "Undertow",
        "Glass-eel season",
        "Mr Tull, deaf on one side",
        "Hollow Coast",
        "Lamp-black",
        "Quay",
    )
    rows = {
        str(n): {
            "uid": n,
            "key": [name.lower(), "/tide/i"],
            "keysecondary": ["dusk", "ebb"],
            "selective": True,
            "selectiveLogic": 0,
            "comment": name,
            "content": f"{name} is old. Gulls will not land on it.",
            "constant": n == 0,
            "order": 100 + n,
            "position": 0,
            "disable": n == 3,
            "displayIndex": n,
            "automationId": "run" if n < 2 else "",
            "probability": "60",
            "useProbability": True,
            "shelf_colour": "#7aa2c0",
        }
        for n, name in enumerate(names)
    }
    return json.dumps({"entries": rows}).encode()


def card() -> bytes:
    """A version 2 card with a book inside."""
    book_inside = {
        "name": "Pike’s papers",
        "entries": [
            {
                "keys": ["oil"],
                "content": "Whale oil, then paraffin.",
                "enabled": True,
                "insertion_order": 5,
                "extensions": {},
            }
        ],
    }
    data = {
        "name": "Ansel Pike",
        "description": PIKE.description,
        "personality": PIKE.personality,
        "scenario": PIKE.scenario,
        "first_mes": PIKE.greeting,
        "mes_example": "",
        "alternate_greetings": list(PIKE.alternate_greetings),
        "tags": list(PIKE.tags),
        "creator": "Loreglass",
        "character_book": book_inside,
        "extensions": {"shelf": 3},
    }
    return json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": data}).encode()


def offered(name: str, data: bytes, token: str) -> ImportItem:
    """A file as the preview has it once it is read."""
    imported = read_file(name, data)
    return ImportItem(token=token, file_name=name, size_bytes=len(data), imported=imported, name=imported.name or name)


def one_file() -> Importing:
    """One World Info file."""
    return Importing(items=(offered("hollow-coast.json", world_info(), "file-1"),))


def several_files() -> Importing:
    """A card, a book, a file that is refused, and one still being read."""
    return Importing(
        items=(
            offered("pike.json", card(), "file-2"),
            offered("hollow-coast.json", world_info(), "file-1"),
            ImportItem(
                token="file-3",
                file_name="holiday.html",
                size_bytes=2_048,
                problem="holiday.html: this is a web page; a card or a memory book in JSON or PNG was expected.",
            ),
            ImportItem(token="file-4", file_name="slow.png", size_bytes=4_300_000),
        ),
        reading=1,
    )


NEW_CHAT = NewChat(character_id=PIKE.id, persona_id=NELL.id, greeting=1, book_ids=(BookId("hollow"),))
CHANGE = Change(name="chat_deleted", before=(), after=())
TOASTS = (
    Toast(id="t1", code="chat_deleted", detail="The Ninth Bell", change=CHANGE),
    Toast(id="t2", code="endpoint_saved"),
)
DEVICE = Device(used_bytes=1_234_567)
TROUBLED = Device(online=False, update_ready=True)
UNREACHED = EndpointForm(
    saved=Endpoint(url="http://localhost:11434/v1", model="mistral", key="secret", samplers=Samplers(temperature=0.8)),
    models=("mistral", "llama3"),
    steps=(
        CheckStep(name="url", state="passed"),
        CheckStep(
            name="reach",
            state="failed",
            problem=EndpointProblem(kind="refused_or_cors_or_offline", detail="Failed to fetch"),
        ),
        CheckStep(name="key", state="skipped"),
        CheckStep(name="models", state="skipped"),
        CheckStep(name="context", state="skipped"),
        CheckStep(name="reply", state="skipped"),
    ),
    needs_reload=True,
)
LICENCES = (
    ("preact", "11.2.0", "MIT", "The MIT License (MIT)\n\nCopyright (c) Jason Miller\n\nPermission is hereby granted."),
    ("idb", "8.0.4", "ISC", "ISC License\n\nCopyright (c) Jake Archibald"),
)
