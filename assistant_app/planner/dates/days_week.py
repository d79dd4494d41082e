"""Weekdays, weeks by date and weeks by number (rules 1 to 5)."""

from __future__ import annotations

import datetime as dt

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates.days_date import ordered
from assistant_app.planner.dates.found import (
    Bag,
    Context,
    Found,
    day,
    find_bag,
    find_rest,
    stretch,
)
from assistant_app.planner.dates.nodes import Wd, Ymd, replace

DAY = cal.DAY


def weekday(bag: Bag, ctx: Context) -> Found | None:
    """Return the weekday, in the week or next to the date beside it."""
    wd = bag.wd
    assert wd is not None
    if bag.count() == 1:
        return plain_weekday(wd, ctx)
    if bag.ymd is not None and not bag.nths and not bag.shift:
        return _weekday_date(bag, wd, ctx)
    other = find_rest(bag, ctx, wd=None)
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


def _weekday_date(bag: Bag, wd: Wd, ctx: Context) -> Found | None:
    """Read a weekday with a date: they must agree, in the year or month where they do."""
    ymd = bag.ymd
    assert ymd is not None
    if ymd.month is None and ymd.day is None:
        return None
    if ymd.day is None and not bag.periods:
        return None
    candidates = [c for c in ordered(ymd, ctx) if c is not None]
    for one in candidates:
        if date := _agreeing(one, wd, bag, ctx):
            agreed = day(date, *(() if len(candidates) == 1 else ("weekday_order",)))
            this_month = (
                cal.make(ctx.today.year, ctx.today.month, one.day or 1)
                if one.month is None
                else None
            )
            named = plain_weekday(wd, ctx).start
            if ymd.swap and wd.mod and named != date:
                others = [c for c in candidates if c is not one]
                more = [f.start for c in others if (f := find_bag(Bag(ymd=c), ctx))]
                choices = (
                    (date, "weekday_order"),
                    (named, "weekday"),
                    *((m, "date") for m in more),
                )
                return replace(
                    day(date), alts=tuple((d, d + DAY, t) for d, t in choices), ask="days_differ"
                )
            if this_month and this_month != date and this_month.weekday() == wd.day:
                agreed = replace(agreed, alts=((this_month, this_month + DAY, "this_month"),))
            return agreed
    found = find_rest(bag, ctx, wd=None)
    if found is None or found.kind != "day":
        return found
    alt = plain_weekday(wd, ctx).start
    return replace(found, alts=((alt, alt + DAY, "weekday"), *found.alts), ask="days_differ")


def _agreeing(ymd: Ymd, wd: Wd, bag: Bag, ctx: Context) -> dt.date | None:
    today = ctx.today
    if ymd.day is None:
        return None
    if bag.periods or ymd.year is not None:
        found = find_bag(Bag(ymd=ymd, periods=bag.periods), ctx)
        return (
            found.start
            if found and found.kind == "day" and found.start.weekday() == wd.day
            else None
        )
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


def week_of(bag: Bag, ctx: Context) -> Found | None:
    """Return the week or weekend around the date beside it."""
    assert bag.weekof is not None
    unit = bag.weekof.unit
    other = find_rest(bag, ctx, weekof=None)
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


def week_number(bag: Bag, ctx: Context) -> Found | None:
    """Return the ISO week of the current year or of the one beside it."""
    assert bag.weekno is not None
    year = ctx.today.isocalendar()[0]
    if bag.count() > 1:
        other = find_rest(bag, ctx, weekno=None)
        if other is None or other.unit != "year":
            return None
        year = other.start.year
    try:
        start = dt.date.fromisocalendar(year, bag.weekno.n, 1)
    except ValueError:
        last = dt.date.fromisocalendar(year, 52, 1)
        return Found("invalid", last, nearest=(last, last + 7 * DAY))
    return stretch((start, start + 7 * DAY), "week")
