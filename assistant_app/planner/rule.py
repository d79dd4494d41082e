"""Recurrence rules as text and as data (RFC 5545 section 3.3.10, RFC 7529).

Only reading and writing; `recurrence` expands them. Reading is forgiving where the meaning is
plain (lower case, blanks, a trailing semicolon) and strict where it is not: a part that is unknown
or out of range would change the dates silently.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, replace
from functools import lru_cache

from assistant_app.errors import AppError

FREQUENCIES = ("YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY")
WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
LEAP = 100
"""What a leap month's number is raised by: 9L of RFC 7529 is 109."""

_DAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
_MONTH = re.compile(r"(\d{1,2})(L?)")
_STAMP = re.compile(r"(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?")


@dataclass(frozen=True, slots=True)
class Rule:
    """A recurrence rule. `by_day` holds (n, weekday) with n 0 for "every" and Monday 0.

    `until` is a date, or a naive datetime; `until_utc` says that it is in UTC.
    """

    freq: str
    interval: int = 1
    count: int | None = None
    until: dt.date | None = None
    until_utc: bool = False
    week_start: int = 0
    by_month: tuple[int, ...] = ()
    by_week_no: tuple[int, ...] = ()
    by_year_day: tuple[int, ...] = ()
    by_month_day: tuple[int, ...] = ()
    by_day: tuple[tuple[int, int], ...] = ()
    by_hour: tuple[int, ...] = ()
    by_minute: tuple[int, ...] = ()
    by_second: tuple[int, ...] = ()
    by_set_pos: tuple[int, ...] = ()
    rscale: str = ""
    skip: str = ""

    @property
    def level(self) -> int:
        """0 for yearly up to 6 for secondly."""
        return FREQUENCIES.index(self.freq)


def _bad(text: str, part: str) -> AppError:
    return AppError("rule_invalid", rule=text[:120], part=part[:40])


def _numbers(value: str, low: int, high: int, *, signed: bool = False) -> tuple[int, ...]:
    found: set[int] = set()
    for piece in value.split(","):
        number = int(piece)
        size = abs(number) if signed else number
        if not low <= size <= high or (signed and number == 0):
            raise ValueError(piece)
        found.add(number)
    return tuple(sorted(found))


def _months(value: str) -> tuple[int, ...]:
    found = set()
    for piece in value.split(","):
        match = _MONTH.fullmatch(piece)
        if match is None or not 1 <= int(match[1]) <= 13:
            raise ValueError(piece)
        found.add(int(match[1]) + (LEAP if match[2] else 0))
    return tuple(sorted(found))


def _days(value: str) -> tuple[tuple[int, int], ...]:
    found: dict[tuple[int, int], None] = {}
    for piece in value.split(","):
        match = _DAY.fullmatch(piece)
        if match is None:
            raise ValueError(piece)
        number = int(match[1] or 0)
        if match[1] and not 1 <= abs(number) <= 53:
            raise ValueError(piece)
        found[(number, WEEKDAYS.index(match[2]))] = None
    return tuple(found)


def parse_stamp(value: str) -> tuple[dt.date, bool]:
    """Return the date or naive datetime of "19970902" or "19970902T090000Z", and whether in UTC.

    Raises:
        ValueError: it is neither.
    """
    match = _STAMP.fullmatch(value)
    if match is None:
        raise ValueError(value)
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    if match[4] is None:
        return dt.date(year, month, day), False
    moment = dt.datetime(year, month, day, int(match[4]), int(match[5]), min(int(match[6]), 59))
    return moment, bool(match[7])


def format_stamp(value: dt.date, *, utc: bool = False) -> str:
    """Return a date or datetime in the form of iCalendar."""
    if isinstance(value, dt.datetime):
        return re.sub("[-:]", "", value.isoformat(timespec="seconds")) + ("Z" if utc else "")
    return value.isoformat().replace("-", "")


