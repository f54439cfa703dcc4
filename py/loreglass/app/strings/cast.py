"""Who replies in a chat, as words. Pure."""

from loreglass.app.strings import capital, in_words, isolated, joined

NAMED_AT_MOST = 3
NARRATOR = "A narrator"
NARRATED = "A narrator replies until you choose a character."
ALL_MUTED = "Nobody: all are muted"
NO_CHARACTERS = "There is no character yet, so a narrator replies."


def replies_now(names: tuple[str, ...]) -> str:
    """Who replies: "Ansel replies", "Ansel and Vey reply", "Five characters reply"; without names a narrator does."""
    names = tuple(map(isolated, names))
    if len(names) < 2:
        return f"{names[0] if names else NARRATOR} replies"
    return f"{joined(names) if len(names) <= NAMED_AT_MOST else f'{capital(in_words(len(names)))} characters'} reply"
