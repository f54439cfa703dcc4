"""Texts and files that a stranger might send. What they try is to run, to load, to lead away, to cover, or to wear out.

A text that runs sets `window.struck`; one that loads or leads away does so to FAR.
"""

import base64
import json
import struct
import zlib
from pathlib import Path

from tests.formats import samples

FAR = "http://127.0.0.1:9/far"
STRIKE = "window.struck=(window.struck||0)+1"

RUNS = (
    f"<script>{STRIKE}</script>",
    f"<img src=x onerror={STRIKE}>",
    f"<IMG SRC=x ONERROR={STRIKE}>",
    f"<img/src=x/onerror={STRIKE}//",
    f"<svg onload={STRIKE}>",
    f"<svg><script>{STRIKE}</script></svg>",
    f"<svg><animate onbegin={STRIKE} attributeName=x dur=1s>",
    f"<details open ontoggle={STRIKE}>x</details>",
    f"<input autofocus onfocus={STRIKE}>",
    f"<video><source onerror={STRIKE}></video>",
    f'<iframe srcdoc="<script>parent.{STRIKE}</script>"></iframe>',
    f'<iframe src="javascript:parent.{STRIKE}"></iframe>',
    f'<a href="javascript:{STRIKE}">a link</a>',
    f'<a href="java\nscript:{STRIKE}">a link</a>',
    f'<a href="&#106;avascript:{STRIKE}">a link</a>',
    f"[a link](javascript:{STRIKE})",
    f"[a link](JaVaScRiPt:{STRIKE})",
    f"[a link](data:text/html,<script>{STRIKE}</script>)",
    f"![a picture](javascript:{STRIKE})",
    f"<javascript:{STRIKE}>",
    f"[a link][1]\n\n[1]: javascript:{STRIKE}",
    f"<math><mtext><table><mglyph><style><img src=x onerror={STRIKE}></style></mglyph></table></mtext></math>",
    f'<noscript><p title="</noscript><img src=x onerror={STRIKE}>">',
    f"<template shadowrootmode=open><script>{STRIKE}</script></template>",
    f"<!--><img src=x onerror={STRIKE}>-->",
    f"<![CDATA[<img src=x onerror={STRIKE}>]]>",
    f"<xmp><p title='</xmp><img src=x onerror={STRIKE}>'>",
    f"```\n</code></pre><script>{STRIKE}</script>\n```",
    f"<object data='data:text/html,<script>{STRIKE}</script>'></object><embed src='javascript:{STRIKE}'>",
    f"<p title='\"><img src=x onerror={STRIKE}>'>quoted</p>",
)
LOADS = (
    f"![a picture]({FAR}.png)",
    f"<img src='{FAR}.png' srcset='{FAR}2.png 2x'>",
    f"<picture><source srcset={FAR}><img></picture>",
    f"<video src={FAR} poster={FAR} autoplay></video><audio src={FAR} autoplay></audio>",
    f"<link rel=stylesheet href={FAR}><link rel=prefetch href={FAR}><link rel=preconnect href={FAR}>",
    f"<style>@import '{FAR}'; body {{ background: url({FAR}) }}</style>",
    f"<p style='background:url({FAR})'>styled</p>",
    f"<table background={FAR}><tr><td background={FAR}>cell</td></tr></table>",
    f"<svg><image href={FAR} /><use href='{FAR}#x' /></svg>",
    f"<iframe src={FAR}></iframe><object data={FAR}></object><embed src={FAR}>",
    f"<script src={FAR}></script>",
)
LEADS_AWAY = (
    f"<meta http-equiv=refresh content='0;url={FAR}'>",
    f"<base href='{FAR}'>",
    f"<form action={FAR}><button>Send</button><input name=key></form>",
    f"<a href={FAR} target=_self ping={FAR}>far</a>",
    f"<button formaction={FAR}>Send</button>",
    "<a href='#/settings' data-action=samples-remove>Settings</a>",
    "<button data-action=samples-remove>Start empty</button>",
)
COVERS = (
    "<div style='position:fixed;inset:0;z-index:99999;background:red'>covered</div>",
    "<style>body { display: none }</style>",
    "<p id=main name=main class=toast role=alert aria-live=assertive>clobbered</p>",
    "<a id=loreglass></a><a id=loreglass name=system></a><form id=loreglassBoot><input name=fail></form>",
    "</div></article></main></body></html><h1>Loreglass</h1>",
    "<marquee>moving</marquee><blink>x</blink><dialog open>a dialog</dialog>",
    "<textarea><select><option>",
)
TEXTS = (*RUNS, *LOADS, *LEADS_AWAY, *COVERS)

ODD_SIGNS = (
    "\u202egnp.exe\u202c",
    "\u2067\u2066\u2068",
    "a\u200bb\u200cc\u200dd\ufeffe",
    "\u0000\u0001\u001b[31m\u007f",
    "Z̸̢͈͓̭̻̱̱͎̈́̂a̶l̴" * 40,
    "\ufffe\uffff\U0010ffff",
    "مرحبا (hello) שלום",
    "\u2028\u2029\x85",
)
TEMPLATES = (
    "{{char}} {{user}} {{random:a,b}} {{ 7*7 }} "
    "{% for x in y %}{{x}}{% endfor %} {{ self.__class__ }} <START> $& $1 \\1 \\g<0> %s {0}"
)
STRANGE_NAME = "$& \\1 \\g<0> {{user}} {{char}} %s"

