"""A word put in after a change: "make it Friday", 再晚半小时, "undo that".

Such a message names no thing, only another time: it is about what was changed or shown last. There
is one meaning, and a small model, which has to write out the thing, often takes another.
"""

from __future__ import annotations

import re

from assistant_app.agent.about import asks
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.ports import DateResolver
from assistant_app.errors import AppError
from assistant_app.tools.dates import pieces
from assistant_app.tools.spec import Call, parse_call

_FILLER_EN = re.compile(
    r"\b(?:h+m+|oh|oops|no+|nope|sorry|wait|actually|well|ok(?:ay)?|and|then|but|so|just|make|made|it|"
    r"that|this|the|one|chang(?:e|ed)|move[d]?|push|shift|put|set|re-?schedule|switch|to|on|at|for|by|"
    r"instead|rather|let'?s|let us|say|please|pls|i|mean(?:t)?|should|be|is|do|have|"
    r"day|date|time|can|could|you|we|me|better|of|a|bit)\b|\bit'?s\b",
    re.IGNORECASE,
)
_CUE_EN = re.compile(
    r"\b(?:make|chang(?:e|ed)|moved?|push|shift|re-?schedule|switch|instead|rather|actually|sorry|wait|"
    r"oops|mean(?:t)?|should be|no|nope|later|earlier|sooner|better|back|forward)\b",
    re.IGNORECASE,
)
_SHIFT_EN = re.compile(r"\b(?:later|earlier|sooner|back|forward|ahead)\b", re.IGNORECASE)
_FILLER_ZH = re.compile(
    r"算了|不对|不是|应该|说错|记错|弄错|搞错|"
    r"[哦噢哎唉嗯呃那请帮我你还是改成到为吧了再就挪换调放定把它这个那时间日期"
    r"一下的先要呀啊呢嘛错]"
)
_CUE_ZH = re.compile(r"改|挪|推|提前|提早|往前|往后|延|晚|早|换|调|还是|不对|算了|错|应该")
_SHIFT_ZH = re.compile(r"推迟|推后|延后|延迟|往后|往前|提前|提早|晚|早|推|延")
_BARE_HOUR = re.compile(r"\d{1,2}(?:[:.]\d\d)?")
_LENGTH_ZH = re.compile(
    r"[个]?(?:半|[\d一二两三四五六七八九十]+)(?:个?半)?(?:个?小时|分钟|钟头|刻钟|天|周|星期)(?:半)?"
)

_NAMES_ONE = re.compile(r"(?:my|the|our) (?=\d|noon|morning|evening|afternoon)", re.IGNORECASE)
_WRONG = re.compile(
    r"(?:(?:no+|oops|oh|sorry|wait|hey|um|hmm|actually|ok(?:ay)?|please)\b[\s,.!]*)*"
    r"(?:that(?:['’]?s| is| was)?(?: all)? (?:wrong|a mistake|not right|not what i (?:meant|said|"
    r"wanted))|"
    r"(?:cancel|scrap|forget|drop) (?:that|it|this)|i did(?:n['’]t| not) (?:mean|want|"
    r"ask for) (?:that|it|this))"
    r"|(?:哎|唉|呀|不|啊|哦|等下|等等|算了|[，,\s])*(?:这个?|那个?)?(?:不对|错了|弄错了|搞错了|"
    r"不是这个意思|取消(?:掉)?|不要了)(?:吧|了|啊)*",
    re.IGNORECASE,
)
"""Said right after something was done: it is to be taken back."""
_UNDO = re.compile(
    r"(?:(?:oh|oops|no|ok(?:ay)?|wait|sorry|please|pls|hey|um|hmm|can you|could you|just|"
    r"actually)\b[\s,.!]*)*"
    r"(?:undo|revert|roll back|take back|put back|bring back|restore)"
    r"(?: (?:it|that|this|them|the|my|last|latest|previous|change|changes|action|step|one|thing|"
    r"what you (?:just )?did|"
    r"please|back|again|for me))*"
    r"|(?:(?:oh|oops|no|wait|sorry|please|ok(?:ay)?)\b[\s,.!]*)*(?:take|put|bring|change|get) (?:it|"
    r"that|this|them) back"
    r"(?: please)?"
    r"|(?:哎|唉|呀|啊|哦|等下|等等|等一下|不对|错了|算了|请|帮我|麻烦|还是|快|先|[，,\s])*"
    r"(?:把)?(?:刚才|刚刚|上一步|上次|最后)?(?:的|那个|那条|那步)?(?:改动|操作|修改)?"
    r"(?:撤销|撤回|撤消|恢复|还原|收回|退回)(?:一下|回来|回去|上一步|刚才的?|刚刚的?|上次的?|改动|"
    r"操作|修改|吧|了|啊)*",
    re.IGNORECASE,
)


