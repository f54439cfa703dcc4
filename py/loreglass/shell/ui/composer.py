"""The composer: the draft, its buttons, the line that says what the next prompt would hold. View."""

from dataclasses import dataclass, field

from loreglass.app.strings.chat import now_sentence
from loreglass.app.strings.counts import sum_worth
from loreglass.app.strings.presets import leaves_out_messages
from loreglass.app.view_marks import included, left_out
from loreglass.app.view_too_long import TooLong
from loreglass.app.view_tools import NextView
from loreglass.domain.prompt.plan import Plan
from loreglass.shell.ui.node import Attrs, Node, classes, h, icon, spaced

TICKS_AT_MOST = 24
TICKS_WIDTH = 116.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """The text that the box is given at `revision`; typing changes the text only, and that is no change of the view."""

    revision: int
    text: str = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposerView:
    """What the composer shows."""

    draft: Draft
    persona: str
    enter_sends: bool
    busy: bool
    writer: bool
    bracket: bool
    """True where the bracket of what was scanned ends at the box."""
    can_undo: bool
    can_redo: bool
    connect_hint: bool
    problem: TooLong | None
    """Why there is no plan of the next turn; None while one is there or being made."""
    drafting: bool = False
    """True while a text is written into the box for the user."""
    has_messages: bool = True
    has_words: bool = True
    next_up: NextView | None = None


def composer(view: ComposerView, plan: Plan | None) -> Node:
    """The foot of the chat."""
    if not view.writer:
        text = "This chat is open for writing in another tab. Here it can be read; it follows what happens there."
        box: Node = h("p", {"class": "note reads"}, icon("hint"), h("span", None, text))
    else:
        box = _form(view)
    return h(
        "div",
        {"class": "compose"},
        h(
            "div",
            {"class": classes("compose-in", "joined" if view.bracket and view.writer else None)},
            _hint(view),
            box,
            _too_long(view.problem) if view.problem and plan is None else None,
            _now(plan, is_stuck=view.problem is not None, has_words=view.has_words),
        ),
    )


def _hint(view: ComposerView) -> Node | None:
    """A quiet card, once there is something to like."""
    if not view.connect_hint:
        return None
    close: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "data-action": "hint-close",
        "aria-label": "Not now",
        "title": "Not now",
    }
    return h(
        "aside",
        {"class": "connect", "aria-label": "Connect a model"},
        icon("hint"),
        h(
            "p",
            None,
            h("strong", None, "These replies come from the built-in demo. "),
            "Any OpenAI-compatible endpoint will do, on this machine or elsewhere. ",
            h("a", {"href": "#/settings/endpoint"}, "Connect a model"),
        ),
        h("button", close, icon("x")),
    )


def _form(view: ComposerView) -> Node:
    area: Attrs = {
        "id": "draft",
        "name": "message",
        "rows": "2",
        "dir": "auto",
        "aria-label": "Message",
        "placeholder": f"Write as {view.persona}",
        "data-action": "draft",
        "data-on": "input",
        "data-keys": "composer" if view.enter_sends else "composer-swapped",
        "readonly": view.drafting,
        "aria-busy": "true" if view.drafting else None,
        "#value": view.draft.text,
        "#rev": view.draft.revision,
    }
    keys = "Enter sends" if view.enter_sends else "Shift and Enter sends"
    return h(
        "form",
        {"class": classes("box", "grouped" if view.next_up else None), "data-action": "send", "data-on": "submit"},
        h("textarea", area),
        h(
            "div",
            {"class": "tools"},
            _tool("undo", "Take back the last change", view.can_undo),
            _tool("redo", "Make the change again", view.can_redo),
            h("span", {"class": "grow"}),
            h("kbd", None, keys),
            _next(view.next_up) if view.next_up else None,
            *_ways(view),
            _send(view),
        ),
    )


def _tool(name: str, label: str, on: bool) -> Node | None:
    """A quiet button, there only while it can do something."""
    attrs: Attrs = {"type": "button", "class": "ghost icon", "data-action": name, "aria-label": label, "title": label}
    return h("button", attrs, icon(name)) if on else None


def _next(view: NextView) -> Node:
    """Who of the group speaks next."""
    attrs: Attrs = {
        "class": "next-up",
        "aria-label": "Next to speak",
        "data-action": "next-speaker",
        "data-on": "change",
    }
    options = (
        h("option", {"value": item, "key": item, "selected": item == view.chosen or None}, words)
        for item, words in view.choices
    )
    return h("select", attrs, *options)


