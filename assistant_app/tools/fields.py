"""Which arguments a message can fill: the others are not offered to the model.

What an argument says is checked against the message afterwards (`said`), so one that no word speaks
for could only be dropped, or be made up. Left out of the grammar it costs no step, and the end of
the call is often certain.
"""

from __future__ import annotations

import re

from assistant_app.tools.spec import specs

DATES = ("when", "due", "to")
_NEEDED = {
    "length": re.compile(
        r"\d\s*(?:h|m)\b|\b(?:hours?|hrs?|min(?:ute)?s?|days?|weeks?|long|until|till?|from|all day)\b|"
        r"小时|分钟|钟头|刻钟|[\d一两二三四五六七八九十半几全整][天周]|个月|到|至",
        re.IGNORECASE,
    ),
    "repeat": re.compile(
        r"\b(?:every|each|daily|nightly|weekly|fortnightly|biweekly|monthly|quarterly|yearly|annual(?:ly)?|"
        r"weekdays?|weekends?|repeat\w*|recurring|regular(?:ly)?|alternate|once an?|twice|times an?|"
        r"(?:mon|tues|wednes|thurs|fri|satur|sun)days|mornings|evenings|nights|afternoons)\b|"
        r"每|天天|日日|年年|月月|周周|工作日|周末|隔|重复|定期",
        re.IGNORECASE,
    ),
    "remind": re.compile(
        r"\b(?:remind\w*|alert|alarm|notify|ping|warn|nudge|before|ahead|early|earlier|prior|"
        r"in advance)\b|提醒|提前|通知|闹|叫我|之前|预先",
        re.IGNORECASE,
    ),
    "place": re.compile(
        r"\b(?:at|in|on|room|place|venue|where|location|office|via|over)\b|@|"
        r"[在去到于室厅店馆院楼校家场司园]|地点|地址|位置",
        re.IGNORECASE,
    ),
    "priority": re.compile(
        r"\b(?:urgent\w*|importan\w*|priorit\w*|asap|critical|crucial|soon as possible|low|high|normal|"
        r"top|vital)\b|!|重要|紧急|优先|急|要紧|关键|！",
        re.IGNORECASE,
    ),
    "list": re.compile(
        r"\b(?:list|lists|to-?dos?|on|onto|to|in|into|for|under|shopping|groceries)\b|清单|单|列表|里|待办|表",
        re.IGNORECASE,
    ),
    "state": re.compile(
        r"\b(?:done|finished|completed?|did|ticked|open|left|remain\w*|outstanding|pending|overdue|still|"
        r"all|every\w*|yet)\b|完|做[了好]|剩|未|没|还|所有|全部|已",
        re.IGNORECASE,
    ),
    "which": re.compile(
        r"\b(?:every|each|all|whole|entire|series|any|only|just|this|that|these|once|one|following|future|"
        r"from|onwards?|on|after|later|always|permanently|now|rest)\b|每|都|全|整|系列|只|这|那|次|一[个场]|以后|之后|往后|"
        r"从|起|今后|后面|一直",
        re.IGNORECASE,
    ),
    "hours": re.compile(
        r"\b(?:morning|afternoon|evening|night|noon|lunch|work\w*|office|business|hours|between|from|after|"
        r"before|until|till?|to|by)\b|\d|早|上午|中午|下午|晚|夜|午|上班|下班|工作|之?后|之?前|到|点",
        re.IGNORECASE,
    ),
}  # fmt: skip
"""Words without which nobody fills an argument; one that is not here is always offered."""


def offered_fields(tool: str, text: str, *, dated: bool) -> tuple[str, ...]:
    """Return the arguments of `tool` that `text` may fill, in their order, required ones always.

    `dated` says that the resolver finds a date or a time in it.
    """
    spec = specs()[tool]
    return tuple(
        name for name in spec.properties if name in spec.required or _fits(name, text, dated)
    )


def _fits(name: str, text: str, dated: bool) -> bool:
    if name in DATES:
        return dated
    needed = _NEEDED.get(name)
    return needed is None or bool(needed.search(text))
