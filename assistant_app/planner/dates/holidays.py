"""Public holidays and festivals by name, for the United States, the United Kingdom and China.

Fixed, nth-weekday and Easter-based ones are computed here; lunar ones and solar terms come from
`lunar.py`, which needs borax.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

Entry = dict[str, Any]
ENGLISH: dict[str, Entry] = {}
CHINESE: dict[str, Entry] = {}

FIXED = {
    "new_year": (1, 1),
    "hk_return": (7, 1),
    "macau_return": (12, 20),
    "memorial_cn": (12, 13),
    "victory_cn": (9, 3),
    "tax": (4, 15),
    "flag": (6, 14),
    "boss": (10, 16),
    "lincoln": (2, 12),
    "ve": (5, 8),
    "trafalgar": (10, 21),
    "new_year_eve": (12, 31),
    "christmas": (12, 25),
    "christmas_eve": (12, 24),
    "boxing": (12, 26),
    "valentine": (2, 14),
    "groundhog": (2, 2),
    "st_patrick": (3, 17),
    "april_fools": (4, 1),
    "earth": (4, 22),
    "st_george": (4, 23),
    "star_wars": (5, 4),
    "cinco": (5, 5),
    "juneteenth": (6, 19),
    "independence": (7, 4),
    "halloween": (10, 31),
    "all_saints": (11, 1),
    "all_souls": (11, 2),
    "guy_fawkes": (11, 5),
    "veterans": (11, 11),
    "labour_cn": (5, 1),
    "women": (3, 8),
    "girls": (3, 7),
    "arbor_cn": (3, 12),
    "youth_cn": (5, 4),
    "children_cn": (6, 1),
    "party_cn": (7, 1),
    "army_cn": (8, 1),
    "teacher_cn": (9, 10),
    "national_cn": (10, 1),
    "singles": (11, 11),
    "consumer": (3, 15),
    "women_violence": (11, 25),
    "double12": (12, 12),
    "p618": (6, 18),
    "nurse": (5, 12),
    "journalist": (11, 8),
    "burns": (1, 25),
    "st_andrew": (11, 30),
    "st_david": (3, 1),
    "epiphany": (1, 6),
    "i520": (5, 20),
}
"""(month, day)."""

NTH = {
    "mlk": (1, 0, 3),
    "remembrance_sunday": (11, 6, 2),
    "election_us": (11, 1, 1),
    "presidents": (2, 0, 3),
    "memorial": (5, 0, -1),
    "labor_us": (9, 0, 1),
    "columbus": (10, 0, 2),
    "thanksgiving": (11, 3, 4),
    "mother": (5, 6, 2),
    "father": (6, 6, 3),
    "early_may": (5, 0, 1),
    "spring_bank": (5, 0, -1),
    "summer_bank": (8, 0, -1),
    "administrative": (4, 2, -1),
    "grandparents": (9, 6, 2),
    "daylight_us": (3, 6, 2),
    "super_bowl": (2, 6, 2),
}
"""(month, weekday, nth)."""

EASTER = {
    "easter": 0,
    "easter_monday": 1,
    "good_friday": -2,
    "maundy_thursday": -3,
    "palm_sunday": -7,
    "ash_wednesday": -46,
    "shrove": -47,
    "ascension": 39,
    "pentecost": 49,
    "whit_monday": 50,
    "trinity": 56,
    "corpus_christi": 60,
    "mother_uk": -21,
    "holy_saturday": -1,
}
"""Days after Easter Sunday."""

AFTER_NTH = {
    "giving_tuesday": ("thanksgiving", 5),
    "black_friday": ("thanksgiving", 1),
    "cyber_monday": ("thanksgiving", 4),
}

LUNAR = {
    "spring_festival": (1, 1),
    "lantern": (1, 15),
    "dragon_head": (2, 2),
    "dragon_boat": (5, 5),
    "qixi": (7, 7),
    "ghost": (7, 15),
    "mid_autumn": (8, 15),
    "double_ninth": (9, 9),
    "laba": (12, 8),
    "little_new_year": (12, 23),
    "lunar_eve": (12, 0),
    "po_wu": (1, 5),
    "ren_ri": (1, 7),
    "shang_si": (3, 3),
}
"""Lunar (month, day); day 0 is the last of the year."""

NUMERAL = {
    "五一": "labour_cn",
    "六一": "children_cn",
    "七一": "party_cn",
    "十一": "national_cn",
    "八一": "army_cn",
    "三八": "women",
    "五四": "youth_cn",
}
"""Names that are numerals too: holidays only where no number can be meant."""

TERMS = [
    "小寒",
    "大寒",
    "立春",
    "雨水",
    "惊蛰",
    "春分",
    "清明",
    "谷雨",
    "立夏",
    "小满",
    "芒种",
    "夏至",
    "小暑",
    "大暑",
    "立秋",
    "处暑",
    "白露",
    "秋分",
    "寒露",
    "霜降",
    "立冬",
    "小雪",
    "大雪",
    "冬至",
]

_EN = """
new_year=new year's day|new years day|new year day|new year|new year's|new years|nyd
new_year_eve=new year's eve|new years eve|new year eve|nye
christmas=christmas|christmas day|xmas|xmas day|x-mas
christmas_eve=christmas eve|xmas eve
boxing=boxing day|st stephen's day
valentine=valentine's day|valentines day|valentine day|valentine's|valentines
groundhog=groundhog day
st_patrick=saint paddy's day|st. paddy's day|paddy's day|st patrick's day|st patricks day
st_patrick=saint patrick's day|st. patrick's day|st paddy's day
april_fools=april fools|april fool's day|april fools day|april fools' day
earth=earth day
st_george=st george's day
cinco=cinco de mayo
juneteenth=juneteenth
independence=independence day|fourth of july|july fourth holiday
halloween=halloween|hallowe'en|halloween day
all_saints=all saints day|all saints' day|all hallows
all_souls=all souls day|all souls' day
guy_fawkes=guy fawkes night|bonfire night|guy fawkes day|guy fawkes
tax=tax day
flag=flag day
boss=boss's day|boss day|bosses day|national boss day
lincoln=lincoln's birthday|lincolns birthday
ve=ve day|v.e. day
remembrance_sunday=remembrance sunday
election_us=election day
veterans=veterans day|veteran day|veteran's day|veterans' day|remembrance day|armistice day
women=international women's day|women's day
mlk=martin luther king day|martin luther king jr day|martin luther king jr. day|mlk day|mlk
mlk=martin luther king's day|martin luther kings day|martin luther king jr.'s day
presidents=presidents day|president day|president's day|presidents' day|president's day
presidents=presidents' day|washington's birthday
memorial=memorial day|decoration day
labor_us=labor day|labour day
columbus=columbus day|indigenous peoples day|indigenous peoples' day
thanksgiving=thanksgiving|thanksgiving day|thanks giving|thanks giving day
mother=mother's day|mothers day|mothers' day|mother day
father=father's day|fathers day|fathers' day|father day
early_may=early may bank holiday|may day bank holiday
spring_bank=spring bank holiday|late may bank holiday
summer_bank=summer bank holiday|august bank holiday|late summer bank holiday
labour_cn=may day|international workers day|international workers' day
easter=easter|easter sunday|easter day
easter_monday=easter monday
good_friday=good friday
maundy_thursday=maundy thursday
palm_sunday=palm sunday
ash_wednesday=ash wednesday
shrove=shrove tuesday|pancake day|mardi gras|pancake tuesday|fat tuesday
ascension=ascension day
pentecost=pentecost|whit sunday
whit_monday=whit monday|pentecost monday
trinity=trinity sunday
mother_uk=mothering sunday
black_friday=black friday
cyber_monday=cyber monday
spring_festival=chinese new year|chinese new year's day|lunar new year
spring_festival=spring festival|chinese spring festival
lantern=lantern festival
dragon_boat=dragon boat festival
mid_autumn=mid-autumn festival|mid autumn festival|moon festival|mooncake festival
qixi=qixi|qixi festival
double_ninth=double ninth festival
lunar_eve=chinese new year's eve|lunar new year's eve|chinese new year eve
national_cn=chinese national day
singles=singles day|singles' day
burns=burns night
st_andrew=st andrew's day
st_david=st david's day
grandparents=grandparents day
star_wars=star wars day
giving_tuesday=giving tuesday
super_bowl=super bowl sunday|superbowl sunday|super bowl
holy_saturday=holy saturday|easter saturday
corpus_christi=corpus christi
term:清明=qingming|qingming festival|tomb sweeping day|tomb-sweeping day
laba=laba festival
ghost=hungry ghost festival
epiphany=epiphany|twelfth day
"""

_ZH = """
new_year=元旦|元旦节|新年|阳历年
new_year_eve=跨年夜|跨年|元旦前夜
christmas=圣诞节|圣诞
christmas_eve=平安夜|圣诞夜|圣诞前夜
valentine=情人节|西方情人节
women=妇女节|三八妇女节|三八节|女神节|国际妇女节
girls=女生节
arbor_cn=植树节
april_fools=愚人节
labour_cn=劳动节|五一节|五一劳动节|国际劳动节
youth_cn=青年节|五四青年节
children_cn=儿童节|六一儿童节|六一节
party_cn=建党节
army_cn=建军节|八一建军节|八一建军节
teacher_cn=教师节
national_cn=国庆|国庆节|十一国庆节|十一国庆
hk_return=香港回归纪念日|香港回归日
macau_return=澳门回归纪念日|澳门回归日
memorial_cn=国家公祭日
victory_cn=抗战胜利纪念日|胜利日
singles=光棍节|双十一|双11
double12=双十二|双12
consumer=消费者权益日
halloween=万圣节|万圣夜|万圣节前夜
thanksgiving=感恩节
mother=母亲节
father=父亲节
easter=复活节
good_friday=耶稣受难日
black_friday=黑色星期五|黑五
spring_festival=春节|大年初一|农历新年|年初一|新春|农历春节
lantern=元宵节|元宵|上元节
dragon_head=龙抬头
dragon_boat=端午|端午节
qixi=七夕|七夕节|乞巧节
ghost=中元节|鬼节
mid_autumn=中秋|中秋节|八月节
double_ninth=重阳|重阳节
laba=腊八|腊八节
little_new_year=小年|小年夜
lunar_eve=除夕|大年三十|年三十|除夕夜|大年夜|年三十晚
nurse=护士节
journalist=记者节
earth=地球日|世界地球日
boxing=节礼日
memorial=阵亡将士纪念日
"""


def _load() -> None:
    for source, target in ((_EN, ENGLISH), (_ZH, CHINESE)):
        for line in source.strip().splitlines():
            key, _, names = line.partition("=")
            for name in names.split("|"):
                target[name] = {"holiday": key}
    for term in TERMS:
        if term not in CHINESE:
            CHINESE[term] = {"holiday": f"term:{term}"}
    for numeral, key in (("五一", "labour_cn"), ("十一", "national_cn")):
        for word in ("假期", "长假", "黄金周", "小长假"):
            CHINESE[numeral + word] = {"holiday": key}
    CHINESE["清明节"] = {"holiday": "term:清明"}
    CHINESE["冬至节"] = {"holiday": "term:冬至"}
    for name in ("小雪", "大雪", "雨水", "小满", "白露"):
        CHINESE.pop(name, None)
    for name in ("雨水节气", "小雪节气", "大雪节气", "小满节气", "白露节气"):
        CHINESE[name] = {"holiday": f"term:{name[:-2]}"}


_load()


def easter(year: int) -> dt.date:
    """Return Easter Sunday (Gregorian; the anonymous algorithm of Meeus, Jones and Butcher)."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    f = d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114
    return dt.date(year, f // 31, f % 31 + 1)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> dt.date | None:
    """Return the nth weekday of a month (negative: from the end), None when there is none."""
    if nth > 0:
        first = dt.date(year, month, 1)
        day = 1 + (weekday - first.weekday()) % 7 + 7 * (nth - 1)
    else:
        last = (dt.date(year + month // 12, month % 12 + 1, 1)) - dt.timedelta(1)
        day = last.day - (last.weekday() - weekday) % 7 + 7 * (nth + 1)
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def holiday_date(key: str, year: int) -> dt.date | None:
    """Return the date of a holiday in a Gregorian year; None when it is not known.

    Lunar festivals belong to the Gregorian year that their lunar year begins in, but for the eve
    of the New Year and the last month, which people call by the year they fall in.
    """
    if not 1600 <= year <= 2400:
        return None
    if key in FIXED:
        return dt.date(year, *FIXED[key])
    if key in NTH:
        return nth_weekday(year, *NTH[key])
    if key in EASTER:
        return easter(year) + dt.timedelta(EASTER[key])
    if key in AFTER_NTH:
        base, days = AFTER_NTH[key]
        start = holiday_date(base, year)
        return start + dt.timedelta(days) if start else None
    from assistant_app.planner.dates import lunar

    if key.startswith("term:"):
        return lunar.term_date(key[5:], year)
    if key in LUNAR:
        return lunar.festival(*LUNAR[key], year)
    return None
