# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""What was only heard: "heard the shop on the corner closes on the 5th", 听说楼下周五装修. Pure.

News with an opening that says so is nothing for calendar or list, whatever day is in it, unless
something is asked for in it or its owner takes part.
"""

from __future__ import annotations

import re

from assistant_app.agent.told import states

_BEFORE = (
    r"^\W*(?:(?:so|and|but|oh|ah|ugh|wow|omg|well|yes|yeah|hey|hi|btw|fyi|by the way|just|anyway|ok(?:ay)?|lol|"
    r"i(?:['’]ve)?(?: just| also)?|we(?:['’]ve)?(?: just)?|someone told me|good news|big news|sad news)\b\W*)*"
)
_HEARD_EN = re.compile(
    rf"{_BEFORE}(?:hear[ds]?(?! (?:back|from|of)\b)|overheard|learn(?:ed|t) that|found out|(?:saw|see|read|noticed) (?:that|on|in|online|somewhere)\b|"
    r"(?:the )?word (?:is|has it|on the street)|word['’]s|(?:the )?(?:rumou?r|gossip|story|news|talk)(?:['’]s| is| has it| goes)\b|rumou?r has it|"
    r"(?:they|people|folks) (?:say|are saying)|guess who|you(?:['’]ll)? never guess|(?:did|do) you (?:hear|know)|have you heard|"
    r"(?:it['’]?s|it is) (?:said|rumou?red)|supposedly|reportedly|allegedly|a little bird)\b",
    re.IGNORECASE,
)
_SEEMS_EN = re.compile(
    rf"{_BEFORE}(?:apparently|evidently|guess what|turns out|it (?:seems|appears|turns out|looks like)|(?:looks|seems) like|"
    r"[\w'’-]+(?: [\w'’-]+)? (?:says|said|told (?:me|us)|tells me|mentioned|reckons) (?:that )?(?:he|she|they|his|her|their))\b",
    re.IGNORECASE,
)
_REQUEST_EN = re.compile(
    r"\b(?:remind|remember|forget|schedule (?:it|that|this|me)|calendar|diary|agenda|to-?dos?|my list|please|pls|can you|could you|would you|will you|"
    r"let['’]?s|need(?:s)? to|ha(?:ve|s) to|must|should|gotta|got to)\b|"
    r"(?:[,;.!:–—]|\s-\s|\b(?:so|and|then))\s*(?:just |now |also |then )*(?:add|put|note|save|block|book|mark|create|move|cancel|delete|remove|"
    r"set|make|change|tell|list|jot|pencil|check|find|buy|get|call|send|pick up)\b",
    re.IGNORECASE,
)
_TAKES_PART_EN = re.compile(
    r"\b(?:i|we)(?:['’]?(?:m|re|ll|d|ve)| am| are| will| want| might| may| can| could| do| have| get| got| go| was| were)\b"
    r"(?! (?:(?:gonna|going to|will|really|so|very|just|quite|pretty|too|a bit|a little|all|both|be|feel\w*|such|actually) )*"
    r"(?:miss|happy|glad|sad|excited|jealous|envious|sorry|proud|shocked|surprised|sure|wondering|thrilled|pleased|relieved|curious|worried|"
    r"gutted|stunned|believe|wait|imagine|love|hate|not)\b)"
    r"|\b(?:my|our)\s+(?!(?:[\w'’-]+ )?(?:neighbou?r|friend|mate|boss|colleague|cousin|uncle|aunt|brother|sister|son|daughter|mum|mom|dad|"
    r"parent|landlord|teacher|street|road|town|city|building|block|school|office|company|team|family|old|ex|nephew|niece|grand\w+|"
    r"heart|word|god|gosh|goodness|opinion|part)s?\b)"
    r"|\b(?:invit\w+|ask\w*|wants?|need\w*|expect\w*|tak\w+|pick\w*|meet\w*|see\w*|join\w*|visit\w*|with|for|at|to) (?:me|us)\b(?! that)"
    r"|\b(?:com(?:e|es|ing)|visit\w*|stay\w*|pop\w*|stop\w*) (?:over|round|around|by|here|for (?:dinner|lunch|tea|drinks)|"
    r"to (?:dinner|lunch|tea|stay|visit|ours|mine|our|my))\b",
    re.IGNORECASE,
)
_OWN_PLAN_EN = re.compile(
    r"\b(?:appointments?|meetings?|dentist|doctors?|interviews?|reservations?|bookings?|lessons?|class(?:es)?|practice|"
    r"rehearsals?|match|games?|dinner|lunch|breakfast|brunch|drinks|shower|barbecue|bbq|flights?|trips?|exams?|deadlines?|due|calls?)\b",
    re.IGNORECASE,
)
"""Where nobody is said to have heard it, such a thing is most often one's own."""
_CLOCK = re.compile(r"\d\s?[ap]\.?m\b|\d:\d\d|\b(?:at|from|by) \d|点", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:instead|cancel\w*|no longer|won['’]?t be|moved (?:to|from)|postponed|rescheduled|called off|pushed|brought forward|changed)\b|"
    r"取消|推迟|提前|延[期后迟]|改[到成为期在]|挪|调[到整]|换到",
    re.IGNORECASE,
)
_HEARD_ZH = re.compile(
    r"^(?:[\s，,。！!]|哎|诶|欸|哦|对了|话说|那个|哇|天哪|啊|唉|我|咱们?|刚刚?|才|好像|今天|昨天|也|又|都|你)*"
    r"(?:听说|听闻|据说|据悉|据传|传闻|传言|有传|听(?!课|歌|力|写|会|讲座|音)[^，。\s]{1,6}?(?:说|讲|提)起?|(?:看到|看见|刷到|读到|看)[^，。]{0,10}(?:说|讲|写|报道)|"
    r"(?:新闻|网上|朋友圈|群里|微信群|报纸|电视)(?:里|上|都|有人)*(?:在)?(?:说|讲|看到|传|报道)|有消息说|小道消息|得知|刚(?:才)?知道|才知道|(?:你)?猜(?:谁|怎么着|猜)|(?:万万)?没想到)"
)
_SEEMS_ZH = re.compile(
    r"^(?:[\s，,。！!]|哎|诶|哦|对了|话说|哇|啊|唉|我|才|刚)*(?:原来(?!的|那|这|定|约|安排|是[^，。]*[改换挪]|[\d一二两三四五六七八九十今明后周星礼上下])|看来|看样子|貌似|似乎)"
)
_REQUEST_ZH = re.compile(
    r"提醒|叫我|喊我|帮|替我|给我|麻烦|拜托|记[一得到上住个]|别忘|日程|日历|行程|待办|清单|闹钟|安排(?:一下|上|我|个)|加[到上进个]|添加|设[个一]|"
    r"请(?!假|客|了|帖|来|到|他|她|人)|取消(?:掉|一下)|删|约个|[，,。；;！!]\s*(?:那|就|咱|去|得|要)*(?:改到|挪到|推到|订|定|买|去|得|查|看看)"
)
_TAKES_PART_ZH = re.compile(
    r"(?:我|咱)们?(?:俩|也|就|都|还|准备|打算|正好|刚好|今|明|后|周.)*(?:要(?!哭|疯|笑|死)|得(?!知)|去|想(?!念|不到|起|哭|笑|死)|需|参加|报名|必须|该|应该|陪|约|有[课会空事]|跟|一起|可以)|"
    r"[叫让约请邀找喊带陪]我|我的|我们的|跟我|和我|来我|到我|给我|我[要得去]"
)
_OWN_PLAN_ZH = re.compile(
    r"会议|开会|[的个]会|例会|预约|航班|飞机|火车|考试|面试|上课|的课|聚餐|体检|截止|交|作业"
)


def only_heard(text: str) -> bool:
    """Tell whether a message passes on what was heard or read, and nothing that its owner has to do."""
    return _hearsay(text.strip()) and not _CHANGED.search(text)


def heard_changed(text: str) -> bool:
    """Tell whether it is heard that something was put off or called off: that may be there."""
    return _hearsay(text.strip()) and bool(_CHANGED.search(text))


def _hearsay(bare: str) -> bool:
    for heard, seems, plan, request, part in (
        (_HEARD_EN, _SEEMS_EN, _OWN_PLAN_EN, _REQUEST_EN, _TAKES_PART_EN),
        (_HEARD_ZH, _SEEMS_ZH, _OWN_PLAN_ZH, _REQUEST_ZH, _TAKES_PART_ZH),
    ):
        match = heard.match(bare) or (
            None if plan.search(bare) or _CLOCK.search(bare) else seems.match(bare)
        )
        if not match:
            continue
        rest = bare[match.end() :]
        guess = re.search(r"guess|猜", match[0], re.IGNORECASE)
        if request.search(rest) or part.search(rest):
            return False
        return bool(guess) or states(bare)
    return False
