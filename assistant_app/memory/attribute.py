# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Name what a statement is about: subject and attribute ("user.home"), with its value. Pure.

Works on the owner's words and on stored memories alike, in both languages. A `single` attribute has
one value at a time, so another value contradicts; the others (likes, allergies, children, pets) carry
their object in the key, so that two of them stand side by side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from assistant_app.domain import routine
from assistant_app.domain.search_text import terms


@dataclass(frozen=True, slots=True)
class Attribute:
    """`value` is compared by its terms; '' says that the statement names none. `denied` says that it is
    not so, or no longer: "not vegetarian any more".
    """

    key: str
    value: str
    single: bool = True
    denied: bool = False


KIN_NAMES = {
    "wife": "wife|妻子|老婆|媳妇儿?|太太",
    "husband": "husband|丈夫|老公|先生",
    "partner": "partner|girlfriend|boyfriend|fianc[eé]e?|spouse|对象|爱人|男朋友|女朋友|男友|女友",
    "mother": "mother|mum|mom|妈妈?|母亲|老妈",
    "father": "father|dad|爸爸?|父亲|老爸",
    "manager": "manager|boss|supervisor|领导|老板|上司|经理|主管",
    "landlord": "landlord|landlady|房东",
    "doctor": "doctor|gp|医生",
    "dentist": "dentist|牙医",
    "therapist": "therapist",
    "contact": "emergency contact|紧急联系人",
}
FAMILY = {
    "son": "(?:older |younger |eldest |youngest |oldest |little |other )?(?:son|boy)|(?:大|小)?儿子|男孩",
    "daughter": "(?:older |younger |eldest |youngest |oldest |little |other )?(?:daughter|girl)|(?:大|小)?女儿|闺女|女孩",
    "child": "kid|child|baby|孩子|宝宝|宝贝|娃|新生儿",
    "dog": "dog|puppy|狗狗?|小狗|金毛|柯基",
    "cat": "cat|kitten|猫咪?|小猫|橘猫|三花",
    "sister": "(?:older |younger |little |big )?sister|姐姐?|妹妹?",
    "brother": "(?:older |younger |little |big )?brother|哥哥?|弟弟?",
}
_NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        ]
    )
}  # fmt: skip
_CHINESE_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"两": 2}
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()  # noqa: SIM905


def _chinese_number(match: re.Match[str]) -> str:
    text = match.group()
    total = digit = 0
    for character in text:
        if character == "十":
            total += (digit or 1) * 10
            digit = 0
        elif character == "百":
            total += (digit or 1) * 100
            digit = 0
        else:
            digit = _CHINESE_DIGITS[character]
    return str(total + digit)


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """Return `text` in lower case, numbers as digits, the owner as "i"/"my" or 我."""
    text = text.lower().replace("’", "'")
    text = re.sub(r"\bthe user's\b|\bour\b", "my", text)
    text = re.sub(r"\bthe user (?:is|'s)\b|\bi'?m\b|\bi am\b", "i is", text)
    text = re.sub(r"\bthe user\b|\bwe\b", "i", text)
    text = re.sub(r"用户(?:他们|家)?|俺|咱们?|本人|我们", "我", text)
    text = re.sub(
        r"(?!一点(?![钟半\d]))[零一二三四五六七八九十百两]{1,6}(?=岁|点|号|月|公斤|斤|厘米|码|日)",
        _chinese_number,
        text,
    )
    return re.sub(r"[a-z]+", lambda m: _NUMBER_WORDS.get(m.group(), m.group()), text)


def _when_of_day(text: str) -> str:
    half = re.search(r"half (?:past )?(\d+)", text)
    if half:
        return f"{int(half[1]) % 12}:30"
    found = re.search(r"(\d{1,2})(?:[:.](\d\d)|点(半)?)?", text)
    if not found:
        return ""
    return f"{int(found[1]) % 12}:{'30' if found[3] else found[2] or '00'}"


