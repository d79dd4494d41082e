"""Take words out of texts for good; pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from assistant_app.domain.search_text import normalize, terms

MARK = "[…]"
"""What stands where words were erased."""
_SHORTEST_LATIN = 3
_HAN_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]{3,}")


def telling_words(texts: Iterable[str]) -> list[str]:
    """Return the words of `texts` that tell something, longest first.

    Words without stop words, of three letters or more; of Chinese, the pairs of characters, and the
    runs of three: such a run may tell something though both its pairs are common.
    """
    texts = list(texts)
    found = {
        part
        for text in texts
        for term in terms(text)
        for part in re.split("['’]", term)
        if len(part) >= (_SHORTEST_LATIN if part.isascii() else 2)
    }
    found.update(
        run[n : n + 3]
        for text in texts
        for run in _HAN_RUN.findall(normalize(text))
        for n in range(len(run) - 2)
    )
    return sorted(found, key=lambda term: (-len(term), term))


class Redactor:
    """Takes quotes out of texts, and words where one begins a word; compiled once for many texts."""

    def __init__(self, quotes: Iterable[str], words: Iterable[str] = ()) -> None:
        flexible = [_flexible(quote) for quote in dict.fromkeys(quotes) if quote.strip()]
        words = list(words)
        latin = [re.escape(word) for word in words if word.isascii()]
        others = [re.escape(word) for word in words if not word.isascii()]
        # A Chinese run has no boundaries; a Latin word goes with its endings ("Mei's", "Leeds").
        parts = [rf"\b(?:{'|'.join(latin)})\w*"] if latin else []
        self._words = re.compile("|".join([*parts, *others]) or r"(?!)", re.I)
        self._quotes = re.compile(
            "|".join(sorted(flexible, key=len, reverse=True)) or r"(?!)", re.I
        )

    def __call__(self, text: str) -> str:
        """Return the text without them."""
        text = self._words.sub(MARK, self._quotes.sub(MARK, text))
        joined = re.escape(MARK)
        return re.sub(rf"{joined}(?:\s*{joined})+", MARK, text)


def _flexible(quote: str) -> str:
    """Return a pattern for `quote` with any white space between its words."""
    return r"\s+".join(re.escape(part) for part in quote.split())


def redact_json(value: Any, change: Callable[[str], str]) -> Any:
    """Return JSON with `change` made to each of its texts; keys stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [redact_json(part, change) for part in value]
    if isinstance(value, dict):
        return {key: redact_json(part, change) for key, part in value.items()}
    return value
