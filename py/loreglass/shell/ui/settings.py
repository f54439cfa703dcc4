"""Settings: endpoint, memory, look, storage. Views: slices of the state in, node out."""

from loreglass.app.backups import Backups
from loreglass.app.endpoints import EndpointForm
from loreglass.app.state import Device, Preferences
from loreglass.app.strings import size
from loreglass.app.strings.settings import TABS, THEMES
from loreglass.shell.ui import endpoint
from loreglass.shell.ui.backup import backup_part
from loreglass.shell.ui.node import Attr, Child, Node, h
from loreglass.shell.ui.pieces import button, field, switch


def settings_page(tab: str, form: EndpointForm, preferences: Preferences, device: Device, backups: Backups) -> Node:
    """The page of settings, with one tab open; the first where the address names none."""
    chosen = next((code for code, _ in TABS if code == tab), TABS[0][0])
    tabs = (_tab(code, label, chosen=code == chosen) for code, label in TABS)
    return h(
        "div",
        {"class": "settings"},
        h("header", {"class": "topbar"}, h("h1", None, "Settings")),
        h("div", {"class": "tabs", "role": "tablist", "aria-label": "Settings"}, *tabs),
        h(
            "div",
            {
                "role": "tabpanel",
                "id": "settings-panel",
                "aria-labelledby": f"tab-{chosen}",
                "tabindex": "0",
                "class": "page",
                "key": chosen,
            },
            h("div", {"class": "page-in settings-in"}, _panel(chosen, form, preferences, device, backups)),
        ),
    )


def _tab(code: str, label: str, *, chosen: bool) -> Node:
    attrs: dict[str, Attr] = {
        "role": "tab",
        "id": f"tab-{code}",
        "href": f"#/settings/{code}",
        "aria-selected": "true" if chosen else "false",
        "aria-controls": "settings-panel" if chosen else None,
        "tabindex": "0" if chosen else "-1",
    }
    return h("a", attrs, label)


def _panel(chosen: str, form: EndpointForm, preferences: Preferences, device: Device, backups: Backups) -> Node:
    match chosen:
        case "memory":
            return _memory(preferences)
        case "look":
            return _look(preferences)
        case "storage":
            return _storage(device, backups)
        case _:
            return endpoint.endpoint_tab(form)


def _memory(preferences: Preferences) -> Node:
    return h(
        "section",
        {"class": "sheet-in", "aria-labelledby": "memory-title"},
        h("h2", {"id": "memory-title"}, "How memory books are read"),
        h("p", {"class": "say"}, "These hold for every chat. A book, an entry or a chat may set its own."),
        h(
            "div",
            {"class": "fields two"},
            _number(
                "Looks back",
                "memory_depth_messages",
                preferences.memory_depth_messages,
                "messages, newest first; 0 scans none",
            ),
            _number(
                "Budget",
                "memory_budget_tokens",
                preferences.memory_budget_tokens,
                "tokens that entries may take in a prompt",
            ),
        ),
        _system_prompt(preferences),
        h(
            "p",
            {"class": "say"},
            "The order of the prompt, texts of your own, caps and samplers are kept in ",
            h("a", {"href": "#/presets"}, "Presets"),
            ".",
        ),
    )


def _number(label: str, name: str, value: int, hint: str) -> Node:
    attrs: dict[str, Attr] = {
        "id": name,
        "type": "number",
        "min": 0,
        "step": 1,
        "data-action": "preference",
        "data-on": "change",
        "data-id": name,
        "#value": str(value),
        "#rev": str(value),
        "aria-describedby": f"{name}-hint",
    }
    return field(label, name, h("input", attrs), below=h("p", {"class": "from", "id": f"{name}-hint"}, hint))


def _system_prompt(preferences: Preferences) -> Node:
    attrs: dict[str, Attr] = {
        "id": "system-prompt",
        "rows": 5,
        "dir": "auto",
        "data-action": "preference",
        "data-on": "change",
        "data-id": "system_prompt",
        "#value": preferences.system_prompt,
        "#rev": preferences.system_prompt,
        "placeholder": "The one that comes with Loreglass",
    }
    below = h(
        "p",
        {"class": "from"},
        "The first words of every prompt. A character’s own stands in its place; {{original}} there brings this in.",
    )
    return field("System prompt", "system-prompt", h("textarea", attrs), below=below)


def _look(preferences: Preferences) -> Node:
    themes = (_theme(code, label, hint, chosen=code == preferences.theme) for code, label, hint in THEMES)
    return h(
        "section",
        {"class": "sheet-in", "aria-labelledby": "look-title"},
        h("h2", {"id": "look-title"}, "Look"),
        h("fieldset", {"class": "opts"}, h("legend", {"class": "lab"}, "Theme"), *themes),
        h("h3", None, "Keys"),
        h("div", {"class": "switches"}, switch("Enter sends", "preference", "enter_sends", on=preferences.enter_sends)),
        h("p", {"class": "quiet"}, "On: Shift and Enter break the line. Off: the other way round."),
    )


def _theme(code: str, label: str, hint: str, *, chosen: bool) -> Node:
    attrs: dict[str, Attr] = {
        "type": "radio",
        "name": "theme",
        "value": code,
        "checked": chosen or None,
        "data-action": "theme",
        "data-on": "change",
        "data-id": code,
    }
    return h("label", {"key": code}, h("input", attrs), label, h("small", None, hint))


def _storage(device: Device, backups: Backups) -> Node:
    used = size(device.used_bytes) if device.used_bytes is not None else "The browser does not say how much."
    return h(
        "section",
        {"class": "sheet-in", "aria-labelledby": "storage-title"},
        h("h2", {"id": "storage-title"}, "Where your work is"),
        h(
            "p",
            {"class": "say"},
            "Chats, books, characters and settings are in this browser, on this device, and nowhere else. "
            "A key is kept only if you said so. Clearing this site’s data in the browser clears them all.",
        ),
        h("dl", {"class": "facts-list"}, *_fact("In use", used), *_fact("Kept when space runs low", _kept(device))),
        *backup_part(backups),
        h("h3", None, "The samples"),
        h(
            "div",
            {"class": "acts"},
            button("Remove the samples", "samples-remove"),
            button("Bring the samples back", "samples-restore", kind="ghost"),
        ),
    )


def _kept(device: Device) -> tuple[Child, ...]:
    if device.persisted:
        return ("Yes. The browser has promised to keep it.",)
    return ("Not promised yet. ", button("Ask the browser to keep it", "persist"))


def _fact(name: str, value: str | tuple[Child, ...]) -> tuple[Node, Node]:
    return h("dt", None, name), h("dd", None, *((value,) if isinstance(value, str) else value))
