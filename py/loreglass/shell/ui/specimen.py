"""A passage of the sample story with its margin, as the first page shows it. View."""

from loreglass.app.view_marks import Mark
from loreglass.shell.ui.node import Child, Node, h
from loreglass.shell.ui.sentences import sign

CAPTION = "A passage from the sample story, with the notes that Why would write in its margin"
SUM = (
    "With one entry that is always in, 5 of 24 go in and 1 is left out. "
    "Until you connect a model, replies come from a built-in demo responder, and say so."
)


def specimen() -> Node:
    """Three paragraphs and what each one woke."""
    return h(
        "figure",
        {"class": "specimen"},
        h("figcaption", None, CAPTION),
        _prose(
            *("“", *_kw("Vey", "1"), " signs for everything.” He says it the way other men say "),
            h("em", None, "weather"),
            ". Above you the ",
            *_kw("lamp", "2"),
            " turns over, once, and its light goes out across the water like a hand smoothing a sheet.",
        ),
        _margin(
            _note("1", "Ottoline Vey.", "In: ", _seen("Vey"), ", just now."),
            _note("2", "Greyhook Light.", "In: ", _seen("lamp"), ", and ", _seen("night"), " a message before."),
        ),
        _prose("Then, from under the bay, a ", *_kw("bell", "3"), ". One note, round and slow, with silt in it."),
        _margin(
            _note("3", "The Ninth Bell.", "In: ", _seen("bell"), ", just now."),
            _note("4", "Tide-clerks.", "In: The Ninth Bell woke it."),
        ),
        _prose(
            "Pike’s eyes go to the window and stay there. “That’s nine. There were only ever eight. And no ",
            *(*_kw("wreck", "a"), " to hang a ninth on, nor a ", _seen("ledger"), " that owns to it.”"),
        ),
        _margin(
            _note("a", "The Halloran wreck.", "Left out: needs 210 tokens, 132 left."),
            _note("", "The lamp-room ledger.", "Asleep: needs also ", h("span", {"class": "kw want"}, "customs"), "."),
        ),
        h("p", {"class": "sum quiet num"}, SUM),
    )


def _seen(word: str) -> Node:
    return h("mark", {"class": "kw"}, word)


def _kw(word: str, label: str) -> tuple[Node, Node]:
    return _seen(word), h("sup", None, label)


def _prose(*parts: Child) -> Node:
    return h("div", {"class": "prose"}, h("p", None, *parts))


def _margin(*notes: Node) -> Node:
    return h("ol", {"class": "margin", "role": "list"}, *notes)


def _note(label: str, name: str, *words: Child) -> Node:
    mark = Mark(fate="asleep") if not label else Mark(fate="in" if label.isdigit() else "out", label=label)
    return h("li", None, sign(mark), h("p", None, h("b", None, name), " ", *words))