BOMBS = (
    "*" * 15_000,
    "_a" * 9_000,
    "**a *b " * 2_500,
    "[" * 9_000 + "]" * 9_000,
    "![" * 9_000,
    "[a](" * 4_500,
    "> " * 9_000 + "deep",
    "- " * 9_000 + "deep",
    "\n".join(" " * n + "- deep" for n in range(180)),
    "`" * 9_999 + "a",
    "".join("`" * n + " " for n in range(190)),
    "|a" * 4_000 + "|\n" + "|-" * 4_000 + "|\n" + "|b" * 4_000 + "|",
    "<div>" * 3_900,
    "<b><i>" * 3_000,
    "<" * 19_000,
    "<!--" * 4_900,
    "&" * 19_000,
    "\\" * 19_000,
    "~" * 19_000,
    "a@" * 9_000,
    "http://a." * 2_200,
    "[a]: b\n" * 2_800,
    "[^1]" * 4_900,
    "\n" * 19_000 + "end",
    " " * 19_000 + "end",
    "n" * 60_000,
    "word " * 400_000,
)
"""Texts that wear out a parser of markdown, or whoever breaks them into lines."""


FIELDS = (
    *("description", "personality", "scenario", "mes_example", "creator_notes", "system_prompt", "creator"),
    *("post_history_instructions", "character_version"),
)


def card(greetings: tuple[str, ...], *, name: str, texts: tuple[str, ...] = ("",)) -> dict[str, object]:
    """A V2 card with these greetings, and with the texts in turn in its other fields and its book's."""
    entries = [
        {
            "keys": ["bell", text or "none"],
            "content": text,
            "enabled": True,
            "insertion_order": 1,
            "name": text,
            "comment": text,
        }
        for text in texts
    ]
    data = {
        **{field: texts[at % len(texts)] for at, field in enumerate(FIELDS)},
        "name": name,
        "first_mes": greetings[0],
        "alternate_greetings": list(greetings[1:]),
        "tags": list(texts),
        "extensions": {"depth_prompt": {"prompt": texts[-1], "depth": 1}, texts[0]: texts[-1]},
        "character_book": {"name": texts[0], "description": texts[0], "entries": entries, "extensions": {}},
    }
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": data}


def book(name: str, *entries: tuple[str, list[str], str]) -> dict[str, object]:
    """A memory book of (name, keywords, text)."""
    made = [
        {"name": title, "keywords": keys, "entry": text, "priority": 1, "weight": 1, "enabled": True}
        for title, keys, text in entries
    ]
    return {"kind": "memory", "name": name, "description": name, "entries": made}


def inflating_png() -> bytes:
    """A card whose text is 200 MiB of blanks, packed into a few hundred kilobytes."""
    packer = zlib.compressobj(9)
    text = b"".join(packer.compress(b" " * 2**20) for _ in range(200)) + packer.flush()
    return samples.HEADER + samples.chunk(b"zTXt", b"chara\0\0" + text) + samples.IMAGE + samples.END


def wide_png(side: int) -> bytes:
    """A good card in a picture of so many pixels a side, which is small only as long as it is packed."""
    packer = zlib.compressobj(9)
    line = b"\0" * (1 + side // 8)
    pixels = b"".join(packer.compress(line) for _ in range(side)) + packer.flush()
    header = samples.chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0))
    text = samples.text_chunk("chara", {**samples.CARD_V1, "name": f"Wide {side}"})
    return samples.HEADER[:8] + header + text + samples.chunk(b"IDAT", pixels) + samples.END


def unusable(folder: Path) -> dict[str, tuple[Path, str]]:
    """Files that no import can use, each with words of the sentence that it deserves."""
    made: dict[str, tuple[bytes, str]] = {
        "deep.json": (b'{"entries": ' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}", "nested more than 200"),
        "deep-objects.json": (b'{"a":' * 200_000 + b"1" + b"}" * 200_000, "nested more than 200"),
        "deep.png": (
            samples.HEADER
            + samples.chunk(b"tEXt", b"chara\0" + base64.b64encode(b"[" * 500_000))
            + samples.IMAGE
            + samples.END,
            "nested more than 200",
        ),
        "inflating.png": (inflating_png(), "16 MiB"),
        "large.json": (b'{"a": "' + b"a" * (65 * 2**20) + b'"}', "larger than 64"),
        "no-card.png": (samples.PICTURE, "no card"),
        "cut.png": (samples.card_png()[:-20], "cut off"),
        "cut.json": (json.dumps(samples.CARD_V2).encode()[:-40], "cut off"),
        "page.json": (b"<!doctype html><script>window.struck=1</script>", "web page"),
        "photo.png": (b"\xff\xd8\xff\xe0\0\x10JFIF" + b"\0" * 99, "JPEG"),
        "card.zip": (b"PK\x03\x04\x14\0" + b"\0" * 99, "zip"),
        "story.txt": (b"The ferry is late, and the lamp is out.", "JSON or a PNG"),
        "empty.json": (b"", "empty"),
        "no-text.json": (b"\x80\x81\x82{}", "UTF-8"),
        "<img src=x onerror=window.struck=1>.json": (b"[]", "no card and no book"),
    }
    out: dict[str, tuple[Path, str]] = {}
    for name, (data, words) in made.items():
        path = folder / name
        path.write_bytes(data)
        out[name] = (path, words)
    return out
