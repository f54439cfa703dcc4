"""Where a keyword stands in texts that no scan looks at: on demand, of one entry. Pure."""

from collections.abc import Iterable

from loreglass.domain.lore.find import find
from loreglass.domain.lore.keywords import Names, Pattern, is_regex, read_keyword
from loreglass.domain.lore.policy import ActivationPolicy
from loreglass.domain.text import canonical


def look_back(
    keywords: tuple[str, ...],
    texts: Iterable[str],
    policy: ActivationPolicy,
    names: Names,
    *,
    whole_words: bool,
    case_sensitive: bool,
) -> tuple[str, int] | None:
    """The first of the texts with one of the keywords, as (keyword, place from 0); patterns are passed over.

    None where no text has any, and under rules that do not look for keywords text by text.
    """
    if policy.reads_records:
        return None
    read = tuple(
        (written, keyword)
        for written in keywords
        if not (policy.regexes and is_regex(written))
        and isinstance(
            keyword := read_keyword(
                written, names, policy.form, regexes=policy.regexes, whole_words=whole_words, fold=not case_sensitive
            ),
            Pattern,
        )
    )
    for place, text in enumerate(texts) if read else ():
        plain = canonical(text, policy.form, fold=not case_sensitive)
        for written, keyword in read:
            if find(keyword, plain) is not None:
                return written, place
    return None
