"""The reply under way from plan to last word: planned, sent, sent again where that helps, stopped."""

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import replace

from loreglass.app import actions
from loreglass.app.checking import exchange_whole
from loreglass.app.effects import StartReply
from loreglass.app.endpoints import Endpoint, on_the_wire
from loreglass.app.ports import Exchange, Ports
from loreglass.app.replies import Growing, Tell, beginning_of, demo_reply, endpoint_reply, generation_of, name_of
from loreglass.app.reply_news import ReplyIsQuiet, ReplyWaits
from loreglass.domain.errors import BadInput, LoreglassError, PromptTooLong
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene
from loreglass.domain.wire.problem import EndpointProblem
from loreglass.domain.wire.profiles import profile_of
from loreglass.domain.wire.retry import wait_before_retry
from loreglass.domain.wire.samplers import unsent_stop
from loreglass.domain.wire.sending import abort_request

LOOK_EVERY_SECONDS = 5
QUIET_SECONDS = 25

Planner = Callable[[Scene, str, Endpoint], Awaitable[Plan]]


class ReplyRun:
    """Runs one reply at a time."""

    def __init__(self, ports: Ports, tell: Tell, plan: Planner) -> None:
        self._ports = ports
        self._tell = tell
        self._plan = plan
        self._exchange: Exchange | None = None

    async def run(self, effect: StartReply) -> bool:
        """Whether the endpoint wrote something; however it went, the end of the reply has been told."""
        growing = Growing(effect, self._tell, self._ports)
        ended = actions.ReplyEnded(chat_id=effect.chat_id, text=effect.base, state="done", endpoint=effect.endpoint)
        stop_key = self._ports.clock.fresh_stem()
        problem: EndpointProblem | None = None
        try:
            plan = await self._plan(effect.scene, effect.chat_id, effect.endpoint)
            self._tell(actions.ReplyPlanned(chat_id=effect.chat_id, plan=plan))
            growing.begins, growing.name = beginning_of(effect, plan), name_of(effect)
            problem = _unsaid(await self._ask(effect, plan, growing, stop_key), growing, effect)
        except LoreglassError as error:
            place = error.place if isinstance(error, PromptTooLong) else ""
            ended = replace(ended, state="failed", plan_problem=str(error), plan_place=place)
        except asyncio.CancelledError:
            problem = EndpointProblem(kind="aborted")
        except Exception:
            # A bug ends the reply too; else the chat would wait for it for ever.
            self._exchange = None
            self._tell(_with_what_came(replace(ended, state="failed"), growing))
            raise
        was_sent, self._exchange = self._exchange is not None, None
        if problem is not None:
            ended = _ended_by(ended, problem, growing)
        self._tell(_with_what_came(ended, growing))
        if was_sent and ended.state == "stopped":
            await self._call_off(effect, stop_key)
        return growing.has_text

    def stop(self) -> bool:
        """Whether a request was under way: it is aborted, and the reply ends by itself."""
        if self._exchange is None:
            return False
        self._exchange.abort()
        return True

    async def _ask(self, effect: StartReply, plan: Plan, growing: Growing, stop_key: str) -> EndpointProblem | None:
        """The problem that ended the last try."""
        if effect.endpoint.is_demo:
            await demo_reply(effect, plan, growing, self._ports)
            return None
        generation = generation_of(effect, plan, stop_key)
        asked = on_the_wire(effect.endpoint)
        growing.ends_at = unsent_stop(profile_of(asked), generation.stop, model=asked.model)
        watch = asyncio.ensure_future(self._watch(effect, growing))
        retried = 0
        try:
            while True:
                problem = await endpoint_reply(effect.endpoint, generation, growing, self._ports, self._opened)
                wait = wait_before_retry(problem, retried=retried, has_text=growing.has_text) if problem else None
                if problem is None or wait is None:
                    return problem
                self._exchange = None
                await self._count_down(effect, problem, wait)
                growing.heard()
                retried += 1
        finally:
            watch.cancel()

    async def _count_down(self, effect: StartReply, problem: EndpointProblem, wait_seconds: float) -> None:
        for seconds in range(math.ceil(wait_seconds), 0, -1):
            self._tell(ReplyWaits(chat_id=effect.chat_id, seconds=seconds, problem=problem))
            await self._ports.clock.sleep(1)
        self._tell(ReplyWaits(chat_id=effect.chat_id, seconds=0, problem=problem))

    async def _watch(self, effect: StartReply, growing: Growing) -> None:
        """Tells now and then for how long nothing has come; a device that slept often waits for nothing."""
        while True:
            await self._ports.clock.sleep(LOOK_EVERY_SECONDS)
            if self._exchange is None:
                growing.heard()
            quiet = (self._ports.clock.now_ms() - growing.heard_ms) // 1000
            if quiet >= QUIET_SECONDS:
                self._tell(ReplyIsQuiet(chat_id=effect.chat_id, seconds=quiet))

    def _opened(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def _call_off(self, effect: StartReply, stop_key: str) -> None:
        """Some servers go on writing after the connection is closed, until they are told."""
        if effect.endpoint.is_demo:
            return
        try:
            asked = abort_request(on_the_wire(effect.endpoint), stop_key)
        except BadInput:
            return
        if asked is not None:
            await exchange_whole(asked, self._ports)


def _unsaid(problem: EndpointProblem | None, growing: Growing, effect: StartReply) -> EndpointProblem | None:
    """The problem, which is another one where no word of a reply came: then nothing is there to be kept."""
    if problem is not None and problem.kind != "cut_off":
        return problem
    finished, has_words = growing.finished, _has_words(growing, effect.base)
    if growing.is_cut and has_words:
        return problem
    if finished == "filtered":
        return EndpointProblem(kind="filtered")
    if finished == "length":
        return EndpointProblem(kind="room_used_up" if has_words else "no_room")
    if has_words:
        return problem
    if growing.reasoning:
        return EndpointProblem(kind="thought_only")
    # A reply that was to be gone on with may well be finished.
    return None if problem is None and effect.base else EndpointProblem(kind="empty_reply")


def _has_words(growing: Growing, base: str) -> bool:
    return growing.text.removeprefix(base).strip() != ""


def _ended_by(ended: actions.ReplyEnded, problem: EndpointProblem, growing: Growing) -> actions.ReplyEnded:
    """The end with its problem; words that the endpoint itself ended are a reply, and the problem is a note to it."""
    if problem.kind == "aborted":
        return replace(ended, state="stopped")
    is_reply = problem.kind in ("room_used_up", "filtered") and _has_words(growing, ended.text)
    return replace(ended, state="done" if is_reply else "failed", problem=problem)


def _with_what_came(ended: actions.ReplyEnded, growing: Growing) -> actions.ReplyEnded:
    return replace(ended, text=growing.text, reasoning=growing.reasoning, usage=growing.usage)
