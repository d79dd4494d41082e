"""What a Chinese calendar prints beside a day: its lunar date, and 休 or 班 by the state's table."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache

from assistant_app.planner.workdays import published


@dataclass(frozen=True, slots=True)
class DayMark:
    """`lunar` is the day of the lunar month, the month's name on its first, or a solar term.

    `work` is 休 on a day off of a holiday, 班 on a weekend day that is worked for it, else empty:
    also in years for which the table is not published yet.
    """

    lunar: str
    work: str = ""


def marks(first: dt.date, last: dt.date) -> dict[dt.date, DayMark]:
    """Return the marks of the days from `first` to `last`."""
    found: dict[dt.date, DayMark] = {}
    day = first
    while day <= last:
        found[day] = _mark(day)
        day += dt.timedelta(days=1)
    return found


@lru_cache(maxsize=1024)
def _mark(day: dt.date) -> DayMark:
    return DayMark(_lunar(day), _work(day))


def _lunar(day: dt.date) -> str:
    from borax.calendars.lunardate import LunarDate

    try:
        date = LunarDate.from_solar_date(day.year, day.month, day.day)
    except ValueError:  # its tables end in 2100
        return ""
    if date.term:
        return str(date.term)
    if date.day == 1:
        return f"{'闰' if date.leap else ''}{date.cn_month}月"
    return str(date.cn_day)


def _work(day: dt.date) -> str:
    if not published(day.year):
        return ""
    import chinese_calendar

    off, name = chinese_calendar.get_holiday_detail(day)
    if name is None:
        return ""
    return "休" if off else "班"
