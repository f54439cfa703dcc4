"""The health of a chat's books, as a replay shows it. Pure.

Never fired, fires almost every turn, second keywords that nobody says, keywords that two entries share, and entries
that take more than a quarter of the budget.
"""

from collections.abc import Generator

from loreglass.app.addresses import entry_address
from loreglass.app.replays import Concern, Remark, ReplayedTurn
from loreglass.app.strings import capital, counted, in_words, isolated, joined, number
from loreglass.app.strings.reasons import Pieces, among, called, seen, text
from loreglass.app.view_marks import EntryKey
from loreglass.domain.authoring.heat import Cell, HeatMap, HeatRow
from loreglass.domain.story.book import Entry, LinkedBook

ALMOST = 0.9
TURNS_AT_LEAST = 5
QUARTER = 0.25
REMARKS_AT_MOST = 12
_HELD = {
    "filtered": "It wakes for other characters or other kinds of turn only.",
    "cooldown": "It rested each time.",
    "delayed": "It was too early in the chat each time.",
    "delay_level": "It waits for a later pass of entries waking entries, and none came.",
    "recursion_blocked": "Only an entry would have woken it, and entries may not.",
    "decorator": "Its own first lines told it to stay out each time.",
}
Cells = tuple[tuple[int, Cell], ...]
Awake = list[tuple[HeatRow, Entry]]
Found = list[tuple[EntryKey, Entry, Pieces]]


def all_entries(books: tuple[LinkedBook, ...]) -> dict[EntryKey, Entry]:
    """Every entry of the chat's books, in their order."""
    return {(one.book.id, entry.id): entry for one in books for entry in one.book.entries}


def health(
    turns: tuple[ReplayedTurn, ...], books: tuple[LinkedBook, ...], heat: HeatMap
) -> Generator[None, None, tuple[Concern, ...]]:
    """The lists that have something in them; how many never fired comes first and is always there.

    It yields wherever the caller may pause.
    """
    if not turns:
        return ()
    entries = all_entries(books)
    awake = [(row, entries[key_of(row)]) for row in heat.rows if row.enabled]
    yield
    out = [_never(entries, heat)]
    yield
    out.append(_every_turn(awake, len(turns)))
    yield
    out.append(_dead_seconds(awake))
    yield
    out.append(_shared({key_of(row): entry for row, entry in awake}))
    yield
    out.append(_quarter(awake, turns))
    return (out[0], *(each for each in out[1:] if each.count))


def key_of(row: HeatRow) -> EntryKey:
    """The entry of a row."""
    return row.book_id, row.entry_id


def _concern(code: str, title: str, found: Found) -> Concern:
    shown = tuple(_remark(*each) for each in found[:REMARKS_AT_MOST])
    return Concern(code=code, title=title, note=number(len(found)), remarks=shown, count=len(found))


def _remark(key: EntryKey, entry: Entry, said: Pieces) -> Remark:
    return Remark(name=called(entry), said=said, edit=entry_address(*key))


def _never(entries: dict[EntryKey, Entry], heat: HeatMap) -> Concern:
    never = heat.never_fired
    off = tuple(isolated(called(entries[key_of(row)])) for row in heat.rows if not row.enabled)
    fired = len(heat.rows) - len(off) - len(never)
    count = len(never)
    title = f"{capital(in_words(count))} {'entry' if count == 1 else 'entries'} never fired"
    note = f"Of {number(len(entries))}: {number(fired)} did"
    if off:
        names = f"{joined(off)} {'is' if len(off) == 1 else 'are'}" if len(off) < 3 else f"{number(len(off))} are"
        note = f"{note}, and {names} switched off"
    return Concern(
        code="never",
        title=title if count else "Every entry fired",
        note=f"{note}.",
        remarks=tuple(
            _remark(key_of(row), entries[key_of(row)], _why_never(entries[key_of(row)], row.cells))
            for row in never[:REMARKS_AT_MOST]
        ),
        count=count,
    )


