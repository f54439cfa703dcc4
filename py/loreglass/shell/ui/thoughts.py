"""What a model thought before it replied, folded; and the reply as it comes. Views."""

from loreglass.shell.ui.node import Node, h, icon, markdown


def thoughts(text: str, tokens: str) -> Node:
    """The thoughts of a whole reply: shown, never sent."""
    summary = h("summary", None, icon("next"), "Thoughts", h("span", {"class": "quiet"}, tokens))
    body = h("div", {"class": "thought", "dir": "auto"}, text)
    return h("details", {"class": "thoughts", "key": "thoughts"}, summary, body)


def coming(text: str, reasoning: str, note: str) -> Node:
    """The reply as far as it has come: thoughts are open until the reply begins."""
    return h(
        "div",
        {"class": "coming-in"},
        _thinking(reasoning, is_open=not text) if reasoning else None,
        markdown(text, "coming") if text else None,
        _dots() if not text and not note else None,
        h("p", {"class": "note waits", "key": "note"}, icon("hint"), h("span", None, note)) if note else None,
    )


def _thinking(reasoning: str, *, is_open: bool) -> Node:
    return h(
        "details",
        {"class": "thoughts", "open": is_open, "key": "thoughts"},
        h("summary", None, icon("next"), "Thinking" if is_open else "Thoughts"),
        h("div", {"class": "thought", "dir": "auto"}, reasoning),
    )


def _dots() -> Node:
    dots = h("span", {"class": "dots", "aria-hidden": "true"}, *(h("i", None) for _ in range(3)))
    return h("div", {"class": "waiting", "key": "dots"}, dots)
