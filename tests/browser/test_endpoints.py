"""Several endpoints, thoughts, tokens and waiting in the running page.

The llama.cpp server behind the relay is real. What it cannot be made to do (think, refuse for a moment, write on after
the connection is closed) is scripted, and the tests say so.
"""

import json
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.relay import Relay, relaying
from tests.browser.scripted_server import closing_only, failing_first, saying_nothing, thinking, writing_on
from tests.browser.test_endpoint import CHAT, fill_in, send, steps
from tests.browser.visit import Visit, begin, patiently

MODEL = "smollm2-135m-instruct"
WHOLE_COUNT = "/v1/chat/completions/input_tokens"
SLOW_MS = 20_000


@pytest.fixture(scope="module")
def relay(model_server: str) -> Iterator[Relay]:
    """The way from the page to the real server."""
    yield from relaying(model_server)


@pytest.fixture(scope="module")
def second() -> Iterator[Relay]:
    """Another address, where scripts stand for a server."""
    yield from relaying("http://127.0.0.1:9")


@pytest.fixture(scope="module")
def page(chromium: Browser, site: str, relay: Relay) -> Iterator[Visit]:
    """One booted page; the first test sets its endpoint, the others use it."""
    visit = begin(chromium, site).open("#/settings/endpoint")
    yield visit
    visit.context.close()
    assert [each for each in visit.problems if "Failed to load resource" not in each] == []


@pytest.fixture(autouse=True)
def _fresh(relay: Relay) -> Iterator[None]:
    """Each test finds the relay passing on to the server."""
    yield
    relay.script = None


def reload_to_allow(visit: Visit) -> None:
    """Nothing; the page was loaded again, so that it may call what was saved."""
    visit.wait_until_stored("settings", visit.page.get_by_label("Endpoint URL", exact=True).input_value())
    visit.page.get_by_role("button", name="Reload to allow this endpoint").click()
    patiently(lambda: visit.page.get_by_text("This page may not call it yet.").count() == 0, "the reload")
    visit.wait_until_ready()


def budget(visit: Visit) -> dict[str, tuple[int, str]]:
    """The table Budget: tokens of each row, and how they were counted."""
    rows = visit.page.get_by_role("table", name="Budget").get_by_role("row").all()
    cells = [(row.locator("th").inner_text(), row.locator("td").all_inner_texts()) for row in rows]
    return {name.strip(): (int(tokens.replace(",", "")), how) for name, (tokens, how) in cells}


def shows_whole_count(visit: Visit, relay: Relay, said: str) -> bool:
    """Whether the line under the message box has the server's count of the newest prompt, in which this was said."""
    asked = [each.json() for each in relay.asked if each.path == WHOLE_COUNT]
    if not asked or said not in [each["content"] for each in asked[-1]["messages"][:-1]]:
        return False
    counted = relay.ask(WHOLE_COUNT, asked[-1])["input_tokens"]
    return f"({counted:,} by the endpoint’s count)" in visit.page.locator("#nowline .says").inner_text()


def waiting(visit: Visit) -> Locator:
    """What is said while a reply does not come."""
    return visit.page.locator("#reply .waits")


def test_a_kind_brings_its_address_its_help_and_its_samplers(page: Visit) -> None:
    kind = page.page.get_by_label("Kind", exact=True)
    kind.select_option("ollama")
    url = page.page.get_by_label("Endpoint URL", exact=True)
    expect(url).to_have_value("http://localhost:11434")
    expect(page.page.get_by_text("OLLAMA_ORIGINS").first).to_be_visible()
    kind.select_option("llamacpp")
    expect(url).to_have_value("http://localhost:8080")
    page.page.locator("summary", has_text="Samplers").click()
    expect(page.page.get_by_label("Min P", exact=True)).to_be_enabled()
    expect(page.page.get_by_label("Top A", exact=True)).to_be_disabled()


def test_the_test_passes_six_steps_and_reads_the_context_size(page: Visit, relay: Relay) -> None:
    fill_in(page, "Save", url=relay.url, reply="24")
    reload_to_allow(page)
    fill_in(page, "Test endpoint")
    patiently(lambda: steps(page) == ["passed"] * 6, "six steps to pass")
    expect(page.page.get_by_text("4,096 tokens, as the server told")).to_be_visible()
    assert page.page.get_by_label("Context size", exact=True).input_value() == ""


