"""The settings that a KoboldAI Lite save carries, as a preset: samplers, sizes, the marks of its instruct mode."""

from collections.abc import Mapping
from typing import Final

from loreglass.domain.ids import PresetId
from loreglass.domain.story.preset import Instruct, Preset
from loreglass.formats.addresses import without_addresses
from loreglass.formats.jsontext import raw_text
from loreglass.formats.preset_order import with_text
from loreglass.formats.reader import Reader
from loreglass.formats.samplers import PLAIN, Names, read_samplers
from loreglass.formats.tally import Tally

SAMPLERS: Final[Names] = {
    **PLAIN,
    "rep_pen": "repetition_penalty",
    "rep_pen_range": "repetition_range",
    "typ_s": "typical_p",
    "tfs_s": "tfs",
    "miro_type": "mirostat",
    "miro_tau": "mirostat_tau",
    "miro_eta": "mirostat_eta",
    "sampler_seed": "seed",
}
_INSTRUCT_MODE: Final = "4"


def read_kobold_settings(value: Mapping[str, object], tally: Tally, *, origin: str) -> Preset | None:
    """The preset; None where no sampler is set there."""
    kept = without_addresses(value, tally)
    if sum(name in SAMPLERS for name in kept) < 3:
        return None
    reader = Reader(kept, tally, prefix="savedsettings.")
    preset = Preset(
        id=PresetId(""),
        name="",
        samplers=read_samplers(reader, SAMPLERS),
        instruct=_instruct(reader),
        context_tokens=reader.whole_or_none("max_context_length", "context_size", high=10_000_000),
        reply_tokens=reader.whole_or_none("max_length", "reply_size", high=10_000_000),
        origin=origin,
        raw=raw_text(kept),
    )
    preset = with_text(preset, "system", reader.text("instruct_sysprompt", "system_prompt"))
    reader.useless("dynatemp_range", "no_sampler")
    reader.keep_rest()
    return preset


def _instruct(reader: Reader) -> Instruct | None:
    """The marks around messages, where the save is in instruct mode and does not leave them to the server."""
    if str(reader.take("opmode")) != _INSTRUCT_MODE:
        return None

    def mark(field: str) -> str:
        # Line feeds are written as two signs there.
        text = reader.text(field, "instruct").replace("\\n", "\n")
        return "" if text.startswith("{{[") else text

    user, assistant = mark("instruct_starttag"), mark("instruct_endtag")
    if not user or not assistant:
        return None
    return Instruct(
        system_prefix=mark("instruct_systag"),
        system_suffix=mark("instruct_systag_end"),
        user_prefix=user,
        user_suffix=mark("instruct_starttag_end"),
        assistant_prefix=assistant,
        assistant_suffix=mark("instruct_endtag_end"),
        stop=(user.strip(),) if user.strip() else (),
    )
