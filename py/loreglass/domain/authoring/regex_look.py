"""Slips in a regex that show by its looks: what is the matter, with the place. Pure.

A look only: the engine that runs it decides. It is here so that a slip is named while the user types, without a round
trip. Positions count characters from 1, the first slash included. Rules: memory-books.md, "Native rules" 5.
"""

_REPEATS = "*+?"


def pattern_problem(keyword: str) -> str:
    """Why a keyword of the form /pattern/flags never matches, "" where nothing is seen."""
    body, _, flags = keyword.strip()[1:].rpartition("/")
    return _flag_problem(flags) or _body_problem(body)


def _flag_problem(flags: str) -> str:
    twice = next((flag for flag in flags if flags.count(flag) > 1), "")
    return f"the flag {twice} stands twice" if twice else ""


def _body_problem(body: str) -> str:
    groups: list[int] = []
    in_class = 0
    can_repeat = False
    skip = False
    for place, char in enumerate(body, start=2):
        if skip:
            skip, can_repeat = False, True
        elif char == "\\":
            skip = True
        elif in_class:
            in_class, can_repeat = (0, True) if char == "]" else (in_class, False)
        elif char == "[":
            in_class = place
        elif char == ")":
            if not groups:
                return f"the bracket at character {place} closes nothing"
            groups.pop()
            can_repeat = True
        elif char in _REPEATS and not can_repeat and not (char == "?" and body[place - 3 : place - 2] == "("):
            return f"the {char} at character {place} has nothing to repeat"
        else:
            groups += [place] if char == "(" else []
            can_repeat = char not in "(|^"
    unclosed = in_class or (groups[-1] if groups else 0)
    return f"the bracket at character {unclosed} is never closed" if unclosed else ""