def _date(text: str) -> str:
    found = re.search(rf"(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({'|'.join(_MONTHS)})", text)
    if found:
        return f"{_MONTHS.index(found[2]) + 1}-{int(found[1])}"
    found = re.search(rf"({'|'.join(_MONTHS)})[a-z]*\.? (\d{{1,2}})", text)
    if found:
        return f"{_MONTHS.index(found[1]) + 1}-{int(found[2])}"
    found = re.search(r"(\d{1,2})\s*(?:月|[/-])\s*(\d{1,2})", text)
    return f"{int(found[1])}-{int(found[2])}" if found else ""


_SINGLE: tuple[tuple[str, str], ...] = (
    (
        "user.home",
        r"\bi (?:\w+ ){0,2}?(?:lives?|lived|moved|relocated|settled|is based|is living)(?: back)? "
        r"(?:in|to|at|near) (?P<v>[^,.;!]+)|\b(?:living|based) in (?P<w>[^,.;!]+)"
        r"|moved\b.*\bit's (?P<x>[^,.;!]+?) from now on"
        r"|(?:我|^|现在|去年|今年|上个?月|刚)[^，。！？的]{0,8}?(?:(?:住在|住|搬到了?|搬来了?|搬去了?|搬进了?|定居在?|租住在?|安家在?|合租在)"
        r"(?P<y>[^，。！？]{2,10}?)(?:了|[，。！]|$)|(?<!现)在(?P<z>[^，。！？]{2,8}?)(?:住|租|待|生活|定居))",
    ),
    (
        "user.name",
        r"\bmy (?:full |first )?name(?:'s| is) (?P<v>[\w '-]+)|\b(?:i is called|call me|i go by) (?P<w>[\w '-]+)"
        r"|我(?:的)?(?:名字|真名|大名)?(?:就)?(?:叫|是叫)(?P<x>[^，。！？,\s]{1,12})|叫我(?P<y>[^，。！？,\s]{1,8})",
    ),
    ("user.english_name", r"英文名(?:叫|是)?(?P<v>[a-z ]+)"),
    (
        "user.household",
        r"\blives? (?:with (?P<v>[^,.;!]+)|(?P<w>alone|on my own|by myself))|\bmoved out\b(?P<x>.*)"
        r"|(?:和|跟|与)(?P<y>[^，。！？]{1,6}?)(?:一起|合)住|从[^，。]{1,6}家?搬(?P<z>出)",
    ),
    (
        "user.birthday",
        r"\b(?:my|i) (?:birthday|bday|was born)[^\d]*?(?P<v>.{0,12}\d.{0,12})|我(?:的)?生日(?:是|在)?(?P<w>[^，。！？]+)",
    ),
    (
        "user.anniversary",
        r"\bmy (?:wedding )?anniversary (?P<v>.+)|我们?(?:的)?(?:结婚)?纪念日(?P<w>[^，。！？]+)",
    ),
    (
        "user.age",
        r"\bi is (?:now )?(?P<v>\d{1,3})(?: years? old\b|\s*$|,| and| now)|\bi turned (?P<w>\d+)|\bat (?P<z>\d{2}) i\b"
        r"|我(?:今年|已经|都|快|刚|虚岁|满)*(?P<x>\d{1,3})岁",
    ),
    ("user.weight", r"(?P<v>\d+(?:\.\d+)?) ?(?:kg|kilos?|pounds|lbs?|公斤|斤)(?![a-z])"),
    (
        "user.height",
        r"\bi is (?P<v>\d.{0,6}(?:cm|m)?) tall|\bmy height is (?P<w>.+)|身高(?:是)?(?P<x>[\d.一米]+)",
    ),
    (
        "user.shoe_size",
        r"shoe size (?:is )?(?P<v>[\d.]+)|(?:鞋码|穿鞋)(?:是)?(?P<w>\d+)|(?P<x>\d+)码(?:的)?鞋",
    ),
    (
        "user.phone",
        r"(?P<v>\b(?:iphone|pixel|galaxy|samsung|huawei|xiaomi|redmi|oneplus|nokia|motorola|fairphone|honor|android phone)\b"
        r"[^,.;!]*)|(?:我|^|现在)[^，。]{0,4}?手机[^，。]{0,4}?(?:是|用的是|换成了?|换了)(?P<w>[^，。！？]+)|(?P<x>(?:华为|小米|荣耀|红米|一加|苹果|vivo|oppo)\s*"
        r"(?:mate|p|k|\d|手机)[^，。！？]*)",
    ),
    (
        "user.computer",
        r"(?P<v>\b(?:macbook|imac|mac mini|thinkpad|chromebook|surface|xps|dell|lenovo|laptop)\b[^,.;!，。]*)"
        r"|(?:电脑|笔记本)[^，。]{0,4}?(?:是|用的是|换成了?|换了)(?P<w>[^，。！？]+)",
    ),
    (
        "user.car",
        r"\bi (?:\w+ ){0,2}?drives? (?:an? |my )?(?P<v>(?!to\b|for\b|a lot|home\b|into\b|there\b|every)[^,.;!]+)|\bmy car(?:'s| is) (?P<w>[^,.;!]+)"
        r"|(?:我|我的|现在)[^，。]{0,3}?(?:车(?:是|换成了?)|开(?:的是|着|一辆))(?P<x>[^，。！？]+)",
    ),
    (
        "user.marital",
        r"\b(?P<v>single|married|divorced|engaged|widowed|separated)\b|(?P<w>单身|已婚|结婚|领证|离婚|离异|订婚|丧偶|未婚)",
    ),
    (
        "user.diet",
        r"\b(?:i (?:is|have been|has been|been|eat|went)|^been)\b[^,.;]*?\b(?P<v>vegan|vegetarian|pescatarian|keto|meat again|omnivore)\b"
        r"|我[^，。]{0,4}?(?P<w>吃素|素食|纯素|开荤|吃肉了)",
    ),
    (
        "user.wakes",
        r"\b(?:gets? up|wakes? up|^up|awake|is up)\b (?:at|by|around)?(?P<v>[^,;]*)|(?P<w>\d+点[半\d]?)[^，。]{0,4}?(?:起床|起来|起)",
    ),
    (
        "user.sleeps",
        r"\b(?:goes? to (?:bed|sleep)|in bed|asleep|sleeps?) (?:at|by|before|around)(?P<v>[^,;]*)|(?P<w>\d+点[半\d]?)[^，。]{0,5}?睡",
    ),
    (
        "user.drives",
        r"\b(?P<v>(?:cannot|can't|does not|doesn't|don't|never (?:learned|learnt) to) drive)\b|never (?:got|had) (?P<w>(?:a|my) driv)"
        r"|(?P<x>不会开车|没有?驾照)",
    ),
    (
        "user.rest_days",
        r"(?P<v>周[一二三四五六日天末]+)[^，。]{0,6}?(?:休息|休|放假)|\b(?:day|days) off (?:is|are) (?P<w>[^,.;]+)|\bis off (?:every|on) (?P<x>[^,.;]+)",
    ),
    (
        "user.meeting_time",
        r"(?:开会|会议)[^，。]{0,8}?(?P<v>下午|上午|早上|晚上|周[一二三四五六日天])|(?P<w>下午|上午|早上|晚上)[^，。]{0,4}?(?:开会|会议)|\bmeetings?\b[^.;]*?\b(?P<x>mornings?|afternoons?|evenings?)\b"
        r"|\b(?P<y>mornings?|afternoons?)\b[^.;]*?\bmeetings?\b",
    ),
    (
        "user.rent",
        r"\bmy rent\b[^\d,.;]{0,24}?(?P<v>\d[\d,.]*)|房租[^，。\d]{0,6}?(?P<w>\d+)",
    ),
    (
        "user.blood_type",
        r"\bblood (?:type|group)(?: is)? (?P<v>ab|a|b|o)\b|血型(?:是)?(?P<w>ab|a|b|o)(?![a-z])",
    ),
    (
        "user.email",
        r"\bmy e-?mail(?: address)?(?:'s| is)?:? (?P<v>[^\s,;]+@[^\s,;]+)|邮箱(?:地址)?(?:是|换成了?|为)?[:：]?\s?(?P<w>[^\s，；]+@[^\s，；]+)",
    ),
    (
        "user.sign",
        r"\bmy (?:star|zodiac) sign is (?P<v>\w+)|我(?:的星座)?是(?P<w>[白金双巨狮处天射摩水魔人]\w{1,2}座)|我属(?P<x>[鼠牛虎兔龙蛇马羊猴鸡狗猪])",
    ),
    ("user.budget", r"\bbudget\b[^.;]*?(?P<v>\d[\d,.]*)|预算[^，。]{0,6}?(?P<w>\d+)"),
    ("user.units", r"\b(?P<v>celsius|fahrenheit|metric|imperial)\b|(?P<w>摄氏|华氏)"),
    ("user.currency", r"(?:价格|金额)[^，。]{0,8}?(?P<v>人民币|美元|欧元|港币)"),
    ("user.handed", r"\b(?P<v>left|right)-?handed\b|(?P<w>左撇子|右撇子)"),
)
_COMPILED = tuple((key, re.compile(pattern)) for key, pattern in _SINGLE)