def _why_never(entry: Entry, cells: Cells) -> Pieces:
    """Why an entry never went in, by what came nearest to it."""
    dropped = [cell for _, cell in cells if cell.verdict == "dropped"]
    if dropped:
        return (text(f"It woke in {counted(len(dropped), 'turn')} and was left out each time."),)
    lacking = [cell for _, cell in cells if cell.code == "secondary_missing"]
    if lacking:
        last = lacking[-1]
        said = seen(last.hit) if last.hit else text("A keyword")
        rest = among(last.missing, "or") if last.missing else (text("a second keyword"),)
        lacked = (
            (*rest, text(" in none.")) if entry.logic.startswith("and") else (text("but so was "), *rest, text("."))
        )
        return (said, text(f" was said in {counted(len(lacking), 'turn')}; "), *lacked)
    deep = [cell for _, cell in cells if cell.code == "outside_depth"]
    if deep:
        return ((seen(deep[-1].hit) if deep[-1].hit else text("A keyword")), text(" was said too far back each time."))
    bad = next((cell for _, cell in cells if cell.code in ("regex_invalid", "regex_slow")), None)
    if bad is not None:
        return (text("Its pattern cannot be read." if bad.code == "regex_invalid" else "Its pattern takes too long."),)
    other = next((cell.code for _, cell in cells if cell.code not in ("disabled", "no_key_hit")), "")
    if other:
        return (text(_HELD.get(other, "It was held back each time.")),)
    if not entry.keywords and not entry.rule:
        return (text("It has no keyword."),)
    return (text("Nobody has said "), *among(entry.keywords, "or"), text("."))


def _every_turn(awake: Awake, turns: int) -> Concern:
    found: Found = []
    for row, entry in awake:
        times = len(row.fired)
        if entry.constant or turns < TURNS_AT_LEAST or times < ALMOST * turns:
            continue
        tokens = max(cell.tokens for _, cell in row.cells)
        how = "every turn" if times == turns else f"{number(times)} of {counted(turns, 'turn')}"
        found.append((key_of(row), entry, (text(f"{capital(how)}, {counted(tokens, 'token')} each time."),)))
    return _concern("every", "Fires almost every turn", found)


def _dead_seconds(awake: Awake) -> Concern:
    """Second keywords that were looked for and never seen."""
    found: Found = []
    for row, entry in awake:
        asked = [cell for _, cell in row.cells if cell.missing or cell.second]
        if not asked or not entry.secondary or not entry.logic.startswith("and"):
            continue
        said = {word for cell in asked for word in cell.second}
        dead = tuple(word for word in entry.secondary if word not in said)
        if dead:
            after = f" {'was' if len(dead) == 1 else 'were'} never said in {counted(len(asked), 'turn')} that asked."
            found.append((key_of(row), entry, (*among(dead, "and"), text(after))))
    return _concern("second", "Second keywords nobody says", found)


def _shared(awake: dict[EntryKey, Entry]) -> Concern:
    """Keywords on which more than one entry wakes."""
    owners: dict[str, list[EntryKey]] = {}
    for key, entry in awake.items():
        for word in {each.strip().casefold() for each in entry.keywords}:
            if word:
                owners.setdefault(word, []).append(key)
    together: dict[tuple[EntryKey, ...], list[str]] = {}
    for word, keys in owners.items():
        if len(keys) > 1:
            together.setdefault(tuple(keys), []).append(word)
    found = []
    for pair, words in tuple(together.items())[:REMARKS_AT_MOST]:
        names = tuple(called(awake[key]) for key in pair)
        both = "Both wake on " if len(pair) == 2 else f"All {in_words(len(pair))} wake on "
        shown = names if len(names) < 4 else (*names[:3], f"{number(len(names) - 3)} more")
        said = (text(both), *(piece for word in words[:3] for piece in (seen(word), text(", "))))[:-1]
        found.append(Remark(name=", ".join(shown), said=(*said, text(".")), edit=entry_address(*pair[0])))
    count = len(together)
    return Concern(code="shared", title="Share a keyword", note=number(count), remarks=tuple(found), count=count)


def _quarter(awake: Awake, turns: tuple[ReplayedTurn, ...]) -> Concern:
    budget = max(turn.budget_tokens for turn in turns)
    found: Found = []
    for row, entry in awake:
        tokens = max((cell.tokens for _, cell in row.cells), default=0)
        if not budget or tokens <= QUARTER * budget:
            continue
        outs = len(row.dropped)
        left = f" Left out {counted(outs, 'time')} for want of room." if outs else ""
        share = f"{number(tokens)} of {counted(budget, 'token')}, {number(round(100 * tokens / budget))}%."
        found.append((key_of(row), entry, (text(f"{share}{left}"),)))
    return _concern("quarter", "More than a quarter of the budget", found)
