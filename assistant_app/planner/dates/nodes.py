"""What the grammar builds: pieces of a date phrase, before anything is known about today."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal, NamedTuple, TypeVar

_T = TypeVar("_T")


def replace(node: _T, **changes: Any) -> _T:
    """Return a copy of a named tuple or data class with changes.

    Pieces are named tuples, since thirty data classes would take most of the import time.
    """
    if isinstance(node, tuple):
        return node._replace(**changes)  # type: ignore[attr-defined, no-any-return]
    return dataclasses.replace(node, **changes)  # type: ignore[type-var]


Unit = Literal[
    "second",
    "minute",
    "hour",
    "day",
    "week",
    "fortnight",
    "weekend",
    "month",
    "quarter",
    "year",
    "workday",
    "workweek",
    "night",
    "morning",
    "afternoon",
    "evening",
    "decade",
    "tenday",
]


class Amount(NamedTuple):
    """A length of time, by unit; fractions are allowed (3.5 years)."""

    parts: tuple[tuple[str, float], ...]
    vague: bool = False

    def get(self, unit: str) -> float:
        """Return how many of a unit."""
        return sum(n for u, n in self.parts if u == unit)

    @property
    def exact(self) -> bool:
        """Tell whether any part is hours or finer, which keeps the clock time."""
        return any(u in ("second", "minute", "hour") for u, _ in self.parts)


class Clock(NamedTuple):
    """A clock time; `half` is am/pm, `literal` means that 24-hour writing leaves no doubt."""

    hour: int
    minute: int = 0
    second: int = 0
    half: str | None = None
    literal: bool = False
    run_from: int | None = None
    """The hour that it may start at: "five to nine" is 8:55, or from five to nine."""


SAME_TIME = Clock(-1)
"""The clock time of now, as in "this time tomorrow"."""


class Part(NamedTuple):
    """A part of the day, perhaps early or late in it."""

    name: str
    mod: str = ""


class Rel(NamedTuple):
    """Today plus `days`; `then` counts from a day said before it: 周五晚上十点到第二天六点."""

    days: int
    then: bool = False


class Now(NamedTuple):
    """This very moment."""


class Ymd(NamedTuple):
    """What was said of year, month and day; `lunar` for the Chinese calendar."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    lunar: bool = False
    leap: bool = False
    swap: bool = False
    """Month and day are numeric and could be the other way round."""
    maybe_lunar: bool = False


def merge_ymd(a: Ymd | None, b: Ymd) -> Ymd | None:
    """Merge two partial dates; None when both say the same field differently."""
    if a is None:
        return b
    fields: dict[str, Any] = {}
    for name in ("year", "month", "day"):
        x, y = getattr(a, name), getattr(b, name)
        if x is not None and y is not None and x != y:
            return None
        fields[name] = x if x is not None else y
    if a.swap != b.swap and ((a.swap and b.month) or (b.swap and a.month)):
        return None
    return Ymd(
        **fields,
        lunar=a.lunar or b.lunar,
        leap=a.leap or b.leap,
        swap=a.swap or b.swap,
        maybe_lunar=a.maybe_lunar or b.maybe_lunar,
    )


class Wd(NamedTuple):
    """A weekday (Monday 0); `mod` is "", this, next, last, coming, or a number of weeks on."""

    day: int
    mod: str = ""
    weeks: int = 0
    zh: bool = False


class Period(NamedTuple):
    """A calendar unit counted from the current one: this week (0), next month (1)."""

    unit: str
    offset: int
    bare: bool = False
    whole: bool = False
    """Said as "all week", which may as well be a length."""


class Rolling(NamedTuple):
    """The next or last stretch of time from now: next 3 days, past 2 hours, within a week."""

    amount: Amount
    sign: int
    from_now: bool = False
    """Count from this moment, not from tomorrow."""
    first_day: int | None = None
    """Start so many days from today."""


class Nth(NamedTuple):
    """The nth weekday, day, week... of the containing period."""

    n: int
    what: str
    weekday: int | None = None
    size: int = 1


class Holiday(NamedTuple):
    """A holiday by key, in the year `year`, or `offset` from the current one."""

    key: str
    mod: str = ""


class Shift(NamedTuple):
    """An amount before or after the anchor, which is now when there is none."""

    amount: Amount
    sign: int
    anchor: Spec | None = None
    weekday: int | None = None
    """Count these weekdays instead of a length: "two Fridays from now"."""
    n: int = 0
    whole: bool = False
    """The calendar week or weekend beside the anchor: "the week before Christmas"."""


class Edge(NamedTuple):
    """A part of the containing period: begin, mid, end, early, late, rest, to_date, half1, half2."""

    which: str


class WeekOf(NamedTuple):
    """The Monday-Sunday week (or weekend) around the date beside it."""

    unit: str = "week"


class WeekNo(NamedTuple):
    """An ISO week number."""

    n: int


class Repeat(NamedTuple):
    """Every so often; `days` are weekdays, `nth` a position in the month, `workdays` without rest."""

    freq: str
    interval: int = 1
    days: tuple[int, ...] = ()
    nth: tuple[int, ...] = ()
    month: int | None = None
    monthday: int | None = None
    more_days: tuple[int, ...] = ()
    """The other days of "the 1st and 15th"."""
    months: tuple[int, ...] = ()
    """Of a monthly rule, as of "the last day of every quarter"."""
    lunar: bool = False
    workday_cal: str | None = None
    holiday: str | None = None
    part: str | None = None
    """The unit that was said, such as a quarter, which is three months."""
    bare_unit: bool = False


DateExpr = Any


class Spec(NamedTuple):
    """The merged pieces of one point or period."""

    dates: tuple[DateExpr, ...] = ()
    clock: Clock | None = None
    part: Part | None = None
    num: int | None = None
    zone: str | None = None
    amount: Amount | None = None
    repeat: Repeat | None = None
    until: Spec | None = None
    start: Spec | None = None
    bound: str = ""
    occurrences: int | None = None
    tags: tuple[str, ...] = ()

    def but(self, **changes: Any) -> Spec:
        """Return a copy with changes."""
        return self._replace(**changes)

    @property
    def has_date(self) -> bool:
        """Tell whether a day or period was said."""
        return bool(self.dates)

    @property
    def has_time(self) -> bool:
        """Tell whether a time of day was said."""
        return self.clock is not None or self.part is not None

    @property
    def next_day(self) -> bool:
        """Tell whether all that was said of the day is that it is the one after another."""
        return self.dates == (Rel(1, then=True),)


class Span(NamedTuple):
    """From one spec to another; `shared` was said for both."""

    left: Spec
    right: Spec
    shared: Spec = Spec()


class Either(NamedTuple):
    """Two points joined by "and" or "or"."""

    options: tuple[Spec, ...]


class Word(NamedTuple):
    """A word of the grammar that joins pieces: to, and, between, from, until, filler..."""

    kind: str


class Flag(NamedTuple):
    """A remark on the phrase that changes one slot: a bound (before, after, by), or a length."""

    slot: str
    value: Any
