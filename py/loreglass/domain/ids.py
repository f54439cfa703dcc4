"""The names of things, so that one kind of id is never passed for another."""

from typing import NewType

BookId = NewType("BookId", str)
EntryId = NewType("EntryId", str)
CharacterId = NewType("CharacterId", str)
PersonaId = NewType("PersonaId", str)
ChatId = NewType("ChatId", str)
MessageId = NewType("MessageId", str)
VariantId = NewType("VariantId", str)
BranchId = NewType("BranchId", str)
PresetId = NewType("PresetId", str)
PlanId = NewType("PlanId", str)
TextHash = NewType("TextHash", str)

DRAFT_ID = MessageId("draft")
"""The message that is not sent yet."""
