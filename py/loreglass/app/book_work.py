"""What the open book asks of store, tokeniser and regexes: a survey, versions, fires in a chat, a book to move into."""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace

from loreglass.app import actions, effects, shelves
from loreglass.app.ports import Answers, Clock, Ports, Record, Store
from loreglass.app.records import entry_id, listed, version_of
from loreglass.app.slices import CountMemo, in_slices, run
from loreglass.app.state import Fired
from loreglass.app.view_book import lint_settings, searched
from loreglass.domain.asks import Matches, PatternFault
from loreglass.domain.authoring.finding import Finding, LintReport, worst_first
from loreglass.domain.authoring.lint import lint
from loreglass.domain.ids import EntryId
from loreglass.domain.story.book import Book

SURVEY_PAUSE_SECONDS = 0.15
FINDINGS_A_SLICE, ENTRIES_A_SLICE = 50, 20
PLANS_A_READ = 40
PROBING_FLAG = "d"
"""It asks for the places of groups too."""
TOLD_OF_BOTH = ("duplicate_keyword", "duplicate_name")


class Unhurried:
    """The page's clock for work whose patterns may take the time that they need; each still has its own limit."""

    def __init__(self, clock: Clock) -> None:
        self.slice_is_over = clock.slice_is_over
        self.pause = clock.pause
        self.sleep = clock.sleep
        self.now_ms = clock.now_ms
        self.now_iso = clock.now_iso
        self.fresh_stem = clock.fresh_stem

    def seconds(self) -> float:
        """Always the same: no time passes."""
        return 0.0


class Probing:
    """The page's answers for patterns that are tried on texts which nobody wrote."""

    def __init__(self, answers: Answers) -> None:
        self.counts = answers.counts
        self._matches = answers.matches

    async def matches(self, pattern: str, flags: str, texts: tuple[str, ...]) -> Matches | PatternFault:
        """The first match in each text.

        A pattern that runs over its time is not tried again. With a flag that changes no match, what runs over here is
        another pattern than that of the chat's turns, which may never meet such a text.
        """
        flagged = "".join(sorted(flags + PROBING_FLAG))
        answer = await self._matches(pattern, flagged, texts)
        if isinstance(answer, PatternFault):
            return replace(answer, problem=answer.problem.replace(f"/{flagged}:", f"/{flags}:"))
        return answer


async def survey(effect: effects.SurveyBook, ports: Ports, memo: CountMemo) -> actions.BookSurveyed:
    """Tokens of each entry's text with its line feed, and what lint finds in the book; in slices."""
    await ports.clock.sleep(SURVEY_PAUSE_SECONDS)
    book = effect.book
    settings = lint_settings(book, effect.budget, effect.encoding)
    report = await run(lint(book, settings), Probing(ports.answers), Unhurried(ports.clock), memo)
    return await in_slices(_surveyed(book, report), ports.clock)


def _surveyed(book: Book, report: LintReport) -> Generator[None, None, actions.BookSurveyed]:
    """The report by entries, and what a search looks at; it yields wherever the caller may pause."""
    found = yield from _by_entry(report.findings)
    words: dict[EntryId, str] = {}
    for count, entry in enumerate(book.entries):
        if count % ENTRIES_A_SLICE == 0:
            yield
        words[entry.id] = searched(entry)
    return actions.BookSurveyed(book_id=book.id, costs=dict(report.tokens), findings=found, searched=words)


def _by_entry(findings: Iterable[Finding]) -> Generator[None, None, Mapping[EntryId, tuple[Finding, ...]]]:
    """The findings of each entry, the worst first. What two entries share is told of both, the other way round once."""
    found: dict[EntryId, dict[tuple[str, str], Finding]] = {}
    for count, each in enumerate(findings):
        if count % FINDINGS_A_SLICE == 0:
            yield
        found.setdefault(each.entry_id, {})[each.code, f"{each.field} {each.place} {each.other_id}"] = each
        if each.other_id is not None and each.is_shared and each.code in TOLD_OF_BOTH:
            turned = replace(each, entry_id=each.other_id, other_id=each.entry_id, place=None, what=each.other)
            found.setdefault(each.other_id, {}).setdefault((each.code, each.other), turned)
    ordered: dict[EntryId, tuple[Finding, ...]] = {}
    for count, (entry_id_, mine) in enumerate(found.items()):
        if count % FINDINGS_A_SLICE == 0:
            yield
        ordered[entry_id_] = worst_first(mine.values())
    return ordered


async def versions(effect: effects.LoadVersions, store: Store) -> actions.VersionsLoaded:
    """The versions of an entry, the newest first."""
    records = await store.under("versions", "of", entry_id(effect.book_id, effect.entry_id))
    found = sorted((version_of(record) for record in records), key=lambda each: each.until_ms, reverse=True)
    return actions.VersionsLoaded(book_id=effect.book_id, entry_id=effect.entry_id, versions=tuple(found))


async def move_target(effect: effects.LoadMoveTarget, store: Store) -> actions.MoveTargetLoaded:
    """The book that entries are to go to, None where it is gone."""
    held = await shelves.book(store, effect.target_id)
    return actions.MoveTargetLoaded(
        book_id=effect.book_id, entry_ids=effect.entry_ids, target=held.book if held else None
    )


async def fires(effect: effects.CountFires, ports: Ports) -> actions.FiresCounted:
    """In how many of the replies each entry of the book went in, by the plans that are kept with them."""
    times: Counter[EntryId] = Counter()
    replies = 0
    for start in range(0, len(effect.plan_ids), PLANS_A_READ):
        for record in await ports.store.some("plans", effect.plan_ids[start : start + PLANS_A_READ]):
            if record is not None:
                replies += 1
                times.update(_included(record, effect.book_id))
            if ports.clock.slice_is_over():
                await ports.clock.pause()
    fired = Fired(chat_title=effect.chat_title, replies=replies, times=dict(times))
    return actions.FiresCounted(book_id=effect.book_id, fired=fired)


def _included(record: Record, book_id: str) -> set[EntryId]:
    """The book's entries that went in. Read off the JSON: to decode thousands of whole plans would take too long."""
    stored = record.get("plan")
    plan = stored.get("plan") if isinstance(stored, dict) else None
    found: set[EntryId] = set()
    for decision in listed(plan.get("decisions")) if isinstance(plan, dict) else ():
        if isinstance(decision, dict) and decision.get("verdict") == "included":
            ref = decision.get("ref")
            if isinstance(ref, dict) and ref.get("book_id") == book_id:
                found.add(EntryId(str(ref.get("entry_id"))))
    return found
