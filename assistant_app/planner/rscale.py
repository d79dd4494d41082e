"""Calendars other than the Gregorian one for rules with RSCALE or SKIP (RFC 7529).

A calendar is a row of months, each with its code (a leap month's is raised by `rule.LEAP`), the
proleptic ordinal of its first day and its length. The Chinese one is borax's table (1900-2100);
the Hebrew and Ethiopic ones are arithmetic (Dershowitz and Reingold, Calendrical Calculations).
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from assistant_app.errors import AppError
from assistant_app.planner.rule import LEAP

_HEBREW_EPOCH = -1_373_427
_ETHIOPIC_EPOCH = 2796


@dataclass(frozen=True, slots=True)
class Month:
    """One month: `first` is the proleptic Gregorian ordinal of its first day."""

    code: int
    first: int
    days: int


Months = tuple[Month, ...]


@lru_cache(maxsize=512)
def _gregorian(year: int) -> Months:
    return tuple(
        Month(number, dt.date(year, number, 1).toordinal(), calendar.monthrange(year, number)[1])
        for number in range(1, 13)
    )


@lru_cache(maxsize=512)
def _chinese(year: int) -> Months:
    from borax.calendars.lunardate import LCalendars, LunarDate

    if not 1900 <= year <= 2100:
        return ()
    first = LunarDate(year, 1, 1, 0).to_solar_date().toordinal()
    months = []
    for number, days, leap in LCalendars.iter_year_month(year):
        months.append(Month(number + (LEAP if leap else 0), first, days))
        first += days
    return tuple(months)


def _hebrew_new_year(year: int) -> int:
    """Return the ordinal of 1 Tishri, put off as the calendar's rules ask."""

    def molad(y: int) -> int:
        months = (235 * y - 234) // 19
        parts = 12_084 + 13_753 * months
        day = 29 * months + parts // 25_920
        return day + 1 if (3 * (day + 1)) % 7 < 3 else day

    before, here, after = molad(year - 1), molad(year), molad(year + 1)
    shift = 2 if after - here == 356 else 1 if here - before == 382 else 0
    return _HEBREW_EPOCH + here + shift


@lru_cache(maxsize=512)
def _hebrew(year: int) -> Months:
    if not 3762 <= year <= 9999:
        return ()
    first = _hebrew_new_year(year)
    length = _hebrew_new_year(year + 1) - first
    leap = (7 * year + 1) % 19 < 7
    long_cheshvan, short_kislev = length % 10 == 5, length % 10 == 3
    days = [30, 30 if long_cheshvan else 29, 29 if short_kislev else 30, 29, 30]
    codes = [1, 2, 3, 4, 5]
    if leap:  # Adar I stands between Shevat (5) and Adar (6)
        codes, days = [*codes, 5 + LEAP], [*days, 30]
    codes += [6, 7, 8, 9, 10, 11, 12]
    days += [29, 30, 29, 30, 29, 30, 29]
    months = []
    for code, size in zip(codes, days, strict=True):
        months.append(Month(code, first, size))
        first += size
    return tuple(months)


@lru_cache(maxsize=512)
def _ethiopic(year: int) -> Months:
    if not 1 <= year <= 9000:
        return ()
    first = _ETHIOPIC_EPOCH + 365 * (year - 1) + year // 4
    last = 6 if year % 4 == 3 else 5
    return tuple(
        Month(code, first + 30 * (code - 1), 30 if code < 13 else last) for code in range(1, 14)
    )


_CALENDARS: dict[str, tuple[Callable[[int], Months], int]] = {
    "": (_gregorian, 0),
    "CHINESE": (_chinese, 0),
    "HEBREW": (_hebrew, 3761),
    "ETHIOPIC": (_ethiopic, -8),
}


def known(rscale: str) -> bool:
    """Whether rules in this calendar can be expanded."""
    return rscale in _CALENDARS


def months_of(rscale: str) -> Callable[[int], Months]:
    """Return the function that gives the months of a year; outside its table it gives none.

    Raises:
        AppError: `rscale_unknown`.
    """
    if rscale not in _CALENDARS:
        raise AppError("rscale_unknown", rscale=rscale[:40])
    return _CALENDARS[rscale][0]


def locate(rscale: str, ordinal: int) -> tuple[int, int, int]:
    """Return (year, index of the month in it, day of the month from 1) of a Gregorian ordinal.

    Raises:
        AppError: `rscale_unknown`, or `rscale_range` outside what the calendar's table holds.
    """
    months = months_of(rscale)
    guess = dt.date.fromordinal(ordinal).year + _CALENDARS[rscale][1]
    for year in (guess + 1, guess, guess - 1):
        for index, month in enumerate(months(year)):
            if month.first <= ordinal < month.first + month.days:
                return year, index, ordinal - month.first + 1
    raise AppError("rscale_range", rscale=rscale, year=dt.date.fromordinal(ordinal).year)
