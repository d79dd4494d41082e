"""Dates by year, month and day, of either calendar (rules 8 and 10)."""

from __future__ import annotations

import datetime as dt

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates.found import Bag, Context, Found, day, stretch
from assistant_app.planner.dates.nodes import Ymd, replace

DAY = cal.DAY


def said_date(bag: Bag, ctx: Context) -> Found | None:
    """Return the day, month or year that was said, within the period beside it."""
    ymd = bag.ymd
    assert ymd is not None
    if not bag.periods:
        return lunar_date(ymd, ctx) if ymd.lunar else _solar(ymd, ctx)
    if len(bag.periods) > 2:
        return None
    if len(bag.periods) == 2 and {p.unit for p in bag.periods} == {"year", "month"}:
        years, months = sorted(bag.periods, key=lambda period: period.unit != "year")
        if ymd.day is None or ymd.month is not None or months.offset:
            return None
        ymd = replace(ymd, year=ctx.today.year + years.offset, month=ctx.today.month)
        return _solar(ymd, ctx)  # 去年本月十日
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
    return lunar_date(ymd, ctx) if ymd.lunar else _solar(ymd, ctx)


def _next_month_named(ymd: Ymd, offset: int, ctx: Context) -> Found | None:
    assert ymd.month is not None
    year = ctx.today.year
    if offset > 0 and ymd.month <= ctx.today.month:
        year += 1
    elif offset > 0:
        base = _solar(replace(ymd, year=year + 1), ctx)
        this = _solar(replace(ymd, year=year), ctx)
        if base and this:
            return replace(
                base,
                alts=((this.start, this.end, "this_year"),),
                tags=(f"next_month={base.start}",),
            )
    elif ymd.month >= ctx.today.month:
        year -= 1
    return _solar(replace(ymd, year=year), ctx)


def ordered(ymd: Ymd, ctx: Context) -> tuple[Ymd, Ymd | None]:
    """Return month and day in the order of the locale, and the other order."""
    if not ymd.swap:
        return ymd, None
    as_written = replace(ymd, swap=False)
    turned = replace(ymd, month=ymd.day, day=ymd.month, swap=False)
    month_first = ctx.mdy or (ctx.lang == "zh" and ymd.year is None)
    return (as_written, turned) if month_first else (turned, as_written)


def _solar(ymd: Ymd, ctx: Context) -> Found | None:
    ymd, other = ordered(ymd, ctx)
    found = _solar_one(ymd, ctx)
    if other is not None and found is not None:
        second = _solar_one(other, ctx)
        first = (
            "month_first" if ctx.mdy or (ctx.lang == "zh" and ymd.year is None) else "day_first"
        )
        found = found.tagged(first)
        if second is not None and second.kind == "day":
            back = "day_first" if first == "month_first" else "month_first"
            found = replace(found, alts=(*found.alts, (second.start, second.end, back)))
    if ymd.maybe_lunar and found is not None and found.kind == "day":
        lunar = lunar_date(replace(ymd, lunar=True), ctx)
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
        return day(date) if date else no_such_day(ymd.year, ymd.month, ymd.day)
    if ymd.day > (29 if ymd.month == 2 else cal.month_end(2024, ymd.month)):
        return no_such_day(ctx.today.year, ymd.month, ymd.day, ctx.today)
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
    before = next(
        d
        for d in (cal.make(y, month, number) for y in range(date.year - 1, date.year - 10, -1))
        if d
    )
    tags = (f"next_date={date}",) if date.year != today.year else ()
    return day(date, *tags, alts=((before, "last_date"),))


def no_such_day(year: int, month: int, number: int, today: dt.date | None = None) -> Found:
    """Return what an impossible day comes to: the two nearest (rule 10)."""
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
        found,
        alts=(
            (start, start + DAY, "first_day"),
            (before, cal.add_months(before, 1)[0], "last_date"),
        ),
    )


def lunar_date(ymd: Ymd, ctx: Context) -> Found | None:
    """Return the next such day or month of the Chinese calendar."""
    from assistant_app.planner.dates import lunar

    today = ctx.today
    if ymd.month is None:
        return _lunar_day(ymd, ctx) if ymd.day else None
    years = (
        [ymd.year]
        if ymd.year is not None
        else [today.year - 1, today.year, today.year + 1, today.year + 2]
    )
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
