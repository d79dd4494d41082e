"""Decide which day or period is meant: the handlers of the pieces, in their order."""

from __future__ import annotations

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates import days_counted, days_date, days_edge, days_nth, days_week
from assistant_app.planner.dates.found import (
    HANDLERS,
    Bag,
    Context,
    Found,
    day,
    find,
    find_rest,
    stretch,
)
from assistant_app.planner.dates.nodes import Period, replace

DAY = cal.DAY


def relative(bag: Bag, ctx: Context) -> Found | None:
    assert bag.rel is not None
    date = ctx.today + DAY * bag.rel.days
    if bag.count() == 1:
        return day(date)
    if len(bag.periods) == 1 and bag.count() == 2 and not bag.periods[0].bare:
        unit, offset = bag.periods[0].unit, bag.periods[0].offset
        if unit == "week":
            return day(date + 7 * DAY * offset)  # "this day next week"
        if unit in ("month", "year"):
            months = offset if unit == "month" else 12 * offset
            moved, clamped = cal.add_months(date, months)  # 去年今天
            return day(moved, *((f"clamped={moved}",) if clamped else ()))
    other = find_rest(bag, ctx, rel=None)
    if other is None or other.kind not in ("day", "period"):
        return None
    if other.start <= date < other.end:
        return day(date)
    if other.kind != "day":
        return None
    return replace(day(date, alts=((other.start, "other_day"),)), ask="days_differ")


def period(node: Period, ctx: Context) -> Found | None:
    span = cal.period(node.unit, node.offset, ctx.today)
    if span is None:
        return None
    found = stretch(span, node.unit)
    if node.whole:
        return replace(found, alts=((node.unit, None, "length"),))
    if node.unit in ("month", "year"):
        return replace(found, alts=((span[0], span[0] + DAY, "first_day"),))
    return found


def _now(bag: Bag, ctx: Context) -> Found | None:
    return Found("moment", ctx.now) if bag.count() == 1 else None


def _rolling(bag: Bag, ctx: Context) -> Found | None:
    assert bag.rolling is not None
    return days_counted.rolling(bag.rolling, ctx) if bag.count() == 1 else None


def _periods(bag: Bag, ctx: Context) -> Found | None:
    if len(bag.periods) == 2 and {p.unit for p in bag.periods} == {"year", "month"}:
        years, months = sorted(bag.periods, key=lambda node: node.unit != "year")
        if months.offset or not years.offset:
            return None
        return period(Period("month", 12 * years.offset), ctx)  # 去年本月
    return period(bag.periods[0], ctx) if len(bag.periods) == 1 else None


HANDLERS[:] = [
    ("edge", days_edge.edge),
    ("weekof", days_week.week_of),
    ("weekno", days_week.week_number),
    ("wd", days_week.weekday),
    ("nths", days_nth.nth),
    ("now", _now),
    ("shift", days_counted.shift),
    ("rolling", _rolling),
    ("holiday", days_edge.holiday),
    ("rel", relative),
    ("ymd", days_date.said_date),
    ("periods", _periods),
]

__all__ = ["Context", "Found", "find"]
