"""Macros: `{{char}}` and its kin, filled in once, from left to right. Pure.

What a macro gives is never read again, so a name may hold braces. A macro in the argument of another is filled first.
An unknown macro stays as it is written, and so does one whose value is not known ({{time}} without a time).
Rules: memory-books.md, "Native rules" 11 and exact point 12.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime

from loreglass.domain.context.chance import chance
from loreglass.domain.story.scene import Scene

_BRACES = re.compile(r"\{\{(?!\{)|\}\}")
_NAMED = re.compile(r"(//|[A-Za-z_]+(?:(::?|\s)|$))(.*)", re.DOTALL)
_DICE = re.compile(r"\s*(\d{0,3})\s*d?\s*(\d{1,6})\s*", re.IGNORECASE)
_ONE_DIE = re.compile(r"\s*(\d{1,6})\s*")
_DEEPEST = 20
_MOST_DICE = 100
_SPANS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@dataclass(frozen=True, slots=True, kw_only=True)
class MacroContext:
    """What macros may tell. `key` names the text, so that two texts have dice of their own; `now` is ISO 8601."""

    char: str
    user: str
    original: str = ""
    now: str = ""
    idle_seconds: int | None = None
    seed: int = 0
    turn: int = 0
    key: str = ""
    names_only: bool = False
    """Only char, user and name are known, and what is given."""
    given: tuple[tuple[str, str], ...] = ()
    """Macros of the surroundings by their whole text, in any case; they come before all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A text with its macros filled in, and what its {{hidden_key:...}} say to other entries."""

    text: str
    hidden_keys: tuple[str, ...] = ()


def macro_context(scene: Scene, *, key: str = "", original: str = "", names_only: bool = False) -> MacroContext:
    """What macros may tell in this scene."""
    settings = scene.settings
    return MacroContext(
        char=char_name(scene),
        user=user_name(scene),
        original=original,
        now=settings.now,
        idle_seconds=settings.idle_seconds,
        seed=settings.seed,
        turn=len(scene.turns),
        key=key,
        names_only=names_only,
        given=scene.macros if scene.settings.semantics == "sillytavern" else (),
    )


def char_name(scene: Scene) -> str:
    """What {{char}} means."""
    return scene.char_name or (scene.character.called if scene.character else "")


def user_name(scene: Scene) -> str:
    """What {{user}} means."""
    return scene.user_name or (scene.persona.name if scene.persona else "")


def fill(text: str, context: MacroContext) -> str:
    """The text with its macros filled in."""
    return fill_with_keys(text, context).text


def fill_with_keys(text: str, context: MacroContext) -> Filled:
    """The text with its macros filled in, and its hidden keys."""
    if "{{" not in text:
        return Filled(text=text)
    filling = _Filling(context=context)
    return Filled(text=filling.fill(text), hidden_keys=tuple(filling.hidden_keys))


@dataclass(slots=True, kw_only=True)
class _Filling:
    """One text being filled in."""

    context: MacroContext
    hidden_keys: list[str] = field(default_factory=list)
    _asked: int = 0

    def fill(self, text: str) -> str:
        """The text filled in; braces that never close are text."""
        open_parts: list[list[str]] = [[]]
        place = 0
        for brace in _BRACES.finditer(text):
            open_parts[-1].append(text[place : brace.start()])
            place = brace.end()
            if brace[0] == "{{" and len(open_parts) <= _DEEPEST:
                open_parts.append([])
            elif brace[0] == "}}" and len(open_parts) > 1:
                closed = open_parts.pop()
                open_parts[-1].append(self._value(closed))
            else:
                open_parts[-1].append(brace[0])
        open_parts[-1].append(text[place:])
        return "{{".join("".join(parts) for parts in open_parts)

    def _value(self, parts: list[str]) -> str:
        """What a macro gives; `parts` are what stands between its braces, inner macros filled in."""
        unknown = "".join(("{{", *parts, "}}"))
        if len(parts) == 1:
            given = parts[0].strip().lower()
            found = next((value for name, value in self.context.given if name.lower() == given), None)
            if found is not None:
                return found
        # The name must be written out: one that another macro gave would be a second filling in.
        named = _NAMED.fullmatch(parts[0])
        if named is None or (len(parts) > 1 and named[2] is None and named[1] != "//"):
            return unknown
        name = named[1].rstrip(": \t\n").lower()
        plain = {"char": self.context.char, "name": self.context.char, "user": self.context.user}
        if named[1].lower() in plain:
            return plain[name]
        if self.context.names_only:
            return unknown
        value = self._extra(name, "".join((named[3], *parts[1:])))
        return unknown if value is None else value

    def _extra(self, name: str, argument: str) -> str | None:
        context = self.context
        match name:
            case "//":
                return ""
            case "original":
                return context.original
            case "hidden_key":
                self.hidden_keys.append(argument.strip())
                return ""
            case "reverse":
                return argument[::-1]
            case "random":
                return self._chosen(argument, context.turn)
            case "pick":
                return self._chosen(argument, "always")
            case "roll":
                return self._rolled(argument)
            case "time" | "date":
                return _clock(context.now, name)
            case "idle_duration":
                return None if context.idle_seconds is None else _duration(context.idle_seconds)
            case _:
                return None

    def _chance(self, *question: object) -> float:
        self._asked += 1
        return chance(self.context.seed, self.context.key, self._asked, *question)

    def _chosen(self, argument: str, when: object) -> str:
        pattern = r"::" if "::" in argument else r"(?<!\\),"
        choices = [choice.strip().replace("\\,", ",") for choice in re.split(pattern, argument)]
        return choices[int(self._chance("choose", when) * len(choices))]

    def _rolled(self, argument: str) -> str | None:
        one = _ONE_DIE.fullmatch(argument)
        dice = None if one else _DICE.fullmatch(argument)
        count, sides = (1, int(one[1])) if one else (int(dice[1] or 1), int(dice[2])) if dice else (0, 0)
        if not (0 < count <= _MOST_DICE and sides):
            return None
        return str(sum(int(self._chance("roll", self.context.turn) * sides) + 1 for _ in range(count)))


def _clock(now: str, name: str) -> str | None:
    try:
        moment = datetime.fromisoformat(now)
    except ValueError:
        return None
    return moment.strftime("%H:%M") if name == "time" else moment.date().isoformat()


def _duration(seconds: int) -> str:
    for size, unit in _SPANS:
        if seconds >= size:
            count = seconds // size
            return f"{count} {unit}" + ("s" if count > 1 else "")
    return "just now"
