"""English words that move a thing by a length: "push it back twenty minutes", "an hour earlier". Pure.

A small model rewrites them into a time of its own; the owner's words say the way and how far.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Way = Literal["later", "earlier", "forward"]
Length = Callable[[str], int | None]
"""The seconds that words for a length name; None where they name none."""

_WAYS = re.compile(
    r"\b(?:back(?:wards?)?|out|off|later|forwards?|ahead|up|earlier|sooner|by)\b", re.I
)
_VERBS = re.compile(
    r"\b(?:push|mov|shift|bump|slid|delay|postpon|defer|put|bring|pull|kick|knock|nudg|reschedul|set|"
    r"start|begin|drag)(?:e|ed|ing|es|s)?\b(?!-)|\bbrought\b",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:delay|postpon|defer|push)(?:e|ed|ing|es|s)?\b(?!-)|\bput\b.*\boff\b", re.IGNORECASE
)
_TO_AND_FRO = re.compile(r"\b(?:bring|brought|pull|drag)\w*", re.IGNORECASE)
_PLACED = re.compile(
    r"\b(?:mov|push|shift|bump|slid|bring|brought|pull|kick|put|nudg|knock)\w*", re.I
)
_BETWEEN = re.compile(
    r"^\W*(?:by|for|about|around|roughly|another|an? extra|of|just)\b", re.IGNORECASE
)
_OTHERWISE = re.compile(
    r"\b(?:remind\w*|alert\w*|ping|notif\w*|going forward|(?:get|got|come|came|go|went|call|calling|"
    r"write|be) back|running late)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;.!?]\s|\b(?:so|because|but|and then|then|since)\b", re.IGNORECASE)
_IN = re.compile(r"(?:in|within|after)\b", re.IGNORECASE)
_ORDER = re.compile(
    r"^\W*(?:(?:please|pls|plz|can you|could you|would you|will you|ok(?:ay)?|hey|and|then|just|"
    r"let['’]?s|go ahead and|(?:can|could) (?:we|i)|(?:i|we) (?:need|want|have|got)(?: you)? to|gotta|"
    r"(?:i|we) must|we should)\b\W*)*"
    r"(?:push|move|shift|bump|slide|delay|postpone|defer|put|bring|pull|kick|knock|nudge)\b(?!-)",
    re.IGNORECASE,
)
_MOST_WORDS = 7


@dataclass(frozen=True, slots=True)
class Shift:
    """How far, in seconds, and which way: "forward" is later to some and earlier to others.

    `words` say the same so that it can be read again.
    """

    seconds: int
    way: Way
    words: str


def shift_said(text: str, length: Length) -> Shift | None:
    """Return the shift that a message asks for; None where it has none."""
    for clause in _CLAUSE.split(text):
        if not _OTHERWISE.search(clause):
            for match in _WAYS.finditer(clause):
                if shift := _at(clause, match, length):
                    return shift
            if shift := _bare(clause, length):
                return shift
    return None


def orders_shift(text: str, length: Length) -> bool:
    """Tell whether a message tells somebody to shift a thing: that has one meaning."""
    return any(
        _ORDER.match(clause) and shift_said(clause, length) for clause in _CLAUSE.split(text)
    )


def _at(clause: str, match: re.Match[str], length: Length) -> Shift | None:
    """Return the shift of a word for a way and the length beside it."""
    word = match[0].casefold()
    before, after = clause[: match.start()], clause[match.end() :]
    verbs = list(_VERBS.finditer(before))
    verb = verbs[-1][0] if verbs else ""
    if word not in ("later", "earlier", "sooner") and not verb:
        verb = first[0] if (first := _VERBS.match(clause.strip())) else ""
        # "half an hour back" after what was spoken of has no verb
        if not verb and (word in ("by", "up", "out", "off") or not length(before.strip())):
            return None
    if word in ("up", "out", "off") and not _PLACED.match(verb):
        return None
    said = _beginning(_BETWEEN.sub("", after), length)
    if not said and word != "by":
        said = _ending(before, length)
    if not said:
        return None
    way = _way(word, verb, clause)
    return Shift(length(said) or 0, way, f"{said} {way}")


def _way(word: str, verb: str, clause: str) -> Way:
    if word in ("later", "out", "off"):
        return "later"
    if word in ("earlier", "sooner", "up"):
        return "earlier"
    if word.startswith("back"):
        return "forward" if _TO_AND_FRO.match(verb) else "later"
    if word.startswith("forward") or word == "ahead":
        return "earlier" if _TO_AND_FRO.match(verb) else "forward"
    if _LATER.search(clause):
        return "later"
    return "forward"


def _bare(clause: str, length: Length) -> Shift | None:
    """Return the shift of "delay the call half an hour", which has no word for the way."""
    verb = _LATER.search(clause)
    if not verb or not _VERBS.match(verb[0]):
        return None
    said = _ending(re.sub(r"\s+(?:please|pls|thanks)$", "", clause[verb.end() :].strip()), length)
    return Shift(length(said) or 0, "later", f"{said} later") if said else None


def _beginning(text: str, length: Length) -> str:
    words = text.split()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        said = " ".join(words[:count]).strip(" ,.!?")
        if length(said):
            return "" if _IN.match(said) else said
    return ""


def _ending(text: str, length: Length) -> str:
    words = text.split()
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        said = " ".join(words[-count:]).strip(" ,.!?")
        if length(said):
            # "in two weeks" is a time, and no length
            return "" if _IN.match(said) else _BETWEEN.sub("", said).strip()
    return ""
