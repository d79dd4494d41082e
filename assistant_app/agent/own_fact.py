# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Tell a question for a fact of its owner's life, which only what they told can answer. Pure.

"What animal am I afraid of?" has an answer in what is remembered, or none; "what should I wear?" and
"what do I write in a card?" have one without it.
"""

from __future__ import annotations

import re

from assistant_app.agent.about import about_self
from assistant_app.domain.search_text import terms

_AM = (
    r"(?:afraid|scared|terrified|frightened|allergic|intolerant|married|engaged|single|divorced|retired|called|named|from|"
    r"vegan|vegetarian|left-handed|right-handed|related|fond|interested|good at|bad at|born)"
)
_DO = (
    r"(?:like|love|hate|dislike|enjoy|prefer|fear|live|work|study|drive|own|play|speak|eat|drink|smoke|wear|collect|sing|teach|weigh|"
    r"usually|normally|typically|generally|always|never|grow up|go to (?:school|university|college|uni|bed|sleep|work)|get up|wake up|"
    r"do for (?:a living|work|fun)|come from|support|cook best|share)"
)
_DONE = (
    r"(?:liked?|loved?|hated?|disliked?|enjoy(?:ed)?|prefer(?:red)?|fear(?:ed)?|lived?|work(?:ed)?|stud(?:y|ied)|drive|drove|own(?:ed)?|"
    r"play(?:ed)?|speak|spoke|eat|drink|smoke|wear|collect|sing|teach|weigh|usually|normally|always|never|grew up|went to|go to (?:bed|sleep|work)|"
    r"get up|wake up|do for|come from|was born|was called|have (?:any|a|an)\b|told you|support)"
)
_KIN = (
    r"(?:child|children|kid|sibling|brother|sister|son|daughter|wife|husband|partner|girlfriend|boyfriend|pet|dog|cat|"
    r"car|bike|garden|allerg\w+|job|tattoo|twin|grandchild|grandchildren|nephew|niece|cousin)s?"
)
_ASKED = (
    r"\b(?:what|which|who|whom|where|when|how (?:many|much|often|old|tall|long))\b[^.?!;,]{0,40}?"
)
_FACT_EN = re.compile(
    rf"{_ASKED}\b(?:am|was) i (?:\w+ )?{_AM}\b"
    rf"|{_ASKED}\b(?:do|did) i (?:\w+ )?{_DO}\b"
    r"|\bhow (?:old|tall|heavy) am i\b"
    rf"|\bhow many (?:\w+ )?{_KIN} (?:do i have|have i(?: got)?)\b"
    r"|\b(?:know|remember|recall|tell me|remind me|any idea|guess|say)\b[^.?!;]{0,20}?\b(?:what|which|who|where|when|how (?:many|old|tall)|if|"
    rf"whether)\b[^.?!;,]{{0,40}}?\bi(?:(?:'m| am) (?:\w+ )?{_AM}| (?:\w+ )?{_DONE})\b"
    r"|^(?:\W|\b(?:so|and|hey|hi|wait|ok|but)\b)*(?:am i (?:\w+ )?"
    rf"{_AM}|do i (?:like|love|hate|dislike|enjoy|prefer|live|work|drive|own|play|speak|eat|drink|smoke|wear)|"
    rf"(?:do i have|have i got) (?:a|an|any) (?:\w+ )?{_KIN}(?=\W*$|\W+(?:or|and|who|that|called)\b))"
    r"|\bhow long have (?:i|we) (?:\w+ )?(?:lived|worked|been|known|had|owned|played|studied)\b"
    r"|\b(?:when|where|how) did (?:i|we) (?:first )?(?:get married|meet|grow up|move|study|graduate|retire|go to school)\b"
    r"|\bhow much (?:rent|\w+) do i (?:pay|earn|weigh)\b"
    r"|\bwhat do you (?:know|remember) (?:about|of) (?:me|my)\b",
    re.IGNORECASE,
)
_NOT_EN = re.compile(
    r"\b(?:should|need|must|ought|have to|had better|weather|forecast|temperature|ip address|location|playlist|screen|wrong|talking to|"
    r"do i do|do i (?:say|write|put|get|make|start|find|use)|this|these|mean|miss|if i (?!have (?:any|an?)\b|am\b|told\b)\w+)\b"
    r"|\b(?:can|could|may|would|why|how (?:do|to)) i\b|\bhow to\b",
    re.IGNORECASE,
)
_WHAT = r"(?:什么|啥|哪|谁|多少|几[个只条岁点号种门]|多[大高重久])"
_WHEN = r"(?:最|平时|一般|通常|平常|每天|以前|现在|小时候|大学|高中|老家|本来|原来|从小|到底|是|都|家|们家|早上|晚上|周末|又)*"
_FACT_ZH = re.compile(
    rf"我{_WHEN}(?:喜欢|热爱|爱|讨厌|怕|害怕|恨|迷|住|上班|工作|姓|叫|属|养|开|用|学|读|念|毕业|擅长|吃|喝|信|会|弹|练|出生|长大|收藏|支持|抽)"
    rf"(?:的|了|过|着|在|吃|喝|看|听|去|玩|做|说|弹|于)*(?:是)?{_WHAT}"
    rf"|我{_WHEN}在{_WHAT}[^，。？?！]{{0,4}}(?:上班|工作|长大|出生|上学|读书|住)"
    r"|我[^，。？?！]{0,6}(?:房租|房贷|工资|月薪|体重|身高|鞋码|尺码|血型|血压|视力|车牌|星座|属相|专业)(?:是|有)?(?:什么|多少|几|多高|多重|多大)"
    r"|我对(?:什么|啥|哪)[^，。？?！]{0,6}过敏|我{0}(?:几岁|多大|多高|多重|几点(?:起床|睡觉?|上班|下班))".replace(
        "{0}", _WHEN
    )
    + r"|我(?:有|家有)(?:几|多少)[个只条口]?(?:孩子|小孩|人|兄弟|姐妹|哥哥?|姐姐?|弟弟?|妹妹?|儿子|女儿|宠物|猫|狗)"
    r"|我有没有(?:兄弟|姐妹|哥哥?|姐姐?|弟弟?|妹妹?|孩子|小孩|宠物|养|对象|驾照|什么过敏|过敏)|我(?:结婚|离婚|退休|成家)了(?:吗|没)"
    r"|我(?:吃不吃|喝不喝|爱不爱|喜不喜欢|怕不怕|讨不讨厌|抽不抽烟|会不会(?:游泳|开车|弹|做饭|说|骑|下棋|打))"
    r"|我(?:是不是|是)(?:素食|吃素|左撇子|独生|单身)[^，。]{0,4}|我(?:吃素|养猫|养狗|养宠物|喝酒|抽烟|吸烟)(?:吗|么|不)"
    rf"|(?:知道|记得|记不记得|猜)[^，。？?！]{{0,3}}我[^，。？?！]{{0,14}}{_WHAT}|我[^，。？?！]{{1,14}}{_WHAT}[^，。？?！]{{0,8}}[，,]?\s*你?(?:还)?(?:知道|记得)(?:吗|么|不)",
)
_NOT_ZH = re.compile(
    r"该|怎[么样]|如何|为什么|为啥|帮我|推荐|建议|[么啥儿里个些谁哪]好(?:[呢啊呀]|[？?。]|$)|合适|适合|比较|意思|这|想|要(?!求)|能|可以|得(?!过)|需|才|最好|咋|"
    r"我说|我在说|我的?位置|吃什么药|下一步|天气|今[天晚]|明[天早]|错"
)


def asks_own_fact(text: str) -> bool:
    """Tell whether `text` asks for a fact of its owner's life ("what animal am I afraid of?")."""
    bare = text.replace("’", "'").strip()
    if _NOT_EN.search(bare) or _NOT_ZH.search(bare.replace("记得", "")):
        return False
    return bool(_FACT_EN.search(bare) or _FACT_ZH.search(bare)) or about_self(bare)


_ASKING = re.compile(
    r"\b(?:know|knew|remember|recall|tell|told|guess|idea|kind|sort)\b|什么|[哪这那][里儿个些天]?|多少|你?还?(?:知道|记得|告诉)|[谁啥几多吗呢么]",
    re.IGNORECASE,
)


def asked_about(text: str) -> list[str]:
    """Return the words that carry the subject of a question, without those that only ask."""
    found = terms(_ASKING.sub(" ", text))
    return [word for word in dict.fromkeys(found) if len(word) > 1]
