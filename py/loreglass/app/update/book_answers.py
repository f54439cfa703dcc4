"""What the store, the tokeniser and the planner answered about the open book."""

from dataclasses import replace

from loreglass.app import actions
from loreglass.app.effects import CountFires, Effect, Go, GrowList, LoadBook
from loreglass.app.moment import Moment
from loreglass.app.state import AppState, OpenBook, Route
from loreglass.app.update import book_bulk, book_history
from loreglass.app.update.book import FIRST_ROWS, plan_passage, reread_history, survey
from loreglass.app.update.step import Step, stay, toast
from loreglass.app.view_book import found_entries, listed
from loreglass.domain.ids import EntryId

Answer = (
    actions.PassagePlanned
    | actions.BookSurveyed
    | actions.FiresCounted
    | actions.VersionsLoaded
    | actions.MoveTargetLoaded
    | actions.EntriesChanged
)


def update(state: AppState, told: Answer, moment: Moment) -> Step:
    """The state after an answer; one about a book that is open no more changes nothing."""
    if state.book is None or state.book.book.id != told.book_id:
        return stay(state)
    match told:
        case actions.PassagePlanned():
            plan = told.plan if state.book.passage.strip() else None
            return replace(state, book=replace(state.book, passage_plan=plan)), ()
        case actions.BookSurveyed():
            return _surveyed(state, state.book, told), ()
        case actions.FiresCounted():
            return replace(state, book=replace(state.book, fired=told.fired)), ()
        case actions.VersionsLoaded():
            return book_history.loaded(state, told, moment)
        case actions.MoveTargetLoaded():
            return book_bulk.move_into(state, told, moment)
        case actions.EntriesChanged():
            return book_bulk.changed(state, told, moment)


def _surveyed(state: AppState, open_book: OpenBook, told: actions.BookSurveyed) -> AppState:
    warned = frozenset(
        name for name, findings in told.findings.items() if any(finding.kind != "hint" for finding in findings)
    )
    surveyed = replace(
        open_book, costs=told.costs, exact=told.exact, findings=told.findings, searched=told.searched, warned=warned
    )
    return replace(state, book=surveyed)


def book_loaded(state: AppState, told: actions.BookLoaded, moment: Moment) -> Step:
    """The book as stored; what is only on the screen stays."""
    if state.route.name != "book" or state.route.id != told.book_id:
        return stay(state)
    new, old = told.book, state.book
    if new is None:
        if old is not None and old.book.id == told.book_id:
            state = toast(state, moment, "deleted_elsewhere", detail=old.book.name)
        return replace(state, book=None), (Go(to="#/books"),)
    grow: tuple[Effect, ...] = ()
    if old is None or old.book.id != told.book_id:
        new, grow = replace(new, rows=FIRST_ROWS), (GrowList(),)
    elif old.unsaved > old.failed:
        return state, (LoadBook(book_id=told.book_id),)
    else:
        there = frozenset(entry.id for entry in new.book.entries)
        revision = old.field_revision + (0 if new.book == old.book else 1)
        new = replace(old, book=new.book, field_revision=revision, selected=old.selected & there, edited=None)
    state = replace(state, book=replace(new, entry_id=_entry_of(state.route)))
    assert state.book is not None
    return state, (
        *grow,
        *plan_passage(state, state.book),
        *survey(state, state.book),
        *count_fires(state, state.book),
        *reread_history(state),
    )


def went(state: AppState, open_book: OpenBook) -> Step:
    """Another entry of the book that is open already, or none."""
    entry_id = _entry_of(state.route)
    history = open_book.history if open_book.entry_id == entry_id else None
    part = listed(open_book, found_entries(open_book))
    # A row that is clicked stays where it is.
    stays = any(entry.id == entry_id for _, entry in part.rows)
    listed_from = part.before if stays or entry_id is None else None
    open_book = replace(open_book, entry_id=entry_id, history=history, listed_from=listed_from)
    return replace(state, book=open_book), count_fires(state, open_book)


def _entry_of(route: Route) -> EntryId | None:
    return EntryId(route.sub) if route.sub else None


def count_fires(state: AppState, open_book: OpenBook) -> tuple[Effect, ...]:
    """The effect that counts where the entries went in, in the chat that was open last, if it has the book."""
    open_chat = state.chat
    if open_chat is None or all(linked.book.id != open_book.book.id for linked in open_chat.books):
        return ()
    chosen = (open_chat.variants.get(message.chosen_id) for message in open_chat.path)
    plan_ids = tuple(variant.plan_id for variant in chosen if variant and variant.plan_id)
    return (CountFires(book_id=open_book.book.id, chat_title=open_chat.chat.title, plan_ids=plan_ids),)
