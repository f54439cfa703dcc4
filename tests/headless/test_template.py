"""Scenarios with a prompt template."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from loreglass.domain.errors import TemplateFault
from loreglass.headless.answers import Answers
from loreglass.headless.commands import plan

ROOT = Path(__file__).resolve().parents[2]
BOOK = {
    "format": "loreglass/book",
    "version": 1,
    "name": "Tides",
    "entries": [{"id": "a", "keywords": ["bell"], "text": "The <bell> of {{char}}."}],
}
CHAT = {
    "char": "Aria",
    "user": "Sam",
    "messages": [{"role": "user", "text": "A bell? {{char}}"}, {"role": "char", "text": "A bell {% if %}."}],
}
TEMPLATE = "<m>{{ memory }}</m>\n{% for m in chat %}{{ m.name }}: {{ m.text }}\n{% endfor %}{{ char }}:"


def planned(template: str) -> dict[str, object]:
    answers = Answers()
    told = plan({"books": [BOOK], "chat": CHAT, "template": template}, "s.json", answers)
    answers.close()
    prompt: dict[str, object] = told["prompt"]  # type: ignore[assignment]
    return prompt


def test_the_prompt_is_the_templates_text_and_each_section_has_its_cost() -> None:
    prompt = planned(TEMPLATE)
    assert prompt["text"] == "<m>The &lt;bell&gt; of Aria.</m>\nSam: A bell? {{char}}\nAria: A bell {% if %}.\nAria:"
    assert prompt["sections"] == [
        {"id": "memory", "tokens": 4, "text": "The <bell> of Aria."},
        {"id": "history", "tokens": 8, "text": "A bell? {{char}}\n\nA bell {% if %}."},
    ]
    assert prompt["messages"] == [{"role": "user", "content": prompt["text"]}]


def test_a_fault_names_line_and_reason() -> None:
    with pytest.raises(TemplateFault, match="line 2: 'nobody' is undefined"):
        planned("a\n{{ nobody }}")


@pytest.mark.cpython
def test_a_template_with_a_fault_is_unusable_input() -> None:
    scenario = json.dumps({"books": [BOOK], "chat": CHAT, "template": "{% include 'x' %}"})
    command = [sys.executable, "-m", "loreglass", "plan", "-"]
    path = {"PYTHONPATH": str(ROOT / "py")}
    done = subprocess.run(command, input=scenario, capture_output=True, text=True, env=path, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "line 1: include is not allowed here" in done.stderr


@pytest.mark.cpython
def test_jinja2_is_not_loaded_before_a_template_is_used() -> None:
    code = "import sys, loreglass.domain.compose, loreglass.app.runtime; sys.exit('jinja2' in sys.modules)"
    path = {"PYTHONPATH": str(ROOT / "py")}
    assert subprocess.run([sys.executable, "-c", code], env=path, check=False).returncode == 0
