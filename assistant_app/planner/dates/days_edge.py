"""Beginnings, ends and other parts of a period (rule 11), and holidays."""

from __future__ import annotations

import datetime as dt

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates.found import Bag, Context, Found, day, find_rest, stretch
from assistant_app.planner.dates.holidays import holiday_date
from assistant_app.planner.dates.nodes import replace

DAY = cal.DAY
_BRITISH = frozenset({"Europe/London", "Europe/Belfast", "Europe/Dublin", "GB"})
"""Zones of Mothering Sunday, in Lent, rather than of the second Sunday of May."""


def edge(bag: Bag, ctx: Context) -> Found | None:
    """Return the part of the period beside it: its begin, end, rest..."""
    assert bag.edge is not None
    which = bag.edge.which
    if which == "all" and bag.count() == 1:
        return replace(day(ctx.today), alts=(("day", None, "length"),))
    box = find_rest(bag, ctx, edge=None)
    if box is None or box.kind in ("invalid", "moment"):
        return box if box and box.kind == "invalid" else None
    if box.kind == "day" and ctx.lang == "zh" and bag.periods and (bag.nths or bag.ymd):
        return box if bag.nths else None  # 月末最后一天; 月初五 is no start of a 5th
    if box.kind == "day":
        return _day_edge(which, box, ctx)
    if box.kind != "period" or not isinstance(box.start, dt.date):
        return None
    start, end, days = box.start, box.end, (box.end - box.start).days
    if which == "all":
        return box
    if which == "rest":
        return stretch((max(start, ctx.today), end), box.unit)
    if which == "later":
        rest = stretch((max(start, ctx.today), end), box.unit)
        half = _half("half2", start, end, box.unit)
        if half is None or half.start <= rest.start:
            return rest
        return replace(rest, alts=((half.start, half.end, "second_half"),))
    if which == "to_date":
        if ctx.today <= start:
            return None
        half = _half("half1", start, end, box.unit)
        alts = ((half.start, half.end, "first_half"),) if half else ()
        return replace(stretch((start, min(end, ctx.today)), box.unit), alts=alts)
    if which in ("half1", "half2"):
        return _half(which, start, end, box.unit)
    if which.startswith("xun"):
        n = int(which[-1])
        ends = (start + DAY * 10, start + DAY * 20, end)
        return (
            stretch((start + DAY * 10 * (n - 1), ends[n - 1]), "tenday")
            if box.unit == "month"
            else None
        )
    return _edge_of(which, start, end, days, box, ctx)


def _edge_of(
    which: str, start: dt.date, end: dt.date, days: int, box: Found, ctx: Context
) -> Found | None:
    zh = ctx.lang == "zh"
    if days > 300:
        first, _ = cal.add_months(start, 1 if zh else 3)
        last, _ = cal.add_months(end, -1 if zh else -3)
        if which == "end" and not zh:
            return replace(
                day(end - DAY, f"last_day={end - DAY}"), alts=((last, end, "late_year"),)
            )
        if which == "end":
            december = stretch((last, end), "monthend", f"month_end={end - DAY}")
            return replace(december, alts=((end - DAY, end, "last_day"),))
        if which in ("mid",):
            return stretch((cal.add_months(start, 4)[0], cal.add_months(start, 8)[0]), "part")
        return stretch((start, first) if which in ("begin", "early") else (last, end), "part")
    if days >= 28:
        if which == "end":
            late = (start + 20 * DAY, end, "late_month")
            if not zh:
                return replace(
                    day(end - DAY, f"last_day={end - DAY}"),
                    alts=((end - 3 * DAY, end, "month_end"), late),
                )
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
    return None


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
        return Found(
            "moment", at, tags=(*box.tags, "part=eod@17:00"), alts=((last, None, "last_minute"),)
        )
    if which in ("early", "begin", "late"):
        late = which == "late"
        hour, tag = (20, "part=night@20:00") if late else (8, "part=morning@08:00")
        start_, end_ = (midnight + dt.timedelta(hours=h) for h in ((18, 24) if late else (6, 9)))
        at = midnight + dt.timedelta(hours=hour)
        return Found("moment", at, tags=(*box.tags, tag), alts=((start_, end_, "window"),))
    if which in ("rest", "later"):
        start = max(ctx.now, midnight)
        return Found("stretch", start, midnight + DAY, box.tags)
    return None


def holiday(bag: Bag, ctx: Context) -> Found | None:
    """Return the next holiday of that name, or that of the year beside it."""
    node = bag.holiday
    assert node is not None
    if node.key == "mother" and ctx.tz in _BRITISH:
        british = holiday(replace(bag, holiday=node._replace(key="mother_uk")), ctx)
        american = holiday(bag, replace(ctx, tz="UTC"))
        if british and american and american.start != british.start:
            other = (american.start, american.end, "american_date")
            return replace(british, alts=(other, *british.alts))
        return british
    today = ctx.today
    year: int | None = None
    if bag.ymd is not None:
        if bag.ymd.month is not None and bag.ymd.day is not None:
            said = find_rest(bag, ctx, holiday=None)  # "8 March, Women's Day"
            agree = said is not None and holiday_date(node.key, said.start.year) == said.start
            return said if agree else None
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
