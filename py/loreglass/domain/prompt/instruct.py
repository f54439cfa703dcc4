"""Known instruct formats, as the makers of the models document them: the marks around messages, and stop texts.

The beginning-of-text token is no part of them: servers put it there themselves.
"""

from dataclasses import replace

from loreglass.domain.story.preset import Instruct

CHATML = Instruct(
    name="ChatML",
    system_prefix="<|im_start|>system\n",
    system_suffix="<|im_end|>\n",
    user_prefix="<|im_start|>user\n",
    user_suffix="<|im_end|>\n",
    assistant_prefix="<|im_start|>assistant\n",
    assistant_suffix="<|im_end|>\n",
    stop=("<|im_end|>", "<|im_start|>"),
)
LLAMA_3 = Instruct(
    name="Llama 3",
    system_prefix="<|start_header_id|>system<|end_header_id|>\n\n",
    system_suffix="<|eot_id|>",
    user_prefix="<|start_header_id|>user<|end_header_id|>\n\n",
    user_suffix="<|eot_id|>",
    assistant_prefix="<|start_header_id|>assistant<|end_header_id|>\n\n",
    assistant_suffix="<|eot_id|>",
    stop=("<|eot_id|>", "<|start_header_id|>"),
)
MISTRAL = Instruct(
    name="Mistral",
    system_prefix="[SYSTEM_PROMPT]",
    system_suffix="[/SYSTEM_PROMPT]",
    user_prefix="[INST]",
    user_suffix="[/INST]",
    assistant_suffix="</s>",
    stop=("</s>", "[INST]"),
)
"""From version 7 on, with the Tekken tokeniser."""
MISTRAL_OLDER = replace(
    MISTRAL,
    name="Mistral, before version 7",
    system_prefix="[INST] ",
    system_suffix=" [/INST]",
    user_prefix="[INST] ",
    user_suffix=" [/INST]",
    assistant_prefix=" ",
)
"""It knows no system role, so such texts are the user's."""
ALPACA = Instruct(
    name="Alpaca",
    system_prefix="### Instruction:\n",
    system_suffix="\n\n",
    user_prefix="### Instruction:\n",
    user_suffix="\n\n",
    assistant_prefix="### Response:\n",
    assistant_suffix="\n\n",
    story_suffix="\n\n",
    stop=("### Instruction:", "### Response:"),
)
VICUNA = Instruct(
    name="Vicuna",
    system_prefix="USER: ",
    system_suffix="\n",
    user_prefix="USER: ",
    user_suffix="\n",
    assistant_prefix="ASSISTANT: ",
    assistant_suffix="</s>\n",
    last_assistant_prefix="ASSISTANT:",
    story_suffix="\n\n",
    stop=("</s>", "USER:"),
)
"""Version 1.1. It knows a system text only at the beginning."""
GEMMA = Instruct(
    name="Gemma",
    system_prefix="<start_of_turn>user\n",
    system_suffix="<end_of_turn>\n",
    user_prefix="<start_of_turn>user\n",
    user_suffix="<end_of_turn>\n",
    assistant_prefix="<start_of_turn>model\n",
    assistant_suffix="<end_of_turn>\n",
    stop=("<end_of_turn>", "<start_of_turn>"),
)
"""It knows the roles user and model alone, so system texts are the user's."""
METHARME = Instruct(
    name="Metharme",
    system_prefix="<|system|>",
    user_prefix="<|user|>",
    assistant_prefix="<|model|>",
    stop=("<|user|>", "<|system|>", "<|model|>"),
)
PLAIN = Instruct(
    name="Plain",
    system_suffix="\n\n",
    user_suffix="\n",
    assistant_suffix="\n",
    stop=("\n{{user}}:",),
    names="always",
)
"""A script: names and what they say. It serves where text is wanted and the preset has no format."""

FORMATS = (CHATML, LLAMA_3, MISTRAL, MISTRAL_OLDER, ALPACA, VICUNA, GEMMA, METHARME, PLAIN)
