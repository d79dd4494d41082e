"""What is counted from now or from another date (rule 9)."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates.found import Bag, Context, Found, day, find, find_rest, stretch
from assistant_app.planner.dates.nodes import Rolling, Shift, replace

DAY = cal.DAY


def shift(bag: Bag, ctx: Context) -> Found | None:
    """Return the day or moment an amount before or after now or another date."""
    node = bag.shift
    assert node is not None
    if bag.count() > 1 and (beside := _beside(bag, node, ctx)) is not node:
        return beside if isinstance(beside, Found) else None
    if node.whole:
        return _whole_beside(node, ctx)
    if node.weekday is not None:
        return _weekdays_on(node, ctx)
    if node.anchor is None:
        return _from_now(node, ctx)
    if node.amount.exact:
        return None
    return _from_anchor(node, find(node.anchor.dates, ctx))


def _beside(bag: Bag, node: Shift, ctx: Context) -> Found | Shift | None:
    """Read what stands beside the amount; the node itself when that is only "today"."""
    moved = shift(Bag(shift=node), ctx)
    other = find_rest(bag, ctx, shift=None)
    if moved is None or other is None:
        return None
    if moved.kind == "day" and len(bag.periods) == 1 and bag.count() == 2 and bag.periods[0].bare:
        unit = bag.periods[0].unit  # "the weekend three weeks from now"
        span = cal.period(unit, 0, moved.start)
        return stretch(span, unit) if span else None
    if other.kind == "day" and node.anchor is None and node.weekday is None:
        if moved.kind == "day" and moved.start == other.start:
            return other  # "25 November 2026, in 7 days"
        return node if other.start == ctx.today else None
    if other.kind == "day":
        return node if other.start == ctx.today else None
    if other.unit == "month" and bag.ymd and not bag.ymd.year and isinstance(moved.start, dt.date):
        return find((replace(bag.ymd, year=moved.start.year),), ctx)  # "March in a year"
    return None


def _whole_beside(node: Shift, ctx: Context) -> Found | None:
    """Return the weekend before or after a date; ask which days "the week before" it are."""
    anchor = find(node.anchor.dates, ctx) if node.anchor else None
    if anchor is None or anchor.kind not in ("day", "period"):
        return anchor if anchor and anchor.kind == "invalid" else None
    date = anchor.start if node.sign < 0 or anchor.kind == "day" else anchor.end - DAY
    week = cal.monday(date)
    if node.amount.get("weekend"):
        if node.sign < 0:
            start = week - 2 * DAY
        else:
            start = week + 5 * DAY if date < week + 5 * DAY else week + 12 * DAY
        return stretch((start, start + 2 * DAY), "weekend", *anchor.tags)
    moved = date + 7 * DAY * node.sign
    span = (date - 7 * DAY, date) if node.sign < 0 else (date + DAY, date + 8 * DAY)
    calendar = cal.period("week", node.sign, date)
    alts = [(moved, moved + DAY, "same_weekday"), (*span, "seven_days")]
    if calendar and calendar != span:
        alts.append((*calendar, "calendar_week"))
    return replace(day(moved, *anchor.tags), alts=tuple(alts), ask="which_days")


def _from_anchor(node: Shift, anchor: Found | None) -> Found | None:
    if anchor is None or anchor.kind == "invalid":
        return anchor
    if anchor.kind not in ("day", "period", "moment"):
        return None
    at = anchor.start if node.sign < 0 or anchor.kind != "period" else anchor.end - DAY
    moved, clamped = _days_moved(at, node)
    tags = (f"clamped={moved}",) if clamped else ()
    alts = tuple(
        (_days_moved(start, node)[0], tag)
        for start, _, tag in anchor.alts
        if isinstance(start, dt.date)
    )
    return day(moved, *anchor.tags, *tags, alts=alts)


def _days_moved(day_: dt.date, node: Shift) -> tuple[dt.date, bool]:
    base = dt.datetime(day_.year, day_.month, day_.day)
    moved, clamped = cal.shift(base, node.amount, node.sign)
    return moved.date(), clamped


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
    alts: list[tuple[Any, Any, str]] = []
    if calendar is not None and calendar.start != found.start:
        alts.append((calendar.start, calendar.end, "calendar"))
    alts.extend(_last_unit(node, ctx))
    exact, _ = cal.shift(ctx.now, amount, sign)
    first, last = sorted((ctx.now, exact))
    alts.append((first, last, "to_the_hour"))
    return replace(found, alts=tuple(alts))


def _last_unit(node: Rolling, ctx: Context) -> list[tuple[dt.date, dt.date, str]]:
    """Return the furthest of several units, which is when something is due in "the next two weeks"."""
    if len(node.amount.parts) != 1:
        return []
    unit, count = node.amount.parts[0]
    if unit not in ("day", "week", "month", "year") or count < 2 or count != int(count):
        return []
    span = cal.period(unit, int(count) * (1 if node.sign > 0 else -1), ctx.today)
    return [(*span, "furthest")] if span else []


def _clock_units(node: Rolling, ctx: Context) -> tuple[Any, Any, str] | None:
    """Return the stretch in whole hours or minutes: the next three full hours."""
    if len(node.amount.parts) != 1:
        return None
    unit, count = node.amount.parts[0]
    now = ctx.now.replace(microsecond=0)
    floor = (
        now.replace(minute=0, second=0)
        if unit == "hour"
        else now.replace(second=0)
        if unit == "minute"
        else now
    )
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
        exact = rolling(replace(node, sign=node.sign // 2), ctx)
        if exact is None or not exact.alts:
            return exact
        start, end, _ = exact.alts[0]  # 下三小时, in whole hours as 下三周 is in whole weeks
        return Found("stretch", start, end, alts=((exact.start, exact.end, "exact"),))
    if (
        number < 1
        or number != count
        or unit not in ("day", "week", "month", "year", "weekend", "quarter")
    ):
        return None
    if node.sign > 0:
        first, last = cal.period(unit, 1, ctx.today), cal.period(unit, number, ctx.today)
    else:
        first, last = cal.period(unit, -number, ctx.today), cal.period(unit, -1, ctx.today)
    return stretch((first[0], last[1]), unit) if first and last else None
