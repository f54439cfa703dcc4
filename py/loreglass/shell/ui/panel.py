"""The companion panel: its tabs and the one that is open. View."""

from dataclasses import dataclass

from loreglass.app.scenes import preset_for
from loreglass.app.sending import Sending, sending
from loreglass.app.state import AppState, Library, OpenChat, Panel, PanelTab, Preferences
from loreglass.app.view_compare import compare_view
from loreglass.app.view_group import group_view, notes_view
from loreglass.app.view_policy import policy_view
from loreglass.app.view_prompt import prompt_view
from loreglass.app.view_setup import setup_view
from loreglass.app.view_why import has_planned_reply, plan_of, why_view
from loreglass.domain.story.preset import Preset
from loreglass.shell.ui.compare import comparison
from loreglass.shell.ui.node import Attrs, Node, h, icon
from loreglass.shell.ui.prompt import prompt
from loreglass.shell.ui.setup import book_tab, setup
from loreglass.shell.ui.why import which_plan, why

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
        head.pinned_entries,
        head.muted_entries,
        head.preset_id,
        *(head.members, head.muted, head.talkativeness, head.turn_order, head.note, head.memo, head.stop_at_names),
    )
    cast = (chat.character, chat.cast, chat.persona, chat.writer, chat.plan_problem)
    return (*settings, *cast, chat.path, chat.books, chat.next_plan, chat.shown_plan, chat.comparison, chat.pair)


def panel_slices(state: AppState, open_chat: OpenChat) -> tuple[object, ...]:
    """What the panel shows; neither the draft nor the growing reply is among it."""
    in_setup = state.panel.tab in ("setup", "book")
    preferences = state.preferences if in_setup else None
    plan = plan_of(state.panel.which, open_chat) if state.panel.tab == "prompt" else None
    asked = sending(state, open_chat, plan) if plan else None
    preset = preset_for(state, open_chat.chat) if state.panel.tab == "why" else None
    return (state.panel, Held(open_chat), state.library if in_setup else None, preferences, asked or preset)


def panel(
    shown: Panel,
    held: Held,
    library: Library | None,
    preferences: Preferences | None,
    more: Sending | Preset | None = None,
) -> Node:
    """The panel beside the chat; on a phone, a sheet over it. `more` is what the open tab needs besides."""
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
            _inside(shown, open_chat, library or Library(), preferences or Preferences(), more),
        ),
    )


def _inside(
    shown: Panel, open_chat: OpenChat, library: Library, preferences: Preferences, more: Sending | Preset | None
) -> Node:
    match shown.tab:
        case "prompt":
            return prompt(prompt_view(shown, open_chat, more if isinstance(more, Sending) else None))
        case "book":
            return book_tab(setup_view(open_chat, library, preferences))
        case "setup":
            view = setup_view(open_chat, library, preferences)
            return setup(view, group_view(open_chat, library), notes_view(open_chat))
        case "why" if shown.which == "compare":
            return comparison(compare_view(open_chat), which_plan(shown.which, has_planned_reply(open_chat)))
        case _:
            return why(
                why_view(shown, open_chat, more if isinstance(more, Preset) else None),
                policy_view(shown.which, open_chat),
            )


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
