"""What is only told: "the match was lost", "just got home", 晚饭烧糊了.

A message that says what happened asks for nothing that is new, and for nothing to be looked up. It
may well tell of a task that is done or of an event that was put off: those tools stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.agent.about import asks
from assistant_app.agent.evidence import CREATES, UNABLE
from assistant_app.domain.planner import Resolved

READS = ("list_items", "find_free_time", "what_date", "search", "recall", "calculate")
"""Tools that look something up."""
NOT_TOLD = (*CREATES, *READS, "set_reminder", "forget", "undo", "weather", *UNABLE)
"""Tools that a message which only tells something gives no reason for."""

_IRREGULAR = (
    "was|were|wasn['’]t|weren['’]t|had|hadn['’]t|did|didn['’]t|ate|became|began|bit|blew|bought|broke|"
    "brought|built|burnt|came|caught|chose|couldn['’]t|could(?: not| hardly| barely)|crept|dealt|drank|"
    "dreamt|drew|drove|fed|fell|felt|flew|forgot|fought|found|froze|gave|got|grew|heard|held|hid|kept|"
    "knew|laid|learnt|led|left|lent|lost|made|meant|met|paid|ran|rang|rode|rose|said|sang|sank|sat|saw|"
    "sent|shook|shot|slept|sold|spent|spilt|spoke|spoilt|stole|stood|struck|stuck|swam|swept|swore|"
    "taught|thought|threw|told|took|tore|understood|went|wept|woke|won|wore|wrote"
)
_REGULAR = (
    r"(?!(?:need|feed|weed|seed|shed|sled|speed|breed|bleed|hundred|naked|wicked|sacred|aged)\b|"
    r"proceed|succeed|exceed)[a-z]{2,}ed"
)
_PARTICIPLES = (
    "been|gone|done|seen|taken|given|written|broken|eaten|spoken|driven|fallen|forgotten|known|grown|"
    "worn|chosen|stolen|shown|thrown|woken|frozen|bitten|beaten|begun|drunk|sung|become|come|run"
)
_ADVERBS = (
    r"(?:(?:just|finally|already|also|even|only|almost|nearly|never|really|simply|then|once|"
    r"\w{3,}ly)\s+)*"
)
_OPENING = (
    r"^\W*(?:(?:so|and|but|oh|ah|ugh|wow|well|yes|ok(?:ay)?|hey|hi|good news|bad news|guess what|"
    r"sadly|luckily|today|yesterday|tonight|last \w+|this (?:morning|afternoon|evening|week)|"
    r"\w+ ago)\b\W*)*"
)
_SUBJECT = (
    r"(?:I|we|you|he|she|it|they|this|that|there|everyone|everybody|everything|nobody|no one|nothing|"
    r"somebody|someone|something|"
    r"(?:my|our|his|her|their|the|a|an|this|that|these|those|some|all)(?:\s+[\w'’-]+){1,4}?)"
)
_TOLD_EN = re.compile(
    rf"{_OPENING}(?:"
    rf"{_SUBJECT}\s+{_ADVERBS}(?:{_IRREGULAR}|{_REGULAR})\b|"
    rf"{_SUBJECT}(?:['’](?:ve|s)|\s+(?:have|has))\s+{_ADVERBS}(?:{_PARTICIPLES}|{_IRREGULAR}|"
    rf"{_REGULAR})\b(?!\s+to\b)|"
    rf"(?:(?:just|finally|already)\s+)*(?:{_IRREGULAR})\b(?!\s+to\b)|"
    rf"(?:(?:just|finally|already)\s+)+{_REGULAR}\b)",
    re.IGNORECASE,
)
_WISH_EN = re.compile(
    r"\b(?:needs? to|need|have to|has to|must|want(?:s|ed)? (?:to|you)|should|shall|let['’]?s|"
    r"please|going to|"
    r"gonna|gotta|will|won['’]t|can|could you|would you|would like|wondering|hoping|supposed to|"
    r"['’]ll|don['’]t forget|remember to|instead|actually|no longer|"
    r"calendar|diary|to-?do|agenda|reminders?|lists?)\b|"
    r"(?:^|[,.;:!?]|\b(?:and|then|so|but)\b)\s*(?:now |then |also )?(?:remind|schedule|add|put|cancel|"
    r"delete|remove|book|set|create|move|mark|tick|check|cross|note|save|block|reschedule|postpone|plan|"
    r"list|show|tell|remember|forget|undo|take|make|change|find|look|buy|get|call|ring|email|"
    r"text|pick up|order|pay|send|bring|"
    r"return|wash|clean|fix|write)\b",
    re.IGNORECASE,
)
_TOLD_ZH = re.compile(
    r"了(?:[，,。.！!~～、\s]|[吧啊呀哈唉哦诶呢嘛]|$)|[看听弄搞忙做写学买吃喝睡等跑走忘输赢丢病死考]了"
    r"|了[一两二三四五六七八九十几半好\d]"
    r"|^(?:我|他|她|咱|今天|昨天|昨晚)?刚刚?(?!才|好|说|提|建|加|定)[^，。]{1,10}|"
    r"^(?:我|咱|他|她|它|你)们?[^，。了要想得该]{1,6}了(?!解|吧|没)|"
    r"(?:终于|总算|居然|竟然|差点|果然)|"
    r"被[^，。]{1,12}[了着过到]|把我[^的，。]{0,3}(?:[看气吓累笑饿吵害急热冷烦弄搞]|感动)|[^不要别想得该能会]过了?[。！!]?$",
)
_WISH_ZH = re.compile(
    r"提醒|叫我|安排|日历|日程|添加|加[到上进个]|取消|删|推迟|改[到成为]|挪|移[到动]|闹钟|记[一得到上住]|"
    r"待办|清单|帮我|给我|请(?!假|客|了)|麻烦你|别(?:忘|再)|不[用要去]|该[^，。]{0,8}了|(?<![重主需将])要[^命死好强紧求疯哭吐崩][^，。]*了[。！!]?$|"
    r"打[勾钩]|勾掉|划掉|标[记为成]|撤|恢复|还原|算了|不对|错了|应该|需要|必须|"
    r"[，,。；;](?:请|再|就|都|得|去)*(?:买|做|交|寄|打|拿|取|带|洗|送|接|修|换|联系|准备|通知|问)[^了过着]*$|"
    r"(?:^|[，,。；;])(?:请|再|就|都)?(?:加|定|设|建|排|订|约|查|找|搜|列|看看|告诉)"
)
_ASKED = re.compile(
    r"^\W*(?:what|which|who|whose|when|where|why|how)\b|"
    r"\b(?:forgot|wonder\w*|(?:don['’]t|can['’]t) (?:know|remember)|not sure|asked)\b.{0,12}"
    r"\b(?:what|which|who|when|where|why|how|if|whether)\b|哪|什么|谁|几[点号个天件项]|多少|有没有|是不是",
    re.IGNORECASE,
)
_GUESS = re.compile(r"\W*(?:guess what|你?猜)", re.IGNORECASE)
_ARRANGES = re.compile(
    r"\b(?:booked|scheduled|arranged|agreed|planned|invited|registered|signed|reserved|moved|changed|"
    r"postponed|cancell?ed|got|have|has|had|made|set|promised|bought|decided|asked|said|told)\b|"
    r"约|订|定|安排|报名|请|邀|改|推迟|取消|答应|挂号|买",
    re.IGNORECASE,
)
_BARE_WEEKDAY = re.compile(
    r"(?:(?:on|this|at)\s+)*(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:\s+(?:morning|afternoon|"
    r"evening|night))?|(?:on |at |this )?(?:the )?weekend|(?:这|这个)?(?:周|星期|"
    r"礼拜)[一二三四五六日天末]"
    r"(?:早上|上午|中午|下午|晚上)?的?",
    re.IGNORECASE,
)


def states(text: str) -> bool:
    """Tell whether a message asks nothing, as far as its words tell."""
    return not asks(text) and bool(_GUESS.match(text) or not _ASKED.search(text))


def is_told(text: str, found: Sequence[Resolved], today: str) -> bool:
    """Tell whether a message only says what happened: nothing is to be made or looked up.

    `found` are its date words. One to come ("we booked a table for Friday at 7") speaks for the
    calendar; a bare weekday beside a past verb ("we won the match on Saturday") is the last one.
    """
    bare = text.strip()
    if not states(bare):
        return False
    said = (_TOLD_EN.search(bare) and not _WISH_EN.search(bare)) or (
        _TOLD_ZH.search(bare) and not _WISH_ZH.search(bare)
    )
    return bool(said) and not any(_to_come(bare, resolved, today) for resolved in found)


def _to_come(text: str, resolved: Resolved, today: str) -> bool:
    """Tell whether date words of a message that tells of the past mean a day after `today`."""
    if resolved.kind == "time":
        return bool(_ARRANGES.search(text))
    value = resolved.value
    start = str((value.get("start") if isinstance(value, dict) else value) or "")
    if "-" not in start or start[:10] <= today:
        return False
    words = text[slice(*resolved.span)].strip() if resolved.span else ""
    return bool(_ARRANGES.search(text)) or not _BARE_WEEKDAY.fullmatch(words)
