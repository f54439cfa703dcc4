"""A real model behind a real server: what is sent is what Why shows, and every failure has its sentence.

Between page and server stands a relay that notes the requests. Answers that the server at hand cannot be made to
give (a rate limit, an error inside a stream) are scripted, and the tests say so.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.browser.relay import Asked, Relay, Scripted, delta, relaying, stream
from tests.browser.visit import Visit, begin, patiently

KEY = "sk-a-key-of-the-tests-4711"
MODEL = "smollm2-135m-instruct"
CHAT = "#/c/sample-low-water"
DUMP = """async () => {
  const name = (await indexedDB.databases()).find((each) => each.name.endsWith('loreglass')).name;
  const open = indexedDB.open(name);
  const database = await new Promise((resolve) => { open.onsuccess = () => resolve(open.result); });
  const out = {};
  for (const store of database.objectStoreNames) {
    const all = database.transaction(store).objectStore(store).getAll();
    out[store] = JSON.stringify(await new Promise((resolve) => { all.onsuccess = () => resolve(all.result); }));
  }
  database.close();
  return out;
}"""


@pytest.fixture(scope="module")
def relay(model_server: str) -> Iterator[Relay]:
    """The way from the page to the server."""
    yield from relaying(model_server)


@pytest.fixture(scope="module")
def linked(chromium: Browser, site: str, relay: Relay) -> Iterator[Visit]:
    """One booted page; the first tests set its endpoint, the others use it."""
    visit = begin(chromium, site).open("#/settings/endpoint")
    yield visit
    visit.context.close()
    # The browser's own line about a request that failed: the tests below make them fail.
    assert [each for each in visit.problems if "Failed to load resource" not in each] == []


@pytest.fixture(autouse=True)
def _fresh(relay: Relay) -> Iterator[None]:
    """Each test finds the relay passing on to the server, and leaves it so."""
    behind = relay.upstream
    yield
    relay.upstream, relay.cut_after, relay.script = behind, None, None
    if relay.server is None:
        relay.start()


def fill_in(visit: Visit, press: str, **fields: str) -> None:
    """Nothing; the endpoint's form has these values and the button was pressed."""
    if "#/settings/endpoint" not in visit.page.url:
        visit.go("#/settings/endpoint")
    form = visit.page.get_by_role("form", name="Endpoint")
    names = {
        "url": "Endpoint URL",
        "key": "API key",
        "model": "Model",
        "context": "Context size",
        "reply": "Reply reserve",
    }
    for name, value in fields.items():
        form.get_by_label(names[name], exact=True).fill(value)
    form.get_by_role("button", name=press, exact=True).click()


def steps(visit: Visit) -> list[str]:
    """How each step of the endpoint's test stands: passed, failed, skipped."""
    rows = visit.page.get_by_role("region", name="Test of the endpoint").get_by_role("listitem").locator("css=.sign")
    return [(each.get_attribute("class") or "").split()[-1] for each in rows.locator("..").all()]


def send(visit: Visit, text: str) -> Locator:
    """The newest message once the turn is over, whatever became of it."""
    if CHAT not in visit.page.url:
        visit.go(CHAT)
    count = visit.articles().count()
    visit.page.get_by_role("textbox", name="Message", exact=True).fill(text)
    visit.page.get_by_role("button", name="Send", exact=True).click()
    patiently(lambda: visit.articles().count() > count, "the message")
    patiently(lambda: visit.page.get_by_role("button", name="Send", exact=True).count() == 1, "the end of it", 90)
    visit.wait_until_saved()
    return visit.articles().last


def shown_messages(visit: Visit) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The messages as Why's tab Prompt lists them, and as the raw request has them."""
    panel = visit.page.get_by_role("region", name="Prompt")
    listed = [
        {"role": each.get_attribute("data-role") or "", "content": each.locator("pre").text_content() or ""}
        for each in panel.locator("ol.sent > li").all()
    ]
    panel.get_by_role("switch", name="Raw").check()
    request = panel.locator("pre.raw").text_content() or ""
    raw: list[dict[str, str]] = json.loads(request.partition("\n\n")[2])["messages"]
    panel.get_by_role("switch", name="Raw").uncheck()
    return listed, raw


def holding(dump: dict[str, str], text: str) -> list[str]:
    """The stores in which the text stands."""
    return [name for name, records in dump.items() if text in records]


def test_a_new_endpoint_asks_for_a_reload_before_it_may_be_called(linked: Visit, relay: Relay) -> None:
    fill_in(linked, "Save", url=relay.url, key=KEY, context="4096", reply="24")
    page = linked.page
    expect(page.get_by_text("This page may not call it yet.")).to_be_visible()
    assert holding(linked.evaluate(DUMP), KEY) == []
    assert relay.asked == []
    linked.wait_until_stored("settings", relay.url)
    page.get_by_role("button", name="Reload to allow this endpoint").click()
    patiently(lambda: page.get_by_text("This page may not call it yet.").count() == 0, "the reload")
    linked.wait_until_ready()
    assert page.get_by_label("Endpoint URL").input_value() == relay.url


