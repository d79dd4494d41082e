"""The occurrences of an item: when a stored event or task happens within a stretch of time.

A key is the original start of an occurrence, in the form and zone of the master (RFC 5545
RECURRENCE-ID). For a task without a start it is the original due date.
"""

from __future__ import annotations

import datetime as dt
import heapq
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Item, ItemKind, Occurrence
from assistant_app.planner.recurrence import Allowance, Plan
from assistant_app.planner.rule import Rule, parse_rule
from assistant_app.planner.walltime import (
    DAY_MS,
    as_datetime,
    edge,
    from_ms,
    parse,
    placed,
    text,
    to_ms,
    wall_bounds,
)

MARGIN_MS = DAY_MS + 4 * 3_600_000
"""How far a date or a floating time can be from the same time in UTC, with the widest zones."""

Side = Literal["", "start", "end"]
_DAY = dt.timedelta(days=1)


def anchor(item: Item) -> str | None:
    """Return what the occurrences of an item are counted from: its start, else its due date."""
    return item.start if item.start is not None else item.end


def zone_of(item: Item, viewer: str) -> str:
    """Return the zone that an item's wall times are in; dates and floating ones are the viewer's."""
    if item.form == "utc":
        return "UTC"
    return item.tz if item.form == "zoned" and item.tz else viewer


@dataclass(frozen=True, slots=True)
class _Shape:
    """An item's times, parsed once."""

    first: dt.date
    has_start: bool
    timed: bool
    length: dt.timedelta
    rule: Rule | None


@lru_cache(maxsize=8192)
def _shape(start: str | None, end: str | None, rrule: str | None, event: bool) -> _Shape:
    first = parse(start if start is not None else end or "")
    length = dt.timedelta(0)
    if start is not None and end is not None:
        length = max(length, as_datetime(parse(end)) - as_datetime(first))
    elif event and not isinstance(first, dt.datetime):
        length = _DAY
    timed = isinstance(first, dt.datetime)
    return _Shape(first, start is not None, timed, length, parse_rule(rrule) if rrule else None)


def shape_of(item: Item) -> _Shape:
    """Return the parsed times of an item that has any.

    Raises:
        AppError: `time_invalid`, `rule_invalid`.
    """
    return _shape(item.start, item.end, item.rrule, item.kind == "event")


@lru_cache(maxsize=8192)
def _plan(rrule: str, first: dt.date, tz: str | None, workday_cal: str | None) -> Plan:
    return Plan(parse_rule(rrule), first, tz=tz, workday_cal=workday_cal)


def raw_keys(
    item: Item,
    after: dt.date | None = None,
    before: dt.date | None = None,
    last: dt.date | None = None,
) -> Iterator[dt.date]:
    """Yield the original starts of a series in order, EXDATEs left out, RDATEs put in.

    The start itself is always the first, as RFC 5545 section 3.8.5.3 says. `before` and what is
    later may be left out; `last` is as in `Plan.dates`.
    """
    first = shape_of(item).first
    regular: Iterator[dt.date] = iter(())
    if item.rrule is not None:
        plan = _plan(item.rrule, first, item.tz, item.workday_cal)
        regular = plan.dates(after, before, last)
    extra = [first, *map(parse, item.rdates)] if item.rdates else [first]
    if after is not None:
        floor = as_datetime(after)
        extra = [value for value in extra if as_datetime(value) >= floor]
    if extra:
        regular = _merged(regular, sorted(set(extra), key=as_datetime))
    if not item.exdates:
        yield from regular
        return
    dropped = set(item.exdates)
    for value in regular:
        if text(value) not in dropped:
            yield value


def _merged(regular: Iterator[dt.date], extra: list[dt.date]) -> Iterator[dt.date]:
    previous = None
    for value in heapq.merge(regular, extra, key=as_datetime):
        if value != previous:
            yield value
        previous = value


def occurrence_at(item: Item, key: dt.date, viewer: str, *, done: bool = False) -> Occurrence:
    """Return the occurrence that starts (or is due) at `key`.

    A wall time that the zone skips that day is shown moved forward by the gap.
    """
    shape = shape_of(item)
    zone = zone_of(item, viewer)
    start_ms, shown = _placed(key, zone)
    end_ms, shown_end = start_ms, shown
    if shape.length:
        end_ms, shown_end = _placed(key + shape.length, zone)
        if end_ms < start_ms:
            end_ms = start_ms + int(shape.length.total_seconds() * 1000)
            shown_end = text(from_ms(end_ms, zone))
    name = text(key)
    has_end = item.end is not None or bool(shape.length)
    return Occurrence(
        item,
        name,
        (shown or name) if shape.has_start else None,
        (shown_end or text(key + shape.length)) if has_end else None,
        start_ms,
        end_ms,
        done,
    )


