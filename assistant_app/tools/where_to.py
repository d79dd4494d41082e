"""Words that only say where a thing that was just named is to go: "put it on my calendar"."""

from __future__ import annotations

import re

from assistant_app.domain.language import Lang

_SAME_EN = re.compile(
    r"^\W*(?:(?:please|just|can you|could you|you can|go ahead and|now|then|so)\s+)*(?:put|add|book|"
    r"schedule|save|note|mark|log|stick|set|block|enter|pencil|get|tick|check|cross|strike|scratch|"
    r"write|do)\b(?: (?:it|that|this|them|those|"
    r"these))?"
    r"(?: (?:up|in|down|off|out|done|completed?|finished))?"
    r"(?: (?:on|to|in|into|onto|as) (?:(?:my|the|our) )?(?:calendar|"
    r"schedule|diary|agenda|planner|(?:to-?do )?list|tasks?|to-?dos?|done|completed?|finished))?"
    r"(?: (?:please|pls|for me|now|then|too|thanks))*\W*$",
    re.IGNORECASE,
)
_SAME_ZH = re.compile(
    r"^(?:请|麻烦|帮我|帮忙|给我|替我|你|先|都|也|就|再|要|每[年月周天日])*(?:把(?:它|这个|这件事))?"
    r"(?:加|添加|添|放|记|标|标注|安排|占|写|设|定|建|存|排|录|打|勾|划|重复|循环|book|add|mark)"
    r"(?:个|一个|一下|上|进|到|入|在|下|好|成|为|一条|掉|我的?|勾|钩|完成)*"
    r"(?:日程|日历|待办|清单|提醒|行程|任务|备忘|计划)?(?:里|上|中|里面|去|吧|啊|哦|呀|一下|了)*\W*$",
    re.IGNORECASE,
)
_SAYS_MORE_ZH = re.compile(
    r"^(?:日历|日程表?|日程|待办|清单|任务|行程|事件|里|上|中|面|[弄搞整来做设加记放建排定标写存录添]|安排|添加|创建|新建|[个条件]|一[个下条件]|"
    r"[全整]天|一整天|那种|形式|类型|的|都|要|得|有|每个?(?:年|月|周|星期|礼拜|天)|年年|月月|周周|天天|重复|循环|别漏掉?|不用|具体|时间|"
    r"帮我|给我|替我|请|麻烦|也|再|还|就|吧|啊|哦|呀|哈|了|谢谢|成|为|到|进|在)+\W*$"
)
"""More about the thing that was named before: 日历上弄个全天的, 每个月都要有."""
_CLAUSE = re.compile(r"\s*[,，;；。]\s*")


def only_says_where(text: str, lang: Lang) -> bool:
    """Tell whether a part of a message names no thing of its own."""
    if lang == "zh":
        return bool(_SAME_ZH.match(text) or _SAYS_MORE_ZH.match(text))
    return bool(_SAME_EN.match(text))


def without_where(title: str, lang: Lang) -> str:
    """Return a title without such parts at its beginning or end."""
    parts = _CLAUSE.split(title)
    kept = [part for part in parts if part and not only_says_where(part, lang)]
    if not kept or len(kept) == len(parts):
        return title
    start = title.index(kept[0])
    return title[start : title.rindex(kept[-1]) + len(kept[-1])]