_JOB = re.compile(
    r"\b(?:i )?works? (?:full-time |part-time )?(?:as (?:an? )?(?P<a>[^,.;!]+)|(?:in|at|for) (?P<b>[^,.;!]+))"
    r"|\bi is (?:now )?(?:an? )(?P<c>(?:[\w'-]+ ){0,4}?(?!vegetarian\b|vegan\b|lover\b|person\b|eater\b|drinker\b|owner\b|mother\b|father\b|brother\b|sister\b|member\b)"
    r"(?:\w+(?:er|or|ist|ian|ant|ent|man|woman|eer|smith|nurse|chef|cook|clerk|pilot|vet|physio|surgeon|coach|guard|monk|priest|judge|librarian)))\b"
    r"|\bteach(?:es)? (?P<d>[^,.;!]+)"
    r"|(?:我|^|现在|就|后来)[^，。！？]{0,3}?(?:是(?:一?[名个位])?(?:做|干|搞)?(?P<e>[^，。！？]{0,8}?(?:师|员|医生?|护士|老板|主管|经理|工人|厨|司机|律师|会计|编辑|记者|警|程序|学生|教授|翻译|设计|销售|客服|农民|作家|主播|教练|保安|柜员|牙医))(?:的)?(?:$|[，。])"
    r"|在(?P<f>[^，。！？]{1,12}?)(?:上班|工作|任职|就职|做|当|干)(?P<g>[^，。！？]{0,8})|自己开(?P<h>[^，。！？]{2,8})|(?:干|做)的是(?P<i>[^，。！？]{2,8}))"
)
_NEW_JOB = re.compile(
    r"\bi (?:\w+ ){0,3}?(?:has|have|got|getting|starts?|started|starting|landed|takes?|took|found|accepted|begins?|began) (?:myself )?an? (?:\w+ )?new (?:job|position)"
    r"(?P<a>[^,.;!]*)|\bi (?:\w+ ){0,2}?(?:changed|switched) (?:jobs|careers?)(?P<b>[^,.;!]*)"
    r"|(?:我|^)(?:也|已经|刚|刚刚|最近|上个?月|上周|这周|昨天|今年|去年|终于|又|这边|们)*(?:(?:换|找|有|得|开始|入职)(?:到|了)*(?:一?份|一?个)?新的?(?:工作|单位|公司|岗位)"
    r"|换了?(?:一?份|一?个)?工作|跳槽|转行|改行)了?(?P<c>[^。！？]*)"
)
"""That the work is another one now, whatever it is: what was known of it is no longer so."""
_SIDE = re.compile(
    r"\b(?:on (?:the )?(?:weekends?|side)|at weekends|part-?time|besides|too|as well|also|volunteer)\b|周末|兼职|副业|业余|还|另外|同时|顺便|志愿"
)
_LIKE = re.compile(
    r"\bi (?:\w+ ){0,2}?(?P<no>don't|doesn't|do not|does not|never|no longer|can't|cannot|hates?|dislikes?|detests?|loathes?|avoids?|"
    r"can't stand|gone (?:right |completely )?off|went off)?\s*(?:really )?(?P<v>likes?|loves?|enjoys?|prefers?|adores?|eats?|drinks?|stand|into|is fond of|is into|touch)?"
    r"(?: to| the)? (?P<o>[^,.;!?]+)"
)
_LIKED = re.compile(
    r"\b(?:likes?|loves?|enjoys?|prefers?|adores?|fond of|into|partial to|fan of|keen on)(?: to)? (?P<o>[^,.;!?]+)"
)
_DISLIKED = re.compile(
    r"(?:\b(?:hates?|dislikes?|detests?|loathes?|(?:don't|doesn't|do not|does not|never|no longer|cannot|can't)(?: really| ever)? (?:like|love|enjoy|eat|drink|stand|"
    r"touch|bear)s?|gone (?:right |completely |totally )?off|went off|not a fan of|stopped (?:eating|drinking|liking)|quit|gave up))(?: any)? (?P<o>[^,.;!?]+)"
)
_LIKE_ZH = re.compile(
    r"(?P<no>不再|已经不|早就不|现在不|不太|不怎么|从不|从来不|再也不|不|没|讨厌|烦|怕|恨|受不了|戒)?(?:太|怎么|能|敢|再)?"
    r"(?P<v>喜欢|爱|热爱|偏爱|感兴趣|关注|迷|吃|喝|追|碰|沾|看|听)?(?:上|吃|喝|看|听|了|掉)*(?P<o>[^，。！？,了过的]{1,8})"
)
_LIKED_ZH = re.compile(
    r"(?<!不)(?<!没)(?:喜欢|热爱|爱(?!人)|偏爱|钟爱|关注|对(?=[^，。]{1,12}感兴趣)|迷上|改看|改吃|改喝)(?:吃|喝|看|听|玩|了)*(?P<o>[^，。！？,的了]{1,10})"
)
_FRONTED_ZH = re.compile(
    r"^(?P<o>[^，。！？我]{1,6})我(?:也|就|还|都|是|可)*(?P<v>爱|喜欢|怕|讨厌)"
)
_DISLIKED_ZH = re.compile(
    r"(?:(?:不再|已经不|早就不|现在不|不太|不怎么|从来?不|再也不|不能|不)(?:爱|喜欢|吃|喝|碰|沾|关注|看|听)+|讨厌|怕|受不了|戒了?|吃不了|碰不得|烦)(?:吃|喝|看|听|了)*(?P<o>[^，。！？,的了]{1,8})"
)
_BAN_ZH = re.compile(r"(?:一点|半点|一口)(?P<o>[^，。！？都]{1,4})都(?:不|碰不|吃不|沾不)")
_ALLERGY = re.compile(
    r"\ballergic to (?P<o>[^,.;!?]+?)(?: too| as well)?(?:$|[,.;!?])|\b(?P<q>[\w]+) allergy\b|对(?P<p>[^，。！？]{1,8}?)过敏"
)
_FAVOURITE = re.compile(
    r"\bmy (?:all-time |absolute )?favou?rite (?P<t>[a-z][a-z -]{1,22}?)(?: is| are|'s) (?P<v>[^,.;!]+)"
    r"|我最(?:喜欢|爱)的(?P<u>[\u4e00-\u9fff]{1,6}?)是(?P<w>[^，。！？]+)"
)
_DOSE = re.compile(r"(?P<n>\d+(?:\.\d+)?) ?(?:mg|mcg|毫克|units?)")
_DRUG = re.compile(
    r"(?:mg|mcg) of (?P<a>\w+)|\b(?P<b>(?!takes\b|taking\b|about\b)\w{5,})(?: is| at|:)? \d+ ?(?:mg|mcg)|(?P<c>[\u4e00-\u9fff]{2,6})\d+毫克"
)
_SLOT = re.compile(
    r"(?P<a>(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?(?: (?P<b>morning|afternoon|evening|night))?s?"
    r"|(?P<c>周[一二三四五六日天末])(?P<d>早上|上午|中午|下午|晚上)?"
)
_AGE_OF = re.compile(
    r"\b(?:my \w+ )?(?P<who>[a-z]+) (?:is|turned|turns|just turned|'s) (?P<n>\d{1,2})\b|(?P<zh>[\u4e00-\u9fff]{1,4}?)(?:今年|刚|已经|都|满)*(?P<m>\d{1,2})岁"
)
_DISPOSED = re.compile(
    r"\b(?:got rid of|sold|instead|replaced|traded in|swapped|no more|used to)\b|卖了|换|以前|原来"
)
_DENYING = re.compile(
    r"\b(?:not|no longer|never|\w+n't|nor|without|used to (?:be|have|live|work)|stopped (?:being|working|living|driving)|"
    r"quit (?:being|working)|outgr(?:ew|own)(?: \w+)?)\b[^,.;]{0,24}$|(?:不再|不是|并不|不|没|已经不|早就不)[^，。；]{0,3}$"
)
_DENIED_AFTER = re.compile(
    r"^[^,.;]{0,24}?\b(?:any ?more|any longer)\b|^[^，。；]{0,3}?(?:已经|早就|再也|现在)?不(?:再)?(?:是|过敏|住)"
)
_NEVER_DENIED = ("like.", "slot.", "dose.", "name.", "user.drives", "user.household", "routine")
"""What says for itself whether it is so, or what has nothing to deny."""
_STATE_WORDS = ("i", "it", "he", "she", "that", "this", "now", "and")


