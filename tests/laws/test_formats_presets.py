"""Laws of presets, chats and backups as files: what is written comes back, and no bytes crash."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from loreglass.domain.ids import ChatId, MessageId, PresetId, VariantId
from loreglass.domain.story.chat import AuthorNote, Chat, Message, Variant
from loreglass.domain.story.preset import DEFAULT_SECTIONS, Instruct, Preset, PresetSection, Samplers
from loreglass.formats.backup import decode_backup
from loreglass.formats.chat import ChatTree, decode_chat, encode_chat, with_new_ids
from loreglass.formats.detect import decode_value, read_file
from loreglass.formats.encode.chat import export_chat
from loreglass.formats.jsontext import raw_text, storable
from loreglass.formats.native_chat import shown
from loreglass.formats.preset import decode_preset, encode_preset
from loreglass.formats.preset_order import in_order
from loreglass.formats.story_string import parts_of
from loreglass.formats.tally import Tally
from tests.formats import samples
from tests.formats.backup_files import backup_file

TEXT = st.text(max_size=12)
TEXTS = st.lists(TEXT, max_size=3).map(tuple)
NUMBER = st.none() | st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-(10**6), 10**6)
WHOLE = st.none() | st.integers(-(10**6), 10**6)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
SLOTS = st.sampled_from([section.slot for section in DEFAULT_SECTIONS] + ["text"])
SECTION = st.builds(
    PresetSection,
    slot=SLOTS,
    id=TEXT,
    name=TEXT,
    text=TEXT,
    enabled=st.booleans(),
    role=st.sampled_from(["system", "user", "assistant"]),
    depth_messages=WHOLE,
    cap_tokens=WHOLE,
    reserve_tokens=st.integers(0, 1000),
    drop_rank=st.integers(0, 9),
)
PRESET = st.builds(
    Preset,
    id=TEXT.map(PresetId),
    name=TEXT,
    sections=st.just(DEFAULT_SECTIONS) | st.lists(SECTION, max_size=4).map(tuple),
    samplers=st.builds(Samplers, temperature=NUMBER, top_p=NUMBER, top_k=WHOLE, seed=WHOLE, xtc_threshold=NUMBER),
    instruct=st.none() | st.builds(Instruct, name=TEXT, user_prefix=TEXT, stop=TEXTS, names=st.just("always")),
    stop=TEXTS,
    template=TEXT,
    context_tokens=WHOLE,
    reply_tokens=WHOLE,
    origin=st.sampled_from(["", "native", "agnai_preset"]) | TEXT,
    raw=st.just("") | st.dictionaries(TEXT, JSON, max_size=3).map(raw_text) | TEXT,
)


@st.composite
def trees(draw: st.DrawFn) -> ChatTree:
    """A chat whose messages hang on earlier ones, each with its variants."""
    messages: list[Message] = []
    variants: list[Variant] = []
    for number in range(draw(st.integers(0, 6))):
        message_id, own = MessageId(f"m{number}"), []
        for _ in range(draw(st.integers(1, 3))):
            own.append(VariantId(f"v{len(variants)}"))
            variants.append(
                Variant(
                    id=own[-1],
                    chat_id=ChatId("c"),
                    message_id=message_id,
                    text=draw(TEXT),
                    source=draw(st.sampled_from(["user", "demo", "endpoint"])),
                    state=draw(st.sampled_from(["done", "stopped", "failed"])),
                )
            )
        messages.append(
            Message(
                id=message_id,
                chat_id=ChatId("c"),
                parent_id=draw(st.sampled_from([message.id for message in messages])) if messages else None,
                speaker=draw(st.sampled_from(["user", "character", "system"])),
                name=draw(TEXT),
                variant_ids=tuple(own),
                chosen_id=draw(st.sampled_from(own)),
                created_ms=draw(st.integers(0, 4 * 10**12)),
                hidden=draw(st.booleans()),
                pinned=draw(st.booleans()),
            )
        )
    head = draw(st.sampled_from([message.id for message in messages])) if messages else None
    note = draw(st.builds(AuthorNote, text=TEXT, depth_messages=st.integers(0, 99)))
    chat = Chat(id=ChatId("c"), title=draw(TEXT), character_id=None, persona_id=None, head_id=head, note=note)
    return ChatTree(chat=chat, messages=tuple(messages), variants=tuple(variants), user_name=draw(TEXT))


def stored(value: object) -> object:
    return json.loads(json.dumps(value, allow_nan=False))


@given(PRESET)
def test_stored_preset_comes_back_the_same(preset: Preset) -> None:
    assert decode_preset(stored(encode_preset(preset))) == preset


@given(st.dictionaries(TEXT.map("x-".__add__), JSON, max_size=3))
def test_unknown_fields_of_a_preset_survive_a_round_trip(fields: dict[str, object]) -> None:
    file = {"format": "loreglass/preset", "version": 1, "name": "B", **fields}
    assert encode_preset(decode_preset(stored(file))) == file


@given(st.lists(SECTION, max_size=6), st.frozensets(SLOTS, max_size=4))
def test_order_keeps_what_it_was_given_and_adds_every_slot_once(
    found: list[PresetSection], off: frozenset[str]
) -> None:
    sections = in_order(found, off=off)  # type: ignore[arg-type]
    rest = iter(sections)
    assert all(any(section is each for each in rest) for section in found)
    for usual in DEFAULT_SECTIONS:
        given_ones = sum(section.slot == usual.slot for section in found)
        assert sum(section.slot == usual.slot for section in sections) == max(1, given_ones)


@given(trees())
def test_stored_chat_comes_back_the_same(tree: ChatTree) -> None:
    value = stored(encode_chat(tree))
    assert isinstance(value, dict)
    assert decode_chat(value, Tally()) == tree
    assert shown(with_new_ids(tree, "new-{}".format)) == shown(tree)


@given(trees())
def test_sillytavern_lines_show_the_same_messages_and_variants(tree: ChatTree) -> None:
    back = read_file("x", export_chat(tree, "sillytavern_chat").data, chats=True).chat
    assert back is not None
    assert back.messages == shown(tree).messages


# A record as the page's store can hold one: without half characters, and without numbers that JavaScript does not know.
RECORD = st.dictionaries(TEXT, JSON, max_size=3).map(lambda fields: raw_text(storable({**fields, "id": "a"})))
STORES = st.dictionaries(
    st.sampled_from(["chats", "messages", "tides", "books"]), st.lists(RECORD, max_size=4).map(tuple), max_size=3
)
PICTURES = st.dictionaries(
    st.text(min_size=1, max_size=9).filter(str.isprintable), st.just(samples.PICTURE), max_size=3
)


@settings(max_examples=50)
@given(STORES, PICTURES, st.integers(0, 99))
def test_backup_brings_everything_back(
    stores: dict[str, tuple[str, ...]], pictures: dict[str, bytes], schema: int
) -> None:
    data = backup_file(stores, pictures, schema=schema)
    found = decode_backup(data, Tally(), source="x")
    assert {store: list(map(json.loads, texts)) for store, texts in found.stores} == {
        store: list(map(json.loads, texts)) for store, texts in stores.items()
    }
    assert (dict(found.pictures), found.schema) == (pictures, schema)
    assert backup_file(stores, pictures, schema=schema) == data


FIELDS = st.sampled_from(
    [
        *("prompts", "prompt_order", "story_string", "input_sequence", "output_sequence", "instruct", "preset"),
        *("gaslight", "promptOrder", "topP", "topK", "temp", "top_p", "content", "name", "format", "chat", "messages"),
    ]
)


@given(st.dictionaries(FIELDS, JSON | st.sampled_from(["loreglass/chat", "loreglass/preset"]), max_size=9))
def test_any_object_is_an_import_or_one_sentence(value: object) -> None:
    _, sentence = samples.outcome(lambda: read_file("x.json", samples.as_bytes(value), chats=True, presets=True))
    assert "\n" not in sentence
    samples.outcome(lambda: decode_value(value, source="x"))


@given(st.text(alphabet="{}#/if systempr>&^else\n", max_size=60))
def test_any_template_is_a_sequence_or_none(template: str) -> None:
    parts = parts_of(template, {"system": "system", "persona": "persona"})
    assert parts is None or any(part.slot != "text" for part in parts)
