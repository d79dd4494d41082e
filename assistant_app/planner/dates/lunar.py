"""The Chinese lunar calendar and its solar terms, through borax (imported on first use)."""

from __future__ import annotations

import datetime as dt
from functools import cache

FIRST, LAST = 1901, 2099
"""The Gregorian years that borax's tables cover fully."""


def to_solar(year: int, month: int, day: int, leap: bool = False) -> dt.date | None:
    """Return the Gregorian date of a lunar one, None when it does not exist or is out of range."""
    if not FIRST <= year <= LAST:
        return None
    from borax.calendars.lunardate import LunarDate

    try:
        return LunarDate(year, month, day, 1 if leap else 0).to_solar_date()  # type: ignore[no-any-return]
    except ValueError:
        return None


@cache
def month_length(year: int, month: int, leap: bool = False) -> int:
    """Return 29 or 30, or 0 when the month does not exist."""
    for day in (30, 29):
        if to_solar(year, month, day, leap):
            return day
    return 0


def festival(month: int, day: int, year: int) -> dt.date | None:
    """Return a lunar festival in the Gregorian year `year`; day 0 is the eve of the New Year."""
    if day == 0:
        start = to_solar(year, 1, 1)
        return start - dt.timedelta(1) if start else None
    for lunar_year in (year, year - 1):
        found = to_solar(lunar_year, month, day)
        if found and found.year == year:
            return found
    return None


@cache
def term_date(name: str, year: int) -> dt.date | None:
    """Return the day of a solar term in a year."""
    if not FIRST <= year <= LAST:
        return None
    from borax.calendars.lunardate import TermUtils

    from assistant_app.planner.dates.holidays import TERMS

    return TermUtils.nth_term_day(year, TERMS.index(name))  # type: ignore[no-any-return]