def _placed(value: dt.date, zone: str) -> tuple[Millis, str]:
    """Return the moment of a wall time, and how clocks show it where they skip it ("" elsewhere)."""
    start_ms, skipped = placed(value, zone)
    if skipped and isinstance(value, dt.datetime):
        return start_ms, text(from_ms(start_ms, zone))
    return start_ms, ""


def repeats(item: Item) -> bool:
    """Whether an item is a series."""
    return bool(item.rrule or item.rdates)


def occurrences_between(
    item: Item,
    start_ms: Millis,
    end_ms: Millis,
    viewer: str,
    skip: Collection[str] = (),
    last_ms: Millis | None = None,
    side: Side = "",
) -> Iterator[Occurrence]:
    """Yield the occurrences that overlap [start_ms, end_ms); of a `side`, those whose side is there.

    `skip` are the keys that overrides replace, `last_ms` is where the series ends, as `bounds` says
    (so that it need not be found again). An occurrence without length counts at its start.
    """
    if anchor(item) is None:
        return
    shape = shape_of(item)
    if not repeats(item):
        found = occurrence_at(item, shape.first, viewer, done=item.done)
        if _there(found, start_ms, end_ms, side):
            yield found
        return
    low, high = wall_bounds(zone_of(item, viewer), start_ms, end_ms)
    if side == "end":
        high = _less(high, shape.length)
    first = max(low if side == "start" else _less(low, shape.length), as_datetime(shape.first))
    last = None
    if last_ms is not None and not item.rdates:
        last = _less(edge(last_ms, zone_of(item, "UTC")), shape.length)
    for value in raw_keys(item, first if shape.timed else first.date(), high, last):
        if as_datetime(value) >= high:
            return
        if skip and text(value) in skip:
            continue
        found = occurrence_at(item, value, viewer)
        if _there(found, start_ms, end_ms, side):
            yield found


def _less(value: dt.datetime, length: dt.timedelta) -> dt.datetime:
    try:
        return value - length
    except OverflowError:
        return dt.datetime.min


def _there(found: Occurrence, start_ms: Millis, end_ms: Millis, side: Side) -> bool:
    if found.start_ms is None or found.end_ms is None:
        return False
    if side:
        return start_ms <= (found.start_ms if side == "start" else found.end_ms) < end_ms
    if found.end_ms == found.start_ms:
        return start_ms <= found.start_ms < end_ms
    return found.start_ms < end_ms and found.end_ms > start_ms


def upcoming(
    item: Item, now_ms: Millis, viewer: str, skip: Collection[str] = ()
) -> Occurrence | None:
    """Return the first occurrence of a series that is not over at a moment.

    What is due on a day is not over before that day is.
    """
    shape = shape_of(item)
    grace = DAY_MS if item.kind is ItemKind.TASK and not shape.timed else 0
    low, _ = wall_bounds(zone_of(item, viewer), now_ms - grace, now_ms)
    first = max(_less(low, shape.length), as_datetime(shape.first))
    for value in raw_keys(item, first if shape.timed else first.date()):
        if skip and text(value) in skip:
            continue
        found = occurrence_at(item, value, viewer)
        if found.end_ms is not None and found.end_ms + grace > now_ms:
            return found
    return None


def bounds(item: Item, allowance: Allowance | None = None) -> tuple[Millis | None, Millis | None]:
    """Return the first and last moment of a whole series (None: no time; no end that is known).

    Dates and floating times are taken as if in UTC; who asks for a range adds `MARGIN_MS`.

    Raises:
        AppError: `rule_invalid` for a count beyond all bounds.
        TooManyDates: the allowance is used up.
    """
    if anchor(item) is None:
        return None, None
    shape = shape_of(item)
    zone = zone_of(item, "UTC")
    first = to_ms(shape.first, "zoned", zone, "UTC")
    lasts = [shape.first, *map(parse, item.rdates)]
    if shape.rule is not None:
        if shape.rule.count is None and shape.rule.until is None:
            return first, None
        plan = _plan(item.rrule or "", shape.first, item.tz, item.workday_cal)
        last = plan.last(allowance)
        lasts += [last] if last is not None else []
    latest = max(map(as_datetime, lasts))
    return first, to_ms(latest + shape.length, "zoned", zone, "UTC")


def matches_form(item: Item, value: str) -> bool:
    """Whether a key is a date for a dated item and a time for a timed one."""
    return (len(value) == 10) == (item.form == "date")
