"""What is wrong or wasteful in the entries of a book: codes, without words. Pure.

`own` looks at one entry alone, `shared` at what entries have in common. The worst comes first.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from loreglass.app.view_keyword import keyword_look
from loreglass.domain.ids import EntryId
from loreglass.domain.lore.rule import BrokenRule, read_rule
from loreglass.domain.story.book import Book, Entry
from loreglass.formats.decorators import KNOWN

Kind = Literal["bad", "warn", "hint"]
Code = Literal[
    "pattern_broken",
    "rule_broken",
    "no_text",
    "nothing_wakes",
    "no_chance",
    "never_reached",
    "over_budget",
    "macro_open",
    "decorator_unknown",
    "keyword_shared",
    "keyword_twice",
    "name_shared",
    "group_of_one",
    "any_message",
    "keyword_covered",
]
KINDS: Mapping[Code, Kind] = {
    "pattern_broken": "bad",
    "rule_broken": "bad",
    "any_message": "hint",
    "keyword_covered": "hint",
    "keyword_shared": "hint",
    "name_shared": "hint",
}
SHARED: frozenset[Code] = frozenset(("keyword_shared", "keyword_twice", "name_shared", "group_of_one"))
_MOST_KEYWORDS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One finding: `where` is the keyword, group or number it is about, `detail` what is the matter with it."""

    code: Code
    where: str = ""
    detail: str = ""

    @property
    def kind(self) -> Kind:
        """How bad it is: it cannot work, it will surprise, or it is only good to know."""
        return KINDS.get(self.code, "warn")


@lru_cache(maxsize=6000)
def own(entry: Entry, cost: int | None = None, budget: int | None = None) -> tuple[Finding, ...]:
    """What the entry alone shows. `cost` and `budget` are in tokens, None where they are not known."""
    found = [*_broken(entry), *_lame(entry), *_misspelt(entry)]
    if cost is not None and budget is not None and entry.budget.cap is None and cost > budget:
        found.append(Finding(code="over_budget", where=str(cost), detail=str(budget)))
    if "*" in (keyword.strip() for keyword in entry.keywords):
        found.append(Finding(code="any_message"))
    found += [Finding(code="keyword_covered", where=narrow, detail=wider) for narrow, wider in _covered(entry)]
    return tuple(found)


def _broken(entry: Entry) -> Iterator[Finding]:
    for keyword in (*entry.keywords, *entry.secondary):
        look = keyword_look(keyword)
        if look.kind == "bad":
            yield Finding(code="pattern_broken", where=keyword, detail=look.problem)
    if problem := rule_problem(entry.rule):
        yield Finding(code="rule_broken", detail=problem)


def rule_problem(rule: str) -> str:
    """Why the rule cannot be read, "" for one that can and for none."""
    try:
        if rule.strip():
            read_rule(rule)
    except BrokenRule as broken:
        return str(broken)
    return ""


def _lame(entry: Entry) -> Iterator[Finding]:
    if not entry.text.strip():
        yield Finding(code="no_text")
    if not (entry.constant or entry.keywords or entry.rule):
        yield Finding(code="nothing_wakes")
    if entry.probability <= 0:
        yield Finding(code="no_chance")
    if entry.recursion.delay_level and not entry.recursion.woken:
        yield Finding(code="never_reached")


def _misspelt(entry: Entry) -> Iterator[Finding]:
    if entry.text.count("{{") != entry.text.count("}}"):
        yield Finding(code="macro_open")
    for line in entry.text.split("\n") if entry.text.startswith("@@") else ():
        if not line.startswith("@@"):
            return
        name = line.lstrip("@").partition(" ")[0].strip().lower()
        if name and name not in KNOWN:
            yield Finding(code="decorator_unknown", where=name)


def _covered(entry: Entry) -> Iterator[tuple[str, str]]:
    """Keywords that match only where a shorter one of the same entry does. Needs whole words, and no wildcards."""
    if entry.whole_words is False or not 1 < len(entry.keywords) <= _MOST_KEYWORDS:
        return
    plain = [word for word in entry.keywords if keyword_look(word).kind == "word" and not set(word) & set("*?\\{")]
    split = [(word, tuple(word.casefold().split())) for word in plain]
    for word, parts in split:
        wider = next((other for other, its in split if its and len(its) < len(parts) and _contains(parts, its)), "")
        if wider:
            yield word, wider


def _contains(parts: tuple[str, ...], inner: tuple[str, ...]) -> bool:
    return any(parts[at : at + len(inner)] == inner for at in range(len(parts) - len(inner) + 1))


def shared(book: Book) -> Iterator[tuple[EntryId, tuple[Finding, ...]]]:
    """What shows only beside the other entries, entry by entry, () for most; entries that are off are let alone."""
    on = [entry for entry in book.entries if entry.enabled]
    keyed: defaultdict[str, list[Entry]] = defaultdict(list)
    names: Counter[str] = Counter()
    groups: Counter[str] = Counter()
    for entry in on:
        for word in {_plain(keyword) for keyword in entry.keywords} - {""}:
            keyed[word].append(entry)
        names[entry.name.strip().casefold()] += 1
        groups.update(set(entry.groups))
        yield entry.id, ()
    for entry in on:
        mine = [*_twice(entry), *_shared_words(entry, keyed)]
        mine += [Finding(code="group_of_one", where=group) for group in entry.groups if groups[group] == 1]
        if names[entry.name.strip().casefold()] > 1 and entry.name.strip():
            mine.append(Finding(code="name_shared", where=entry.name))
        yield entry.id, tuple(mine)


def _plain(keyword: str) -> str:
    written = " ".join(keyword.split())
    return written if written.startswith("/") else written.casefold()


def _twice(entry: Entry) -> Iterator[Finding]:
    seen: set[str] = set()
    for keyword in entry.keywords:
        word = _plain(keyword)
        if word in seen:
            yield Finding(code="keyword_twice", where=keyword)
        seen.add(word)


def _shared_words(entry: Entry, keyed: Mapping[str, list[Entry]]) -> Iterator[Finding]:
    """Keywords that another entry has also, where nothing else tells the two apart."""
    for keyword in entry.keywords:
        others = [other for other in keyed[_plain(keyword)] if other is not entry] if _plain(keyword) else []
        if others and not entry.secondary:
            yield Finding(code="keyword_shared", where=keyword, detail=others[0].name or "another entry")


def ordered(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings with the worst first."""
    rank = {"bad": 0, "warn": 1, "hint": 2}
    return tuple(sorted(findings, key=lambda each: rank[each.kind]))
