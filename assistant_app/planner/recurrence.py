"""Expand recurrence rules in wall time.

Our own expansion of RFC 5545 section 3.3.10, checked against python-dateutil's and libical's
cases. dateutil itself would not do: a rule without dates ("30 February, daily") keeps it busy for
7-15 s that nothing can interrupt, every query walks from the first day of the series (61 ms a week
for a daily series of 36 years), and `YEARLY;BYWEEKNO` without `BYDAY`, week years with an
interval, `BYSETPOS` in a partial first week, RSCALE and SKIP come out wrong or not at all.

Everything here is pure and works on naive wall times; zones come in only with an UNTIL in UTC.
"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from assistant_app.errors import AppError
from assistant_app.planner import workdays
from assistant_app.planner.day_filter import DayFilter, DayTest, matches_signed, week_of
from assistant_app.planner.periods import MAX_PERIODS, Calendar, Scaled
from assistant_app.planner.rule import Rule, format_stamp, parse_rule, parse_stamp
from assistant_app.planner.walltime import LAST_YEAR, as_datetime, convert, zone

MAX_STEPS = 16_000
"""Periods looked at without finding a date before a rule counts as having no more (0.06 s).

As days that is more than the forty years from one 29 February on a Monday to the next.
"""
MAX_COUNTED = 100_000
"""The largest COUNT that is walked to learn where a series ends (0.1 s)."""
_UNITS = {
    "WEEKLY": dt.timedelta(weeks=1),
    "DAILY": dt.timedelta(days=1),
    "HOURLY": dt.timedelta(hours=1),
    "MINUTELY": dt.timedelta(minutes=1),
    "SECONDLY": dt.timedelta(seconds=1),
}


class TooManyDates(Exception):
    """An `Allowance` is used up."""


@dataclass(slots=True)
class Allowance:
    """How many dates may still be walked to learn where counted series end.

    One for a whole listing or import, so that no heap of series holds it up.
    """

    left: int = 500_000

    def take(self, count: int) -> None:
        """Use `count` of it.

        Raises:
            TooManyDates: there is not as much left.
        """
        if count > self.left:
            raise TooManyDates
        self.left -= count


def _completed(rule: Rule, start: dt.datetime) -> Rule:
    """Return the rule with what it leaves open taken from its start (RFC 5545 3.3.10)."""
    values: dict[str, object] = {}
    anchored = rule.by_week_no or rule.by_year_day or rule.by_month_day or rule.by_day
    if rule.freq == "YEARLY" and not anchored:
        values["by_month_day"] = (start.day,)
        if not rule.by_month:
            values["by_month"] = (start.month,)
    elif rule.freq == "MONTHLY" and not anchored:
        values["by_month_day"] = (start.day,)
    elif rule.freq == "WEEKLY" and not anchored:
        values["by_day"] = ((0, start.weekday()),)
    elif rule.freq == "YEARLY" and rule.by_week_no and not (rule.by_day or rule.by_month_day):
        # The weekday is the start's where the start is in one of the weeks; where it is not, the
        # RFC leaves the set undefined, and the whole week (as dateutil has it) loses nothing.
        _, week, weeks = week_of(start.date(), rule.week_start)
        if matches_signed(week, weeks, rule.by_week_no):
            values["by_day"] = ((0, start.weekday()),)
    level = rule.level
    if level < 4 and not rule.by_hour:
        values["by_hour"] = (start.hour,)
    if level < 5 and not rule.by_minute:
        values["by_minute"] = (start.minute,)
    if level < 6 and not rule.by_second:
        values["by_second"] = (start.second,)
    return replace(rule, **values)  # type: ignore[arg-type]


def _positions(found: list[dt.datetime], positions: Sequence[int]) -> list[dt.datetime]:
    size = len(found)
    chosen = {p - 1 if p > 0 else size + p for p in positions}
    return [found[index] for index in sorted(chosen) if 0 <= index < size]


def _times(rule: Rule, hours: Sequence[int], minutes: Sequence[int]) -> list[dt.time]:
    seconds = sorted({min(second, 59) for second in rule.by_second})
    return [dt.time(h, m, s) for h, m, s in product(hours, minutes, seconds)]


def _by_day(
    periods: Calendar | Scaled, rule: Rule, after: dt.datetime | None, ends: dt.datetime | None
) -> Iterator[dt.datetime]:
    times = _times(rule, rule.by_hour, rule.by_minute)
    index = periods.index_of(after.date()) if after is not None else 0
    last = periods.last_index(ends.date()) if ends is not None else MAX_PERIODS
    barren = 0
    while index <= last and (days := periods.days(index)) is not None and barren < MAX_STEPS:
        index += 1
        found = [dt.datetime.combine(day, time) for day in days for time in times]
        if rule.by_set_pos:
            found = _positions(found, rule.by_set_pos)
        barren = 0 if found else barren + 1
        yield from found


def _within_day(
    rule: Rule,
    start: dt.datetime,
    after: dt.datetime | None,
    ends: dt.datetime | None,
    workday: DayTest | None,
) -> Iterator[dt.datetime]:
    """Walk an hourly, minutely or secondly rule, leaping over days, hours and minutes left out."""
    unit = {"HOURLY": 3600, "MINUTELY": 60, "SECONDLY": 1}[rule.freq]
    step = unit * rule.interval
    keep = {3600: {"minute": 0, "second": 0}, 60: {"second": 0}, 1: {}}[unit]
    base = start.replace(**keep)  # type: ignore[arg-type]
    allows = DayFilter(rule, workday)
    day, open_day = None, False
    offset, barren = 0, 0

    def leap(target: dt.datetime) -> int:
        gap = target - base
        seconds = gap.days * 86_400 + gap.seconds
        return -(-seconds // step) * step

    if after is not None and after > base:
        offset = max(0, leap(after) - step)
    while barren < MAX_STEPS:
        barren += 1
        try:
            now = base + dt.timedelta(seconds=offset)
        except OverflowError:
            return
        if now.year > LAST_YEAR or (ends is not None and now > ends):
            return
        if now.date() != day:
            day, open_day = now.date(), allows(now.date())
        if not open_day:
            offset = leap(dt.datetime.combine(now.date(), dt.time()) + dt.timedelta(days=1))
        elif rule.by_hour and now.hour not in rule.by_hour:
            offset = leap(now.replace(minute=0, second=0) + dt.timedelta(hours=1))
        elif unit < 3600 and rule.by_minute and now.minute not in rule.by_minute:
            offset = leap(now.replace(second=0) + dt.timedelta(minutes=1))
        elif unit == 1 and rule.by_second and now.second not in rule.by_second:
            offset += step
        else:
            offset += step
            found = _around(rule, now, unit)
            barren = 0 if found else barren
            yield from found


def _around(rule: Rule, now: dt.datetime, unit: int) -> list[dt.datetime]:
    minutes = rule.by_minute if unit == 3600 else (now.minute,)
    seconds = sorted({min(s, 59) for s in rule.by_second}) if unit > 1 else (now.second,)
    found = [now.replace(minute=m, second=s) for m, s in product(minutes, seconds)]
    return _positions(found, rule.by_set_pos) if rule.by_set_pos else found


def _last(rule: Rule, is_date: bool, tz: str | None) -> dt.datetime | None:
    """Return the last wall time that UNTIL lets through.

    A date means that whole day, also where the start has a time (what Google writes).
    """
    until = rule.until
    if until is None:
        return None
    if not isinstance(until, dt.datetime):
        return dt.datetime(until.year, until.month, until.day, 23, 59, 59)
    if rule.until_utc and tz and not is_date:
        return convert(until, "UTC", tz)
    return until


class Plan:
    """A rule made ready for one start, so that asking for other dates prepares nothing again.

    `tz` is what an UNTIL in UTC is read in; `workday_cal` replaces the weekdays of BYDAY by the
    working days of a country.

    Raises:
        AppError: `rule_invalid`, `rscale_unknown`, `rscale_range`, `workdays_unknown`.
    """

    def __init__(
        self, rule: Rule, start: dt.date, *, tz: str | None = None, workday_cal: str | None = None
    ) -> None:
        self.is_date = not isinstance(start, dt.datetime)
        self._first = as_datetime(start)
        rule = _without_times(rule) if self.is_date else rule
        self._rule = rule
        self._until = _last(rule, self.is_date, tz)
        self._final: dt.datetime | None = None
        self._whole = _completed(rule, self._first)
        self._workday = workdays.test_for(workday_cal) if workday_cal else None
        self._none = _no_such_day(rule)
        self._periods: Calendar | Scaled | None = None
        if not self._none and rule.level <= 3:
            self._periods = self._made_periods()

    def _made_periods(self) -> Calendar | Scaled:
        rule, whole = self._rule, self._whole
        if not (rule.rscale or rule.skip):
            return Calendar(whole, self._first, self._workday)
        # What is left open there is left open in the calendar's own months.
        times = (whole.by_hour, whole.by_minute, whole.by_second)
        self._whole = replace(rule, by_hour=times[0], by_minute=times[1], by_second=times[2])
        return Scaled(self._whole, self._first, self._workday)

    def dates(
        self,
        after: dt.date | None = None,
        before: dt.date | None = None,
        last: dt.date | None = None,
    ) -> Iterator[dt.date]:
        """Yield the dates (for a date) or naive wall times, in order.

        What is before `after` is left out without walking there; so is `before` and what is later.
        `last` is the last date of a counted rule, for who knows it: it need not be found again.
        """
        if self._none:
            return iter(())
        floor = as_datetime(after) if after is not None else None
        count, ends = self._rule.count, self._until
        if count is not None and floor is not None and floor > self._first:
            count, ends = None, as_datetime(last) if last is not None else self.last()
        if before is not None:
            bound = as_datetime(before) - dt.timedelta(microseconds=1)
            ends = bound if ends is None else min(ends, bound)
        return self._walked(floor, ends, count)

    def last(self, allowance: Allowance | None = None) -> dt.datetime | None:
        """Return a bound that no date is after: the last of a counted rule, else UNTIL.

        Raises:
            AppError: `rule_invalid` for a count that is too large to be walked.
            TooManyDates: the allowance does not reach for walking there.
        """
        if self._rule.count is None:
            return self._until
        if self._final is None:
            self._final = self._found_last(self._rule.count, allowance)
        return self._final

    def _found_last(self, count: int, allowance: Allowance | None) -> dt.datetime:
        try:
            found = self._counted_out(count)
        except OverflowError:
            found = dt.datetime(LAST_YEAR, 1, 1)
        if found is not None:
            return found if self._until is None else min(found, self._until)
        if count > MAX_COUNTED:
            raise AppError("rule_invalid", rule=self._rule.freq, part=f"COUNT={count}")
        if allowance is not None:
            allowance.take(count)
        last: dt.date = self._first
        for last in self._walked(None, self._until, count):  # noqa: B007
            pass
        return as_datetime(last)

    def _counted_out(self, count: int) -> dt.datetime | None:
        """Return the last of `count` dates of a rule whose periods are all alike; else None."""
        rule = self._rule
        bare = Rule(
            rule.freq, rule.interval, rule.count, rule.until, rule.until_utc, rule.week_start
        )
        unit = _UNITS.get(rule.freq)
        if unit is not None and rule == bare:
            return self._first + unit * (rule.interval * (count - 1))
        if rule.freq != "WEEKLY" or rule != replace(bare, by_day=rule.by_day) or self._workday:
            return None
        days = sorted({(day - rule.week_start) % 7 for _, day in rule.by_day})
        today = (self._first.weekday() - rule.week_start) % 7
        weeks, index = divmod(count - 1 + sum(day < today for day in days), len(days))
        return self._first + dt.timedelta(days=days[index] - today, weeks=weeks * rule.interval)

    def _walked(
        self, floor: dt.datetime | None, ends: dt.datetime | None, count: int | None
    ) -> Iterator[dt.date]:
        start = self._first
        ahead = floor if count is None else None
        if ends is not None and ends < start:
            return
        if self._periods is None:
            found = _within_day(self._whole, start, ahead, ends, self._workday)
        else:
            found = _by_day(self._periods, self._whole, ahead, ends)
        left = count if count is not None else -1
        low = start if floor is None or count is not None else max(start, floor)
        previous = None
        for moment in found:
            if ends is not None and moment > ends:
                return
            if moment < low or (previous is not None and moment <= previous):
                continue
            previous = moment
            if floor is None or moment >= floor:
                yield moment.date() if self.is_date else moment
            left -= 1
            if left == 0:
                return


def occurrences(
    rule: Rule,
    start: dt.date,
    *,
    tz: str | None = None,
    after: dt.date | None = None,
    workday_cal: str | None = None,
) -> Iterator[dt.date]:
    """Yield the dates (for a date) or naive wall times of a rule from `start` on, in order.

    `after` leaves out what is before it; the rest is as in `Plan`, which raises the same.
    """
    return Plan(rule, start, tz=tz, workday_cal=workday_cal).dates(after)


def _no_such_day(rule: Rule) -> bool:
    """Tell whether no year has a day of the rule, as "30 February" says."""
    if rule.rscale or rule.skip or not (rule.by_month and rule.by_month_day):
        return False
    longest = max(calendar.monthrange(2024, month)[1] for month in rule.by_month if month <= 12)
    return min(map(abs, rule.by_month_day)) > longest


def _without_times(rule: Rule) -> Rule:
    if rule.level > 3:
        raise AppError("rule_invalid", rule=rule.freq, part=f"FREQ={rule.freq}")
    return replace(rule, by_hour=(), by_minute=(), by_second=())


def expand(
    dtstart: str,
    rrule: str,
    *,
    tzid: str | None = None,
    exdate: Sequence[str] = (),
    limit: int = 100,
) -> list[str]:
    """Return the first `limit` occurrences of a rule, all in the form of iCalendar ("19970902").

    `exdate` are left out; those given as a date take out that whole day.

    Raises:
        AppError: `rule_invalid`, `time_invalid`, `zone_unknown` and as `occurrences`.
    """
    if tzid:
        zone(tzid)
    start, utc = _stamp(dtstart)
    dropped = {as_datetime(_stamp(value)[0]) for value in exdate}
    whole_days = {_stamp(value)[0] for value in exdate if len(value) == 8}
    found: list[str] = []
    for value in occurrences(parse_rule(rrule), start, tz=tzid):
        if len(found) >= limit:
            break
        moment = as_datetime(value)
        if moment in dropped or moment.date() in whole_days:
            continue
        found.append(format_stamp(value, utc=utc))
    return found


def _stamp(value: str) -> tuple[dt.date, bool]:
    try:
        return parse_stamp(value.replace("-", "").replace(":", ""))
    except ValueError:
        raise AppError("time_invalid", value=value[:40]) from None


def last_of(
    rule: Rule, start: dt.date, *, tz: str | None = None, workday_cal: str | None = None
) -> dt.date | None:
    """Return a bound that no occurrence is after (see `Plan.last`); None for an endless rule."""
    return Plan(rule, start, tz=tz, workday_cal=workday_cal).last()
