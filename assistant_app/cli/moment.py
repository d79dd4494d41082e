"""The moment that `--now` and `--tz` name."""

from __future__ import annotations

import datetime as dt

from assistant_app.domain.clock import Moment
from assistant_app.errors import AppError
from assistant_app.planner.walltime import in_calendar, known_zone, machine_zone, zone


def read_moment(
    now: str | None,
    tz: str | None,
    *,
    bad_zone: str = "zone_unknown",
    bad_now: str = "time_invalid",
) -> Moment:
    """Return the moment, by default the machine's; an offset in `now` is turned into `tz`.

    Raises:
        AppError: `bad_zone` or `bad_now`, the codes that the command has for them, and
            `time_out_of_range`.
    """
    name = tz or machine_zone()
    if not known_zone(name):
        raise AppError(bad_zone, zone=name[:60])
    try:
        wall = dt.datetime.fromisoformat(now) if now else dt.datetime.now(zone(name))
    except ValueError:
        raise AppError(bad_now, value=(now or "")[:40], now=(now or "")[:40]) from None
    if wall.tzinfo is not None:
        try:
            wall = wall.astimezone(zone(name)).replace(tzinfo=None)
        except OverflowError:
            raise AppError("time_out_of_range", value=(now or "")[:40]) from None
    in_calendar(wall)
    return Moment(wall, name)
