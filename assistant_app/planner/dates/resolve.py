"""Turn what was parsed into a `Resolved`: the value, what else it could be, and what was assumed."""

from __future__ import annotations

import datetime as dt
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from assistant_app.domain.planner import Alternative, Resolved
from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates import clocks
from assistant_app.planner.dates.days import Context, Found, find
from assistant_app.planner.dates.nodes import (
    SAME_TIME,
    Amount,
    Clock,
    Period,
    Rel,
    Shift,
    Spec,
    Wd,
    Ymd,
    replace,
)

DAY = cal.DAY


class Outcome(NamedTuple):
    """A reading before its status is known. `when` is what past and future are judged by."""

    kind: Any
    value: Any
    tags: tuple[str, ...] = ()
    alts: tuple[Alternative, ...] = ()
    when: dt.datetime | None = None
    problem: str = ""
    tz: str | None = None


def iso(moment: dt.datetime) -> str:
    """Return a wall time as 2026-11-25T15:00, with seconds when there are any."""
    return moment.isoformat(timespec="seconds" if moment.second else "minutes")


def finish(out: Outcome, ctx: Context) -> Resolved:
    """Give an outcome its status: past, ambiguous, invalid or ok."""
    common: dict[str, Any] = {"alternatives": out.alts, "assumptions": out.tags, "tz": out.tz}
    if out.problem == "invalid":
        return Resolved("invalid", None, None, reason="no_such_date", **common)
    if out.problem:
        return Resolved("ambiguous", out.kind, out.value, reason=out.problem, **common)
    if ctx.prefer == "future" and out.when is not None and out.when < ctx.now:
        return Resolved("past", out.kind, out.value, reason="past", **common)
    return Resolved("ok", out.kind, out.value, **common)


def settle_number(spec: Spec, ctx: Context) -> Spec | None:
    """Read a lone number as an hour or a day of the month."""
    n = spec.num
    if n is None:
        return spec
    plain = spec.but(num=None)
    if spec.clock is not None or (n > 12 and spec.part is None):
        return _as_day(plain, n)
    months = any(
        (isinstance(d, Ymd) and d.month and not d.day)
        or (isinstance(d, Period) and d.unit == "month")
        for d in spec.dates
    )
    if months:
        return _as_day(plain, n)
    wds = [d for d in spec.dates if isinstance(d, Wd)]
    if wds and spec.part is None and len(spec.dates) == 1:
        found = find(spec.dates, ctx)
        if found and found.start.day == n:
            return _as_day(plain, n)
    return plain.but(clock=Clock(n)) if n <= 24 else None


def _as_day(spec: Spec, n: int) -> Spec | None:
    if not 1 <= n <= 31 or any(
        isinstance(d, Rel) or (isinstance(d, Ymd) and d.day) for d in spec.dates
    ):
        return None
    return spec.but(dates=(*spec.dates, Ymd(day=n)))


def point(spec: Spec, ctx: Context) -> Outcome | None:
    """Return the reading of one spec that does not repeat; None when its pieces do not fit."""
    settled = settle_number(spec, ctx)
    if settled is None:
        return None
    spec = settled
    if spec.clock == SAME_TIME:
        spec = _same_time(spec, ctx)
    counted = next((d for d in spec.dates if _from_clock(d)), None)
    if counted is not None:
        return _counted_from(counted, spec, ctx)
    if spec.clock is not None:
        decided = clocks.decide(spec.clock, spec.part)
        ctx = replace(ctx, ahead=decided.minutes > ctx.now.hour * 60 + ctx.now.minute)
    elif spec.part is not None:
        ctx = replace(ctx, ahead=clocks.default(spec.part) > ctx.now.hour * 60 + ctx.now.minute)
    if spec.bound == "since":
        spec = spec.but(
            dates=tuple(
                replace(d, mod="recent") if isinstance(d, Wd) and not d.mod else d
                for d in spec.dates
            )
        )
    if spec.amount is not None:
        return _with_amount(spec, ctx)
    if spec.occurrences is not None or spec.until is not None:
        return None
    tags = (f"bound={spec.bound}",) if spec.bound else ()
    if not spec.dates:
        out = _time_only(spec, ctx)
    else:
        found = find(spec.dates, ctx)
        if found and found.unit == "monthend" and spec.bound in ("by", "before", "until"):
            found = Found("day", found.end - DAY, found.end, (f"last_day={found.end - DAY}",))
        out = _dated(found, spec, ctx) if found else None
    if out is None:
        return None
    return _zoned(replace(out, tags=(*out.tags, *tags)), spec, ctx)


