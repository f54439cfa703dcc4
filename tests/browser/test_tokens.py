"""Counts in the page are the counts of native tiktoken."""

import json
import random

import pytest

from tests.browser.native_tokens import native
from tests.browser.visit import Visit, patiently

pytestmark = pytest.mark.cpython

ENCODINGS = ("o200k_base", "cl100k_base")
SCRIPTS = (
    "The lamp turns over, once, and its light goes out across the water.",
    "Der Leuchtturmwärter zählt die Glockenschläge; es sind neun, nicht acht.",
    "Ночью колокол звонит под водой, и никто не идёт смотреть.",
    "夜の海から鐘の音が聞こえる。九つ目は誰も知らない。",
    "등대지기는 종소리를 센다.",
    "المد يأتي مرتين، ومرة لا يعود.",
    "בלילה הפעמון מצלצל מתחת למים",
    "रात को घंटी नौ बार बजती है।",
    "ระฆังดังเก้าครั้งใต้น้ำ",
    "Đèn biển tắt, và chuông thứ chín vang lên.",
    "🌊🔔👩‍🚒👨‍👩‍👧‍👦🏴󠁧󠁢󠁳󠁣󠁴󠁿🇮🇸 ☑ ️⃣",
    'def fit(budget: int) -> list[str]:\n    return [e["text"] for e in entries if e["cost"] <= budget]  # 0x1F',
    '{"keys": ["bell", "ninth*"], "insertion_order": -1.5e-7, "enabled": true}',
    "<|endoftext|><|im_start|>system\nYou are a ship.<|im_end|>",
    "I'll don't WE'VE it's  'S 'RE ’ll",
    "1234567890 3.14159 2,048 007 ٣٤٥",
    "\t\t\r\n\r\n  \u00a0\u2003\u200b\u200d\ufeff x \n \n\n",
    "e\u0301 é ﬁ ǅ ß İ ı Å Å",
    "***bold*** _it_ ~~no~~ | a | b |\n|---|---|",
)


def varied(count: int) -> list[str]:
    """Texts that mix scripts, signs, code and white space; the same at every run."""
    dice = random.Random(9)
    texts = ["", " ", "\n", "a", *SCRIPTS]
    while len(texts) < count:
        parts = []
        for _ in range(dice.randint(1, 8)):
            script = dice.choice(SCRIPTS)
            start = dice.randrange(len(script))
            parts.append(script[start : start + dice.randint(1, 40)])
        texts.append(dice.choice(("", " ", "\n", "\n\n", "  ")).join(parts))
    return texts


def counts_in_the_page(visit: Visit, encoding: str, texts: list[str]) -> list[int]:
    told = visit.evaluate("([encoding, json]) => loreglass.count(encoding, json)", [encoding, json.dumps(texts)])
    return [int(count) for count in json.loads(told)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_counts_in_the_page_are_those_of_native_tiktoken(booted: Visit, encoding: str) -> None:
    truth, texts = native(encoding), varied(400)
    told = counts_in_the_page(booted, encoding, texts)
    wrong = [
        (text, count) for text, count in zip(texts, told, strict=True) if count != len(truth.encode_ordinary(text))
    ]
    assert wrong == []


def test_a_long_story_is_counted_to_a_few_tokens(booted: Visit) -> None:
    story = " ".join(varied(400)) * 4
    exact = len(native("o200k_base").encode_ordinary(story))
    told = counts_in_the_page(booted, "o200k_base", [story])[0]
    assert len(story) > 80_000
    assert exact <= told <= exact + len(story) // 8000


@pytest.mark.parametrize("sign", ["a", " ", "\n", "=", "夜", "🔔"])
def test_a_long_run_of_one_sign_is_never_counted_too_low(booted: Visit, sign: str) -> None:
    run = sign * 20_001
    assert counts_in_the_page(booted, "o200k_base", [run])[0] >= len(native("o200k_base").encode_ordinary(run))


def test_the_page_answers_while_a_long_run_of_one_sign_is_counted(booted: Visit) -> None:
    booted.page.evaluate(
        """json => {
          loreglass.count('o200k_base', json).then(() => { document.documentElement.dataset.counted = 'true'; });
        }""",
        json.dumps(["a" * 400_000]),
    )
    booted.page.get_by_role("link", name="Books", exact=True).first.click()
    booted.page.get_by_role("heading", name="Books", exact=True).first.wait_for()
    assert booted.page.evaluate("document.documentElement.dataset.counted ?? ''") == ""
    patiently(lambda: booted.evaluate("document.documentElement.dataset.counted") == "true", "the count", 120)
