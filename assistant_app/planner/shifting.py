"""Pure arithmetic on times and rules: what moving a series does to all that hangs on it."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace

from assistant_app.domain.planner import Item, ItemKind, TimeForm, When
from assistant_app.errors import AppError
from assistant_app.planner.rule import Rule, format_rule, parse_rule
from assistant_app.planner.series import anchor
from assistant_app.planner.walltime import as_datetime, convert, in_calendar, parse, text, zone

DEFAULT_LENGTH = dt.timedelta(hours=1)
LENGTH_TAG = "length=60"
"""In minutes, as the resolver's tag of that name."""
_DAY = dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Times:
    """The time columns of an item, in canonical text."""

    start: str | None
    end: str | None
    form: TimeForm | None
    tz: str | None
    assumptions: tuple[str, ...] = ()


def rule_text(when: When) -> str | None:
    """Return the rule of `when` in canonical form, its RSCALE put in.

    Raises:
        AppError: `rule_invalid`.
    """
    if not when.rrule:
        return None
    body = when.rrule.removeprefix("RRULE:")
    if when.rscale and "RSCALE" not in body.upper():
        body = f"RSCALE={when.rscale};{body}"
    return format_rule(parse_rule(body))


def rule_of_owner(when: When) -> str | None:
    """Return `rule_text` of what an owner says, who can mean no more than once a minute.

    Raises:
        AppError: `rule_invalid`, `repeat_too_often`.
    """
    found = rule_text(when)
    rule = parse_rule(found) if found else None
    if rule is not None:
        seconds = rule.interval if rule.freq == "SECONDLY" else 60
        if seconds < 60 or len(rule.by_second) > 1:
            raise AppError("repeat_too_often")
    return found


def times_of(when: When, kind: ItemKind, viewer: str, length: dt.timedelta | None = None) -> Times:
    """Return what an item stores for `when`; `length` is that of the item before.

    An event without an end gets `length`, else an hour or a day; a task with one time is due then.

    Raises:
        AppError: `event_needs_time`, `end_before_start`, `time_invalid`, `zone_unknown`,
            `time_out_of_range`.
    """
    start = in_calendar(parse(when.start)) if when.start else None
    end = in_calendar(parse(when.end)) if when.end else None
    if when.all_day:
        start, end = _as_date(start), _as_date(end)
    else:
        start = as_datetime(start) if start is not None else None
        end = as_datetime(end) if end is not None else None
    form: TimeForm = "date" if when.all_day else "zoned"
    tz = None if when.all_day else when.tz or viewer
    if tz is not None:
        zone(tz)
    assumed = when.assumptions
    if kind is ItemKind.TASK:
        start, end = _due(start, end, when.all_day)
        if end is None:
            return Times(None, None, None, None, assumed)
    elif start is None:
        raise AppError("event_needs_time")
    elif end is None:
        assumed = assumed if length or when.all_day else (*assumed, LENGTH_TAG)
        end = ended(start, length or (_DAY if when.all_day else DEFAULT_LENGTH))
    if start is not None and end is not None:
        _check_order(start, end, kind)
    return Times(text(start) if start else None, text(end), form, tz, assumed)


def ended(start: dt.date, length: dt.timedelta) -> dt.date:
    """Return when something that long ends.

    Raises:
        AppError: `time_out_of_range`.
    """
    try:
        return in_calendar(start + length)
    except OverflowError:
        raise AppError("time_out_of_range", value=f"{text(start)} + {length.days}") from None


def _as_date(value: dt.date | None) -> dt.date | None:
    return value.date() if isinstance(value, dt.datetime) else value


def _due(
    start: dt.date | None, end: dt.date | None, all_day: bool
) -> tuple[dt.date | None, dt.date | None]:
    """Return (start, due) of a task: one time is its due time, a span of days ends on its last."""
    if end is None:
        return None, start
    if start is not None and all_day and end > start:
        end -= _DAY
    return (None if start == end else start), end


def _check_order(start: dt.date, end: dt.date, kind: ItemKind) -> None:
    early = end < start or (kind is ItemKind.EVENT and end == start and not _timed(start))
    if early:
        raise AppError("end_before_start", start=text(start), end=text(end))


def _timed(value: dt.date) -> bool:
    return isinstance(value, dt.datetime)


def length_of(item: Item) -> dt.timedelta | None:
    """Return how long an item is; None when it has no start or no end."""
    if item.start is None or item.end is None:
        return None
    return as_datetime(parse(item.end)) - as_datetime(parse(item.start))


