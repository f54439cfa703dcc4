"""The last result of a pure function, given again for the very same arguments.

Between two keystrokes a chat is the same value, not an equal one: comparing by identity costs nothing.
"""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

A = TypeVar("A")
B = TypeVar("B")
R = TypeVar("R")


def lately(make: Callable[[A, B], R]) -> Callable[[A, B], R]:
    """The function of two arguments, which remembers its last result."""
    held: list[tuple[A, B, R]] = []

    @wraps(make)
    def remembered(a: A, b: B) -> R:
        if not held or held[0][0] is not a or held[0][1] is not b:
            held[:] = [(a, b, make(a, b))]
        return held[0][2]

    return remembered
