"""What two plans have otherwise, in words."""

from loreglass.app.strings import capital, counted, in_words, number

SLOTS = {
    "memory": "the memory section",
    "before": "before the character",
    "after": "after the character",
    "depth": "among the messages",
    "note_top": "above the note",
    "note_bottom": "below the note",
    "examples_top": "above the examples",
    "examples_bottom": "below the examples",
    "outlet": "an outlet",
}


def side_name(message: int, variant: int, variants: int) -> str:
    """A stored plan by what it made: "Message 40", "Message 40, variant 2"."""
    name = f"Message {number(message)}"
    return f"{name}, variant {number(variant)}" if variants > 1 else name


def change_lede(came: int, went: int) -> str:
    """The first sentence of Compare: "Two came in, one went out."."""
    if not came and not went:
        return "The same entries go in."
    parts = [f"{in_words(count)} {word}" for count, word in ((came, "came in"), (went, "went out")) if count]
    return f"{capital(', '.join(parts))}."


def sent_line(before: int, after: int) -> str:
    """What both send: "3,120 tokens before, 3,251 after."."""
    return f"{counted(before, 'token')} before, {number(after)} after."


def fork_line(tokens: int, *, last: bool) -> str:
    """Where the prompts part; `last` where the other one is the last request."""
    other = "in the last request" if last else "in the prompt before"
    if not tokens:
        return f"Nothing is the same as {other}: the server reads all of it anew."
    first = "The first token is" if tokens == 1 else f"About the first {number(tokens)} tokens are"
    return f"{first} the same as {other}; from here the server reads anew."


def fork_place(message: int | None, at: int) -> str:
    """Which message that is in; `message` where it is one of the chat, `at` its place (from 1) in the prompt."""
    return f"in message {number(message)}" if message else f"in the {ordinal(at)} message of the prompt"


def ordinal(place: int) -> str:
    """The place as a word or with its ending: "first", "12th"."""
    early = {1: "first", 2: "second", 3: "third"}
    if place in early:
        return early[place]
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{number(place)}{ending}"


def moved_line(before: tuple[str, int], after: tuple[str, int]) -> str:
    """Where an entry stood and stands; places from 0."""
    if before[0] != after[0]:
        return f"from {SLOTS.get(before[0], before[0])} to {SLOTS.get(after[0], after[0])}"
    return f"from the {ordinal(before[1] + 1)} to the {ordinal(after[1] + 1)} place"


def rewritten_line(before: int, after: int) -> str:
    """What became of an entry's text: "120 tokens before, 134 after"."""
    if before == after:
        return f"another text, {counted(after, 'token')} as before"
    return f"{counted(before, 'token')} before, {number(after)} after"


def more_or_less(before: int, after: int) -> str:
    """The difference with its sign: "+14", "−14"."""
    return f"+{number(after - before)}" if after > before else f"−{number(before - after)}"
