"""Whatever the books say and the chat holds: verdicts partition the entries, costs sum, the budget holds."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from loreglass.domain.lore.account import account
from loreglass.domain.lore.memo import Memo
from loreglass.domain.story.book import Entry, EntryBudget, Filter, LinkedBook, Place, Recursion
from loreglass.domain.story.scene import Scene, Semantics
from tests.unit.domain.lore.stage import SETTINGS, book, entry, included, scene, told, turn

ALL: tuple[Semantics, ...] = ("native", "agnai", "sillytavern")
WORDS = ("ice", "fire", "king", "dragon", "fort")
SENTENCE = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
KEYWORDS = st.lists(st.sampled_from((*WORDS, "*", "?ort", "d*", "/k.ng/", "/(/", "")), max_size=3).map(tuple)
FEW_WORDS = st.lists(st.sampled_from(WORDS), max_size=2).map(tuple)
PLACES = st.builds(
    Place,
    slot=st.sampled_from(["memory", "memory", "before", "at_depth", "outlet"]),
    depth=st.integers(-1, 3),
    outlet=st.sampled_from(["", "o"]),
)
BUDGETS = st.builds(
    EntryBudget,
    ignore=st.booleans(),
    reserve=st.sampled_from([0, 0, 3]),
    cap=st.none() | st.integers(0, 4),
    trim=st.sampled_from(["top", "bottom", "none"]),
)
RECURSIONS = st.builds(Recursion, wakes=st.booleans(), woken=st.booleans(), delay_level=st.integers(0, 2))


@st.composite
def plain_entries(draw: st.DrawFn, name: str) -> Entry:
    priority = draw(st.integers(0, 3))
    return entry(name, *draw(KEYWORDS), text=draw(SENTENCE) or "x", priority=priority, weight=draw(st.integers(-1, 1)))


@st.composite
def rich_entries(draw: st.DrawFn, name: str) -> Entry:
    return replace(
        draw(plain_entries(name)),
        secondary=draw(FEW_WORDS),
        logic=draw(st.sampled_from(["and_any", "and_all", "not_any", "not_all"])),
        rule=draw(st.sampled_from(["", "", '"ice" and not "fire"', '"ice'])),
        constant=draw(st.integers(0, 5)) == 0,
        enabled=draw(st.integers(0, 5)) > 0,
        depth=draw(st.none() | st.integers(0, 3)),
        probability=draw(st.sampled_from([100, 100, 50, 0])),
        groups=draw(st.lists(st.sampled_from("gh"), max_size=2, unique=True).map(tuple)),
        sticky=draw(st.integers(0, 2)),
        cooldown=draw(st.integers(0, 2)),
        delay=draw(st.integers(0, 2)),
        recursion=draw(RECURSIONS),
        filter=draw(st.sampled_from([Filter(), Filter(), Filter(names=("Bob",))])),
        place=draw(PLACES),
        budget=draw(BUDGETS),
        sources=draw(st.sampled_from([(), ("persona",)])),
    )


@st.composite
def scenes(draw: st.DrawFn, *, rich: bool = True, presets: tuple[Semantics, ...] = ("native", "agnai")) -> Scene:
    make = rich_entries if rich else plain_entries
    counts = draw(st.lists(st.integers(0, 4), min_size=1, max_size=3))
    books: list[LinkedBook] = []
    for number, count in enumerate(counts):
        entries = [draw(make(f"{number}.{index}")) for index in range(count)]
        limit = draw(st.none() | st.integers(0, 8)) if rich else None
        books.append(
            book(*entries, name=f"book {number}", budget=limit, scope=draw(st.sampled_from(["chat", "global"])))
        )
    settings = replace(
        SETTINGS,
        memory_budget_tokens=draw(st.integers(0, 20)),
        memory_depth_messages=draw(st.integers(0, 4)),
        recursive=draw(st.booleans()) and rich,
        min_activations=draw(st.integers(0, 3)) if rich else 0,
        max_recursion_steps=draw(st.integers(0, 3)),
        semantics=draw(st.sampled_from(presets)),
    )
    if settings.semantics == "sillytavern":
        settings = replace(settings, memory_budget_percent=draw(st.sampled_from([0.1, 25])), group_scoring=rich)
    texts = draw(st.lists(SENTENCE, max_size=5))
    return scene(*texts, books=tuple(books), settings=settings, sources=(("persona", draw(SENTENCE)),))


@given(scenes(presets=ALL))
def test_every_entry_has_exactly_one_verdict(scene: Scene) -> None:
    result = told(scene)
    verdicts = account(result.decisions, scene.books)
    expected = {(linked.book.id, entry.id) for linked in scene.books for entry in linked.book.entries}
    assert len(verdicts) == len(expected) == result.entry_count
    assert {(verdict.book.id, verdict.entry.id) for verdict in verdicts} == expected
    order = [verdict.decision.verdict for verdict in verdicts]
    assert order == sorted(order, key=["included", "dropped", "dormant"].index)


@given(scenes())
def test_costs_sum_and_stay_within_the_budget(scene: Scene) -> None:
    result = told(scene)
    entries = {(linked.book.id, entry.id): entry for linked in scene.books for entry in linked.book.entries}
    is_agnai = scene.settings.semantics == "agnai"
    spending = [
        decision
        for decision in result.decisions
        if decision.verdict == "included"
        and (is_agnai or not entries[decision.ref.book_id, decision.ref.entry_id].budget.ignore)
    ]
    assert result.used_tokens == sum(decision.cost_tokens for decision in spending) <= result.budget_tokens
    in_memory = [one for one in result.decisions if one.verdict == "included" and one.slot == "memory"]
    if not is_agnai:
        assert result.memory_tokens == sum(decision.cost_tokens for decision in in_memory)
        assert result.memory_text == "\n".join(decision.text for decision in in_memory)
        for linked in scene.books:
            spent = sum(one.cost_tokens for one in spending if one.ref.book_id == linked.book.id)
            assert linked.book.budget is None or spent <= linked.book.budget


@given(scenes(presets=ALL), st.lists(SENTENCE, max_size=4))
def test_equal_input_gives_an_equal_result_whatever_the_memo_has_seen(scene: Scene, drafts: list[str]) -> None:
    memo = Memo()
    for draft in drafts:
        typed = replace(scene, turns=(*scene.turns, turn(draft, len(scene.turns))), draft=True)
        assert told(typed, memo) == told(typed)
    assert told(scene, memo) == told(scene)


@given(scenes(rich=False, presets=ALL))
def test_a_hit_is_gone_with_its_text(scene: Scene) -> None:
    for decision in told(scene).decisions:
        hit = decision.reason.hit
        if hit is None or hit.message is None or hit.where != "text" or hit.key == "*":
            continue
        start, end = hit.span
        said = scene.turns[hit.message]
        blank = replace(said, text=said.text[:start] + "·" * (end - start) + said.text[end:])
        turns = (*scene.turns[: hit.message], blank, *scene.turns[hit.message + 1 :])
        hits = {one.ref: one.reason.hit for one in told(replace(scene, turns=turns)).decisions}
        assert hits.get(decision.ref) != hit


@given(scenes(rich=False), plain_entries("new"))
def test_a_lower_priority_entry_more_never_drops_a_higher_one(scene: Scene, added: Entry) -> None:
    lowest = replace(added, priority=-1)
    more = replace(scene, books=(*scene.books, book(lowest, name="last", scope="global")))
    assert set(included(told(scene))) <= set(included(told(more)))
