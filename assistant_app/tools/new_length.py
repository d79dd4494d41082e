"""How long a thing is to be: "two hours", "half an hour longer", "until five", 缩短到半小时, 到五点."""

from __future__ import annotations

import datetime as dt
import re

from assistant_app.domain.planner import Item
from assistant_app.tools.outcome import ToolContext
from assistant_app.tools.said_change import until_words

_LONGER = re.compile(r"\b(?:longer|more|later)\b|延长|加长|增加|多", re.IGNORECASE)
_SHORTER = re.compile(r"\b(?:shorter|less|earlier)\b|缩短|减|少", re.IGNORECASE)
_AT_MOST = dt.timedelta(days=1)


def new_length(words: str, item: Item, ctx: ToolContext) -> int | None:
    """Return the new length of `item` in seconds; None when `words` give none that is possible."""
    for change, sign in ((_LONGER, 1), (_SHORTER, -1)):
        by = ctx.planner.resolver.length(change.sub("", words).strip(), ctx.lang)
        if by and change.search(words):
            length = _seconds(item)
            return length + sign * by if length is not None and length + sign * by > 0 else None
    length = ctx.planner.resolver.length(words, ctx.lang)
    return length if length is not None else _until(until_words(words) or words, item, ctx)


def _seconds(item: Item) -> int | None:
    if not item.start or not item.end:
        return None
    span = dt.datetime.fromisoformat(item.end) - dt.datetime.fromisoformat(item.start)
    return int(span.total_seconds())


def _until(words: str, item: Item, ctx: ToolContext) -> int | None:
    """Return the length up to the time or the last day that `words` name."""
    if not item.start:
        return None
    start = dt.datetime.fromisoformat(item.start)
    resolved = ctx.planner.resolver.resolve(words, ctx.now, ctx.lang, prefer="any")
    values = [str(v) for v in (resolved.value, *(a.value for a in resolved.alternatives)) if v]
    if resolved.kind == "date" and item.all_day:
        last = dt.datetime.fromisoformat(values[0])
        days = (last - start).days + 1
        return days * 86400 if days > 0 else None
    if resolved.kind not in ("time", "datetime") or item.all_day:
        return None
    ends = [_after(start, value, bool(item.rrule)) for value in values]
    return min((int((end - start).total_seconds()) for end in ends if end), default=None)


def _after(start: dt.datetime, value: str, series: bool) -> dt.datetime | None:
    """Return the end that "17:00" or "2026-11-21T17:00" means for what begins at `start`.

    The day of a series is that of each occurrence. A time of day before the start is on the next day.
    """
    day, _, clock = value.rpartition("T")
    time = dt.time.fromisoformat(clock)
    if day and not series:
        end = dt.datetime.combine(dt.date.fromisoformat(day), time)
        return end if end > start else None
    end = dt.datetime.combine(start.date(), time)
    return end if end > start else end + _AT_MOST
