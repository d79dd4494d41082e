"""Read the owner's answer to a question of ours, without the model."""

from __future__ import annotations

import re
from typing import Literal

from assistant_app.domain.calendar_words import MONTHS_EN, WEEKDAYS_EN
from assistant_app.tools.outcome import Pending

EXPIRES_MS = 3_600_000
"""A question older than an hour is not waited for: the next message starts afresh."""

_YES = re.compile(
    r"(?:yes|y|yeah|yep|yup|sure|ok|okay|k|right|correct|confirm(?:ed)?|do it|go ahead|"
    r"(?:yes )?please(?: do)?|yes do it|of course|absolutely|delete it|"
    r"好|好的|好啊|好吧|是|是的|对|对的|行|可以|确认|确定|嗯|嗯嗯|没错|没问题|删吧|删了吧|删除|就这样|同意|要)",
    re.IGNORECASE,
)
_NO = re.compile(
    r"(?:no|n|nope|nah|no thanks|don'?t|do not|cancel(?: that)?|never ?mind|stop|keep it|leave it|"
    r"forget it|undo(?: (?:that|it|this))?|take (?:it|that) back|撤销|撤回|撤消|收回|"
    r"不|不要|不用|不了|不是|算了|取消|别|别删|先不|不删|不行|没有|都不是)",
    re.IGNORECASE,
)
_ORDINALS = {
    "first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "sixth": 5,
    "one": 0, "two": 1, "three": 2, "four": 3, "five": 4, "six": 5,
    "一": 0, "二": 1, "两": 1, "三": 2, "四": 3, "五": 4, "六": 5,
}  # fmt: skip
_NUMBERED = re.compile(
    r"(?:the |number |no\.? ?|option |第|选)?(\d|first|second|third|fourth|fifth|sixth|one|two|three|"
    r"four|five|six|[一二两三四五六])(?:st|nd|rd|th)?(?: one| option|个|项|条)?(?:吧)?",
    re.IGNORECASE,
)
_LAST = re.compile(r"(?:the )?last(?: one)?|最后(?:一个|一项|一条)?", re.IGNORECASE)
_FILLER = re.compile(
    r"\b(?:the|one|on|at|for|please|it|is|a|an|of|them|them|in)\b|[的那个吧是就要，,。.!！?？]|\s+",
    re.IGNORECASE,
)

_NAMES = frozenset(name.casefold() for name in (*WEEKDAYS_EN, *MONTHS_EN))
"""Labels have them cut to three letters."""

Answer = Literal["yes", "no"] | int | None


def read_answer(text: str, pending: Pending) -> Answer:
    """Return what `text` answers: yes, no, the index of a choice, or None (something else)."""
    said = re.sub(r"[\s.,!，。！?？~]+$", "", text.strip())
    if pending.confirm:
        if _YES.fullmatch(said):
            return "yes"
        return "no" if _NO.fullmatch(said) else None
    if _NO.fullmatch(said):
        return "no"
    number = _number(said, len(pending.choices))
    if number is not None:
        return number
    if len(pending.choices) == 1 and _YES.fullmatch(said):
        return 0
    return _by_label(said, pending)


def _number(said: str, count: int) -> int | None:
    if count and _LAST.fullmatch(said):
        return count - 1
    match = _NUMBERED.fullmatch(said)
    if not match:
        return None
    word = match[1].casefold()
    index = int(word) - 1 if word.isdigit() else _ORDINALS[word]
    return index if 0 <= index < count else None


def _by_label(said: str, pending: Pending) -> int | None:
    """Return the one choice whose label has all the words that were said."""
    words = [_short(word) for word in _FILLER.split(said.casefold()) if word]
    if not words:
        return None
    hits = [
        index
        for index, choice in enumerate(pending.choices)
        if all(word in choice.label.casefold() for word in words)
    ]
    return hits[0] if len(hits) == 1 else None


def _short(word: str) -> str:
    """Return the name of a day or month as labels have it: "fri" for "friday"."""
    return word[:3] if word in _NAMES else word
