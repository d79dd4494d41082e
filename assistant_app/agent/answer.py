"""Read the owner's answer to a question of ours, without the model."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from assistant_app.domain.calendar_words import MONTHS_EN, WEEKDAYS_EN
from assistant_app.tools.outcome import Pending

EXPIRES_MS = 3_600_000
"""A question older than an hour is not waited for: the next message starts afresh."""

_SURE = (
    r"(?:(?:yes |please )?do(?: it| that| so)?|y|yes|yea|yeah|yep|yup|ya|aye|sure(?: thing)?|ok|okay|k|"
    r"right|correct|exactly|confirm(?:ed)?|go ahead|go on|go for it|of course|absolutely|definitely|"
    r"certainly|fine|by all means|why not|sounds good|please|i(?:['’]?m| am) sure|i am|i do|"
    r"that(?:['’]?s| is)(?: right| it| fine| the one| correct))(?![\w'’])"
    r"|对[的呀啊吧]?|是[的啊呀]?|嗯+|好[的啊呀吧嘞]?|行[啊吧的]?|可以(?:的|啊)?|确认|确定|没错|没问题|就这样|"
    r"就这么办|同意|要的?|当然|必须的?|成(?!为)"
)
"""Words that say yes to any question."""
_DELETES = (
    r"(?:(?:delete|remove|erase|wipe|scrap|ditch|bin)(?: (?:it|that|them|all|this|these|those|both|"
    r"everything|the lot))*|"
    r"(?:take|get) (?:it|that|them|this|those|all of (?:it|them)) (?:off|out|away)|"
    r"get rid of (?:it|that|them))(?![\w'’])"
    r"|(?:那就|就|把[它他]|都|全|全部|给我|帮我)*"
    r"(?:删[除掉了]*|拿[掉走]了?|去[掉除]了?|清[空除掉]了?|移[除走]了?|划[掉了]|扔[掉了])(?:它|吧|呗|啦)*"
)
_MOVES = (
    r"(?:move|change|shift|reschedule)(?: (?:it|that|them|all|both))*(?![\w'’])"
    r"|(?:那就|就|把它|都)*(?:改|移|挪|换|推|调)(?:期|了|过去)*(?:吧|呗)*"
)
_DOES = {
    "delete_item": _DELETES,
    "forget": rf"{_DELETES}|forget (?:that|them|all)(?![\w'’])|忘[掉了]吧?|擦[掉除]吧?",
    "move_item": _MOVES,
    "edit_item": _MOVES,
}
"""Words that name the very thing that was asked, by tool: they say yes as well."""
_AFTER_YES = r"(?:cancel|drop|lose)(?: (?:it|that|them|all))*(?![\w'’])|取消[了掉]?吧?|不要了"
"""Words that would stop the deletion that was asked about, said by themselves."""
_ASIDE = (
    r"(?:then|now|just|well|oh|ah|um+|hm+|actually|sorry|thanks|thank you|cheers|mate)(?![\w'’])"
    r"|谢谢|麻烦了?|请|哦|啊|那|吧|了|哎|呃|抱歉"
)
_NOT = (
    r"(?:n|no|nope|nah|no thank(?:s| you)|(?:please )?(?:don['’]?t|do not)(?: (?:do|delete|remove|"
    r"cancel|move|change|touch|bother))?(?: (?:it|that|them|anything))?|cancel(?: that)?|never ?mind|"
    r"nvm|stop|wait|hold on|not (?:now|yet|really|today)|rather not|on second thoughts?|"
    r"i(?:['’]ve)? changed my mind|(?:keep|leave) (?:it|that|them|both|everything)"
    r"(?: (?:alone|be|there|in|on|as (?:it|they) (?:is|are|was|were)))?|"
    r"forget it|undo(?: (?:that|it|this))?|take (?:it|that) back)(?![\w'’])"
    r"|撤销|撤回|撤消|收回|先?不[删动改移]了?|不要了?|不[了是行用对]?|还?是?算了吧?|取消|别[删了动]?|"
    r"没有|都不是|先别|先?留着吧?|放着吧?|保留|等[下等]|等一下|再想想|没事了"
)
_BETWEEN = r"[\s,，、;；.。!！~…]*"
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
_LONGEST = 60
"""Characters of an answer; what is longer is a message of its own."""
_FILLER = re.compile(
    r"['’]s\b|\b(?:my|our|i mean|just|the|one|on|at|for|please|it|is|a|an|of|them|in)\b|"
    r"[我咱们的那这个吧是就要，,。.!！?？]|\s+",
    re.IGNORECASE,
)

_NAMES = frozenset(name.casefold() for name in (*WEEKDAYS_EN, *MONTHS_EN))
"""Labels have them cut to three letters."""

Answer = Literal["yes", "no"] | int | None


def read_answer(text: str, pending: Pending) -> Answer:
    """Return what `text` answers: yes, no, the index of a choice, or None (something else)."""
    said = re.sub(r"[\s.,!，。！?？~…]+$", "", text.strip())
    if len(said) > _LONGEST:
        return None
    if pending.confirm:
        if text.rstrip().endswith(("?", "？")):  # "ok?" asks back
            return None
        if _agrees(said, pending.tool):
            return "yes"
        return "no" if _declines(said) else None
    if _declines(said):
        return "no"
    number = _number(said, len(pending.choices))
    if number is not None:
        return number
    if len(pending.choices) == 1 and _agrees(said, pending.tool):
        return 0
    return _by_label(said, pending)


def _agrees(said: str, tool: str) -> bool:
    """Tell whether all that was said says yes, in one way or in several: "yes, take it off"."""
    sure = f"{_SURE}|{_DOES[tool]}" if tool in _DOES else _SURE
    if not _made_of(said, f"{sure}|{_AFTER_YES}|{_ASIDE}"):
        return False
    return not _made_of(said, f"{_AFTER_YES}|{_ASIDE}")


def _declines(said: str) -> bool:
    """Tell whether all that was said says no; a word of assent before it takes nothing away."""
    before = rf"{_ASIDE}|ok(?:ay)?(?![\w'’])|嗯+|还是"
    return _made_of(said, f"{_NOT}|{before}") and not _made_of(said, before)


def _made_of(said: str, words: str) -> bool:
    return _pattern(words).fullmatch(said) is not None


@lru_cache(maxsize=32)
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:(?>{words}){_BETWEEN})+", re.IGNORECASE)  # atomic: no reading twice


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
