"""Presets, a native chat and a backup to read, written by code, with texts of our own."""

from collections.abc import Mapping

from loreglass.domain.ids import BranchId, CharacterId, ChatId, MessageId, PlanId, PresetId, VariantId
from loreglass.domain.story.chat import AuthorNote, Branch, Chat, Message, Variant
from loreglass.domain.story.preset import Instruct, Preset, PresetSection, Samplers
from loreglass.formats.chat import ChatTree, encode_chat
from loreglass.formats.preset import encode_preset
from tests.formats import samples
from tests.formats.backup_files import backup_file

CHAT_COMPLETION: dict[str, object] = {
    "chat_completion_source": "openai",
    "custom_url": "https://elsewhere.example/v1",
    "reverse_proxy": "https://proxy.example",
    "proxy_password": "hunter2",
    "temperature": 0.9,
    "top_p": 0.95,
    "top_k": 40,
    "min_p": 0,
    "frequency_penalty": "0.2",
    "presence_penalty": 0,
    "repetition_penalty": 1,
    "seed": -1,
    "openai_max_context": 16000,
    "openai_max_tokens": 400,
    "new_chat_prompt": "[The night begins]",
    "impersonation_prompt": "Write as {{user}}.",
    "wrap_in_quotes": False,
    "assistant_prefill": "The tide",
    "prompts": [
        {
            "identifier": "main",
            "name": "Main Prompt",
            "role": "system",
            "content": "Tell of the Mole.",
            "system_prompt": True,
        },
        {"identifier": "nsfw", "name": "Auxiliary Prompt", "role": "system", "content": "", "system_prompt": True},
        {"identifier": "jailbreak", "name": "Post-History", "role": "user", "content": "Stay terse."},
        {"identifier": "dialogueExamples", "name": "Examples", "marker": True},
        {"identifier": "chatHistory", "name": "Chat History", "marker": True},
        {"identifier": "worldInfoBefore", "name": "Before", "marker": True},
        {"identifier": "worldInfoAfter", "name": "After", "marker": True},
        {"identifier": "charDescription", "name": "Char", "marker": True},
        {"identifier": "charPersonality", "name": "Personality", "marker": True},
        {"identifier": "scenario", "name": "Scenario", "marker": True},
        {"identifier": "personaDescription", "name": "Persona", "marker": True},
        {
            "identifier": "8d1f",
            "name": "Fog",
            "role": "assistant",
            "content": "Fog, {{user}}.",
            "injection_position": 1,
            "injection_depth": 2,
        },
        {"identifier": "unused", "name": "Spare", "content": "Not sent."},
    ],
    "prompt_order": [
        {"character_id": 100000, "order": [{"identifier": "chatHistory", "enabled": True}]},
        {
            "character_id": 100001,
            "order": [
                {"identifier": "main", "enabled": True},
                {"identifier": "worldInfoBefore", "enabled": True},
                {"identifier": "personaDescription", "enabled": True},
                {"identifier": "charDescription", "enabled": True},
                {"identifier": "charPersonality", "enabled": True},
                {"identifier": "nsfw", "enabled": False},
                {"identifier": "worldInfoAfter", "enabled": True},
                {"identifier": "8d1f", "enabled": True},
                {"identifier": "dialogueExamples", "enabled": False},
                {"identifier": "chatHistory", "enabled": True},
                {"identifier": "jailbreak", "enabled": True},
            ],
        },
    ],
}
INSTRUCT: dict[str, object] = {
    "name": "Lamp",
    "input_sequence": "<|lamp|>user",
    "output_sequence": "<|lamp|>keeper",
    "last_output_sequence": "",
    "system_sequence": "<|lamp|>system",
    "stop_sequence": "<|out|>",
    "input_suffix": "<|out|>\n",
    "output_suffix": "<|out|>\n",
    "system_suffix": "<|out|>\n",
    "wrap": True,
    "macro": True,
    "names_behavior": "always",
    "activation_regex": "",
    "last_input_sequence": "<|lamp|>last",
}
CONTEXT: dict[str, object] = {
    "name": "Lamp",
    "story_string": (
        "<|lamp|>system\n{{#if system}}{{system}}\n{{/if}}{{#if wiBefore}}{{wiBefore}}\n{{/if}}"
        "{{#if persona}}{{persona}}\n{{/if}}{{#if description}}{{description}}\n{{/if}}"
        "{{#if personality}}{{char}} is: {{personality}}\n{{/if}}The sea is near {{char}}.\n"
        "{{#if scenario}}{{scenario}}\n{{/if}}{{trim}}<|out|>"
    ),
    "example_separator": "***",
    "chat_start": "***",
    "use_stop_strings": True,
    "single_line": False,
    "trim_sentences": True,
}
SYSTEM_PROMPT: dict[str, object] = {"name": "Keeper", "content": "Tell of the Mole.", "post_history": "Stay terse."}
TEXT_SAMPLERS: dict[str, object] = {
    "temp": 0.7,
    "top_p": 0.9,
    "top_k": 0,
    "min_p": 0.05,
    "typical_p": 1,
    "rep_pen": 1.1,
    "rep_pen_range": 512,
    "mirostat_mode": 2,
    "mirostat_tau": 5,
    "dry_multiplier": 0.8,
    "dry_sequence_breakers": '["\\n"]',
    "xtc_threshold": 0.1,
    "dynatemp": True,
    "logit_bias": [{"text": "a", "value": 1}],
    "genamt": 300,
    "max_length": 4096,
    "seed": 7,
}
MASTER: dict[str, object] = {
    "instruct": INSTRUCT,
    "context": CONTEXT,
    "sysprompt": SYSTEM_PROMPT,
    "preset": {"name": "Dusk", **TEXT_SAMPLERS},
    "reasoning": {"name": "R", "prefix": "<r>", "suffix": "</r>", "separator": "\n"},
}
AGNAI_PRESET: dict[str, object] = {
    "_id": "77",
    "kind": "gen-setting",
    "name": "Low water",
    "description": "A quiet one",
    "service": "kobold",
    "temp": 0.8,
    "maxTokens": 250,
    "maxContextLength": 8192,
    "topP": 0.9,
    "topK": 0,
    "topA": 0,
    "minP": 0.1,
    "typicalP": 1,
    "tailFreeSampling": 1,
    "repetitionPenalty": 1.05,
    "repetitionPenaltyRange": 512,
    "mirostatToggle": False,
    "gaslight": "{{#if system_prompt}}{{system_prompt}}{{/if}}\n{{personality}}\n{{history}}\n{{post}}",
    "ultimeJailbreak": "Stay terse.",
    "systemPrompt": "Tell of the Mole.",
    "prefill": "The tide",
    "memoryContextLimit": 600,
    "useAdvancedPrompt": "basic",
    "modelFormat": "Llama3",
    "thirdPartyUrl": "https://elsewhere.example",
    "thirdPartyKey": "k-1",
    "stopSequences": ["Sam:"],
    "promptOrder": [
        {"placeholder": "system_prompt", "enabled": True},
        {"placeholder": "memory", "enabled": True},
        {"placeholder": "personality", "enabled": True},
        {"placeholder": "chat_embed", "enabled": True},
        {"placeholder": "example_dialogue", "enabled": False},
        {"placeholder": "history", "enabled": True},
        {"placeholder": "ujb", "enabled": True},
    ],
}
LITE_SETTINGS: dict[str, object] = {
    "my_api_key": "0000",
    "opmode": "4",
    "temperature": 0.75,
    "rep_pen": 1.07,
    "rep_pen_range": 360,
    "top_p": 0.92,
    "top_k": 100,
    "typ_s": 1,
    "tfs_s": 1,
    "min_p": 0,
    "miro_type": 0,
    "sampler_seed": -1,
    "max_context_length": 8192,
    "max_length": 256,
    "instruct_systag": "\\n### Sea:\\n",
    "instruct_starttag": "\\n### Sam:\\n",
    "instruct_endtag": "\\n### Keeper:\\n",
    "instruct_sysprompt": "Tell of the Mole.",
}
LITE_SAVE: dict[str, object] = {
    "gamestarted": True,
    "prompt": "The bell has stopped.",
    "actions": [],
    "worldinfo": [{"key": "mole", "content": "Gulls will not land on the Mole."}],
    "savedsettings": LITE_SETTINGS,
}
PRESET = Preset(
    id=PresetId("p-1"),
    name="Low water",
    sections=(
        PresetSection(slot="system", text="Tell of the Mole."),
        PresetSection(slot="text", id="fog", name="Fog", text="Fog.", role="user", depth_messages=2, drop_rank=1),
        PresetSection(slot="memory", cap_tokens=400, reserve_tokens=50),
        PresetSection(slot="history", enabled=False),
    ),
    samplers=Samplers(temperature=0.9, top_k=40, seed=0),
    instruct=Instruct(name="Lamp", user_prefix="<|lamp|>", stop=("<|out|>",), names="always"),
    stop=("Sam:",),
    context_tokens=8192,
    reply_tokens=300,
)


