"""Tell English from Chinese, the two languages the app speaks."""

from __future__ import annotations

import re
from typing import Literal

Lang = Literal["en", "zh"]

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}")


def detect(text: str, default: Lang = "en") -> Lang:
    """Return the language of `text`: Chinese when Han characters carry it.

    A Han character weighs as much as a Latin word, which is about its share of the meaning. Text
    with neither (digits, emoji) gives `default`.
    """
    han = len(_HAN.findall(text))
    words = len(_LATIN_WORD.findall(text))
    if not han and not words:
        return default
    return "zh" if han >= words else "en"
