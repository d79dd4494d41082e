"""Say a recurrence rule in words that the grammar reads back to the same rule."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.domain.calendar_words import (
    MONTHS_EN,
    SHORT_MONTHS_EN,
    WEEKDAYS_EN,
    WEEKDAYS_ZH,
)

_CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
EN_WEEKDAYS = dict(zip(_CODES, WEEKDAYS_EN, strict=True))
ZH_WEEKDAYS = dict(zip(_CODES, WEEKDAYS_ZH, strict=True))
_UNITS = {
    "DAILY": ("day", "天"),
    "WEEKLY": ("week", "周"),
    "MONTHLY": ("month", "个月"),
    "YEARLY": ("year", "年"),
    "HOURLY": ("hour", "小时"),
    "MINUTELY": ("minute", "分钟"),
    "SECONDLY": ("second", "秒"),
}
_ZH_NUMBERS = "零一二三四五六七八九十"


def ordinal(n: int) -> str:
    """Return 1st, 2nd, 3rd, 11th, 23rd."""
    if 10 <= n % 100 <= 20:
        return f"{n}th"
    return f"{n}{({1: 'st', 2: 'nd', 3: 'rd'}).get(n % 10, 'th')}"


def fields(rrule: str) -> dict[str, str]:
    """Return the parts of a rule by name."""
    return dict(
        part.split("=", 1) for part in rrule.removeprefix("RRULE:").split(";") if "=" in part
    )


def repeat_words(value: dict[str, Any], lang: str, today: dt.date) -> str:
    """Return a repeat in words: "every Monday at 09:00, from 23 Nov 2026"."""
    rule = fields(value["rrule"])
    lunar = value.get("rscale") == "CHINESE"
    words = (
        _zh(rule, lunar, value)
        if lang == "zh"
        else _en(rule, lunar, bool(value.get("workday_cal")))
    )
    start = dt.datetime.fromisoformat(value["start"])
    if "T" in value["start"] and rule["FREQ"] not in ("HOURLY", "MINUTELY", "SECONDLY"):
        at = start.strftime("%H:%M:%S" if start.second else "%H:%M")
        words += f"{at}" if lang == "zh" else f" at {at}"
    return words + _bounds(rule, start.date(), lang, today)


def _date(day: dt.date, lang: str) -> str:
    if lang == "zh":
        return f"{day.year}年{day.month}月{day.day}日"
    return f"{day.day} {SHORT_MONTHS_EN[day.month - 1]} {day.year}"


def _bounds(rule: dict[str, str], start: dt.date, lang: str, today: dt.date) -> str:
    until = rule.get("UNTIL", "")
    words = ""
    if lang == "zh":
        words += f"，从{_date(start, lang)}"
        if until:
            words += f"到{_date(dt.datetime.strptime(until[:8], '%Y%m%d').date(), lang)}"
        else:
            words += "起"
        return words + (f"，共{rule['COUNT']}次" if "COUNT" in rule else "")
    words += f", from {_date(start, lang)}"
    if until:
        words += f" until {_date(dt.datetime.strptime(until[:8], '%Y%m%d').date(), lang)}"
    return words + (f", {rule['COUNT']} times" if "COUNT" in rule else "")


def _every_en(freq: str, interval: int) -> str:
    unit = _UNITS[freq][0]
    return f"every {unit}" if interval == 1 else f"every {interval} {unit}s"


def _en(rule: dict[str, str], lunar: bool, chinese: bool) -> str:
    freq, interval = rule["FREQ"], int(rule.get("INTERVAL", 1))
    every = _every_en(freq, interval)
    days = rule.get("BYDAY", "").split(",") if rule.get("BYDAY") else []
    if _of_quarter(rule):
        every = "every quarter"
        rule = {name: value for name, value in rule.items() if name != "BYMONTH"}
    month = MONTHS_EN[int(rule["BYMONTH"]) - 1] if "BYMONTH" in rule else ""
    if lunar and rule.get("BYMONTHDAY") == "-1":
        return "every Chinese New Year's Eve"
    if lunar:
        return f"{every} on lunar {rule.get('BYMONTH', '')}/{rule.get('BYMONTHDAY', '')}"
    if freq == "WEEKLY" and days:
        if days == ["MO", "TU", "WE", "TH", "FR"] and interval == 1:
            return "every Chinese working day" if chinese else "every weekday"
        names = ", ".join(EN_WEEKDAYS[d] for d in days)
        return f"every {names}" if interval == 1 else f"{every} on {names}"
    if "BYSETPOS" in rule:
        name = "Chinese working day" if chinese else "workday"
        return f"the {_nth_en(int(rule['BYSETPOS']))}{name} of {every}"
    if len(days) > 1 and freq == "MONTHLY":
        each = (f"the {_nth_en(int(d[:-2] or 1))}{EN_WEEKDAYS[d[-2:]]}" for d in days)
        return f"{every} on {' and '.join(each)}"
    if days:
        nth, name = int(days[0][:-2] or 1), EN_WEEKDAYS[days[0][-2:]]
        of = f" of {month}" if month else ""
        return f"the {_nth_en(nth)}{name}{of} {'' if month else 'of '}{every}"
    if "," in rule.get("BYMONTHDAY", ""):
        each = (_monthday_en(int(n)) for n in rule["BYMONTHDAY"].split(","))
        return f"{every} on {' and '.join(each)}"
    if "BYMONTHDAY" in rule:
        n = int(rule["BYMONTHDAY"])
        if month and n > 0:
            return f"{every} on {n} {month}"
        if month:
            return f"the last day of {month} {every}"
        if every == "every quarter" and n == 1:
            return f"the first day of {every}"
        return f"{_monthday_en(n)} of {every}"
    return f"{every} in {month}" if month else every


def _of_quarter(rule: dict[str, str]) -> bool:
    """Whether a rule is for a day at the beginning or the end of every quarter."""
    return rule["FREQ"] == "MONTHLY" and rule.get("BYMONTH") in ("1,4,7,10", "3,6,9,12")


def _monthday_en(n: int) -> str:
    return f"the {ordinal(n)}" if n > 0 else f"the {_nth_en(n)}day"


def _nth_en(n: int) -> str:
    if n == -1:
        return "last "
    return f"{ordinal(n)} " if n > 0 else f"{ordinal(-n)} last "


def _zh_number(n: int) -> str:
    if n <= 10:
        return _ZH_NUMBERS[n]
    tens, ones = divmod(n, 10)
    return ("" if tens == 1 else _ZH_NUMBERS[tens]) + "十" + (_ZH_NUMBERS[ones] if ones else "")


def _zh(rule: dict[str, str], lunar: bool, value: dict[str, Any]) -> str:
    freq, interval = rule["FREQ"], int(rule.get("INTERVAL", 1))
    unit = _UNITS[freq][1]
    every = f"每{unit}" if interval == 1 else f"每{interval}{unit}"
    days = rule.get("BYDAY", "").split(",") if rule.get("BYDAY") else []
    if _of_quarter(rule):
        every = "每季度"
        rule = {name: value for name, value in rule.items() if name != "BYMONTH"}
    month = int(rule["BYMONTH"]) if "BYMONTH" in rule else 0
    if lunar and rule.get("BYMONTHDAY") == "-1":
        return f"{every}除夕"
    if lunar:
        day = int(rule["BYMONTHDAY"])
        chu = "初" if day <= 10 else ""
        return f"{every}农历{_zh_number(month)}月{chu}{_zh_number(day)}"
    if freq == "WEEKLY" and days:
        if days == ["MO", "TU", "WE", "TH", "FR"] and interval == 1:
            return "每个工作日" if value.get("workday_cal") else "每个平日"
        names = "、周".join(ZH_WEEKDAYS[d] for d in days)
        return f"每周{names}" if interval == 1 else f"{every}的周{names}"
    in_month = f"{month}月" if month else ""
    if "BYSETPOS" in rule:
        name = "工作日" if value.get("workday_cal") else "平日"
        return f"{every}{in_month}{_nth_zh(int(rule['BYSETPOS']))}个{name}"
    if len(days) > 1 and freq == "MONTHLY":
        each = (f"{_nth_zh(int(d[:-2] or 1))}个星期{ZH_WEEKDAYS[d[-2:]]}" for d in days)
        return every + "、".join(each)
    if days:
        return (
            f"{every}{in_month}{_nth_zh(int(days[0][:-2] or 1))}个星期{ZH_WEEKDAYS[days[0][-2:]]}"
        )
    if "BYMONTHDAY" in rule:
        if every == "每季度" and rule["BYMONTHDAY"] == "1":
            return f"{every}第一天"
        each = (_monthday_zh(int(n)) for n in rule["BYMONTHDAY"].split(","))
        return every + in_month + "、".join(each)
    return f"{every}{in_month}" if month else every


def _monthday_zh(n: int) -> str:
    return f"{n}日" if n > 0 else f"{_nth_zh(n)}天"


def _nth_zh(n: int) -> str:
    if n == -1:
        return "最后一"
    return f"第{_zh_number(n)}" if n > 0 else f"倒数第{_zh_number(-n)}"
