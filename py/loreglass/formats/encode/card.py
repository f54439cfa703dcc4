"""Character cards V2 and V3 with their book; a card that came from one of them keeps its original."""

from typing import Final

from loreglass.domain.story.book import Book
from loreglass.domain.story.cast import Character
from loreglass.formats.card import read_character
from loreglass.formats.card_book import V2_BOOK, V3_BOOK
from loreglass.formats.encode.card_book import encode_card_book
from loreglass.formats.encode.form import Fields, Form, original, reading, written_over
from loreglass.formats.encode.losses import count_losses
from loreglass.formats.tally import Tally

V2: Final = "card_v2"
V3: Final = "card_v3"
_SPECS: Final = {V2: ("chara_card_v2", "2.0", V2_BOOK), V3: ("chara_card_v3", "3.0", V3_BOOK)}
_ONLY_V3: Final = (
    *("nickname", "assets", "creator_notes_multilingual", "source", "group_only_greetings"),
    *("creation_date", "modification_date"),
)
_BLANK: Final[Fields] = {
    "name": "",
    "description": "",
    "personality": "",
    "scenario": "",
    "first_mes": "",
    "mes_example": "",
    "creator_notes": "",
    "system_prompt": "",
    "post_history_instructions": "",
    "alternate_greetings": [],
    "tags": [],
    "creator": "",
    "character_version": "",
    "extensions": {},
}
_INSIDE: Final = ("embeded://", "embedded://")


def encode_card(character: Character, book: Book | None, tally: Tally, *, version: str) -> Fields:
    """The card as JSON fields; `version` is card_v2 or card_v3. What it cannot hold is counted."""
    spec, number, book_origin = _SPECS[version]
    whole = original(character.raw) if character.origin in _SPECS else {}
    form = _form(version)
    data = _with_book(_start(character, whole, form, version, tally), book, book_origin, tally)
    count_losses(character, reading(data, form), tally)
    kept = spec if character.origin != version else whole.get("spec", spec)
    spec_version = whole.get("spec_version", number) if character.origin == version else number
    return {**whole, "spec": kept, "spec_version": spec_version, "data": data}


def _start(character: Character, whole: Fields, form: Form[Character], version: str, tally: Tally) -> Fields:
    """The card's `data` with what was edited; fields of the newer version fall away in the older one."""
    inner = whole.get("data")
    fields = dict(written_over(inner if isinstance(inner, dict) else {}, character, form))
    if version == V3 and character.origin == V2:
        fields.setdefault("group_only_greetings", [])
    if version == V2 and character.origin == V3:
        for name in _ONLY_V3:
            value = fields.pop(name, None)
            if value and name not in ("nickname", "assets"):
                tally.count("cannot", name, "kept", example=value, note="no_place_there")
    assets = fields.get("assets")
    if isinstance(assets, list):
        # Files that lay beside the card do not travel inside of it.
        kept = [asset for asset in assets if not _is_inside(asset)]
        fields["assets"] = kept
        lost = [asset for asset in assets if _is_inside(asset) and not is_main_icon(asset)]
        if lost:
            tally.count("cannot", "assets", "picture", values=len(lost), note="no_place_there")
    return fields


def _with_book(data: Fields, book: Book | None, origin: str, tally: Tally) -> Fields:
    if book is None:
        return data
    return {**data, "character_book": encode_card_book(book, tally, origin=origin)}


def _is_inside(asset: object) -> bool:
    uri = asset.get("uri") if isinstance(asset, dict) else None
    return isinstance(uri, str) and uri.lower().startswith(_INSIDE)


def is_main_icon(asset: object) -> bool:
    """True for the asset that is the card's picture."""
    return isinstance(asset, dict) and asset.get("type") == "icon" and asset.get("name") == "main"


def _depth_prompt(character: Character) -> Fields:
    return {"extensions": {"depth_prompt": {"prompt": character.depth_prompt, "depth": 4, "role": "system"}}}


def _form(version: str) -> Form[Character]:
    newer: Fields = {"group_only_greetings": []} if version == V3 else {}
    return Form(
        origins=frozenset(),
        blank={**_BLANK, **newer},
        read=lambda reader: read_character(reader, version, ""),
        write={
            "name": lambda character: {"name": character.name},
            "description": lambda character: {"description": character.description},
            "personality": lambda character: {"personality": character.personality},
            "scenario": lambda character: {"scenario": character.scenario},
            "greeting": lambda character: {"first_mes": character.greeting},
            "alternate_greetings": lambda character: {"alternate_greetings": list(character.alternate_greetings)},
            "examples": lambda character: {"mes_example": character.examples},
            "system_prompt": lambda character: {"system_prompt": character.system_prompt},
            "post_history": lambda character: {"post_history_instructions": character.post_history},
            "creator": lambda character: {"creator": character.creator},
            "creator_notes": lambda character: {"creator_notes": character.creator_notes},
            "character_version": lambda character: {"character_version": character.character_version},
            "nickname": lambda character: {"nickname": character.nickname} if version == V3 else {},
            "tags": lambda character: {"tags": list(character.tags)},
            "depth_prompt": _depth_prompt,
        },
    )
