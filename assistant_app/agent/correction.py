"""A word put in after a change: "make it Friday", 再晚半小时, "undo that".

Such a message names no thing, only another time: it is about what was changed or shown last. There
is one meaning, and a small model, which has to write out the thing, often takes another.
"""

from __future__ import annotations

import re

from assistant_app.agent.about import asks
from assistant_app.agent.weighing import weighs
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.ports import DateResolver
from assistant_app.errors import AppError
from assistant_app.tools.dates import pieces
from assistant_app.tools.spec import Call, parse_call

_FILLER_EN = re.compile(
    r"\bit['’]?s\b|\b(?:h+m+|oh|oops|whoops|no+|nope|sorry|wait|actually|well|ok(?:ay)?|and|then|but|so|just|make|made|it|"
    r"that|this|the|one|chang(?:e|ed)|move[d]?|push|shift|put|set|re-?schedule|switch|to|on|at|for|by|"
    r"instead|rather|let'?s|let us|say|please|pls|i|mean(?:t)?|should|be|is|do|have|"
    r"day|date|time|can|could|you|we|me|better|of|a|bit)\b",
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
_DENIED = re.compile(
    r"(?:[,，]?\s*(?:and |but )?\b(?:not|isn['’]?t|rather than|instead of)(?: (?:on|at|for))* |"
    r"，?(?:而)?不是)"
    r"(?P<day>[^,，;]+?)(?=\s*(?:$|[,，;]|\bbut\b|(?<!不)而?是))",
    re.IGNORECASE,
)
_BARE_HOUR = re.compile(r"\d{1,2}(?:[:.]\d\d)?")
_LENGTH_ZH = re.compile(
    r"[个]?(?:半|[\d一二两三四五六七八九十]+)(?:个?半)?(?:个?小时|分钟|钟头|刻钟|天|周|星期)(?:半)?"
)

_NAMES_ONE = re.compile(r"(?:my|the|our) (?=\d|noon|morning|evening|afternoon)", re.IGNORECASE)
_OH_EN = (
    r"(?:(?:o+h+|no+|oops|whoops|ugh|argh|damn|shoot|sorry|ok(?:ay)?|wait|hang on|hold on|hey|um|hmm|"
    r"please|pls|can you|could you|just|actually|my (?:bad|mistake|fault)|(?:i )?(?:messed|screwed) up|"
    r"(?:i )?made a mistake|(?:that was |it was )?(?:by|a) mistake|not that(?: one)?|"
    r"(?:(?:that was|it was|i (?:\w+ )?(?:\w+(?:ed|it)|chose|did)) )?the wrong (?:one|thing|task|item|"
    r"button|day)|wrong (?:one|thing|button)|(?:that was|that['’]?s) wrong)\b[\s,.!;:–—-]*)*"
)
"""What people say first when something was not meant."""
_OH_ZH = (
    r"(?:[\s，,。.！!…~、]|啊这|[啊呀哎哟唉呃嗯哦噢喔欸诶嘿嗐靠]|天[哪呐啊]|糟(?:了|糕)|完[了蛋]+|坏了|等[一会]?[下儿等]|"
    r"不好意思|抱歉|对不起|不对|不是(?:这个|那个|这条|那条|我要的)?(?:的?意思)?|算了|"
    r"(?:我|好像|可能|刚才|刚刚|刚|又|是|不小心|都|全)*+(?:[弄搞点按打选说看记写填做删改加勾划标挪移听认错]|完成)错(?:了|啦|咯|人|地方|"
    r"东西|一个|那个|这个|条)*|错了|[弄搞][混反]了|我?手[滑误抖快]了?(?:一下)?|[后反]悔了?|误[触点删操](?:作)?(?:了)?|不小心(?:的|点到了?|按到了?|"
    r"碰到了?)?|请|帮我|帮忙|给我|麻烦|还是|快|先|赶紧|你)*"
)
_JUST_ZH = (
    r"(?:(?:把|我|你|的|刚+才?|方才|上一?[步次个条]|前一[步个条]|上次|最后|那一?[个条步下次项]?|这一?[个条步下次项]?|"
    r"一步|一?次|操作|改动|修改|动作|变更|东西|[做弄改加删](?!回))*+)"
)
_BACK_ZH = (
    r"(?:(?:回到|返回|回退|倒退|退)(?=上一?步|一步|之前)|撤销|撤回|撤消|撤了|恢复|还原|复原|收回|退回|回退|(?:改|变|换|弄|退|撤)回(?=[来去原]|$))"
    r"(?:到|成)?(?:一下|下|掉|回来|回去|来|去|原样|原来的?(?:样子)?|之前的?(?:样子)?)?"
)
_WRONG = re.compile(
    r"(?:(?:no+|oops|oh|sorry|wait|hey|um|hmm|actually|ok(?:ay)?|please)\b[\s,.!]*)*"
    r"(?:that(?:['’]?s| is| was)?(?: all)? (?:wrong|a mistake|not right|not what i (?:meant|said|"
    r"wanted))|"
    r"(?:cancel|scrap|forget|drop) (?:that|it|this)|i did(?:n['’]t| not) (?:mean|want|"
    r"ask for) (?:that|it|this))"
    rf"|{_OH_ZH}(?:这个?|那个?)?(?:不对|错了|弄错了|搞错了|不是这个意思|不要了)(?:吧|了|啊)*"
    rf"|{_OH_ZH}{_JUST_ZH}(?:不算数?|当我没[说做])(?:吧|了|啊)*"
    rf"|{_OH_ZH}{_JUST_ZH}(?:取消|撤)(?:掉|了)?{_JUST_ZH}(?:吧|了|啊)*",
    re.IGNORECASE,
)
"""Said right after something was done: it is to be taken back."""
_UNDO = re.compile(
    rf"{_OH_EN}"
    r"(?:undo|revert|roll back|take back|put back|bring back|restore)"
    r"(?: (?:it|that|this|them|the|my|last|latest|previous|change|changes|action|step|one|thing|"
    r"what (?:you|i) (?:just )?did|"
    r"please|back|again|for me))*"
    rf"|{_OH_EN}(?:take|put|bring|change|get) (?:it|that|this|them) back"
    r"(?: please)?"
    rf"|{_OH_ZH}{_JUST_ZH}(?:给|都|再)?(?:我)?{_BACK_ZH}{_JUST_ZH}(?:吧|了|啊|呀|哈|谢谢|好吗|可以吗|行吗)*",
    re.IGNORECASE,
)


_CLAUSE = re.compile(r"[，,。.！!；;~…]+\s*|(?<=[\u4e00-\u9fff])\s+|\s+[–—-]\s+|\n")
_LONGEST = 60
"""Characters of a message that only takes something back."""


def is_undo(text: str) -> bool:
    """Tell whether a message asks for nothing but to take back the last change."""
    return _is_all(_UNDO, text)


def undo_after(text: str) -> str:
    """Return what is said before a last clause that asks to take a change back; "" where none is."""
    before, _, last = _CLAUSE.sub("\n", text.strip(" \t.,!?，。！？~…")).rpartition("\n")
    return before if len(before) <= _LONGEST and is_undo(last) else ""


def takes_back(text: str) -> bool:
    """Tell whether a message, right after something was done, says that it was not meant."""
    return _is_all(_WRONG, text)


def _is_all(pattern: re.Pattern[str], text: str) -> bool:
    bare = text.strip(" \t.,!?，。！？~…")
    return len(bare) <= _LONGEST and bool(pattern.fullmatch(bare))


def corrected_time(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> str:
    """Return the new time that a message gives to what was last spoken of; "" if it is not that."""
    bare = text.strip(" \t.,!?，。！？~")
    filler, cue, shift = (
        (_FILLER_ZH, _CUE_ZH, _SHIFT_ZH) if lang == "zh" else (_FILLER_EN, _CUE_EN, _SHIFT_EN)
    )
    if len(bare) > 60:
        return ""
    plain = _without_denied(bare, now, lang, resolver)
    if plain == bare and not cue.search(bare):
        return ""
    bare = plain
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


def _without_denied(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> str:
    """Take out the day or time that is denied beside the right one: "Thursday, not Friday"."""
    denied = _DENIED.search(text)
    if denied is None or not resolver.extract(denied["day"], now, lang).found:
        return text
    left = f"{text[: denied.start()]} {text[denied.end() :]}"
    return left if resolver.extract(left, now, lang).found else text


def _zh_length(text: str) -> str:
    match = _LENGTH_ZH.search(text)
    return match[0].removeprefix("个") if match else ""


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[0] if match else ""


def correction(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> Call | None:
    """Return the call that changes what was last spoken of as `text` puts it right."""
    if asks(text) or weighs(text):
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
