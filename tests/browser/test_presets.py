"""Presets in the real page: made, changed, played by a chat, there after a reload; templates load when one is used."""

from collections.abc import Callable

from tests.browser.test_why import open_sample
from tests.browser.visit import Visit, patiently

PART = '[data-row="{}"]'


def parts(visit: Visit) -> list[str]:
    return visit.page.locator(".part .name").all_inner_texts()


def new_preset(visit: Visit) -> None:
    visit.go("#/settings/memory")
    visit.page.get_by_role("main").get_by_role("link", name="Presets").click()
    visit.page.get_by_role("button", name="New preset").click()
    visit.page.get_by_role("heading", name="Order of the prompt").wait_for()


def fill(visit: Visit, label: str, text: str) -> None:
    box = visit.page.get_by_label(label, exact=True).first
    box.fill(text)
    box.blur()


def test_a_preset_is_made_and_played_by_a_chat_and_is_there_after_a_reload(visits: Callable[..., Visit]) -> None:
    visit = visits().open()
    page = visit.page
    open_sample(visit)
    new_preset(visit)
    page.get_by_text("Counted in The Ninth Bell, for its next turn.").wait_for()
    page.get_by_role("button", name="Add a text of your own").click()
    part = page.locator(".part", has_text="Own text")
    part.locator("summary").click()
    words = part.get_by_label("Text", exact=True)
    words.fill("There is fog around {{char}} all day.")
    words.blur()
    patiently(lambda: part.locator("summary .num").inner_text() != "0 tokens", "the text to be counted")
    part.get_by_role("button", name="Move Own text up").click()
    patiently(lambda: parts(visit).index("Own text") < parts(visit).index("Author’s note"), "the text to move up")

    open_sample(visit)
    page.get_by_role("tab", name="Setup").click()
    page.get_by_label("Preset", exact=True).select_option("New preset")
    page.get_by_text("Set in this chat").first.wait_for()
    page.get_by_role("tab", name="Prompt").click()
    page.get_by_text("There is fog around Ansel Pike all day.").first.wait_for(state="attached")

    page.reload()
    visit.wait_until_ready()
    page.get_by_role("tab", name="Prompt").click()
    page.get_by_text("There is fog around Ansel Pike all day.").first.wait_for(state="attached")


def test_parts_are_dragged(visits: Callable[..., Visit]) -> None:
    visit = visits().open()
    new_preset(visit)
    # What counts the parts may say more above them, and the rows move down.
    patiently(lambda: "tokens" in visit.page.locator(PART.format("system")).inner_text(), "the parts to be counted")
    source = visit.page.locator(PART.format("scenario")).locator(".grip").bounding_box()
    goal = visit.page.locator(PART.format("system")).bounding_box()
    assert source
    assert goal
    visit.page.mouse.move(source["x"] + 5, source["y"] + 5)
    visit.page.mouse.down()
    visit.page.mouse.move(source["x"] + 5, source["y"] - 20, steps=3)
    visit.page.mouse.move(goal["x"] + 20, goal["y"] + 4, steps=5)
    visit.page.mouse.up()
    patiently(lambda: parts(visit)[0] == "Scenario", "the scenario to stand first")


def test_jinja_is_loaded_by_the_first_template_and_its_faults_name_their_line(visits: Callable[..., Visit]) -> None:
    visit = visits()
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    visit.open()
    open_sample(visit)
    new_preset(visit)
    visit.page.get_by_text("Counted in The Ninth Bell, for its next turn.").wait_for()
    assert [url for url in asked if "jinja2" in url] == []
    visit.page.get_by_text("Template: none").click()
    fill(visit, "Prompt template (Jinja2)", "{{ system }}\n{% for %}")
    visit.page.get_by_text("Line 2: ").wait_for()
    assert len([url for url in asked if "jinja2" in url]) == 1
    fill(visit, "Prompt template (Jinja2)", "{{ system }} {% for line in chat %}{{ line.text }}{% endfor %}")
    patiently(lambda: not visit.page.get_by_text("Line 2: ").is_visible(), "the fault to go")
    patiently(lambda: "tokens" in visit.page.locator(PART.format("history")).inner_text(), "the history to be counted")


def test_a_template_whose_engine_cannot_be_had_says_what_to_do(visits: Callable[..., Visit]) -> None:
    visit = visits(service_workers="block")
    visit.page.route("**/jinja2*", lambda route: route.abort())
    visit.open()
    new_preset(visit)
    visit.page.get_by_text("Template: none").click()
    fill(visit, "Prompt template (Jinja2)", "{{ system }}")
    visit.page.get_by_text("a file of this page is missing. Reload it when online.").wait_for(timeout=60_000)
    # What else the failure brings about may be told later.
    visit.context.close()
    assert all("jinja2" in each or "fetch" in each or "ERR_FAILED" in each for each in visit.problems)
    visit.problems.clear()