def _group(match: re.Match[str]) -> str:
    return next((value for value in match.groups() if value), "").strip()


def _single(text: str) -> list[Attribute]:
    found = []
    for key, pattern in _COMPILED:
        matches = list(pattern.finditer(text))
        if not matches:
            continue
        # "got rid of the A, got a B": what is left is named last.
        value = _group(matches[-1] if _DISPOSED.search(text) else matches[0])
        if key in ("user.birthday", "user.anniversary"):
            value = _date(value) or value
        elif key in ("user.wakes", "user.sleeps"):
            value = _when_of_day(value)
        elif key == "user.drives":
            value = "no"
        found.append(Attribute(key, value))
    return found


@lru_cache(maxsize=1)
def _name_patterns() -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    """Return (who, whether there is one of them, pattern) of the ways to say a name."""
    return tuple(
        (
            who,
            groups is KIN_NAMES,
            re.compile(
                rf"\b(?:my|i have an?|i has an?|called) (?:new |other |old )?(?:{words})(?:'s name)? ?(?:is |was |'s )?(?:called |named )?(?P<v>[a-z]+)\b"
                rf"|(?:我|我的|一只|新)(?:{words})(?:的名字)?(?:就)?(?:叫|是叫|姓|换成了?)(?P<w>[^，。！？,\s]{{1,6}})"
            ),
        )
        for groups in (KIN_NAMES, FAMILY)
        for who, words in groups.items()
    )


