"""The nth weekday, day, week or workday of a period."""

from __future__ import annotations

import datetime as dt

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates.found import Bag, Context, Found, day, find_bag, stretch
from assistant_app.planner.dates.nodes import Nth, replace

DAY = cal.DAY


def nth(bag: Bag, ctx: Context) -> Found | None:
    """Return the nth something of the period beside it, or of the current one."""
    nth = bag.nths[-1]
    rest = replace(bag, nths=bag.nths[:-1])
    if len(bag.nths) > 1:
        nth, rest = bag.nths[0], replace(bag, nths=bag.nths[1:])
    if rest.count() == 0:
        return _nth_alone(nth, ctx)
    if rest.ymd is not None and rest.ymd.lunar:
        return None
    container = find_bag(rest, ctx)
    if container and container.kind == "day" and rest.holiday and nth.what == "day" and nth.n > 0:
        return day(container.start + DAY * (nth.n - 1), *container.tags)  # 国庆第三天
    if container is None or container.kind != "period" or container.unit == "rolling":
        return None
    first_monday = (
        ctx.lang == "zh" and nth.what == "week" and nth.n > 0 and container.unit == "month"
    )
    found = nth_in(nth, container, pivot=0 if first_monday else 3)
    if found is not None and container.alts and found.kind in ("day", "period"):
        others = [
            nth_in(nth, Found("period", a, b), pivot=0 if first_monday else 3)
            for a, b, tag in container.alts
            if tag == "last_date"
        ]
        found = replace(
            found,
            alts=tuple(
                (o.start, o.end, "last_date") for o in others if o and o.kind == found.kind
            ),
        )
    bare = rest.ymd is not None and rest.ymd.year is None and not rest.periods
    if found and found.kind == "day" and bare and found.start < ctx.today:
        later = replace(rest.ymd, year=container.start.year + 1) if rest.ymd else None
        again = find_bag(replace(rest, ymd=later), ctx)
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
    if (
        span is None
        or nth.what in ("day", "hour")
        or (nth.what == "week" and unit == "month" and nth.n > 0)
    ):
        return None
    found = nth_in(nth, stretch(span, unit))
    if found and nth.what == "quarter" and found.end <= ctx.today:
        later = nth_in(nth, stretch((span[1], cal.add_months(span[1], 12)[0]), unit))
        if later:
            return replace(later, alts=((found.start, found.end, "last_date"),))
    if found and found.kind == "day" and found.start < ctx.today:
        span = cal.period(unit, 1, ctx.today)
        later = nth_in(nth, stretch(span, unit)) if span else None
        if later:
            return replace(
                day(later.start, alts=((found.start, "this_month"),)),
                tags=(f"next_date={later.start}",),
            )
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
        return (
            Found("invalid", date, nearest=tuple(sorted((date - 7 * DAY, date))))
            if nth.n > 0
            else None
        )
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