def test_the_servers_own_count_is_exact_and_what_it_reports_stands_beside_the_plan(page: Visit, relay: Relay) -> None:
    send(page, "“Is the tide out?”")
    patiently(lambda: any(each.path == "/tokenize" for each in relay.asked), "a count by the server")
    patiently(lambda: budget(page).get("System", (0, ""))[1] in ("exact", "sum"), "exact counts")
    assert budget(page)["Frames"][1] == "est."
    patiently(lambda: shows_whole_count(page, relay, "“Is the tide out?”"), "the server's count of the next prompt")
    before = len(relay.asked)
    send(page, "“And the lamp?”")
    page.page.get_by_role("button", name="This reply").click()
    said = page.page.get_by_role("region", name="Why").get_by_text("the endpoint reports")
    planned, reported = (int(each.replace(",", "")) for each in _numbers(said.inner_text())[:2])
    asked = next(each for each in relay.asked[before:] if each.path.endswith("/chat/completions"))
    real = relay.ask(WHOLE_COUNT, {"messages": asked.json()["messages"]})["input_tokens"]
    assert reported == real
    # The frames are an estimate; the texts are not.
    assert abs(planned - reported) <= 4 * len(asked.json()["messages"])
    page.page.get_by_role("button", name="Next", exact=True).click()


def test_switched_off_nothing_is_counted_there_while_the_user_writes(page: Visit, relay: Relay) -> None:
    page.go("#/settings/endpoint")
    switch = page.page.get_by_role("switch", name="Count tokens there while I write")
    expect(switch).to_be_checked()
    switch.set_checked(False)
    fill_in(page, "Save")
    page.go(CHAT)
    expect(page.page.locator("#nowline .says")).to_contain_text("(estimate)", timeout=SLOW_MS)
    before = len(relay.asked)
    page.page.get_by_role("textbox", name="Message", exact=True).fill("“A word that nobody has sent.”")
    page.page.wait_for_timeout(2000)
    assert [each.path for each in relay.asked[before:]] == []
    page.go("#/settings/endpoint")
    expect(switch).not_to_be_checked()
    switch.set_checked(True)
    fill_in(page, "Save")
    page.go(CHAT)
    expect(page.page.locator("#nowline .says")).to_contain_text("by the endpoint’s count", timeout=SLOW_MS)


def test_the_prompt_as_one_text_is_shown_as_it_is_sent(page: Visit, relay: Relay) -> None:
    page.go("#/settings/endpoint")
    page.page.get_by_label("Prompts go", exact=True).select_option("text")
    fill_in(page, "Save")
    shown = send(page, "“One more.”")
    asked = next(each for each in reversed(relay.asked) if each.path == "/completion")
    shown.get_by_role("button", name="More for message").click()
    shown.get_by_role("button", name="Why this reply").click()
    page.page.get_by_role("tab", name="Prompt").click()
    whole = page.page.get_by_role("region", name="Prompt text").locator("pre")
    patiently(lambda: whole.count() == 1, "the stored plan")
    assert whole.text_content() == asked.json()["prompt"]
    page.page.get_by_role("button", name="Next", exact=True).click()
    page.page.get_by_role("tab", name="Why").click()
    page.go("#/settings/endpoint")
    page.page.get_by_label("Prompts go", exact=True).select_option("chat")
    fill_in(page, "Save")


def test_thoughts_are_folded_and_neither_sent_again_nor_part_of_the_reply(page: Visit, relay: Relay) -> None:
    """Scripted: the model at hand does not think."""
    relay.script = thinking(("The keeper asks. ", "Nell knows."), ("“It is.”",), tokens=(812, 40, 31))
    shown = send(page, "“Is it lit?”")
    expect(shown.locator(".prose")).to_have_text("“It is.”")
    thoughts = shown.locator("details.thoughts")
    expect(thoughts.locator("summary")).to_contain_text("31 tokens, reported")
    expect(thoughts.locator(".thought")).to_be_hidden()
    thoughts.locator("summary").click()
    expect(thoughts.locator(".thought")).to_have_text("The keeper asks. Nell knows.")
    send(page, "“And now?”")
    assert "Nell knows." not in relay.last_chat().body
    page.page.get_by_role("tab", name="Setup").click()
    expect(page.page.get_by_role("region", name="Tokens and cost")).to_contain_text("as the endpoint reported for")
    page.page.get_by_role("tab", name="Why").click()


def test_thoughts_of_which_only_the_end_is_marked_are_folded_once_it_comes(page: Visit, relay: Relay) -> None:
    """Scripted: the model at hand does not think."""
    go_on = threading.Event()
    relay.script = closing_only(("So he asks. ", "Nell may tell.\n</thi"), "nk>\n\n“It is out.”", go_on)
    page.go(CHAT)
    page.page.get_by_role("textbox", name="Message", exact=True).fill("“And the other lamp?”")
    page.page.get_by_role("button", name="Send", exact=True).click()
    expect(page.page.locator("#reply .prose")).to_contain_text("So he asks.", timeout=SLOW_MS)
    go_on.set()
    last = page.articles().last
    expect(last.locator(".prose")).to_have_text("“It is out.”", timeout=SLOW_MS)
    page.wait_until_saved()
    expect(last.locator(".thought")).to_have_text("So he asks. Nell may tell.")
    expect(last.locator(".thought")).to_be_hidden()
    send(page, "“Is it?”")
    assert "Nell may tell." not in relay.last_chat().body


