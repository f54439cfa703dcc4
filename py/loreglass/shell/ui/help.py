"""Help: what this is, the keys, privacy, the words, licences. A view: licences in, node out."""

from itertools import groupby

from loreglass.app.commands import KEYS, Command
from loreglass.app.strings.help import GLOSSARY, PRIVACY, WHAT_IT_IS
from loreglass.shell.ui.node import Node, h, island, spaced


def help_page(licences: tuple[tuple[str, str, str, str], ...]) -> Node:
    """The page Help; `licences` are (name, version, licence, text) of everything that comes with it."""
    return h(
        "div",
        {"class": "page"},
        h(
            "div",
            {"class": "page-in help"},
            h("h1", None, "Help"),
            _section("what", "What it is", *(h("p", None, text) for text in WHAT_IT_IS)),
            _section("keys", "Keys", _keys()),
            _section("privacy", "What stays and what leaves", *(_told(claim, rest) for claim, rest in PRIVACY)),
            _section("words", "Words", _words()),
            island("licences", _licences(licences)),
        ),
    )


def _section(name: str, title: str, *children: Node) -> Node:
    return h("section", {"aria-labelledby": f"help-{name}"}, h("h2", {"id": f"help-{name}"}, title), *children)


def _told(claim: str, rest: str) -> Node:
    return h("p", None, h("strong", None, claim), " ", rest)


def _keys() -> Node:
    groups = ((where, tuple(keys)) for where, keys in groupby(KEYS, key=lambda key: key.where))
    bodies = (
        h(
            "tbody",
            {"key": where},
            h("tr", {"class": "part"}, h("th", {"colspan": "2", "scope": "rowgroup"}, where)),
            *map(_key, keys),
        )
        for where, keys in groups
    )
    return h("table", {"class": "keyboard"}, *bodies)


def _key(key: Command) -> Node:
    caps = spaced(tuple(h("kbd", None, cap) for cap in key.keys), " ")
    return h("tr", None, h("th", {"scope": "row"}, *caps), h("td", None, key.does))


def _words() -> Node:
    return h(
        "dl",
        {"class": "glossary"},
        *(part for word, means in GLOSSARY for part in (h("dt", None, word), h("dd", None, means))),
    )


def _licences(licences: tuple[tuple[str, str, str, str], ...]) -> Node:
    rows = (
        h(
            "details",
            {"key": name},
            h("summary", None, h("b", None, name), " ", h("span", {"class": "quiet"}, f"{version}, {licence}")),
            h("pre", {"tabindex": "0", "aria-label": f"Licence of {name}"}, text),
        )
        for name, version, licence, text in licences
    )
    said = "Loreglass is built on these. Their texts:" if licences else "Reading the licences."
    return _section("licences", "Licences", h("p", {"class": "quiet"}, said), h("div", {"class": "licences"}, *rows))
