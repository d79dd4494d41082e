"""Wall times in their four forms, and the moments they stand for (RFC 5545 section 3.3.5).

`date` is a bare date, `floating` a wall time wherever the owner is, `utc` a wall time in UTC and
`zoned` one in an IANA zone. A wall time that a zone skips in spring is read with the offset before
the gap, so that it moves forward by the gap; one that comes twice in autumn is the first.
"""

from __future__ import annotations

import datetime as dt
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from assistant_app.errors import AppError

if TYPE_CHECKING:
    from assistant_app.domain.clock import Millis
    from assistant_app.domain.planner import TimeForm

UTC = ZoneInfo("UTC")
EPOCH = dt.datetime(1970, 1, 1)
DAY_MS = 86_400_000
FIRST, LAST = dt.datetime(1, 1, 3), dt.datetime(9999, 12, 29)
LAST_YEAR = 9000
_DAY = dt.timedelta(days=1)


@lru_cache(maxsize=256)
def zone(name: str) -> ZoneInfo:
    """Return the zone `name`.

    Raises:
        AppError: `zone_unknown`.
    """
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        raise AppError("zone_unknown", zone=name[:60]) from None


def known_zone(name: str) -> bool:
    """Whether `name` is an IANA zone on this machine."""
    try:
        zone(name)
    except AppError:
        return False
    return True


def parse(value: str) -> dt.date:
    """Read "2026-11-25" as a date, and "2026-11-25T15:00[:00]" as a naive datetime.

    Raises:
        AppError: `time_invalid`.
    """
    try:
        if len(value) == 10:
            return dt.date.fromisoformat(value)
        moment = dt.datetime.fromisoformat(value)
    except ValueError:
        raise AppError("time_invalid", value=value[:40]) from None
    return moment.replace(tzinfo=None, microsecond=0)


def in_calendar(value: dt.date) -> dt.date:
    """Return a date of the years that the calendar holds: zones and lengths need room around it.

    Raises:
        AppError: `time_out_of_range`.
    """
    if not FIRST.year < value.year < LAST_YEAR:
        raise AppError("time_out_of_range", value=text(value))
    return value


def text(value: dt.date) -> str:
    """Write a date or naive datetime as stored: to the day, or to the second."""
    if isinstance(value, dt.datetime):
        return value.isoformat(timespec="seconds")
    return value.isoformat()


def as_datetime(value: dt.date) -> dt.datetime:
    """Return a datetime as it is, a date as its midnight."""
    if isinstance(value, dt.datetime):
        return value
    return dt.datetime(value.year, value.month, value.day)


def naive_ms(value: dt.date) -> Millis:
    """Return the milliseconds of a wall time as if it were in UTC."""
    delta = as_datetime(value) - EPOCH
    return (delta.days * 86_400 + delta.seconds) * 1000


def to_ms(value: dt.date, form: TimeForm, tz: str | None, viewer: str) -> Millis:
    """Return the moment of a wall time; `viewer` is the zone that dates and floating times use."""
    if form == "utc":
        return naive_ms(value)
    name = tz if form == "zoned" and tz else viewer
    if name == "UTC":
        return naive_ms(value)
    return int(as_datetime(value).replace(tzinfo=zone(name)).timestamp()) * 1000


def from_ms(ms: Millis, tz: str) -> dt.datetime:
    """Return the naive wall time of a moment in a zone."""
    moment = EPOCH + dt.timedelta(milliseconds=ms)
    if tz == "UTC":
        return moment
    return moment.replace(tzinfo=UTC).astimezone(zone(tz)).replace(tzinfo=None)


def convert(value: dt.datetime, source: str, target: str) -> dt.datetime:
    """Return the wall time in zone `target` of a wall time in zone `source`."""
    if source == target:
        return value
    aware = value.replace(tzinfo=zone(source)).astimezone(zone(target))
    return aware.replace(tzinfo=None, fold=0)


def placed(value: dt.date, tz: str) -> tuple[Millis, bool]:
    """Return the moment of a wall time in a zone, and whether clocks there skip that time."""
    wall = naive_ms(value)
    if tz == "UTC":
        return wall, False
    aware = as_datetime(value).replace(tzinfo=zone(tz))
    before, after = aware.utcoffset(), aware.replace(fold=1).utcoffset()
    if before is None or after is None:
        return wall, False
    return wall - (before.days * 86_400 + before.seconds) * 1000, before < after


@lru_cache(maxsize=4096)
def wall_bounds(tz: str, start_ms: Millis, end_ms: Millis) -> tuple[dt.datetime, dt.datetime]:
    """Return wall times that no moment of [start_ms, end_ms) in `tz` is before, or at or after.

    They are the edges themselves, except where the clocks change within a day of one.
    """
    first, last = edge(start_ms, tz), edge(end_ms, tz)
    if tz == "UTC":
        return first, last
    put_back = first + _DAY - edge(start_ms + DAY_MS, tz)
    skipped = first - _DAY - edge(start_ms - DAY_MS, tz)
    late = edge(end_ms - DAY_MS, tz) + _DAY - last
    none = dt.timedelta(0)
    return first - max(none, put_back, skipped), last + max(none, late)


def edge(ms: Millis, tz: str) -> dt.datetime:
    """Return the wall time of a moment; of one beyond all years the first or last there is."""
    try:
        return from_ms(ms, tz)
    except OverflowError:
        return FIRST if ms < 0 else LAST


def shown(value: dt.datetime, tz: str) -> dt.datetime:
    """Return a wall time as clocks in `tz` show it: one that a gap skips is moved forward."""
    return from_ms(to_ms(value, "zoned", tz, tz), tz)


def machine_zone() -> str:
    """Return the IANA name of this machine's zone; UTC when it has none that is known."""
    import tzlocal

    try:
        name = tzlocal.get_localzone_name()
    except Exception:  # tzlocal raises its own kinds for odd /etc/localtime files
        return "UTC"
    return name if name and known_zone(name) else "UTC"


def reload_zone() -> None:
    """Ask the machine anew which zone it is in: it may have travelled since the last time."""
    import tzlocal

    with suppress(Exception):  # as in `machine_zone`, which then says UTC
        tzlocal.reload_localzone()
