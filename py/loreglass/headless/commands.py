"""The commands plan and replay: a scenario in, a JSON value out."""

from dataclasses import replace

from loreglass.domain.authoring.heat import HeatRow, heat
from loreglass.domain.compose import plan_turn
from loreglass.domain.lore.memo import Memo
from loreglass.domain.lore.verdict import Decision
from loreglass.domain.story.scene import Scene
from loreglass.headless.answers import Answers
from loreglass.headless.report import Json, report_plan
from loreglass.headless.scenario import read_scenario


def plan(value: object, source: str, answers: Answers) -> Json:
    """What would be sent, and why."""
    scene = read_scenario(value, source=source, replays=False).scene
    return report_plan(answers.run(plan_turn(scene, Memo())), scene)


def replay(value: object, source: str, answers: Answers) -> Json:
    """Every turn of the chat: what fired when, never, and always. Timers, and rolls left, go from turn to turn."""
    scenario = read_scenario(value, source=source, replays=True)
    memo, scene = Memo(), scenario.scene
    timers, rolls = scene.timers, scene.rolls
    told: list[Json] = []
    decided: list[tuple[Decision, ...]] = []
    for moment in scenario.moments:
        now = replace(
            scene,
            turns=moment.turns,
            rolls=rolls if moment.rolls is None else moment.rolls,
            dry_run=moment.dry_run,
            # A dry run of SillyTavern does not read timers either.
            timers=() if moment.dry_run and scene.settings.semantics == "sillytavern" else timers,
        )
        planned = answers.run(plan_turn(now, memo))
        timers = timers if moment.dry_run else planned.timers
        if rolls is not None and moment.rolls is None:
            rolls = rolls[planned.rolls_used :]
        told.append(report_plan(planned, now, with_prompt=False))
        decided.append(planned.decisions)
    fired = heat(decided, scene.books)
    return {
        "turns": told,
        "never_fired": _references(fired.never_fired, scene),
        "always_fired": _references(fired.always_fired, scene),
    }


def _references(rows: tuple[HeatRow, ...], scene: Scene) -> list[str]:
    """The entries as the turns name them: `book.id`."""
    names = {linked.book.id: linked.book.name for linked in scene.books}
    return [f"{names[row.book_id]}.{row.entry_id}" for row in rows]
