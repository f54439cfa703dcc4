"""A plan as it is kept beside the reply that it made: small, and exact.

Each text of the plan is replaced by a reference, "" staying "":

    "t3"  texts[3]: the text with that hash, kept once for all plans
    "m5"  the text of messages[5] of this plan, a turn of the chat: an immutable variant
    "j0"  joins[0]: [separator, references], for the memory section and for messages, made of other texts;
          a turn that says who spoke is joined without a separator from that and its variant
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import MessageId, TextHash, VariantId
from loreglass.domain.lore.placements import Placements
from loreglass.domain.prompt.plan import Plan, PromptMessage, Section
from loreglass.domain.prompt.record import Json, decode, encode
from loreglass.domain.story.book import Role

VERSION = 1
_LINE = "\n"
_PARAGRAPH = "\n\n"
_MOST_DIGITS = 9

StoredMessage = tuple[Role, str, MessageId | None, VariantId | None]
"""Role, reference to the text, and where it comes from: short, for there are many."""
LookupText = Callable[[TextHash], str]
LookupVariant = Callable[[MessageId, VariantId], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPlan:
    """A plan with references for texts; `plan` is the rest of it. `encode_stored` makes it JSON."""

    version: int = VERSION
    plan: Plan
    messages: tuple[StoredMessage, ...]
    texts: tuple[TextHash, ...]
    joins: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def variants(self) -> tuple[tuple[MessageId, VariantId], ...]:
        """The message and variant of every turn whose text is needed to unpack."""
        needed = {reference for _, reference, _, _ in self.messages}
        needed.update(part for _, parts in self.joins for part in parts)
        return tuple(
            (message_id, variant_id)
            for index, (_, _, message_id, variant_id) in enumerate(self.messages)
            if f"m{index}" in needed and message_id and variant_id
        )


def pack(plan: Plan) -> tuple[StoredPlan, dict[TextHash, str]]:
    """The stored form of a plan, and the texts to keep under their hashes."""
    packer = _Packer(plan)
    stored = StoredPlan(
        plan=replace(_map_texts(plan, packer.refer), messages=()),
        messages=tuple((one.role, packer.refer(one.content), one.message_id, one.variant_id) for one in plan.messages),
        texts=tuple(packer.texts),
        joins=tuple(packer.joins),
    )
    return stored, packer.texts


def unpack(stored: StoredPlan, lookup_text: LookupText, lookup_variant: LookupVariant) -> Plan:
    """The plan that was packed. BadInput for a broken reference; what the lookups raise comes through."""

    def resolve(reference: str, joins: int) -> str:
        if not reference:
            return ""
        kind, index = reference[0], _index_in(reference)
        if kind == "t" and 0 <= index < len(stored.texts):
            return lookup_text(stored.texts[index])
        if kind == "j" and 0 <= index < joins:
            # A join is made of earlier ones only, so a record that someone made up cannot go round in circles.
            separator, parts = stored.joins[index]
            return separator.join(resolve(part, index) for part in parts)
        message = stored.messages[index] if kind == "m" and 0 <= index < len(stored.messages) else None
        if message is None or message[2] is None or message[3] is None:
            raise BadInput(f"broken reference {reference!r}", source="stored plan")
        return lookup_variant(message[2], message[3])

    def told(reference: str) -> str:
        return resolve(reference, len(stored.joins))

    messages = tuple(
        PromptMessage(
            role=role,
            content=told(reference),
            message_id=message_id,
            variant_id=variant_id,
            prefix=told(_prefix_in(stored, reference)) if message_id else "",
        )
        for role, reference, message_id, variant_id in stored.messages
    )
    return replace(_map_texts(stored.plan, told), messages=messages)


def _index_in(reference: str) -> int:
    """The number in a reference; -1 where there is none, or one that no plan has."""
    digits = reference[1:]
    return int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else -1


def _prefix_in(stored: StoredPlan, reference: str) -> str:
    """The reference to who spoke in a turn that says so; "" for another."""
    at = _index_in(reference) if reference[:1] == "j" else -1
    separator, parts = stored.joins[at] if 0 <= at < len(stored.joins) else (_LINE, ())
    return parts[0] if not separator and len(parts) == 2 else ""


def encode_stored(stored: StoredPlan) -> Json:
    """The stored plan as JSON."""
    return encode(stored)


def decode_stored(json: object) -> StoredPlan:
    """The stored plan of `encode_stored`. BadInput for anything else, or for a later version's."""
    stored = decode(StoredPlan, json, place="stored plan")
    if stored.version > VERSION:
        raise BadInput("made by a newer version of Loreglass", source="stored plan")
    return stored