@lru_cache(maxsize=1)
def _job_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Return (who, pattern) of the ways to say what somebody does for a living."""
    return tuple(
        (
            who,
            re.compile(
                rf"(?:my|我的?)\s?(?:{words})(?: is an? (?P<v>\w+)| works as an? (?P<w>\w+)|(?:是|在[^，。]{{1,6}}当)(?P<x>[^，。！？]{{2,6}}))"
            ),
        )
        for who, words in KIN_NAMES.items()
    )


def _relative_of(words: str) -> str:
    """Return what a relative is called in keys (我儿子: "son"); other words as they are."""
    bare = re.sub("^我家?", "", words)
    everybody = {**KIN_NAMES, **FAMILY}
    return next((who for who, kin in everybody.items() if re.fullmatch(kin, bare)), words)


_NO_NAMES = frozenset("is has and who works lives was a the in".split())  # noqa: SIM905


def _names(text: str) -> list[Attribute]:
    found: list[Attribute] = []
    for who, single, pattern in _name_patterns():
        match = pattern.search(text)
        if match and (value := _group(match)) not in _NO_NAMES:
            key = f"name.{who}" if single else f"name.{who}.{value}"
            found.append(Attribute(key, value, single))
    for who, pattern in _job_patterns():
        job = pattern.search(text)
        if job:
            found.append(Attribute(f"job.{who}", _group(job)))
    return found


def _objects(text: str) -> list[Attribute]:
    found: list[Attribute] = []
    for pattern, sign in (
        (_DISLIKED, "no"),
        (_DISLIKED_ZH, "no"),
        (_BAN_ZH, "no"),
        (_LIKED, "yes"),
        (_LIKED_ZH, "yes"),
    ):
        for match in pattern.finditer(text):
            topic = topic_of(match["o"])
            if topic and not any(one.key == f"like.{topic}" for one in found):
                found.append(Attribute(f"like.{topic}", sign))
    fronted = _FRONTED_ZH.search(text)
    if fronted:
        sign = "yes" if fronted["v"] in "爱喜欢" else "no"
        found.append(Attribute(f"like.{topic_of(fronted['o'])}", sign))
    for match in _FAVOURITE.finditer(text):
        key = f"favourite.{topic_of(match['t'] or match['u'])}"
        found.append(Attribute(key, (match["v"] or match["w"]).strip()))
    for match in _ALLERGY.finditer(text):
        topic = topic_of(
            re.sub("(?:已经|早就|现在|并|再也)?(?:不再|不|没有?)$", "", _group(match))
        )
        if topic:
            found.append(Attribute(f"allergy.{topic}", topic, single=False))
    dose, drug = _DOSE.search(text), _DRUG.search(text)
    if dose:
        named = _group(drug) if drug else next((w for w in terms(text) if len(w) > 7), "")
        found.append(Attribute(f"dose.{named}", dose["n"]))
    return found


_TOPIC_TAIL = re.compile(
    r"\s+(?:again|now|nowadays|these days|lately|once more|after all|instead|today|too|as well|a lot|so much|very much|by the way|since|after|before|in|on|at|for|when|because|every|though|over|"
    r"and|but|more|most|with|any ?more|any longer|stuff|things|food|, ).*$"
)


def topic_of(text: str) -> str:
    """Return the object of a like or an allergy in the form it is compared by: its words, stemmed."""
    text = _TOPIC_TAIL.sub("", text.strip())
    words = [
        stem(word)
        for word in re.findall(r"[a-z0-9'-]+", text)
        if word not in ("the", "a", "an", "any", "my", "really", "of", "to")
    ]
    if words:
        return " ".join(words[-3:])
    return re.sub(
        r"^(?:吃|喝|看|听|用|去|在|跟|和)+|(?:了|的|呢|啊|吧|行情|一类|之类)+$", "", text
    )


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return an English word without its plural or verbal ending."""
    for ending, rest in (
        ("ies", "y"),
        ("sses", "ss"),
        ("ing", ""),
        ("ed", ""),
        ("es", "e"),
        ("s", ""),
    ):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word[: len(word) - len(ending)] + rest
    return word


