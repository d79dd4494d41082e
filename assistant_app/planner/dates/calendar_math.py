"""Date arithmetic that clamps and never rolls over."""

from __future__ import annotations

import datetime as dt

from assistant_app.planner.dates.nodes import Amount

DAY = dt.timedelta(1)


def month_end(year: int, month: int) -> int:
    """Return the number of days in a month."""
    if month == 12:
        return 31
    return (dt.date(year, month + 1, 1) - DAY).day


def make(year: int, month: int, day: int) -> dt.date | None:
    """Return the date, None when there is no such day."""
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


def add_months(day: dt.date, months: int) -> tuple[dt.date, bool]:
    """Return the same day `months` on, clamped to the month's end, and whether it was clamped."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    last = month_end(year, month + 1)
    return day.replace(year=year, month=month + 1, day=min(day.day, last)), day.day > last


def add_workdays(day: dt.date, count: int) -> dt.date:
    """Return the date `count` Monday-Friday days on (or back).

    Raises:
        OverflowError: past the years that a date can have.
    """
    step = 1 if count > 0 else -1
    weeks, rest = divmod(abs(count), 5)
    if day.weekday() > 4 and weeks and not rest:
        weeks, rest = weeks - 1, 5
    day += dt.timedelta(weeks=weeks * step)
    for _ in range(rest):
        day += DAY * step
        while day.weekday() > 4:
            day += DAY * step
    return day


def shift(when: dt.datetime, amount: Amount, sign: int) -> tuple[dt.datetime, bool]:
    """Return `when` moved by an amount, and whether a month's end clamped it.

    Raises:
        OverflowError: past the years that a date can have.
        ValueError: likewise.
    """
    months = round(sign * (12 * amount.get("year") + amount.get("month")) * 2) / 2
    whole = int(months)
    clamped = False
    if whole:
        moved, clamped = add_months(when.date(), whole)
        when = dt.datetime.combine(moved, when.time())
    days = 15 * (months - whole) * 2
    days += sign * (amount.get("day") + 7 * amount.get("week") + 7 * amount.get("workweek"))
    days += sign * 7 * amount.get("weekend")
    when += dt.timedelta(days=days)
    if workdays := int(amount.get("workday")):
        moved = add_workdays(when.date(), sign * workdays)
        when = dt.datetime.combine(moved, when.time())
    seconds = amount.get("second") + 60 * amount.get("minute") + 3600 * amount.get("hour")
    return when + dt.timedelta(seconds=sign * seconds), clamped


def monday(day: dt.date) -> dt.date:
    """Return the Monday of the day's week."""
    return day - DAY * day.weekday()


def period(unit: str, offset: int, today: dt.date) -> tuple[dt.date, dt.date] | None:
    """Return [start, end) of the calendar unit `offset` from the current one.

    Raises:
        ValueError: outside the years that a date can have.
        OverflowError: likewise.
    """
    if unit in ("week", "workweek", "weekend", "fortnight"):
        start = monday(today) + dt.timedelta(weeks=offset)
        if unit == "weekend":
            return start + 5 * DAY, start + 7 * DAY
        return start, start + {"week": 7, "workweek": 5, "fortnight": 14}[unit] * DAY
    if unit == "month":
        start, _ = add_months(today.replace(day=1), offset)
        return start, add_months(start, 1)[0]
    if unit == "quarter":
        first = today.replace(day=1, month=(today.month - 1) // 3 * 3 + 1)
        start, _ = add_months(first, 3 * offset)
        return start, add_months(start, 3)[0]
    if unit == "year":
        return dt.date(today.year + offset, 1, 1), dt.date(today.year + offset + 1, 1, 1)
    if unit == "day":
        return today + DAY * offset, today + DAY * (offset + 1)
    return None
