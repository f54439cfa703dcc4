"""The trash: seen, given back, emptied for good."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.actions import Did
from loreglass.app.effects import EmptyTrash, LoadLibrary, LoadTrash, StopReply, Write
from loreglass.app.moment import Moment
from loreglass.app.opened import Trash
from loreglass.app.records import trash_id
from loreglass.app.state import AppState
from loreglass.app.update.step import Handler, Step, stay, toast


def show(state: AppState, did: Did, moment: Moment) -> Step:
    """The trash is opened."""
    return replace(state, trash=Trash()), (LoadTrash(),)


def loaded(state: AppState, told: actions.TrashLoaded, moment: Moment) -> Step:
    """What is in it."""
    if told.emptied:
        state = toast(state, moment, "trash_emptied")
    return (replace(state, trash=Trash(items=told.items)), ()) if state.trash is not None else stay(state)


def give_back(state: AppState, did: Did, moment: Moment) -> Step:
    """A thing is out of the trash, as it was: `store:id`."""
    items = (state.trash.items if state.trash else None) or ()
    item = next((each for each in items if f"{each.store}:{each.id}" == did.id), None)
    if item is None:
        return stay(state)
    state = toast(state, moment, "restored", detail=item.name)
    return state, (Write(rows=(("settings", trash_id(item.store, item.id), None),)), LoadTrash(), LoadLibrary())


def ask(state: AppState, did: Did, moment: Moment) -> Step:
    """The user is asked whether it is to be emptied, or takes that back."""
    if state.trash is None or not state.trash.items:
        return stay(state)
    return replace(state, trash=replace(state.trash, asking=did.name == "trash-ask")), ()


def empty(state: AppState, did: Did, moment: Moment) -> Step:
    """Everything in it is deleted for good, once the user has said so; notices that would give it back go too.

    What is open of it is put away, and a reply to it stopped: what it still wrote would belong to nothing.
    """
    if state.trash is None or not state.trash.asking:
        return stay(state)
    gone = {item.id for item in state.trash.items or ()}
    kept = tuple(
        each
        for each in state.toasts
        if each.change is None or (each.change.scope != "app" and each.change.id not in gone)
    )
    state = replace(state, trash=replace(state.trash, asking=False), toasts=kept)
    if state.book is not None and state.book.book.id in gone:
        state = replace(state, book=None)
    if state.chat is None or state.chat.chat.id not in gone:
        return state, (EmptyTrash(), LoadLibrary())
    return replace(state, chat=None, replay=None), (StopReply(), EmptyTrash(), LoadLibrary())


HANDLERS: dict[str, Handler] = {
    "trash-show": show,
    "trash-restore": give_back,
    "trash-ask": ask,
    "trash-keep": ask,
    "trash-empty": empty,
}
