"""Why in full, on the sample chat: two plans compared, an entry pinned, the budget set by hand."""

from tests.browser.test_why import names, open_sample, region
from tests.browser.visit import Visit, patiently


def test_two_stored_plans_and_the_next_one_are_compared(booted: Visit) -> None:
    open_sample(booted, "Low water")
    booted.say("The lamp, please.")
    booted.wait_until_saved()
    booted.say("And the wreck?")
    booted.wait_until_saved()
    region(booted).get_by_role("button", name="Compare", exact=True).click()
    region(booted).get_by_text("tokens before").first.wait_for()
    region(booted).get_by_text("the server reads anew").wait_for()
    after = region(booted).get_by_label("After")
    options = after.locator("option").all_inner_texts()
    assert options[0] == "The next turn"
    after.select_option(index=1)
    patiently(lambda: options[1] == after.locator("option:checked").inner_text(), "the choice")
    region(booted).get_by_text("tokens before").first.wait_for()
    booted.page.get_by_role("tab", name="Prompt").click()
    booted.page.get_by_text("New from here").wait_for()
    booted.page.get_by_role("tab", name="Why").click()
    region(booted).get_by_role("button", name="Next", exact=True).click()


def test_a_pinned_entry_goes_in_and_out_again(booted: Visit) -> None:
    open_sample(booted)
    region(booted).get_by_text("Six of 24 go in.").wait_for()
    row = region(booted).locator(".row", has=booted.page.get_by_text("Sister Maud", exact=True))
    row.locator("summary").click()
    row.get_by_role("button", name="Pin for this chat").click()
    patiently(lambda: "Sister Maud" in names(booted, "In") + names(booted, "Left out"), "the pinned entry")
    booted.wait_until_saved()
    booted.page.reload()
    booted.wait_until_ready()
    region(booted).get_by_text("Put in by hand").or_(region(booted).get_by_text("Needs")).first.wait_for()
    row.locator("summary").click()
    row.get_by_role("button", name="Unpin").click()
    patiently(lambda: "Sister Maud" in names(booted, "Sleeping"), "the entry to fall asleep")


def test_the_memory_budget_is_set_by_the_arrow_keys_and_by_the_field(booted: Visit) -> None:
    open_sample(booted)
    slider = region(booted).get_by_role("slider", name="Memory budget")
    slider.focus()
    slider.press("ArrowRight")
    field = region(booted).get_by_role("spinbutton", name="Memory budget in tokens")
    patiently(lambda: field.input_value() == "910", "the field to follow the slider")
    field.fill("900")
    field.press("Tab")
    region(booted).get_by_text("of 900 in the memory budget").wait_for()
    patiently(lambda: slider.get_attribute("aria-valuenow") == "900", "the slider to follow the field")
