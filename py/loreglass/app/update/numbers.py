"""Numbers as people type them. Pure."""


def whole(text: str) -> int | None:
    """The whole number that was typed, None for anything else."""
    try:
        return int(float(text)) if text.strip() else None
    except (ValueError, OverflowError):
        return None


def natural(text: str) -> int | None:
    """The whole number that was typed, 0 at least; None for anything else."""
    typed = whole(text)
    return None if typed is None else max(0, typed)


def number(text: str, fallback: float) -> float:
    """The number that was typed, or the fallback; numbers without a fraction come as int."""
    try:
        typed = float(text.strip().removesuffix("%"))
    except ValueError:
        return fallback
    if typed != typed or typed in (float("inf"), float("-inf")):
        return fallback
    return int(typed) if typed.is_integer() else typed
