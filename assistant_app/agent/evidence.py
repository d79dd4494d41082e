"""Which tools a message gives no reason for: a small model sees dates and gaps where there are none.

A tool whose work cannot be asked for without certain kinds of words is not offered where there are
none of them. The words are those of the language, with room to spare: a tool kept by mistake costs
little, the model still weighs it against the others.
"""

from __future__ import annotations

import re

_WORDS: dict[str, re.Pattern[str]] = {
    "what_date": re.compile(
        r"\b(?:\w+(?:th|st|nd|rd)|days?|dates?|weeks?|weekdays?|weekend|months?|years?|holidays?|today|tonight|"
        r"tomorrow|yesterday|time|clock|o'?clock|hours?|minutes?|mon|tues?|wednes|thurs?|fri|satur|"
        r"sun)(?:day)?\b|\buntil\b|\btill\b|"
        r"几号|号|星期|周|礼拜|日期|几点|点钟|时间|节|多久|天|农历|假|日|月|年|时候|时区|现在",
        re.IGNORECASE,
    ),
    "calculate": re.compile(
        r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|twenty|"
        r"thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|third|"
        r"quarter|dozen|percent|plus|minus|times|divided|squared?|sum|total)\b|%|"
        r"[一二两三四五六七八九十百千万亿半零]|加|减|乘|除|百分",
        re.IGNORECASE,
    ),
    "find_free_time": re.compile(
        r"\b(?:free|busy|available|availability|open(?:ing)?s?|slots?|gaps?|spare|squeeze|fit|"
        r"room|clear|booked|have time|got time|any time|time (?:for|to)|conflicts?|clash\w*)\b|"
        r"空|忙|时间|闲|档期|时段|排得|冲突|有约|有安排|没事|有事|占|方便|哪天|行[吗？?。]?$",
        re.IGNORECASE,
    ),
    "undo": re.compile(
        r"\b(?:undo|undid|take (?:it|that|this) back|took|revert|restore|roll back|go back|back|"
        r"never ?mind|wrong|mistake|oops|didn'?t mean|cancel (?:that|this|it)|last change)\b|"
        r"撤|恢复|还原|回退|退回|不对|错|算了|刚才|刚刚|上一步|反悔|收回",
        re.IGNORECASE,
    ),
}
_BUYS = re.compile(
    r"^\W*(?:(?:please|i (?:need|have|want|must)(?: to)?|we (?:need|have)(?: to)?|need to|gotta|"
    r"don'?t forget to|remember to)\s+)?(?:buy|get|pick up|grab)\s+(?!me\b|us\b|\w+ed\b|tickets?\b|"
    r"a (?:cab|taxi|ride)\b|out\b|rid\b|to\b|directions\b)\w"
    r"|^\W*(?:我?(?:要|得|还要|需要|记得|别忘了?))?去?买(?!.{0,6}(?:票|单|吗|么|[?？]))",
    re.IGNORECASE,
)
_ONLINE = re.compile(
    r"\b(?:online|order|deliver\w*|website|amazon|ebay|tickets?|stocks?|shares|price|for me)\b|"
    r"网上|下单|订|外卖|快递|票|股|价|帮我|给我",
    re.IGNORECASE,
)


def without_reason(text: str) -> tuple[str, ...]:
    """Return the tools that nothing in the message speaks for."""
    missing = [tool for tool, words in _WORDS.items() if not words.search(text)]
    if is_errand(text):
        missing.append("shop")
    return tuple(missing)


def is_errand(text: str) -> bool:
    """Tell whether something is to be bought by the owner: for a list, and not from a shop online."""
    return bool(_BUYS.match(text)) and not _ONLINE.search(text)