def test_a_test_that_nobody_answers_can_be_stopped(page: Visit, relay: Relay) -> None:
    """Scripted: the server at hand is never silent."""
    let_go = threading.Event()
    relay.script = saying_nothing(let_go)
    fill_in(page, "Test endpoint")
    stop = page.page.get_by_role("button", name="Stop the test")
    expect(stop).to_be_visible()
    stop.click()
    expect(page.page.get_by_role("button", name="Test endpoint")).to_be_focused()
    expect(page.page.get_by_role("region", name="Notices")).to_contain_text("The test is stopped.")
    expect(page.page.get_by_role("region", name="Test of the endpoint")).to_have_count(0)
    let_go.set()


def test_a_refusal_for_the_moment_counts_down_and_then_the_reply_comes(page: Visit, relay: Relay) -> None:
    """Scripted: the server at hand has no rate limit."""
    relay.script = failing_first(1, 429, {"Retry-After": "6"}, thinking((), ("“Aye.”",), tokens=(1, 1, 0)))
    page.go(CHAT)
    page.page.get_by_role("textbox", name="Message", exact=True).fill("“Quickly!”")
    page.page.get_by_role("button", name="Send", exact=True).click()
    expect(waiting(page)).to_contain_text("Slow down", timeout=SLOW_MS)
    expect(waiting(page)).to_contain_text("Trying again in")
    expect(page.articles().last.locator(".prose")).to_have_text("“Aye.”", timeout=SLOW_MS)
    page.wait_until_saved()


def test_stop_ends_the_waiting_and_the_message_stays(page: Visit, relay: Relay) -> None:
    """Scripted: the server at hand is never overloaded."""
    relay.script = failing_first(9, 503, {"Retry-After": "25"}, thinking((), ("No.",), tokens=(1, 1, 0)))
    page.page.get_by_role("textbox", name="Message", exact=True).fill("“Wait for me.”")
    page.page.get_by_role("button", name="Send", exact=True).click()
    expect(waiting(page)).to_contain_text("Trying again in")
    page.page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.page.get_by_role("button", name="Send", exact=True)).to_be_visible()
    expect(page.articles().last.locator(".prose")).to_have_text("“Wait for me.”")


def test_two_endpoints_are_kept_and_both_may_be_called_after_one_reload(
    page: Visit, relay: Relay, second: Relay
) -> None:
    """Scripted: a KoboldCpp stands at the second address. Stop tells it to stop, besides closing the connection."""
    told = threading.Event()
    second.script = writing_on("tick ", told)
    page.go("#/settings/endpoint")
    page.page.get_by_role("button", name="New endpoint").click()
    page.page.get_by_label("Kind", exact=True).select_option("koboldcpp")
    page.page.get_by_label("Name", exact=True).fill("The clock")
    fill_in(page, "Save", url=second.url, reply="24")
    reload_to_allow(page)
    page.go(CHAT)
    expect(page.page.get_by_role("link", name="Endpoint: The clock")).to_be_visible()
    page.page.get_by_role("textbox", name="Message", exact=True).fill("“Tick?”")
    page.page.get_by_role("button", name="Send", exact=True).click()
    expect(page.page.locator("#reply")).to_contain_text("tick tick")
    page.page.get_by_role("button", name="Stop", exact=True).click()
    patiently(told.is_set, "the call that stops it")
    asked = [each for each in second.asked if each.path.endswith(("/chat/completions", "/abort"))]
    assert next(json.loads(each.body)["genkey"] for each in asked) == json.loads(asked[-1].body)["genkey"]
    page.wait_until_saved()
    expect(page.articles().last).to_contain_text("Stopped. What had come is kept.")
    page.go("#/settings/endpoint")
    page.page.get_by_role("radio", name=MODEL).check()
    before = len(second.asked)
    expect(send(page, "“Back to you.”")).to_contain_text(MODEL)
    assert len(second.asked) == before
    assert relay.last_chat().json()["messages"][-1]["content"] == "“Back to you.”"


def _numbers(text: str) -> list[str]:
    return [word.strip(".;,") for word in text.split() if word.strip(".;,").replace(",", "").isdecimal()]