def _same_time(spec: Spec, ctx: Context) -> Spec:
    """Put in the clock time of now; "this time next week" is seven days on."""
    at = Clock(ctx.now.hour, ctx.now.minute, literal=True)
    if len(spec.dates) == 1 and isinstance(spec.dates[0], Period):
        unit, offset = spec.dates[0].unit, spec.dates[0].offset
        if unit in ("week", "month", "year") and offset:
            amount = Amount(((unit, float(abs(offset))),))
            spec = spec.but(dates=(Shift(amount, 1 if offset > 0 else -1),))
    return spec.but(clock=at)


def _from_clock(node: Any) -> bool:
    return isinstance(node, Shift) and node.amount.exact and node.anchor is not None


def _counted_from(node: Shift, spec: Spec, ctx: Context) -> Outcome | None:
    """Return hours or minutes before or after a clock time: "an hour before noon tomorrow"."""
    anchor = node.anchor
    others = tuple(d for d in spec.dates if d is not node)
    if anchor is None or spec.has_time or spec.amount or spec.bound or spec.repeat:
        return None
    if others and anchor.dates:
        return None
    out = point(anchor.but(dates=anchor.dates or others, zone=anchor.zone or spec.zone), ctx)
    if out is None or out.problem or out.kind not in ("time", "datetime"):
        return out if out and out.problem == "invalid" else None
    tags = tuple(t for t in out.tags if not t.startswith("next_time"))
    if out.kind == "datetime":
        moved = _moved(out.value, node)
        alts = tuple(
            Alternative("datetime", _moved(a.value, node), a.tag)
            for a in out.alts
            if a.kind == "datetime"
        )
        return replace(out, value=moved, alts=alts, when=dt.datetime.fromisoformat(moved))
    value = _moved("2001-01-02T" + out.value, node).split("T")[1]
    minutes = int(value[:2]) * 60 + int(value[3:5])
    when = _next(minutes, ctx)
    if when.date() != ctx.today:
        tags = (*tags, f"next_time={when.date()}")
    alts = tuple(
        Alternative("time", _moved("2001-01-02T" + a.value, node).split("T")[1], a.tag)
        for a in out.alts
        if a.kind == "time"
    )
    return replace(out, value=value, tags=tags, alts=alts)


def _moved(value: str, node: Shift) -> str:
    return iso(cal.shift(dt.datetime.fromisoformat(value), node.amount, node.sign)[0])


def _zoned(out: Outcome, spec: Spec, ctx: Context) -> Outcome | None:
    if spec.zone is None:
        return out
    if not spec.has_time:
        return None
    if out.when is not None and out.kind == "datetime":
        here = (
            out.when.replace(tzinfo=ZoneInfo(spec.zone))
            .astimezone(ZoneInfo(ctx.tz))
            .replace(tzinfo=None)
        )
        local = Alternative("datetime", iso(here), "local_zone")
        alts = out.alts if local.value == out.value else (*out.alts, local)
        return replace(out, tz=spec.zone, when=here, alts=alts)
    return replace(out, tz=spec.zone)


# ---- amounts


def duration(amount: Amount) -> dict[str, float]:
    """Return a duration's value: one key, or several where units were mixed."""
    units = {
        "second": "seconds",
        "minute": "minutes",
        "hour": "hours",
        "day": "days",
        "week": "weeks",
        "month": "months",
        "year": "years",
        "workday": "days",
        "workweek": "weeks",
    }
    value: dict[str, float] = {}
    seconds = amount.get("second") + 60 * amount.get("minute") + 3600 * amount.get("hour")
    for unit, number in amount.parts:
        if unit == "weekend":
            value["days"] = value.get("days", 0) + 2 * number
        elif unit not in ("second", "minute", "hour"):
            value[units[unit]] = value.get(units[unit], 0) + number
    if seconds or not value:
        value["seconds"] = seconds
    return {k: int(v) if v == int(v) else v for k, v in value.items()}


