"""Write a zone as a VTIMEZONE (RFC 5545 section 3.6.5), so that programs without zones read it.

Changes of the clock that come by one rule for good are written as that rule, so that a series that
goes on for ever is right for ever; others are listed up to `LAST_LISTED`.
"""

from __future__ import annotations

import calendar
import datetime as dt
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from assistant_app.planner.rule import WEEKDAYS, format_stamp
from assistant_app.planner.walltime import UTC, zone

LAST_LISTED = 2045
_STEP = dt.timedelta(days=10)
"""No zone changes its clocks twice within it."""
_ZERO = dt.timedelta(0)


@dataclass(frozen=True, slots=True)
class _Change:
    """A change of the clock, at a wall time of before."""

    at: dt.datetime
    before: dt.timedelta
    after: dt.timedelta
    name: str
    summer: bool

    @property
    def kind(self) -> tuple[dt.timedelta, dt.timedelta, str, bool]:
        """What changes of one component have in common."""
        return self.before, self.after, self.name, self.summer


def lines_of(tz: str, first_year: int) -> list[str]:
    """Return the lines of the VTIMEZONE of an IANA zone, right from `first_year` on."""
    there = zone(tz)
    begin = dt.datetime(max(2, first_year), 1, 1, tzinfo=UTC)
    changes = list(_changes(there, begin))
    local = begin.astimezone(there)
    offset, summer = local.utcoffset() or _ZERO, bool(local.dst())
    start = _Change(begin.replace(tzinfo=None), offset, offset, local.tzname() or tz, summer)
    lines = ["BEGIN:VTIMEZONE", f"TZID:{tz}", *_component([start], None)]
    for _, group in itertools.groupby(sorted(changes, key=_order), key=lambda c: c.kind):
        same = list(group)
        regular, rule = _regular(same)
        rest = same[: len(same) - len(regular)]
        lines += _component(rest, None) if rest else []
        lines += _component(regular, rule) if regular else []
    return [*lines, "END:VTIMEZONE"]


def _order(change: _Change) -> tuple[object, ...]:
    return change.before, change.after, change.name, change.summer, change.at


def _changes(there: ZoneInfo, begin: dt.datetime) -> Iterator[_Change]:
    at = begin
    while at.year <= LAST_LISTED:
        following = at + _STEP
        if _state(at, there) != _state(following, there):
            low, high = at, following
            while high - low > dt.timedelta(seconds=1):
                middle = low + (high - low) / 2
                middle = middle.replace(microsecond=0)
                same = _state(middle, there) == _state(low, there)
                low, high = (middle, high) if same else (low, middle)
            before = low.astimezone(there).utcoffset() or _ZERO
            now = high.astimezone(there)
            wall = (high + before).replace(tzinfo=None)
            after = now.utcoffset() or _ZERO
            yield _Change(wall, before, after, now.tzname() or "", bool(now.dst()))
        at = following


def _state(moment: dt.datetime, there: ZoneInfo) -> tuple[object, ...]:
    local = moment.astimezone(there)
    return local.utcoffset(), local.tzname(), bool(local.dst())


def _regular(changes: list[_Change]) -> tuple[list[_Change], str]:
    """Return the last changes that come by one rule every year to the end, and that rule."""
    if changes[-1].at.year != LAST_LISTED:
        return [], ""
    for nth in (-1, 1, 2, 3, 4):
        last = changes[-1].at
        found: list[_Change] = []
        for change in reversed(changes):
            due = last.year - len(found)
            if change.at.year != due or not _falls(change.at, last, nth):
                break
            found.append(change)
        if len(found) > 2:
            day = f"{nth}{WEEKDAYS[last.weekday()]}"
            return found[::-1], f"FREQ=YEARLY;BYMONTH={last.month};BYDAY={day}"
    return [], ""


def _falls(at: dt.datetime, last: dt.datetime, nth: int) -> bool:
    alike = (at.month, at.weekday(), at.time()) == (last.month, last.weekday(), last.time())
    if nth > 0:
        return alike and (at.day - 1) // 7 + 1 == nth
    return alike and at.day + 7 > calendar.monthrange(at.year, at.month)[1]


def _component(changes: list[_Change], rule: str | None) -> list[str]:
    first = changes[0]
    kind = "DAYLIGHT" if first.summer else "STANDARD"
    lines = [f"BEGIN:{kind}", f"DTSTART:{format_stamp(first.at)}"]
    if rule:
        lines.append(f"RRULE:{rule}")
    elif len(changes) > 1:
        lines.append("RDATE:" + ",".join(format_stamp(change.at) for change in changes[1:]))
    lines += [f"TZOFFSETFROM:{_offset(first.before)}", f"TZOFFSETTO:{_offset(first.after)}"]
    return [*lines, f"TZNAME:{first.name}", f"END:{kind}"]


def _offset(value: dt.timedelta) -> str:
    """Return "+0530", with seconds where a zone of long ago has them."""
    seconds = int(value.total_seconds())
    sign, seconds = "-" if seconds < 0 else "+", abs(seconds)
    hours, rest = divmod(seconds, 3600)
    minutes, rest = divmod(rest, 60)
    return f"{sign}{hours:02}{minutes:02}" + (f"{rest:02}" if rest else "")
