"""Backup and restore as a user meets them: one real file, a wiped store, and everything is back."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.browser.test_import import accept, choose
from tests.browser.visit import Visit, patiently
from tests.formats.samples import card_png

STORES = (
    *("chats", "messages", "variants", "plans", "texts", "books", "entries", "versions", "characters", "personas"),
    *("presets", "settings", "secrets"),
)
CHAT = "#/c/sample-low-water"
OF_THE_DEVICE = ("backups", "endpoint")
READ = "query => globalThis.loreglass.store.read(query)"
WIPE = """async stores => {
  const all = JSON.parse(await globalThis.loreglass.store.read(JSON.stringify({
    queries: [...stores, 'pictures'].map((store) => ({ store, all: true })),
  })));
  const deletes = [...stores, 'pictures'].flatMap((store, at) => all[at].map(({ id }) => ({ store, key: id })));
  await globalThis.loreglass.store.write(JSON.stringify({ deletes }));
}"""
PICTURES = """async ids => {
  const out = {};
  for (const id of ids) out[id] = [...await globalThis.loreglass.store.pictureBytes(id)].join();
  return out;
}"""
FOLDER = """globalThis.showDirectoryPicker = async () =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('Kept', { create: true });"""
FILES = """async () => {
  const found = [];
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Kept', { create: true });
  for await (const [name, handle] of folder.entries()) {
    // What is just being written is put in the place of what stood there.
    const file = await handle.getFile().catch(() => null);
    if (file) found.push([name, file.size]);
  }
  return found;
}"""


def stored(visit: Visit) -> dict[str, dict[str, object]]:
    """Every record by store and id but for those of the device, pictures by their bytes."""
    queries = json.dumps({"queries": [{"store": store, "all": True} for store in STORES]})
    answers = json.loads(str(visit.evaluate(READ, queries)))
    found: dict[str, dict[str, object]] = {
        store: {each["id"]: each for each in records if not each["id"].startswith(OF_THE_DEVICE)}
        for store, records in zip(STORES, answers, strict=True)
    }
    ids = [each["picture"] for each in found["characters"].values() if each.get("picture")]  # type: ignore[attr-defined]
    found["pictures"] = visit.evaluate(PICTURES, ids)  # type: ignore[assignment]
    return found


def storage(visit: Visit) -> None:
    visit.go("#/settings/storage")
    visit.page.get_by_role("heading", name="Where your work is").wait_for()


def back_up(visit: Visit, folder: Path) -> Path:
    """The file of a backup made now."""
    storage(visit)
    with visit.page.expect_download() as coming:
        visit.page.get_by_role("button", name="Back up everything").click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    visit.page.get_by_role("region", name="Notices").get_by_text("holds everything").wait_for()
    return path


def offer(visit: Visit, path: Path, accept: str = "Restore") -> None:
    storage(visit)
    with visit.page.expect_file_chooser() as chooser:
        visit.page.get_by_role("button", name="Restore a backup").click()
    chooser.value.set_files(path)
    dialog(visit).get_by_role("button", name=accept, exact=True).wait_for()


def dialog(visit: Visit):  # type: ignore[no-untyped-def]
    return visit.page.get_by_role("dialog", name="Restore a backup")


def filled(visit: Visit) -> None:
    """A chat that went on, a character with a picture, an endpoint with a key."""
    visit.open("#/chats")
    choose(visit, ("card.png", card_png()))
    accept(visit)
    key = {"id": "endpoint-key", "url": "http://localhost:9/v1", "key": "sk-of-this-device"}
    visit.evaluate(
        "json => globalThis.loreglass.store.write(json)", json.dumps({"puts": [{"store": "secrets", "value": key}]})
    )
    patiently(lambda: visit.evaluate("location.hash") != "#/chats", "the page to go to what came in")
    visit.go(CHAT)
    visit.articles().first.wait_for()
    visit.say("Who rings the ninth bell?")


def backed_up(visit: Visit, folder: Path) -> tuple[Path, dict[str, dict[str, object]]]:
    """A page that was filled, backed up: the file, and every record."""
    filled(visit)
    path = back_up(visit, folder)
    return path, stored(visit)


def in_place_of_everything(visit: Visit, before: dict[str, dict[str, object]]) -> None:
    """The offered backup is in, and the page has begun anew with it."""
    dialog(visit).get_by_role("radio", name="In place of everything").check()
    dialog(visit).get_by_role("button", name="Back up what is here first").wait_for()
    dialog(visit).get_by_role("button", name="Restore", exact=True).click()
    dialog(visit).wait_for(state="detached")
    visit.page.wait_for_load_state()
    visit.wait_until_ready()
    patiently(lambda: stored(visit)["chats"] == before["chats"], "the chats to be back")
    visit.page.get_by_role("region", name="Notices").get_by_text("The backup is restored, in place of").wait_for()


def test_what_was_backed_up_is_back_after_everything_was_wiped(visits: Callable[..., Visit], tmp_path: Path) -> None:
    visit = visits()
    path, before = backed_up(visit, tmp_path)
    assert b"sk-of-this-device" not in path.read_bytes()
    visit.evaluate(WIPE, list(STORES))
    visit.page.reload()
    visit.wait_until_ready()
    assert stored(visit) != before
    offer(visit, path)
    in_place_of_everything(visit, before)
    assert stored(visit) == {**before, "secrets": {}}
    visit.go(CHAT)
    patiently(lambda: any("Who rings" in text for text in visit.texts()), "the chat to be read again")


def test_beside_what_is_here_only_what_changed_since_comes_as_a_copy(
    visits: Callable[..., Visit], tmp_path: Path
) -> None:
    visit = visits()
    path, before = backed_up(visit, tmp_path)
    visit.go(CHAT)
    visit.articles().first.wait_for()
    visit.say("And who counts them?")
    changed = stored(visit)
    offer(visit, path)
    dialog(visit).get_by_role("button", name="Restore", exact=True).click()
    visit.page.get_by_role("region", name="Notices").get_by_text("came as a copy").wait_for()
    after = stored(visit)
    assert {store: {name: after[store][name] for name in changed[store]} for store in changed} == changed
    assert len(after["chats"]) == len(before["chats"]) + 1
    assert after["books"].keys() == before["books"].keys()


def spoiled(path: Path) -> Path:
    """The backup with a damaged line, a persona whose name is a list, and a setting of a stranger's."""
    lines = {
        "chats": b"{broken\n",
        "personas": b'{"id":"bad","name":[1]}\n',
        "settings": b'{"id":"__proto__","theme":"dark"}\n',
    }
    out = path.with_name("spoiled.zip")
    with zipfile.ZipFile(path) as whole, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as other:
        for name in whole.namelist():
            other.writestr(name, whole.read(name) + lines.pop(name.split("/")[-1].split(".")[0], b""))
    return out


