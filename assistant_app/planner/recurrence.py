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
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from assistant_app.errors import AppError
from assistant_app.planner import rscale, workdays
from assistant_app.planner.day_filter import DayFilter, DayTest, matches_signed, week_of, week_one
from assistant_app.planner.rule import LEAP, Rule, parse_rule, parse_stamp
from assistant_app.planner.walltime import as_datetime, convert, zone

MAX_STEPS = 16_000
"""Periods looked at without finding a date before a rule counts as having no more (0.06 s).

As days that is more than the forty years from one 29 February on a Monday to the next.
"""
MAX_COUNTED = 20_000
"""The largest COUNT that is walked to learn where a series ends."""
LAST_YEAR = 9000


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


class _Calendar:
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
        rule = self._rule
        if rule.freq == "YEARLY":
            units = day.year - 1 - self._year
        elif rule.freq == "MONTHLY":
            units = (day.year - self._year) * 12 + day.month - self._start.month
        else:
            units = (day.toordinal() - self._ordinal) // (7 if rule.freq == "WEEKLY" else 1)
        return max(0, units // rule.interval)

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
        return self._passing(ordinal, size)

    def _passing(self, first: int, size: int) -> list[dt.date]:
        days = map(dt.date.fromordinal, range(max(1, first), first + size))
        return [day for day in days if self._days(day)]

    def _of_year(self, year: int) -> list[dt.date]:
        rule = self._rule
        if rule.by_week_no:
            first = week_one(year, rule.week_start)
            return self._passing(first, week_one(year + 1, rule.week_start) - first)
        if rule.by_month:
            return [day for month in rule.by_month for day in self._of_month(year, month)]
        return self._passing(dt.date(year, 1, 1).toordinal(), 365 + calendar.isleap(year))

    def _of_month(self, year: int, month: int) -> list[dt.date]:
        rule = self._rule
        if rule.by_month and month not in rule.by_month:
            return []
        size = calendar.monthrange(year, month)[1]
        if rule.by_month_day:
            numbers = sorted({n if n > 0 else size + 1 + n for n in rule.by_month_day})
            days = [dt.date(year, month, n) for n in numbers if 0 < n <= size]
            return [day for day in days if self._days(day)]
        return self._passing(dt.date(year, month, 1).toordinal(), size)


class _Scaled:
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


def _by_day(
    periods: _Calendar | _Scaled, rule: Rule, after: dt.datetime | None
) -> Iterator[dt.datetime]:
    times = _times(rule, rule.by_hour, rule.by_minute)
    index = periods.index_of(after.date()) if after is not None else 0
    barren = 0
    while (days := periods.days(index)) is not None and barren < MAX_STEPS:
        index += 1
        found = [dt.datetime.combine(day, time) for day in days for time in times]
        if rule.by_set_pos:
            found = _positions(found, rule.by_set_pos)
        barren = 0 if found else barren + 1
        yield from found


def _within_day(
    rule: Rule, start: dt.datetime, after: dt.datetime | None, workday: DayTest | None
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
        if now.year > LAST_YEAR:
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


def occurrences(
    rule: Rule,
    start: dt.date,
    *,
    tz: str | None = None,
    after: dt.date | None = None,
    workday_cal: str | None = None,
) -> Iterator[dt.date]:
    """Yield the dates (for a date) or naive wall times of a rule from `start` on, in order.

    `after` leaves out what is before it, without walking there where the rule has no count.
    `tz` is what an UNTIL in UTC is read in; `workday_cal` replaces the weekdays of BYDAY by the
    working days of a country.

    Raises:
        AppError: `rule_invalid`, `rscale_unknown`, `rscale_range`, `workdays_unknown`.
    """
    is_date = not isinstance(start, dt.datetime)
    first = as_datetime(start)
    if is_date:
        rule = _without_times(rule)
    workday = workdays.test_for(workday_cal) if workday_cal else None
    if _no_such_day(rule):
        return iter(())
    whole = _completed(rule, first)
    floor = as_datetime(after) if after is not None else None
    ahead = floor if rule.count is None else None
    if rule.level > 3:
        found = _within_day(whole, first, ahead, workday)
    elif rule.rscale or rule.skip:
        # What is left open there is left open in the calendar's own months.
        times = (whole.by_hour, whole.by_minute, whole.by_second)
        scaled = replace(rule, by_hour=times[0], by_minute=times[1], by_second=times[2])
        found = _by_day(_Scaled(scaled, first, workday), scaled, ahead)
    else:
        found = _by_day(_Calendar(whole, first, workday), whole, ahead)
    return _bounded(found, rule, first, floor, _last(rule, is_date, tz), is_date)


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


def _bounded(
    found: Iterator[dt.datetime],
    rule: Rule,
    start: dt.datetime,
    floor: dt.datetime | None,
    last: dt.datetime | None,
    is_date: bool,
) -> Iterator[dt.date]:
    left = rule.count if rule.count is not None else -1
    previous = None
    for moment in found:
        if moment < start or (previous is not None and moment <= previous):
            continue
        if last is not None and moment > last:
            return
        previous = moment
        if floor is None or moment >= floor:
            yield moment.date() if is_date else moment
        left -= 1
        if left == 0:
            return


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
    suffix = "Z" if utc else ""
    found: list[str] = []
    for value in occurrences(parse_rule(rrule), start, tz=tzid):
        if len(found) >= limit:
            break
        moment = as_datetime(value)
        if moment in dropped or moment.date() in whole_days:
            continue
        is_time = isinstance(value, dt.datetime)
        found.append(value.strftime("%Y%m%dT%H%M%S") + suffix if is_time else f"{value:%Y%m%d}")
    return found


def _stamp(value: str) -> tuple[dt.date, bool]:
    try:
        return parse_stamp(value.replace("-", "").replace(":", ""))
    except ValueError:
        raise AppError("time_invalid", value=value[:40]) from None


def last_of(
    rule: Rule, start: dt.date, *, tz: str | None = None, workday_cal: str | None = None
) -> dt.date | None:
    """Return a bound that no occurrence is after: the last one of a counted rule, else UNTIL.

    None for an endless rule, and for a count so large that walking it is not worth it.
    """
    if rule.count is not None and rule.count <= MAX_COUNTED:
        last = None
        for last in occurrences(rule, start, tz=tz, workday_cal=workday_cal):  # noqa: B007
            pass
        return last if last is not None else start
    return _last(rule, not isinstance(start, dt.datetime), tz)
