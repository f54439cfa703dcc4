"""Who replies in an imported chat, as sentences. Pure."""

from loreglass.app.strings import capital, in_words, isolated

WHO = "Who replies in this chat?"
NOBODY = "Nobody: a narrator replies"
NOBODY_OF_SEVERAL = "Nobody"
NEW_OF_SEVERAL = "New character"
NARRATED = "You can choose a character later, in the chat’s Setup."


def told(name: str, *, here: bool, coming: bool) -> str:
    """Whom the file says, and whether anybody of that name is known."""
    if not name:
        return "The file does not say who."
    name = isolated(name)
    if coming:
        return f"The file says “{name}”, whose card comes in too."
    return f"The file says “{name}”." if here else f"The file says “{name}”, who is not in your library."


def told_of_several(unknown: int, total: int) -> str:
    """How many of the names nobody here has."""
    if not unknown:
        return "All of them are known."
    if unknown == total:
        return "None of them is in your library."
    verb = "is" if unknown == 1 else "are"
    return f"{capital(in_words(unknown))} of {in_words(total)} {verb} not in your library."


def new_one(name: str) -> str:
    """The choice that makes a character."""
    return f"A new character called {isolated(name)}"


def made_empty(name: str) -> str:
    """What becomes of a new one."""
    return f"The card will be empty. When you have {isolated(name)}’s own, import it and choose it in the chat’s Setup."


def from_file(name: str, file_name: str) -> str:
    """A character whose card comes in with the same import."""
    return f"{isolated(name)}, from {isolated(file_name)}"
