"""Say a recurrence rule in words: "every other Thursday until Wed 30 Jun 2027", 每周四."""

from __future__ import annotations

import datetime as dt

from assistant_app import resources
from assistant_app.domain.calendar_words import MONTHS_EN, WEEKDAYS_EN, WEEKDAYS_ZH
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Item
from assistant_app.planner.rule import LEAP, Rule, format_rule, parse_rule
from assistant_app.planner.walltime import as_datetime, convert, parse

_UNITS = {
    "YEARLY": "year", "MONTHLY": "month", "WEEKLY": "week", "DAILY": "day",
    "HOURLY": "hour", "MINUTELY": "minute", "SECONDLY": "second",
}  # fmt: skip
_LUNAR_MONTHS = "正二三四五六七八九十冬腊"
_QUARTERS = {1: (1, 4, 7, 10), -1: (3, 6, 9, 12)}
"""The first and the last months of the quarters."""
_WORKDAYS = frozenset(range(5))


def _say(lang: Lang, key: str, /, **values: object) -> str:
    return resources.phrase(lang, f"planner.repeat.{key}", **values)


def _join(parts: list[str], lang: Lang) -> str:
    if lang == "zh":
        return "、".join(parts)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _ordinal(number: int, lang: Lang) -> str:
    if number < 0:
        if number == -1:
            return _say(lang, "last")
        return _say(lang, "nth_last", nth=_ordinal(-number, lang))
    if lang == "zh":
        return f"第{number}"
    teen = 10 <= number % 100 <= 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _weekday(day: int, lang: Lang) -> str:
    return WEEKDAYS_EN[day] if lang == "en" else f"周{WEEKDAYS_ZH[day]}"


def _weekdays(rule: Rule, lang: Lang) -> str:
    days = {day for _, day in rule.by_day}
    if days == _WORKDAYS and rule.interval == 1:
        return _say(lang, "weekday")
    if days == {5, 6} and rule.interval == 1:
        return _say(lang, "weekend")
    return _join([_weekday(day, lang) for day in sorted(days)], lang)


def _month(code: int, lang: Lang) -> str:
    leap, number = code > LEAP, code % LEAP
    if lang == "zh":
        return f"{'闰' if leap else ''}{number}月"
    return f"{'leap ' if leap else ''}{MONTHS_EN[number - 1] if number <= 12 else number}"


def _every(rule: Rule, lang: Lang) -> str:
    unit = _UNITS[rule.freq]
    if rule.interval == 1:
        return _say(lang, f"every.{unit}")
    if rule.interval == 2 and unit in ("year", "month", "week", "day"):
        return _say(lang, f"other.{unit}")
    return _say(lang, f"many.{unit}", count=rule.interval)


def _weekly(rule: Rule, start: dt.date, lang: Lang) -> str:
    days = _weekdays(rule, lang) if rule.by_day else _weekday(start.weekday(), lang)
    if rule.interval == 1:
        return _say(lang, "weekly", days=days)
    if rule.interval == 2:
        return _say(lang, "fortnightly", days=days)
    return _say(lang, "on", every=_every(rule, lang), days=days)


def _month_days(rule: Rule, lang: Lang) -> str:
    names = []
    for number in rule.by_month_day:
        if number == -1:
            names.append(_say(lang, "last_day"))
        elif number < 0:
            names.append(_say(lang, "day_from_end", nth=_ordinal(-number, lang)))
        else:
            names.append(_say(lang, "day_of_month", nth=_ordinal(number, lang), number=number))
    return _join(names, lang)


def _positioned(rule: Rule, lang: Lang) -> str:
    """Return "the 2nd Tuesday" or "the last weekday"; empty when the rule has no such thing."""
    if rule.by_set_pos and rule.by_day:
        nth = _join([_ordinal(n, lang) for n in rule.by_set_pos], lang)
        days = {day for _, day in rule.by_day}
        if days == _WORKDAYS:
            name = _say(lang, "workday")
        elif len(days) == 7:
            name = _say(lang, "any_day")
        else:
            name = _join([_weekday(d, lang) for d in sorted(days)], lang)
        return _say(lang, "nth_day", nth=nth, day=name)
    if rule.by_day and all(n for n, _ in rule.by_day):
        each = [
            _say(lang, "nth_day", nth=_ordinal(n, lang), day=_weekday(day, lang))
            for n, day in rule.by_day
        ]
        return _join(each, lang)
    return ""


def _within(rule: Rule, start: dt.date, lang: Lang) -> str:
    """Return which days of a month a monthly or yearly rule means."""
    positioned = _positioned(rule, lang)
    if positioned:
        return positioned
    if rule.by_day:
        return _weekdays(rule, lang)
    if rule.by_month_day:
        return _month_days(rule, lang)
    return _say(lang, "day_of_month", nth=_ordinal(start.day, lang), number=start.day)