def _with_amount(spec: Spec, ctx: Context) -> Outcome | None:
    amount = spec.amount
    assert amount is not None
    plain = spec.but(amount=None)
    if not spec.dates and not spec.has_time:
        if spec.zone or spec.occurrences or spec.bound:
            return None
        alts: tuple[Alternative, ...] = ()
        try:
            later, _ = cal.shift(ctx.now, amount, 1)
            kind, value = (
                ("datetime", iso(later)) if amount.exact else ("date", later.date().isoformat())
            )
            alts = (Alternative(kind, value, "from_now"),)  # type: ignore[arg-type]
            if not amount.exact:
                alts = (*alts, Alternative("datetime", iso(later), "from_now"))
        except (OverflowError, ValueError):
            pass
        return Outcome("duration", duration(amount), ("vague",) if amount.vague else (), alts)
    if spec.part and spec.part.name.startswith("after") and "for" not in spec.tags:
        if not amount.exact or spec.clock:
            return None
        hour, minute = divmod(clocks.window(spec.part)[0], 60)  # "an hour after lunch"
        anchor = plain.but(part=None, clock=Clock(hour, minute, literal=True))
        return _counted_from(Shift(amount, 1, anchor), Spec(), ctx)
    if spec.bound in ("before", "after") and "for" not in spec.tags:
        return None  # "two hours before" it, which has to be read whole
    out = point(plain, ctx)
    if out is None or out.problem:
        return out
    try:
        return _stretched(out, amount)
    except (OverflowError, ValueError):
        return None


def _stretched(out: Outcome, amount: Amount) -> Outcome | None:
    if out.kind == "datetime":
        start = dt.datetime.fromisoformat(out.value)
        end, _ = cal.shift(start, amount, 1)
        return replace(
            out,
            kind="range",
            value={"start": iso(start), "end": iso(end)},
            alts=tuple(_longer(a, amount) for a in out.alts if a.kind == "datetime"),
            when=out.when,
        )
    if out.kind == "time":
        start = dt.datetime.fromisoformat("2001-01-01T" + out.value)
        end, _ = cal.shift(start, amount, 1)
        if end - start >= DAY:
            return None
        return replace(
            out, kind="range", alts=(), value={"start": out.value, "end": iso(end).split("T")[1]}
        )
    if out.kind == "date":
        day = dt.date.fromisoformat(out.value)
        if amount.exact:
            minutes = round(60 * amount.get("hour") + amount.get("minute"))
            return replace(out, tags=(*out.tags, f"length={minutes}"))
        end, _ = cal.shift(dt.datetime.combine(day, dt.time()), amount, 1)
        return replace(
            out,
            kind="range",
            alts=(),
            value={"start": out.value, "end": end.date().isoformat()},
            when=end,
        )
    return None


def _longer(alt: Alternative, amount: Amount) -> Alternative:
    start = dt.datetime.fromisoformat(alt.value)
    end, _ = cal.shift(start, amount, 1)
    return Alternative("range", {"start": iso(start), "end": iso(end)}, alt.tag)


# ---- a time without a day


def _next(minutes: int, ctx: Context) -> dt.datetime:
    start = dt.datetime.combine(ctx.today, dt.time()) + dt.timedelta(minutes=minutes)
    return start if start >= ctx.now.replace(second=0, microsecond=0) else start + DAY


def _time_only(spec: Spec, ctx: Context) -> Outcome | None:
    if spec.clock is not None:
        if "between" in spec.tags:
            first = clocks.decide(spec.clock, spec.part)
            value = {"start": first.text, "end": clocks.clock_text(first.minutes + 60)}
            return Outcome("range", value, _tagged(first))
        decided = clocks.decide(spec.clock, spec.part)
        when = _next(decided.minutes, ctx)
        tags = _tagged(decided)
        if when.date() != ctx.today:
            tags = (*tags, f"next_time={when.date()}")
        alts = (
            (Alternative("time", clocks.clock_text(decided.other), "other_half"),)
            if decided.other is not None
            else ()
        )
        return Outcome("time", decided.text, tags, alts)
    if spec.part is None:
        return None
    low, high = clocks.window(spec.part)
    span = {"start": clocks.clock_text(low), "end": clocks.clock_text(high)}
    if ctx.prefer == "any":
        return Outcome("range", span, (f"window={spec.part.name}",))
    if spec.part.name == "smallhours":
        return Outcome("range", span, alts=_small_hours(None), problem="which_hour")
    start = clocks.default(spec.part)
    tags = (f"part={spec.part.name}@{clocks.clock_text(start)}",)
    return Outcome("time", clocks.clock_text(start), tags, (Alternative("range", span, "window"),))


