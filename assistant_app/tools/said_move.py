# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""English words that give a thing that is there another time: "put X off till Sunday", "make X 5pm". Pure.

Beside the plain "move X to Friday" people have many ways to say it, and a small model takes some of
them for something new.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from assistant_app.domain.planner import Extracted
from assistant_app.tools.dates import pieces

Follows = Literal["", "before", "here"]
"""The change that a message follows at once: none, that of the message before, one it has itself."""


@dataclass(frozen=True, slots=True)
class SaidMove:
    """The words for a thing and for its new time.

    `told` says that the time may as well be told of what is so already ("X is due on Friday").
    """

    item: str
    to: str
    told: bool = False


_MARK = "\x01"
_LEAD = re.compile(
    r"^(?:(?:please|pls|plz|can you|could you|would you|will you|can we|could we|hey|hi|ok(?:ay)?|so|oh|um+|wait|sorry|oops|hmm+|"
    r"let['’]?s|i(?:['’]d| would) like (?:you )?to|(?:i|we) (?:want|need|have)(?: you)? to|we should|just|go ahead and|actually|"
    r"and|also|then|no)\b[\s,]*)+",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"^(?:(?:please|hey|hi|ok(?:ay)?|so|and|oh)\b[\s,]*)*(?:can|could|would|will) (?:you|we)\b",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,.!?–—-]|\b(?:(?:so |and )?(?:please |can you |could you )?(?:update|change|fix|adjust|correct|sort|move) (?:it|that|this)(?: one)?(?: for me)?|"
    r"please|pls|plz|now|thanks|thank you|cheers|for me|then|ok(?:ay)?|will you|would you|my mistake|my bad|sorry|actually|in fact))+$",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\b(?:instead|rather)$", re.IGNORECASE)
_NOW = re.compile(rf"{_MARK} now\b", re.IGNORECASE)
_MAKES = re.compile(r"\b(?:i|we)\b.{0,20}\bmake\b", re.IGNORECASE)
"""Who has to make dinner at six moves no dinner."""
_LINKED = re.compile(r"^(?:and|also|then|plus|(?:the )?same (?:with|for)|oh and)\b", re.IGNORECASE)
_ITEM = r"(?P<item>(?!(?:an?|some|another|new|sure|me|us|up|time|is|are|was|when|what|do|does|did|if|should|has|have|who|how|why|i|we|you|he|she|they|there)\b)[^\x01,;.!?]+?)"
_TO = r"(?:(?:to|till|until|til|for|at|on|by|be|is|as|from) )*\x01"
_DATE = r"(?:due date|due day|due time|deadline|date|day|time|start(?:ing)? time|start)"
_CUE = r"(?: (?:now|actually|really|in fact|supposed to be|meant to be|going to be|gonna be))"
_IS = r"(?:(?: is|['’]s| will be|['’]ll be| isn['’]?t| is not| should be| needs to be| has to be| must be| gets))"
_DONE = r"(?:due(?: back| in| out)?|to be \w+|supposed to be in)"
_FORMS = tuple(
    (re.compile(form, re.IGNORECASE), told)
    for form, told in (
        (rf"(?:put|push|hold|kick|knock|shove|move|shift) (?:off|back) (?:on )?{_ITEM} {_TO}", False),
        (rf"(?:put|push|hold|kick|knock|shove|move|shift|bring|pull) {_ITEM} (?:off|back|forward|up|out) {_TO}", False),
        (rf"hold (?:off )?(?:on )?{_ITEM} (?:off )?(?:to |till? |until )\x01", False),
        (rf"make {_ITEM}(?: (?:be|start|happen|due))? {_TO}", False),
        (rf"(?:change|set|update|fix|correct|move|push|shift|make|put)(?: back)? (?:the )?{_DATE} (?:of|for|on) {_ITEM} {_TO}", False),
        (rf"(?:change|set|update|fix|correct|move|push|shift|make|put) {_ITEM}['’]?s? {_DATE} {_TO}", False),
        (rf"(?:the )?{_DATE} (?:of|for|on) {_ITEM}{_IS}{_CUE}* {_TO}", True),
        (rf"{_ITEM}['’]s {_DATE}{_IS}{_CUE}* {_TO}", True),
        (rf"{_ITEM}(?: one)?{_IS}{_CUE}* {_DONE} {_TO}", True),
        (rf"{_ITEM}(?: one)? (?:needs \w+ing|(?:needs|has|has got|must|should) (?:to )?be(?: \w+)?)(?: in)? {_TO}", True),
        (rf"{_ITEM}(?: one)?{_IS}{_CUE}+ {_TO}", True),
        (rf"{_ITEM}(?: one)? (?:(?:now|actually|really) )+(?:starts|begins) {_TO}", True),
    )
)  # fmt: skip
_JUST = re.compile(rf"(?:(?:do|have|make|try) )?{_ITEM} {_TO}", re.IGNORECASE)
_IS_NOW = re.compile(rf"{_ITEM}(?: one)?{_IS} {_TO}", re.IGNORECASE)
_NEW = re.compile(
    r"\b(?:add|new|another|schedule|book|create|plan|arrange|pencil|jot|note|remind\w*|block|enter|set up|"
    r"(?:put|stick|pop|chuck|throw|pencil|write|mark|get)\b.*\b(?:in|on|into|onto|down|to) (?:my|the|our) \w+)\b",
    re.IGNORECASE,
)
_HOUR = re.compile(r"(?<=\s(?:to|at)\s)\d{1,2}(?:[:.]\d\d)?$|(?<=\still\s)\d{1,2}(?:[:.]\d\d)?$")
_IS_NOT = re.compile(r"^(?:on|at|by|till?|until) (?=\w)", re.IGNORECASE)
_LONGEST = 140


def asks_for_new(text: str) -> bool:
    """Tell whether a message has a word for something new, of which nothing is there yet."""
    return bool(_NEW.search(text))


def said_move(text: str, extracted: Extracted, *, follows: Follows) -> SaidMove | None:
    """Return the thing and the new time that a message gives it; None where it is no such message.

    `extracted` are its date words. Where it `follows` another change, "and film night at nine" is one
    as well.
    """
    if len(text) > _LONGEST or asks_for_new(text) or _MAKES.search(text):
        return None
    if text.rstrip().endswith("?") and not _POLITE.match(text.strip()):
        return None
    found = pieces(text, extracted)
    whole = _was_cut(text, found)
    if not found and (hour := _HOUR.search(_TAIL.sub("", whole))):
        found = [hour[0]]
    if not found:
        return None
    to = found[-1]
    marked = _MARK.join(whole.rsplit(to, 1)).strip()
    item, told = _item(marked, follows)
    return SaidMove(item, _IS_NOT.sub("", to), told) if item else None


def _was_cut(text: str, found: list[str]) -> str:
    """Return a text without "not Thursday" and "instead of Saturday", which say what was.

    They are taken out of `found` too; "instead" stays in their place.
    """
    for words in [*found]:
        bare = re.sub(r"^of ", "", words, flags=re.IGNORECASE)
        was = re.search(
            rf"[\s,]*\b(?:and not|not|instead of|rather than) (?:on |at )?{re.escape(bare)}",
            text,
            re.I,
        )
        if was and len(found) > 1:
            text = f"{text[: was.start()]} instead{text[was.end() :]}"
            found.remove(words)
    return text


def _item(marked: str, follows: Follows) -> tuple[str, bool]:
    """Return the words for the thing in a text whose new time is marked, and whether it may be told."""
    bare = _TAIL.sub("", marked)
    linked = follows == "here" or (follows and _LINKED.match(bare))
    bare = _LEAD.sub("", bare)
    instead = _INSTEAD.search(bare)
    bare = _INSTEAD.sub("", bare).strip(" ,")
    for form, told in _FORMS:
        if match := form.fullmatch(bare):
            return match["item"], told
    if (linked or instead) and (match := _JUST.fullmatch(bare)):
        return match["item"], False
    if _NOW.search(marked) and (match := _IS_NOW.fullmatch(bare)):
        return match["item"], True
    return "", False
