"""What a message is about, as far as its words alone tell: the owner's own life, or a statement."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.domain import routine
from assistant_app.domain.memory import Draft
from assistant_app.domain.planner import Resolved

_ASKS_EN = re.compile(
    r"\b(?:what(?:'s| is| are| was| were|) |who(?:'s| is| are|) |when(?:'s| is| was|) |"
    r"where(?:'s| is| are| do| did|) |which |how old |do you know |what do |where do )",
    re.IGNORECASE,
)
_OWN_EN = re.compile(r"\b(?:my|mine)\b|\b(?:do|did|am|was|have) i\b(?! (?:need|have to))", re.I)
_GENERAL_EN = re.compile(r"\b(?:should|could|can|would|how (?:do|can|to)|why)\b", re.IGNORECASE)
_OWN_ZH = re.compile(
    r"(?:我|咱)(?:的|家|们|妈|爸|妹|弟|姐|哥|老|女|儿|孩|宝)?[^，。？?！]{0,12}"
    r"(?:叫什么|是谁|几岁|多大|是哪|在哪|哪里|哪天|哪个|什么时候|是什么|喜欢什么|几号|生日|做什么)"
)
_GENERAL_ZH = re.compile(
    r"应该|可以|能不能|怎么|如何|为什么|该不该|帮我(?:安排|加|添|设|记|订|约|改|取消|删|建|排)"
)
_SOMEONE = re.compile(
    r"how old|\bnames?\b|\bcalled\b|\bwho(?:'s| is| are)\b|where do i (?:live|work)|"
    r"几岁|多大|叫什么|名字|是谁|住哪|住在哪",
    re.IGNORECASE,
)
_QUESTION = re.compile(r"[?？]|吗\s*[。!！]?$|呢\s*[。!！]?$")
_TELLS = re.compile(
    r"\b(?:prefer|like|love|enjoy|hate|dislike|can'?t stand|allergic|my name is|call me|"
    r"i(?:'m| am) (?:an?|from|the)|i (?:live|work|moved|study|have|usually|always|never)|"
    r"my [\w' ]{2,30} (?:is|are|was|were|has|have|lives?|works?))\b|"
    r"喜欢|偏好|习惯|讨厌|过敏|爱吃|爱喝|我叫|我是|我家|我住|我在|我有|我的|我们家|通常|一般|从不|总是",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"提醒|安排|日历|日程|加到|加上|加进|添加|排进|占上|取消|删|任务|待办|闹钟|记一下|放到|帮我|"
    r"\b(?:remind|schedule|calendar|add|put|cancel|delete|book|set|list)\b",
    re.IGNORECASE,
)
_WH_EN = re.compile(
    r"^\W*(?:(?:so|and|ok(?:ay)?|hey|hi|well|oh|then|but|also|tell me|do you know|any idea)\b\W*)*"
    r"(?:what(?! about| if)|which|who|whom|whose|why|how(?! about)|when|where)\b"
    r"(?!.*[.!;]\s+\w)",
    re.IGNORECASE | re.DOTALL,
)
_WHAT_I_EN = re.compile(
    r"^\W*(?:(?:so|and|ok(?:ay)?|hey|hi)\b\W*)*(?:what|which|when)\b[^.;!]{0,20}?"
    r"\b(?:do|did|have|am|was|are|is) (?:i|my|there)\b",
    re.IGNORECASE,
)
"""A question about what its owner has, whatever verbs come after: it changes nothing."""
_WH_ZH = re.compile(r"什么|怎么|怎样|如何|为什么|为何|哪|谁|多少|几|多[久长远大高]")
_WISHES_ZH = re.compile(
    r"提醒|安排|加|添|排|记|删|取消|改|推|挪|移|换|标|设|建|放|帮|请|把|给我|完成|弄完|做完"
)
_OWN_THINGS = (
    "(?:my|our|events?|tasks?|meetings?|reminders?|appointments?|calendar|schedule|alarms?|"
    "to-?dos?)\\b"
)
_OWN_THINGS_ZH = "我的|任务|待办|日程|提醒|会议|闹钟|日历"
_WORDS = re.compile(
    r"(?:(?:please|pls|can you|could you|would you|ok|hey|hi)\b[,\s]*)*"
    r"(?:tell me(?! to\b)|explain\b|describe\b|translate\b|summari[sz]e\b|rephrase\b|proofread\b|"
    r"suggest\b|recommend\b|"
    r"(?:write|give|make) (?:me )?(?:a|an|some)(?: \w+)? (?:stor(?:y|ies)|poems?|jokes?|"
    r"recipes?|ideas?|tips|essay|examples?|haiku|riddle|limerick|paragraph|summary)\b)"
    r"|(?:(?:please|pls|can you|could you|would you|ok|hey|hi)\b[,\s]*)*(?:help me (?:to )?(?:write|"
    r"word|phrase|draft|compose|say)\b|(?:write|compose|draft|word|phrase) (?:me|us)\b|"
    r"(?:write|compose|draft) (?:\w+ ){0,3}(?:lines?|sentences?|words|verses?)\b)"
    r"|(?:(?:please|pls|can you|could you|would you|ok|hey|hi)\b[,\s]*)*(?:"
    r"(?:give|tell|offer|name|list|suggest)(?: me| us)?(?: the| some| a few| a couple of| an?)?"
    rf"(?: (?!{_OWN_THINGS})\w+){{0,3}} (?:names?|ideas?|tips?|reasons?|examples?|ways|words|synonyms?|"
    r"antonyms?|facts?|titles|questions|advice|steps|benefits?|advantages?|drawbacks|riddles?|recipes?|"
    r"quotes?|proverbs?|hints?)\b|"
    r"(?:give|tell|offer|name|list|suggest)(?: me| us)? (?:\d+|two|three|four|five|six|seven|ten|"
    r"some|several)"
    rf" (?!(?:\w+ )?(?:{_OWN_THINGS}|(?:seconds?|minutes?|hours?|days?|weeks?)\b))\w+|"
    r"(?:rewrite|reword|paraphrase|proofread|fix|correct|improve|shorten|check|make)\b[^:;.]{0,20}"
    r"\b(?:sentence|grammar|spelling|paragraph|wording|phrasing)\b|"
    r"(?:rewrite|reword|paraphrase)\b|"
    r"(?:draft|write|compose|word)(?: me| us)? (?:an?|some|the)(?: \w+){0,2} (?:notes?|letters?|speech|"
    r"toast|invitation|apology|caption|slogan|verse|song|lyrics|reply|card)\b"
    r"(?!.*\b(?:today|tonight|tomorrow|by|before|until|on \w+day|next|this (?:morning|afternoon|"
    r"evening|"
    r"week)|at \d)\b))"
    r"|(?:请你?|麻烦你?|帮我|给我|替我)+(?:给|跟|向|对|为)?[^，。]{0,8}写.{0,3}(?:句|段|封|首|篇|则|"
    r"条|个|点)"
    r"|(?:请|能不能|可以|帮我|帮忙|替我|麻烦|你)*(?:给我)?(?:讲|解释|翻译|总结|概括|润色|改写|推荐|介绍|说说|聊聊)"
    r"|(?:请|帮我|给我)*写(?:一|几)?(?:首|篇|段|句|则)"
    r"|(?:请|帮我|帮忙|给我|替我|你)*(?:给|替|帮)[^，。]{0,8}[取起想](?:一?个|几个|[一二两三四五六七八九十\d]+个)?"
    r"[^，。]{0,4}(?:名|标题|题目|外号|口号)"
    rf"|(?!.*(?:{_OWN_THINGS_ZH}))(?:请|帮我|给我|为我|替我|你)*(?:给我?|列出|列举|列|举出?|说出?|提供?|来|想|出|推荐)"
    r"[^，。]{0,14}(?:建议|好处|坏处|优点|缺点|理由|原因|方法|办法|例子|点子|主意|技巧|窍门|谜语|笑话|冷知识|步骤|"
    r"区别|近义词|反义词|成语|名言|食谱|菜谱)"
    r"|(?:请|帮我|帮忙|给我|替我|麻烦|能不能)*(?:把|给)?[^，。：:]{0,6}(?:改|润色|缩短|精简|翻译|纠正|检查|加点)"
    r"[^，。：:]{0,4}(?:句子?|[一这]?段话?|病句|语法|错别字|标点|文案)"
    r"|(?:请|帮我|给我)*[把给](?:这|下面|以下)(?:一)?[句段篇](?:话|文字|文章)?",
    re.IGNORECASE,
)
_ANEW = re.compile(
    r"(?:please |pls |can you |could you |ok,? |hey,? )*(?:list|show|add|create|remind|delete|cancel|"
    r"remove|move|remember|forget|find|search|tell|undo|what|which|who)\b"
    r"|(?:请|帮我|麻烦)*(?:列出|显示|提醒我|添加|新建|创建|删除|取消|记住|忘记|查|搜|告诉我|撤销|把)",
    re.IGNORECASE,
)
_COVERED = 0.8


def about_self(text: str) -> bool:
    """Tell whether `text` asks for a fact of the owner's own life ("what's my sister's name?")."""
    if _GENERAL_EN.search(text) or _GENERAL_ZH.search(text):
        return False
    if _OWN_ZH.search(text):
        return not _ORDERS.search(text)
    return bool(_ASKS_EN.search(text) and _OWN_EN.search(text))