@lru_cache(maxsize=4096)
def attributes(text: str) -> tuple[Attribute, ...]:
    """Return what the statement says about whom, the surest first."""
    if taught := routine.read(text):
        return (Attribute(f"{routine.KEY}{taught.trigger}", "", single=False),)
    text = plain(text)
    found = _names(text)
    age = _AGE_OF.search(text)
    if age:
        who = age["who"] or _relative_of(re.sub(r".*(?:的|叫)", "", age["zh"] or ""))
        if who and who not in _STATE_WORDS and "我" not in who:
            found.append(Attribute(f"age.{who}", age["n"] or age["m"]))
    found += _single(text) + _objects(text)
    job = _JOB.search(text)
    if job and not _SIDE.search(text) and not any(one.key.startswith("job.") for one in found):
        found.append(Attribute("user.job", " ".join(v for v in job.groups() if v)))
    elif (new := _NEW_JOB.search(text)) and not any(one.key.startswith("job.") for one in found):
        found.append(Attribute("user.job", _group(new) or new.group()))
    slot = _SLOT.search(text)
    if slot:
        found.append(
            Attribute("slot." + "".join(v or "" for v in slot.groups()), text, single=False)
        )
    return tuple(replace(one, denied=True) if _is_denied(text, one) else one for one in found)


def _is_denied(text: str, one: Attribute) -> bool:
    """Tell whether a statement says that it is not so, before or behind the value in its clause."""
    head = one.value.split(" ")[0]
    place = text.find(head) if head and not one.key.startswith(_NEVER_DENIED) else -1
    if place < 0:
        return False
    return bool(_DENYING.search(text[:place]) or _DENIED_AFTER.search(text[place + len(head) :]))
