"""Files of other programs that are known by sight and not read yet."""

from typing import Final, NoReturn

from loreglass.domain.errors import BadInput
from loreglass.formats.tally import Tally

_CHAT: Final = "a chat; choose a character card or a memory book"
_MARKS: Final[tuple[tuple[frozenset[str], str], ...]] = (
    (frozenset({"lorebookVersion"}), "a NovelAI lorebook"),
    (frozenset({"scenarioVersion"}), "a NovelAI scenario"),
    (frozenset({"storyContainerVersion"}), "a NovelAI story"),
    (frozenset({"gamesettings"}), "a KoboldAI save"),
    (frozenset({"savedsettings"}), "a KoboldAI Lite save"),
    (frozenset({"worldinfo"}), "a KoboldAI save"),
    (frozenset({"user_name", "chat_metadata"}), _CHAT),
    (frozenset({"name", "greeting", "messages"}), _CHAT),
    (frozenset({"kind", "persona", "greeting"}), "an Agnai character"),
)


def is_stranger(value: dict[str, object]) -> bool:
    """True where the fields are those of such a file."""
    return bool(_kind(value))


def refuse_stranger(value: dict[str, object], tally: Tally) -> NoReturn:
    """Never returns: BadInput names the kind of file."""
    kind = _kind(value)
    raise BadInput(f"this is {kind}" if kind is _CHAT else f"this is {kind}, which cannot be read yet")


def kind_of_list(value: list[object]) -> str:
    """One sentence that names a file that is one list, or "" where it is not known either."""
    first = value[0] if value else None
    if isinstance(first, dict) and "keys" in first and ("value" in first or "entry" in first):
        return "this is a list of AI Dungeon cards, which cannot be read yet"
    return ""


def _kind(value: dict[str, object]) -> str:
    if value.get("type") == "risu" and isinstance(value.get("data"), list):
        return "a RisuAI lorebook"
    return next((kind for fields, kind in _MARKS if fields <= value.keys()), "")
