"""The tab Prompt: what is sent, in sections and message by message, as it goes over the wire. View."""

from loreglass.app.strings import counted, number
from loreglass.app.view_prompt import PromptView, SectionRow, SentMessage
from loreglass.shell.ui.node import Attrs, Node, h
from loreglass.shell.ui.why import which_plan


def prompt(view: PromptView) -> Node:
    """The exact prompt."""
    head = h("div", {"class": "why-head"}, which_plan(view.which, view.has_reply), *_lede(view))
    if not view.messages:
        return h("section", {"class": "prompt-panel", "aria-label": "Prompt"}, head)
    return h("section", {"class": "prompt-panel", "aria-label": "Prompt"}, head, _sections(view), _messages(view))


def _lede(view: PromptView) -> tuple[Node, ...]:
    if not view.messages:
        return (h("h2", {"class": "lede"}, "No prompt yet."), h("p", {"class": "from"}, view.problem))
    how = f"exactly, by {view.encoding}" if view.exact else f"by {view.encoding}, an estimate for this model"
    title = f"{counted(view.message_count, 'message')}, {counted(view.sent, 'token')}."
    return (h("div", None, h("h2", {"class": "lede"}, title), h("p", {"class": "from"}, f"Counted {how}.")),)


def _sections(view: PromptView) -> Node:
    rows = (_section(row) for row in view.sections)
    return h(
        "section",
        {"class": "group", "aria-label": "Sections"},
        h(
            "header",
            None,
            h("h3", None, "Sections"),
            h("span", {"class": "quiet"}, "what the messages below are made of"),
        ),
        h("ol", {"role": "list", "class": "sections"}, *rows),
    )


def _section(row: SectionRow) -> Node:
    summary = h(
        "summary",
        None,
        h("span", {"class": "name"}, row.name),
        h("span", {"class": "quiet"}, row.part),
        h("span", {"class": "tok"}, number(row.tokens)),
    )
    return h("li", {"key": row.name}, h("details", None, summary, h("pre", {"dir": "auto"}, row.text)))


def _messages(view: PromptView) -> Node:
    raw: Attrs = {
        "type": "checkbox",
        "role": "switch",
        "data-action": "prompt-raw",
        "data-on": "change",
        "checked": view.raw is not None or None,
    }
    copy: Attrs = {"type": "button", "data-action": "copy-prompt"}
    hidden = view.message_count - len(view.messages)
    note = f"{number(hidden)} in the middle are not drawn; Raw has them." if hidden else "exactly as sent"
    listed = h("pre", {"class": "raw", "key": "raw"}, view.raw) if view.raw is not None else _list(view.messages)
    return h(
        "section",
        {"class": "group", "aria-label": "Messages"},
        h("header", None, h("h3", None, "Messages"), h("span", {"class": "quiet"}, note)),
        h("div", {"class": "bar"}, h("label", None, h("input", raw), "Raw"), h("button", copy, "Copy all")),
        listed,
    )


def _list(messages: tuple[SentMessage, ...]) -> Node:
    return h(
        "ol", {"class": "sent", "role": "list", "key": "list"}, *(_message(at, one) for at, one in enumerate(messages))
    )


def _message(at: int, one: SentMessage) -> Node:
    origin = "your draft" if one.draft else f"message {number(one.number)}" if one.number else ""
    head = h("p", {"class": "role"}, h("b", None, one.role), h("span", {"class": "quiet"}, origin) if origin else None)
    return h("li", {"key": str(at), "data-role": one.role}, head, h("pre", {"dir": "auto"}, one.content))