def _yearly(rule: Rule, start: dt.date, lang: Lang) -> str:
    every = _every(rule, lang)
    if rule.rscale == "CHINESE":
        return _say(lang, "lunar", every=every, day=_lunar_day(rule, start, lang))
    if rule.by_week_no or rule.by_year_day or rule.rscale:
        return every
    if rule.by_day and not rule.by_month:
        return every
    months = rule.by_month or (start.month,)
    day = _within(rule, start, lang)
    names = _join([_month(month, lang) for month in months], lang)
    return _say(lang, "yearly", every=every, months=names, day=day)


def _lunar_day(rule: Rule, start: dt.date, lang: Lang) -> str:
    from assistant_app.planner.rscale import locate, months_of

    year, index, day = locate("CHINESE", start.toordinal())
    code = rule.by_month[0] if rule.by_month else months_of("CHINESE")(year)[index].code
    number = rule.by_month_day[0] if rule.by_month_day else day
    leap, month = code > LEAP, code % LEAP
    key = "lunar_leap" if leap else "lunar_day"
    if lang == "zh" and 1 <= month <= 12 and 1 <= number <= 30:
        return _say(lang, key, month=_LUNAR_MONTHS[month - 1], day=_lunar_number(number))
    return _say(lang, key, month=month, day=number)


def _lunar_number(day: int) -> str:
    if day in (10, 20, 30):
        return {10: "初十", 20: "二十", 30: "三十"}[day]
    return "初十廿"[day // 10] + "一二三四五六七八九"[day % 10 - 1]


def _body(rule: Rule, start: dt.date, lang: Lang) -> str:
    if rule.freq == "WEEKLY":
        return _weekly(rule, start, lang)
    if rule.freq == "DAILY" and rule.by_day and rule.interval == 1:
        return _say(lang, "weekly", days=_weekdays(rule, lang))
    if rule.freq == "MONTHLY" and not rule.rscale:
        if _of_quarters(rule):
            return _say(lang, "of_quarter", day=_within(rule, start, lang))
        return _say(lang, "on_the", every=_every(rule, lang), day=_within(rule, start, lang))
    if rule.freq == "YEARLY":
        return _yearly(rule, start, lang)
    return _every(rule, lang)


def _of_quarters(rule: Rule) -> bool:
    """Whether a monthly rule means the beginning or the end of every quarter."""
    numbers = rule.by_set_pos or rule.by_month_day or tuple(n for n, _ in rule.by_day)
    side = 1 if all(n > 0 for n in numbers) else -1
    one_side = bool(numbers) and all(n * side > 0 for n in numbers)
    return rule.interval == 1 and one_side and rule.by_month == _QUARTERS[side]


def _unsaid(rule: Rule) -> list[str]:
    """Return the parts of a rule that its words leave out, as they are written."""
    said = {"FREQ", "INTERVAL", "UNTIL", "COUNT", "WKST", "BYMONTH"}
    if rule.freq == "WEEKLY" or (rule.freq == "DAILY" and rule.interval == 1):
        said.add("BYDAY")
    elif rule.freq == "MONTHLY" and not rule.rscale:
        said |= {"BYDAY", "BYSETPOS"} if rule.by_day else {"BYMONTHDAY"}
    elif rule.freq == "YEARLY" and rule.rscale == "CHINESE":
        said |= {"RSCALE", "BYMONTHDAY"} if len(rule.by_month + rule.by_month_day) <= 2 else set()
    elif rule.freq == "YEARLY" and not (rule.by_week_no or rule.by_year_day or rule.rscale):
        said |= {"BYDAY", "BYSETPOS"} if rule.by_day and rule.by_month else set()
        said |= set() if rule.by_day else {"BYMONTHDAY"}
    return [part for part in format_rule(rule).split(";") if part.partition("=")[0] not in said]


def in_words(item: Item, lang: Lang) -> str:
    """Return how an item repeats, in words, with what ends it; empty for one that does not."""
    if not item.rrule:
        return ""
    from assistant_app.planner.describe import day_words

    rule = parse_rule(item.rrule)
    start = as_datetime(parse(item.start or item.end or "")).date()
    words = _body(rule, start, lang)
    if rule.by_month and rule.freq != "YEARLY" and not _of_quarters(rule):
        words += _say(
            lang, "in_months", months=_join([_month(m, lang) for m in rule.by_month], lang)
        )
    if unsaid := _unsaid(rule):
        words += _say(lang, "unsaid", parts=";".join(unsaid))
    if rule.count is not None:
        words += _say(lang, "times", count=rule.count)
    if rule.until is not None:
        until = as_datetime(rule.until)
        if rule.until_utc and item.tz and isinstance(rule.until, dt.datetime):
            until = convert(until, "UTC", item.tz)
        words += _say(lang, "until", day=day_words(until.date(), lang))
    if item.workday_cal == "CN":
        for name in ("weekday", "workday"):
            words = words.replace(_say(lang, name), _say(lang, f"{name}_cn"))
        words += _say(lang, "workdays_cn")
    return words