def test_what_cannot_be_read_is_told_before_anything_is_written_and_never_is(
    visits: Callable[..., Visit], tmp_path: Path
) -> None:
    visit = visits()
    path, before = backed_up(visit, tmp_path)
    offer(visit, spoiled(path), "Restore the rest")
    dialog(visit).get_by_text("this stays out: 1 chat, 1 persona and 1 setting.").wait_for()
    dialog(visit).get_by_text("Where in the file").click()
    dialog(visit).get_by_text("name cannot be a list").wait_for()
    assert stored(visit) == before
    dialog(visit).get_by_role("button", name="Restore the rest").click()
    visit.page.get_by_role("region", name="Notices").get_by_text("3 records could not be read").wait_for()
    assert stored(visit) == before


AT_ONCE = """async ([what, ...given]) => {
  const { backup } = globalThis.loreglass;
  try { await backup[what](...given); return ''; } catch (error) { return error.name; }
}"""


def test_of_two_tabs_that_bring_a_backup_in_at_once_the_one_that_began_first_is_refused(
    visits: Callable[..., Visit],
) -> None:
    visit = visits().open()
    other = Visit(site=visit.site, context=visit.context, page=visit.context.new_page()).open()
    all_in = json.dumps({"emptied": [], "deletes": []})

    def ask(tab: Visit, *what: str) -> object:
        return tab.evaluate(AT_ONCE, list(what))

    assert ask(visit, "beginAside") == ask(visit, "setAside", "personas", '{"id":"one","name":"One"}') == ""
    assert ask(other, "beginAside") == ask(other, "setAside", "personas", '{"id":"two","name":"Two"}') == ""
    refused = [ask(visit, "setAside", "personas", '{"id":"1","name":""}'), ask(visit, "bringIn", all_in)]
    assert [*refused, ask(visit, "clearAside")] == ["AsideTaken"] * 3
    assert ask(other, "bringIn", all_in) == ""
    assert "two" in stored(visit)["personas"]
    assert "one" not in stored(visit)["personas"]


WRITE = "json => globalThis.loreglass.store.write(json)"