def _small_hours(day: dt.date | None) -> tuple[Alternative, ...]:
    if day is None:
        return tuple(Alternative("time", t, "hour") for t in ("00:00", "02:00", "04:00"))
    return tuple(
        Alternative("datetime", f"{day}T{t}", "hour") for t in ("00:00", "02:00", "04:00")
    )


def _tagged(decided: clocks.Decided) -> tuple[str, ...]:
    return (decided.tag,) if decided.tag else ()


# ---- a day, with or without a time


def _dated(found: Found, spec: Spec, ctx: Context) -> Outcome | None:
    if found.kind == "invalid":
        return _impossible(found, spec)
    if found.kind == "moment":
        return _moment(found, spec, ctx)
    if found.kind == "stretch":
        if spec.has_time:
            return None
        value = {"start": iso(found.start), "end": iso(found.end)}
        alts = tuple(_plain(a, b, t) for a, b, t in found.alts)
        return Outcome("range", value, found.tags, alts, found.end)
    if found.kind == "period":
        return _stretch_of_days(found, spec, ctx)
    if spec.clock is not None:
        return _day_and_clock(found, spec, ctx)
    if spec.part is not None:
        return _day_and_part(found, spec, ctx)
    alts = tuple(_plain(a, b, t) for a, b, t in found.alts)
    when = dt.datetime.combine(found.start, dt.time(23, 59, 59))
    return Outcome("date", found.start.isoformat(), found.tags, alts, when, found.ask)


def _plain(start: Any, end: Any, tag: str) -> Alternative:
    if isinstance(start, dt.datetime):
        if end is None:
            return Alternative("datetime", iso(start), tag)
        return Alternative("range", {"start": iso(start), "end": iso(end)}, tag)
    if isinstance(start, str):
        length = {"days": 2} if start == "weekend" else {f"{start}s": 1}
        return Alternative("duration", length, tag)
    if end is None or (end - start).days == 1:
        return Alternative("date", start.isoformat(), tag)
    return Alternative("range", {"start": start.isoformat(), "end": end.isoformat()}, tag)


def _impossible(found: Found, spec: Spec) -> Outcome | None:
    at = clocks.decide(spec.clock, spec.part).text if spec.clock else ""
    alts = tuple(
        Alternative("datetime", f"{d}T{at}", "nearest")
        if at
        else Alternative("date", d.isoformat(), "nearest")
        for d in found.nearest
    )
    return Outcome(None, None, alts=alts, problem="invalid")


def _moment(found: Found, spec: Spec, ctx: Context) -> Outcome | None:
    if spec.has_time:
        return None
    alts = tuple(_plain(a, b, t) for a, b, t in found.alts)
    value = found.start if found.start.second else found.start.replace(microsecond=0)
    return Outcome("datetime", iso(value), found.tags, alts, found.start)


def _stretch_of_days(found: Found, spec: Spec, ctx: Context) -> Outcome | None:
    if spec.has_time:
        said = any(isinstance(d, Period) for d in spec.dates)
        if found.unit not in ("weekend", "month", "year", "week") or (
            found.unit == "year" and not said
        ):
            return None
        days = (found.start, found.end - DAY) if found.unit == "weekend" else (found.start,)
        options = [_dated(Found("day", d, d + DAY), spec, ctx) for d in days]
        firsts = [o for o in options if o is not None]
        if not firsts:
            return None
        alts = tuple(Alternative(o.kind, o.value, "day") for o in firsts)
        return replace(firsts[0], alts=alts, problem="which_day")
    value = {"start": found.start.isoformat(), "end": found.end.isoformat()}
    alts = tuple(_plain(a, b, t) for a, b, t in found.alts)
    when = dt.datetime.combine(found.end, dt.time())
    return Outcome("range", value, found.tags, alts, when, found.ask)


def at_minutes(day: dt.date, minutes: int, seconds: int = 0) -> dt.datetime:
    """Return the wall time so many minutes after the day's midnight."""
    return dt.datetime.combine(day, dt.time()) + dt.timedelta(minutes=minutes, seconds=seconds)


def settle_dst(moment: dt.datetime, tz: str) -> tuple[dt.datetime, tuple[str, ...]]:
    """Rule 13: move a wall time out of a gap; in a fold the first occurrence, said so."""
    zone = ZoneInfo(tz)
    first, second = moment.replace(tzinfo=zone, fold=0), moment.replace(tzinfo=zone, fold=1)
    a, b = first.utcoffset(), second.utcoffset()
    if a is None or b is None or a == b:
        return moment, ()
    if a > b:
        return moment, (f"dst_fold={iso(moment)}",)
    moved = moment + (b - a)
    return moved, (f"dst_gap={iso(moved)}",)


