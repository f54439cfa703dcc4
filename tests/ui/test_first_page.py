"""The page says the same before Python is there as after."""

import re
from pathlib import Path

import pytest

from loreglass.app.state import Library
from loreglass.shell.ui.node import Node
from loreglass.shell.ui.specimen import specimen
from loreglass.shell.ui.welcome import FACTS, welcome
from tests.ui.trees import elements, html, named

INDEX = Path(__file__).resolve().parents[2] / "index.html"


def squeezed(text: str) -> str:
    return re.sub(r">\s+<", "><", re.sub(r"\s+", " ", text))


@pytest.fixture
def index() -> str:
    return squeezed(INDEX.read_text(encoding="utf-8"))


def test_the_sample_passage_is_in_the_page_before_python_is(index: str) -> None:
    assert squeezed(html(specimen())) in index


def test_title_sentence_and_facts_are_the_same(index: str) -> None:
    for tag in ("h1", "h2", "p"):
        for name in named(welcome(Library(), ready=False), tag):
            assert name in re.sub(r"<[^>]+>", "", index) or name in index
    assert all(text in index for _, text in FACTS)


def test_progress_goes_away_and_beginning_comes() -> None:
    def actions(node: Node) -> set[object]:
        return {attrs.get("data-action") for _, attrs, _ in elements(node)} - {None}

    assert actions(welcome(Library(), ready=False)) == set()
    assert actions(welcome(Library(), ready=True)) == {"chat-new", "import-files", "samples-restore"}
