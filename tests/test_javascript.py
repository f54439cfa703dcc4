"""The page's own JavaScript, tested by Node's test runner."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.cpython


def test_javascript_modules_pass_their_own_tests() -> None:
    outcome = subprocess.run(
        ["node", "--test", "tests/js/"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout[-8000:] + outcome.stderr[-4000:]
    assert "# pass 0" not in outcome.stdout
