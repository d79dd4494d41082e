"""Several requests in one message: "buy milk and call mum at 5" is two.

A small model takes the first and lets the second fall without a word. A message is cut where what
follows is a request of its own: it begins with words that ask for something, or both sides name
something and a time for it. What is cut is done one by one, as if it had been said so.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

from assistant_app.agent.about import asks_for_text
from assistant_app.agent.alert_me import asks_alert
from assistant_app.agent.pass_on import to_pass_on
from assistant_app.agent.remarks import is_only_if, is_remark
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.ports import DateResolver
from assistant_app.tools.deed import deed_in
from assistant_app.tools.said_change import said_change
from assistant_app.tools.where_to import only_says_where

MOST = 5
_LONGEST = 400
_CUT_EN = re.compile(
    r"\s*[,;.!?]?\s+(?:and then|and also|then also|and|then|also|plus|as well as)\s+|\s*[;!?]\s+|"
    r"(?<![.\s]\w)(?<!\bmr)(?<!\bdr)(?<!\bst)(?<!\bmrs)\.\s+|,\s+(?=(?:please\s+)?(?:remind|add|put|"
    r"move|shift|push|reschedule|cancel|delete|jot|note|write|pencil|stick|pop|chuck|bung|throw|sling|"
    r"book|schedule|log|enter|scrap|bin|ditch|axe|get rid of|call off)\b)",
    re.IGNORECASE,
)
_ENTERS_EN = (
    r"(?:add|put|jot|note|write|mark|log|enter|pencil|stick|pop|chuck|throw|bung|sling|slap|whack|shove|"
    r"book|block|schedule|save)"
)
_SAME_THING_EN = re.compile(
    rf"{_ENTERS_EN}\b (?:it|that|this|them|those|these|both)\b", re.IGNORECASE
)
"""What was just said is to be entered: no request of its own."""
_CUT_ZH = re.compile(
    r"\s*[，,；;。！!？?、]\s*(?:然后|接着|另外|还有|顺便|同时|并且|而且|再)?\s*|(?<=.)(?:然后|接着|"
    r"顺便|并且)|(?<=[\u4e00-\u9fff\d])\s+(?=[\u4e00-\u9fff])"
)
_POLITE_EN = (
    r"(?:(?:please|pls|can you|could you|would you|will you|i (?:also )?(?:need|have|want)(?: you)? to|"
    r"also|and|then)\s+)*"
)
_ASKS_EN = re.compile(
    rf"{_POLITE_EN}(?:"
    r"add|put|create|schedule|block|book|set (?:up|an?|the)?|remind me|move|push|shift|reschedule|"
    r"postpone|delay|bump|"
    r"cancel|delete|remove|clear|drop|mark|tick|check off|show me|list|tell me (?:what|when|if)|"
    r"what(?:'s| is| do i have| have i got) (?:on|my|due|planned)|when (?:is|do|am) (?:my|i)|am i free|"
    r"do i have|find|note|remember|forget|wake me|scrap|bin|ditch|axe|kill|nix|get rid of|call off|"
    r"(?:jot|write) down|pencil|"
    rf"{_ENTERS_EN}"
    r"(?! (?:round|by|over|out|off|to|up|back|me|us|away)\b)"
    r"(?= \w.*\b(?:down|in|into|on|onto|to|as|for)\b))\b",
    re.IGNORECASE,
)
_LEAD_EN = re.compile(rf"^{_POLITE_EN}", re.IGNORECASE)
_DOES_EN = re.compile(
    rf"{_POLITE_EN}(?:buy|get|pick up|call|ring|phone|email|text|message|send|pay|order|book|clean|"
    r"wash|water|feed|walk|renew|return|post|print|fix|take|bring|write|finish|submit|hand in|go|visit|"
    r"meet|see|ask|check|prepare|cook|bake|collect|drop off|sign)\s+\w",
    re.IGNORECASE,
)
_ASKS_ZH = re.compile(
    r"(?:请|麻烦|你)?(?:帮我|给我|替我)?(?:再|也|还|另外|顺便)?(?:帮我|给我)?"
    r"(?:[^，。]{0,4}(?:待办|清单|日历|日程|任务)(?:列表)?(?:里|上|中)?(?:再|也|还)?(?:加|添|记|放)|"
    r"打个?[勾钩]|勾掉|提醒我|叫我|添加|新增|增加|加(?!班)|安排|新建|创建|建|设|定(?!期)|取消|删|"
    r"去掉|把|将|改|推迟|记一?下|记住|查|看看|"
    r"列|告诉我|标记|标|我?(?:什么时候|哪天))"
)
_DOES_ZH = re.compile(
    r"(?:我)?(?:还)?(?:要|得|需要)?(?:去)?(?:买|给.{1,8}打电话|打电话|打给|发邮件|发消息|寄|"
    r"交(?!通)|付|缴|还钱|订|预约|取|接|送|"
    r"洗|打扫|浇|喂|遛|修|拿|带|写|见|看望|拜访)"
)
_PART_ZH = re.compile(
    r"^(?:请|并|再|也)?(?:提前|到时候?|到点|届时|开始前)|^[的不只就]|"
    r"^(?:时间|地点|地址|主题|标题|名[字称]|备注|时长|对方)|"
    r"(?:开始|结束|为止|的话|截止|到期|ddl|一个吧)$|[点分半刻钟\d]的[^，]{1,6}$",
    re.IGNORECASE,
)
_ENDS_ZH = re.compile(
    r"^(?!(?:请|麻烦|帮我|给我|替我|都|就|也|全部?|把)*(?:取消|删|去掉|标|打)).{2,16}"
    r"(?:取消|删掉|删了|删除|去掉|标[为成]完成|打[勾钩]|[改挪推移](?:到|成|至)[^，。]{1,12})(?:了|"
    r"掉|吧)?[。！!]?$"
)
"""A request that names its thing first: 周五的课取消."""
_INTO_A_LIST_ZH = re.compile(
    r"(?:再|也|还)?(?:把.{1,12})?[^，。]{0,4}(?:待办|清单|任务列表)(?:里|上|中)?(?:再|也|还)?(?:加|"
    r"添|记|放)"
)
_ORDER_INSIDE_EN = re.compile(
    r"(?:[,;.!]|\s[–—-]|\bso\b)\s*(?:(?:please|pls|you can|can you|then|just)\s+)*"
    r"(?:tick|mark|check|cross|strike|scratch|cancel|delete|move|add)\b",
    re.IGNORECASE,
)
_APART_ZH = re.compile(r"[\s，,；;。！!、]+(?:然后|接着|另外|还有|顺便|同时|并且|再(?![加多少]))?")
_IT = re.compile(r"它|\bit\b", re.IGNORECASE)
_MOVED_ZH = re.compile(r"(.*?)(?:改|挪|移|推迟|推|提前|提早|延后|延迟|换|调)[到至]")
_DAY_ZH = re.compile(
    r"(?:周|星期|礼拜)[一二三四五六日天末]|[今明后]天|[今明]晚|[\d一二三四五六七八九十][号日]"
)
_BA_ALONE_ZH = re.compile(r"[把将](?!.{2,}(?:[改挪移推删加放标勾打记设换调取销划]|提前|延))")
"""A thing whose verb is still to come."""
_SMALL_TALK = 4
_LINKED_ZH = re.compile(r"然后|接着|另外|还有|顺便|同时|[；;。]")
_REMIND_EN = re.compile(
    r"^\W*(?:please\s+|can you\s+|could you\s+)?(?:remind me|remember|don'?t let me forget)", re.I
)
_REMIND_ZH = re.compile(r"提醒我|别让我忘|记得")
_TELLS_EN = re.compile(
    r"(?:i|we|he|she|they|it)(?:'m|'s|'re|'ve| am| is| are| was| were| had| did)\b", re.IGNORECASE
)
_TO_WHAT = re.compile(r"\b(?:to|about|that) \w", re.IGNORECASE)
_INTRODUCES = re.compile(
    r"\W*(?:(?:just|only|but|and|so|ok(?:ay)?|for|this|that|once|one|time|please|then|again|actually)\b"
    r"\W*)*(?:(?:after|before|during|over|around|at|on|in|until|till)\b(?:\s+[\w'’-]+){1,3})?\W*",
    re.IGNORECASE,
)
"""What may stand before a request and is none: "just for next week", "after work"."""
_THING = re.compile(r"[^\W\d_]{3,}|[\u4e00-\u9fff]{2,}")


Rest = Callable[[str], str | None]
"""What is left of a text without its date words; None where it has none."""


def requests_in(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> tuple[str, ...]:
    """Return the requests of a message in order, at most `MOST`; the message alone if it is one."""
    if len(text) > _LONGEST or "\n" in text.strip() or '"' in text or "“" in text:
        return (text,)
    if asks_for_text(text) or is_remark(text) or is_only_if(text):
        return (text,)
    if changes := _changes(text, now, lang, resolver):
        return changes

    def rest(part: str) -> str | None:
        extracted = resolver.extract(part, now, lang)
        return extracted.rest if extracted.found else None

    cut, asks = (_CUT_ZH, _ASKS_ZH) if lang == "zh" else (_CUT_EN, _ASKS_EN)
    parts: list[str] = []
    start = 0
    for match in cut.finditer(text):
        left, right = text[start : match.start()].strip(), text[match.end() :].strip()
        following = cut.split(right)[0]
        if (
            left
            and right
            and not _only_introduces(left, match[0], lang, rest)
            and len(parts) < MOST - 1
            and resolver.offset(following, lang) is None
            and (asks.match(right) or not to_pass_on(text[start:]))
            and (
                _own(left, following, match[0], lang, rest)
                or _a_deed_follows(left, right, match[0], lang)
            )
        ):
            parts.append(left)
            start = match.end()
    parts.append(text[start:].strip())
    return _on_their_days(parts, now, lang, resolver) if len(parts) > 1 else (text,)


def _a_deed_follows(left: str, right: str, link: str, lang: Lang) -> bool:
    """Tell whether a request is followed by a deed to tick off: "…；快递取了，勾掉"."""
    if lang != "zh" or not link.strip() or not deed_in(right):
        return False
    asked = _ASKS_ZH.search(left) or _MOVED_ZH.match(left) or _ENDS_ZH.match(left)
    return bool(asked) and not deed_in(left + link + right)


def _only_introduces(left: str, link: str, lang: Lang, rest: Rest) -> bool:
    """Tell whether what stands before a comma says when, and asks for nothing."""
    if lang != "en" or link.strip() not in (",", ""):
        return False
    left_over = rest(left)
    return bool(_INTRODUCES.fullmatch(left if left_over is None else left_over))


def _changes(text: str, now: Moment, lang: Lang, resolver: DateResolver) -> tuple[str, ...]:
    """Return the changes of things that are there, where a message has two of them or more.

    What stands before a change goes with it; one that names no thing is about that of the one before.
    """
    cut = _APART_ZH if lang == "zh" else _CUT_EN
    parts: list[str] = []
    before, item, said_ones = "", "", 0
    for segment in filter(None, map(str.strip, cut.split(text))):
        said = said_change(segment, now, lang, resolver)
        moved = _MOVED_ZH.match(segment)
        if not said and not moved:
            before = f"{before} {segment}".strip()
            continue
        thing = (said.item if said else moved[1] if moved else "").strip()
        if item and not before:
            segment = _about(item, segment, thing)
        item = thing if thing and not _IT.search(thing) else item
        parts.append(f"{before} {segment}".strip())
        before, said_ones = "", said_ones + bool(said)
    if not said_ones or not 1 < len(parts) <= MOST:
        return ()
    return (*parts, before) if len(before) > _SMALL_TALK else tuple(parts)


def _about(item: str, segment: str, thing: str) -> str:
    """Return a change with the thing of the one before, where it names none."""
    if _IT.search(segment):
        return _IT.sub(lambda _: item, segment, count=1)
    return segment if thing else f"{item}{segment}"


def _on_their_days(
    parts: list[str], now: Moment, lang: Lang, resolver: DateResolver
) -> tuple[str, ...]:
    """Say the day of a request that names a time alone after one that named a day."""
    day = ""
    done = []
    for part in parts:
        values = [_start(resolved.value) for resolved in resolver.extract(part, now, lang).found]
        days = [value[:10] for value in values if "-" in value]
        if values and not days and day:
            part = (
                f"{dt.date.fromisoformat(day):%Y年%m月%d日}{part}"
                if lang == "zh"
                else f"{part} on {day}"
            )
        day = days[-1] if days else day
        done.append(part)
    return tuple(done)


def _start(value: object) -> str:
    return str(value.get("start") or "") if isinstance(value, dict) else str(value or "")


def _own(left: str, right: str, link: str, lang: Lang, rest: Rest) -> bool:
    """Tell whether `right` is a request of its own after `left`; `link` stands between them."""
    asks, does, remind = (
        (_ASKS_ZH, _DOES_ZH, _REMIND_ZH) if lang == "zh" else (_ASKS_EN, _DOES_EN, _REMIND_EN)
    )
    if lang == "zh" and not link.strip():
        return _own_after_space(left, right, rest)
    if lang == "zh" and only_says_where(left, lang):
        return False
    if only_says_where(right, lang) or only_says_where(rest(right) or right, lang):
        return False
    if lang == "en" and _SAME_THING_EN.match(_LEAD_EN.sub("", right)):
        return False
    left_rest, right_rest = rest(left), rest(right)
    bare = [text if left_over is None else left_over.lstrip(" ,，") for text, left_over in
            ((left, left_rest), (right, right_rest))]  # fmt: skip
    if lang == "zh" and any(_PART_ZH.search(side) for side in (right, bare[1])):
        return False
    told = _TELLS_EN.match(left)
    if not told and _THING.search(left_rest or "") and _THING.search(right_rest or ""):
        return True
    begins = any(asks.match(side) or does.match(side) for side in (left, bare[0]))
    begins = begins or "?" in link or "？" in link
    alert = asks_alert(left)
    begins = begins or alert or bool(deed_in(left))
    if not begins:  # its verb may come after what it is about
        begins = bool(asks.search(left)) if lang == "zh" else bool(_ORDER_INSIDE_EN.search(left))
    if lang == "zh" and (_INTO_A_LIST_ZH.match(right) or (begins and _ENDS_ZH.match(right))):
        return bool(_THING.search(bare[0]))
    if not begins or not _THING.search(bare[0]):
        return False
    if any(asks.match(side) for side in (right, bare[1])) or deed_in(right):
        return True
    if asks_alert(right) and ((lang == "zh" and right_rest) or _TO_WHAT.search(right_rest or "")):
        return True
    if alert or (remind.search(left) and left_rest is None):
        return False
    if any(does.match(side) for side in (right, bare[1])):
        return True
    return bool(_LINKED_ZH.search(link)) and bool(_THING.search(right_rest or ""))


_ON_A_LIST = re.compile(
    r"\b(?:as|for) (?:an? |my )?(?:new )?(?:to-? ?do|task|chore|errand)s?(?: item)?(?: for me)?\W*$|"
    r"\b(?:on|to|onto|in|into) (?:my|the|our) (?:[\w-]+ )?(?:list|to-? ?dos?|to-? ?do list|tasks?|"
    r"task list|calendar|diary|agenda|planner)\W*$",
    re.IGNORECASE,
)
_NOTED_DOWN = re.compile(
    rf"^{_POLITE_EN}(?:jot|note|write)(?: down)?:?\s+(?P<what>\S.*)$", re.IGNORECASE
)


def is_to_be_listed(text: str) -> bool:
    """Tell whether what is to be noted down is something to do, and no fact to remember."""
    match = _NOTED_DOWN.match(text.strip())
    if match is None:
        return False
    return bool(_ON_A_LIST.search(match["what"]) or _DOES_EN.match(match["what"]))


def _own_after_space(left: str, right: str, rest: Rest) -> bool:
    """Tell whether a space in Chinese parts two requests: both are whole, and each names its thing.

    There are spaces within one request as well: 周五三点 会议室 周会.
    """
    left_rest, right_rest = rest(left), rest(right)
    if any(
        only_says_where(p, "zh") for p in (left, right, left_rest or left, right_rest or right)
    ):
        return False
    bare = right if right_rest is None else right_rest.lstrip(" ,，")
    if _PART_ZH.search(right) or _PART_ZH.search(bare) or _BA_ALONE_ZH.search(left):
        return False
    days = all(_DAY_ZH.search(side) for side in (left, right))
    dated = bool(_THING.search(left_rest or ""))
    if days and dated and _THING.search(right_rest or ""):
        return True
    asks = _ASKS_ZH.search(left)
    named = bool(asks and _THING.search(left[asks.end() :]))
    does = _ENDS_ZH.match(left) or _DOES_ZH.match(left_rest or left)
    if not (named or dated or does or deed_in(left)):
        return False
    if deed_in(right) or _ENDS_ZH.match(right) or _INTO_A_LIST_ZH.match(right):
        return True
    order = next((m for m in (_ASKS_ZH.match(right), _ASKS_ZH.match(bare)) if m), None)
    if order is None or (order[0].endswith(("提醒我", "叫我")) and right_rest is None):
        return False
    thing = order.string[order.end() :]
    return bool(_THING.search(thing)) and not re.match(r"[到成至为在]", thing)
