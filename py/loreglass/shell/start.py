"""Starts the app in the page: ports, painter, events."""

import asyncio
import gc
import json
from collections.abc import Callable

from js import loreglass as bridge
from pyodide.ffi import create_proxy

from loreglass.app import actions
from loreglass.app.addresses import route_of
from loreglass.app.runtime import Runtime
from loreglass.shell.events import actions_of
from loreglass.shell.painting import Painter
from loreglass.shell.ports import ports

DATABASE = "loreglass"


class BrowserCanvas:
    """The painter's side of the bridge."""

    def paint(self, region: str, node: str) -> None:
        """Show a node tree in a region."""
        bridge.paint(region, node)

    def dress(self, region: str, attributes: str) -> None:
        """Give a region's own element attributes."""
        bridge.dress(region, attributes)

    def highlight(self, places: str) -> None:
        """Mark words in messages."""
        bridge.highlight(places)

    def title(self, text: str) -> None:
        """Set the document's title."""
        bridge.system.setTitle(text)


async def _start() -> None:
    await bridge.store.open(json.dumps({"name": DATABASE}))
    loop = asyncio.get_running_loop()

    def later(work: Callable[[], None]) -> None:
        loop.call_soon(guarded, work)

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:
            runtime.fail(error)

    runtime = Runtime(ports(), Painter(BrowserCanvas(), later).paint)

    def hear(text: str) -> None:
        for action in actions_of(text, runtime.state):
            runtime.tell(action)

    await runtime.start()
    runtime.tell(actions.Went(route=route_of(str(bridge.system.hash()))))
    bridge.listen(create_proxy(lambda text: guarded(lambda: hear(text))))
    gc.collect()
    gc.freeze()
    bridge.system.ready()


def start() -> None:
    """The app runs; a failure to start reaches the page's watchdog."""
    asyncio.ensure_future(_start()).add_done_callback(_report)


def _report(done: "asyncio.Future[None]") -> None:
    if (error := done.exception()) is not None:
        bridge.system.fail(f"{type(error).__name__}: {error}")
