"""Chance without dice: the same question always gets the same answer. Pure."""

from hashlib import sha256

_STEPS = 1 << 53


def chance(*question: object) -> float:
    """A number in [0, 1) that depends on every part of the question, and on nothing else."""
    digest = sha256("\x1f".join(map(str, question)).encode("utf-8", "surrogatepass")).digest()
    return (int.from_bytes(digest[:8], "big") >> 11) / _STEPS
