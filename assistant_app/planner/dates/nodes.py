"""What the grammar builds: pieces of a date phrase, before anything is known about today."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

Unit = Literal[
    "second", "minute", "hour", "day", "week", "fortnight", "weekend", "month", "quarter", "year",
    "workday", "workweek", "night", "morning", "afternoon", "evening", "decade", "tenday",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Amount:
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


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock time; `half` is am/pm, `literal` means that 24-hour writing leaves no doubt."""

    hour: int
    minute: int = 0
    second: int = 0
    half: str | None = None
    literal: bool = False
    bare: bool = False
    """Only a number: it may as well be a day of the month."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the day, perhaps early or late in it."""

    name: str
    mod: str = ""


@dataclass(frozen=True, slots=True)
class Rel:
    """Today plus `days`."""

    days: int


@dataclass(frozen=True, slots=True)
class Now:
    """This very moment."""


@dataclass(frozen=True, slots=True)
class Ymd:
    """What was said of year, month and day; `lunar` for the Chinese calendar."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    lunar: bool = False
    leap: bool = False
    swap: bool = False
    """Month and day are numeric and could be the other way round."""
    maybe_lunar: bool = False


@dataclass(frozen=True, slots=True)
class Wd:
    """A weekday (Monday 0); `mod` is "", this, next, last, coming, or a number of weeks on."""

    day: int
    mod: str = ""
    weeks: int = 0
    zh: bool = False


@dataclass(frozen=True, slots=True)
class Period:
    """A calendar unit counted from the current one: this week (0), next month (1)."""

    unit: str
    offset: int
    count: int = 1
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Rolling:
    """The next or last stretch of time from now: next 3 days, past 2 hours, within a week."""

    amount: Amount
    sign: int
    from_now: bool = False
    """Count from this moment, not from tomorrow."""


@dataclass(frozen=True, slots=True)
class Nth:
    """The nth weekday, day, week... of the containing period."""

    n: int
    what: str
    weekday: int | None = None
    count: int = 1


@dataclass(frozen=True, slots=True)
class Holiday:
    """A holiday by key, in the year `year`, or `offset` from the current one."""

    key: str
    mod: str = ""


@dataclass(frozen=True, slots=True)
class Shift:
    """An amount before or after the anchor, which is now when there is none."""

    amount: Amount
    sign: int
    anchor: Spec | None = None
    weekday: int | None = None
    """Count these weekdays instead of a length: "two Fridays from now"."""
    n: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """A part of the containing period: begin, mid, end, early, late, rest, to_date, half1, half2."""

    which: str


@dataclass(frozen=True, slots=True)
class WeekOf:
    """The Monday-Sunday week (or weekend) around the date beside it."""

    unit: str = "week"


@dataclass(frozen=True, slots=True)
class WeekNo:
    """An ISO week number."""

    n: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """Every so often; `days` are weekdays, `nth` a position in the month, `workdays` without rest."""

    freq: str
    interval: int = 1
    days: tuple[int, ...] = ()
    nth: tuple[int, ...] = ()
    month: int | None = None
    monthday: int | None = None
    lunar: bool = False
    workday_cal: str | None = None
    holiday: str | None = None
    part: str | None = None
    bare_unit: bool = False


DateExpr = Any


@dataclass(frozen=True, slots=True)
class Spec:
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
    count: int | None = None
    tags: tuple[str, ...] = ()
    times: Times | None = None

    def but(self, **changes: Any) -> Spec:
        """Return a copy with changes."""
        return replace(self, **changes)

    @property
    def has_date(self) -> bool:
        """Tell whether a day or period was said."""
        return bool(self.dates)

    @property
    def has_time(self) -> bool:
        """Tell whether a time of day was said."""
        return self.clock is not None or self.part is not None


@dataclass(frozen=True, slots=True)
class Times:
    """A range of clock times as one piece; either side may be only a number."""

    left: Spec
    right: Spec


@dataclass(frozen=True, slots=True)
class Span:
    """From one spec to another; `shared` was said for both."""

    left: Spec
    right: Spec
    shared: Spec = field(default_factory=Spec)


@dataclass(frozen=True, slots=True)
class Either:
    """Two points joined by "and" or "or"."""

    options: tuple[Spec, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the grammar that joins pieces: to, and, between, from, until, filler..."""

    kind: str


@dataclass(frozen=True, slots=True)
class Flag:
    """A remark on the phrase that changes one slot: a bound (before, after, by), or a length."""

    slot: str
    value: Any
