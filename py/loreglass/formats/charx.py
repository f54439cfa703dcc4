"""CHARX: a zip with a V3 card in `card.json` and its assets beside it."""

from dataclasses import replace
from typing import Final

from loreglass.domain.errors import BadInput
from loreglass.formats.archive import Archive
from loreglass.formats.card import is_flat_card, is_spec_card, read_flat_card, read_spec_card
from loreglass.formats.imported import Imported
from loreglass.formats.jsontext import parse_json
from loreglass.formats.raster import raster_of
from loreglass.formats.tally import Tally
from loreglass.formats.textfile import decode_text

FORMAT: Final = "charx"
CARD: Final = "card.json"
EMBEDDED: Final = "embeded://"
"""The specification spells it so."""
_SCHEMES: Final = (EMBEDDED, "embedded://")


def read_charx(archive: Archive, tally: Tally) -> Imported:
    """The card, its book, and its main icon where that is a raster image."""
    value = parse_json(decode_text(archive.read(CARD), source=archive.source), source=CARD, tally=tally)
    if isinstance(value, dict) and is_spec_card(value):
        imported = read_spec_card(value, tally)
    elif isinstance(value, dict) and is_flat_card(value):
        imported = read_flat_card(value, tally)
    else:
        raise BadInput("a character card was expected here", place=CARD)
    if "module.risum" in archive.names:
        tally.count("cannot", "module.risum", "nothing", note="assets_not_shown")
    return replace(imported, format=FORMAT, picture=_icon(value, archive, tally))


def _icon(value: dict[str, object], archive: Archive, tally: Tally) -> bytes:
    """The main icon, else the first one that can be shown."""
    data = value.get("data")
    assets = data.get("assets") if isinstance(data, dict) else None
    icons = [asset for asset in assets if _is_icon(asset)] if isinstance(assets, list) else []
    for asset in sorted(icons, key=lambda icon: icon.get("name") != "main"):
        name = _member(asset.get("uri"))
        if name not in archive.names:
            continue
        picture = raster_of(archive.read(name), name, tally)
        if picture:
            tally.count("mapped", "data.assets", "picture", example=name)
            return picture
    return b""


def _is_icon(asset: object) -> bool:
    return isinstance(asset, dict) and asset.get("type") == "icon"


def _member(uri: object) -> str:
    """The file in the archive that an address names, or ""."""
    text = uri if isinstance(uri, str) else ""
    return next((text[len(scheme) :].lstrip("/") for scheme in _SCHEMES if text.lower().startswith(scheme)), "")