def _day_and_clock(found: Found, spec: Spec, ctx: Context) -> Outcome | None:
    assert spec.clock is not None
    decided = clocks.decide(spec.clock, spec.part)
    moment = at_minutes(found.start, decided.minutes, decided.seconds)
    written = any(isinstance(d, Ymd) and d.year for d in spec.dates)
    today = found.start == ctx.today and ctx.prefer == "future" and not written
    if today and moment < ctx.now and decided.other is not None and decided.tag:
        other = at_minutes(found.start, decided.other, decided.seconds)
        if other >= ctx.now:
            text = clocks.clock_text(decided.other)
            decided = replace(
                decided, minutes=decided.other, other=decided.minutes, tag=f"hour={text}"
            )
            moment = other
    if "between" in spec.tags:
        value = {"start": iso(moment), "end": iso(moment + dt.timedelta(hours=1))}
        return Outcome(
            "range", value, (*found.tags, *_tagged(decided)), when=moment, problem=found.ask
        )
    if spec.part and decided.minutes > 1440 and ctx.prefer == "future":
        return _after_midnight(found, decided, spec.clock)
    moment, dst = settle_dst(moment, spec.zone or ctx.tz)
    alts = [
        Alternative("datetime", iso(at_minutes(a, decided.minutes, decided.seconds)), t)
        for a, _, t in found.alts
        if type(a) is dt.date
    ]
    if decided.other is not None:
        alts.append(
            Alternative(
                "datetime",
                iso(at_minutes(found.start, decided.other, decided.seconds)),
                "other_half",
            )
        )
    if decided.minutes == 1440:
        alts.append(Alternative("datetime", iso(at_minutes(found.start, 0)), "start_of_day"))
    tags = (*found.tags, *_tagged(decided), *dst)
    return Outcome("datetime", iso(moment), tags, tuple(alts), moment, found.ask)


def _after_midnight(found: Found, decided: clocks.Decided, clock: Clock) -> Outcome | None:
    """Ask what "tonight at 3" means: after midnight, or a slip for another hour of that day."""
    if clock.hour == 12:
        moments = [decided.minutes, decided.minutes - 1440]
    else:
        moments = [decided.minutes, decided.minutes - 720, decided.minutes - 1440]
    values = [iso(at_minutes(found.start, m, decided.seconds)) for m in moments]
    alts = tuple(Alternative("datetime", v, "hour") for v in values)
    return Outcome("datetime", values[0], found.tags, alts, None, found.ask or "which_hour")


def _day_and_part(found: Found, spec: Spec, ctx: Context) -> Outcome | None:
    part = spec.part
    assert part is not None
    low, high = clocks.window(part)
    day: dt.date = found.start
    span = {"start": iso(at_minutes(day, low)), "end": iso(at_minutes(day, high))}
    end = at_minutes(day, high)
    others = tuple(
        Alternative(
            "range", {"start": iso(at_minutes(a, low)), "end": iso(at_minutes(a, high))}, t
        )
        for a, _, t in found.alts
        if type(a) is dt.date
    )
    if ctx.prefer == "any":
        return Outcome("range", span, (*found.tags, f"window={part.name}"), others, end, found.ask)
    if part.name == "smallhours":
        return Outcome(
            "range", span, found.tags, _small_hours(day), end, found.ask or "which_hour"
        )
    minutes = clocks.default(part)
    start = at_minutes(day, minutes)
    window = Alternative("range", span, "window")
    tags = (*found.tags, f"part={part.name}@{clocks.clock_text(minutes)}")
    if part.name in clocks.EXACT:
        tags = found.tags
    if start < ctx.now < end:
        value = {"start": iso(ctx.now.replace(second=0, microsecond=0)), "end": iso(end)}
        return Outcome(
            "range", value, (*found.tags, f"window={part.name}"), (window,), end, found.ask
        )
    start, dst = settle_dst(start, ctx.tz)
    if minutes == 1440:
        window = Alternative("datetime", iso(at_minutes(day, 0)), "start_of_day")
    same = tuple(
        Alternative("datetime", iso(at_minutes(a, minutes)), t)
        for a, _, t in found.alts
        if type(a) is dt.date
    )
    return Outcome("datetime", iso(start), (*tags, *dst), (window, *same), start, found.ask)
