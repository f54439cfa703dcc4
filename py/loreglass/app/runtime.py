"""Carries effects out: the one place where the app meets its ports.

Store effects run one after the other, in the order in which updates asked for them; plans, replies and
file reading run beside them. Every task's error ends in the error panel, never silently.
"""

import asyncio
import gc
import traceback
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import ParamSpec, TypeVar

from loreglass.app import actions, backups, book_work, effects, shelves
from loreglass.app.actions import Action, Did
from loreglass.app.backup_run import BackupRun
from loreglass.app.checking import check
from loreglass.app.effects import Effect
from loreglass.app.exporting import export
from loreglass.app.moment import Moment
from loreglass.app.offers import read_offer
from loreglass.app.plans import Plans
from loreglass.app.ports import Ports, StoreError
from loreglass.app.preset_work import tried
from loreglass.app.records import preferences_row
from loreglass.app.replay_run import ReplayRun
from loreglass.app.reply_run import ReplyRun
from loreglass.app.rows import written
from loreglass.app.samples import install
from loreglass.app.slices import in_slices
from loreglass.app.state import AppState, Preferences, Toast
from loreglass.app.trash import empty_trash, trash_items
from loreglass.app.update import update
from loreglass.app.update.book_bulk import made_anew
from loreglass.domain.errors import LoreglassError, PromptTooLong
from loreglass.domain.prompt.plan import Plan
from loreglass.domain.story.scene import Scene

Paint = Callable[[AppState], None]
P = ParamSpec("P")
E = TypeVar("E")
Work = Callable[P, Coroutine[object, object, None]]
PLAN_PAUSE_SECONDS = 0.05
DRAFT_PAUSE_SECONDS = 0.3
WHOLE_COUNT_PAUSE_SECONDS = 0.7
STORING_SECONDS = 3
"""How long the page is not loaded anew while something is still to be written."""
NOTICE_SECONDS, UNDO_SECONDS = 8, 30
OBJECTS_A_COLLECTION = 20_000  # plans and pages make many objects, and few rings of them


