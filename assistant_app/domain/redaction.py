"""Take words out of texts for good; pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from assistant_app.domain.search_text import terms

MARK = "[…]"
"""What stands where words were erased."""
_SHORTEST_LATIN = 3


def telling_words(texts: Iterable[str]) -> list[str]:
    """Return the words of `texts` that tell something, longest first.

    Words without stop words, of three letters or more; of Chinese, the pairs of characters, which
    cover every longer run.
    """
    found = {
        part
        for text in texts
        for term in terms(text)
        for part in re.split("['’]", term)
        if len(part) >= (_SHORTEST_LATIN if part.isascii() else 2)
    }
    return sorted(found, key=lambda term: (-len(term), term))


def redact(text: str, quote: str, words: Iterable[str] = ()) -> str:
    """Return `text` without `quote`, and without `words` where one begins a word."""
    if quote:
        text = _flexible(quote).sub(MARK, text)
    for word in words:
        text = _pattern(word).sub(MARK, text)
    joined = re.escape(MARK)
    return re.sub(rf"{joined}(?:\s*{joined})+", MARK, text)


def _flexible(quote: str) -> re.Pattern[str]:
    """Return a pattern for `quote` with any white space between its words."""
    return re.compile(r"\s+".join(re.escape(part) for part in quote.split()) or r"(?!)", re.I)


def _pattern(word: str) -> re.Pattern[str]:
    escaped = re.escape(word)
    # A Chinese run has no boundaries; a Latin word goes with its endings ("Mei's", "Leeds").
    return re.compile(rf"\b{escaped}\w*" if word.isascii() else escaped, re.I)


def redact_json(value: Any, change: Callable[[str], str]) -> Any:
    """Return JSON with `change` made to each of its texts; keys stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [redact_json(part, change) for part in value]
    if isinstance(value, dict):
        return {key: redact_json(part, change) for key, part in value.items()}
    return value
