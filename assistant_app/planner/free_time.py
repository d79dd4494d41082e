"""Free stretches of time: the hours of each day without what is busy."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import FreeSlot
from assistant_app.errors import AppError
from assistant_app.planner.walltime import from_ms, text, to_ms

Stretch = tuple[Millis, Millis]
_DAY = dt.timedelta(days=1)


def joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return stretches in order, those that touch as one."""
    found: list[Stretch] = []
    for start, end in sorted(stretches):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def slots(
    first: dt.datetime,
    last: dt.datetime,
    hours: tuple[str, str],
    tz: str,
    busy: Sequence[Stretch],
    length_s: int,
) -> list[FreeSlot]:
    """Return what is free of at least `length_s` within `hours` of each day; `busy` is `joined`.

    Raises:
        AppError: `time_invalid` for the hours.
    """
    found = []
    for opening, closing in _windows(first, last, hours, tz):
        for start, end in _gaps(opening, closing, busy):
            if end - start >= length_s * 1000:
                found.append(FreeSlot(text(from_ms(start, tz)), text(from_ms(end, tz)), tz))
    return found


def _windows(
    first: dt.datetime, last: dt.datetime, hours: tuple[str, str], tz: str
) -> Iterator[Stretch]:
    opens, closes = (_clock(value) for value in hours)
    overnight = closes <= opens
    day = first.date() - (_DAY if overnight else dt.timedelta(0))
    while dt.datetime.combine(day, dt.time()) < last:
        start = dt.datetime.combine(day, dt.time()) + opens
        end = dt.datetime.combine(day, dt.time()) + closes + (_DAY if overnight else 0 * _DAY)
        start, end = max(start, first), min(end, last)
        if start < end:
            yield to_ms(start, "zoned", tz, tz), to_ms(end, "zoned", tz, tz)
        day += _DAY


def _clock(value: str) -> dt.timedelta:
    hours, _, minutes = value.partition(":")
    try:
        found = dt.timedelta(hours=int(hours), minutes=int(minutes[:2] or 0))
    except (OverflowError, ValueError):
        raise AppError("time_invalid", value=value[:40]) from None
    if not dt.timedelta(0) <= found <= _DAY:
        raise AppError("time_invalid", value=value[:40])
    return found


def _gaps(opening: Millis, closing: Millis, busy: Sequence[Stretch]) -> Iterator[Stretch]:
    at = opening
    for start, end in busy:
        if end <= at or start >= closing:
            continue
        if start > at:
            yield at, start
        at = max(at, end)
    if at < closing:
        yield at, closing
