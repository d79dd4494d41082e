# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""What is to be said to somebody: "ring the hotel and say we're late", 跟房东说一声. Pure.

That cannot be done here, and is no appointment: the day in it is one that the other is to hear of. Said
as a task or a reminder of one's own, or with a time for the call, it stays what its owner does.
"""

from __future__ import annotations

import re

_ORDER_EN = (
    r"^\W*(?:(?:please|pls|plz|can you|could you|would you|will you|can u|hey|hi|ok(?:ay)?|so|and|also|then|just|now|quickly|kindly|"
    r"go ahead and|i(?:['’]d like| want| need) you to|you (?:should|need to|have to|must)|why don['’]t you)\b\W*)*"
)
_TIMED = r"(?:today|tonight|tomorrow|on (?:\w+day|the)|(?:this|next) \w+|\w+day|at|by|before|after|in|later|every|\d{1,2}(?::\d\d)?(?: ?[ap]m)?)"
_WHOM = rf"(?!me\b|us\b|it\b|off\b|that\b|this\b)(?:(?!{_TIMED}\b|and\b)[\w'’&@.+-]+\s+){{1,5}}?"
_SAYS = (
    r"(?:tell|say|ask|let (?:\w+ ){1,2}?know|inform|warn|remind|explain|check (?:if|whether|with)|"
    r"(?:make|book|get|move|change|cancel|confirm) (?:\w+ ){1,2}?(?:reservation|table|booking|appointment))"
)
_CLAUSE = (
    r"(?:that|saying|to (?:say|tell|let|ask|confirm|inform)|i(?:['’](?:m|ll|ve)| am| will| can| have)|im|we(?:['’](?:re|ll|ve)| are| will| can| have)|"
    r"(?:he|she|they|it)(?:['’](?:s|re|ll)| is| are| will)|(?:the|my|our|dinner|lunch|practice)\b[^,;]*?\b(?:is|are|was|will|has))"
)
_PASS_EN = re.compile(
    rf"{_ORDER_EN}(?:"
    rf"(?:phone|ring(?: up)?|call(?: up)?|telephone|dial|contact|get hold of|get (?:on to|onto)|reach out to|speak (?:to|with)|talk (?:to|with)|"
    rf"(?:text|e-?mail|message|msg|dm|whatsapp|write(?: to)?|ping|mail)|(?:send|drop|shoot) (?:an? )?(?:text|e-?mail|message|note|line) to)\s+"
    rf"{_WHOM}(?:,\s*)?(?:and|to) (?:please |just |then )?{_SAYS}\b|"
    rf"(?:text|e-?mail|message|msg|dm|whatsapp|ping|(?:send|drop|shoot) (?:an? )?(?:text|e-?mail|message|note|line) to)\s+{_WHOM}{_CLAUSE}\b|"
    rf"(?:send|drop|shoot) {_WHOM}an? (?:text|e-?mail|message|note|line) (?:that|saying|to (?:say|tell|let|ask))\b|"
    rf"(?:tell|inform|notify)\s+{_WHOM}(?:{_CLAUSE}|to|not to|about|of|if|when|where|what)\b|"
    rf"ask\s+{_WHOM}(?:to|if|whether|not to|when|where|what|how)\b|"
    rf"(?:let|have|get)\s+{_WHOM}know\b|"
    rf"(?:pass (?:it |this |that )?on|pass a message|give a message|relay|forward) .{{0,30}}\bto {_WHOM.replace('{1,5}?', '{0,4}')}\w+"
    r")",
    re.IGNORECASE,
)
_OWN_EN = re.compile(
    r"\b(?:remind|reminder|to-?dos?|tasks?|lists?|calendar|diary|agenda|schedule|remember to|don['’]t forget)\b",
    re.IGNORECASE,
)
_ORDER_ZH = r"^(?:[\s，,。！!]|请(?!客|假)|麻烦你?|拜托你?|帮我|帮忙|帮|替我|给我(?!们?家|[爸妈])|能不能|可不可以|可以|能|你|快|赶紧|现在|顺便|再|去|就|我想让你|我要你|那)*"
_WHO_ZH = r"(?!我(?!们|爸|妈|老|家|哥|姐|弟|妹|奶|爷|同|朋|儿|女|室|导|媳)|自己|他说|[一下])[^，,。；;\s]{1,10}?"
_TOLD_ZH = r"(?:说|讲|告诉|通知|问|转告|道|让|叫)"
_PASS_ZH = re.compile(
    rf"{_ORDER_ZH}(?:"
    rf"(?:给|跟|和|向){_WHO_ZH}(?:打(?:一?个)?(?:电话|视频)|去(?:一?个)?电话?|通个?电话|发(?:一?[个条封])?(?:微信|短信|消息|信息|邮件|语音))(?:过去)?[，,\s]*(?:去|就|并|再|来|帮我)*{_TOLD_ZH}|"
    rf"(?:打(?:一?个)?电话|发(?:一?[个条封])?(?:微信|短信|消息|信息|邮件|语音))(?:给|跟|告诉|通知|问){_WHO_ZH}[，,\s]*(?:{_TOLD_ZH}|[^，,。]{{0,3}}(?:我|咱|周|星期|今|明|后))|"
    rf"(?:联系|打给|呼叫){_WHO_ZH}[，,\s]*(?:去|就|并|再)?{_TOLD_ZH}|"
    rf"(?:跟|和|对|同|向){_WHO_ZH}(?:说|讲|打(?:一?声|个)招呼|知会|转达|解释)|"
    rf"(?:告诉|告知|通知|转告|知会|转达){_WHO_ZH}(?:[，,：:\s]|一[声下]|说|我|咱|今|明|后|周|星期|礼拜|下|会|不|要|改|取消|晚|早|[他她]|大?家?[^，,。\s]{{2,}})|"
    rf"(?:问问?|问一下){_WHO_ZH}(?:[，,：:\s]|能|可|要|有|是|什么|几|在|周|明|今|后|会)|"
    rf"让{_WHO_ZH}(?:知道|晓得)"
    r")"
)
_OWN_ZH = re.compile(
    r"提醒我|叫我|记得|别忘|待办|清单|日程|日历|闹钟|任务|加[到上个一]|记[一得下到]"
)


def to_pass_on(text: str) -> bool:
    """Tell whether somebody is to be told, asked or written to something, and by us."""
    bare = text.strip()
    if _PASS_EN.match(bare):
        return not _OWN_EN.search(bare)
    return bool(_PASS_ZH.match(bare)) and not _OWN_ZH.search(bare)
