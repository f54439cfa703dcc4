"""Prompts as one text, written by a text format: what Why shows is what the real server received, turn by turn."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, expect

from loreglass.app.records import preset_row
from loreglass.domain.ids import PresetId
from loreglass.domain.prompt.instruct import ALPACA, CHATML, LLAMA_3
from loreglass.domain.prompt.sections import sections_in_order
from loreglass.domain.story.preset import DEFAULT_SECTIONS, Instruct, Preset
from tests.browser.large import put
from tests.browser.relay import Relay, relaying
from tests.browser.test_endpoint import CHAT, fill_in, send
from tests.browser.test_endpoints import reload_to_allow
from tests.browser.visit import Visit, begin

OWN = Instruct(name="Mine", user_prefix="[{{user}}] ", assistant_prefix="[{{char}}] ", user_suffix="\n")
FORMATS = (CHATML, LLAMA_3, ALPACA, OWN)
BEGINNING = "“So it"


def preset(held: Instruct, beginning: str = "") -> Preset:
    """A preset of this format, whose replies begin with these words."""
    sections = tuple(
        replace(one, text=beginning, enabled=bool(beginning)) if one.slot == "prefill" else one
        for one in sections_in_order(DEFAULT_SECTIONS)
    )
    name = f"{held.name}{' begun' if beginning else ''}"
    return Preset(id=PresetId(name), name=name, instruct=held, sections=sections)


PRESETS = (*map(preset, FORMATS), preset(CHATML, BEGINNING))


@pytest.fixture(scope="module")
def relay(model_server: str) -> Iterator[Relay]:
    """The way from the page to the real server."""
    yield from relaying(model_server)


@pytest.fixture(scope="module")
def page(chromium: Browser, site: str, relay: Relay) -> Iterator[Visit]:
    """A page whose endpoint is the real llama.cpp server, which is sent one text; the presets are there."""
    visit = begin(chromium, site).open("#/settings/endpoint")
    put(visit, [preset_row(each) for each in PRESETS])
    visit.page.get_by_label("Kind", exact=True).select_option("llamacpp")
    visit.page.get_by_label("Prompts go", exact=True).select_option("text")
    fill_in(visit, "Save", url=relay.url, reply="16")
    reload_to_allow(visit)
    yield visit
    visit.context.close()
    assert visit.problems == []


def prompt_shown(visit: Visit, asked: str) -> str:
    """The prompt of the newest reply, which holds what was asked, as Why shows it."""
    visit.page.get_by_role("tab", name="Why").click()
    visit.page.get_by_role("button", name="This reply").click()
    visit.page.get_by_role("tab", name="Prompt").click()
    whole = visit.page.get_by_role("region", name="Prompt text").locator("pre")
    expect(whole).to_contain_text(asked)
    return whole.text_content() or ""


def asked_last(relay: Relay) -> str:
    """The prompt that the server was sent last."""
    prompt = next(each for each in reversed(relay.asked) if each.path == "/completion").json()["prompt"]
    assert isinstance(prompt, str)
    return prompt


@pytest.mark.parametrize("held", PRESETS, ids=lambda one: one.name)
def test_what_a_text_format_writes_is_shown_as_it_was_received(page: Visit, relay: Relay, held: Preset) -> None:
    page.go(CHAT)
    page.page.get_by_role("tab", name="Setup").click()
    page.page.get_by_label("Preset", exact=True).select_option(held.name)
    asked = f"“And by {held.name}?”"
    newest = send(page, asked)
    received = asked_last(relay)
    assert asked in received
    assert prompt_shown(page, asked) == received
    if " begun" in held.name:
        assert received.endswith(BEGINNING)
        assert newest.locator(".prose").inner_text().startswith(BEGINNING)
