"""What a template may be written with: an allow-list of syntax, and every costly place of it put under charge."""

from collections.abc import Iterable
from typing import TypeVar

from jinja2 import TemplateSyntaxError, nodes
from jinja2.visitor import NodeTransformer

from loreglass.domain.context.sandbox_limits import NUMBER_BITS

SOURCE_CHARACTERS = 100_000
TAGS = 2_000
TAG_CHARACTERS = 2_000
BRACKETS = 50
NODES_A_STEP = 20
DEPTH = 80
"""Of the syntax tree: Python itself takes no more than 200 nested brackets, and a node may make two of them."""

LOOP, JOIN, SLICE, WEIGH = "(loop)", "(join)", "(slice)", "(weigh)"
"""Filters that the tree gets where a template would spend something: no template can write their names."""

_ALLOWED: frozenset[type[nodes.Node]] = frozenset(
    (
        *(nodes.Template, nodes.Output, nodes.TemplateData, nodes.For, nodes.If, nodes.Assign),
        *(nodes.Const, nodes.Name, nodes.Tuple, nodes.List, nodes.CondExpr, nodes.Filter, nodes.Test, nodes.Keyword),
        *(nodes.Getattr, nodes.Getitem, nodes.Slice, nodes.Compare, nodes.Operand, nodes.Not, nodes.And, nodes.Or),
        *(nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Pow, nodes.Neg, nodes.Pos, nodes.Concat),
    )
)
_WORDS = {"Call": "a call", "Mod": "%", "Dict": "a dictionary", "NSRef": "a namespace", "Scope": "autoescape"}
_BARRED_NAMES = frozenset(("self", "super", "caller", "varargs", "kwargs"))
_OPEN, _CLOSE = frozenset("([{"), frozenset(")]}")
_RECURSING = frozenset(("-", "+", "not", "if"))
T = TypeVar("T", bound=nodes.Node)


def check_source(tokens: Iterable[tuple[int, str, str]], source: str) -> None:
    """Nothing; TemplateSyntaxError where the template is so long or so deep that the parser itself could suffer."""
    if len(source) > SOURCE_CHARACTERS:
        raise TemplateSyntaxError(f"it is longer than {SOURCE_CHARACTERS:,} characters", 1)
    tags = brackets = recursing = characters = blocks = 0
    is_first = False
    for line, kind, value in tokens:
        if kind in ("block_begin", "variable_begin"):
            brackets = recursing = characters = 0
            is_first = kind == "block_begin"
            tags += 1
            continue
        if kind in ("data", "whitespace", "raw_begin", "raw_end", "comment", "comment_begin", "comment_end"):
            characters += len(value) if kind == "whitespace" else 0
            continue
        characters += len(value)
        brackets += (value in _OPEN) - (value in _CLOSE) if kind == "operator" else 0
        recursing += value in _RECURSING and kind in ("operator", "name")
        if is_first:
            blocks += (value in ("for", "if")) - (value in ("endfor", "endif"))
            is_first = False
        if max(brackets, recursing, blocks) > BRACKETS:
            raise TemplateSyntaxError(f"it is nested more than {BRACKETS} deep", line)
        if tags > TAGS:
            raise TemplateSyntaxError(f"it has more than {TAGS:,} tags", line)
        if characters > TAG_CHARACTERS:
            raise TemplateSyntaxError(f"what stands between two braces is longer than {TAG_CHARACTERS:,}", line)


def guarded_tree(tree: nodes.Template, filters: frozenset[str], tests: frozenset[str]) -> nodes.Template:
    """The tree, under charge. TemplateSyntaxError names what is not allowed."""
    level: list[nodes.Node] = [tree]
    for depth in range(DEPTH + 1):
        if not level:
            break
        if depth == DEPTH:
            raise TemplateSyntaxError("it is nested too deeply", level[0].lineno)
        for node in level:
            _check(node, filters, tests)
        level = [child for node in level for child in node.iter_child_nodes()]
    guarded = _Guard().visit(tree)
    if not isinstance(guarded, nodes.Template):
        raise TypeError("a guarded template is a template")
    return guarded


def _check(node: nodes.Node, filters: frozenset[str], tests: frozenset[str]) -> None:
    kind = type(node).__name__
    if type(node) not in _ALLOWED:
        raise TemplateSyntaxError(f"{_WORDS.get(kind, kind.lower())} is not allowed here", node.lineno or 1)
    match node:
        case nodes.For() if node.recursive:
            raise TemplateSyntaxError("a recursive loop is not allowed here", node.lineno)
        case nodes.Name() if node.name in _BARRED_NAMES or node.name.startswith("_"):
            raise TemplateSyntaxError(f"the name {node.name} is not allowed here", node.lineno)
        case nodes.Filter() | nodes.Test() if node.dyn_args or node.dyn_kwargs:
            raise TemplateSyntaxError("arguments by * are not allowed here", node.lineno)
        case nodes.Filter() if node.name not in filters:
            raise TemplateSyntaxError(f"there is no filter {node.name}", node.lineno)
        case nodes.Test() if node.name not in tests:
            raise TemplateSyntaxError(f"there is no test {node.name}", node.lineno)
        case nodes.Const() if isinstance(node.value, int) and node.value.bit_length() > NUMBER_BITS:
            raise TemplateSyntaxError(f"a number has more than {NUMBER_BITS:,} bits", node.lineno)


class _Guard(NodeTransformer):
    """Puts loops, joined texts, slices and comparisons through filters that charge for them."""

    def visit_For(self, node: nodes.For) -> nodes.Node:  # noqa: N802
        """The loop over items that are counted, each for as much as is written in the loop."""
        inside = sum(1 for _ in node.find_all(nodes.Node)) - sum(1 for _ in node.iter.find_all(nodes.Node))
        self.generic_visit(node)
        node.iter = _through(LOOP, node.iter, nodes.Const(1 + inside // NODES_A_STEP))
        return node

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:  # noqa: N802
        """The texts joined, within the limit."""
        self.generic_visit(node)
        first, *others = node.nodes
        return _through(JOIN, first, *others)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Node:  # noqa: N802
        """The slice taken at a price; an item as it is."""
        self.generic_visit(node)
        if not isinstance(node.arg, nodes.Slice):
            return node
        ends = (node.arg.start, node.arg.stop, node.arg.step)
        return _through(SLICE, node.node, *(end or nodes.Const(None) for end in ends))

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:  # noqa: N802
        """The comparison of values that are weighed."""
        self.generic_visit(node)
        node.expr = _through(WEIGH, node.expr)
        for operand in node.ops:
            operand.expr = _through(WEIGH, operand.expr)
        return node


def _through(name: str, node: nodes.Node, *arguments: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(node, name, list(arguments), [], None, None, lineno=node.lineno, environment=node.environment)
