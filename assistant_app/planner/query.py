"""Read the calendar and the task list: what happens when, what is busy, what is free."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Literal

from assistant_app.domain.clock import Millis, MillisClock
from assistant_app.domain.planner import FreeSlot, Item, ItemKind, Occurrence, When
from assistant_app.errors import AppError
from assistant_app.planner import finder, free_time, series, shifting
from assistant_app.planner.recurrence import occurrences
from assistant_app.planner.rule import parse_rule
from assistant_app.planner.walltime import (
    DAY_MS,
    FIRST,
    LAST,
    as_datetime,
    from_ms,
    parse,
    text,
    to_ms,
)
from assistant_app.storage.planner_store import PlannerStore, StoredItem

_DAY = dt.timedelta(days=1)
CONFLICTS_CHECKED = 26
"""How many occurrences of a new series are checked for conflicts: half a year of a weekly one."""
MAX_FREE_DAYS = 400
KEPT_RANGES = 32
BUSY_MS = 31 * DAY_MS
"""How much of the calendar is looked at in one go for what is free."""
LISTED = 20_000
"""The most occurrences of series in one listing (0.4 s). What each has of it depends on how many
the others have, so that no series keeps another out."""
LISTED_A_DAY = 48
"""The most that one series has of a listing, for each of its days, but at least `LISTED_AT_LEAST`:
one every half hour is listed whole."""
LISTED_AT_LEAST = 500
LISTED_MS = 100 * 366 * DAY_MS
"""How far into a listing a series is followed: a rule for rare days is slow to walk to the end."""


def wall_ms(value: str, tz: str) -> Millis:
    """Return the moment of a wall time or date (its midnight) in a zone.

    One beyond the calendar, before or after all that can be stored, is its first or last moment.
    """
    return to_ms(_within(as_datetime(parse(value))), "zoned", tz, tz)


def _within(value: dt.datetime) -> dt.datetime:
    return min(max(value, FIRST), LAST)


def blocks(item: Item) -> bool:
    """Whether an item takes up its time: a transparent or cancelled one never does."""
    return item.kind is ItemKind.EVENT and not item.transparent and not item.cancelled


class Query:
    """Reads of the planner; nothing here changes anything."""

    def __init__(self, store: PlannerStore, clock: MillisClock) -> None:
        self._store = store
        self._clock = clock
        self._kept: dict[tuple[object, ...], list[Occurrence]] = {}
        self._series: dict[ItemKind, list[StoredItem]] = {}
        self._kept_version: tuple[int, int] | None = None

    def between(
        self, kind: ItemKind, start_ms: Millis, end_ms: Millis, viewer: str
    ) -> list[Occurrence]:
        """Return the occurrences that overlap [start_ms, end_ms), an override in its own place.

        A series that happens more often than can be listed is cut; its last one then has `more`.
        Kept until anything is written, because windows ask for the same days again and again.
        """
        self._forget_what_changed()
        if len(self._kept) >= KEPT_RANGES:
            self._kept = {}
        kept, key = self._kept, (kind, start_ms, end_ms, viewer)
        if key not in kept:
            kept[key] = self._expand(kind, start_ms, end_ms, viewer)
        return kept[key]

    def _forget_what_changed(self) -> None:
        version = self._store.version()
        if version != self._kept_version:
            self._kept, self._series, self._kept_version = {}, {}, version

    def _expand(
        self, kind: ItemKind, start_ms: Millis, end_ms: Millis, viewer: str
    ) -> list[Occurrence]:
        first, last = start_ms - series.MARGIN_MS, end_ms + series.MARGIN_MS
        found: list[Occurrence] = []
        for stored in self._store.overlapping_once(kind, first, last):
            item = stored.item
            if item.recurrence_id and item.cancelled:
                continue
            for occurrence in series.occurrences_between(item, start_ms, end_ms, viewer):
                if item.recurrence_id:
                    occurrence = replace(occurrence, key=item.recurrence_id)
                found.append(occurrence)
        replaced = self._store.override_keys()
        sources: list[Iterator[Occurrence]] = []
        for stored in self._all_series(kind):
            begins, ends = stored.first_ms, stored.last_ms
            if begins is None or begins >= last or (ends is not None and ends < first):
                continue
            horizon = max(start_ms, begins) + LISTED_MS
            dates = series.occurrences_between(
                stored.item, start_ms, min(end_ms, horizon), viewer,
                replaced.get(stored.item.id, ()), ends,
            )  # fmt: skip
            goes_on = horizon < end_ms and (ends is None or ends > horizon)
            sources.append(_marked(dates) if goes_on else dates)
        days = (end_ms - start_ms) // DAY_MS
        return found + _shared(sources, max(LISTED_AT_LEAST, LISTED_A_DAY * days))

    def _all_series(self, kind: ItemKind) -> list[StoredItem]:
        if kind not in self._series:
            self._series[kind] = self._store.repeating(kind)
        return self._series[kind]

    def events(self, start: str, end: str, tz: str, about: str = "") -> list[Occurrence]:
        """Return the events that overlap [start, end), all-day ones of a day first."""
        found = self.between(ItemKind.EVENT, wall_ms(start, tz), wall_ms(end, tz), tz)
        if about:
            keep = finder.about((occurrence.item for occurrence in found), about)
            found = [occurrence for occurrence in found if keep(occurrence.item)]
        return sorted(found, key=_by_time)

    def tasks(
        self,
        state: Literal["open", "done", "all"],
        *,
        due_before: str | None,
        about: str,
        list_name: str,
        viewer: str,
    ) -> list[Occurrence]:
        """Return tasks, dated first by due time, then undated; a series shows its next open one."""
        stored = self._store.all(ItemKind.TASK)
        marks = self._store.done_marks()
        replaced = self._store.override_keys()
        found: list[Occurrence] = []
        for task in stored:
            done = marks.get(task.item.id, {})
            skip = replaced.get(task.item.id, set())
            found += self._states_of(task, done, skip, state, viewer)
        if list_name:
            wanted = list_name.casefold()
            found = [o for o in found if o.item.calendar.casefold() == wanted]
        if due_before is not None:
            limit = wall_ms(due_before, viewer)
            found = [o for o in found if o.end_ms is not None and o.end_ms < limit]
        if about:
            keep = finder.about((occurrence.item for occurrence in found), about)
            found = [occurrence for occurrence in found if keep(occurrence.item)]
        return sorted(found, key=_by_due)

    def _states_of(
        self, task: StoredItem, done: dict[str, Millis], skip: set[str], state: str, viewer: str
    ) -> list[Occurrence]:
        item = task.item
        if item.cancelled:
            return []
        if not series.repeats(item):
            single = self._single(item, viewer)
            return [single] if state == "all" or (state == "done") == single.done else []
        found: list[Occurrence] = []
        if state != "open":
            keys = sorted(key for key in done if key not in skip)
            found += [series.occurrence_at(item, parse(k), viewer, done=True) for k in keys]
        if state != "done":
            following = self.next_open(item, done, skip, viewer)
            found += [following] if following is not None else []
        return found

    def _single(self, item: Item, viewer: str) -> Occurrence:
        if series.anchor(item) is None:
            return Occurrence(item, "", None, None, None, None, item.done)
        found = series.occurrence_at(item, shifting.start_value(item), viewer, done=item.done)
        return replace(found, key=item.recurrence_id or found.key)

    def next_open(
        self, item: Item, done: dict[str, Millis], skip: Iterable[str], viewer: str
    ) -> Occurrence | None:
        """Return the first occurrence of a repeating task that is not done.

        One that repeats from completion is due again counted from the day it was last done.
        """
        left_out = set(skip)
        if item.repeat_from == "completion" and done and item.rrule:
            return self._after_completion(item, max(done.values()), viewer)
        last_done = max(done, default=None)
        after = parse(last_done) if last_done else None
        for value in series.raw_keys(item, after):
            if text(value) not in done and text(value) not in left_out:
                return series.occurrence_at(item, value, viewer)
        return None

    def _after_completion(self, item: Item, done_ms: Millis, viewer: str) -> Occurrence | None:
        zone = series.zone_of(item, viewer)
        day = from_ms(done_ms, zone).date()
        first = shifting.start_value(item)
        start: dt.date = day
        if isinstance(first, dt.datetime):
            start = dt.datetime.combine(day, first.time())
        rule = parse_rule(item.rrule or "")
        for value in islice(occurrences(rule, start, tz=item.tz), 2):
            if as_datetime(value).date() > day:
                return series.occurrence_at(item, value, viewer)
        return None

    def occurrence(self, item: Item, key: str, viewer: str) -> Occurrence:
        """Return one occurrence of a series, its override where it has one.

        Raises:
            AppError: `no_occurrence`.
        """
        if not series.repeats(item):
            return self._single(item, viewer)
        for override in self._store.overrides(item.id):
            if override.item.recurrence_id == key:
                return self._single(override.item, viewer)
        value = parse(key)
        if next(series.raw_keys(item, value), None) != value:
            raise AppError("no_occurrence", title=item.title)
        done = key in self._store.done_marks([item.id]).get(item.id, {})
        return series.occurrence_at(item, value, viewer, done=done)

    def next_ms(self, stored: StoredItem, now_ms: Millis, viewer: str) -> Millis | None:
        """Return when an item happens next, or when it did last; None without a time."""
        item = stored.item
        if series.anchor(item) is None:
            return None
        if series.repeats(item):
            found = series.upcoming(item, now_ms, viewer)
            if found is not None:
                return found.end_ms
            return stored.last_ms
        return series.occurrence_at(item, shifting.start_value(item), viewer).end_ms

    def nearest(self, item: Item, now_ms: Millis, viewer: str) -> Occurrence:
        """Return the next time that an item happens, or its only or first one."""
        if series.repeats(item):
            found = series.upcoming(item, now_ms, viewer)
            if found is not None:
                return found
            return series.occurrence_at(item, shifting.start_value(item), viewer)
        return self._single(item, viewer)

    # Busy and free

    def conflicts(self, when: When, ignore: int | None, viewer: str) -> list[Occurrence]:
        """Return what is busy at that time: of a series, at its first occurrences."""
        self._forget_what_changed()
        clashing = {
            (occurrence.item.id, occurrence.key): occurrence
            for start, end in self._spans(when, viewer)
            for occurrence in self._expand(ItemKind.EVENT, start, end, viewer)
            if blocks(occurrence.item)
            and (ignore is None or ignore not in (occurrence.item.id, occurrence.item.master_id))
            and _overlap(occurrence, start, end)
        }
        return sorted(clashing.values(), key=_by_time)

    def _spans(self, when: When, viewer: str) -> list[tuple[Millis, Millis]]:
        if not when.start:
            return []
        times = shifting.times_of(replace(when, rrule=None), ItemKind.EVENT, viewer)
        tz = times.tz or viewer
        start, end = as_datetime(parse(times.start or "")), as_datetime(parse(times.end or ""))
        starts = [start]
        if when.rrule:
            starts = [as_datetime(parse(v)) for v in self.next_dates(when, CONFLICTS_CHECKED)]
        return [
            (to_ms(value, "zoned", tz, viewer), to_ms(value + (end - start), "zoned", tz, viewer))
            for value in starts
        ]

    def next_dates(self, when: When, count: int) -> list[str]:
        """Return the first dates of `when`: its start where it does not repeat."""
        if not when.start:
            return []
        start = parse(when.start)
        start = as_datetime(start).date() if when.all_day else as_datetime(start)
        rule = shifting.rule_text(when)
        if rule is None:
            return [text(start)]
        found = occurrences(parse_rule(rule), start, tz=when.tz, workday_cal=when.workday_cal)
        return [text(value) for value in islice(found, count)]

    def free(
        self, start: str, end: str, tz: str, length_s: int, hours: tuple[str, str]
    ) -> list[FreeSlot]:
        """Return the free stretches of at least `length_s`, within `hours` of each day."""
        first, last = _within(as_datetime(parse(start))), _within(as_datetime(parse(end)))
        if len(end) == 10 and last == first:
            last = min(last + _DAY, LAST)
        if last - first > MAX_FREE_DAYS * _DAY:
            last = first + MAX_FREE_DAYS * _DAY
        if last <= first:
            return []
        busy = self._busy(to_ms(first, "zoned", tz, tz), to_ms(last, "zoned", tz, tz), tz)
        return free_time.slots(first, last, hours, tz, busy, length_s)

    def _busy(self, low: Millis, high: Millis, viewer: str) -> list[free_time.Stretch]:
        """Return what is taken, month by month, so that few series are cut."""
        self._forget_what_changed()
        found: list[free_time.Stretch] = []
        while low < high:
            end = min(low + BUSY_MS, high)
            # Of one that is cut, nobody knows what is free after it.
            found += [
                (o.start_ms or 0, end if o.more else o.end_ms or 0)
                for o in self._expand(ItemKind.EVENT, low, end, viewer)
                if blocks(o.item)
            ]
            low = end
        return free_time.joined(found)


def _marked(dates: Iterator[Occurrence]) -> Iterator[Occurrence]:
    """Yield them, the last as one that has more after it."""
    current = next(dates, None)
    while current is not None:
        following = next(dates, None)
        yield replace(current, more=True) if following is None else current
        current = following


def _shared(sources: list[Iterator[Occurrence]], most: int) -> list[Occurrence]:
    """Return what the sources have, at most `LISTED` in all and `most` of each.

    What one does not need goes to the others, in rounds.
    """
    found: list[list[Occurrence]] = [[] for _ in sources]
    waiting, left = list(range(len(sources))), LISTED
    cut: list[int] = []
    while waiting:
        share = max(1, left // len(waiting))
        hungry: list[int] = []
        for index in waiting:
            mine = found[index]
            wanted = min(share, most - len(mine))
            before = len(mine)
            mine += islice(sources[index], wanted)
            left -= len(mine) - before
            if len(mine) - before == wanted:
                (hungry if len(mine) < most else cut).append(index)
        waiting = hungry if left > 0 else []
        cut += hungry if left <= 0 else []
    for index in cut:
        if next(sources[index], None) is not None:
            found[index][-1] = replace(found[index][-1], more=True)
    return [occurrence for part in found for occurrence in part]


def _overlap(occurrence: Occurrence, start: Millis, end: Millis) -> bool:
    if occurrence.start_ms is None or occurrence.end_ms is None:
        return False
    return occurrence.start_ms < end and occurrence.end_ms > start


def _by_time(occurrence: Occurrence) -> tuple[int, bool, int, str, int]:
    start = occurrence.start_ms or 0
    timed = not occurrence.item.all_day
    return start, timed, occurrence.end_ms or 0, occurrence.item.title, occurrence.item.id


def _by_due(occurrence: Occurrence) -> tuple[bool, int, int, int]:
    order = {"high": 0, "normal": 1, "low": 2}[occurrence.item.priority]
    due = occurrence.end_ms
    return due is None, due or 0, order, occurrence.item.id
