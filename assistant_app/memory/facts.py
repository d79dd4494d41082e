"""Take apart what was asked to be remembered: two facts in one sentence are two memories. Pure."""

from __future__ import annotations

import re

from assistant_app.domain import routine
from assistant_app.memory.attribute import attributes
from assistant_app.memory.compare import main_key
from assistant_app.memory.persons import VERB

_BORDER = {
    False: re.compile(
        r"(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)(?:that\s+|also\s+)?(?=(?:i|i'm|i've|we|my|our)\b)",
        re.I,
    ),
    True: re.compile(
        r"[，,；;、]\s*(?:而且|另外|还有|并且|同时|然后|和)?[，,]?(?=(?:我|俺|咱)(?!自己))"
    ),
}
_STANDS = {
    False: re.compile(
        rf"^(?:i(?:'m|'ve|'d)?\b|we(?:'re|'ve)?\b|(?:my|our)\b(?:(?!\band\b)[^,;])*?\s{VERB}\b)",
        re.I,
    ),
    True: re.compile(r"^(?:我|俺|咱)"),
}
_LEANS = {
    False: re.compile(
        r"\b(?:it|that|this|there|them|they|he|she|him|her|hers|his|their|theirs|both|too|either|neither|instead|"
        r"if|when|whenever|unless|until|while|because|since|so|but|before|after|than|although|though)\b",
        re.I,
    ),
    True: re.compile(
        r"[他她它]|那(?!曲)|这|如果|要是|的时候|因为|所以|但|不过|虽然|除非|之前|之后|以后|也(?!门)|都|就|才"
    ),
}
"""What ties a clause to another: it means less without it."""


def facts_in(text: str, zh: bool) -> list[str]:
    """Return the facts of `text`, each about something else and each standing alone; else `text`."""
    if routine.read(text) or _LEANS[zh].search(text):
        return [text]
    pieces: list[str] = []
    place = 0
    for border in _BORDER[zh].finditer(text):
        if _STANDS[zh].search(text[place : border.start()]):
            pieces.append(text[place : border.start()])
            place = border.end()
    pieces.append(text[place:])
    keys = [main_key(attributes(piece)) for piece in pieces]
    apart = all(keys) and len(set(keys)) == len(keys)
    return pieces if apart and all(map(_STANDS[zh].search, pieces)) else [text]
