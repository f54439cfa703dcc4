"""The pure tests once more, inside the Pyodide that the page ships."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_pure_rooms_pass_inside_the_vendored_pyodide(capsys: pytest.CaptureFixture[str]) -> None:
    outcome = subprocess.run(
        ["node", "tests/run_in_pyodide.mjs"],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = outcome.stdout.strip().splitlines() or ["no output"]
    with capsys.disabled():
        print(f"\n  inside Pyodide: {lines[-1].strip('= ')}")
    assert outcome.returncode == 0, outcome.stdout[-8000:] + outcome.stderr[-4000:]
