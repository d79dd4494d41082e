"""The occurrences of an item: when a stored event or task happens within a stretch of time.

A key is the original start of an occurrence, in the form and zone of the master (RFC 5545
RECURRENCE-ID). For a task without a start it is the original due date.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Item, Occurrence
from assistant_app.planner.recurrence import last_of, occurrences
from assistant_app.planner.rule import Rule, parse_rule
from assistant_app.planner.walltime import (
    DAY_MS,
    as_datetime,
    from_ms,
    naive_ms,
    parse,
    text,
    to_ms,
)

MAX_OCCURRENCES = 20_000
"""The most occurrences of one series in one listing: 54 years of a daily one."""
MARGIN_MS = DAY_MS + 4 * 3_600_000
"""How far a date or a floating time can be from the same time in UTC, with the widest zones."""

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
    return _Shape(first, start is not None, length, parse_rule(rrule) if rrule else None)


def shape_of(item: Item) -> _Shape:
    """Return the parsed times of an item that has any.

    Raises:
        AppError: `time_invalid`, `rule_invalid`.
    """
    return _shape(item.start, item.end, item.rrule, item.kind == "event")


@lru_cache(maxsize=4096)
def _uncounted(
    rrule: str, first: dt.date, tz: str | None, workday_cal: str | None
) -> tuple[Rule, dt.date | None]:
    """Return a rule without its COUNT, and the last occurrence that the count allowed."""
    rule = parse_rule(rrule)
    if rule.count is None:
        return rule, None
    last = last_of(rule, first, tz=tz, workday_cal=workday_cal)
    if last is None:
        return rule, None
    return replace(rule, count=None), last


def raw_keys(item: Item, after: dt.date | None = None) -> Iterator[dt.date]:
    """Yield the original starts of a series in order, EXDATEs left out, RDATEs put in.

    The start itself is always the first, as RFC 5545 section 3.8.5.3 says.
    """
    shape = shape_of(item)
    if shape.rule is None or item.rrule is None:
        regular: Iterator[dt.date] = iter(())
        last = None
    else:
        rule, last = _uncounted(item.rrule, shape.first, item.tz, item.workday_cal)
        regular = occurrences(
            rule, shape.first, tz=item.tz, after=after, workday_cal=item.workday_cal
        )
    floor = as_datetime(after) if after is not None else None
    extra = sorted({shape.first, *map(parse, item.rdates)}, key=as_datetime)
    extra = [value for value in extra if floor is None or as_datetime(value) >= floor]
    dropped = set(item.exdates)
    previous = None
    for value in _merged(regular, extra, last):
        if value != previous and text(value) not in dropped:
            yield value
        previous = value


def _merged(
    regular: Iterator[dt.date], extra: list[dt.date], last: dt.date | None
) -> Iterator[dt.date]:
    for value in regular:
        if last is not None and as_datetime(value) > as_datetime(last):
            break
        while extra and as_datetime(extra[0]) < as_datetime(value):
            yield extra.pop(0)
        yield value
    yield from extra


def occurrence_at(item: Item, key: dt.date, viewer: str, *, done: bool = False) -> Occurrence:
    """Return the occurrence that starts (or is due) at `key`.

    A wall time that the zone skips that day is shown moved forward by the gap.
    """
    shape = shape_of(item)
    zone = zone_of(item, viewer)
    start_ms = to_ms(key, "zoned", zone, viewer)
    end = key + shape.length
    end_ms = to_ms(end, "zoned", zone, viewer)
    if end_ms < start_ms:
        end_ms = start_ms + int(shape.length.total_seconds() * 1000)
    if isinstance(key, dt.datetime):
        shown, shown_end = from_ms(start_ms, zone), from_ms(end_ms, zone)
    else:
        shown, shown_end = key, end  # type: ignore[assignment]
    has_end = item.end is not None or shape.length > dt.timedelta(0)
    return Occurrence(
        item=item,
        key=text(key),
        start=text(shown) if shape.has_start else None,
        end=text(shown_end) if has_end else None,
        start_ms=start_ms,
        end_ms=end_ms,
        done=done,
    )


def repeats(item: Item) -> bool:
    """Whether an item is a series."""
    return bool(item.rrule or item.rdates)


def occurrences_between(
    item: Item, start_ms: Millis, end_ms: Millis, viewer: str, skip: Collection[str] = ()
) -> Iterator[Occurrence]:
    """Yield the occurrences that overlap [start_ms, end_ms), at most `MAX_OCCURRENCES`.

    `skip` are the keys that overrides replace. An occurrence without length counts at its start.
    """
    if anchor(item) is None:
        return
    shape = shape_of(item)
    if not repeats(item):
        found = occurrence_at(item, shape.first, viewer, done=item.done)
        if _overlaps(found, start_ms, end_ms):
            yield found
        return
    zone = zone_of(item, viewer)
    after = from_ms(start_ms, zone) - shape.length - _DAY
    first: dt.date = after if isinstance(shape.first, dt.datetime) else after.date()
    if as_datetime(first) < as_datetime(shape.first):
        first = shape.first
    for value in islice(raw_keys(item, first), MAX_OCCURRENCES):
        if naive_ms(value) >= end_ms + MARGIN_MS:
            return
        if text(value) in skip:
            continue
        found = occurrence_at(item, value, viewer)
        if _overlaps(found, start_ms, end_ms):
            yield found


def _overlaps(found: Occurrence, start_ms: Millis, end_ms: Millis) -> bool:
    if found.start_ms is None or found.end_ms is None:
        return False
    if found.end_ms == found.start_ms:
        return start_ms <= found.start_ms < end_ms
    return found.start_ms < end_ms and found.end_ms > start_ms


def upcoming(
    item: Item, now_ms: Millis, viewer: str, skip: Collection[str] = ()
) -> Occurrence | None:
    """Return the first occurrence of a series that is not over at a moment."""
    shape = shape_of(item)
    after = from_ms(now_ms, zone_of(item, viewer)) - shape.length - _DAY
    first: dt.date = after if isinstance(shape.first, dt.datetime) else after.date()
    for value in raw_keys(item, first):
        if text(value) in skip:
            continue
        found = occurrence_at(item, value, viewer)
        if found.end_ms is not None and found.end_ms > now_ms:
            return found
    return None


def bounds(item: Item) -> tuple[Millis | None, Millis | None]:
    """Return the first and last moment of a whole series (None: no time; no end).

    Dates and floating times are taken as if in UTC; who asks for a range adds `MARGIN_MS`.
    """
    if anchor(item) is None:
        return None, None
    shape = shape_of(item)
    zone = zone_of(item, "UTC")
    first = to_ms(shape.first, "zoned", zone, "UTC")
    lasts = [shape.first, *map(parse, item.rdates)]
    if shape.rule is not None:
        if shape.rule.endless:
            return first, None
        last = last_of(shape.rule, shape.first, tz=item.tz, workday_cal=item.workday_cal)
        if last is None:
            return first, None
        lasts.append(last)
    latest = max(map(as_datetime, lasts))
    return first, to_ms(latest + shape.length, "zoned", zone, "UTC")


def matches_form(item: Item, value: str) -> bool:
    """Whether a key is a date for a dated item and a time for a timed one."""
    return (len(value) == 10) == (item.form == "date")
