"""The companion panel: its tabs and the one that is open. View."""

from dataclasses import dataclass

from loreglass.app.state import AppState, Library, OpenChat, Panel, PanelTab, Preferences
from loreglass.app.view_policy import policy_view
from loreglass.app.view_prompt import prompt_view
from loreglass.app.view_setup import setup_view
from loreglass.app.view_why import why_view
from loreglass.shell.ui.node import Attrs, Node, h, icon
from loreglass.shell.ui.prompt import prompt
from loreglass.shell.ui.setup import book_tab, setup
from loreglass.shell.ui.why import why

TABS: tuple[tuple[PanelTab, str], ...] = (("why", "Why"), ("prompt", "Prompt"), ("book", "Book"), ("setup", "Setup"))


@dataclass(frozen=True, slots=True)
class Held:
    """An open chat; equal to another where the panel shows the same of both."""

    chat: OpenChat

    def __eq__(self, other: object) -> bool:
        """Neither the draft nor the growing reply makes a difference."""
        return isinstance(other, Held) and _shown(self.chat) == _shown(other.chat)

    def __hash__(self) -> int:
        """By the chat's id."""
        return hash(self.chat.chat.id)


def _shown(chat: OpenChat) -> tuple[object, ...]:
    head = chat.chat
    settings = (
        head.id,
        head.title,
        head.semantics,
        head.activation,
        head.memory_depth_messages,
        head.memory_budget_tokens,
        head.book_ids,
    )
    cast = (chat.character, chat.persona, chat.writer, chat.plan_problem)
    return (*settings, *cast, chat.path, chat.books, chat.next_plan, chat.shown_plan, chat.comparison)


def panel_slices(state: AppState, open_chat: OpenChat) -> tuple[object, ...]:
    """What the panel shows; neither the draft nor the growing reply is among it."""
    in_setup = state.panel.tab in ("setup", "book")
    preferences = state.preferences if in_setup else None
    return (state.panel, Held(open_chat), state.library if in_setup else None, preferences)


def panel(shown: Panel, held: Held, library: Library | None, preferences: Preferences | None) -> Node:
    """The panel beside the chat; on a phone, a sheet over it."""
    open_chat = held.chat
    tabs = (_tab(tab, name, shown.tab == tab) for tab, name in TABS)
    return h(
        "div",
        {"class": "companion-in", "key": open_chat.chat.id},
        _close(open_chat.chat.title, shown.sheet_open),
        h("div", {"class": "tabs", "role": "tablist", "aria-label": "Companion"}, *tabs),
        h(
            "div",
            {
                "role": "tabpanel",
                "id": "tabpanel",
                "aria-labelledby": f"tab-{shown.tab}",
                "tabindex": "0",
                "key": shown.tab,
            },
            _inside(shown, open_chat, library or Library(), preferences or Preferences()),
        ),
    )


def _inside(shown: Panel, open_chat: OpenChat, library: Library, preferences: Preferences) -> Node:
    match shown.tab:
        case "prompt":
            return prompt(prompt_view(shown, open_chat))
        case "book":
            return book_tab(setup_view(open_chat, library, preferences))
        case "setup":
            return setup(setup_view(open_chat, library, preferences))
        case _:
            return why(why_view(shown, open_chat), policy_view(shown.which, open_chat))


def _tab(tab: PanelTab, name: str, selected: bool) -> Node:
    attrs: Attrs = {
        "type": "button",
        "role": "tab",
        "id": f"tab-{tab}",
        "aria-controls": "tabpanel",
        "aria-selected": "true" if selected else "false",
        "tabindex": "0" if selected else "-1",
        "data-action": "panel-tab",
        "data-id": tab,
    }
    return h("button", attrs, name)


def _close(title: str, sheet_open: bool) -> Node:
    """The head of the sheet: only a phone shows it; focus goes to its button when the sheet comes up."""
    attrs: Attrs = {
        "type": "button",
        "class": "ghost icon",
        "data-action": "sheet-close",
        "aria-label": "Close, back to the chat",
        "#focus": sheet_open,
    }
    return h("div", {"class": "close"}, h("b", {"dir": "auto"}, title), h("button", attrs, icon("x")))