def is_undo(text: str) -> bool:
    """Tell whether a message asks for nothing but to take back the last change."""
    return bool(_UNDO.fullmatch(text.strip(" \t.,!?，。！？~")))


def takes_back(text: str) -> bool:
    """Tell whether a message, right after something was done, says that it was not meant."""
    return bool(_WRONG.fullmatch(text.strip(" \t.,!?，。！？~")))


def corrected_time(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> str:
    """Return the new time that a message gives to what was last spoken of; "" if it is not that."""
    bare = text.strip(" \t.,!?，。！？~")
    filler, cue, shift = (
        (_FILLER_ZH, _CUE_ZH, _SHIFT_ZH) if lang == "zh" else (_FILLER_EN, _CUE_EN, _SHIFT_EN)
    )
    if not cue.search(bare) or len(bare) > 60:
        return ""
    if shift.search(bare):
        length = shift.sub(" ", bare)
        length = _zh_length(length) if lang == "zh" else " ".join(filler.sub(" ", length).split())
        left = filler.sub("", shift.sub("", bare).replace(length, "")) if lang == "zh" else ""
        for words in (length, f"a {length}", f"an {length}") if length else ():
            if resolver.length(words, lang) and not re.search(r"\w", left):
                return (
                    f"{_first(shift, bare)}{words}"
                    if lang == "zh"
                    else f"{words} {_first(shift, bare)}"
                )
    extracted = resolver.extract(bare, now, lang)
    found = pieces(bare, extracted)
    rest = filler.sub(" ", extracted.rest if found else bare)
    if any(_NAMES_ONE.match(span) for span in found):  # "move my 3pm to 4"
        return ""
    if found and not re.search(r"\w", rest):
        return " ".join(found)
    hour = rest.strip(" ,，.。")
    return hour if not found and _BARE_HOUR.fullmatch(hour) else ""


def _zh_length(text: str) -> str:
    match = _LENGTH_ZH.search(text)
    return match[0].removeprefix("个") if match else ""


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[0] if match else ""


def correction(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> Call | None:
    """Return the call that changes what was last spoken of as `text` puts it right."""
    if asks(text):
        return None
    it = "它" if lang == "zh" else "it"
    to = corrected_time(text, now, lang, resolver)
    if to and resolver.resolve(to, now, lang).kind == "rrule":
        return Call("edit_item", {"item": it, "field": "repeat", "value": to})
    if to:
        return Call("move_item", {"item": it, "to": to})
    filler, cue = (_FILLER_ZH, _CUE_ZH) if lang == "zh" else (_FILLER_EN, _CUE_EN)
    words = _zh_length(text) if lang == "zh" else " ".join(filler.sub(" ", text).split())
    words = words.strip(" .!,")
    left = filler.sub("", cue.sub("", text.replace(words, ""))) if words else ""
    if words and cue.search(text) and not re.search(r"\w", left) and resolver.length(words, lang):
        return Call("edit_item", {"item": it, "field": "length", "value": words})
    return None


_AGAIN = re.compile(
    r"\b(?:and|what|how|about|then|so|ok(?:ay)?|the|on|for|at|in|is|are|there|anything|else)\b|那|"
    r"呢|的话|怎么样|又|还有",
    re.IGNORECASE,
)
_WHEN = {"list_items": "when", "find_free_time": "when", "what_date": "phrase"}


def asked_again(
    text: str, last: str, now: Moment, lang: Lang, resolver: DateResolver
) -> Call | None:
    """Return the call that "and on Friday?" asks for after the call `last` (as it was written)."""
    extracted = resolver.extract(text, now, lang)
    found = pieces(text, extracted)
    # "How about tomorrow" may be taken for one span.
    rest = _AGAIN.sub(" ", extracted.rest)
    if not found or re.search(r"\w", rest) or not (asks(text) or _AGAIN.search(text)):
        return None
    try:
        call = parse_call(last)
    except AppError:
        return None
    if call.tool not in _WHEN:
        return None
    return Call(call.tool, {**call.args, _WHEN[call.tool]: " ".join(found)})