def _fields(text: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    body = re.sub(r"\s+", "", text).upper().removeprefix("RRULE:")
    for part in body.split(";"):
        if not part:
            continue
        name, sign, value = part.partition("=")
        if not sign or name in fields or (not value and not name.startswith("X-")):
            raise _bad(text, part)
        fields[name] = value
    return fields


_NUMERIC = {
    "BYWEEKNO": ("by_week_no", 1, 53, True),
    "BYYEARDAY": ("by_year_day", 1, 385, True),
    "BYMONTHDAY": ("by_month_day", 1, 31, True),
    "BYHOUR": ("by_hour", 0, 23, False),
    "BYMINUTE": ("by_minute", 0, 59, False),
    "BYSECOND": ("by_second", 0, 60, False),
    "BYSETPOS": ("by_set_pos", 1, 366 * 24, True),
}


def _read_part(name: str, value: str) -> dict[str, object]:
    if name in _NUMERIC:
        field, low, high, signed = _NUMERIC[name]
        return {field: _numbers(value, low, high, signed=signed)}
    if name == "BYMONTH":
        return {"by_month": _months(value)}
    if name == "BYDAY":
        return {"by_day": _days(value)}
    if name in ("INTERVAL", "COUNT"):
        return {name.lower(): _numbers(value, 1, 10**9)[0]}
    if name == "UNTIL":
        until, utc = parse_stamp(value)
        return {"until": until, "until_utc": utc}
    if name == "WKST":
        return {"week_start": WEEKDAYS.index(value)}
    if name == "RSCALE":
        return {"rscale": "" if value == "GREGORIAN" else value}
    if name == "SKIP" and value in ("OMIT", "BACKWARD", "FORWARD"):
        return {"skip": "" if value == "OMIT" else value}
    raise ValueError(name)


@lru_cache(maxsize=2048)
def parse_rule(text: str) -> Rule:
    """Read a rule, with or without "RRULE:".

    Raises:
        AppError: `rule_invalid`, naming the part that is unknown or out of range.
    """
    fields = _fields(text)
    freq = fields.pop("FREQ", "")
    if freq not in FREQUENCIES:
        raise _bad(text, f"FREQ={freq}")
    values: dict[str, object] = {}
    for name, value in fields.items():
        if name.startswith("X-"):
            continue
        try:
            values |= _read_part(name, value)
        except ValueError:
            raise _bad(text, f"{name}={value}") from None
    rule = replace(Rule(freq), **values)  # type: ignore[arg-type]
    if not rule.rscale and any(month > 12 for month in rule.by_month):
        raise _bad(text, f"BYMONTH={fields['BYMONTH']}")
    return rule


def _joined(values: tuple[int, ...]) -> str:
    return ",".join(map(str, values))


def format_rule(rule: Rule) -> str:
    """Write a rule in canonical form, without "RRULE:"."""
    parts = [f"RSCALE={rule.rscale}"] if rule.rscale else []
    if rule.skip and not rule.rscale:
        parts.append("RSCALE=GREGORIAN")
    parts.append(f"FREQ={rule.freq}")
    if rule.interval != 1:
        parts.append(f"INTERVAL={rule.interval}")
    if rule.until is not None:
        parts.append(f"UNTIL={format_stamp(rule.until, utc=rule.until_utc)}")
    if rule.count is not None:
        parts.append(f"COUNT={rule.count}")
    if rule.by_month:
        codes = (f"{m - LEAP}L" if m > LEAP else str(m) for m in rule.by_month)
        parts.append("BYMONTH=" + ",".join(codes))
    for name, (field, *_) in _NUMERIC.items():
        values: tuple[int, ...] = getattr(rule, field)
        if values and name != "BYSETPOS":
            parts.append(f"{name}={_joined(values)}")
    if rule.by_day:
        parts.append("BYDAY=" + ",".join(f"{n or ''}{WEEKDAYS[day]}" for n, day in rule.by_day))
    if rule.by_set_pos:
        parts.append(f"BYSETPOS={_joined(rule.by_set_pos)}")
    if rule.week_start:
        parts.append(f"WKST={WEEKDAYS[rule.week_start]}")
    if rule.skip:
        parts.append(f"SKIP={rule.skip}")
    return ";".join(parts)
