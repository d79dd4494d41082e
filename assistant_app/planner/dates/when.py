"""Turn a `Resolved` into the `When` that an item stores."""

from __future__ import annotations

import datetime as dt
from typing import Any

from assistant_app.domain.clock import Moment
from assistant_app.domain.planner import Resolved, When

DAY = dt.timedelta(1)


def _wall(moment: dt.datetime) -> str:
    return moment.isoformat(timespec="seconds")


def _next_at(text: str, now: Moment) -> dt.datetime:
    """Rule 12: a bare time is today's if still ahead, else tomorrow's."""
    moment = dt.datetime.combine(now.wall.date(), dt.time.fromisoformat(text))
    return moment if moment >= now.wall.replace(tzinfo=None) else moment + DAY


def to_when(
    resolved: Resolved, now: Moment, *, default_length_s: int | None = 3600, phrase: str = ""
) -> When:
    """Return what to store for a resolved phrase: wall times with seconds, zone beside them.

    A time without an end gets `default_length_s`, and says so in the tag `length=MINUTES`; None
    gives it none (due dates). A bare
    length of time ("two hours") counts from now. Without a value everything is None.
    """
    tags = list(resolved.assumptions)
    tz = resolved.tz or now.tz
    kind, value = resolved.kind, resolved.value
    if value is None:
        return When(None, None, False, None, assumptions=tuple(tags), phrase=phrase)
    if kind == "duration":
        shifted = next((a for a in resolved.alternatives if a.tag == "from_now"), None)
        if shifted is None:
            return When(None, None, False, None, assumptions=tuple(tags), phrase=phrase)
        kind, value = shifted.kind, shifted.value
        tags.append("from_now")
    extra: dict[str, Any] = {}
    if kind == "rrule":
        extra = {
            "rrule": value["rrule"],
            "workday_cal": value.get("workday_cal"),
            "rscale": value.get("rscale"),
        }
        kind, value = ("datetime" if "T" in value["start"] else "date"), value["start"]
    start, end, all_day = _bounds(str(kind), value, now, default_length_s, tags)
    return When(start, end, all_day, tz, assumptions=tuple(tags), phrase=phrase, **extra)


def _bounds(
    kind: str, value: Any, now: Moment, length_s: int | None, tags: list[str]
) -> tuple[str, str | None, bool]:
    if kind == "date":
        day = dt.date.fromisoformat(value)
        return day.isoformat(), (day + DAY).isoformat(), True
    if kind == "range":
        return _range(value, now)
    start = _next_at(value, now) if kind == "time" else dt.datetime.fromisoformat(value)
    said = next((t.partition("=")[2] for t in tags if t.startswith("length=")), None)
    if said is not None:
        length_s = int(said) * 60
    elif length_s is None:
        return _wall(start), None, False
    else:
        tags.append(f"length={length_s // 60}")
    return _wall(start), _wall(start + dt.timedelta(seconds=length_s)), False


def _range(value: dict[str, str], now: Moment) -> tuple[str, str, bool]:
    first, last = value["start"], value["end"]
    if "T" in first:
        return (
            _wall(dt.datetime.fromisoformat(first)),
            _wall(dt.datetime.fromisoformat(last)),
            False,
        )
    if "-" in first:
        return first, last, True
    start = _next_at(first, now)
    end = dt.datetime.combine(start.date(), dt.time.fromisoformat(last))
    return _wall(start), _wall(end if end > start else end + DAY), False
