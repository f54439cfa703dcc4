"""What the numbers and names of SillyTavern's world info stand for: the one table that reading and writing share."""

from collections.abc import Mapping

from loreglass.domain.story.book import Logic, Role, Slot, Source

LOGICS: tuple[Logic, ...] = ("and_any", "not_all", "not_any", "and_all")
"""By number, as are roles and slots."""
ROLES: tuple[Role, ...] = ("system", "user", "assistant")
SLOTS: tuple[Slot, ...] = (
    "before",
    "after",
    "note_top",
    "note_bottom",
    "at_depth",
    "examples_top",
    "examples_bottom",
    "outlet",
)
LOGIC_NUMBERS: Mapping[Logic, int] = {each: number for number, each in enumerate(LOGICS)}
ROLE_NUMBERS: Mapping[Role, int] = {each: number for number, each in enumerate(ROLES)}
SLOT_NUMBERS: Mapping[Slot, int] = {**{each: number for number, each in enumerate(SLOTS)}, "memory": 0}
"""Our memory section stands where entries above the character do there."""
SOURCE_FIELDS: tuple[tuple[str, Source], ...] = (
    ("matchPersonaDescription", "persona"),
    ("matchCharacterDescription", "description"),
    ("matchCharacterPersonality", "personality"),
    ("matchCharacterDepthPrompt", "depth_prompt"),
    ("matchScenario", "scenario"),
    ("matchCreatorNotes", "creator_notes"),
)
"""In the order in which the buffer has them."""
