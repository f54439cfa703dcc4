"""Sentences with their keywords marked, and the mark of an entry. Views."""

from loreglass.app.strings.reasons import Piece, Pieces
from loreglass.app.view_marks import Mark
from loreglass.shell.ui.node import Node, classes, h


def said(pieces: Pieces) -> tuple[Node, ...]:
    """The sentence: a seen keyword is a `mark`, one that is wanted has a dotted line."""
    return tuple(_piece(piece) for piece in pieces if piece.text)


def _piece(piece: Piece) -> Node:
    match piece.kind:
        case "text":
            return piece.text
        case "seen":
            return h("mark", {"class": "kw", "dir": "auto"}, piece.text)
        case "pattern":
            return h("mark", {"class": "kw rx"}, piece.text)
        case "wanted":
            return h("span", {"class": "kw want", "dir": "auto"}, piece.text)
        case "pattern_wanted":
            return h("span", {"class": "kw want rx"}, piece.text)


def sign(mark: Mark) -> Node:
    """The sign of an entry: a number on a disc, a letter on a hatch, or a ring."""
    kind = {"in": None, "out": "out", "asleep": "zz"}[mark.fate]
    return h("span", {"class": classes("ord", kind)}, mark.label)
