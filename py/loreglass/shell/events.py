"""The page's events, one JSON text each, become actions."""

import json

from loreglass.app import actions
from loreglass.app.actions import Action, Did
from loreglass.app.addresses import route_of
from loreglass.app.commands import Owner, pressed
from loreglass.app.state import AppState
from loreglass.domain.ids import ChatId

Event = dict[str, object]


def _text(event: Event, name: str) -> str:
    value = event.get(name)
    return value if isinstance(value, str) else ""


def _files(event: Event) -> tuple[tuple[str, str, int], ...]:
    files = event.get("files")
    if not isinstance(files, list):
        return ()
    return tuple((str(each["token"]), str(each["name"]), int(each["size"])) for each in files)


def _fields(event: Event) -> tuple[tuple[str, str], ...]:
    fields = event.get("fields")
    if not isinstance(fields, dict):
        return ()
    return tuple((str(name), {True: "on", False: ""}.get(value, str(value))) for name, value in fields.items())


def actions_of(text: str, state: AppState) -> tuple[Action, ...]:
    """What an event means, given what is on the screen."""
    event: Event = json.loads(text)
    match event["type"]:
        case "hashchange":
            return (actions.Went(route=route_of(_text(event, "value"))),)
        case "keydown":
            return _key(event, state)
        case "drop" | "paste":
            return (Did(name="import-files", files=_files(event)),)
        case "online" | "offline":
            return (actions.DeviceTold(online=event["type"] == "online"),)
        case "hidden":
            return (actions.DraftDue(),)
        case "failure":
            return (actions.DeviceTold(failure=_text(event, "report")),)
        case "update-ready":
            return (actions.DeviceTold(update_ready=True),)
        case "store":
            return (actions.DeviceTold(outdated=True),) if event.get("state") != "waiting" else ()
        case "writer":
            return (actions.WriterIs(chat_id=ChatId(_text(event, "id")), writer=True),)
        case "broadcast":
            return _other_tab(event)
        case "click" | "input" | "change" | "submit" | "close" if event.get("action"):
            return (_did(event),)
        case _:
            return ()


def _did(event: Event) -> Did:
    """What was done; a form's button with a value of its own says what the form is for."""
    button = _text(event, "value") if event["type"] == "submit" else ""
    return Did(
        name=button or _text(event, "action"),
        id=_text(event, "id"),
        value=_text(event, "value"),
        checked=event.get("checked") is True,
        fields=_fields(event),
        files=_files(event),
    )


def _other_tab(event: Event) -> tuple[Action, ...]:
    data = event.get("data")
    if not isinstance(data, dict):
        return ()
    return (actions.OtherTabWrote(scope=_text(data, "scope"), id=_text(data, "id")),)


SIGNS = {"ArrowUp": "↑", "ArrowLeft": "←", "ArrowRight": "→", "Escape": "Esc"}
ALONG = {"ArrowDown": "down", "ArrowUp": "up"}


def _key(event: Event, state: AppState) -> tuple[Action, ...]:
    """A key that the page took: what it means stands in `app/commands.py`."""
    key, kind = _text(event, "key"), _text(event, "keys")
    if kind == "palette" and key in ALONG:
        return (Did(name="palette-move", id=ALONG[key]),)
    owner: Owner = "composer" if kind.startswith("composer") else "message" if "ArrowLeft" in kind else ""
    command = pressed(_keys(event, key, sends=owner == "composer" and key == "Enter"), owner, state)
    if command is None:
        return (_did(event),) if key == "Enter" and event.get("action") and not _is_held(event) else ()
    if command.action == "send":
        return (Did(name="draft", value=_text(event, "value")), Did(name="send"))
    return (Did(name=command.action, id=_text(event, "id") if owner == "message" else command.item),)


def _is_held(event: Event) -> bool:
    return event.get("ctrl") is True or event.get("meta") is True


def _keys(event: Event, key: str, *, sends: bool) -> tuple[str, ...]:
    """The keys as the table writes them. The page's script has seen to it that this Enter is the one that sends."""
    held = ("Ctrl",) if _is_held(event) else ()
    if event.get("shift") is True and not sends and (held or len(key) > 1):
        held = (*held, "Shift")
    return (*held, SIGNS.get(key, key.upper() if len(key) == 1 else key))
