"""Names for what is imported: nothing is ever overwritten unasked. Pure."""


def free_name(wanted: str, taken: set[str]) -> str:
    """The wanted name, or with a number where it is taken."""
    if wanted not in taken:
        return wanted
    return next(name for number in range(2, 10**6) if (name := f"{wanted} ({number})") not in taken)
