"""The one time of day of a message, for a day that was read without it.

A small model puts "6 to 7:15pm" beside a repeat, or leaves it out: the day alone is resolved then. A
time that stands in the owner's words is never lost for that.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re

from assistant_app.domain.planner import When
from assistant_app.tools.outcome import ToolContext

_SPAN = re.compile(
    r"(?<![\d:.])\d{1,2}(?:[:.]\d\d)?\s*(?:-|–|—|to|till?|until|and)\s*\d{1,2}(?:[:.]\d\d)?\s*"
    r"[ap]\.?m\b",
    re.IGNORECASE,
)
"""A span that shares its am or pm: "6 to 7:15pm"."""
_CLOCK = re.compile(r"\d\d:\d\d")
_ALL_DAY = re.compile(r"\b(?:all|whole|entire|full)[- ]days?\b|[整全]天|一整天", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:remind\w*|alert\w*|alarm|ping|notif\w*|warn|nudge|before|by)\b|提醒|闹钟|通知|叫我|之?前",
    re.IGNORECASE,
)
"""Words whose time may be one for an alarm, or a last one."""


@dataclasses.dataclass(frozen=True, slots=True)
class SaidTime:
    """A time of day as "HH:MM", its end where a span was said, and what was assumed for it."""

    start: str
    end: str | None = None
    assumptions: tuple[str, ...] = ()


def said_time(ctx: ToolContext) -> SaidTime | None:
    """Return the time of day that a message names; None where it names none, or more than one."""
    resolver, text = ctx.planner.resolver, ctx.text
    found: list[SaidTime] = []
    taken: list[tuple[int, int]] = []
    for match in _SPAN.finditer(text):
        resolved = resolver.resolve(match[0], ctx.now, ctx.lang)
        if resolved.kind == "range" and (time := _of(resolved.value, ())):
            found.append(time)
            taken.append(match.span())
    for resolved in resolver.extract(text, ctx.now, ctx.lang).found:
        span = resolved.span
        if not span or any(span[0] < end and start < span[1] for start, end in taken):
            continue
        hour = tuple(a for a in resolved.assumptions if a.startswith("hour"))
        if time := _of(resolved.value, hour):
            found.append(time)
    return found[0] if len(set(found)) == 1 else None


def _of(value: object, assumed: tuple[str, ...]) -> SaidTime | None:
    start, end = (
        (value.get("start"), value.get("end")) if isinstance(value, dict) else (value, None)
    )
    if not isinstance(start, str) or not _CLOCK.fullmatch(start):
        return None
    return SaidTime(start, end if isinstance(end, str) else None, assumed)


def at_said_time(when: When, ctx: ToolContext, length_s: int | None) -> When:
    """Return a single day at the time that the message names for it; any other time as it is.

    One that was read as the end of a span begins where the span does. `length_s` of None: no end.
    """
    if not when.start or _ALL_DAY.search(ctx.text) or (length_s and _OTHER.search(ctx.text)):
        return when
    time = said_time(ctx)
    if time is None or not (_is_one_day(when) or (time.end and when.start[11:16] == time.end)):
        return when
    start = dt.datetime.fromisoformat(f"{when.start[:10]}T{time.start}:00")
    end, assumed = None, [*time.assumptions]
    if length_s and time.end:
        end = dt.datetime.fromisoformat(f"{when.start[:10]}T{time.end}:00")
        end += dt.timedelta(days=int(end <= start))
    elif length_s:
        end = start + dt.timedelta(seconds=length_s)
        assumed.append(f"length={length_s // 60}")
    kept = when.assumptions_but("length", "time", "hour")
    return dataclasses.replace(
        when, start=start.isoformat(), end=end.isoformat() if end else None, all_day=False,
        tz=ctx.now.tz, assumptions=(*kept, *assumed),
    )  # fmt: skip


def _is_one_day(when: When) -> bool:
    if not when.all_day or not when.start:
        return False
    first = dt.date.fromisoformat(when.start[:10])
    return not when.end or dt.date.fromisoformat(when.end[:10]) <= first + dt.timedelta(days=1)