def _ways(view: ComposerView) -> tuple[Node, ...]:
    """Other ways to go on than to send, in a menu."""
    if view.busy:
        return ()
    opener: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "popovertarget": "ways",
        "aria-label": "Other ways to go on",
        "title": "Other ways to go on",
    }
    items = (
        _way("impersonate", "Write a draft for me", "edit") if view.has_messages else None,
        _way("send-only", "Send without a reply", "send"),
    )
    return h("button", opener, icon("more")), h("span", {"class": "menu", "id": "ways", "popover": "auto"}, *items)


def _way(action: str, label: str, picture: str) -> Node:
    attrs: Attrs = {
        "type": "button",
        "class": "ghost",
        "data-action": action,
        "popovertarget": "ways",
        "popovertargetaction": "hide",
    }
    return h("button", attrs, icon(picture), label)


def _send(view: ComposerView) -> Node:
    if view.busy:
        stop: Attrs = {"type": "button", "class": "stop", "data-action": "stop", "key": "stop"}
        return h("button", stop, icon("stop"), h("span", {"class": "lesser"}, "Stop"))
    send: Attrs = {"type": "submit", "class": "primary", "key": "send"}
    return h("button", send, icon("send"), h("span", {"class": "lesser"}, "Send"))


def _too_long(view: TooLong) -> Node:
    """Why the next prompt cannot be made, and the ways out."""
    to_tab: Attrs = {"type": "button", "class": "link", "data-action": "sheet-open", "data-id": view.tab}
    ways = (
        h("a", {"href": view.href}, view.label) if view.href else None,
        h("button", to_tab, view.label) if view.tab else None,
        h("a", {"href": "#/settings/endpoint"}, "Context size") if view.by_size else None,
    )
    said = h("span", None, view.said, " ", *spaced(way for way in ways if way is not None))
    return h("p", {"class": "note err too-long", "key": "too-long"}, icon("bad"), said)


def _now(plan: Plan | None, *, is_stuck: bool, has_words: bool) -> Node:
    """The line under the box: what the next prompt would hold; it opens Why."""
    attrs: Attrs = {
        "type": "button",
        "class": "nowline",
        "id": "nowline",
        "data-action": "sheet-open",
        "aria-controls": "panel",
    }
    go = h("span", {"class": "go"}, h("span", None, "Why"), icon("next"))
    if plan is None:
        return h(
            "button",
            attrs,
            h("span", {"class": "says"}, "The next prompt cannot be made." if is_stuck else "Choosing what goes in…"),
            go,
        )
    ins, outs = len(included(plan)), len(left_out(plan))
    words = now_sentence(ins, outs, plan.entry_count, plan.numbers.sent, plan.numbers.context, sum_worth(plan.numbers))
    missing = h("b", None, "No message goes in. ") if has_words and leaves_out_messages(plan) else None
    return h("button", attrs, _ticks(ins, outs, plan.entry_count), h("span", {"class": "says"}, missing, words), go)


def _ticks(ins: int, outs: int, entries: int) -> Node | None:
    """One stroke an entry: solid, outlined, a dot. Of many entries each stroke stands for several."""
    if not entries:
        return None
    count = min(entries, TICKS_AT_MOST)
    shown_in, shown_out = _share(ins, entries, count), _share(outs, entries, count)
    step = TICKS_WIDTH / count
    strokes = [_tick(at, step, shown_in, shown_out) for at in range(count)]
    return h("svg", {"class": "ticks", "aria-hidden": "true", "viewBox": "0 0 116 12"}, *strokes)


def _share(part: int, whole: int, strokes: int) -> int:
    """How many strokes a part gets: at least one where there is something."""
    return part if whole <= strokes else max(1, round(part * strokes / whole)) if part else 0


def _tick(at: int, step: float, ins: int, outs: int) -> Node:
    x = f"{at * step + 0.5:.1f}"
    width = min(3.2, step * 0.66)
    if at < ins + outs:
        name = "t-in" if at < ins else "t-out"
        return h("rect", {"class": name, "x": x, "y": "0.5", "width": f"{width:.1f}", "height": "11"})
    return h("rect", {"class": "t-zz", "x": x, "y": "4.5", "width": f"{width * 0.8:.1f}", "height": "3"})
