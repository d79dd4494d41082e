"""Repeats: a rule (RFC 5545) and the first date."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.domain.planner import Alternative
from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates import clocks
from assistant_app.planner.dates.days import Context, find
from assistant_app.planner.dates.found import Found
from assistant_app.planner.dates.holidays import (
    EASTER,
    FIXED,
    LUNAR,
    NTH,
    holiday_date,
    nth_weekday,
)
from assistant_app.planner.dates.nodes import (
    Clock,
    Period,
    Rel,
    Repeat,
    Span,
    Spec,
    Wd,
    Ymd,
    replace,
)
from assistant_app.planner.dates.repeat_place import place
from assistant_app.planner.dates.resolve import Outcome, at_minutes, iso, point

DAY = cal.DAY
_WEEKS = {
    2: ((0, 3), (1, 4), (5, 6)),
    3: ((0, 2, 4), (1, 3, 5)),
    4: ((0, 1, 3, 4),),
    5: ((0, 1, 2, 3, 4),),
    6: ((0, 1, 2, 3, 4, 5),),
    7: ((0, 1, 2, 3, 4, 5, 6),),
}
"""The days that so many times a week usually are."""
_MONTHS = {
    2: (Repeat("MONTHLY", monthday=1, more_days=(15,)), Repeat("WEEKLY", 2)),
    3: (Repeat("MONTHLY", monthday=1, more_days=(11, 21)), Repeat("DAILY", 10)),
    4: (Repeat("WEEKLY"), Repeat("MONTHLY", monthday=1, more_days=(8, 15, 22))),
}
CODES = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def repeat(spec: Spec, ctx: Context) -> Outcome | None:
    """Return the repeat that a spec says; None when its pieces do not fit."""
    node = spec.repeat
    assert node is not None
    if node.freq == "?":
        return _how_often(spec, ctx)
    if spec.amount is not None:
        return _with_length(spec, ctx)
    if spec.num is not None:
        if node.days == (5, 6):
            return None  # "two weekends" is no two o'clock
        if spec.clock is None and spec.num <= 24 and node.freq in ("DAILY", "WEEKLY"):
            spec = spec.but(num=None, clock=Clock(spec.num))
        else:
            spec = spec.but(num=None, dates=(*spec.dates, Ymd(day=spec.num)))
    placed = place(node, spec.dates)
    if placed is None:
        return None
    node, start_dates = placed
    if spec.start is not None:
        if start_dates:
            return None
        start_dates = spec.start.dates
    floor = ctx.today
    if start_dates:
        found = find(start_dates, ctx)
        if found is None or found.kind not in ("day", "period"):
            return None
        floor = found.start
        if found.kind == "period" and spec.start is None and node.freq != "YEARLY":
            return _within_period(node, spec, found, ctx)
    return _rule(node, spec, floor, ctx, bool(start_dates))


def _within_period(node: Repeat, spec: Spec, found: Found, ctx: Context) -> Outcome | None:
    """Return "every day next week", which ends with the week."""
    if spec.until is not None or spec.occurrences is not None:
        return _rule(node, spec, found.start, ctx, True)
    floor = max(found.start, ctx.today) if found.end > ctx.today else found.start
    last = found.end - DAY
    end = Spec(dates=(Ymd(last.year, last.month, last.day),))
    return _rule(node, spec.but(until=end), floor, ctx, True)


def _how_often(spec: Spec, ctx: Context) -> Outcome | None:
    """Ask how often something repeats, or when, with the usual answers as choices."""
    node = spec.repeat
    usual = tuple(Repeat(freq) for freq in ("DAILY", "WEEKLY", "MONTHLY", "YEARLY"))
    rules = _spread(node.interval, node.part) if node and node.part else usual
    choices = [repeat(spec.but(repeat=rule), ctx) for rule in rules]
    alts = tuple(Alternative("rrule", c.value, "how_often") for c in choices if c is not None)
    return Outcome("rrule", None, alts=alts, problem="how_often") if alts else None


def _spread(n: int, unit: str) -> tuple[Repeat, ...]:
    """Return ways to do something `n` times a day, week, month or year."""
    if unit == "day":
        return (Repeat("HOURLY", 24 // n), Repeat("DAILY")) if 24 % n == 0 else ()
    if unit == "week":
        return tuple(Repeat("WEEKLY", days=days) for days in _WEEKS.get(n, ()))
    if unit == "month":
        return _MONTHS.get(n, ())
    return (Repeat("MONTHLY", 12 // n), Repeat("YEARLY")) if 12 % n == 0 else ()


def _with_length(spec: Spec, ctx: Context) -> Outcome | None:
    amount = spec.amount
    assert amount is not None
    if amount.exact and spec.clock:
        out = repeat(spec.but(amount=None), ctx)
        minutes = round(60 * amount.get("hour") + amount.get("minute"))
        return replace(out, tags=(*out.tags, f"length={minutes}")) if out else None
    if amount.exact or "for" not in spec.tags:
        return None
    out = repeat(spec.but(amount=None), ctx)
    if out is None:
        return None
    start = dt.datetime.fromisoformat(out.value["start"])
    end, _ = cal.shift(start, amount, 1)
    return replace(
        out, value={**out.value, "rrule": f"{out.value['rrule']};UNTIL={(end - DAY):%Y%m%d}"}
    )


def rule_text(node: Repeat) -> str | None:
    """Return the RRULE of a repeat, without the prefix."""
    parts = [f"FREQ={node.freq}"]
    if node.interval != 1:
        parts.append(f"INTERVAL={node.interval}")
    if node.holiday is not None:
        holiday = _holiday_rule(node.holiday)
        return ";".join([*parts, *holiday]) if holiday else None
    if node.month or node.months:
        months = node.months or (node.month,)
        parts.append("BYMONTH=" + ",".join(map(str, months)))
    if node.days:
        codes = [CODES[d] for d in node.days]
        if node.nth and len(codes) == 1:
            codes = [f"{n}{codes[0]}" for n in node.nth]
        parts.append("BYDAY=" + ",".join(codes))
        if node.nth and len(node.days) > 1:
            parts.append(f"BYSETPOS={node.nth[0]}")
    if node.monthday:
        numbers = map(str, (node.monthday, *node.more_days))
        parts.append("BYMONTHDAY=" + ",".join(numbers))
    return ";".join(parts)


def _holiday_rule(key: str) -> list[str] | None:
    if key in FIXED:
        month, day = FIXED[key]
        return [f"BYMONTH={month}", f"BYMONTHDAY={day}"]
    if key in NTH:
        month, weekday, nth = NTH[key]
        return [f"BYMONTH={month}", f"BYDAY={nth}{CODES[weekday]}"]
    if key in LUNAR:
        month, day = LUNAR[key]
        day = day or -1  # the eve of the New Year ends the twelfth month
        return [f"BYMONTH={month}", f"BYMONTHDAY={day}"]
    return None


def _rule(node: Repeat, spec: Spec, floor: dt.date, ctx: Context, started: bool) -> Outcome | None:
    if node.holiday in EASTER:
        return None
    if node.workday_cal == "?":
        node = replace(node, workday_cal="CN" if ctx.lang == "zh" else None)
    lunar = node.lunar or (node.holiday in LUNAR and node.holiday not in FIXED)
    text = rule_text(node)
    if text is None:
        return None
    time = _time(spec)
    if time is None:
        return None
    minutes, seconds, tags = time
    exact = node.freq in ("HOURLY", "MINUTELY", "SECONDLY")
    first = _first(node, floor, minutes, ctx, started, lunar)
    if first is None:
        return None
    start = first.isoformat()
    if minutes is not None:
        start = iso(at_minutes(first, minutes, seconds))
    elif exact:
        start = iso(ctx.now.replace(second=0, microsecond=0))
    value: dict[str, Any] = {"start": start, "rrule": text}
    if node.workday_cal:
        value["workday_cal"] = node.workday_cal
    if lunar:
        value["rscale"] = "CHINESE"
    out = _bounded(value, spec, ctx, tags)
    if (
        out
        and node.monthday
        and not node.more_days
        and node.monthday > 28
        and node.freq == "MONTHLY"
    ):
        month_end = _first(replace(node, monthday=-1), floor, minutes, ctx, started, lunar)
        return _ask_month_end(out, node, month_end or first)
    return out


def _ask_month_end(out: Outcome, node: Repeat, first: dt.date) -> Outcome:
    """The 31st of each month asks: the last day (from `first` on), or only where there is one."""
    value = out.value
    last = {
        **value,
        "start": first.isoformat() + value["start"][10:],
        "rrule": value["rrule"].replace(f"BYMONTHDAY={node.monthday}", "BYMONTHDAY=-1"),
    }
    skip = Alternative("rrule", value, "skip_short_months")
    problem = "month_end" if node.monthday == 31 else ""
    if problem:
        return replace(
            out, value=last, alts=(Alternative("rrule", last, "last_day"), skip), problem=problem
        )
    return replace(
        out,
        tags=(*out.tags, f"skips_short_months={node.monthday}"),
        alts=(Alternative("rrule", last, "last_day"),),
    )


def _time(spec: Spec) -> tuple[int | None, int, tuple[str, ...]] | None:
    if spec.clock is not None:
        decided = clocks.decide(spec.clock, spec.part)
        return decided.minutes % 1440, decided.seconds, (decided.tag,) if decided.tag else ()
    if spec.part is not None:
        minutes = clocks.default(spec.part)
        return minutes % 1440, 0, (f"part={spec.part.name}@{clocks.clock_text(minutes)}",)
    return None, 0, ()


def _first(
    node: Repeat, floor: dt.date, minutes: int | None, ctx: Context, started: bool, lunar: bool
) -> dt.date | None:
    """Return the first day at or after `floor` that the rule has and whose time is still ahead."""
    if (
        floor == ctx.today
        and minutes is not None
        and minutes <= ctx.now.hour * 60 + ctx.now.minute
    ):
        floor += DAY
    if lunar:
        return _first_lunar(node, floor)
    if node.holiday:
        dates = [holiday_date(node.holiday, floor.year + k) for k in (0, 1)]
        return next((d for d in dates if d and d >= floor), None)
    if not (node.days or node.monthday or node.month) or node.freq in ("HOURLY", "MINUTELY"):
        return floor
    if node.nth and max(map(abs, node.nth)) > (5 if len(node.days) == 1 else 23):
        return None
    for step in range(0, 366 * 8):
        day = floor + DAY * step
        if _has(node, day):
            return day
    return None


def _has(node: Repeat, day: dt.date) -> bool:
    if node.month and day.month != node.month:
        return False
    if node.months and day.month not in node.months:
        return False
    if node.monthday:
        last = cal.month_end(day.year, day.month)
        numbers = (node.monthday, *node.more_days)
        return day.day in [n if n > 0 else last + 1 + n for n in numbers]
    if node.nth:
        return day.weekday() in node.days and any(day == _nth_day(node, n, day) for n in node.nth)
    return day.weekday() in node.days if node.days else day.day == 1


def _nth_day(node: Repeat, nth: int, day: dt.date) -> dt.date | None:
    if len(node.days) == 1:
        return nth_weekday(day.year, day.month, node.days[0], nth)
    last = cal.month_end(day.year, day.month)
    days = [d for k in range(1, last + 1) if (d := day.replace(day=k)).weekday() in node.days]
    index = nth - 1 if nth > 0 else len(days) + nth
    return days[index] if 0 <= index < len(days) else None


def _first_lunar(node: Repeat, floor: dt.date) -> dt.date | None:
    if node.holiday:
        dates = [holiday_date(node.holiday, floor.year + k) for k in (0, 1)]
    else:
        from assistant_app.planner.dates import lunar

        if node.month is None or node.monthday is None:
            return None
        dates = [lunar.to_solar(floor.year + k, node.month, node.monthday) for k in (-1, 0, 1, 2)]
    return next((d for d in dates if d and d >= floor), None)


def _bounded(
    value: dict[str, Any], spec: Spec, ctx: Context, tags: tuple[str, ...]
) -> Outcome | None:
    start = dt.datetime.fromisoformat(value["start"])
    if spec.occurrences is not None:
        value["rrule"] += f";COUNT={spec.occurrences}"
    if spec.until is not None:
        later = replace(ctx, now=start, prefer="any")
        end = point(spec.until, later)
        if end is None or end.kind not in ("date", "datetime", "range"):
            return None
        last = _until(end, spec.until)
        named = any(isinstance(d, Ymd) and d.year for d in spec.until.dates)
        if last < start.date() and not named:  # "until June", said in June
            end = point(spec.until, replace(later, now=_month_on(start)))
            last = _until(end, spec.until) if end and end.value is not None else last
        if last < start.date():
            return None
        value["rrule"] += f";UNTIL={last:%Y%m%d}"
        value["until"] = last.isoformat()
    return Outcome(
        "rrule", value, tags, when=dt.datetime.combine(start.date(), dt.time(23, 59, 59))
    )


def _month_on(start: dt.datetime) -> dt.datetime:
    first, _ = cal.add_months(start.date().replace(day=1), 1)
    return dt.datetime.combine(first, dt.time())


def _until(end: Outcome, until: Spec) -> dt.date:
    """Return the last day: "until June" and "until Friday" stop before June and on Friday."""
    if end.kind == "range":
        month = all(isinstance(d, (Ymd, Period)) for d in until.dates) and until.bound != "through"
        start = dt.date.fromisoformat(end.value["start"][:10])
        return start - DAY if month else dt.date.fromisoformat(end.value["end"][:10]) - DAY
    return dt.date.fromisoformat(end.value[:10])


def repeat_span(node: Span, ctx: Context) -> Outcome | None:
    """Return a repeat of a stretch of time: every Monday from 9 to 10."""
    from assistant_app.planner.dates.spans import span

    shared = node.shared
    if shared.repeat is None:
        return None
    if node.right.next_day:
        return _over_night(node, ctx)
    if week := _weekday_run(node):
        return repeat(week, ctx)
    if node.left.num is not None and (dated := _from_to(node, ctx)):
        return dated
    times = span(replace(node, shared=shared.but(repeat=None, dates=())), ctx)
    if times is None or times.kind != "range":
        return _from_to(node, ctx)
    start, end = times.value["start"], times.value["end"]
    if "T" in start or "-" in start:
        return _from_to(node, ctx)
    if shared.repeat.freq in ("HOURLY", "MINUTELY", "SECONDLY"):
        return None  # "every hour from 9 to 5" is no length of each
    hour, minute = int(start[:2]), int(start[3:5])
    out = repeat(shared.but(part=None, clock=Clock(hour, minute, literal=True)), ctx)
    if out is None:
        return None
    length = (int(end[:2]) * 60 + int(end[3:5]) - hour * 60 - minute) % 1440
    return replace(out, tags=(*out.tags, *times.tags, f"length={length}"))


def _over_night(node: Span, ctx: Context) -> Outcome | None:
    """Return "every Friday from 10pm to 6am the next day": the end is a part of the length."""
    from assistant_app.planner.dates.spans import span

    shared = node.shared.but(dates=(*node.shared.dates, *node.left.dates))
    today = shared.but(repeat=None, start=None, dates=(Rel(0),))
    times = span(Span(node.left.but(dates=()), node.right, today), ctx)
    if times is None or times.kind != "range":
        return None
    start, end = (dt.datetime.fromisoformat(times.value[k]) for k in ("start", "end"))
    clock = Clock(start.hour, start.minute, literal=True)
    out = repeat(shared.but(part=None, clock=clock), ctx)
    if out is None:
        return None
    length = int((end - start).total_seconds()) // 60
    hours = tuple(tag for tag in times.tags if tag.startswith("hour="))
    return replace(out, tags=(*out.tags, *hours, f"length={length}"))


def _weekday_run(node: Span) -> Spec | None:
    """Return "every day, Monday to Friday" as one weekly repeat; None when it is something else."""
    shared, left, right = node.shared, node.left, node.right
    days = [d for spec in (left, right) for d in spec.dates]
    plain = all(isinstance(d, Wd) and not d.mod for d in days) and len(days) == 2 and left.dates
    node_of = shared.repeat
    daily = node_of is not None and node_of.freq == "DAILY" and node_of.interval == 1
    weekly = node_of is not None and node_of.freq == "WEEKLY" and not node_of.days
    if (
        not plain
        or not (daily or weekly)
        or shared.dates
        or left.has_time
        or (shared.has_time and right.has_time)
    ):
        return None
    first, last = (d.day for d in days)
    run = tuple((first + k) % 7 for k in range((last - first) % 7 + 1))
    clock, part = shared.clock or right.clock, shared.part or right.part
    interval = node_of.interval if node_of is not None else 1
    return Spec(repeat=Repeat("WEEKLY", interval, days=run), clock=clock, part=part)


def _from_to(node: Span, ctx: Context) -> Outcome | None:
    """Read "every Friday from March to June"."""
    base = node.shared
    left = node.left
    named = next((d for d in node.right.dates if isinstance(d, Ymd) and d.month and d.day), None)
    if left.num is not None and not left.dates and named is not None:  # "from 1 to 5 December"
        left = left.but(num=None, dates=(replace(named, day=left.num),))
    if left.has_time or node.right.has_time or not left.dates or not node.right.dates:
        return None
    return repeat(base.but(start=left, until=node.right.but(bound="through")), ctx)
