"""Scenes and lore results for tests of the prompt, and an answerer that counts words."""

from collections.abc import Callable
from typing import TypeVar

from loreglass.domain.asks import Answer, Asking, NeedCounts, NeedMatches, drive
from loreglass.domain.ids import BookId, CharacterId, EntryId, MessageId, PersonaId, VariantId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.lore.verdict import Decision, EntryRef, Reason
from loreglass.domain.prompt.assemble import assemble
from loreglass.domain.prompt.plan import Plan, SectionId
from loreglass.domain.story.cast import Character, Persona
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.scene import Scene, Settings

T = TypeVar("T")


def words(text: str) -> int:
    return len(text.split())


def finish(asking: Asking[T], count: Callable[[str], int] = words, asked: list[int] | None = None) -> T:
    """What `asking` returns when every count is answered; `asked` collects how many texts each ask has."""

    def answer(ask: NeedCounts | NeedMatches) -> Answer:
        assert isinstance(ask, NeedCounts)
        if asked is not None:
            asked.append(len(ask.texts))
        return tuple(count(text) for text in ask.texts)

    return drive(asking, answer)


def turn(index: int, text: str = "", *, user: bool | None = None) -> Turn:
    is_user = index % 2 == 0 if user is None else user
    return Turn(
        message_id=MessageId(f"m{index}"),
        variant_id=VariantId(f"v{index}"),
        speaker="user" if is_user else "character",
        name="Nell" if is_user else "Pike",
        text=text or f"turn {index}",
    )


def turns(count: int) -> tuple[Turn, ...]:
    return tuple(turn(index) for index in range(count))


def lore(*texts: str, placements: Placements | None = None) -> LoreResult:
    """A result whose memory section holds `texts`, each costing its words."""
    decisions = tuple(
        Decision(
            ref=EntryRef(book_id=BookId("b"), entry_id=EntryId(str(index))),
            verdict="included",
            reason=Reason(code="constant"),
            cost_tokens=words(text),
            text=text,
        )
        for index, text in enumerate(texts)
    )
    used = sum(decision.cost_tokens for decision in decisions)
    return LoreResult(
        decisions=decisions,
        activated=tuple(("b", str(index)) for index in range(len(texts))),
        memory_text="\n".join(texts),
        memory_tokens=used,
        placements=placements or Placements(),
        budget_tokens=500,
        used_tokens=used,
        left_out_tokens=0,
        entry_count=len(texts),
        rolls_used=0,
        timers=(),
        scanned_from=None,
    )


def scene(*said: Turn, context: int = 8192, reserve: int = 0, **more: object) -> Scene:
    """A scene of Nell and Pike; `more` are further fields of Settings."""
    settings = Settings(encoding="words", context_tokens=context, reply_reserve_tokens=reserve, **more)  # type: ignore[arg-type]
    return Scene(turns=said, char_name="Pike", user_name="Nell", settings=settings)


PIKE = Character(id=CharacterId("pike"), name="Pike", description="{{char}} keeps the lamp.")
NELL = Persona(id=PersonaId("nell"), name="Nell", description="{{user}} asks questions.")


def plan_of(scene: Scene, result: LoreResult | None = None) -> Plan:
    return finish(assemble(scene, result or lore()))


def section(plan: Plan, name: SectionId) -> str:
    """The section's text; "" where there is none."""
    return next((one.text for one in plan.sections if one.id == name), "")


def contents(plan: Plan) -> tuple[str, ...]:
    return tuple(message.content for message in plan.messages)
