"""The periods of a recurrence rule, and the days that it has in each of them."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterable, Sequence

from assistant_app.errors import AppError
from assistant_app.planner import rscale
from assistant_app.planner.day_filter import DayFilter, DayTest, week_of, week_one
from assistant_app.planner.rule import LEAP, Rule
from assistant_app.planner.walltime import LAST_YEAR

MAX_PERIODS = 12 * LAST_YEAR


class Calendar:
    """Periods of yearly to daily rules. Each period gives its days, in order."""

    def __init__(self, rule: Rule, start: dt.datetime, workday: DayTest | None) -> None:
        self._rule = rule
        self._days = DayFilter(rule, workday)
        self._start = start.date()
        if rule.freq == "YEARLY" and rule.by_week_no:
            self._year = week_of(self._start, rule.week_start)[0]
        else:
            self._year = self._start.year
        ordinal = self._start.toordinal()
        self._ordinal = ordinal
        if rule.freq == "WEEKLY":
            self._ordinal -= (self._start.weekday() - rule.week_start) % 7

    def index_of(self, day: dt.date) -> int:
        """Return a period that is not later than the one `day` is in."""
        return max(0, self._units(day, -1) // self._rule.interval)

    def last_index(self, day: dt.date) -> int:
        """Return a period that is not earlier than the one `day` is in."""
        return self._units(day, 1) // self._rule.interval

    def _units(self, day: dt.date, slack: int) -> int:
        """Return how many years, months, weeks or days `day` is after the start.

        A year of weeks may begin a year before or end a year after: `slack` allows for it.
        """
        rule = self._rule
        units: int
        if rule.freq == "YEARLY":
            units = day.year + slack - self._year
        elif rule.freq == "MONTHLY":
            units = (day.year - self._year) * 12 + day.month - self._start.month
        else:
            units = (day.toordinal() - self._ordinal) // (7 if rule.freq == "WEEKLY" else 1)
        return units

    def days(self, index: int) -> list[dt.date] | None:
        """Return the days of a period; None when it is beyond the last year."""
        rule, step = self._rule, index * self._rule.interval
        if rule.freq == "YEARLY":
            year = self._year + step
            return None if year > LAST_YEAR else self._of_year(year)
        if rule.freq == "MONTHLY":
            year, month = divmod(self._year * 12 + self._start.month - 1 + step, 12)
            return None if year > LAST_YEAR else self._of_month(year, month + 1)
        ordinal = self._ordinal + step * (7 if rule.freq == "WEEKLY" else 1)
        if ordinal > dt.date(LAST_YEAR, 1, 1).toordinal():
            return None
        size = 7 if rule.freq == "WEEKLY" else 1
        return self._days.among(ordinal, size)

    def _of_year(self, year: int) -> list[dt.date]:
        rule = self._rule
        if rule.by_week_no:
            first = week_one(year, rule.week_start)
            return self._days.among(first, week_one(year + 1, rule.week_start) - first)
        if rule.by_month:
            return [day for month in rule.by_month for day in self._of_month(year, month)]
        return self._days.among(dt.date(year, 1, 1).toordinal(), 365 + calendar.isleap(year))

    def _of_month(self, year: int, month: int) -> list[dt.date]:
        rule = self._rule
        if rule.by_month and month not in rule.by_month:
            return []
        size = calendar.monthrange(year, month)[1]
        if rule.by_month_day:
            numbers = sorted({n if n > 0 else size + 1 + n for n in rule.by_month_day})
            days = [dt.date(year, month, n) for n in numbers if 0 < n <= size]
            return [day for day in days if self._days(day)]
        return self._days.of_month(dt.date(year, month, 1).toordinal(), size)


class Scaled:
    """Periods of yearly and monthly rules in another calendar, or with SKIP (RFC 7529)."""

    def __init__(self, rule: Rule, start: dt.datetime, _workday: DayTest | None) -> None:
        if rule.level > 1 or rule.by_week_no:
            raise AppError("rscale_unknown", rscale=f"{rule.rscale or 'SKIP'} {rule.freq}")
        self._rule = rule
        self._months = rscale.months_of(rule.rscale)
        where = rscale.locate(rule.rscale, start.toordinal())
        self._year, self._index, self._day = where
        self._code = self._months(self._year)[self._index].code

    def index_of(self, _day: dt.date) -> int:
        """Return the first period: months of other calendars are not counted ahead."""
        return 0

    def last_index(self, _day: dt.date) -> int:
        """Return a period beyond any: as `index_of`."""
        return MAX_PERIODS

    def days(self, index: int) -> list[dt.date] | None:
        """Return the days of a period; None outside the calendar's table."""
        step = index * self._rule.interval
        if self._rule.freq == "YEARLY":
            months = self._months(self._year + step)
            return self._of_year(months) if months else None
        year, position = self._year, self._index + step
        while months := self._months(year):
            if position < len(months):
                return self._of_month(months, months[position].code)
            year, position = year + 1, position - len(months)
        return None

    def _of_year(self, months: rscale.Months) -> list[dt.date]:
        rule = self._rule
        if rule.by_year_day:
            first, size = months[0].first, sum(month.days for month in months)
            return self._dates(self._numbered(first, size, rule.by_year_day))
        codes = rule.by_month or (
            tuple(month.code for month in months)
            if rule.by_month_day or rule.by_day
            else (self._code,)
        )
        found = {day for code in codes for day in self._of_month(months, code)}
        return sorted(found)

    def _of_month(self, months: rscale.Months, code: int) -> list[dt.date]:
        rule = self._rule
        if rule.freq == "MONTHLY" and rule.by_month and code not in rule.by_month:
            return []
        month = next((month for month in months if month.code == code), None)
        if month is None:
            month = self._instead(months, code)
        if month is None:
            return []
        if rule.by_day and not rule.by_month_day:
            return self._dates(range(month.first, month.first + month.days))
        numbers = rule.by_month_day or (self._day,)
        return self._dates(self._numbered(month.first, month.days, numbers))

    def _instead(self, months: rscale.Months, code: int) -> rscale.Month | None:
        """Return the month that stands in for a leap month that the year has not."""
        wanted = {"FORWARD": code - LEAP + 1, "BACKWARD": code - LEAP}.get(self._rule.skip)
        return next((month for month in months if month.code == wanted), None)

    def _numbered(self, first: int, size: int, numbers: Sequence[int]) -> Iterable[int]:
        for number in numbers:
            offset = number - 1 if number > 0 else size + number
            if 0 <= offset < size:
                yield first + offset
            elif self._rule.skip == "FORWARD":
                yield first if offset < 0 else first + size
            elif self._rule.skip == "BACKWARD":
                yield first - 1 if offset < 0 else first + size - 1

    def _dates(self, ordinals: Iterable[int]) -> list[dt.date]:
        weekdays = {weekday for _, weekday in self._rule.by_day}
        days = map(dt.date.fromordinal, sorted(set(ordinals)))
        return [day for day in days if not weekdays or day.weekday() in weekdays]
