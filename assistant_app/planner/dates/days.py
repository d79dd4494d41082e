"""Decide which day or period is meant (rules 1 to 5, 8 to 11)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates.holidays import holiday_date, nth_weekday
from assistant_app.planner.dates.nodes import (
    Edge,
    Holiday,
    Now,
    Nth,
    Period,
    Rel,
    Rolling,
    Shift,
    Wd,
    WeekNo,
    WeekOf,
    Ymd,
    merge_ymd,
    replace,
)

DAY = cal.DAY


class Context(NamedTuple):
    """What a phrase is read against."""

    now: dt.datetime
    tz: str
    lang: str = "en"
    prefer: str = "future"
    mdy: bool = False
    ahead: bool | None = None
    """Whether the clock time said is still ahead today; None when no time was said."""

    @property
    def today(self) -> dt.date:
        """The date of `now`."""
        return self.now.date()


class Found(NamedTuple):
    """A day, a period of days, or an exact moment or stretch."""

    kind: str
    start: Any
    end: Any = None
    tags: tuple[str, ...] = ()
    alts: tuple[tuple[Any, Any, str], ...] = ()
    nearest: tuple[dt.date, ...] = ()
    """With kind "invalid": the two nearest dates that exist."""
    unit: str = ""
    ask: str = ""

    def tagged(self, *tags: str) -> Found:
        """Return a copy with more tags."""
        return replace(self, tags=(*self.tags, *tags))


def day(date: dt.date, *tags: str, alts: tuple[tuple[dt.date, str], ...] = ()) -> Found:
    """Return a day, with the other days it could be."""
    return Found("day", date, date + DAY, tags, tuple((d, d + DAY, t) for d, t in alts if d != date))


def stretch(span: tuple[dt.date, dt.date], unit: str = "", *tags: str) -> Found:
    """Return a period of days."""
    return Found("period", span[0], span[1], tags, unit=unit)


@dataclass(slots=True)
class _Bag:
    """The pieces by type."""

    ymd: Ymd | None = None
    wd: Wd | None = None
    periods: list[Period] = field(default_factory=list)
    nths: list[Nth] = field(default_factory=list)
    edge: Edge | None = None
    holiday: Holiday | None = None
    rel: Rel | None = None
    shift: Shift | None = None
    rolling: Rolling | None = None
    weekof: WeekOf | None = None
    weekno: WeekNo | None = None
    now: bool = False

    def count(self) -> int:
        """Return how many pieces there are."""
        one = (self.ymd, self.wd, self.edge, self.holiday, self.rel, self.shift, self.rolling, self.weekof, self.weekno)
        return sum(x is not None for x in one) + len(self.periods) + len(self.nths) + self.now


def _bag(dates: tuple[Any, ...]) -> _Bag | None:
    bag = _Bag()
    slots = {Wd: "wd", Edge: "edge", Holiday: "holiday", Rel: "rel", Shift: "shift", Rolling: "rolling",
             WeekOf: "weekof", WeekNo: "weekno"}  # fmt: skip
    for node in dates:
        if isinstance(node, Ymd):
            bag.ymd = merge_ymd(bag.ymd, node)
            if bag.ymd is None:
                return None
        elif isinstance(node, Period):
            bag.periods.append(node)
        elif isinstance(node, Nth):
            bag.nths.append(node)
        elif isinstance(node, Now):
            bag.now = True
        else:
            slot = slots[type(node)]
            if getattr(bag, slot) is not None:
                return None
            setattr(bag, slot, node)
    return bag


def find(dates: tuple[Any, ...], ctx: Context) -> Found | None:
    """Return the day or period that the pieces name together; None when they do not fit."""
    try:
        bag = _bag(dates)
        return _find(bag, ctx) if bag else None
    except (OverflowError, ValueError):
        return None


def _rest(dates: _Bag, ctx: Context, **without: Any) -> Found | None:
    return _find(replace(dates, **without), ctx)


def _find(bag: _Bag, ctx: Context) -> Found | None:
    if bag.count() == 0:
        return None
    if bag.edge is not None:
        return _edge(bag, ctx)
    if bag.weekof is not None:
        return _week_of(bag, ctx)
    if bag.weekno is not None:
        return _week_number(bag, ctx)
    if bag.wd is not None:
        return _weekday(bag, ctx)
    if bag.nths:
        return _nth(bag, ctx)
    if bag.now:
        return Found("moment", ctx.now) if bag.count() == 1 else None
    if bag.shift is not None:
        return _shift(bag, ctx)
    if bag.rolling is not None:
        return rolling(bag.rolling, ctx) if bag.count() == 1 else None
    if bag.holiday is not None:
        return _holiday(bag, ctx)
    if bag.rel is not None:
        return _relative(bag, ctx)
    if bag.ymd is not None:
        return _ymd_and_period(bag, ctx)
    if len(bag.periods) == 1:
        return _period(bag.periods[0], ctx)
    return None


def _relative(bag: _Bag, ctx: Context) -> Found | None:
    assert bag.rel is not None
    date = ctx.today + DAY * bag.rel.days
    if bag.count() == 1:
        return day(date)
    other = _rest(bag, ctx, rel=None)
    if other is None or other.kind not in ("day", "period"):
        return None
    if other.start <= date < other.end:
        return day(date)
    if other.kind != "day":
        return None
    return replace(day(date, alts=((other.start, "other_day"),)), ask="days_differ")


def _period(node: Period, ctx: Context) -> Found | None:
    span = cal.period(node.unit, node.offset, ctx.today)
    if span is None:
        return None
    found = stretch(span, node.unit)
    if node.whole:
        return replace(found, alts=((node.unit, None, "length"),))
    if node.unit in ("month", "year"):
        return replace(found, alts=((span[0], span[0] + DAY, "first_day"),))
    return found


# ---- year, month, day


def _ymd_and_period(bag: _Bag, ctx: Context) -> Found | None:
    ymd = bag.ymd
    assert ymd is not None
    if not bag.periods:
        return _lunar(ymd, ctx) if ymd.lunar else _solar(ymd, ctx)
    if len(bag.periods) > 2:
        return None
    for node in sorted(bag.periods, key=lambda period: period.unit != "month"):
        span = cal.period(node.unit, node.offset, ctx.today)
        if span is None:
            return None
        if node.unit == "year" and ymd.month is None and ymd.day is not None and not ymd.lunar:
            found = _day_only(ymd, ctx)
            return replace(found, ask="which_month") if found else None
        if node.unit == "year" and ymd.year is None:
            if node.bare and ymd.month:  # "next June": the June after the coming one
                return _next_month_named(ymd, node.offset, ctx)
            ymd = replace(ymd, year=span[0].year)
        elif node.unit == "month" and ymd.month is None and ymd.day is not None:
            year = ymd.year if ymd.year is not None else span[0].year
            ymd = replace(ymd, year=year, month=span[0].month)
        else:
            return None
    return _lunar(ymd, ctx) if ymd.lunar else _solar(ymd, ctx)


def _next_month_named(ymd: Ymd, offset: int, ctx: Context) -> Found | None:
    assert ymd.month is not None
    year = ctx.today.year
    if offset > 0 and ymd.month <= ctx.today.month:
        year += 1
    elif offset > 0:
        base = _solar(replace(ymd, year=year + 1), ctx)
        this = _solar(replace(ymd, year=year), ctx)
        if base and this:
            return replace(base, alts=((this.start, this.end, "this_year"),), tags=(f"next_month={base.start}",))
    elif ymd.month >= ctx.today.month:
        year -= 1
    return _solar(replace(ymd, year=year), ctx)


def _ordered(ymd: Ymd, ctx: Context) -> tuple[Ymd, Ymd | None]:
    """Return month and day in the order of the locale, and the other order."""
    if not ymd.swap:
        return ymd, None
    as_written = replace(ymd, swap=False)
    turned = replace(ymd, month=ymd.day, day=ymd.month, swap=False)
    month_first = ctx.mdy or (ctx.lang == "zh" and ymd.year is None)
    return (as_written, turned) if month_first else (turned, as_written)


def _solar(ymd: Ymd, ctx: Context) -> Found | None:
    ymd, other = _ordered(ymd, ctx)
    found = _solar_one(ymd, ctx)
    if other is not None and found is not None:
        second = _solar_one(other, ctx)
        first = "month_first" if ctx.mdy or (ctx.lang == "zh" and ymd.year is None) else "day_first"
        found = found.tagged(first)
        if second is not None and second.kind == "day":
            back = "day_first" if first == "month_first" else "month_first"
            found = replace(found, alts=(*found.alts, (second.start, second.end, back)))
    if ymd.maybe_lunar and found is not None and found.kind == "day":
        lunar = _lunar(replace(ymd, lunar=True), ctx)
        if lunar is not None and lunar.kind == "day":
            found = replace(found, alts=(*found.alts, (lunar.start, lunar.end, "lunar")))
    return found


def _solar_one(ymd: Ymd, ctx: Context) -> Found | None:
    if ymd.day is not None and ymd.month is None:
        return _day_only(ymd, ctx)
    if ymd.day is None:
        return _year_or_month(ymd, ctx)
    assert ymd.month is not None
    if ymd.year is not None:
        date = cal.make(ymd.year, ymd.month, ymd.day)
        return day(date) if date else _invalid(ymd.year, ymd.month, ymd.day)
    if ymd.day > (29 if ymd.month == 2 else cal.month_end(2024, ymd.month)):
        return _invalid(ctx.today.year, ymd.month, ymd.day, ctx.today)
    return _next_year_with(ymd.month, ymd.day, ctx)


def _next_year_with(month: int, number: int, ctx: Context) -> Found:
    """Rule 8: the next such date from today; searching offers the last one too."""
    today = ctx.today
    for year in range(today.year, today.year + 9):
        date = cal.make(year, month, number)
        if date and date >= today:
            break
    else:  # pragma: no cover - 29 February comes within nine years
        raise ValueError(number)
    before = next(d for d in (cal.make(y, month, number) for y in range(date.year - 1, date.year - 10, -1)) if d)
    tags = (f"next_date={date}",) if date.year != today.year else ()
    return day(date, *tags, alts=((before, "last_date"),))


def _invalid(year: int, month: int, number: int, today: dt.date | None = None) -> Found:
    last = cal.month_end(year, month)
    before = dt.date(year, month, last)
    if today and before < today:
        year += 1
        last = cal.month_end(year, month)
        before = dt.date(year, month, last)
    return Found("invalid", before, nearest=(before, before + DAY))


def _day_only(ymd: Ymd, ctx: Context) -> Found | None:
    assert ymd.day is not None
    if ymd.year is not None:
        return None
    start = ctx.today.replace(day=1)
    for step in range(0, 14):
        first, _ = cal.add_months(start, step)
        date = cal.make(first.year, first.month, ymd.day)
        if date and date >= ctx.today:
            break
    else:
        return None
    previous = None
    for step in range(0, 14):
        first, _ = cal.add_months(date.replace(day=1), -1 - step)
        previous = cal.make(first.year, first.month, ymd.day)
        if previous:
            break
    tags = (f"next_date={date}",) if date.month != ctx.today.month else ()
    return day(date, *tags, alts=((previous, "last_date"),) if previous else ())


def _year_or_month(ymd: Ymd, ctx: Context) -> Found | None:
    if ymd.month is None:
        if ymd.year is None:
            return None
        return stretch((dt.date(ymd.year, 1, 1), dt.date(ymd.year + 1, 1, 1)), "year")
    year = ymd.year
    tags: tuple[str, ...] = ()
    if year is not None:
        start = dt.date(year, ymd.month, 1)
        found = stretch((start, cal.add_months(start, 1)[0]), "month")
        return replace(found, alts=((start, start + DAY, "first_day"),))
    year = ctx.today.year + (ymd.month < ctx.today.month)
    tags = (f"next_month={year}-{ymd.month:02}",) if year != ctx.today.year else ()
    start, before = dt.date(year, ymd.month, 1), dt.date(year - 1, ymd.month, 1)
    found = stretch((start, cal.add_months(start, 1)[0]), "month", *tags)
    return replace(
        found, alts=((start, start + DAY, "first_day"), (before, cal.add_months(before, 1)[0], "last_date"))
    )


# ---- lunar


def _lunar(ymd: Ymd, ctx: Context) -> Found | None:
    from assistant_app.planner.dates import lunar

    today = ctx.today
    if ymd.month is None:
        return _lunar_day(ymd, ctx) if ymd.day else None
    years = [ymd.year] if ymd.year is not None else [today.year - 1, today.year, today.year + 1, today.year + 2]
    if ymd.leap and ymd.year is None:
        years += list(range(today.year + 3, today.year + 40))
    for year in years:
        length = lunar.month_length(year, ymd.month, ymd.leap)
        if not length:
            continue
        if ymd.day is None:
            start = lunar.to_solar(year, ymd.month, 1, ymd.leap)
            if start and (ymd.year is not None or start + DAY * length > today):
                return stretch((start, start + DAY * length), "month", "lunar")
        elif ymd.day <= length:
            date = lunar.to_solar(year, ymd.month, ymd.day, ymd.leap)
            if date and (ymd.year is not None or date >= today):
                return day(date, "lunar")
        elif ymd.year is not None:
            date = lunar.to_solar(year, ymd.month, length, ymd.leap)
            return Found("invalid", date, nearest=(date, date + DAY)) if date else None
    return None


def _lunar_day(ymd: Ymd, ctx: Context) -> Found | None:
    from assistant_app.planner.dates import lunar

    assert ymd.day is not None
    found = [
        date
        for year in (ctx.today.year - 1, ctx.today.year)
        for month in range(1, 13)
        for leap in (False, True)
        if (date := lunar.to_solar(year, month, ymd.day, leap)) and date >= ctx.today
    ]
    return day(min(found), "lunar") if found else None


# ---- weekdays


def _weekday(bag: _Bag, ctx: Context) -> Found | None:
    wd = bag.wd
    assert wd is not None
    if bag.count() == 1:
        return plain_weekday(wd, ctx)
    if bag.ymd is not None and not bag.nths and not bag.shift:
        return _weekday_date(bag, wd, ctx)
    other = _rest(bag, ctx, wd=None)
    if other is None:
        return None
    if other.kind == "invalid":
        return other
    if other.kind == "day" and bag.edge is not None:
        return other
    if other.kind == "day":
        if other.start.weekday() == wd.day:
            return other
        if bag.shift is not None:
            return day(other.start + DAY * ((wd.day - other.start.weekday()) % 7))
        alt = plain_weekday(replace(wd, mod=""), ctx).start
        return replace(day(other.start, alts=((alt, "weekday"),)), ask="days_differ")
    if other.kind == "period" and (other.end - other.start).days in (5, 7, 14, 2):
        date = other.start + DAY * ((wd.day - other.start.weekday()) % 7)
        if date >= other.end:
            return None
        return day(date, *other.tags)
    return None


def plain_weekday(wd: Wd, ctx: Context) -> Found:
    """Rules 1 to 5 for a weekday by itself."""
    today = ctx.today
    week = cal.monday(today)
    here = week + DAY * wd.day
    coming = today + DAY * ((wd.day - today.weekday() - 1) % 7 + 1)
    if wd.mod == "this":
        return day(here, f"this_week={here}") if here != today else day(here)
    if wd.mod == "next":
        date = here + 7 * DAY
        alts = ((coming, "coming_weekday"),) if coming != date else ()
        return day(date, f"next_weekday={date}", alts=alts)
    if wd.mod == "last":
        date = here - 7 * DAY
        recent = today - DAY * ((today.weekday() - wd.day - 1) % 7 + 1)
        return day(date, f"last_weekday={date}", alts=((recent, "recent_weekday"),))
    if wd.mod == "recent":
        return day(today - DAY * ((today.weekday() - wd.day - 1) % 7 + 1))
    if wd.mod == "coming":
        return day(coming + DAY * 7 * wd.weeks)
    if wd.mod == "after_next":
        date = coming + 7 * DAY
        following = here + 14 * DAY
        return day(date, f"after_next={date}", alts=((following, "week_after_next"),))
    if today.weekday() == wd.day:
        if ctx.ahead:
            return day(today, "weekday_today", alts=((coming, "week_on"),))
        return day(coming, "weekday_week_on", alts=((today, "today"),))
    return day(coming)


def _weekday_date(bag: _Bag, wd: Wd, ctx: Context) -> Found | None:
    """Read a weekday with a date: they must agree, in the year or month where they do."""
    ymd = bag.ymd
    assert ymd is not None
    if ymd.month is None and ymd.day is None:
        return None
    if ymd.day is None and not bag.periods:
        return None
    candidates = [c for c in _ordered(ymd, ctx) if c is not None]
    for one in candidates:
        if date := _agreeing(one, wd, bag, ctx):
            found = day(date, *(() if len(candidates) == 1 else ("weekday_order",)))
            this_month = cal.make(ctx.today.year, ctx.today.month, one.day or 1) if one.month is None else None
            if this_month and this_month != date and this_month.weekday() == wd.day:
                found = replace(found, alts=((this_month, this_month + DAY, "this_month"),))
            return found
    found = _rest(bag, ctx, wd=None)
    if found is None or found.kind != "day":
        return found
    alt = plain_weekday(wd, ctx).start
    return replace(found, alts=((alt, alt + DAY, "weekday"), *found.alts), ask="days_differ")


def _agreeing(ymd: Ymd, wd: Wd, bag: _Bag, ctx: Context) -> dt.date | None:
    today = ctx.today
    assert ymd.day is not None
    if bag.periods or ymd.year is not None:
        found = _find(_Bag(ymd=ymd, periods=bag.periods), ctx)
        return found.start if found and found.kind == "day" and found.start.weekday() == wd.day else None
    if ymd.month is not None:
        for year in (today.year, today.year + 1, today.year - 1):
            date = cal.make(year, ymd.month, ymd.day)
            near = date and (date >= today or (today - date).days < 60)
            if date and near and date.weekday() == wd.day:
                return date
        return None
    if wd.mod in ("this", "next", "coming"):
        date = plain_weekday(wd, ctx).start
        if date.day == ymd.day:
            return date  # type: ignore[no-any-return]
    for step in range(0, 14):
        first, _ = cal.add_months(today.replace(day=1), step)
        date = cal.make(first.year, first.month, ymd.day)
        if date and date >= today and date.weekday() == wd.day:
            return date
    return None


# ---- the nth of something


def _nth(bag: _Bag, ctx: Context) -> Found | None:
    nth = bag.nths[-1]
    rest = replace(bag, nths=bag.nths[:-1])
    if len(bag.nths) > 1:
        nth, rest = bag.nths[0], replace(bag, nths=bag.nths[1:])
    if rest.count() == 0:
        return _nth_alone(nth, ctx)
    if rest.ymd is not None and rest.ymd.lunar:
        return None
    container = _find(rest, ctx)
    if container is None or container.kind != "period" or container.unit == "rolling":
        return None
    first_monday = ctx.lang == "zh" and nth.what == "week" and nth.n > 0 and container.unit == "month"
    found = nth_in(nth, container, pivot=0 if first_monday else 3)
    if found is not None and container.alts and found.kind in ("day", "period"):
        others = [
            nth_in(nth, Found("period", a, b), pivot=0 if first_monday else 3)
            for a, b, tag in container.alts
            if tag == "last_date"
        ]
        found = replace(found, alts=tuple((o.start, o.end, "last_date") for o in others if o and o.kind == found.kind))
    bare = rest.ymd is not None and rest.ymd.year is None and not rest.periods
    if found and found.kind == "day" and bare and found.start < ctx.today:
        later = replace(rest.ymd, year=container.start.year + 1) if rest.ymd else None
        again = _find(replace(rest, ymd=later), ctx)
        before = found
        found = nth_in(nth, again) if again else None
        if found is not None:
            found = replace(found, alts=((before.start, before.end, "last_date"),))
    return found


def _nth_alone(nth: Nth, ctx: Context) -> Found | None:
    unit = "year" if nth.what in ("week", "month", "quarter") and nth.n > 5 else "month"
    if nth.what in ("month", "quarter"):
        unit = "year"
    span = cal.period(unit, 0, ctx.today)
    if span is None or nth.what in ("day", "hour") or (nth.what == "week" and unit == "month" and nth.n > 0):
        return None
    found = nth_in(nth, stretch(span, unit))
    if found and found.kind == "day" and found.start < ctx.today:
        span = cal.period(unit, 1, ctx.today)
        later = nth_in(nth, stretch(span, unit)) if span else None
        if later:
            return replace(day(later.start, alts=((found.start, "this_month"),)), tags=(f"next_date={later.start}",))
    return found


def nth_in(nth: Nth, box: Found, pivot: int = 3) -> Found | None:
    """Return the nth weekday, day, week, month or workday of a period (negative: from its end)."""
    start, end = box.start, box.end
    if nth.what == "weekday":
        assert nth.weekday is not None
        if nth.n > 0:
            date = start + DAY * ((nth.weekday - start.weekday()) % 7) + 7 * DAY * (nth.n - 1)
        else:
            last = end - DAY
            date = last - DAY * ((last.weekday() - nth.weekday) % 7) + 7 * DAY * (nth.n + 1)
        if start <= date < end:
            return day(date)
        return Found("invalid", date, nearest=tuple(sorted((date - 7 * DAY, date)))) if nth.n > 0 else None
    if nth.what == "day":
        if nth.size > 1:
            span = (start, start + DAY * nth.size) if nth.n > 0 else (end - DAY * nth.size, end)
            return stretch(span, "day")
        date = start + DAY * (nth.n - 1) if nth.n > 0 else end + DAY * nth.n
        if start <= date < end:
            return day(date)
        return Found("invalid", end - DAY, nearest=(end - DAY, end))
    if nth.what in ("workday", "cnworkday", "plainday"):
        date = cal.add_workdays(start - DAY, nth.n) if nth.n > 0 else cal.add_workdays(end, nth.n)
        return day(date) if start <= date < end else None
    if nth.what in ("week", "weekend"):
        return _nth_week(nth, start, end, pivot)
    if nth.what in ("month", "quarter"):
        months = (end.year - start.year) * 12 + end.month - start.month
        size = 1 if nth.what == "month" else 3
        index = (nth.n - 1) * size if nth.n > 0 else months + nth.n * size
        if not 0 <= index <= months - size:
            return None
        first, _ = cal.add_months(start, index)
        return stretch((first, cal.add_months(first, size * nth.size)[0]), "month")
    return None


def _nth_week(nth: Nth, start: dt.date, end: dt.date, pivot: int) -> Found | None:
    """Weeks belong to the month or year that has their Thursday (ISO 8601), weekends their Saturday.

    A Chinese 第一周 of a month is the one with its first Monday (`pivot` 0).
    """
    pivot = pivot if nth.what == "week" else 5
    if nth.n > 0:
        first = start + DAY * ((pivot - start.weekday()) % 7) + 7 * DAY * (nth.n - 1)
    else:
        last = end - DAY
        first = last - DAY * ((last.weekday() - pivot) % 7) + 7 * DAY * (nth.n + 1)
        first -= 7 * DAY * (nth.size - 1)
    week = cal.monday(first)
    if nth.what == "weekend":
        return stretch((week + 5 * DAY, week + 7 * DAY), "weekend")
    return stretch((week, week + 7 * DAY * nth.size), "week")


# ---- weeks, edges, holidays


def _week_of(bag: _Bag, ctx: Context) -> Found | None:
    assert bag.weekof is not None
    unit = bag.weekof.unit
    other = _rest(bag, ctx, weekof=None)
    if other is None or other.kind == "invalid":
        return other
    if other.kind == "moment":
        return None
    week = cal.monday(other.start)
    if unit == "week":
        return stretch((week, week + 7 * DAY), "week", *other.tags)
    start, end = week + 5 * DAY, week + 7 * DAY
    if other.kind == "day" and other.start < start:
        if other.start.weekday() == 0:
            start, end = other.start - 2 * DAY, other.start + DAY
        elif other.start.weekday() in (3, 4):
            start = other.start
    return stretch((start, end), "weekend", *other.tags)


def _week_number(bag: _Bag, ctx: Context) -> Found | None:
    assert bag.weekno is not None
    year = ctx.today.isocalendar()[0]
    if bag.count() > 1:
        other = _rest(bag, ctx, weekno=None)
        if other is None or other.unit != "year":
            return None
        year = other.start.year
    try:
        start = dt.date.fromisocalendar(year, bag.weekno.n, 1)
    except ValueError:
        last = dt.date.fromisocalendar(year, 52, 1)
        return Found("invalid", last, nearest=(last, last + 7 * DAY))
    return stretch((start, start + 7 * DAY), "week")


def _edge(bag: _Bag, ctx: Context) -> Found | None:
    assert bag.edge is not None
    which = bag.edge.which
    box = _rest(bag, ctx, edge=None)
    if box is None or box.kind in ("invalid", "moment"):
        return box if box and box.kind == "invalid" else None
    if box.kind == "day":
        return _day_edge(which, box, ctx)
    if box.kind != "period" or not isinstance(box.start, dt.date):
        return None
    start, end, days = box.start, box.end, (box.end - box.start).days
    if which == "rest":
        return stretch((max(start, ctx.today), end), box.unit)
    if which == "to_date":
        return stretch((start, min(end, ctx.today)), box.unit) if ctx.today > start else None
    if which in ("half1", "half2"):
        return _half(which, start, end, box.unit)
    if which.startswith("xun"):
        n = int(which[-1])
        ends = (start + DAY * 10, start + DAY * 20, end)
        return stretch((start + DAY * 10 * (n - 1), ends[n - 1]), "tenday") if box.unit == "month" else None
    return _edge_of(which, start, end, days, box, ctx)


def _edge_of(which: str, start: dt.date, end: dt.date, days: int, box: Found, ctx: Context) -> Found | None:
    zh = ctx.lang == "zh"
    if days > 300:
        first, _ = cal.add_months(start, 1 if zh else 3)
        last, _ = cal.add_months(end, -1 if zh else -3)
        if which in ("mid",):
            return stretch((cal.add_months(start, 4 if zh else 4)[0], cal.add_months(start, 8)[0]), "part")
        return stretch((start, first) if which in ("begin", "early") else (last, end), "part")
    if days >= 28:
        if which == "end":
            late = (start + 20 * DAY, end, "late_month")
            if not zh:
                return replace(day(end - DAY, f"last_day={end - DAY}"), alts=((end - 3 * DAY, end, "month_end"), late))
            whole = stretch((end - 3 * DAY, end), "monthend", f"month_end={end - DAY}")
            return replace(whole, alts=((end - DAY, end, "last_day"), late))
        size = 5 if zh and which == "begin" else 10
        if which in ("begin", "early"):
            return stretch((start, start + DAY * size), "part")
        if which == "mid":
            return stretch((start + 10 * DAY, start + 20 * DAY), "part")
        return stretch((end - (days - 20) * DAY, end), "part")
    if days == 7:
        spans = {"begin": (0, 3), "early": (0, 3), "mid": (2, 5), "end": (4, 7), "late": (4, 7)}
        a, b = spans[which]
        return stretch((start + DAY * a, start + DAY * b), "part")
    return box if which in ("all",) else None


def _half(which: str, start: dt.date, end: dt.date, unit: str) -> Found | None:
    if unit == "month":
        middle = start + 15 * DAY
    elif unit == "year":
        middle = cal.add_months(start, 6)[0]
    elif unit == "week":
        middle = start + 3 * DAY
    else:
        return None
    return stretch((start, middle) if which == "half1" else (middle, end), "part")


def _day_edge(which: str, box: Found, ctx: Context) -> Found | None:
    if which == "all":
        return box
    midnight = dt.datetime.combine(box.start, dt.time())
    if which == "end":
        at = midnight + dt.timedelta(hours=17)
        last = midnight + dt.timedelta(hours=23, minutes=59, seconds=59)
        return Found("moment", at, tags=(*box.tags, "part=eod"), alts=((last, None, "last_minute"),))
    if which == "rest":
        start = max(ctx.now, midnight)
        return Found("stretch", start, midnight + DAY, box.tags)
    return None


def _holiday(bag: _Bag, ctx: Context) -> Found | None:
    node = bag.holiday
    assert node is not None
    today = ctx.today
    year: int | None = None
    if bag.ymd is not None:
        if bag.ymd.month is not None or bag.ymd.day is not None or bag.ymd.year is None:
            return None
        year = bag.ymd.year
    for period in bag.periods:
        if period.unit != "year" or year is not None:
            return None
        year = today.year + period.offset
    if bag.count() > 1 and year is None:
        return None
    if year is not None:
        date = holiday_date(node.key, year)
        return day(date, f"holiday={date}") if date else None
    dates = [d for d in (holiday_date(node.key, today.year + k) for k in range(-2, 3)) if d]
    if not dates:
        return None
    ahead = [d for d in dates if d >= today]
    behind = [d for d in dates if d < today]
    if node.mod == "last":
        return day(behind[-1]) if behind else None
    if not ahead:
        return None
    alts = ((behind[-1], "last_date"),) if behind else ()
    return day(ahead[0], f"holiday={ahead[0]}", alts=alts)


# ---- counted


def _shift(bag: _Bag, ctx: Context) -> Found | None:
    node = bag.shift
    assert node is not None
    if bag.count() > 1:
        other = _rest(bag, ctx, shift=None)
        if len(bag.periods) == 1 and bag.count() == 2 and bag.periods[0].bare:
            moved = _shift(_Bag(shift=node), ctx)  # "the weekend three weeks from now"
            span = cal.period(bag.periods[0].unit, 0, moved.start) if moved and moved.kind == "day" else None
            return stretch(span, bag.periods[0].unit) if span else None
        if other is not None and other.kind == "day" and node.anchor is None and node.weekday is None:
            moved = _shift(_Bag(shift=node), ctx)
            if moved and moved.kind == "day" and moved.start == other.start:
                return other  # "25 November 2026, in 7 days"
        if other is None or other.kind != "day":
            if other is not None and other.unit == "month" and bag.ymd and not bag.ymd.year:
                year = _shift(_Bag(shift=node), ctx)  # "March in a year"
                return find((replace(bag.ymd, year=year.start.year),), ctx) if year else None
            return None
        if other.start != ctx.today:
            return None
    if node.weekday is not None:
        return _weekdays_on(node, ctx)
    if node.anchor is None:
        return _from_now(node, ctx)
    anchor = find(node.anchor.dates, ctx)
    if node.amount.exact:
        return None
    if anchor is None or anchor.kind == "invalid":
        return anchor
    if anchor.kind not in ("day", "period", "moment"):
        return None
    at = anchor.start if node.sign < 0 or anchor.kind != "period" else anchor.end - DAY
    if isinstance(at, dt.datetime):
        at = at.date()
    moved, clamped = cal.shift(dt.datetime.combine(at, dt.time()), node.amount, node.sign)
    tags = (f"clamped={moved.date()}",) if clamped else ()
    alts = []
    for start, _, tag in anchor.alts:
        if isinstance(start, dt.date):
            other_day, _ = cal.shift(dt.datetime.combine(start, dt.time()), node.amount, node.sign)
            alts.append((other_day.date(), tag))
    return day(moved.date(), *anchor.tags, *tags, alts=tuple(alts))


def _from_now(node: Shift, ctx: Context) -> Found | None:
    moved, clamped = cal.shift(ctx.now, node.amount, node.sign)
    if node.amount.exact:
        return Found("moment", moved, tags=("vague",) if node.amount.vague else ())
    tags = (f"clamped={moved.date()}",) if clamped else ()
    if node.amount.vague:
        tags = (*tags, "vague")
    found = day(moved.date(), *tags)
    return replace(found, alts=((moved, None, "same_time"),))


def _weekdays_on(node: Shift, ctx: Context) -> Found | None:
    assert node.weekday is not None
    base = ctx.today
    if node.anchor is not None:
        anchor = find(node.anchor.dates, ctx)
        if anchor is None or anchor.kind not in ("day", "period"):
            return anchor if anchor and anchor.kind == "invalid" else None
        base = anchor.start if node.sign < 0 or anchor.kind == "day" else anchor.end - DAY
    step = (node.weekday - base.weekday() - 1) % 7 + 1
    if node.sign < 0:
        step = -((base.weekday() - node.weekday - 1) % 7 + 1)
    return day(base + DAY * step + 7 * DAY * (node.n - 1) * node.sign)


def rolling(node: Rolling, ctx: Context) -> Found | None:
    """Return the next or last stretch: days from tomorrow (or until yesterday), hours from now."""
    amount, sign = node.amount, node.sign
    if node.first_day is not None:
        start = ctx.today + DAY * node.first_day
        return stretch((start, start + DAY * int(amount.get("day"))), "rolling")
    if abs(sign) == 2:
        return _calendar_units(node, ctx)
    if amount.exact or (node.from_now and amount.exact):
        other, _ = cal.shift(ctx.now, amount, sign)
        first, last = sorted((ctx.now, other))
        if node.from_now:
            return Found("stretch", first, last, alts=((other, None, "same_time"),))
        whole = _clock_units(node, ctx)
        return Found("stretch", first, last, alts=(whole,) if whole else ())
    moved, clamped = cal.shift(dt.datetime.combine(ctx.today, dt.time()), amount, sign)
    tags = (f"clamped={moved.date()}",) if clamped else ()
    if node.from_now:
        found = stretch((ctx.today, moved.date() + DAY), "rolling", *tags)
        exact, _ = cal.shift(ctx.now, amount, sign)
        return replace(found, alts=((exact, None, "same_time"),))
    if sign > 0:
        found = stretch((ctx.today + DAY, moved.date() + DAY), "rolling", *tags)
    else:
        found = stretch((moved.date(), ctx.today), "rolling", *tags)
    calendar = _calendar_units(replace(node, sign=sign * 2), ctx)
    if calendar is not None and calendar.start != found.start:
        found = replace(found, alts=((calendar.start, calendar.end, "calendar"),))
    return found


def _clock_units(node: Rolling, ctx: Context) -> tuple[Any, Any, str] | None:
    """Return the stretch in whole hours or minutes: the next three full hours."""
    if len(node.amount.parts) != 1:
        return None
    unit, count = node.amount.parts[0]
    now = ctx.now.replace(microsecond=0)
    floor = now.replace(minute=0, second=0) if unit == "hour" else now.replace(second=0) if unit == "minute" else now
    step = dt.timedelta(seconds={"hour": 3600, "minute": 60, "second": 1}[unit])
    if node.sign > 0:
        return floor + step, floor + step * (1 + count), "whole_units"
    return floor - step * count, floor, "whole_units"


def _calendar_units(node: Rolling, ctx: Context) -> Found | None:
    """Read 下三周, the next three calendar weeks (or days, months...)."""
    if len(node.amount.parts) != 1:
        return None
    unit, count = node.amount.parts[0]
    number = int(count)
    if node.amount.exact:
        return rolling(replace(node, sign=node.sign // 2), ctx)
    if number < 1 or number != count or unit not in ("day", "week", "month", "year", "weekend", "quarter"):
        return None
    if node.sign > 0:
        first, last = cal.period(unit, 1, ctx.today), cal.period(unit, number, ctx.today)
    else:
        first, last = cal.period(unit, -number, ctx.today), cal.period(unit, -1, ctx.today)
    return stretch((first[0], last[1]), unit) if first and last else None


__all__ = ["Context", "Found", "find", "nth_in", "nth_weekday"]
