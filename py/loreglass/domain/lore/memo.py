"""What is kept from one plan to the next, so that a keystroke costs one text. A value owned by the caller, one a chat.

Forgetting it changes how long a plan takes, never what it says.
"""

from dataclasses import dataclass, field

from loreglass.domain.asks import Asking, PatternFault, Span
from loreglass.domain.context.costs import Costs
from loreglass.domain.context.macros import char_name, user_name
from loreglass.domain.lore.keywords import Names
from loreglass.domain.lore.linked import LinkedBooks, LinkSettings, link
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.lore.result import LoreResult
from loreglass.domain.lore.sillytavern.link import link_records
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.lore.work import Work
from loreglass.domain.story.book import LinkedBook
from loreglass.domain.story.chat import Turn
from loreglass.domain.story.scene import Scene

Scanned = tuple[str, str]
"""A text as it is scanned: the name before it ("" for none), and the text itself."""
Best = tuple[int, int]
"""An entry's newest turn with one of its keywords, and minus that keyword's place: the larger, the better."""


@dataclass(slots=True, kw_only=True)
class Newest:
    """For each keyword the newest turn of a chat, from `low` on, that has it; the draft is not looked at."""

    turns: tuple[Turn, ...] = ()
    scans_names: bool = True
    low: int = 0
    by_key: dict[int, int] = field(default_factory=dict)
    by_entry: dict[int, Best] | None = None
    """Made when first asked for, with the faults that were known then."""
    faults_then: int = 0
    refusals: dict[int, tuple[object, Decision]] = field(default_factory=dict)
    """What was told last of entries that did not fit, with what it was made from."""


@dataclass(slots=True, kw_only=True)
class Reading:
    """Compiled books and what texts said to them. A plan keeps the reading it began with."""

    linked: LinkedBooks
    linked_from: tuple[LinkedBook, ...]
    work: Work
    hits: dict[Scanned, frozenset[int]] = field(default_factory=dict)
    spans: dict[Scanned, dict[int, Span]] = field(default_factory=dict)
    """Places of keywords, by text and keyword: of every regex that hit, of a pattern once it was asked for."""
    faults: dict[int, PatternFault] = field(default_factory=dict)
    """Regexes that gave no answer, by keyword; late ones are asked again by the next plan, others when books change."""
    newest: Newest = field(default_factory=Newest)
    draft: tuple[Scanned, frozenset[int]] | None = None
    buffers: dict[tuple[int, str], Span | None] = field(default_factory=dict)
    """Places of keywords in whole buffers, by keyword and buffer, of the last plan."""
    told: tuple[object, LoreResult] | None = None
    """What was asked last, and the result."""


@dataclass(slots=True, kw_only=True)
class Memo:
    """The reading of a chat's books as they last stood, and what texts cost."""

    kept: Reading | None = None
    costs: Costs = field(default_factory=Costs)
    work: Work = field(default_factory=Work)

    def reading(self, scene: Scene, policy: ActivationPolicy) -> Asking[Reading]:
        """The scene's books compiled, anew only where they, the names or the settings of keywords changed."""
        settings = LinkSettings(
            policy=policy,
            names=Names(char=char_name(scene), user=user_name(scene)),
            whole_words=scene.settings.whole_words,
            case_sensitive=scene.settings.case_sensitive,
            strategy=scene.settings.strategy,
            macros=scene.macros,
        )
        kept = self.kept
        if kept is None or kept.linked.settings != settings or kept.linked_from != scene.books:
            linked = yield from (link_records if policy.reads_records else link)(scene.books, settings)
            kept = self.kept = Reading(linked=linked, linked_from=scene.books, work=self.work)
        elif any(fault.kind == "late" for fault in kept.faults.values()):
            # What kept them waiting is known by now, so this time their turn may come.
            faults = {key: fault for key, fault in kept.faults.items() if fault.kind != "late"}
            kept = self.kept = Reading(linked=kept.linked, linked_from=scene.books, work=self.work, faults=faults)
        return kept
