"""Settings of the whole suite: Hypothesis is repeatable, and never judged by the clock."""

import sys

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True, database=None)
settings.register_profile("pyodide", settings.get_profile("suite"), max_examples=25)
settings.load_profile("pyodide" if sys.platform == "emscripten" else "suite")

if sys.platform != "emscripten":
    pytest_plugins = ["tests.browser.model_server"]