def about_someone(text: str) -> bool:
    """Tell whether `text` asks for a name, an age or a home: never a matter of the calendar."""
    return about_self(text) and bool(_SOMEONE.search(text))


def names_a_day(found: Sequence[Resolved], today: str) -> bool:
    """Tell whether date words name a day to come, or a time that repeats.

    A part of the day does not, nor a day that is over before `today` (an ISO date).
    """
    for resolved in found:
        value = resolved.value
        start = value.get("start") or "" if isinstance(value, dict) else str(value or "")
        end = value.get("end") or start if isinstance(value, dict) else start
        if "-" in end and end[:10] <= today and start[:10] < today:
            continue
        if resolved.kind in ("date", "datetime") or (resolved.kind == "rrule" and "T" in start):
            return True
        if resolved.kind == "range" and "-" in start:
            return True
    return False


def asks(text: str) -> bool:
    """Tell whether `text` is written as a question."""
    return bool(_QUESTION.search(text.strip()))


def asks_for_text(text: str) -> bool:
    """Tell whether something is to be told, written or translated: words, and no deed."""
    return bool(_WORDS.match(text.strip()))


def only_asks(text: str) -> bool:
    """Tell whether `text` asks what, who, when, why or how, or for a text, and nothing to be done."""
    if asks_for_text(text) or _WHAT_I_EN.match(text):
        return True
    if _ORDERS.search(text):
        return False
    if _WH_EN.search(text):
        return True
    return asks(text) and bool(_WH_ZH.search(text)) and not _WISHES_ZH.search(text)


def orders(text: str) -> bool:
    """Tell whether `text` has a word for something to be done with calendar or tasks."""
    return bool(_ORDERS.search(text))


def begins_anew(text: str) -> bool:
    """Tell whether a message is a request of its own, and no answer to the question before it."""
    bare = text.strip()
    return bool(routine.read(bare) or only_asks(bare) or _ANEW.match(bare))


def only_tells(text: str, drafts: Sequence[Draft]) -> bool:
    """Tell whether the message does nothing but state what could be remembered.

    Then there is nothing to decide or to look up: what was said is quoted by the drafts, and no
    question stands beside it.
    """
    if asks(text) or not drafts:
        return False
    if _ORDERS.search(text) or not _TELLS.search(text):
        return False
    rest = text
    for draft in drafts:
        rest = rest.replace(draft.quote, "", 1)
    size = len(re.sub(r"\W", "", text))
    return len(re.sub(r"\W", "", rest)) <= (1 - _COVERED) * size
