"""The shell's pure half: what events mean, and what is painted when a view fails."""

import json
from dataclasses import replace

import pytest

from loreglass.app.actions import Did
from loreglass.app.state import Device
from loreglass.app.update import HANDLERS
from loreglass.shell import painting
from loreglass.shell.events import actions_of
from loreglass.shell.painting import Painter
from loreglass.shell.ui.page import Region
from tests.ui import ninth_bell


class Paper:
    """A fake canvas: remembers which regions were painted."""

    def __init__(self) -> None:
        self.painted: list[str] = []

    def paint(self, region: str, node: str) -> None:
        self.painted.append(region)

    def dress(self, region: str, attributes: str) -> None: ...

    def highlight(self, places: str) -> None: ...

    def title(self, text: str) -> None: ...


def test_a_view_that_fails_leaves_the_others_painted_and_the_report_can_be_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(*slices: object) -> None:
        raise RuntimeError("a view")

    regions = tuple(
        Region(id=each.id, select=each.select, render=broken if each.id == "main" else each.render, nested=each.nested)
        for each in painting.REGIONS
    )
    monkeypatch.setattr(painting, "REGIONS", regions)
    paper = Paper()
    painter = Painter(paper)
    state = ninth_bell.state()
    with pytest.raises(RuntimeError, match="a view"):
        painter.paint(state)
    assert {"rail", "panel", "dialog", "toasts"} <= set(paper.painted)
    paper.painted.clear()
    painter.paint(replace(state, device=Device(failure="RuntimeError")))
    assert "dialog" in paper.painted


@pytest.mark.parametrize(
    ("event", "name"),
    [
        ({"type": "keydown", "key": "?"}, "help"),
        ({"type": "keydown", "key": "Enter", "ctrl": True}, "regenerate"),
        ({"type": "keydown", "key": "ArrowLeft", "id": "m1", "keys": "ArrowLeft ArrowRight"}, "variant-prev"),
        ({"type": "paste", "files": [{"token": "file-1", "name": "a.json", "size": 2}]}, "import-files"),
        ({"type": "close", "action": "dialog-close"}, "dialog-close"),
    ],
)
def test_what_a_key_or_a_drop_means_has_a_handler(event: dict[str, object], name: str) -> None:
    (action,) = actions_of(json.dumps(event), ninth_bell.state())
    assert isinstance(action, Did)
    assert action.name == name
    assert name in HANDLERS
