"""Put the days that stand beside a repeat into its rule: every month on the 1st and the 15th."""

from __future__ import annotations

from typing import Any

from assistant_app.planner.dates.nodes import (
    Edge,
    Holiday,
    Nth,
    Period,
    Rel,
    Repeat,
    Shift,
    Wd,
    Ymd,
    replace,
)

WORKDAYS = (0, 1, 2, 3, 4)
_CALENDARS = {"workday": "?", "cnworkday": "CN", "plainday": None}
_QUARTERS = {1: (1, 4, 7, 10), -1: (3, 6, 9, 12)}
"""The first and the last months of the quarters."""
_REFUSED = Repeat("refused")
"""What a day makes of a rule that it contradicts."""


def place(node: Repeat, dates: tuple[Any, ...]) -> tuple[Repeat, tuple[Any, ...]] | None:
    """Return the rule with the days that are its own, and the rest, which is a start.

    None where they contradict each other, or where a day of the rule is left over: half of what was
    said would be lost.
    """
    rest: list[Any] = []
    for date in sorted(map(_meant, dates), key=lambda d: not isinstance(d, Nth)):
        if isinstance(date, Wd) and date.mod == "last" and node.part == "quarter":
            date = Nth(-1, "weekday", date.day)
        if node.part == "quarter" and isinstance(date, Nth | Edge):
            placed: Repeat | None = _of_quarter(node, date)
        else:
            placed = _placed(node, date, dates)
        if placed is _REFUSED:
            return None
        if placed is None:
            rest.append(date)
        else:
            node = placed
    if any(_belongs(node, date) for date in rest):
        return None
    return _in_a_month(node), tuple(rest)


def _meant(date: Any) -> Any:
    """Return "last day" and "last workday" as a day of the rule, not as yesterday."""
    if date == Rel(-1):
        return Nth(-1, "day")
    if isinstance(date, Shift) and date.sign == -1 and date.anchor is None:
        ((unit, count), *more) = date.amount.parts or (("", 0.0),)
        if unit in _CALENDARS and count == 1 and not more:
            return Nth(-1, unit)
    return date


def _belongs(node: Repeat, date: Any) -> bool:
    """Tell whether a day that the rule has no place for can be no first day either."""
    if isinstance(date, Nth):
        return node.freq in ("MONTHLY", "YEARLY")
    listed = bool(node.monthday or node.nth or (node.days and not node.bare_unit))
    if isinstance(date, Wd):  # "every month on Monday" does not say on which
        return node.freq in ("MONTHLY", "YEARLY")
    if isinstance(date, Ymd):
        return listed and date.day is not None and date.month is None and date.year is None
    return False


def _placed(node: Repeat, date: Any, dates: tuple[Any, ...]) -> Repeat | None:
    """Return the rule with a day in it; None when the day is no part of the rule."""
    monthly = node.freq in ("MONTHLY", "YEARLY")
    if isinstance(date, Wd):
        of_week = any(isinstance(d, Period) and d.unit == "week" for d in dates)
        return None if of_week and node.freq == "DAILY" else _place_weekday(node, date)
    if isinstance(date, Ymd):
        return _place_ymd(node, date)
    if isinstance(date, Nth) and monthly:
        return _place_nth(node, date)
    if isinstance(date, Holiday) and node.freq == "YEARLY":
        return replace(node, holiday=date.key)
    if isinstance(date, Edge) and monthly and not node.monthday:
        return _place_edge(node, date.which)
    if isinstance(date, Period):
        if (
            date.unit == "weekend"
            and date.offset == 0
            and node.freq == "WEEKLY"
            and node.bare_unit
        ):
            return replace(node, days=tuple(dict.fromkeys((*node.days, 5, 6))))
        named = date.unit == "month" and node.nth
        if date.offset == 0 and (named or any(isinstance(d, Edge) for d in dates)):
            return node
    return None


def _place_weekday(node: Repeat, wd: Wd) -> Repeat | None:
    if wd.mod == "last" and node.freq == "MONTHLY" and not node.monthday:
        return _place_nth(node, Nth(-1, "weekday", wd.day))
    if wd.mod or wd.weeks:
        return None
    if node.freq == "WEEKLY" and (not node.days or node.bare_unit):
        return replace(node, days=tuple(dict.fromkeys((*node.days, wd.day))))
    if node.freq == "DAILY" and node.interval == 1:
        return replace(node, freq="WEEKLY", days=(wd.day,))
    return None


def _in_a_month(node: Repeat) -> Repeat:
    """Give a day counted in "every year" its month: the last day of every year is in December."""
    first = node.nth[0] if node.nth else node.monthday
    if node.freq != "YEARLY" or node.month or node.months or node.holiday or not first:
        return node
    return replace(node, month=1 if first > 0 else 12)


def _place_ymd(node: Repeat, date: Ymd) -> Repeat | None:
    if date.year is not None or node.holiday:
        return None
    if date.day is None:
        if not date.month or node.month or not (node.nth or node.monthday):
            return None
        monthly = node.freq == "YEARLY" or node.nth
        return replace(node, freq="YEARLY", month=date.month) if monthly else None
    if node.freq == "MONTHLY" and date.month is None and not node.nth:
        return _with_day(node, date.day)
    if node.freq == "YEARLY" and date.month is not None and not (node.monthday or node.nth):
        return replace(node, monthday=date.day, month=date.month, lunar=date.lunar)
    return None


def _with_day(node: Repeat, day: int) -> Repeat:
    """Return the rule with one more day of the month."""
    if not node.monthday:
        return replace(node, monthday=day)
    days = dict.fromkeys((node.monthday, *node.more_days, day))
    first, *more = sorted(days, key=lambda n: (n < 0, n))
    return replace(node, monthday=first, more_days=tuple(more))


def _place_nth(node: Repeat, nth: Nth) -> Repeat | None:
    if nth.size != 1 or (node.nth and nth.what == "day"):
        return _REFUSED
    if nth.what == "day" and -31 <= nth.n <= 31:
        return _with_day(node, nth.n)
    if node.monthday:
        return None
    days: tuple[int, ...] = WORKDAYS
    calendar = _CALENDARS.get(nth.what, "")
    if nth.what == "weekday" and nth.weekday is not None:
        days, calendar = (nth.weekday,), None
    if calendar == "" or (node.nth and (node.days != days or len(days) > 1)):
        return _REFUSED
    numbers = sorted({*node.nth, nth.n}, key=lambda n: (n < 0, n))
    return replace(node, days=days, nth=tuple(numbers), workday_cal=calendar)


def _place_edge(node: Repeat, which: str) -> Repeat:
    if which == "end":
        return replace(node, monthday=-1, month=12 if node.freq == "YEARLY" else None)
    if which == "begin":
        return replace(node, monthday=1, month=1 if node.freq == "YEARLY" else None)
    return _REFUSED


def _of_quarter(node: Repeat, date: Nth | Edge) -> Repeat:
    """Return a day at the beginning or end of every quarter, by the months that have it."""
    if isinstance(date, Edge):
        date = Nth({"begin": 1, "end": -1}.get(date.which, 0), "day")
    # The fourth Monday is still in the first month; a fifth need not be.
    if node.interval != 3 or not 1 <= abs(date.n) <= 4:
        return _REFUSED
    found = _place_nth(Repeat("MONTHLY"), date)
    return replace(found, months=_QUARTERS[1 if date.n > 0 else -1]) if found else _REFUSED
