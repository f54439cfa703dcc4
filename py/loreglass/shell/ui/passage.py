"""Try a passage: any text, and what it wakes in the book on the page. A view."""

from loreglass.app.state import OpenBook
from loreglass.app.strings import number
from loreglass.app.view_book import passage_sentence
from loreglass.app.view_passage import passage_groups
from loreglass.app.view_why import Groups
from loreglass.shell.ui.node import Attr, Child, Node, h
from loreglass.shell.ui.rows import three_groups


def passage_box(open_book: OpenBook) -> Node:
    """The region Try a passage: the box, one sentence, the three groups."""
    attrs: dict[str, Attr] = {
        "id": "passage",
        "rows": 4,
        "dir": "auto",
        "aria-labelledby": "passage-title",
        "data-action": "passage",
        "data-on": "input",
        "#value": open_book.passage,
        "#rev": open_book.book.id,
    }
    shown = passage_groups(open_book)
    return h(
        "section",
        {"class": "test-col", "aria-labelledby": "passage-title"},
        h(
            "div",
            {"class": "test-head"},
            h("h2", {"id": "passage-title"}, "Try a passage"),
            h("textarea", attrs),
            h("p", {"class": "quiet num"}, passage_sentence(open_book)),
        ),
        *(_groups(shown) if shown is not None else ()),
    )


def _groups(shown: Groups) -> tuple[Child, ...]:
    more = f"and {number(shown.more_asleep)} more asleep" if shown.more_asleep else ""
    return (*three_groups(shown, actions=False), h("p", {"class": "quiet more"}, more) if more else None)
