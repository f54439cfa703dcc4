"""States of the replay, the comparison in Why, the choices on import, and the dialog Export."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from typing import TypeVar

from loreglass.app.import_choices import Choices, Earlier
from loreglass.app.opened import Exporting
from loreglass.app.replays import Replay, ReplayedTurn, replay_on, scene_at
from loreglass.app.scenes import draft_scene, replay_scene
from loreglass.app.slices import CountMemo, in_slices, run
from loreglass.app.state import AppState, Comparison, Importing, Route
from loreglass.app.update.replay import points_of
from loreglass.app.view_replay import survey
from loreglass.domain.compose import plan_turn
from loreglass.domain.lore.memo import Memo
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene
from loreglass.domain.story.semantics import ActivationSettings
from loreglass.formats.imported import Imported, ImportedChat, ImportedMessage
from loreglass.formats.report import Report, ReportRow
from tests.ui import ninth_bell, things
from tests.unit.app.fakes import ToldClock, WordAnswers

T = TypeVar("T")


def done(work: Coroutine[object, object, T]) -> T:
    """What it gives, also while a browser's loop is running in this thread."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(asyncio.run, work).result()


async def _plan(scene: Scene) -> Plan:
    return await run(plan_turn(scene, Memo()), WordAnswers(), ToldClock(), CountMemo())


@cache
def _whole() -> Replay:
    """The sample chat, every turn planned by the engine."""
    state = ninth_bell.state()
    assert state.chat is not None
    start = Replay(chat_id=state.chat.chat.id, scene=replay_scene(state, state.chat), points=points_of(state.chat))
    turns: list[ReplayedTurn] = []
    done(replay_on(start, _plan, turns.extend, ToldClock()))
    at = len(turns) - 3
    assert state.chat is not None
    found = done(in_slices(survey(tuple(turns), state.chat.books), ToldClock()))
    replay = replace(start, turns=tuple(turns), chosen=at, survey=found)
    return replace(replay, plan=done(_plan(scene_at(replay, at))))


def replay(**changes: object) -> AppState:
    """The page Replay of the sample chat."""
    state = ninth_bell.state()
    assert state.chat is not None
    shown = replace(_whole(), **changes)  # type: ignore[arg-type]
    return replace(state, route=Route(name="replay", id=state.chat.chat.id), replay=shown)


def replaying() -> AppState:
    """The page while the turns are still coming in."""
    return replay(turns=_whole().turns[:8], running=True, plan=None, survey=None)


def compared() -> AppState:
    """Why with Agnai's decisions beside ours."""
    state = ninth_bell.state()
    assert state.chat is not None
    scene = draft_scene(state, state.chat)
    ours = done(_plan(scene))
    agnai = done(_plan(replace(scene, settings=replace(scene.settings, semantics="agnai"))))
    asked = Comparison(semantics="agnai", which="next", plan=agnai, against=ours)
    panel = replace(state.panel, sheet_open=True)
    return replace(state, chat=replace(state.chat, next_plan=ours, comparison=asked), panel=panel)


def sillytavern_setup() -> AppState:
    """Setup of a chat that plays by SillyTavern's rules, some of them set in the chat."""
    state = ninth_bell.state()
    assert state.chat is not None
    own = ActivationSettings(budget_cap_tokens=900, recursive=False, strategy="evenly")
    chat = replace(state.chat.chat, semantics="sillytavern", activation=own)
    panel = replace(state.panel, tab="setup", sheet_open=True)
    return replace(state, chat=replace(state.chat, chat=chat), panel=panel)


def import_again() -> Importing:
    """A file that came before, to be put into a book that has two of its names."""
    item = things.offered("hollow-coast.json", things.world_info(), "file-1")
    assert item.imported is not None
    target = item.imported.books[0]
    target = replace(target, id=things.BOOK, name="Wrackmouth", entries=target.entries[:3])
    earlier = Earlier(store="books", id="hollow", name="Hollow Coast", same_file=True)
    choices = Choices(fate="into", earlier=(earlier,), into=things.BOOK, target=target, clashes=((1, "file"),))
    return Importing(items=(replace(item, choices=choices),))


def import_chat() -> Importing:
    """A chat of another program."""
    said = ImportedChat(
        title="Low water",
        character_name="Ansel Pike",
        messages=(
            ImportedMessage(speaker="character", name="Ansel Pike", variants=("You came over.", "Sit."), chosen=0),
            ImportedMessage(speaker="user", name="Nell", variants=("By the causeway. " * 30,)),
            ImportedMessage(speaker="character", name="Ansel Pike", variants=("Nine.",), hidden=True),
            ImportedMessage(speaker="user", name="Nell", variants=("Nine?",)),
        ),
    )
    imported = Imported(kind="chat", format="sillytavern_chat", name=said.title, chat=said)
    item = things.offered("hollow-coast.json", things.world_info(), "file-2")
    return Importing(items=(replace(item, file_name="low.jsonl", imported=imported, name=said.title),))


def exporting() -> Exporting:
    """A format that cannot hold everything."""
    rows = (
        ReportRow(group="cannot", file_field="secondary", here="secondary", values=4, example="dusk, ebb"),
        ReportRow(group="cannot", file_field="sticky", here="sticky", values=2, example="3"),
    )
    losses = Report(rows=rows)
    return Exporting(kind="book", id=things.BOOK, name="Wrackmouth", format="native", losses=losses, size_bytes=18_400)
