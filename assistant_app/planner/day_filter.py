"""Which days a recurrence rule lets through, and the numbering of weeks that it uses."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable, Sequence

from assistant_app.planner.rule import Rule

DayTest = Callable[[dt.date], bool]


def week_one(year: int, week_start: int) -> int:
    """Return the ordinal on which week 1 of `year` starts: the first with four days in it."""
    january = dt.date(year, 1, 1)
    offset = (january.weekday() - week_start) % 7
    return january.toordinal() - offset + (7 if offset > 3 else 0)


def week_of(day: dt.date, week_start: int) -> tuple[int, int, int]:
    """Return (week year, week number, weeks of that year)."""
    ordinal = day.toordinal()
    year = day.year
    if ordinal >= week_one(year + 1, week_start):
        year += 1
    elif ordinal < week_one(year, week_start):
        year -= 1
    first = week_one(year, week_start)
    weeks = (week_one(year + 1, week_start) - first) // 7
    return year, (ordinal - first) // 7 + 1, weeks


def matches_signed(number: int, size: int, wanted: Sequence[int]) -> bool:
    """Whether `number` of `size` is wanted; negative numbers count from the end."""
    return number in wanted or number - size - 1 in wanted


class DayFilter:
    """Which days a rule lets through, whatever its frequency."""

    def __init__(self, rule: Rule, workday: DayTest | None) -> None:
        self._rule = rule
        self._workday = workday
        monthly = rule.freq == "MONTHLY" or (rule.freq == "YEARLY" and bool(rule.by_month))
        self._nth_in = "month" if monthly else "year" if rule.freq == "YEARLY" else ""
        if rule.by_week_no:
            self._nth_in = ""
        self._plain = frozenset(day for n, day in rule.by_day if not n or not self._nth_in)
        self._nth = [(n, day) for n, day in rule.by_day if n and self._nth_in]
        numbered = rule.by_month_day or rule.by_year_day or rule.by_week_no
        self._weekdays_alone = not numbered and workday is None

    def __call__(self, day: dt.date) -> bool:
        """Whether the rule lets `day` through."""
        rule = self._rule
        if rule.by_month and day.month not in rule.by_month:
            return False
        if rule.by_month_day:
            size = calendar.monthrange(day.year, day.month)[1]
            if not matches_signed(day.day, size, rule.by_month_day):
                return False
        if rule.by_year_day:
            number, size = day.timetuple().tm_yday, 365 + calendar.isleap(day.year)
            if not matches_signed(number, size, rule.by_year_day):
                return False
        if rule.by_week_no:
            _, week, weeks = week_of(day, rule.week_start)
            if not matches_signed(week, weeks, rule.by_week_no):
                return False
        return self._on_weekday(day)

    def among(self, first: int, size: int) -> list[dt.date]:
        """Return the days let through of `size` days from the ordinal `first` on."""
        ordinals = range(max(1, first), first + size)
        if self._weekdays_alone and not self._nth and not self._rule.by_month:
            if not self._rule.by_day:
                return list(map(dt.date.fromordinal, ordinals))
            plain = self._plain  # ordinal 1 was a Monday
            return [dt.date.fromordinal(day) for day in ordinals if (day - 1) % 7 in plain]
        return [day for day in map(dt.date.fromordinal, ordinals) if self(day)]

    def of_month(self, first: int, size: int) -> list[dt.date]:
        """Return the days let through of a whole month that is known to be one of BYMONTH."""
        if not self._weekdays_alone or self._nth_in == "year":
            return self.among(first, size)
        plain = self._plain if self._rule.by_day else range(7)
        found = {day for day in range(first, first + size) if (day - 1) % 7 in plain}
        for n, weekday in self._nth:
            offset = (weekday - (first - 1)) % 7
            each = range(first + offset, first + size, 7)
            if -len(each) <= n <= len(each):
                found.add(each[n - 1 if n > 0 else n])
        return list(map(dt.date.fromordinal, sorted(found)))

    def _on_weekday(self, day: dt.date) -> bool:
        if not self._rule.by_day:
            return True
        if self._workday is not None:
            return self._workday(day)
        weekday = day.weekday()
        if weekday in self._plain:
            return True
        return any(w == weekday and self._is_nth(day, n) for n, w in self._nth)

    def _is_nth(self, day: dt.date, n: int) -> bool:
        if self._nth_in == "month":
            number, size = day.day, calendar.monthrange(day.year, day.month)[1]
        else:
            number, size = day.timetuple().tm_yday, 365 + calendar.isleap(day.year)
        return (number - 1) // 7 + 1 == n if n > 0 else (size - number) // 7 + 1 == -n
