# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""English words that strike a thing out: "scrap the book club, nobody has the time". Pure.

There are many verbs for it. Most have other meanings too, so they count only where what stands after
them names something that is there; that is for the caller to see.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SaidDrop:
    """The words for the thing that is to go, the verb, and what is remarked on it."""

    item: str
    verb: str
    remark: str


_LEAD = re.compile(
    r"^(?:(?:please|pls|plz|can you|could you|would you|will you|can we|could we|hey|hi|ok(?:ay)?|so|oh|"
    r"um+|ugh|right|well|actually|and|also|then|just|go ahead and|let['’]?s(?: just)?|"
    r"(?:i|we)(?:['’]d like| want| need| have)(?: you)? to|(?:i|we) think we should|you can)\b[\s,]*)+",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?P<verb>scrap|bin(?: off)?|ditch|drop|axe|ax|kill(?: off)?|lose|nix|chuck(?: out)?|toss(?: out)?|"
    r"dump|trash|pull|call off|get rid of|do away with|scratch|shelve|zap|"
    r"cancel|delete|remove|erase|strike)\s+(?P<rest>\S.*)$"
    r"|call (?P<called>.+?) off\b(?P<after>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_REMARK = re.compile(
    r"\s*[,;.!?–—:]+(?=\s|$)|\s-\s|\s(?=(?:because|cause|cos|coz|cuz|since|as|nobody|no ?one|everyone|"
    r"everybody|it['’]?s|that['’]?s|i|i['’]?m|i['’]?ve|we|we['’]?re|they|they['’]?re|he['’]?s|she['’]?s|"
    r"don['’]?t|can['’]?t|not|please|pls|thanks|would you|will you|altogether|completely|entirely|"
    r"for good|then|from (?:my|the|our)|off (?:my|the|our)|out of (?:my|the|our))\b)",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"^(?:it|that|this|them|those|these|me|us|off|by|in|out|up|on|over|back|round|all|every\w*)\b|"
    r"\b(?:is|are|was|were|has|needs|got|will|to|into|onto|on (?:my|the|our)|forward|back|up|and|or)\b|"
    r"\b(?:all|every|everything|both)\b",
    re.IGNORECASE,
)
_ASKS_MORE = re.compile(
    r"\b(?:move|shift|add|put|make (?:it|that) \w|instead|rather|schedule|book|remind|change|reschedule|replace|"
    r"don['’]?t (?:cancel|delete|bin|scrap)|until|till)\b",
    re.IGNORECASE,
)
_LONGEST = 140


def said_drop(text: str) -> SaidDrop | None:
    """Return what a message wants struck out; None where it has no such words, or asks for more."""
    if len(text) > _LONGEST:
        return None
    match = _VERB.match(_LEAD.sub("", text.strip()))
    if match is None:
        return None
    rest = match["rest"] or f"{match['called']}{match['after'] and ', ' + match['after']}"
    cut = _REMARK.search(rest)
    item, remark = (rest[: cut.start()], rest[cut.end() :]) if cut else (rest, "")
    if not item.strip() or _NO_NAME.search(item.strip()) or _ASKS_MORE.search(remark):
        return None
    return SaidDrop(item.strip(), match["verb"] or "call off", remark.strip())
