"""How much was done, in countable steps: what the speed rules of memory-books.md are tested by."""

from dataclasses import dataclass


@dataclass(slots=True, kw_only=True)
class Work:
    """Steps since the start: texts read by the index, patterns tried in a text, texts given to regexes."""

    text_passes: int = 0
    keyword_tests: int = 0
    regex_texts: int = 0