def test_a_key_that_is_not_kept_is_gone_after_the_reload(linked: Visit, relay: Relay) -> None:
    expect(linked.page.get_by_text("Leave it empty for a program of your own.")).to_be_visible()
    fill_in(linked, "Load models")
    patiently(lambda: bool(relay.asked), "a request")
    assert "authorization" not in relay.asked[-1].headers


def test_the_test_of_the_endpoint_passes_every_step_and_knows_the_models(linked: Visit) -> None:
    fill_in(linked, "Test endpoint")
    patiently(lambda: steps(linked) == ["passed"] * 6, "six steps to pass")
    models = linked.page.locator("#endpoint-model-list option")
    assert [each.get_attribute("value") for each in models.all()] == [MODEL]
    assert linked.page.get_by_label("Model", exact=True).input_value() == MODEL


def test_what_why_shows_before_and_after_is_what_the_server_receives(linked: Visit, relay: Relay) -> None:
    linked.go(CHAT)
    page, words = linked.page, "“Is there a *ledger* of the customs duty, and a bell?”  {{char}} <b>&amp;</b> “é—日本”"
    page.get_by_role("textbox", name="Message", exact=True).fill(words)
    page.get_by_role("tab", name="Prompt").click()
    panel = page.get_by_role("region", name="Prompt")
    expect(panel.locator("ol.sent > li").last.locator("pre")).to_have_text(words)
    before, raw_before = shown_messages(linked)
    reply = send(linked, words)
    received = relay.last_chat().json()["messages"]
    assert received == before == raw_before
    assert received[-1] == {"role": "user", "content": words}
    panel.get_by_role("button", name="This reply").click()
    patiently(lambda: panel.locator("ol.sent > li").count() == len(received), "the stored plan")
    assert shown_messages(linked) == (received, received)
    panel.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("tab", name="Why").click()
    assert len(reply.locator(".prose").inner_text()) > 0
    expect(reply.locator(".meta")).to_have_text(MODEL)


def test_as_the_server_sees_it_is_what_the_model_gets(relay: Relay) -> None:
    shown = relay.last_chat().json()["messages"]
    seen = relay.ask("/apply-template", {"messages": shown})["prompt"]
    asked: dict[str, Any] = {"messages": shown, "verbose": True, "max_tokens": 1, "stream": False}
    assert relay.ask("/v1/chat/completions", asked)["__verbose"]["prompt"] == seen
    assert all(each["content"] in seen for each in shown)


def test_a_key_goes_to_its_endpoint_and_is_stored_only_where_that_was_chosen(linked: Visit, relay: Relay) -> None:
    fill_in(linked, "Save", key=KEY)
    expect(linked.page.get_by_text("A key is set.")).to_be_visible()
    fill_in(linked, "Load models")
    patiently(lambda: relay.asked[-1].headers.get("authorization") == f"Bearer {KEY}", "the key in the request")
    assert holding(linked.evaluate(DUMP), KEY) == []
    linked.page.get_by_role("switch", name="Keep the key on this device").check()
    fill_in(linked, "Save")
    patiently(lambda: holding(linked.evaluate(DUMP), KEY) == ["secrets"], "the key in its own store, and only there")
    linked.page.reload()
    linked.wait_until_ready()
    before = len(relay.asked)
    fill_in(linked, "Load models")
    patiently(lambda: len(relay.asked) > before, "a request")
    assert relay.asked[-1].headers.get("authorization") == f"Bearer {KEY}"


def test_an_export_holds_no_key(linked: Visit) -> None:
    linked.go("#/b/sample-wrackmouth")
    page = linked.page
    page.locator("summary", has_text="This book").click()
    with page.expect_download() as offered:
        page.get_by_role("button", name="Export", exact=True).click()
    text = offered.value.path().read_text()
    assert json.loads(text)["name"] == "Wrackmouth"
    assert KEY not in text
    assert holding(linked.evaluate(DUMP), KEY) == ["secrets"]


def test_a_key_that_is_no_longer_kept_leaves_the_store(linked: Visit) -> None:
    linked.go("#/settings/endpoint")
    linked.page.get_by_role("switch", name="Keep the key on this device").uncheck()
    fill_in(linked, "Save")
    patiently(lambda: holding(linked.evaluate(DUMP), KEY) == [], "the key to leave the store")