class Runtime:
    """The state, and what is going on."""

    def __init__(self, ports: Ports, paint: Paint) -> None:
        self.state = AppState()
        self._ports = ports
        self._paint = paint
        self._plans = Plans(ports)
        self._store_jobs: asyncio.Queue[Effect] = asyncio.Queue()
        self._latest: dict[str, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._replying = ReplyRun(ports, self.tell, self._plans.plan_to_send)
        self._replays = ReplayRun(self._plan, self._plans.forget, self.tell, ports.clock)
        self._backups = BackupRun(ports, self.tell, self._spawn)

    def tell(self, action: Action) -> None:
        """One action: the next state is painted, its effects are begun."""
        clock = self._ports.clock
        moment = Moment(now_ms=clock.now_ms(), stem=clock.fresh_stem())
        shown = self.state.toasts
        self.state, wanted = update(self.state, action, moment)
        try:
            self._paint(self.state)
        finally:
            # A view that fails must not cost what was written.
            for toast in self.state.toasts:
                if toast not in shown:
                    self._spawn(self._fade, toast)
            for effect in wanted:
                self._begin(effect)

    async def start(self) -> None:
        """The stored settings and lists are on the page; at the first visit the samples are stored first."""
        gc.set_threshold(OBJECTS_A_COLLECTION)
        store = self._ports.store
        preferences, endpoints = await shelves.settings(store)
        if preferences is None:
            await install(store, self._ports.files, self._ports.clock.now_ms())
            await store.write((preferences_row(Preferences()),), ())
        library = await shelves.library(store)
        self._spawn(self._work_on_store)
        self.tell(
            actions.Booted(
                library=library,
                preferences=preferences or Preferences(),
                endpoints=endpoints,
                narrowed_to=self._ports.page.may_call(),
            )
        )

    def _spawn(self, work: Work[P], *given: P.args, **named: P.kwargs) -> asyncio.Task[None]:
        task = asyncio.ensure_future(self._guarded(work, *given, **named))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guarded(self, work: Work[P], *given: P.args, **named: P.kwargs) -> None:
        try:
            await work(*given, **named)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.fail(error)

    def fail(self, error: BaseException) -> None:
        """A bug: the error panel opens, with a report that holds no texts and no keys."""
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{frame.filename.rsplit('/loreglass/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]
        self.tell(actions.DeviceTold(failure="\n".join([type(error).__name__, *places])))

    def _replace(self, name: str, work: Callable[[E], Coroutine[object, object, None]], effect: E) -> None:
        if (old := self._latest.get(name)) is not None:
            old.cancel()
        self._latest[name] = self._spawn(work, effect)

    def _begin(self, effect: Effect) -> None:
        match effect:
            case effects.Notify():
                self.tell(actions.Noticed(code=effect.code, detail=effect.detail, change=effect.change))
            case effects.StopReply():
                self._stop()
            case effects.StopReplay() | effects.StopCheck():
                name = "replay" if isinstance(effect, effects.StopReplay) else "check"
                if (old := self._latest.pop(name, None)) is not None:
                    old.cancel()
            case effects.ReadFiles():
                self._spawn(self._read_files, effect)
            case effects.ForgetFiles():
                for token in effect.tokens:
                    self._ports.files.forget(token)
            case effects.ClaimChat():
                self._spawn(self._claim, effect)
            case effects.Copy():
                self._spawn(self._copy, effect)
            case effects.Browser():
                self._spawn(self._browser, effect)
            case _ if isinstance(effect, backups.BackupEffect):
                self._backups.begin(effect)
            case _ if isinstance(effect, effects.Newest):
                self._begin_newest(effect)
            case _:
                self._store_jobs.put_nowait(effect)

    def _begin_newest(self, effect: effects.Newest) -> None:
        match effect:
            case effects.PlanNext():
                self._replace("next", self._plan_next, effect)
            case effects.PlanPassage():
                self._replace("passage", self._plan_passage, effect)
            case effects.TryPreset():
                self._replace("trial", self._try_preset, effect)
            case effects.KeepDraft():
                self._replace("draft", self._keep_draft, effect)
            case effects.StartReply():
                self._replace("reply", self._reply, effect)
            case effects.CheckEndpoint():
                self._replace("check", self._check, effect)
            case effects.SurveyBook():
                self._replace("survey", self._survey, effect)
            case effects.GrowList():
                self._replace("rows", self._grow_list, effect)
            case effects.CountFires():
                self._replace("fires", self._fires, effect)
            case effects.ComparePlan():
                self._replace("compare", self._compare, effect)
            case effects.ReplayChat():
                self._replace("replay", self._replays.chat, effect)
            case effects.SurveyReplay():
                self._replace("survey replay", self._replays.survey, effect)
            case effects.PlanReplayed():
                self._replace("turn", self._replays.turn, effect)
            case effects.ChangeEntries():
                self._replace("entries", self._change_entries, effect)

    async def _work_on_store(self) -> None:
        while True:
            effect = await self._store_jobs.get()
            await self._guarded(self._try_store_job, effect)
            self._store_jobs.task_done()

    async def _try_store_job(self, effect: Effect) -> None:
        try:
            await (self._backups.bring_in(effect) if isinstance(effect, backups.BringIn) else self._store_job(effect))
        except StoreError:
            self.tell(actions.Warned(code="store_silent"))

    async def _store_job(self, effect: Effect) -> None:
        store = self._ports.store
        match effect:
            case effects.Write():
                await self._write(effect)
            case effects.LoadLibrary():
                preferences = (await shelves.settings(store))[0] if effect.settings else None
                self.tell(actions.LibraryLoaded(library=await shelves.library(store), preferences=preferences))
                await self._measure()
            case effects.LoadChat():
                self.tell(actions.ChatLoaded(chat_id=effect.chat_id, chat=await shelves.chat(store, effect.chat_id)))
            case effects.LoadBook():
                self.tell(actions.BookLoaded(book_id=effect.book_id, book=await shelves.book(store, effect.book_id)))
            case effects.LoadVersions():
                self.tell(await book_work.versions(effect, store))
            case effects.LoadMoveTarget():
                self.tell(await book_work.move_target(effect, store))
            case effects.LoadTrash():
                self.tell(actions.TrashLoaded(items=await trash_items(store)))
            case effects.EmptyTrash():
                await empty_trash(store)
                self.tell(actions.TrashLoaded(items=await trash_items(store), emptied=True))
            case effects.LoadShownPlan() | effects.LoadPlans():
                self.tell(await shelves.plans(store, effect))
            case effects.Export():
                if (tried := await export(effect, store, self._ports.page)) is not None:
                    self.tell(tried)
            case effects.ReadTarget():
                found = await shelves.book(store, effect.book_id)
                self.tell(actions.TargetRead(token=effect.token, book=found.book if found else None))
            case effects.LoadLicences():
                await self._licences()
            case effects.InstallSamples():
                await install(store, self._ports.files, self._ports.clock.now_ms())
            case effects.Go():
                self._ports.page.go(effect.to)
            case _:
                raise TypeError(f"nobody carries out {type(effect).__name__}")

    async def _write(self, effect: effects.Write) -> None:
        try:
            rows = await in_slices(written(effect.rows), self._ports.clock)
            await self._ports.store.write(rows, effect.pictures)
        except StoreError as error:
            self.tell(actions.WriteFailed(scope=effect.scope, id=effect.id, code=f"store_{error.code}"))
            return
        except Exception:
            self.tell(actions.WriteFailed(scope=effect.scope, id=effect.id, code="store_broken"))
            raise
        self.tell(actions.Wrote(scope=effect.scope, id=effect.id))
        for thing in (effect.id, *effect.also):
            self._ports.page.announce(effect.scope, thing)
        for after in effect.then:
            self._begin(after)

    async def _copy(self, effect: effects.Copy) -> None:
        if not await self._ports.page.copy(effect.text):
            self.tell(actions.Warned(code="copy_failed"))

    async def _browser(self, effect: effects.Browser) -> None:
        if effect.what == "reload":
            with suppress(TimeoutError):
                await asyncio.wait_for(self._store_jobs.join(), STORING_SECONDS)
        await self._ports.page.browser(effect.what, effect.value)
        if effect.what == "persist":
            await self._measure()

    async def _measure(self) -> None:
        used_bytes, persisted = await self._ports.page.measure()
        self.tell(actions.DeviceTold(used_bytes=used_bytes, persisted=persisted))

    async def _fade(self, toast: Toast) -> None:
        await self._ports.clock.sleep(UNDO_SECONDS if toast.undo else NOTICE_SECONDS)
        self.tell(Did(name="toast-close", id=toast.id))

    async def _licences(self) -> None:
        found = await self._ports.files.licences()
        self.tell(actions.LicencesLoaded(licences=found))

    async def _plan(self, scene: Scene, memo: str) -> Plan:
        return await self._plans.plan(scene, memo, self.state.endpoint.saved)

    async def _reply(self, effect: effects.StartReply) -> None:
        if await self._replying.run(effect):
            self._plans.counter.meet(effect.endpoint)

    async def _plan_next(self, effect: effects.PlanNext) -> None:
        await self._ports.clock.sleep(PLAN_PAUSE_SECONDS)
        endpoint = self.state.endpoint.saved
        try:
            plan = await self._plans.plan(effect.scene, effect.chat_id, endpoint)
        except LoreglassError as error:
            place = error.place if isinstance(error, PromptTooLong) else ""
            self.tell(actions.NextPlanned(chat_id=effect.chat_id, plan=None, problem=str(error), place=place))
            return
        self.tell(actions.NextPlanned(chat_id=effect.chat_id, plan=plan))
        await self._ports.clock.sleep(WHOLE_COUNT_PAUSE_SECONDS)
        if (counted := await self._plans.looked_at(plan, effect.scene, endpoint)) is not None:
            self.tell(actions.NextPlanned(chat_id=effect.chat_id, plan=counted))

    async def _keep_draft(self, effect: effects.KeepDraft) -> None:
        await self._ports.clock.sleep(DRAFT_PAUSE_SECONDS)
        self.tell(actions.DraftDue())

    async def _compare(self, effect: effects.ComparePlan) -> None:
        semantics = effect.scene.settings.semantics
        try:
            plan, problem = await self._plan(effect.scene, f"{effect.chat_id} {semantics}"), ""
        except LoreglassError as error:
            plan, problem = None, str(error)
        told = actions.PlanCompared(
            chat_id=effect.chat_id,
            which=effect.which,
            semantics=semantics,
            plan=plan,
            against=effect.against,
            problem=problem,
        )
        self.tell(told)

    async def _plan_passage(self, effect: effects.PlanPassage) -> None:
        await self._ports.clock.sleep(PLAN_PAUSE_SECONDS)
        try:
            plan = await self._plan(effect.scene, "passage")
        except LoreglassError:
            plan = None
        self.tell(actions.PassagePlanned(book_id=effect.book_id, plan=plan))

    async def _try_preset(self, effect: effects.TryPreset) -> None:
        await self._ports.clock.sleep(PLAN_PAUSE_SECONDS)
        self.tell(await tried(effect, lambda scene: self._plan(scene, "trial")))

    def _stop(self) -> None:
        """A request under way is aborted and ends by itself; anything else is cancelled."""
        if not self._replying.stop() and (task := self._latest.get("reply")) is not None:
            task.cancel()

    async def _survey(self, effect: effects.SurveyBook) -> None:
        self._plans.turn_to(self.state.endpoint.saved)
        counter = self._plans.counter
        surveyed = await book_work.survey(effect, replace(self._ports, answers=counter), self._plans.counts)
        self.tell(replace(surveyed, exact=counter.tally.exact))

    async def _change_entries(self, effect: effects.ChangeEntries) -> None:
        self.tell(await in_slices(made_anew(effect), self._ports.clock))

    async def _grow_list(self, effect: effects.GrowList) -> None:
        await self._ports.clock.sleep(PLAN_PAUSE_SECONDS)
        self.tell(Did(name="book-grow"))

    async def _fires(self, effect: effects.CountFires) -> None:
        self.tell(await book_work.fires(effect, self._ports))

    async def _read_files(self, effect: effects.ReadFiles) -> None:
        for item in effect.items:
            if self.state.importing is None:
                # Cancelled: the files have been let go.
                return
            self.tell(actions.ImportRead(item=await read_offer(item, self._ports)))

    async def _check(self, effect: effects.CheckEndpoint) -> None:
        async for moved in check(effect, self._ports):
            if any(step.name == "models" and step.state == "passed" for step in moved.steps):
                self._plans.counter.meet(effect.endpoint)
            self.tell(moved)

    async def _claim(self, effect: effects.ClaimChat) -> None:
        writer = await self._ports.page.claim(effect.chat_id or "")
        if effect.chat_id:
            self.tell(actions.WriterIs(chat_id=effect.chat_id, writer=writer))
