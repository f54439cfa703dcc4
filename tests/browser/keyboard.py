"""A page that only keys reach: what has the focus, the way to it, and whether it is to be seen.

What has the focus is read from Chromium's own accessibility tree: its role and its name are what a screen reader says.
"""

import re
from dataclasses import dataclass

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.visit import Visit, patiently

Name = str | re.Pattern[str]
Focus = tuple[str, str]
NOTHING: Focus = ("", "")
FAR = 120
REST = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))"
SHOWN = """() => {
  const element = document.activeElement;
  const around = [element, element.closest('.box, .keys, .pick, .find')].filter(Boolean);
  const styles = [...around.map((each) => getComputedStyle(each)), getComputedStyle(element, '::after')];
  const accent = getComputedStyle(document.querySelector('.wordmark svg')).color;
  const isRinged = ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  const isEdged = (each) => each.matches('.keys') && getComputedStyle(each).borderColor === accent;
  const { left, top, width, height } = element.getBoundingClientRect();
  const y = Math.max(1, Math.min(top + height / 2, innerHeight - 1));
  const there = document.elementFromPoint(left + width / 2, y);
  const parts = [element, ...(element.labels ?? [])];
  return {
    ring: styles.some(isRinged) || around.some(isEdged),
    seen: there !== null && parts.some((each) => each.contains(there) || there.contains(each)),
  };
}"""
"""Whether what has the focus shows it, and is itself to be seen: in the window, with nothing over it."""


@dataclass
class Keyboard:
    """A page that only keys reach."""

    visit: Visit
    session: CDPSession

    @property
    def page(self) -> Page:
        return self.visit.page

    def focus(self) -> Focus:
        """Role and name of what has the focus, NOTHING where the page as a whole has it."""
        there = self.session.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]
        if there.get("className") == "HTMLBodyElement":
            return NOTHING
        asked = {"objectId": there["objectId"], "fetchRelatives": False}
        found = self.session.send("Accessibility.getPartialAXTree", asked)["nodes"][0]
        role = found["role"]["value"]
        # Chromium's own words for what opens and closes details.
        role = "summary" if role.startswith("DisclosureTriangle") else role
        return role, found.get("name", {}).get("value", "").strip()

    def press(self, *keys: str) -> None:
        for each in keys:
            self.page.keyboard.press(each)

    def write(self, text: str) -> None:
        """Nothing; the text stands in the field in place of what was there."""
        self.press("Control+a")
        self.page.keyboard.type(text)

    def tab_to(self, role: str, name: Name, *, back: bool = False, far: int = FAR) -> None:
        """Nothing; what has this role and name has the focus, and shows that it has."""
        way: list[Focus] = []
        while not is_it(now := self.focus(), role, name):
            assert len(way) < far, f"no {role} {name!r} on the way: {way}"
            way.append(now)
            self.press("Shift+Tab" if back else "Tab")
        self.shown(now)

    def shown(self, what: Focus) -> None:
        """Nothing; what has the focus is to be seen, with a ring around it."""
        patiently(lambda: all(self.page.evaluate(SHOWN).values()), f"the focus to be seen on {what}", 3)

    def at(self, role: str, name: Name) -> None:
        """Nothing, once what has this role and name has the focus and the page is at rest."""
        try:
            patiently(lambda: is_it(self.focus(), role, name), "the focus", 5)
        except AssertionError:
            raise AssertionError(f"{role} {name!r} does not have the focus, but {self.focus()}") from None
        self.kept()
        assert is_it(self.focus(), role, name), f"{role} {name!r} had the focus, now {self.focus()}"

    def enter(self, role: str, name: Name, *, back: bool = False, far: int = FAR) -> None:
        """Nothing; it was gone to and pressed."""
        self.tab_to(role, name, back=back, far=far)
        self.press("Enter")

    def kept(self) -> None:
        """Nothing; the page has come to rest, and something of it has the focus."""
        self.page.evaluate(REST)
        assert self.focus() != NOTHING, "the focus was lost"

    def command(self, words: str) -> None:
        """Nothing; the command, chat or book of this name was chosen in the list of commands."""
        self.press("Control+k")
        self.at("combobox", "Command, chat or book")
        self.page.keyboard.type(words)
        choice = self.page.get_by_role("option", name=words, exact=True)
        expect(choice).to_be_visible()
        while choice.get_attribute("aria-selected") != "true":
            self.press("ArrowDown")
        self.press("Enter")
        expect(self.page.get_by_role("dialog", name="Commands")).to_have_count(0)

    def open_chat(self, title: str = "Low water, no moon") -> None:
        """Nothing; the chat is open, and its message box has the focus."""
        self.command(f"Chat: {title}")
        expect(self.page.get_by_role("heading", level=1, name=title, exact=True)).to_be_visible()
        self.enter("link", "Skip to the message box")
        self.at("textbox", "Message")

    def to_tab(self, name: str) -> None:
        """Nothing; from the message box to this tab of the panel, which is open."""
        self.tab_to("tab", re.compile("."), far=10)
        while self.focus()[1] != name:
            self.press("ArrowRight")
        expect(self.page.get_by_role("tabpanel", name=name)).to_be_visible()

    def say(self, text: str) -> None:
        """Nothing; the text was sent in place of what stood in the message box, and the reply is whole."""
        count = self.visit.articles().count()
        self.write(text)
        self.press("Enter")
        patiently(lambda: self.visit.articles().count() == count + 2, "the message and its reply")
        self.visit.wait_until_saved()

    def newest(self) -> str:
        """How the newest message is called: "42 · Ansel Pike"."""
        return self.visit.articles().last.get_attribute("aria-label") or ""

    def last_text(self) -> str:
        """The text of the newest message."""
        return self.visit.articles().last.locator(".prose").inner_text()

    def last_variant(self) -> str:
        """Which of its variants the newest message shows: "1 of 3"."""
        group = self.visit.articles().last.get_by_role("group", name="Variants of message")
        return group.inner_text().strip()

    def choose(self, name: str, data: bytes) -> None:
        """Nothing; Enter on a file's button asked for a file and got this one."""
        with self.page.expect_file_chooser() as chooser:
            self.press("Enter")
        chooser.value.set_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})


def is_it(found: Focus, role: str, name: Name) -> bool:
    if found[0] != role:
        return False
    return found[1] == name if isinstance(name, str) else name.search(found[1]) is not None


def keyboard_of(visit: Visit) -> Keyboard:
    """The keyboard of an open page."""
    # From now on, so that the first key that asks for a file is heard.
    visit.page.on("filechooser", lambda _: None)
    return Keyboard(visit=visit, session=visit.context.new_cdp_session(visit.page))
