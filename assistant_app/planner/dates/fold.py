"""Fold the ways a phrase can be written into one, character for character.

Every mapping is one character to one, so that a span in the folded text is the same span in the
original: full-width forms, traditional characters and variants, dashes, quotes, capitals.
"""

from __future__ import annotations

_TRADITIONAL = (
    "週周禮礼點点時时號号後后兩两俩两倆两個个鐘钟鍾钟這这當当現现國国慶庆節节從从內内過过間间裡里裏里"
    "號号閏闰農农曆历陰阴陽阳歷历歲岁舊旧臘腊廿廿卅卅壹一贰二貳二叁三參三肆四伍五陸六柒七捌八玖九拾十"
    "〇零○零幾几隔隔輪轮開开結结約约來来還还剩剩將将這这聖圣誕诞勞劳動动婦妇兒儿師师親亲萬万"
    "鬧闹電电話话會会議议關关門门們们爲为為为對对進进請请發发學学總总最最單单雙双經经滿满際际數数"
    "樣样應应該该邊边選选擇择買买賣卖讓让運运飛飞機机車车離离處处辦办務务業业產产與与聽听說说讀读寫写"
    "復复專专東东長长無无風风條条張张馬马頭头書书見见覺觉紀纪夠够錢钱醫医藥药員员團团圖图場场備备"
    "達达義义傳传終终級级線线練练給给統统計计訂订記记訪访評评試试認认語语誰谁課课調调論论證证識识"
    "佇伫傍傍連连週周屆届歸归廣广際际鼠鼠夜夜嘅的哋们喺在晏晏聲声聞闻隻只禮礼擺摆搶抢臨临穀谷驚惊蟄蛰"
    "種种寒寒處处霜霜雙双滿满暑暑分分"
)
_PUNCTUATION = {
    "’": "'",
    "‘": "'",
    "`": "'",
    "´": "'",
    "′": "'",
    "″": '"',
    "“": '"',
    "”": '"',
    "「": '"',
    "」": '"',
    "–": "-",
    "—": "-",
    "−": "-",
    "‐": "-",
    "‑": "-",
    "―": "-",
    "～": "~",
    "〜": "~",
    "∼": "~",
    "：": ":",
    "﹕": ":",
    "，": ",",
    "、": ",",
    "﹐": ",",
    "。": ";",
    "．": ".",
    "·": ".",
    "•": ",",
    "∙": ",",
    "（": "(",
    "）": ")",
    "／": "/",
    "　": " ",
    "\u00a0": " ",
    "\u202f": " ",
    "\u2009": " ",
    "\t": " ",
    "『": '"',
    "』": '"',
    "《": '"',
    "》": '"',
    "＠": "@",
    "；": ";",
    "！": "!",
    "？": "?",
}


def _table() -> dict[int, str]:
    table = {ord(a): b for a, b in zip(_TRADITIONAL[::2], _TRADITIONAL[1::2], strict=True)}
    table.update({ord(a): b for a, b in _PUNCTUATION.items()})
    table.update({0xFF10 + i: str(i) for i in range(10)})
    table.update({0xFF21 + i: chr(97 + i) for i in range(26)})
    table.update({0xFF41 + i: chr(97 + i) for i in range(26)})
    return table


_TABLE = _table()


def fold(text: str) -> str:
    """Return `text` folded; it has the same length, and the same spans."""
    text = text.translate(_TABLE)
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
