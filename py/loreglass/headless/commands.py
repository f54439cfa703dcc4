"""The commands plan and replay: a scenario in, a JSON value out."""

from dataclasses import replace

from loreglass.domain.compose import plan_turn
from loreglass.domain.lore.memo import Memo
from loreglass.headless.answers import Answers
from loreglass.headless.report import Json, report_plan
from loreglass.headless.scenario import read_scenario


def plan(value: object, source: str, answers: Answers) -> Json:
    """What would be sent, and why."""
    scene = read_scenario(value, source=source, replays=False).scene
    return report_plan(answers.run(plan_turn(scene, Memo())), scene)


def replay(value: object, source: str, answers: Answers) -> Json:
    """Every turn of the chat: what fired when. Timers, and rolls that are left, go from turn to turn."""
    scenario = read_scenario(value, source=source, replays=True)
    memo, scene = Memo(), scenario.scene
    timers, rolls = scene.timers, scene.rolls
    told: list[Json] = []
    for moment in scenario.moments:
        now = replace(
            scene,
            turns=moment.turns,
            rolls=rolls if moment.rolls is None else moment.rolls,
            dry_run=moment.dry_run,
            timers=timers,
        )
        planned = answers.run(plan_turn(now, memo))
        timers = planned.timers
        if rolls is not None and moment.rolls is None:
            rolls = rolls[planned.rolls_used :]
        told.append(report_plan(planned, now, with_prompt=False))
    return {"turns": told}
