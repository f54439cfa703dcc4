"""The sample story as a state of the page, with the plan that the design shows: six in, two left out."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from loreglass.app.state import AppState, BookRow, Device, Library, OpenChat, Panel, Preferences, Route
from loreglass.domain.ids import BookId, CharacterId, ChatId, EntryId, MessageId, PersonaId, PlanId, VariantId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.verdict import Decision, EntryRef, Hit, Reason
from loreglass.domain.prompt.plan import Numbers, Plan, PromptMessage, Section
from loreglass.domain.story.book import Book, Entry, LinkedBook, Recursion
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Chat, Message, Variant

SAMPLES = Path(__file__).resolve().parents[2] / "static" / "samples"
BOOK = BookId("wrackmouth")
CHAT = ChatId("ninth-bell")
DRAFT = MessageId("draft")
NUMBERS = Numbers(
    context=8192,
    reply_reserve=1024,
    memory_budget=900,
    memory_used=834,
    left_out=302,
    overhead=73,
    sent=3120,
    encoding="o200k_base",
    exact=False,
)


def _read(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((SAMPLES / name).read_text(encoding="utf-8"))
    return value


def _entry(raw: dict[str, Any]) -> Entry:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in raw.items()}
    fields["id"] = EntryId(fields["id"])
    if "recursion" in fields:
        fields["recursion"] = Recursion(**fields["recursion"])
    return Entry(**fields)


def book() -> Book:
    """The sample book."""
    raw = _read("wrackmouth.json")
    return Book(
        id=BOOK,
        name=raw["name"],
        depth=raw["depth"],
        budget=raw["budget"],
        recursive=raw["recursive"],
        entries=tuple(_entry(each) for each in raw["entries"]),
    )


def _turns() -> tuple[tuple[Message, ...], dict[VariantId, Variant]]:
    path: list[Message] = []
    variants: dict[VariantId, Variant] = {}
    for at, raw in enumerate(_read("ninth-bell.json")["chats"][0]["messages"], 1):
        ids = tuple(VariantId(f"v{at}-{n}") for n in range(len(raw["variants"])))
        message_id = MessageId(f"m{at}")
        user = raw["speaker"] == "user"
        for variant_id, text in zip(ids, raw["variants"], strict=True):
            variants[variant_id] = Variant(
                id=variant_id,
                chat_id=CHAT,
                message_id=message_id,
                text=text,
                source="user" if user else "demo",
                plan_id=None if user else PlanId(variant_id),
            )
        path.append(
            Message(
                id=message_id,
                chat_id=CHAT,
                parent_id=path[-1].id if path else None,
                speaker=raw["speaker"],
                name="Nell Sarrow" if user else "Ansel Pike",
                variant_ids=ids,
                chosen_id=ids[raw.get("chosen", 0)],
            )
        )
    return tuple(path), variants


def open_chat() -> OpenChat:
    """The sample chat with its next plan."""
    raw = _read("ninth-bell.json")
    head = raw["chats"][0]
    path, variants = _turns()
    chat = Chat(
        id=CHAT,
        title=head["title"],
        character_id=CharacterId("pike"),
        persona_id=PersonaId("nell"),
        book_ids=(BOOK,),
        head_id=path[-1].id,
        draft=head["draft"],
        sample=True,
        message_count=len(path),
        memory_budget_tokens=900,
    )
    opened = OpenChat(
        chat=chat,
        path=path,
        variants=variants,
        books=(LinkedBook(book=book()),),
        character=Character(id=CharacterId("pike"), name="Ansel Pike", description=raw["character"]["description"]),
        persona=Persona(id=PersonaId("nell"), name="Nell Sarrow"),
        shown_from=34,
    )
    return replace(opened, next_plan=plan(opened))


def hit(opened: OpenChat, key: str, at: int, word: str = "") -> Hit:
    """Where a word stands in message `at` (41 is the draft)."""
    text = opened.chat.draft if at == 41 else opened.variants[opened.path[at - 1].chosen_id].text
    start = text.lower().find((word or key).lower())
    span = (max(start, 0), max(start, 0) + len(word or key))
    message_id = DRAFT if at == 41 else MessageId(f"m{at}")
    return Hit(key=key, where="text", span=span, age=41 - at, message=at - 1, message_id=message_id)


def _ref(name: str) -> EntryRef:
    return EntryRef(book_id=BOOK, entry_id=EntryId(name))


def _in(name: str, cost: int, reason: Reason) -> Decision:
    return Decision(ref=_ref(name), verdict="included", reason=reason, cost_tokens=cost, text=name)


def _decisions(opened: OpenChat) -> tuple[Decision, ...]:
    bell = next(entry for entry in opened.books[0].book.entries if entry.id == "ninth-bell")
    at = bell.text.find("tide-clerks")
    parent = Hit(key="tide-clerk*", where="entry", span=(at, at + 11), age=1, parent=_ref("ninth-bell"))
    night = hit(opened, "night", 39)
    over = {"code": "over_total_budget"}
    return (
        _in("wrackmouth", 148, Reason(code="constant")),
        _in("ninth-bell", 196, Reason(code="key_hit", hit=hit(opened, "bell", 40))),
        _in("tide-clerks", 132, Reason(code="recursion_hit", hit=parent)),
        _in("greyhook-light", 174, Reason(code="key_hit", hit=hit(opened, "lamp", 40), secondary_hits=(night,))),
        _in("ottoline-vey", 118, Reason(code="key_hit", hit=hit(opened, r"/\bVey\b/", 40, "Vey"))),
        _in("strand-road", 66, Reason(code="key_hit", hit=hit(opened, "causeway", 38))),
        Decision(
            ref=_ref("halloran-wreck"),
            verdict="dropped",
            reason=Reason(**over, hit=hit(opened, "wreck", 39), need_tokens=210, left_tokens=132),  # type: ignore[arg-type]
            cost_tokens=210,
        ),
        Decision(
            ref=_ref("sea-fret"),
            verdict="dropped",
            reason=Reason(**over, hit=hit(opened, "fog", 38), need_tokens=92, left_tokens=66),  # type: ignore[arg-type]
            cost_tokens=92,
        ),
        Decision(
            ref=_ref("lamp-room-ledger"),
            verdict="dormant",
            reason=Reason(code="secondary_missing", hit=hit(opened, "ledger", 41), missing=("customs", "duty")),
        ),
        Decision(ref=_ref("sister-maud"), verdict="dormant", reason=Reason(code="cooldown", until_messages=46)),
        Decision(ref=_ref("spring-tide"), verdict="dormant", reason=Reason(code="disabled")),
    )


def plan(opened: OpenChat) -> Plan:
    """The next turn's plan, with the numbers of the design."""
    turns = tuple(
        PromptMessage(
            role="user" if message.speaker == "user" else "assistant",
            content=opened.variants[message.chosen_id].text,
            message_id=message.id,
            variant_id=message.chosen_id,
        )
        for message in opened.path[24:]
    )
    lead = PromptMessage(
        role="system", content="You are Ansel Pike.\n\nWrackmouth is a harbour of four hundred people."
    )
    draft = PromptMessage(role="user", content=opened.chat.draft, message_id=DRAFT)
    history = "\n\n".join(turn.content for turn in turns)
    return Plan(
        decisions=_decisions(opened),
        activated=(),
        memory_text="Wrackmouth is a harbour of four hundred people.",
        placements=Placements(),
        sections=(
            Section(id="system", text="You are Ansel Pike.", tokens=212),
            Section(id="character", text="Ansel Pike keeps the light at Greyhook.", tokens=438),
            Section(id="memory", text="Wrackmouth is a harbour of four hundred people.", tokens=834),
            Section(id="history", text=history, tokens=1563),
        ),
        messages=(lead, *turns, draft),
        numbers=NUMBERS,
        entry_count=24,
        scanned_from=MessageId("m38"),
        sent_from=MessageId("m25"),
        draft=True,
    )


def state() -> AppState:
    """The page with the sample chat open and Why beside it."""
    opened = open_chat()
    second = Chat(
        id=ChatId("low-water"),
        title="Low water, no moon",
        character_id=None,
        persona_id=None,
        sample=True,
        message_count=6,
    )
    return AppState(
        route=Route(name="chat", id=CHAT),
        library=Library(
            chats=(opened.chat, second),
            books=(
                BookRow(id=BOOK, name="Wrackmouth", entry_count=24, sample=True),
                BookRow(id=BookId("b2"), name="Tides and tables", entry_count=7),
            ),
        ),
        chat=opened,
        panel=Panel(),
        preferences=Preferences(),
        device=Device(used_bytes=1_210_000),
        ready=True,
    )
