"""What is only weighed: "should I move it?", 要不要改到周六呢, 有点纠结.

Who wonders or asks for an opinion has not decided, so nothing is to be changed; who says in the same
breath what is to be done ("not sure about the place, but add it", 纠结半天，还是取消吧) has.
"""

from __future__ import annotations

import re

_CHANGE_EN = (
    r"(?:move|push|shift|re-?schedule|postpone|delay|cancel|change|skip|drop|bring|swap|switch|delete|"
    r"remove|rename|extend|shorten|book|add|put|make|set|schedule|remind|create|clear|mark|tick|keep|"
    r"leave|note|block)"
)
_WONDERS_EN = re.compile(
    r"\b(?:should(?:n['’]t)? (?:i|we)\b|(?:thinking|thought) (?:about|of)\b|"
    r"wondering (?:if|whether) (?:i|we|it|that)\b|if (?:i|we) (?:should|ought)\b|"
    r"whether (?:to|i|we|or)\b|"
    r"(?:maybe|perhaps|possibly) (?:i|we) ?(?:should|could|might|can|ought|['’]ll|will)\b|"
    rf"(?:i|we) (?:might|may|could) (?:have to )?(?:just )?{_CHANGE_EN}\b|"
    r"(?:do|would|don['’]t) you (?:think|reckon|say)\b|what (?:do|would) you (?:think|reckon|advise|"
    r"suggest|do)\b|would (?:it|that) (?:be|make)\b|"
    r"is it (?:better|best|worth|wise|smart|sensible|silly|ok(?:ay)?|a (?:good|bad) idea)\b|"
    rf"(?:might|may) (?:need|have|want) to (?:be )?{_CHANGE_EN}\w*|"
    r"(?:debating|contemplating|considering|weighing up|mulling|toying with|tempted to|"
    r"leaning towards?|inclined to)\b)[^,.;:!?]*|"
    rf"^\W*(?:might|may) (?:just )?{_CHANGE_EN}\b[^,.;:!?]*",
    re.IGNORECASE,
)
"""Words for a thought, and what is thought."""
_UNSURE_EN = re.compile(
    r"\bnot (?:so |quite |really |too |at all |entirely |totally |yet )*"
    r"(?:sure|certain|convinced|decided)\b|"
    r"\b(?:unsure|undecided|indecisive|in two minds|of two minds|on the fence|torn)\b|"
    r"\b(?:can['’]?t|can ?not|haven['’]?t|couldn['’]?t) (?:really |quite |yet )*"
    r"(?:decided?|make up my mind|made up my mind)\b|"
    r"\b(?:no idea|don['’]?t know|dunno|idk|not sure) (?:if|whether)\b|"
    r"\b(?:your|any) (?:opinion|view|advice|thoughts|take)\b",
    re.IGNORECASE,
)
_DECIDED_EN = re.compile(
    r"(?:^\W*|[,.;:!?—–]\W*|\b(?:and|but|so|then|please|pls|just|anyway|yes|ok(?:ay)?|can you|"
    r"could you|would you|let['’]?s|i['’]ll|i will|want you to)\s+)(?:please |just |also )*"
    rf"{_CHANGE_EN}\b|\b(?:please do|go ahead|do it)\b",
    re.IGNORECASE,
)
_WONDERS_ZH = re.compile(
    r"(?:(?<!问)(?<!问[\u4e00-\u9fff])(?<!问[\u4e00-\u9fff]{2})(?<!问[\u4e00-\u9fff]{3})"
    r"(?:要不要|该不该|应不应该|应该不应该|需不需要|用不用)|是不是(?:应该|该|要|得|最好|可以|能)|"
    r"想着(?!以后)|(?:在|正|还在)(?:想|考虑|琢磨|寻思|盘算)(?!办法)|(?:琢磨|寻思|盘算)着?|"
    r"考虑(?:着|把|将|是否|是不是)|是否(?:应该|该|要|需要)|(?:有没有|有无)必要|值不值得|"
    r"([改挪推移换去删停动])不\1|有[点些]儿?想|(?:可能|也许|或许|说不定|搞不好|没准儿?)(?:要|得|会|该|需要|可以|就)?"
    r"(?:把|将|改|挪|推|移|取消|换|调|提前|延|不去))"
    r"[^，。,.;；！!？?\s]*"
)
_UNSURE_ZH = re.compile(
    r"(?<![不别没])(?:纠结|犹豫)|拿不定|拿不准|举棋不定|下不了决心|左右为难|(?:没|没有|未)(?:想好|想清楚|决定|拿定|考虑好)|"
    r"再(?:想想|考虑|琢磨|斟酌)|(?:不确定|不知道|不晓得|说不好)[^，。]{0,16}(?:好|行|合适|可以|妥)(?:不|没|吗|呢|还是|$)|"
    r"你(?:们)?(?:觉得|觉着|认为|感觉|说|看)[^。]{1,30}(?:好吗|好么|好不好|怎么样|咋样|如何|[行妥]吗|行不行|"
    r"可以吗|可行吗|合适吗|合不合适|好呢|[吗呢嘛][？?]?$|[？?]$)|"
    r"你(?:们)?(?:觉得|觉着|认为|感觉|说|看)(?:呢|咋样|怎么样|如何)|"
    r"(?:好像|似乎|感觉|觉得)[^，。]{2,20}(?:更|比较|还是)[^，。]{0,2}(?:好|合适|方便|妥|稳|合理)(?:一?[点些])?$|"
    r"有必要[^，。]{0,16}[吗么]|值得[^，。]{0,16}[吗么]|(?:给|提)(?:我)?[个点些](?:建议|意见)|参谋"
)
_DECIDED_ZH = re.compile(
    r"(?:帮我|替我|给我|帮忙)(?!.{0,3}(?:想|看|参谋|分析|决定|选|拿|出|判断|考虑|建议|意见|主意|琢磨))|"
    r"请(?![问教假客])|麻烦|提醒我|叫我|记得|记一?下|加[个一上到进]|添加|新建|设个|待办|"
    r"(?:这么|这样)[定办]|决定(?:了|把|将)|那就|"
    r"(?:还是|就|干脆|直接|索性)(?!算了|别|不)[^，。]{0,14}(?:挪|改|推|移|换|调|提前|延|取消|删|定|订|安排)"
    r"[^，。]{0,12}(?:吧|了(?:$|[，。\s]))"
)


