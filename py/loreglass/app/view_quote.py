"""The words around a keyword, cut at word edges, for the chain that shows what woke an entry."""

from loreglass.app.strings.reasons import Pieces, seen, text
from loreglass.domain.asks import Span

BEFORE_CHARS = 60
AFTER_CHARS = 60
SENTENCE_ENDS = ".!?…。！？\n"
CLOSING = ("”", "’", '"')


def quote(source: str, span: Span) -> Pieces:
    """The sentence around the span with the words seen marked; () where the span is not in the text."""
    start, end = span
    if not 0 <= start < end <= len(source):
        return ()
    left, cut_left = _left(source, start)
    right, cut_right = _right(source, end)
    before = ("…" if cut_left else "") + source[left:start].lstrip()
    after = source[end:right].rstrip() + ("…" if cut_right else "")
    return (text(_flat(before)), seen(_flat(source[start:end])), text(_flat(after)))


def _left(source: str, start: int) -> tuple[int, bool]:
    """Where the quote begins, and whether that is inside a sentence."""
    floor = max(0, start - BEFORE_CHARS)
    for at in range(start - 1, floor - 1, -1):
        if source[at] in SENTENCE_ENDS and (at + 1 >= len(source) or source[at + 1] in ' \n\t”"*'):
            return (at + 2 if source[at + 1 : at + 2] in ("”", '"', "*") else at + 1), False
    if floor == 0:
        return 0, False
    space = source.find(" ", floor, start)
    return (space + 1 if space >= 0 else floor), True


def _right(source: str, end: int) -> tuple[int, bool]:
    ceiling = min(len(source), end + AFTER_CHARS)
    for at in range(end, ceiling):
        if source[at] in SENTENCE_ENDS:
            end_at = at if source[at] == "\n" else at + 1
            return (end_at + 1 if source[end_at : end_at + 1] in CLOSING else end_at), False
    if ceiling == len(source):
        return ceiling, False
    space = source.rfind(" ", end, ceiling)
    return (space if space > end else ceiling), True


def _flat(part: str) -> str:
    """Markdown's stars taken away, white space as single spaces."""
    bare = part.replace("*", "").replace("_", " ") if "*" in part or "_" in part else part
    return " ".join(bare.split()) if not bare.strip() else _spaced(bare)


def _spaced(part: str) -> str:
    lead = " " if part[0].isspace() else ""
    tail = " " if part[-1].isspace() else ""
    return lead + " ".join(part.split()) + tail
