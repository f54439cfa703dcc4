"""Answers to what a plan asks, in CPython: plain counts here, the tokeniser and JavaScript regexes in a Node child.

The child is started when first needed, uses the same vendored files as the page, and is killed when it hangs.
"""

import json
import shutil
import subprocess
import threading
from pathlib import Path
from typing import TypeVar

from loreglass.domain.asks import Asking, Matches, NeedCounts, NeedMatches, PatternFault, drive
from loreglass.domain.errors import LoreglassError
from loreglass.domain.tokens import plain_count

T = TypeVar("T")

REGEX_LIMIT_MS = 100
PLAN_LIMIT_MS = 500
_TOO_SLOW = f"took longer than {REGEX_LIMIT_MS} ms"
_TIME_IS_UP = "the turn's time for patterns was used up before it"
_CHILD_LIMIT_SECONDS = 120.0
_SCRIPT = Path(__file__).with_name("answers.mjs")


class AnswerUnavailable(LoreglassError):
    """A tokeniser or a regex was asked for where it cannot be had."""


class Answers:
    """A source of answers; `close` it, so that the child ends."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[str] | None = None
        self._slow: set[tuple[str, str]] = set()
        self._left_ms: float = PLAN_LIMIT_MS

    def close(self) -> None:
        """Ends the child."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            child.communicate()

    def run(self, asking: Asking[T], *, regex_ms: float = PLAN_LIMIT_MS) -> T:
        """What a planner returns; its regexes together have `regex_ms`."""
        self._left_ms = regex_ms
        return drive(asking, lambda ask: self._counts(ask) if isinstance(ask, NeedCounts) else self._matches(ask))

    def _counts(self, need: NeedCounts) -> tuple[int, ...]:
        encoding = need.encoding
        if encoding in ("words", "chars4"):
            return tuple(plain_count(text, encoding) for text in need.texts)
        told = self._ask({"encoding": encoding, "texts": need.texts})
        counts = told.get("counts")
        if not isinstance(counts, list):
            raise AnswerUnavailable(f"The tokeniser gave no counts: {told.get('problem')}.")
        return tuple(int(count) for count in counts)

    def _matches(self, need: NeedMatches) -> Matches | PatternFault:
        pattern = (need.pattern, need.flags)
        limit_ms = min(REGEX_LIMIT_MS, self._left_ms)
        if pattern in self._slow:
            return PatternFault(kind="slow", problem=_TOO_SLOW)
        if limit_ms <= 0:
            return PatternFault(kind="late", problem=_TIME_IS_UP)
        told = self._ask({"pattern": need.pattern, "flags": need.flags, "texts": need.texts, "limit_ms": limit_ms})
        ms = told.get("ms")
        self._left_ms -= ms if isinstance(ms, float | int) else 0
        spans = told.get("spans")
        if isinstance(spans, list):
            return Matches(spans=tuple(span and (int(span[0]), int(span[1])) for span in spans))
        if told.get("fault") == "slow" and limit_ms < REGEX_LIMIT_MS:
            return PatternFault(kind="late", problem=_TIME_IS_UP)
        if told.get("fault") == "slow":
            self._slow.add(pattern)
            return PatternFault(kind="slow", problem=_TOO_SLOW)
        if told.get("fault") == "invalid":
            return PatternFault(kind="invalid", problem=str(told.get("problem")))
        raise AnswerUnavailable(f"The regex {need.pattern} could not be tried: {told.get('problem')}.")

    def _ask(self, question: dict[str, object]) -> dict[str, object]:
        """One line to the child, one line back; a child that hangs is killed."""
        child = self._child = self._child or _start()
        if child.stdin is None or child.stdout is None:
            raise AnswerUnavailable("Node was started without pipes.")
        alarm = threading.Timer(_CHILD_LIMIT_SECONDS, child.kill)
        alarm.start()
        try:
            child.stdin.write(json.dumps(question) + "\n")
            child.stdin.flush()
            line = child.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            alarm.cancel()
        if not line:
            self.close()
            raise AnswerUnavailable("Node ended before it answered; counts and regexes need it.")
        told: dict[str, object] = json.loads(line)
        return told


def _start() -> subprocess.Popen[str]:
    node = shutil.which("node")
    if node is None:
        raise AnswerUnavailable(
            "Node.js was not found; token counts other than words and chars4, and regexes, need it."
        )
    return subprocess.Popen(
        [node, str(_SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="surrogatepass"
    )
