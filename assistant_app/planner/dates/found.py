"""What the pieces of a date come to: a day, a period, a moment, and who works it out."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from assistant_app.planner.dates import calendar_math as cal
from assistant_app.planner.dates.nodes import (
    Edge,
    Holiday,
    Now,
    Nth,
    Period,
    Rel,
    Rolling,
    Shift,
    Wd,
    WeekNo,
    WeekOf,
    Ymd,
    merge_ymd,
    replace,
)

DAY = cal.DAY


class Context(NamedTuple):
    """What a phrase is read against."""

    now: dt.datetime
    tz: str
    lang: str = "en"
    prefer: str = "future"
    mdy: bool = False
    ahead: bool | None = None
    """Whether the clock time said is still ahead today; None when no time was said."""

    @property
    def today(self) -> dt.date:
        """The date of `now`."""
        return self.now.date()


class Found(NamedTuple):
    """A day, a period of days, or an exact moment or stretch."""

    kind: str
    start: Any
    end: Any = None
    tags: tuple[str, ...] = ()
    alts: tuple[tuple[Any, Any, str], ...] = ()
    nearest: tuple[dt.date, ...] = ()
    """With kind "invalid": the two nearest dates that exist."""
    unit: str = ""
    ask: str = ""

    def tagged(self, *tags: str) -> Found:
        """Return a copy with more tags."""
        return replace(self, tags=(*self.tags, *tags))


def day(date: dt.date, *tags: str, alts: tuple[tuple[dt.date, str], ...] = ()) -> Found:
    """Return a day, with the other days it could be."""
    return Found(
        "day", date, date + DAY, tags, tuple((d, d + DAY, t) for d, t in alts if d != date)
    )


def stretch(span: tuple[dt.date, dt.date], unit: str = "", *tags: str) -> Found:
    """Return a period of days."""
    return Found("period", span[0], span[1], tags, unit=unit)


@dataclass
class Bag:
    """The pieces of a date by type."""

    ymd: Ymd | None = None
    wd: Wd | None = None
    periods: list[Period] = field(default_factory=list)
    nths: list[Nth] = field(default_factory=list)
    edge: Edge | None = None
    holiday: Holiday | None = None
    rel: Rel | None = None
    shift: Shift | None = None
    rolling: Rolling | None = None
    weekof: WeekOf | None = None
    weekno: WeekNo | None = None
    now: bool = False

    def count(self) -> int:
        """Return how many pieces there are."""
        one = (
            self.ymd,
            self.wd,
            self.edge,
            self.holiday,
            self.rel,
            self.shift,
            self.rolling,
            self.weekof,
            self.weekno,
        )
        return sum(x is not None for x in one) + len(self.periods) + len(self.nths) + self.now


def gather(dates: tuple[Any, ...]) -> Bag | None:
    """Sort the pieces by type; None when two want the same place."""
    bag = Bag()
    slots = {
        Wd: "wd",
        Edge: "edge",
        Holiday: "holiday",
        Rel: "rel",
        Shift: "shift",
        Rolling: "rolling",
        WeekOf: "weekof",
        WeekNo: "weekno",
    }
    for node in dates:
        if isinstance(node, Ymd):
            bag.ymd = merge_ymd(bag.ymd, node)
            if bag.ymd is None:
                return None
        elif isinstance(node, Period):
            bag.periods.append(node)
        elif isinstance(node, Nth):
            bag.nths.append(node)
        elif isinstance(node, Now):
            bag.now = True
        else:
            slot = slots[type(node)]
            if getattr(bag, slot) is not None:
                return None
            setattr(bag, slot, node)
    return bag


Handler = Callable[[Bag, Context], "Found | None"]
HANDLERS: list[tuple[str, Handler]] = []
"""Which piece rules the others, first to last, and who reads it; filled by `days`."""


def find(dates: tuple[Any, ...], ctx: Context) -> Found | None:
    """Return the day or period that the pieces name together; None when they do not fit."""
    try:
        bag = gather(dates)
        return find_bag(bag, ctx) if bag else None
    except (OverflowError, ValueError):
        return None


def find_rest(bag: Bag, ctx: Context, **without: Any) -> Found | None:
    """Return what the pieces come to without some of them."""
    return find_bag(replace(bag, **without), ctx)


def find_bag(bag: Bag, ctx: Context) -> Found | None:
    """Return what the pieces come to."""
    for piece, handler in HANDLERS:
        if getattr(bag, piece) not in (None, [], False):
            return handler(bag, ctx)
    return None
