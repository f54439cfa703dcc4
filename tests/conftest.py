"""Settings of the whole suite: Hypothesis is repeatable, and never judged by the clock."""

import sys

import pytest
from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.register_profile("pyodide", settings.get_profile("suite"), max_examples=25)
settings.load_profile("pyodide" if sys.platform == "emscripten" else "suite")

if sys.platform != "emscripten":
    pytest_plugins = ["tests.browser.model_server"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that drive a browser come last: Playwright's event loop runs until the session ends, and bars any other."""
    last = {"ui": 1, "browser": 2}
    items.sort(key=lambda item: max((last.get(part, 0) for part in item.path.parts), default=0))
