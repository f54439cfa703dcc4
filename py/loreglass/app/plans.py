"""Plans made in the page: what is remembered between two of them, who counts, what the endpoint says of the whole."""

import gc
from dataclasses import replace

from loreglass.app.counts import Counter
from loreglass.app.endpoints import Endpoint, on_the_wire
from loreglass.app.ports import Ports
from loreglass.app.scenes import encoding_of
from loreglass.app.slices import CountMemo, run
from loreglass.domain.compose import plan_turn
from loreglass.domain.lore.memo import Memo
from loreglass.domain.prompt.plan import Plan, PromptMessage
from loreglass.domain.story.scene import Scene
from loreglass.domain.wire.calibration import GREATEST_FACTOR
from loreglass.domain.wire.sending import sent_messages


class Plans:
    """Makes plans, each as its endpoint wants it."""

    def __init__(self, ports: Ports) -> None:
        self.counter = Counter(ports)
        self.counts = CountMemo()
        self._ports = ports
        self._memos: dict[str, Memo] = {}

    async def plan(self, scene: Scene, memo: str, endpoint: Endpoint) -> Plan:
        """The plan of a scene; what was found out for the last one under the same `memo` is not found out again."""
        self.turn_to(endpoint)
        held = self._memos.setdefault(memo, Memo())
        if scene.preset.template.strip():
            await self._ports.answers.ready_for_templates()
        known = held.kept
        scene = replace(scene, settings=replace(scene.settings, now=self._ports.clock.now_iso()))
        plan = self.counter.signed(await run(plan_turn(scene, held), self.counter, self._ports.clock, self.counts))
        if held.kept is not known:
            gc.freeze()
        # What is shown is what is sent: some endpoints take messages in an order of their own.
        return replace(plan, messages=sent_messages(on_the_wire(endpoint), plan.messages))

    async def plan_to_send(self, scene: Scene, memo: str, endpoint: Endpoint) -> Plan:
        """The plan of a scene whose prompt goes now.

        Where an estimate may be too low for the context, an endpoint that counts is asked first. A prompt that it
        finds too long is planned once more, by what it said.
        """
        plan = await self.plan(scene, memo, endpoint)
        if plan.numbers.sent * GREATEST_FACTOR <= _room(plan):
            return plan
        counted = await self.counted(plan, scene, endpoint)
        if counted is None or counted <= _room(plan):
            return _with(plan, counted)
        self.counter.correct(endpoint, plan.numbers, counted)
        plan = await self.plan(scene, memo, endpoint)
        return _with(plan, await self.counted(plan, scene, endpoint))

    async def looked_at(self, plan: Plan, scene: Scene, endpoint: Endpoint) -> Plan | None:
        """The plan with the endpoint's count of the whole; None where it is not asked while the user writes."""
        counted = await self.counted(plan, scene, endpoint) if self.counter.may_ask(endpoint) else None
        return None if counted is None else _with(plan, counted)

    async def counted(self, plan: Plan, scene: Scene, endpoint: Endpoint) -> int | None:
        """Tokens of the finished prompt by the endpoint's own count; None where it gives none."""
        prompt: str | tuple[PromptMessage, ...] = plan.text if scene.settings.text_completion else plan.messages
        return await self.counter.whole(prompt, endpoint)

    def forget(self, memo: str) -> None:
        """Nothing; what was found out under that name is gone."""
        self._memos.pop(memo, None)

    def turn_to(self, endpoint: Endpoint) -> None:
        """Counts are made as the endpoint wants it; what was counted in another way is forgotten."""
        _, exact = encoding_of(endpoint.model)
        if self.counter.turn_to(endpoint, exact=exact):
            self.counts = CountMemo()
            self._memos.clear()


def _room(plan: Plan) -> int:
    return plan.numbers.context - plan.numbers.reply_reserve


def _with(plan: Plan, counted: int | None) -> Plan:
    return replace(plan, numbers=replace(plan.numbers, counted=counted))
