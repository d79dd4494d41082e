"""Time as the core sees it: milliseconds since the epoch in UTC, and a wall clock with a zone."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from dataclasses import dataclass
from zoneinfo import ZoneInfo

Millis = int
MillisClock = Callable[[], Millis]


def now_ms() -> Millis:
    """Return the current time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Moment:
    """A wall time in an IANA zone: the `now` of a turn or of a resolver call.

    `wall` is naive; `tz` is an IANA name.
    """

    wall: dt.datetime
    tz: str

    @property
    def zone(self) -> ZoneInfo:
        """The zone as an object."""
        return ZoneInfo(self.tz)

    @property
    def ms(self) -> Millis:
        """This moment in milliseconds since the epoch."""
        return int(self.wall.replace(tzinfo=self.zone).timestamp() * 1000)

    @classmethod
    def from_ms(cls, ms: Millis, tz: str) -> Moment:
        """Return the wall time of `ms` in `tz`."""
        aware = dt.datetime.fromtimestamp(ms / 1000, ZoneInfo(tz))
        return cls(aware.replace(tzinfo=None), tz)