def test_emptying_the_trash_takes_no_text_that_another_tab_needs_for_a_plan_written_meanwhile(
    visits: Callable[..., Visit],
) -> None:
    visit = visits().open()
    other = Visit(site=visit.site, context=visit.context, page=visit.context.new_page()).open()

    def write(tab: Visit, plan_id: str) -> None:
        plan = {"id": plan_id, "chat": "c", "plan": {"texts": ["t"], "messages": [["user", "m0", "m", "v"]]}}
        puts = (("plans", plan), ("texts", {"id": "t", "text": "Lamp."}), ("variants", {"id": "v", "chat": "c"}))
        tab.evaluate(WRITE, json.dumps({"puts": [{"store": store, "value": value} for store, value in puts]}))

    def sweep(plan_id: str) -> set[str]:
        """What is left once the trash takes that plan, the only one that was there, with all that it needs."""
        gone = [{"store": store, "key": key} for store, key in (("plans", plan_id), ("texts", "t"), ("variants", "v"))]
        visit.evaluate(WRITE, json.dumps({"deletes": gone, "plans": [plan_id]}))
        held = stored(visit)
        return {name for store in ("plans", "texts", "variants") for name in held[store] if len(name) == 1}

    write(visit, "p")
    write(other, "q")
    assert sweep("p") == {"q", "t", "v"}
    assert sweep("q") == set()


def test_a_chosen_folder_gets_its_backups_and_is_known_after_a_reload(visits: Callable[..., Visit]) -> None:
    visit = visits()
    visit.page.add_init_script(FOLDER)
    visit.open()
    storage(visit)
    visit.page.get_by_role("button", name="Choose a folder").click()

    def files() -> list[tuple[str, int]]:
        found = visit.evaluate(FILES)
        return [(name, size) for name, size in found if name.endswith(".zip")]  # type: ignore[attr-defined]

    patiently(lambda: len(files()) == 1 and files()[0][1] > 1000, "the first backup to be in the folder")
    visit.page.get_by_role("button", name="Back up there now").wait_for()
    visit.page.reload()
    visit.wait_until_ready()
    storage(visit)
    visit.page.get_by_text("Into Kept").wait_for()
    assert visit.page.get_by_text("Last backup: None yet").count() == 0
    visit.page.get_by_role("button", name="Stop using the folder").click()
    visit.page.get_by_role("button", name="Choose a folder").wait_for()
    assert len(files()) == 1


def test_a_chat_goes_out_as_a_file_that_says_which_replies_are_the_demos(visits: Callable[..., Visit]) -> None:
    visit = visits()
    filled(visit)
    visit.page.get_by_role("button", name="Export this chat").click()
    export = visit.page.get_by_role("dialog", name="Export")
    export.get_by_label("Format").select_option("markdown")
    export.get_by_text("cannot be written").or_(export.get_by_text("Everything fits")).wait_for()
    with visit.page.expect_download() as coming:
        export.get_by_role("button", name="Download").click()
    text = coming.value.path().read_text("utf-8")
    assert coming.value.suggested_filename.endswith(".md")
    assert "demo reply" in text
    assert "Who rings the ninth bell?" in text


OTHER = "#/c/sample-ninth-bell"
DEAF = "BroadcastChannel.prototype.addEventListener = () => {};"
"""A tab that hears no news of others, as a frozen one does."""


def test_a_tab_that_still_shows_what_was_there_cannot_write_into_what_was_put_in_its_place(
    visits: Callable[..., Visit], tmp_path: Path
) -> None:
    visit = visits()
    path, before = backed_up(visit, tmp_path)
    late = Visit(site=visit.site, context=visit.context, page=visit.context.new_page())
    late.page.add_init_script(DEAF)
    late.open(OTHER)
    late.articles().first.wait_for()
    late.page.get_by_role("textbox", name="Message", exact=True).fill("Before it.")
    late.wait_until_saved()
    offer(visit, path)
    in_place_of_everything(visit, before)
    late.page.get_by_role("textbox", name="Message", exact=True).fill("After it.")
    late.page.get_by_role("region", name="Notices").get_by_text("puts a backup in place of everything").wait_for()
    late.page.get_by_role("textbox", name="Message", exact=True).press("Enter")
    late.page.get_by_text("After it.").first.wait_for()
    assert stored(visit) == before
    late.page.reload()
    late.wait_until_ready()
    late.articles().first.wait_for()
    late.say("And now?")
    assert stored(visit)["chats"] != before["chats"]
    visit.go(OTHER)
    patiently(lambda: any("And now?" in text for text in visit.texts()), "what was written since to be read")
