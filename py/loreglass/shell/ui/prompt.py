"""The tab Prompt: what is sent, in sections and message by message, as it goes over the wire. View."""

from loreglass.app.strings import counted, number
from loreglass.app.view_prompt import PromptView, SectionRow, SentMessage
from loreglass.shell.ui.node import Attrs, Node, h
from loreglass.shell.ui.pieces import button
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
    title = f"{counted(view.message_count, 'message')}, {counted(view.sent, 'token')}."
    lines = (view.reported, view.how_counted, view.fork)
    notes = (h("p", {"class": "from"}, line) for line in lines if line)
    return (h("div", None, h("h2", {"class": "lede"}, title), *notes),)


def _sections(view: PromptView) -> Node:
    rows = (_section(at, row) for at, row in enumerate(view.sections))
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


def _section(at: int, row: SectionRow) -> Node:
    summary = h(
        "summary",
        None,
        h("span", {"class": "name"}, row.name),
        h("span", {"class": "quiet"}, row.part),
        h("span", {"class": "tok"}, number(row.tokens)),
    )
    return h("li", {"key": f"{at} {row.name}"}, h("details", None, summary, h("pre", {"dir": "auto"}, row.text)))


def _messages(view: PromptView) -> Node:
    title, note = "Messages", "exactly as sent"
    if view.text:
        title, note = "Prompt", "one text, exactly as sent"
    elif hidden := view.message_count - len(view.messages):
        note = f"{number(hidden)} in the middle are not drawn; Raw has them."
    if view.raw is not None:
        listed = h("pre", {"class": "raw", "key": "raw", "dir": "auto"}, view.raw)
    elif view.text:
        listed = h("pre", {"class": "raw", "key": "text", "dir": "auto"}, view.text)
    else:
        listed = _list(view.messages)
    return h(
        "section",
        {"class": "group", "aria-label": "Prompt text" if view.text else title},
        h("header", None, h("h3", None, title), h("span", {"class": "quiet"}, note)),
        _bar(view),
        listed,
    )


def _bar(view: PromptView) -> Node:
    """The switch to the request as it is, and what can be copied of it."""
    raw: Attrs = {
        "type": "checkbox",
        "role": "switch",
        "data-action": "prompt-raw",
        "data-on": "change",
        "checked": view.raw is not None or None,
    }
    curl = button("Copy as curl", "copy-curl") if view.has_request else None
    return h(
        "div",
        {"class": "bar"},
        h("label", None, h("input", raw), "Raw request" if view.has_request else "Raw"),
        h(
            "div",
            {"class": "acts"},
            button("Copy all", "copy-prompt"),
            curl,
            button("Copy for a bug report", "copy-report"),
        ),
    )


def _list(messages: tuple[SentMessage, ...]) -> Node:
    return h(
        "ol", {"class": "sent", "role": "list", "key": "list"}, *(_message(at, one) for at, one in enumerate(messages))
    )


def _message(at: int, one: SentMessage) -> Node:
    origin = "your draft" if one.draft else f"message {number(one.number)}" if one.number else ""
    head = h("p", {"class": "role"}, h("b", None, one.role), h("span", {"class": "quiet"}, origin) if origin else None)
    return h("li", {"key": str(at), "data-role": one.role}, *_parted(head, one))


def _parted(head: Node, one: SentMessage) -> tuple[Node, ...]:
    """The message, with a rule where the prompt parts from the one before."""
    whole = h("pre", {"dir": "auto"}, one.content)
    if one.same_characters is None:
        return (head, whole)
    rule = h("p", {"class": "parts"}, h("span", None, "New from here"))
    if not one.same_characters:
        return (rule, head, whole)
    same, new = one.content[: one.same_characters], one.content[one.same_characters :]
    return (head, h("pre", {"dir": "auto"}, same), rule, h("pre", {"dir": "auto"}, new))
