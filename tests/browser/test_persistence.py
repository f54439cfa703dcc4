"""What the page shows as saved is there after a reload, after the browser was killed, and in a second tab."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.browser.relay import Relay, Scripted, delta, stream
from tests.browser.visit import CHROMIUM, FLAGS, Visit, patiently

CHAT = "#/c/sample-low-water"
DRAFT = "“And the name in the book?” I asked, *not* looking at it."
Shown = tuple[list[str], list[str], str]


@contextmanager
def killable(chromium: Browser, site: str, folder: Path) -> Iterator[tuple[Visit, Callable[[], None]]]:
    """A visit in a browser with a profile of its own, and what kills that browser without a warning."""
    line = [CHROMIUM, *FLAGS, "--headless=new", "--remote-debugging-port=0", f"--user-data-dir={folder}", "about:blank"]
    told = folder / "DevToolsActivePort"
    told.unlink(missing_ok=True)
    quiet = subprocess.DEVNULL
    with subprocess.Popen(line, stdout=quiet, stderr=quiet, start_new_session=True) as process:
        try:
            yield connected(chromium, site, told), lambda: kill(process)
        finally:
            kill(process)


def connected(chromium: Browser, site: str, told: Path) -> Visit:
    """A visit in the browser that has written its port into the file."""
    patiently(lambda: told.exists() and "\n" in told.read_text(), "the browser to listen")
    browser = chromium.browser_type.connect_over_cdp(f"http://127.0.0.1:{told.read_text().split()[0]}")
    context = browser.contexts[0]
    context.set_default_timeout(20_000)
    return Visit(site=site, context=context, page=context.pages[0])


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Nothing; the browser and all its processes are gone, without a warning."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def shown(visit: Visit) -> Shown:
    """The messages, which variants they show, and the draft."""
    texts = [each.strip() for each in visit.articles().locator(".prose").all_text_contents()]
    variants = visit.articles().get_by_role("group", name="Variants of message").all_text_contents()
    return texts, variants, visit.page.get_by_role("textbox", name="Message", exact=True).input_value()


def ins(visit: Visit) -> list[str]:
    """The names of the entries that go in, by the plan that Why shows."""
    return visit.page.get_by_role("region", name="In", exact=True).locator(".name").all_text_contents()


def why(visit: Visit, which: str) -> None:
    """Nothing; Why shows the next turn's plan, or the newest reply's."""
    visit.page.get_by_role("button", name=which, exact=True).click()
    words = {"Next": "The next turn", "This reply": "What message"}[which]
    expect(visit.page.get_by_role("region", name="Why")).to_contain_text(words)


def write_draft(visit: Visit, text: str) -> None:
    """Nothing; the draft is written, and shown as saved."""
    visit.page.get_by_role("textbox", name="Message", exact=True).fill(text)
    # The store hears of it with the next frame.
    visit.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    visit.wait_until_saved()


def test_a_reload_keeps_messages_variants_draft_and_plans(visits: Callable[..., Visit]) -> None:
    visit = visits().open(CHAT)
    expect(visit.articles()).to_have_count(6)
    visit.say("“Was there a ledger, and duty paid on a bell?”")
    visit.articles().last.get_by_role("button", name="Regenerate", exact=True).click()
    patiently(lambda: "2 of 2" in visit.articles().last.inner_text(), "one more variant")
    visit.wait_until_saved()
    visit.articles().last.get_by_role("button", name="Previous variant").click()
    write_draft(visit, DRAFT)
    before = shown(visit)
    expect(visit.page.get_by_role("region", name="Why")).to_contain_text("from your draft")
    planned = ins(visit)
    why(visit, "This reply")
    replied = ins(visit)
    assert planned
    assert replied
    assert before[1][-1].strip() == "1 of 2"
    assert before[2] == DRAFT
    visit.page.reload()
    visit.wait_until_ready()
    expect(visit.articles()).to_have_count(len(before[0]))
    assert shown(visit) == before
    patiently(lambda: ins(visit) == planned, "the plan of the draft")
    why(visit, "This reply")
    patiently(lambda: ins(visit) == replied, "the stored plan of the reply")


def test_a_browser_killed_right_after_saved_loses_nothing(chromium: Browser, site: str, tmp_path: Path) -> None:
    with killable(chromium, site, tmp_path) as (visit, end):
        visit.open(CHAT)
        expect(visit.articles()).to_have_count(6)
        visit.say("“One for the road.”")
        write_draft(visit, DRAFT)
        before = shown(visit)
        end()
    with killable(chromium, site, tmp_path) as (visit, _):
        visit.open(CHAT)
        expect(visit.articles()).to_have_count(len(before[0]))
        assert shown(visit) == before


def test_a_browser_killed_while_a_reply_comes_keeps_the_message_and_what_was_stored_of_the_reply(
    chromium: Browser, site: str, tmp_path: Path
) -> None:
    """Scripted: a model that writes slowly, so that the browser dies in the middle of its reply."""
    relay = Relay("")
    relay.script = lambda asked: Scripted(200, {"Content-Type": "text/event-stream"}, slowly())
    relay.start()
    with killable(chromium, site, tmp_path) as (visit, end):
        visit.open(CHAT)
        set_endpoint(visit, relay.url)
        expect(visit.articles()).to_have_count(6)
        before = shown(visit)
        visit.page.get_by_role("textbox", name="Message", exact=True).fill("“Go on, slowly.”")
        visit.page.get_by_role("button", name="Send", exact=True).click()
        # The first part that is stored may be no more than its first word.
        patiently(lambda: is_begun(stored(visit, "variants")), "a first part of the reply in the store")
        end()
    with killable(chromium, site, tmp_path) as (visit, _):
        visit.open(CHAT)
        expect(visit.articles()).to_have_count(len(before[0]) + 2)
        texts = shown(visit)[0]
        assert texts[:-2] == before[0]
        assert texts[-2] == "“Go on, slowly.”"
        assert texts[-1].startswith("word 0 word 1 word 2")
        expect(visit.articles().last).to_contain_text("Stopped. What had come is kept.")
        visit.wait_until_saved()
    relay.stop()


def test_a_browser_killed_before_the_first_word_of_a_reply_leaves_a_message_that_can_be_answered(
    chromium: Browser, site: str, tmp_path: Path
) -> None:
    """Scripted: a model that says nothing, and later replies."""
    relay = Relay("")
    let_go = threading.Event()
    relay.script = lambda asked: Scripted(200, {"Content-Type": "text/event-stream"}, silently(let_go))
    relay.start()
    with killable(chromium, site, tmp_path) as (visit, end):
        visit.open(CHAT)
        set_endpoint(visit, relay.url)
        expect(visit.articles()).to_have_count(6)
        visit.page.get_by_role("textbox", name="Message", exact=True).fill("“Anyone?”")
        visit.page.get_by_role("button", name="Send", exact=True).click()
        patiently(lambda: bool(relay.asked), "the request")
        patiently(lambda: "“Anyone?”" in stored(visit, "variants"), "the message in the store")
        end()
    let_go.set()
    with killable(chromium, site, tmp_path) as (visit, _):
        visit.open(CHAT)
        expect(visit.articles()).to_have_count(7)
        expect(visit.articles().last).to_contain_text("No reply to this yet.")
        visit.articles().last.get_by_role("button", name="Ask for a reply").click()
        expect(visit.articles()).to_have_count(8)
        expect(visit.articles().last.locator(".prose")).to_have_text("“Here.”")
        expect(visit.articles().nth(6)).not_to_contain_text("No reply to this yet.")
        visit.wait_until_saved()
    relay.stop()


def silently(let_go: threading.Event) -> Iterator[bytes]:
    """A stream whose only words come once they may."""
    let_go.wait(60)
    yield from stream(delta("“Here.”"), "[DONE]")


def is_begun(variants: str) -> bool:
    """True where a reply that was interrupted is among these, three words of it at least."""
    return "interrupted" in variants and "word 0 word 1 word 2 " in variants


def slowly() -> Iterator[bytes]:
    """A stream of words for a quarter of a minute."""
    for number in range(300):
        yield from stream(delta(f"word {number} "))
        time.sleep(0.05)


def set_endpoint(visit: Visit, url: str) -> None:
    """Nothing; the page has been reloaded with this endpoint, as Settings stores it."""
    value = {"id": "endpoint", "url": url, "model": "slow"}
    visit.evaluate("text => loreglass.store.write(text)", json.dumps({"puts": [{"store": "settings", "value": value}]}))
    visit.page.reload()
    visit.wait_until_ready()


def stored(visit: Visit, store: str) -> str:
    """All records of a store as JSON."""
    found = visit.evaluate(
        "text => loreglass.store.read(text)", json.dumps({"queries": [{"store": store, "all": True}]})
    )
    return str(found)


def test_thousands_of_records_of_one_chat_are_read_each_once_wherever_they_stand(
    visits: Callable[..., Visit],
) -> None:
    """The ids of `apart` stand far from each other, among those of `close`."""
    visit = visits().open()
    chats = {f"{at:05}": "apart" if at % 5 == 0 else "close" for at in range(7000)}
    puts = [{"store": "messages", "value": {"id": name, "chat": chat}} for name, chat in chats.items()]
    visit.evaluate("text => loreglass.store.write(text)", json.dumps({"puts": puts}))
    for wanted in ("apart", "close"):
        query = {"store": "messages", "index": "chat", "key": wanted}
        (found,) = json.loads(visit.evaluate("text => loreglass.store.read(text)", json.dumps({"queries": [query]})))
        assert [each["id"] for each in found] == [name for name, chat in chats.items() if chat == wanted]


def test_a_second_tab_reads_follows_and_takes_over(visits: Callable[..., Visit]) -> None:
    first = visits().open(CHAT)
    expect(first.articles()).to_have_count(6)
    second = Visit(site=first.site, context=first.context, page=first.context.new_page()).open(CHAT)
    notice = second.page.get_by_text("This chat is open for writing in another tab.")
    expect(notice).to_be_visible()
    assert second.page.get_by_role("textbox", name="Message", exact=True).count() == 0
    # The messages are drawn a moment after what is around them.
    expect(second.page.get_by_role("button", name="Delete", exact=True)).to_have_count(0)
    first.say("“Does anybody else hear it?”")
    expect(second.articles()).to_have_count(first.articles().count())
    expected = first.articles().last.locator(".prose").inner_text()
    expect(second.articles().last.locator(".prose")).to_have_text(expected)
    write_draft(first, DRAFT)
    first.page.close()
    expect(notice).to_have_count(0)
    box = second.page.get_by_role("textbox", name="Message", exact=True)
    expect(box).to_have_value(DRAFT)
    count = second.articles().count()
    second.say("“I do.”")
    assert second.articles().count() == count + 2
    assert second.problems == []


SPOIL = """async ({ store, id, field }) => {
  const query = { queries: [{ store, keys: [id] }] };
  const [[record]] = JSON.parse(await globalThis.loreglass.store.read(JSON.stringify(query)));
  record[field] = 5;
  await globalThis.loreglass.store.write(JSON.stringify({ puts: [{ store, value: record }] }));
  return JSON.stringify(record);
}"""
READ_ONE = """async ({ store, id }) => {
  const query = { queries: [{ store, keys: [id] }] };
  return JSON.stringify(JSON.parse(await globalThis.loreglass.store.read(JSON.stringify(query)))[0][0]);
}"""


def test_a_message_that_cannot_be_read_is_marked_and_all_else_of_the_chat_is_there(
    visits: Callable[..., Visit],
) -> None:
    visit = visits().open(CHAT)
    expect(visit.articles()).to_have_count(6)
    texts = visit.texts()
    name = str(visit.articles().nth(2).get_attribute("data-id"))
    record = {"store": "messages", "id": name}
    spoiled = visit.evaluate(SPOIL, {**record, "field": "speaker"})
    visit.evaluate(SPOIL, {"store": "chats", "id": "sample-ninth-bell", "field": "title"})
    visit.page.reload()
    visit.wait_until_ready()
    expect(visit.articles()).to_have_count(6)
    assert visit.texts() == [*texts[:2], "", *texts[3:]]
    expect(visit.articles().nth(2)).to_contain_text("This message cannot be read; it is kept as it is in the store")
    expect(visit.page.get_by_text("Some of this chat cannot be read: 1 message.")).to_be_visible()
    expect(visit.page.get_by_role("region", name="Notices")).to_contain_text("cannot be read: 1 chat.")
    visit.say("“And the page after it?”")
    assert json.loads(visit.evaluate(READ_ONE, record)) == json.loads(spoiled)
    visit.page.get_by_role("link", name="Restore a backup").click()
    expect(visit.page.get_by_role("heading", name="Where your work is")).to_be_visible()
    assert visit.problems == []
