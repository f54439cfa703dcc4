"""Second keywords: whether their logic holds, and the reason why not."""

from collections.abc import Sequence
from typing import Literal

from loreglass.domain.lore.verdict import Reason
from loreglass.domain.lore.woken import Sight
from loreglass.domain.story.book import Logic


def holds(logic: Logic, sights: Sequence[Sight | None]) -> bool:
    """Whether what was seen of the second keywords is what the logic asks for."""
    match logic:
        case "and_any":
            return any(sights)
        case "and_all":
            return all(sights)
        case "not_any":
            return not any(sights)
        case "not_all":
            return not all(sights)


def missing(logic: Logic | Literal["never"], named: Sequence[str], sights: Sequence[Sight | None]) -> Reason:
    """The reason that names the second keywords that were not seen; for not_any and not_all those that were."""
    is_unwanted = logic in ("not_any", "not_all")
    pairs = zip(named, sights, strict=True)
    keys = tuple(written for written, sight in pairs if (sight is not None) == is_unwanted)
    return Reason(code="secondary_missing", missing=keys)
