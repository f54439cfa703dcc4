"""What the open book asks of the store and the tokeniser: a survey, versions, fires in a chat, a book to move into."""

from collections import Counter

from loreglass.app import actions, effects, shelves
from loreglass.app.findings import Finding, ordered, own, shared
from loreglass.app.planner import CountMemo
from loreglass.app.ports import Ports, Record, Store
from loreglass.app.records import entry_id, listed, version_of
from loreglass.app.state import Fired
from loreglass.app.view_book import searched
from loreglass.domain.asks import NeedCounts
from loreglass.domain.ids import EntryId

SURVEY_PAUSE_SECONDS = 0.15
TEXTS_A_CALL = 500
PLANS_A_READ = 40


async def survey(effect: effects.SurveyBook, ports: Ports, memo: CountMemo) -> actions.BookSurveyed:
    """Tokens of each entry's text with its line feed, and what is wrong in it; in slices."""
    await ports.clock.sleep(SURVEY_PAUSE_SECONDS)
    entries = effect.book.entries
    costs: dict[EntryId, int] = {}
    for start in range(0, len(entries), TEXTS_A_CALL):
        part = entries[start : start + TEXTS_A_CALL]
        texts = tuple(f"{entry.text}\n" for entry in part)
        counts = await memo.counts(NeedCounts(texts=texts, encoding=effect.encoding), ports.answers)
        costs.update((entry.id, count) for entry, count in zip(part, counts, strict=True))
        await ports.clock.pause()
    beside: dict[EntryId, tuple[Finding, ...]] = {}
    for name, findings in shared(effect.book):
        if findings:
            beside[name] = findings
        if ports.clock.slice_is_over():
            await ports.clock.pause()
    found: dict[EntryId, tuple[Finding, ...]] = {}
    words: dict[EntryId, str] = {}
    for entry in entries:
        words[entry.id] = searched(entry)
        if mine := (*own(entry, costs[entry.id], effect.budget), *beside.get(entry.id, ())):
            found[entry.id] = ordered(mine)
        if ports.clock.slice_is_over():
            await ports.clock.pause()
    return actions.BookSurveyed(book_id=effect.book.id, costs=costs, findings=found, searched=words)


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