_ONLY_ASKS = re.compile(
    r"\b(?:just|only) (?:asking|wondering|curious|(?:want(?:ed)?|like) to know)\b|"
    r"\bout of curiosity\b|"
    r"\b(?:don['’]?t|do not|no need to|not going to) (?:actually |really )?"
    r"(?:do|add|set|change|make|book) (?:it|one|any|anything|that)(?: up)?"
    r"(?: (?:right )?(?:now|yet))?\W*$|"
    r"(?:就|只|光)(?:是|想)?(?:问问|问一下|打听|好奇|了解一?下)|随便问|"
    r"(?:没|不)打算(?:现在|真的?)?(?:就)?[弄加设改建做]|"
    r"(?:先|现在)(?:还)?(?:不用|不要|别|不)(?:真的?)?[弄加设建]",
    re.IGNORECASE,
)
"""Said of a question: nothing is to be done, whatever it names."""


def weighs(text: str) -> bool:
    """Tell whether a message only weighs a change, or asks what is thought of it."""
    if _ONLY_ASKS.search(text):
        return True
    for wonders, unsure, decided in (
        (_WONDERS_EN, _UNSURE_EN, _DECIDED_EN),
        (_WONDERS_ZH, _UNSURE_ZH, _DECIDED_ZH),
    ):
        left = wonders.sub(" ", text)
        if left != text or unsure.search(text):
            return not decided.search(left)
    return False