def variant(number: int, message: int, text: str, **more: object) -> Variant:
    """A wording of a message of the sample chat."""
    return Variant(
        id=VariantId(f"v{number}"),
        chat_id=ChatId("c"),
        message_id=MessageId(f"m{message}"),
        text=text,
        source="endpoint",
        **more,  # type: ignore[arg-type]
    )


def message(number: int, parent: int | None, speaker: str, name: str, variants: str, **more: object) -> Message:
    """A message of the sample chat; its variants are such as "2 3*", the chosen one with a star."""
    ids = tuple(VariantId("v" + each.rstrip("*")) for each in variants.split())
    chosen = next(VariantId("v" + each.rstrip("*")) for each in variants.split() if each.endswith("*"))
    return Message(
        id=MessageId(f"m{number}"),
        chat_id=ChatId("c"),
        parent_id=None if parent is None else MessageId(f"m{parent}"),
        speaker=speaker,  # type: ignore[arg-type]
        name=name,
        variant_ids=ids,
        chosen_id=chosen,
        created_ms=1714557600000 + number * 60_000,
        **more,  # type: ignore[arg-type]
    )


TREE = ChatTree(
    chat=Chat(
        id=ChatId("c"),
        title="On the Mole",
        character_id=CharacterId("tull"),
        persona_id=None,
        head_id=MessageId("m4"),
        branches=(
            Branch(id=BranchId("b1"), name="Dry", head_id=MessageId("m4")),
            Branch(id=BranchId("b2"), name="Wet", head_id=MessageId("m5")),
        ),
        branch_id=BranchId("b1"),
        note=AuthorNote(text="Keep it foggy.", depth_messages=3),
    ),
    messages=(
        message(1, None, "character", "Mr Tull", "1 2*"),
        message(2, 1, "user", "Sam", "3*"),
        message(3, 2, "system", "", "4*", hidden=True),
        message(4, 3, "character", "Mr Tull", "5* 6 7", pinned=True),
        message(5, 2, "character", "Mr Tull", "8*"),
    ),
    variants=(
        variant(1, 1, "Speak up."),
        variant(2, 1, "Louder, {{user}}."),
        variant(3, 2, "Is the ferry in?\n\nI have waited."),
        variant(4, 3, "(an aside)"),
        variant(5, 4, "No.", state="stopped", model="small-model", plan_id=PlanId("p")),
        variant(6, 4, ""),
        variant(7, 4, "No."),
        variant(8, 5, "It sank."),
        variant(9, 4, "An older wording."),
    ),
    cast=((CharacterId("tull"), "Mr Tull"),),
    user_name="Sam",
    book_names=("Hollow Coast",),
)
STORES: dict[str, tuple[str, ...]] = {
    "chats": ('{"id":"c","title":"On the Mole"}',),
    "messages": ('{"id":"m1","chat":"c"}', '{"id":"m2","chat":"c"}'),
    "settings": ('{"id":"preferences","theme":"dark"}', '{"id":"endpoint","url":"https://elsewhere.example"}'),
    "secrets": ('{"id":"endpoint-key","key":"sk-secret"}',),
    "tides": ('{"id":"t","of":"a newer version"}',),
}


def backup() -> bytes:
    """A small backup with a picture."""
    return backup_file(STORES, {"picture/../1": samples.PICTURE}, schema=2)


PRESETS: Mapping[str, dict[str, object]] = {
    "chat_completion": CHAT_COMPLETION,
    "instruct": INSTRUCT,
    "context": CONTEXT,
    "system_prompt": SYSTEM_PROMPT,
    "text_samplers": TEXT_SAMPLERS,
    "master": MASTER,
    "agnai": AGNAI_PRESET,
    "native": encode_preset(PRESET),
}
EVERY_FILE: Mapping[str, bytes] = {
    **{name: samples.as_bytes(value) for name, value in PRESETS.items()},
    "lite_save": samples.as_bytes(LITE_SAVE),
    "native_chat": samples.as_bytes(encode_chat(TREE)),
    "backup": backup(),
}
