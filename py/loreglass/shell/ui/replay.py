"""The page Replay: heat map, the chosen turn with its rows, and the health of the books. View."""

from loreglass.app.replays import ROWS_A_STEP, Concern, Remark, Replay, Survey
from loreglass.app.state import OpenChat
from loreglass.app.strings import number
from loreglass.app.view_replay import (
    QUIET_AT_MOST,
    ChosenTurn,
    HeatTable,
    chosen_turn,
    heat_map,
    progress_words,
    title,
)
from loreglass.app.view_rows import Row
from loreglass.shell.ui.heat import heat, legend
from loreglass.shell.ui.node import Attrs, Node, classes, h, vh
from loreglass.shell.ui.pieces import button
from loreglass.shell.ui.sentences import said, sign


def replay_page(replay: Replay | None, open_chat: OpenChat) -> Node:
    """The page of one chat's replay."""
    shown = replay if replay and replay.chat_id == open_chat.chat.id else None
    done = shown.survey if shown and not shown.running else None
    return h(
        "div",
        {"class": "replay", "key": f"replay {open_chat.chat.id}"},
        h(
            "section",
            {"class": "heat-col", "aria-label": "Heat map"},
            _head(shown, open_chat),
            _progress(shown),
            *(_map(shown, done, open_chat) if shown and done else ()),
        ),
        _health(done) if done else None,
    )


def _head(replay: Replay | None, open_chat: OpenChat) -> Node:
    said = title(replay) if replay else "Replay"
    back = h("a", {"role": "button", "href": f"#/c/{open_chat.chat.id}"}, "Back to the chat")
    name = h("p", {"class": "quiet", "dir": "auto"}, open_chat.chat.title)
    return h("header", None, h("div", None, name, h("h1", None, said)), back)


def _progress(replay: Replay | None) -> Node | None:
    """How far it is, with Stop or Go on; nothing once it is whole."""
    if replay is None or not replay.points or (replay.whole and replay.survey):
        return None
    done, total = str(len(replay.turns)), str(len(replay.points))
    act: Node | None = button("Stop", "replay-stop") if replay.running else button("Go on", "replay-go-on")
    if replay.whole:
        act = None
    return h(
        "div",
        {"class": "replaying", "key": "progress"},
        h("p", None, progress_words(replay)),
        h("progress", {"value": done, "max": total, "aria-label": "Turns planned again"}),
        act,
    )


def _map(replay: Replay, surveyed: Survey, open_chat: OpenChat) -> tuple[Node | None, ...]:
    chosen = chosen_turn(replay, open_chat)
    if chosen is None:
        return ()
    if not surveyed.rows:
        return (h("p", {"class": "quiet"}, "No entries are linked to this chat."),)
    view = heat_map(surveyed, replay.turns, replay.shown_rows, all_rows=replay.all_rows)
    return (legend(), heat(view, chosen.at), _hidden(replay, view), _scrub(replay, chosen), _turn(chosen))


def _hidden(replay: Replay, view: HeatTable) -> Node | None:
    """The buttons that give more entries a row."""
    more = (
        button(f"Show {number(min(view.more, ROWS_A_STEP))} more rows", "replay-more", kind="link")
        if view.more
        else None
    )
    quiet = None
    if view.quiet > QUIET_AT_MOST:
        words = "Hide" if replay.all_rows else "Show"
        quiet = button(f"{words} the {number(view.quiet)} that never woke", "replay-all", kind="link")
    return h("p", {"class": "quiet num acts", "key": "hidden"}, more, quiet) if more or quiet else None


def _scrub(replay: Replay, chosen: ChosenTurn) -> Node:
    slider: Attrs = {
        "type": "range",
        "id": "replay-turn",
        "min": "1",
        "max": str(len(replay.turns)),
        "#value": str(chosen.at + 1),
        "#rev": str(len(replay.turns)),
        "data-action": "replay-turn",
        "data-on": "input change",
        "aria-valuetext": f"Turn {chosen.said}",
    }
    return h(
        "p",
        {"class": "scrub", "key": "scrub"},
        h("label", {"for": "replay-turn"}, "Turn"),
        h("input", slider),
        h("output", {"for": "replay-turn"}, chosen.said),
        button("Open its plan", "replay-open", off=not chosen.can_open),
    )


def _turn(chosen: ChosenTurn) -> Node:
    """The rows of the chosen turn: what was left out, then what went in."""
    if chosen.problem:
        return h("p", {"class": "quiet"}, f"This turn does not fit: {chosen.problem}")
    if chosen.groups is None:
        return h("p", {"class": "quiet"}, "Choosing what went in…")
    groups = (("Left out", chosen.groups.left_out), ("In", chosen.groups.included))
    shown = tuple(_rows(name, rows) for name, rows in groups if rows)
    if not shown:
        return h("p", {"class": "quiet"}, "No entry woke in this turn.")
    return h("div", {"class": "turns", "role": "group", "aria-label": f"Turn {number(chosen.at + 1)}"}, *shown)


def _rows(name: str, rows: tuple[Row, ...]) -> Node:
    return h(
        "section",
        {"key": name, "aria-label": name},
        h("h2", None, name),
        h("ul", {"class": "turn", "role": "list"}, *(_row(one) for one in rows)),
    )


def _row(row: Row) -> Node:
    tokens = h("span", {"class": "tok"}, number(row.tokens), vh(" tokens")) if row.tokens is not None else None
    face = h(
        "div",
        {"class": "face"},
        sign(row.mark),
        h("span", {"class": "name", "dir": "auto"}, row.name),
        tokens,
        h("span", {"class": "why"}, *said(row.why)),
    )
    return h("li", {"class": classes("row", row.mark.fate), "key": "/".join(row.key)}, face)


def _health(surveyed: Survey) -> Node:
    return h(
        "aside",
        {"class": "health-col", "aria-label": "Health of the books"},
        *(_concern(one, first=not at) for at, one in enumerate(surveyed.concerns)),
    )


def _concern(one: Concern, *, first: bool) -> Node:
    head = (
        (h("h2", None, one.title), h("p", {"class": "quiet"}, one.note))
        if first
        else (h("h2", {"class": "minor"}, one.title, " ", h("span", {"class": "quiet"}, one.note)),)
    )
    rows = [_found(each) for each in one.remarks]
    if one.count > len(rows):
        more = one.count - len(rows)
        rows.append(h("li", {"class": "quiet", "key": "more"}, f"and {number(more)} more."))
    listed = h("ul", {"class": "never", "role": "list"}, *rows) if rows else None
    return h("section", {"key": one.code, "aria-label": one.title}, *head, listed)


def _found(one: Remark) -> Node:
    link: Attrs = {"role": "button", "href": one.edit, "aria-label": f"Edit {one.name}"}
    return h(
        "li",
        {"key": one.edit},
        h("b", {"dir": "auto"}, one.name),
        h("p", None, *said(one.said)),
        h("a", link, "Edit"),
    )
