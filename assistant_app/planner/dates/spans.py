"""Ranges from one point to another, each lending the other what it did not say."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.domain.planner import Alternative
from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates import clocks
from assistant_app.planner.dates.days import Context, Found, find
from assistant_app.planner.dates.nodes import (
    Clock,
    Now,
    Nth,
    Period,
    Shift,
    Span,
    Spec,
    WeekNo,
    Ymd,
    replace,
)
from assistant_app.planner.dates.resolve import Outcome, at_minutes, iso, point, settle_dst
from assistant_app.planner.dates.span_days import (
    complete,
    day_range,
    floating,
    impossible,
    without_remark,
)

DAY = cal.DAY


def span(node: Span, ctx: Context) -> Outcome | None:
    """Return the range; None when its ends do not fit together."""
    left, right, shared = node.left, node.right, node.shared
    if right.next_day:
        return _over_night(left, right, shared, ctx)
    if any(s.repeat or s.amount or s.occurrences or s.until for s in (left, right, shared)):
        return None
    right_alone = without_remark(left, right, ctx)
    if right_alone is None:
        return None
    settled = _numbers(left, right_alone, shared)
    if settled is None:
        return None
    left, right = settled
    if shared.num is not None:
        if shared.clock or shared.part:
            return None
        shared = shared.but(num=None, dates=(*shared.dates, Ymd(day=shared.num)))
    if shared.clock is not None:
        return None
    if right.clock and left == Spec(dates=left.dates) and _day_said(left) and _day_said(right):
        ldates, rdates = complete(left.dates, right.dates, shared)  # "22-23 Feb at 7pm"
        left, right = (
            left.but(clock=right.clock, part=right.part, dates=ldates),
            right.but(dates=rdates),
        )
    until_day = left.clock and left.dates and right.dates and not right.has_time
    if until_day and not shared.has_time and not any(isinstance(d, Now) for d in right.dates):
        return _until_day(left, right, ctx)
    if left.clock or right.clock or (left.part and right.part):
        return _timed(left, right, shared, ctx)
    if left.part and left.dates and right.dates and not right.part and not shared.dates:
        return _until_day(left, right, ctx)
    if left.part or right.part or shared.part:
        if (
            (left.part or shared.part)
            and right.part is None
            and any(isinstance(d, Now) for d in right.dates)
        ):
            return None
        return _timed(left, right, shared, ctx)
    if any(
        isinstance(d, Now) or (isinstance(d, Shift) and d.amount.exact)
        for s in (left, right)
        for d in s.dates
    ):
        return _timed(left, right, shared, ctx)
    return day_range(left, right, shared, ctx)


def _until_day(left: Spec, right: Spec, ctx: Context) -> Outcome | None:
    """Return "Friday evening to Sunday": from that hour to the end of the last day."""
    start = point(left, replace(ctx, prefer="future"))
    if start is None or start.kind != "datetime" or start.problem:
        return None
    first = dt.datetime.fromisoformat(start.value)
    later = replace(ctx, now=first, ahead=None) if floating(right.dates) else ctx
    last = find(right.dates, later)
    if last is None or last.kind not in ("day", "period"):
        return impossible(last) if last and last.kind == "invalid" else None
    end = dt.datetime.combine(last.end, dt.time())
    if end <= first:
        return None
    value = {"start": iso(first), "end": iso(end)}
    return Outcome("range", value, start.tags, when=end)


def _over_night(left: Spec, right: Spec, shared: Spec, ctx: Context) -> Outcome | None:
    """Return "Friday 10pm to 6 the next morning": the last day is the one after the first."""
    ldates = (*shared.dates, *left.dates)
    if not right.has_time and right.num is None:
        return None
    left, right = (s if s.num is None else _hours(s) for s in (left, right))
    sure = _of_night(left, right.but(dates=()), shared)
    both = _halves(*sure, shared)
    if both is None or any(s.clock and s.clock.hour > 24 for s in (left, right)):
        return None
    a, b = both
    ctx = replace(ctx, ahead=a.minutes > ctx.now.hour * 60 + ctx.now.minute)
    today = ctx.today if ctx.ahead else ctx.today + DAY
    first = find(ldates, ctx) if ldates else Found("day", today, today + DAY)
    if first is None or first.kind not in ("day", "invalid"):
        return None
    if first.kind == "invalid":
        return impossible(first)
    start, dst = settle_dst(at_minutes(first.start, a.minutes, a.seconds), ctx.tz)
    end = at_minutes(first.start + DAY, b.minutes % 1440, b.seconds)
    if end <= start:
        return None
    alts = [
        _moved(start, end, x, first.start, t) for x, _, t in first.alts if isinstance(x, dt.date)
    ]
    hour = (f"hour={a.text}",) if left.clock and sure[0].clock != left.clock else ()
    value = {"start": iso(start), "end": iso(end)}
    return Outcome("range", value, (*first.tags, *hour, *dst), tuple(alts), end, first.ask)


def _of_night(left: Spec, right: Spec, shared: Spec) -> tuple[Spec, Spec]:
    """Say which half of the day an hour is of: 10 to 6 the next day is a night, from 22 to 6."""
    early = _in_half(right, "am")
    ends = _halves(early, early, Spec())
    if _may_be_either(left) and shared.part is None:
        late = _in_half(left, "pm")
        begins = _halves(late, late, Spec())
        if begins and ends and ends[1].minutes < begins[0].minutes - 720:
            return late, early
        return _usual(left), _usual(right)
    begins = _halves(left, left, shared)
    return left, early if begins and begins[0].minutes >= 720 else _usual(right)


def _may_be_either(spec: Spec) -> bool:
    """Tell whether the clock time of a spec may be in both halves of the day."""
    clock = spec.clock
    return bool(clock and not (clock.half or clock.literal or spec.part) and 1 <= clock.hour <= 12)


def _usual(spec: Spec) -> Spec:
    """Return a spec whose hour is of the half of the day that it usually is of."""
    late = spec.clock is not None and clocks.decide(spec.clock, None).minutes >= 720
    return _in_half(spec, "pm" if late else "am")


def _in_half(spec: Spec, half: str) -> Spec:
    if not _may_be_either(spec) or spec.clock is None:
        return spec
    return spec.but(clock=replace(spec.clock, half=half))


# ---- lone numbers


def _month_said(*specs: Spec) -> bool:
    return any(
        (isinstance(d, Ymd) and d.month and not d.day)
        or (isinstance(d, Period) and d.unit == "month")
        for s in specs
        for d in s.dates
    )


def _day_said(spec: Spec) -> bool:
    return any(isinstance(d, Ymd) and d.day is not None for d in spec.dates)


def _numbers(left: Spec, right: Spec, shared: Spec) -> tuple[Spec, Spec] | None:
    if left.num is None and right.num is None:
        return left, right
    timed = any(s.clock or s.part for s in (left, right, shared))
    if left.num is not None and right.num is not None:
        if _month_said(left, right, shared) and not timed:
            return _days(left), _days(right)
        hours = left.num <= 24 and right.num <= 24
        if timed or hours:
            return (_hours(left), _hours(right)) if hours else None
        return _days(left), _days(right)
    if right.num is not None:
        if left.clock or left.part:
            return (left, _hours(right)) if right.num <= 24 else None
        if _day_said(left):
            return left, _days(right)
        if any(isinstance(d, WeekNo) for d in left.dates):
            return left, right.but(num=None, dates=(WeekNo(right.num),))
        if any(isinstance(d, Now) for d in left.dates):
            return left, _hours(right)
        return (left, _days(right)) if _month_said(left) else None
    if (left.num or 0) > 12 and _day_said(right):
        return _days(left), right
    if right.clock or right.part:
        return (_hours(left), right) if (left.num or 0) <= 24 else None
    return (_days(left), right) if _day_said(right) or _month_said(right) else None


def _hours(spec: Spec) -> Spec:
    return spec.but(num=None, clock=Clock(spec.num or 0))


def _days(spec: Spec) -> Spec:
    return spec.but(num=None, dates=(*spec.dates, Ymd(day=spec.num)))


# ---- ranges of clock time


def _halves(left: Spec, right: Spec, shared: Spec) -> tuple[clocks.Decided, clocks.Decided] | None:
    """Decide both clock times together: "11 to 3am", "8am until 6", "5 to 7 in the morning"."""
    lpart = left.part or shared.part
    rpart = right.part or (shared.part if right.clock and not right.clock.half else None)
    lclock, rclock = left.clock, right.clock
    if lclock is None:
        if lpart is None:
            return None
        noon = lpart.name in ("noon", "lunch", "midnight")
        a = clocks.Decided(
            clocks.window(lpart)[0]
            if (rclock is None and not noon) or lpart.name == "smallhours"
            else clocks.default(lpart)
        )
    else:
        if (
            lpart is None
            and not lclock.half
            and not lclock.literal
            and rclock
            and rclock.half
            and lclock.hour <= 12
        ):
            lclock = _borrow(lclock, rclock)
        if lpart is None and right.part and not lclock.half and not lclock.literal:
            lpart = right.part
        a = clocks.decide(lclock, lpart)
    if rclock is None:
        if rpart is None:
            return None
        return a, clocks.Decided(clocks.window(rpart)[1])
    if rclock.half or rclock.literal or (right.part is not None):
        b = clocks.decide(rclock, rpart)
    elif shared.part is not None and left.part is None:
        b = clocks.decide(rclock, shared.part)
        if b.minutes <= a.minutes:
            b = clocks.decide(rclock, None, a.minutes)
    else:
        b = clocks.decide(rclock, None, a.minutes)
    return a, b


def _borrow(left: Clock, right: Clock) -> Clock:
    """Give "11" in "11 to 3am" the half of the day that makes it come first."""
    a, b = left.hour % 12 * 60 + left.minute, right.hour % 12 * 60 + right.minute
    other = "am" if right.half == "pm" else "pm"
    return replace(left, half=right.half if a < b else other)


def _timed(left: Spec, right: Spec, shared: Spec, ctx: Context) -> Outcome | None:
    lmoment, rmoment = _moment(left, ctx), _moment(right, ctx)
    if lmoment or rmoment:
        return _from_moment(left, right, shared, lmoment, rmoment, ctx)
    both = _halves(left, right, shared)
    if both is None:
        return None
    a, b = both
    tags = tuple(t for t in (a.tag,) if t)
    ldates, rdates = _split_dates(left, right, shared)
    if ldates == rdates and _backwards(left, right, a, b):
        return _which_end(ldates, a, b, ctx)
    if not ldates and not rdates:
        return _bare_times(a, b, tags, ctx)
    ctx = replace(ctx, ahead=a.minutes > ctx.now.hour * 60 + ctx.now.minute)
    first = find(ldates, ctx) if ldates else Found("day", ctx.today, ctx.today + DAY)
    if first is None or first.kind not in ("day", "invalid"):
        return None
    if first.kind == "invalid":
        return impossible(first)
    last = (
        first
        if rdates == ldates
        else find(
            rdates,
            replace(ctx, now=at_minutes(first.start, 0), ahead=None) if floating(rdates) else ctx,
        )
    )
    if last is None or last.kind not in ("day", "invalid"):
        return None
    if last.kind == "invalid":
        return impossible(last)
    if rdates != ldates and right.clock is not None:
        b = clocks.decide(right.clock, right.part)
    start, dst = settle_dst(at_minutes(first.start, a.minutes, a.seconds), ctx.tz)
    end = at_minutes(last.start, b.minutes, b.seconds)
    if end <= start and last.start == first.start:
        end += DAY
    if end <= start:
        return None
    alts = [
        _moved(start, end, x, first.start, t) for x, _, t in first.alts if isinstance(x, dt.date)
    ]
    if a.other is not None and a.tag:
        alts.append(_flip(start, end, a, b))
    value = {"start": iso(start), "end": iso(end)}
    return Outcome("range", value, (*first.tags, *tags, *dst), tuple(alts), end, first.ask)


def _moved(
    start: dt.datetime, end: dt.datetime, day: dt.date, base: dt.date, tag: str
) -> Alternative:
    delta = day - base
    return Alternative("range", {"start": iso(start + delta), "end": iso(end + delta)}, tag)


def _flip(
    start: dt.datetime, end: dt.datetime, a: clocks.Decided, b: clocks.Decided
) -> Alternative:
    half = dt.timedelta(minutes=(a.other or 0) - a.minutes)
    other_end = (
        end + half if b.other is not None or (end.date() == start.date() and b.tag) else end
    )
    if other_end <= start + half:
        other_end += DAY
    return Alternative("range", {"start": iso(start + half), "end": iso(other_end)}, "other_half")


def _backwards(left: Spec, right: Spec, a: clocks.Decided, b: clocks.Decided) -> bool:
    """Tell whether a 24-hour range ends before it starts, and not over the night: 0930-0730."""
    plain = all(s.clock and not s.clock.half and not s.part for s in (left, right))
    return plain and b.minutes <= a.minutes < 720 and b.other is None


def _which_end(
    ldates: tuple[Any, ...], a: clocks.Decided, b: clocks.Decided, ctx: Context
) -> Outcome | None:
    """Ask which half of the day was meant: from 09:30 to 19:30, from 21:30 to 07:30..."""
    found = find(ldates, ctx) if ldates else None
    if ldates and (found is None or found.kind != "day"):
        return None
    pairs = [(a.minutes, b.minutes + 720), (a.minutes + 720, b.minutes + 1440)]
    pairs.append((a.minutes, b.minutes + 1440))
    values: list[dict[str, str]] = [
        {"start": iso(at_minutes(found.start, s)), "end": iso(at_minutes(found.start, e))}
        if found
        else {"start": clocks.clock_text(s), "end": clocks.clock_text(e)}
        for s, e in pairs
    ]
    alts = tuple(Alternative("range", value, "other_half") for value in values)
    return Outcome("range", values[0], alts=alts, problem="which_hour")


def _bare_times(
    a: clocks.Decided, b: clocks.Decided, tags: tuple[str, ...], ctx: Context
) -> Outcome:
    alts: tuple[Alternative, ...] = ()
    if a.other is not None and a.tag:
        end = b.other if b.other is not None else b.minutes
        flipped = {
            "start": clocks.clock_text(a.other, a.seconds),
            "end": clocks.clock_text(end, b.seconds),
        }
        alts = (Alternative("range", flipped, "other_half"),)
    return Outcome("range", {"start": a.text, "end": b.text}, tags, alts)


def _split_dates(left: Spec, right: Spec, shared: Spec) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    ldates, rdates = (*shared.dates, *left.dates), right.dates
    if not ldates and rdates:
        return (
            (rdates, rdates)
            if "date_first" not in right.tags or left.clock is None
            else ((), rdates)
        )
    if not rdates:
        return ldates, ldates
    needs = any(
        isinstance(d, Nth) or (isinstance(d, Ymd) and d.day and not d.month) for d in ldates
    )
    if needs and all(isinstance(d, Period) or (isinstance(d, Ymd) and not d.day) for d in rdates):
        merged = (*ldates, *rdates)
        return merged, merged
    if left.dates and shared.dates == () and not right.clock:
        return ldates, rdates
    return ldates, (*shared.dates, *rdates) if shared.dates and not left.dates else rdates


def _moment(spec: Spec, ctx: Context) -> dt.datetime | None:
    if len(spec.dates) != 1 or spec.has_time or not isinstance(spec.dates[0], (Now, Shift)):
        return None
    found = find(spec.dates, ctx)
    if found is None or found.kind != "moment":
        return None
    return found.start  # type: ignore[no-any-return]


def _from_moment(
    left: Spec,
    right: Spec,
    shared: Spec,
    start: dt.datetime | None,
    end: dt.datetime | None,
    ctx: Context,
) -> Outcome | None:
    if shared.dates or shared.part or start is None:
        return None
    if end is None and right.has_time:
        minutes = start.hour * 60 + start.minute
        if right.clock is None:
            return None
        decided = clocks.decide(right.clock, right.part, None if right.dates else minutes)
        found = find(right.dates, ctx) if right.dates else Found("day", start.date())
        if found is None or found.kind != "day":
            return None
        end = at_minutes(found.start, decided.minutes, decided.seconds)
        if end <= start and not right.dates:
            end += DAY
    elif end is None:
        found = find(right.dates, ctx)
        if found is None or found.kind not in ("day", "period"):
            return None
        end = dt.datetime.combine(found.end, dt.time())
    if end <= start:
        return None
    return Outcome(
        "range", {"start": iso(start.replace(microsecond=0)), "end": iso(end)}, when=end
    )
