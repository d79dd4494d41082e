"""Say when something is, in words, from the stored row: "Wed 25 Nov 2026, 15:00-16:00 · in 7 days"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import islice

from assistant_app import resources
from assistant_app.domain.calendar_words import SHORT_MONTHS_EN, SHORT_WEEKDAYS_EN, WEEKDAYS_ZH
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Item, ItemKind, Occurrence
from assistant_app.planner import series
from assistant_app.planner.rule_words import in_words
from assistant_app.planner.walltime import as_datetime, convert, parse

NEXT_DATES = 3


def _say(lang: Lang, key: str, /, **values: object) -> str:
    return resources.phrase(lang, f"planner.{key}", **values)


def day_words(day: dt.date, lang: Lang) -> str:
    """Return "Wed 25 Nov 2026" or 2026年11月25日（周三）."""
    if lang == "zh":
        return f"{day.year}年{day.month}月{day.day}日（周{WEEKDAYS_ZH[day.weekday()]}）"
    return (
        f"{SHORT_WEEKDAYS_EN[day.weekday()]} {day.day} {SHORT_MONTHS_EN[day.month - 1]} {day.year}"
    )


def distance(day: dt.date, now: Moment, lang: Lang) -> str:
    """Return "today", "in 7 days" or "3 days ago", by calendar days."""
    days = (day - now.wall.date()).days
    named = {0: "today", 1: "tomorrow", -1: "yesterday"}.get(days)
    if named:
        return _say(lang, f"distance.{named}")
    return _say(lang, "distance.ahead" if days > 0 else "distance.ago", days=abs(days))


def _day_time(moment: dt.datetime, lang: Lang) -> str:
    day = day_words(moment.date(), lang)
    return _say(lang, "day_time", day=day, time=f"{moment:%H:%M}")


def span_words(start: str | None, end: str | None, *, all_day: bool, lang: Lang) -> str:
    """Return a stretch of time in words; the end of an all-day one is the day before it ends."""
    first, last = parse(start or end or ""), parse(end or start or "")
    if all_day:
        last = last - dt.timedelta(days=1) if start and last > first else last
        if last == first:
            return _say(lang, "all_day", day=day_words(first, lang))
        return _say(lang, "days", first=day_words(first, lang), last=day_words(last, lang))
    begins, ends = as_datetime(first), as_datetime(last)
    words = _day_time(begins, lang)
    if ends == begins:
        return words
    if ends.date() == begins.date():
        return f"{words}-{ends:%H:%M}"
    return f"{words} - {_day_time(ends, lang)}"


def describe(subject: Item | Occurrence, now: Moment, lang: Lang) -> str:
    """Return when an item or occurrence is: day, time, zone if not `now`'s, distance, repeats.

    A series given as an item is described at its next occurrence, with the dates that follow. What
    has no time gives an empty text.
    """
    item = subject.item if isinstance(subject, Occurrence) else subject
    if series.anchor(item) is None:
        return ""
    occurrence = subject if isinstance(subject, Occurrence) else _current(item, now)
    start, end = occurrence.start, occurrence.end
    if item.kind is ItemKind.TASK:
        start, end = None, occurrence.end or occurrence.start
    if item.kind is ItemKind.TASK and item.all_day:
        words = _say(lang, "due", when=day_words(parse(end or ""), lang))
    elif item.kind is ItemKind.TASK:
        words = _say(lang, "due", when=span_words(None, end, all_day=False, lang=lang))
    else:
        words = span_words(start, end, all_day=item.all_day, lang=lang)
    parts = [words + _other_zone(item, start or end or "", now, lang)]
    parts.append(distance(as_datetime(parse(start or end or "")).date(), now, lang))
    if occurrence.more:
        parts.append(_say(lang, "more"))
    if item.rrule and not isinstance(subject, Occurrence):
        parts.append(in_words(item, lang))
        following = _following(item, now, lang)
        if following:
            parts.append(_say(lang, "next_dates", dates=_say(lang, "comma").join(following)))
    return " · ".join(part for part in parts if part)


def _current(item: Item, now: Moment) -> Occurrence:
    if series.repeats(item):
        found = series.upcoming(item, now.ms, now.tz)
        if found is not None:
            return found
    anchor = series.anchor(item) or ""
    return series.occurrence_at(item, parse(anchor), now.tz)


def _following(item: Item, now: Moment, lang: Lang) -> list[str]:
    """Return the dates of a series that follow the one described: with it, `NEXT_DATES` in all.

    Those of one that happens more than once a day are said with their times.
    """
    first = _current(item, now).key
    found = [
        as_datetime(value) for value in islice(series.raw_keys(item, parse(first)), NEXT_DATES)
    ]
    days = [value.date() for value in found]
    if len(set(days)) < len(days):
        return [_day_time(value, lang) for value in found[1:]]
    return [day_words(day, lang) for day in days[1:]]


def _other_zone(item: Item, at: str, now: Moment, lang: Lang) -> str:
    """Return the zone in brackets, with the owner's own time, where it is not the owner's."""
    zone = series.zone_of(item, now.tz)
    if item.all_day or zone == now.tz or not at:
        return ""
    there = as_datetime(parse(at))
    here = convert(there, zone, now.tz)
    if here == there:
        return ""
    local = f"{here:%H:%M}"
    if here.date() != there.date():
        local = _day_time(here, lang)
    return _say(lang, "other_zone", zone=zone, local=local)


def describe_assumptions(tags: Sequence[str], lang: Lang) -> list[str]:
    """Return assumption tags as sentences; they are the resolver's own."""
    from assistant_app.planner.dates import describe_tags

    return list(dict.fromkeys(describe_tags(tags, lang)))