def text_hash(text: str) -> TextHash:
    """The name of a text by its content: 16 hexadecimal digits."""
    return TextHash(sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16])


class _Packer:
    """Knows how the texts of one plan are made of each other, and gives each its reference."""

    def __init__(self, plan: Plan) -> None:
        self.texts: dict[TextHash, str] = {}
        self.joins: list[tuple[str, tuple[str, ...]]] = []
        turns = [(index, turn) for index, turn in enumerate(plan.messages) if turn.variant_id and turn.own_text]
        self._references = {"": ""} | {turn.own_text: f"m{index}" for index, turn in turns}
        for turn in (turn for _, turn in turns if turn.prefix):
            self._learn(turn.content, "", [turn.prefix, turn.own_text])
        history = [message.content for message in plan.messages if message.message_id]
        told = next((section.text for section in plan.sections if section.id == "history"), None)
        self._learn(told, _PARAGRAPH, history)
        placed = {"memory": plan.memory_text, "before": plan.placements.before, "after": plan.placements.after}
        for slot, text in placed.items():
            self._learn(
                text, _LINE, [one.text for one in plan.decisions if one.verdict == "included" and one.slot == slot]
            )
        for message in plan.messages:
            if message.message_id is None and _PARAGRAPH in message.content:
                self._learn(message.content, _PARAGRAPH, _run_of(message.content, plan.sections))

    def refer(self, text: str) -> str:
        """The reference to a text, which is kept if it is new."""
        if text not in self._references:
            name = text_hash(text)
            self._references[text] = f"t{len(self.texts)}"
            self.texts[name] = text
        return self._references[text]

    def _learn(self, text: str | None, separator: str, parts: list[str]) -> None:
        """Refers to a text as its parts, joined, if that is what it is."""
        if text is None or text in self._references or len(parts) < 2 or separator.join(parts) != text:
            return
        self.joins.append((separator, tuple(self.refer(part) for part in parts)))
        self._references[text] = f"j{len(self.joins) - 1}"


def _run_of(text: str, sections: tuple[Section, ...]) -> list[str]:
    """The texts of sections that stand together and make the text; [] where none do."""
    for start in range(len(sections)):
        joined = ""
        for end in range(start, len(sections)):
            joined = joined + _PARAGRAPH + sections[end].text if end > start else sections[end].text
            if joined == text:
                return [section.text for section in sections[start : end + 1]]
            if not text.startswith(joined):
                break
    return []


def _map_texts(plan: Plan, change: Callable[[str], str]) -> Plan:
    """The plan with each of its texts changed, but for those of its messages."""
    return replace(
        plan,
        decisions=tuple(replace(decision, text=change(decision.text)) for decision in plan.decisions),
        memory_text=change(plan.memory_text),
        placements=_map_placements(plan.placements, change),
        sections=tuple(replace(section, text=change(section.text)) for section in plan.sections),
        text_parts=tuple(change(part) for part in plan.text_parts),
    )


def _map_placements(placed: Placements, change: Callable[[str], str]) -> Placements:
    def each(texts: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(change(text) for text in texts)

    return Placements(
        before=change(placed.before),
        after=change(placed.after),
        at_depth=tuple(replace(group, texts=each(group.texts)) for group in placed.at_depth),
        note_top=each(placed.note_top),
        note_bottom=each(placed.note_bottom),
        examples_top=each(placed.examples_top),
        examples_bottom=each(placed.examples_bottom),
        outlets=tuple((name, each(texts)) for name, texts in placed.outlets),
    )