def in_zone_of(item: Item, when: When, viewer: str) -> When:
    """Return `when` in the zone that a timed series keeps; others are as they are."""
    target = "UTC" if item.form == "utc" else item.tz
    source = when.tz or viewer
    if when.all_day or item.form in (None, "date", "floating") or target in (None, source):
        return when

    def moved(value: str | None) -> str | None:
        if value is None or target is None:
            return value
        return text(convert(as_datetime(parse(value)), source, target))

    return replace(when, start=moved(when.start), end=moved(when.end), tz=target)


KeyMap = Callable[[str], str]


def key_map(old: dt.date, new: dt.date) -> KeyMap:
    """Return what moving `old` to `new` makes of the other times of a series.

    Where the move changes between days and times, the day is moved and the time is the new one's.
    """
    if _timed(old) == _timed(new):
        delta = as_datetime(new) - as_datetime(old)
        return lambda key: text(parse(key) + delta)
    days = as_datetime(new).date() - as_datetime(old).date()

    def reform(key: str) -> str:
        day = as_datetime(parse(key)).date() + days
        if isinstance(new, dt.datetime):
            return text(dt.datetime.combine(day, new.time()))
        return text(day)

    return reform


def moved_item(item: Item, mapped: KeyMap) -> Item:
    """Return an item with its own start and end moved."""
    return replace(
        item,
        start=mapped(item.start) if item.start else None,
        end=mapped(item.end) if item.end else None,
    )


def _nth_of(day: dt.date, old_n: int, in_year: bool) -> int:
    number, size = day.day, calendar.monthrange(day.year, day.month)[1]
    if in_year:
        number, size = day.timetuple().tm_yday, 365 + calendar.isleap(day.year)
    return -((size - number) // 7 + 1) if old_n < 0 else (number - 1) // 7 + 1


def shift_rule(rule: Rule, old: dt.date, new: dt.date) -> Rule:
    """Return the rule that a series has when the occurrence at `old` is moved to `new`.

    What the rule says about the day it is on follows the move; what cannot follow stays.
    """
    days = (as_datetime(new).date() - as_datetime(old).date()).days
    values: dict[str, object] = {}
    if days and rule.freq == "WEEKLY" and rule.by_day:
        values["by_day"] = tuple(sorted({(0, (day + days) % 7) for _, day in rule.by_day}))
    elif days and len(rule.by_day) == 1 and rule.by_day[0][0]:
        n = _nth_of(new, rule.by_day[0][0], rule.freq == "YEARLY" and not rule.by_month)
        values["by_day"] = ((n, new.weekday()),)
    if days and len(rule.by_month_day) == 1:
        from_end = rule.by_month_day[0] < 0
        size = calendar.monthrange(new.year, new.month)[1]
        values["by_month_day"] = (new.day - size - 1 if from_end else new.day,)
    if days and rule.freq == "YEARLY" and rule.by_month == (old.month,) and not rule.rscale:
        values["by_month"] = (new.month,)
    if isinstance(new, dt.datetime) and len(rule.by_hour) == 1 and len(rule.by_minute) <= 1:
        values["by_hour"] = (new.hour,)
        if rule.by_minute:
            values["by_minute"] = (new.minute,)
    if rule.until is not None:
        values |= _shift_until(rule, old, new)
    return replace(rule, **values)  # type: ignore[arg-type]


def _shift_until(rule: Rule, old: dt.date, new: dt.date) -> dict[str, object]:
    until = rule.until
    if until is None:
        return {}
    if not _timed(new) and _timed(until):
        return {"until": as_datetime(until).date(), "until_utc": False}
    delta = as_datetime(new) - as_datetime(old) if _timed(old) == _timed(new) else dt.timedelta(0)
    if not _timed(until):
        delta = dt.timedelta(days=(as_datetime(new).date() - as_datetime(old).date()).days)
    return {"until": until + delta}


def rule_before(rule: Rule, item: Item, key: dt.date) -> Rule:
    """Return the rule that ends with the last occurrence before `key`."""
    if not isinstance(key, dt.datetime):
        return replace(rule, count=None, until=key - _DAY, until_utc=False)
    last = key - dt.timedelta(seconds=1)
    if item.form == "zoned" and item.tz:
        return replace(rule, count=None, until=convert(last, item.tz, "UTC"), until_utc=True)
    return replace(rule, count=None, until=last, until_utc=item.form == "utc")


def start_value(item: Item) -> dt.date:
    """Return what a dated item's occurrences are counted from.

    Raises:
        AppError: `item_undated`.
    """
    value = anchor(item)
    if value is None:
        raise AppError("item_undated", title=item.title)
    return parse(value)
