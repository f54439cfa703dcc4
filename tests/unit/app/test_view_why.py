"""What Why shows: three groups that hold every entry once, marks, chains, checks and the buttons that help."""

from dataclasses import replace

from loreglass.app.actions import Did
from loreglass.app.moment import Moment
from loreglass.app.state import AppState, OpenChat, Panel, ShownPlan
from loreglass.app.strings.reasons import plain
from loreglass.app.update import update
from loreglass.app.view_rows import Row
from loreglass.app.view_why import FIRST_LEFT_OUT, WhyView, why_view
from loreglass.domain.ids import EntryId, MessageId, VariantId
from tests.ui import ninth_bell


def shown(**changes: object) -> WhyView:
    return why_view(Panel(**changes), ninth_bell.open_chat())  # type: ignore[arg-type]


def row_named(view: WhyView, name: str) -> Row:
    assert view.groups is not None
    rows = (*view.groups.included, *view.groups.left_out, *view.groups.sleeping)
    return next(row for row in rows if row.name == name)


def test_the_first_sentence_counts_what_goes_in_and_what_is_left_out() -> None:
    view = shown()
    assert view.lede == "Six of 24 go in. Two are left out."
    assert view.from_line == "The next turn, from your draft and messages 38 to 40."


def test_a_stored_plan_tells_which_message_it_made() -> None:
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    plan = replace(chat.next_plan, draft=False)
    stored = ShownPlan(message_id=MessageId("m40"), variant_id=VariantId("v40-1"), plan=plan)
    view = why_view(Panel(which="reply"), replace(chat, shown_plan=stored))
    assert view.from_line == "What message 40 was written from: messages 36 to 39."


def test_a_reply_is_told_in_the_words_of_the_rules_that_decided_it() -> None:
    chat = ninth_bell.open_chat()
    assert chat.next_plan is not None
    plan = replace(chat.next_plan, draft=False, semantics="sillytavern")
    stored = ShownPlan(message_id=MessageId("m40"), variant_id=VariantId("v40-1"), plan=plan)
    view = why_view(Panel(which="reply"), replace(chat, shown_plan=stored))
    assert plain(row_named(view, "Wrackmouth").why).startswith("Always in. Order ")
    assert plain(row_named(shown(), "Wrackmouth").why) == "Always in. Priority 100."


def test_every_entry_of_the_book_is_in_exactly_one_group() -> None:
    view = shown(all_sleeping=True)
    assert view.groups is not None
    rows = (*view.groups.included, *view.groups.left_out, *view.groups.sleeping)
    assert len(rows) == 24
    assert len({row.key for row in rows}) == 24


def test_numbers_follow_the_prompt_and_letters_what_was_left_out() -> None:
    groups = shown().groups
    assert groups is not None
    assert [(row.mark.label, row.name) for row in groups.included][:3] == [
        ("1", "Wrackmouth"),
        ("2", "The Ninth Bell"),
        ("3", "Tide-clerks"),
    ]
    assert [(row.mark.label, row.name) for row in groups.left_out] == [("a", "The Halloran wreck"), ("b", "Sea-fret")]


def test_sleeping_begins_with_what_is_nearest_to_waking_and_says_how_many_more() -> None:
    groups = shown().groups
    assert groups is not None
    assert [row.name for row in groups.sleeping][:2] == ["The lamp-room ledger", "Sister Maud"]
    assert len(groups.sleeping) == 5
    assert groups.more_asleep == 11


def test_an_entry_that_is_switched_off_comes_last_and_can_be_switched_on() -> None:
    groups = shown(all_sleeping=True).groups
    assert groups is not None
    assert groups.sleeping[-1].name == "Spring tide"
    assert [fix.label for fix in groups.sleeping[-1].fixes] == ["Switch on"]


def test_an_entry_over_the_budget_offers_the_tokens_it_lacks() -> None:
    fixes = row_named(shown(), "The Halloran wreck").fixes
    assert [(fix.label, fix.action, fix.id, fix.value) for fix in fixes] == [
        ("Raise the budget by 144", "raise-budget", "chat", "144"),
        ("Set priority to 21", "entry-set", "wrackmouth/halloran-wreck", "priority=21"),
    ]


def test_the_chain_leads_from_the_message_over_the_entry_to_the_entry() -> None:
    chain = [plain(step) for step in row_named(shown(), "Tide-clerks").chain]
    assert chain[0] == "Message 40: Then, from under the bay, a bell."
    assert chain[1].startswith("The Ninth Bell: ")
    assert "tide-clerks" in chain[1]
    assert chain[2] == "Tide-clerks, 1 step from the chat"


def test_the_checks_end_at_the_one_that_failed() -> None:
    checks = row_named(shown(), "The Halloran wreck").checks
    assert [check.passed for check in checks] == [True, True, False]
    assert plain(checks[-1].what) == "Does not fit"
    assert checks[-1].note == "132 left"


def test_without_a_plan_the_panel_says_why() -> None:
    chat = replace(ninth_bell.open_chat(), next_plan=None, plan_problem="The persona is too long.")
    view = why_view(Panel(), chat)
    assert view.groups is None
    assert view.problem == "The persona is too long."


def test_an_entry_deleted_since_is_still_a_row() -> None:
    chat: OpenChat = ninth_bell.open_chat()
    emptied = replace(chat.books[0], book=replace(chat.books[0].book, entries=()))
    view = why_view(Panel(), replace(chat, books=(emptied,)))
    assert view.groups is not None
    assert view.groups.included[0].name == "An entry that has gone from its book"
    assert view.groups.included[0].edit == ""


def test_of_very_many_left_out_the_first_are_rows_and_the_others_are_a_click_away() -> None:
    chat = ninth_bell.open_chat()
    plan = chat.next_plan
    assert plan is not None
    out = next(one for one in plan.decisions if one.verdict == "dropped")
    many = tuple(replace(out, ref=replace(out.ref, entry_id=EntryId(f"x{at}"))) for at in range(300))
    chat = replace(chat, next_plan=replace(plan, decisions=(*plan.decisions, *many)))
    led, _ = update(AppState(chat=chat), Did(name="why-row", id="x299"), Moment(now_ms=0, stem="s"))
    assert led.panel.all_sleeping, "the row that a message leads to is drawn"
    first, every = (why_view(Panel(all_sleeping=each), chat).groups for each in (False, True))
    assert first is not None
    assert every is not None
    assert (len(first.left_out), first.more_left_out) == (FIRST_LEFT_OUT, 302 - FIRST_LEFT_OUT)
    assert (len(every.left_out), every.more_left_out) == (302, 0)