def test_a_wrong_key_is_named(linked: Visit, relay: Relay, guarded_model_server: tuple[str, str]) -> None:
    relay.upstream, right = guarded_model_server
    fill_in(linked, "Test endpoint", key="not-the-key")
    test = linked.page.get_by_role("region", name="Test of the endpoint")
    expect(test).to_contain_text("The endpoint did not accept the key.")
    assert steps(linked) == ["passed", "passed", "failed", "passed", "passed", "skipped"]
    expect(send(linked, "“Anyone?”")).to_contain_text("The endpoint did not accept the key. Check the key")
    fill_in(linked, "Test endpoint", key=right)
    patiently(lambda: steps(linked) == ["passed"] * 6, "the right key to pass")


def test_a_stopped_server_gives_four_causes_each_with_its_fix(linked: Visit, relay: Relay) -> None:
    relay.stop()
    fill_in(linked, "Test endpoint")
    advice = linked.page.get_by_role("region", name="Test of the endpoint").locator(".advice li")
    expect(advice).to_have_count(4)
    told = " ".join(advice.all_inner_texts())
    causes = ("not be running.", "not let this page in.", "have barred the way.", "lead to another address.")
    assert all(cause in told for cause in causes)
    count = linked.articles().count()
    shown = send(linked, "“Hello?”")
    expect(shown).to_contain_text("It may not be running.")
    expect(shown.get_by_role("button", name="Retry")).to_be_visible()
    expect(shown.locator(".prose")).to_have_text("“Hello?”")
    assert linked.articles().count() != count


def test_retry_answers_the_message_that_had_no_answer(linked: Visit) -> None:
    count = linked.articles().count()
    linked.articles().last.get_by_role("button", name="Retry").click()
    patiently(lambda: linked.articles().count() == count + 1, "the reply")
    linked.wait_until_saved()
    assert linked.articles().nth(count - 1).locator(".prose").inner_text() == "“Hello?”"
    expect(linked.articles().nth(count - 1)).not_to_contain_text("It may not be running.")


def test_what_is_no_address_is_refused_and_a_wrong_one_is_named(linked: Visit, relay: Relay) -> None:
    fill_in(linked, "Save", url="localhost 8080")
    notices = linked.page.get_by_role("region", name="Notices")
    expect(notices).to_contain_text("The endpoint is not saved: expected an address such as http://localhost:8080/v1.")
    fill_in(linked, "Test endpoint", url=f"http://127.0.0.1:{relay.port}/nowhere")
    test = linked.page.get_by_role("region", name="Test of the endpoint")
    expect(test).to_contain_text("Something answered at that address, but it is not a chat endpoint.")
    fill_in(linked, "Save", url=relay.url)


def test_a_prompt_that_is_too_long_for_the_model_says_which_setting_to_change(linked: Visit) -> None:
    fill_in(linked, "Save", context="32768")
    shown = send(linked, "“I will say it once more.” " * 700)
    expect(shown).to_contain_text("The prompt is longer than the model can read. Set the context size in Settings")
    shown.get_by_role("button", name="Delete", exact=True).click()
    fill_in(linked, "Save", context="4096")


def test_a_stream_that_breaks_off_keeps_what_had_come(linked: Visit, relay: Relay) -> None:
    fill_in(linked, "Save", reply="60")
    relay.cut_after = 3000
    shown = send(linked, "“Tell me a long story about the sea.”")
    assert len(shown.locator(".prose").inner_text()) > 0
    expect(shown).to_contain_text("The connection ended before the reply did. What had come is kept.")
    kept = shown.locator(".prose").inner_text()
    linked.page.reload()
    linked.wait_until_ready()
    expect(linked.articles().last.locator(".prose")).to_have_text(kept)
    expect(linked.articles().last).to_contain_text("The reply broke off. What had come is kept.")


def test_an_error_inside_a_stream_keeps_what_had_come_and_quotes_it(linked: Visit, relay: Relay) -> None:
    """Scripted: some hosts send an error as an event while the status stays 200."""
    error = {"error": {"code": 502, "message": "The provider went away."}, "choices": []}
    relay.script = answering(200, {}, *stream(delta("The lamp "), delta("turns over,"), error))
    shown = send(linked, "“And then?”")
    expect(shown.locator(".prose")).to_have_text("The lamp turns over,")
    expect(shown).to_contain_text("The endpoint failed (HTTP 502).")
    expect(shown).to_contain_text("It says: “The provider went away.”")


def test_a_long_rate_limit_says_how_long_to_wait(linked: Visit, relay: Relay) -> None:
    """Scripted: the server at hand has no rate limit."""
    relay.script = answering(429, {"Retry-After": "90"}, json.dumps({"error": {"message": "Slow down."}}).encode())
    shown = send(linked, "“Quickly, now!”")
    expect(shown).to_contain_text("The endpoint asks for fewer requests. Wait 2 minutes, then try again.")


def answering(status: int, headers: dict[str, str], *pieces: bytes) -> Callable[[Asked], Scripted]:
    """A script that always gives the same answer."""
    kind = "text/event-stream" if status == 200 else "application/json"
    return lambda _asked: Scripted(status, {"Content-Type": kind, **headers}, pieces)
