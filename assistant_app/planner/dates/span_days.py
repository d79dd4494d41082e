"""Ranges of days, and what the two ends of a range lend each other."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.domain.planner import Alternative
from assistant_app.planner.dates.days import Context, Found, find
from assistant_app.planner.dates.nodes import (
    Holiday,
    Nth,
    Period,
    Rel,
    Shift,
    Spec,
    Wd,
    Ymd,
    replace,
)
from assistant_app.planner.dates.resolve import Outcome


def day_range(left: Spec, right: Spec, shared: Spec, ctx: Context) -> Outcome | None:
    """Return the days from one date to another; None when they do not fit."""
    ldates, rdates = complete((*shared.dates, *left.dates), right.dates, shared)
    if not ldates or not rdates:
        return None
    first = find(ldates, ctx)
    if first is None or first.kind not in ("day", "period", "invalid"):
        return None
    if first.kind == "invalid":
        return impossible(first)
    last = _last(rdates, first, ctx)
    if last is None or last.kind not in ("day", "period", "invalid"):
        return None
    if last.kind == "invalid":
        return impossible(last)
    running = _still_running(ldates, rdates, first, ctx)
    start, end = running if running else (first.start, last.end)
    if end <= start:
        return None
    alts: list[Alternative] = []
    for at, _, tag in first.alts:
        if isinstance(at, dt.date) and tag == "last_date":
            alts.append(
                Alternative(
                    "range",
                    {"start": at.isoformat(), "end": (at + (end - start)).isoformat()},
                    tag,
                )
            )
    if last.kind == "period" and last.unit in ("week", "month", "year") and last.start > start:
        value = {"start": start.isoformat(), "end": last.start.isoformat()}
        alts.append(Alternative("range", value, "until_start"))
    when = dt.datetime.combine(end, dt.time())
    value = {"start": start.isoformat(), "end": end.isoformat()}
    return Outcome("range", value, first.tags, tuple(alts), when, first.ask)


def _last(dates: tuple[Any, ...], first: Found, ctx: Context) -> Found | None:
    if not floating(dates):
        return find(dates, ctx)
    later = replace(ctx, now=dt.datetime.combine(first.start, dt.time()), ahead=None)
    return find(dates, later)


def _still_running(
    ldates: tuple[Any, ...], rdates: tuple[Any, ...], first: Found, ctx: Context
) -> tuple[dt.date, dt.date] | None:
    """Return a yearless range that today lies in: 2 to 10 July, said on the 5th."""
    if not (floating(ldates) and floating(rdates)) or not all(
        isinstance(d, Ymd) for d in (*ldates, *rdates)
    ):
        return None
    if first.start <= ctx.today:
        return None
    for _at, _end, tag in first.alts:
        if tag == "last_date":
            last = _last(rdates, replace(first, start=_at), ctx)
            if (
                last
                and last.kind == "day"
                and last.start >= ctx.today >= _at
                and (last.start - _at).days < 180
            ):
                return _at, last.end
    return None


def complete(
    ldates: tuple[Any, ...], rdates: tuple[Any, ...], shared: Spec
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Lend month, year and period to the side that lacks them."""
    lymd = next((d for d in ldates if isinstance(d, Ymd)), None)
    rymd = next((d for d in rdates if isinstance(d, Ymd)), None)
    if lymd and rymd:
        month = lymd.month if rymd.month is None else rymd.month
        new_right = replace(rymd, month=month, year=rymd.year, lunar=rymd.lunar or lymd.lunar)
        new_left = lymd
        if lymd.month is None and lymd.day is not None and rymd.month is not None:
            new_left = replace(new_left, month=rymd.month)
        if lymd.year is None and rymd.year is not None:
            wraps = new_left.month and new_right.month and new_left.month > new_right.month
            new_left = replace(new_left, year=rymd.year - (1 if wraps else 0))
        if new_right.year is None and new_left.year is not None:
            wraps = new_left.month and new_right.month and new_left.month > new_right.month
            new_right = replace(new_right, year=new_left.year + (1 if wraps else 0))
        ldates = tuple(new_left if d is lymd else d for d in ldates)
        rdates = tuple(new_right if d is rymd else d for d in rdates)
    lper = [d for d in ldates if isinstance(d, Period)]
    rper = [d for d in rdates if isinstance(d, Period)]
    if rper and not lper and lymd and lymd.day and not lymd.month:
        ldates = (*ldates, *rper)
    if lper and not rper and (shared.dates or lymd):
        wanted = [p for p in lper if p.unit in ("year", "month", "week")]
        if (rymd and (rymd.year is None)) or (
            any(isinstance(d, (Wd, Nth)) for d in rdates) and shared.dates
        ):
            keep = [p for p in wanted if not (p.unit == "month" and rymd and rymd.month)]
            if not (
                lymd
                and lymd.month
                and rymd
                and rymd.month
                and not shared.dates
                and any(p.unit == "year" for p in keep)
                and rymd.month < lymd.month
            ):
                rdates = (*rdates, *keep)
    return ldates, rdates


def floating(dates: tuple[Any, ...]) -> bool:
    """Tell whether the dates are read from the first one on ("Friday to Monday")."""
    return all(
        isinstance(d, (Wd, Holiday)) or (isinstance(d, Ymd) and d.year is None) for d in dates
    ) and not any(isinstance(d, Wd) and d.mod for d in dates)


def impossible(found: Found) -> Outcome:
    """Return what a range with an impossible end comes to (rule 10)."""
    alts = tuple(Alternative("date", d.isoformat(), "nearest") for d in found.nearest)
    return Outcome(None, None, alts=alts, problem="invalid")


def without_remark(left: Spec, right: Spec, ctx: Context) -> Spec | None:
    """Drop the distance at the end of an explanation ("..., in 7 days") when it is true."""
    if not right.dates or not any(isinstance(d, Ymd) and d.year and d.day for d in left.dates):
        return right
    remark = right.dates[-1]
    counted = (
        isinstance(remark, Shift)
        and remark.anchor is None
        and remark.weekday is None
        and not remark.amount.exact
    )
    if not counted and not isinstance(remark, Rel):
        return right
    if len(right.dates) == 1 and not right.has_time:
        return right
    found, first = find((remark,), ctx), find(left.dates, ctx)
    if found is None or first is None or found.start != first.start:
        return None
    return right.but(dates=right.dates[:-1])
