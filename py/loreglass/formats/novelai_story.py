"""NovelAI scenarios and stories: the lorebook inside is read, the rest is kept with it."""

from dataclasses import replace
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.domain.ids import BookId
from loreglass.domain.story.book import Book
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import raw_text
from loreglass.formats.novelai import read_lorebook
from loreglass.formats.reader import Reader
from loreglass.formats.tally import Tally

SCENARIO: Final = "novelai_scenario"
STORY: Final = "novelai_story"
_PLACES: Final = ("memory", "author's note")
"""What the texts of `context` are, in their order."""


def is_novelai_scenario(value: dict[str, object]) -> bool:
    """True where the file says so."""
    return "scenarioVersion" in value


def is_novelai_story(value: dict[str, object]) -> bool:
    """True where the file says so."""
    return "storyContainerVersion" in value


def read_novelai_scenario(value: dict[str, object], tally: Tally) -> Imported:
    """The scenario's lorebook; prompt, memory and author's note are kept with it."""
    return _read(value, Reader(value, tally), Reader(value, tally), tally, SCENARIO)


def read_novelai_story(value: dict[str, object], tally: Tally) -> Imported:
    """The story's lorebook; the text, memory and author's note are kept with it."""
    content = value.get("content")
    if not isinstance(content, dict):
        raise BadInput("the story was expected here", place="content")
    top = Reader(value, tally)
    return _read(content, top.child("content"), top.child("metadata"), tally, STORY, whole=value)


def _read(
    content: dict[str, object],
    reader: Reader,
    about: Reader,
    tally: Tally,
    form: str,
    whole: dict[str, object] | None = None,
) -> Imported:
    lorebook = reader.take("lorebook")
    if lorebook is not None and not isinstance(lorebook, dict):
        raise BadInput("a lorebook was expected here", place="lorebook")
    book = read_lorebook(lorebook, tally) if lorebook else Book(id=BookId(""), name="", recursive=True)
    name = about.text("title", "book_name")
    book = replace(
        book,
        name=name,
        description=about.text("description", "book_description"),
        origin=form,
        raw=raw_text(without_entries(whole or content)),
    )
    _keep_story(reader)
    return Imported(kind="story", format=form, name=name, books=(book,))


def without_entries(whole: dict[str, object]) -> dict[str, object]:
    """The file without the entries of its lorebook, which keep their own."""
    if isinstance(whole.get("content"), dict):
        return {**whole, "content": without_entries(whole["content"])}  # type: ignore[arg-type]
    lorebook = whole.get("lorebook")
    if not isinstance(lorebook, dict):
        return whole
    return {**whole, "lorebook": {field: item for field, item in lorebook.items() if field != "entries"}}


def _keep_story(reader: Reader) -> None:
    reader.kept("prompt", "story_not_used")
    context = reader.take("context")
    for place, part in enumerate(context if isinstance(context, list) else ()):
        text = part.get("text") if isinstance(part, dict) else None
        if text:
            field = f"{reader.prefix}context ({_PLACES[place]})" if place < len(_PLACES) else f"{reader.prefix}context"
            reader.tally.count("kept", field, "kept", example=text, note="story_not_used")
    for field in ("title", "description"):
        reader.take(field)
    reader.keep_rest()
