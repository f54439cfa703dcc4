"""Templates of strangers, rendered without harm. Jinja2 behind an allow-list, with counted limits.

There is no clock: a template may take so many steps, and every step is bounded. Loops, concatenation, arithmetic,
comparison and filters are charged, by size where they copy or read text. Values are plain, or `Shown`; nothing can
be called. Rules: sharing-rules.md, details 4, 6 and 9; security.md, "Templates and rules".
This module imports Jinja2, so it is imported where a template is used, and not before.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from traceback import walk_tb

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, Undefined, pass_context
from jinja2.filters import do_forceescape
from jinja2.runtime import Context, LoopContext
from jinja2.sandbox import ImmutableSandboxedEnvironment

from loreglass.domain.context.sandbox_filters import FILTERS, TESTS
from loreglass.domain.context.sandbox_limits import FUEL, Fuel, LimitReached, Shown, Value, calculate, fuel_of, text_of
from loreglass.domain.context.sandbox_syntax import check_source, guarded_tree
from loreglass.domain.errors import TemplateFault

_FILE = "<template>"
_LOOP_FIELDS = frozenset(
    ("index", "index0", "revindex", "revindex0", "first", "last", "length", "previtem", "nextitem")
)
_COMPILE_FAULTS = (SyntaxError, RecursionError, MemoryError, OverflowError, ValueError)
_RENDER_FAULTS = (
    *(TemplateError, LimitReached, ArithmeticError, TypeError, ValueError, LookupError),
    *(RecursionError, MemoryError),
)


def render(source: str, values: Mapping[str, Value]) -> str:
    """The text that the template makes of the values; every printed value is HTML-escaped once.

    TemplateFault names the line and what is wrong: syntax, an unknown name, or a limit.
    """
    template = _compiled(source)
    context = template.new_context({**values, FUEL: Fuel()})
    try:
        return "".join(_bounded(template.root_render_func(context), fuel_of(context)))
    except _RENDER_FAULTS as error:
        raise TemplateFault(line=_line_of(error, template), reason=_reason(error)) from error


def printed(text: str) -> str:
    """The text as `{{ text }}` prints it."""
    return str(do_forceescape(text))


def _bounded(chunks: Iterator[str], fuel: Fuel) -> Iterator[str]:
    """The chunks, as long as there is room for them."""
    for chunk in chunks:
        fuel.write(len(chunk))
        yield chunk


@lru_cache(maxsize=8)
def _compiled(source: str) -> Template:
    """The template, checked and compiled; kept, since a draft is planned at every key."""
    try:
        check_source(_ENVIRONMENT.lex(source), source)
        tree = guarded_tree(_ENVIRONMENT.parse(source), frozenset(FILTERS), frozenset(TESTS))
        code = _ENVIRONMENT.compile(tree, filename=_FILE)
        return Template.from_code(_ENVIRONMENT, code, {})
    except TemplateSyntaxError as error:
        raise TemplateFault(line=error.lineno, reason=_reason(error)) from error
    except _COMPILE_FAULTS as error:
        raise TemplateFault(line=1, reason="it is nested too deeply, or has a number that is too large") from error


def _line_of(error: BaseException, template: Template) -> int:
    """The line of the template in which the error arose."""
    lines = [line for frame, line in walk_tb(error.__traceback__) if frame.f_code.co_filename == _FILE]
    return template.get_corresponding_lineno(lines[-1]) if lines else 1


def _reason(error: BaseException) -> str:
    told = (error.message if isinstance(error, TemplateError) else "") or str(error) or type(error).__name__
    return told.strip().rstrip(".")


class _Environment(ImmutableSandboxedEnvironment):
    """Attributes are those of `Shown` and of `loop`; operators are charged; nothing can be called."""

    intercepted_binops = frozenset(("+", "-", "*", "/", "//", "**", "%"))

    def getattr(self, obj: object, attribute: str) -> object:
        """The field of that name, undefined where there is none."""
        return self.getitem(obj, attribute)

    def getitem(self, obj: object, argument: object) -> object:
        """The field or the item, undefined where there is none."""
        if isinstance(obj, Undefined):
            raise LimitReached(obj._undefined_message)  # noqa: SLF001
        if isinstance(obj, LoopContext):
            known = argument in _LOOP_FIELDS
            return getattr(obj, str(argument)) if known else self.undefined(hint=f"loop has no {argument}")
        if isinstance(obj, Shown) and isinstance(argument, str):
            found = obj.get(argument)
            return self.undefined(obj=obj, name=argument) if found is None else found
        if isinstance(obj, str | tuple) and isinstance(argument, int) and -len(obj) <= argument < len(obj):
            found_at: object = obj[argument]
            return found_at
        return self.undefined(obj=obj, name=str(argument) if isinstance(argument, str | int) else "?")

    def call_binop(self, context: Context, operator: str, left: object, right: object) -> object:
        """What the operator gives, charged and bounded."""
        return calculate(fuel_of(context), operator, left, right)

    def is_safe_callable(self, obj: object) -> bool:
        """False: no template calls anything."""
        return False


@pass_context
def _printed(context: Context, value: object) -> str:
    """What `{{ value }}` prints, not escaped yet."""
    text = text_of(value)
    fuel_of(context).spend(text)
    return text


_ENVIRONMENT = _Environment(
    autoescape=True,
    undefined=StrictUndefined,
    optimized=False,
    finalize=_printed,
    cache_size=0,
    keep_trailing_newline=True,
)
# What Jinja2 brings is replaced, not added to.
vars(_ENVIRONMENT).update(filters=dict(FILTERS), tests=dict(TESTS), globals={})
