"""Reminders: what is due now, what came late, what was missed while the app was closed.

A reminder is known by item, occurrence and the moment it was due, and its state is stored, so that
each is shown once or listed as missed once, over restarts, sleep, and changes of clock and zone.
Nothing here has a timer: whoever has one calls `due` on start, on resume and at `next_due`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Alarm, Item, ItemKind, Occurrence
from assistant_app.planner import series
from assistant_app.planner.query import Query
from assistant_app.planner.walltime import as_datetime, naive_ms, parse
from assistant_app.storage.planner_store import PlannerStore, StoredItem
from assistant_app.storage.reminder_store import Fire, ReminderStore

LATE_MS = 3_600_000
"""How late a reminder may be and still be shown by itself."""
ON_TIME_MS = 60_000
LOOK_BACK_MS = 14 * 86_400_000
"""How far back a reminder that never rang is still listed as missed."""
KEEP_MS = 60 * 86_400_000
MAX_RINGS = 500
"""The most occurrences of one series that are gone through for its reminders: an hourly one has
336 in the days looked back on."""
ZONES_MS = 15 * 3_600_000
"""How far a wall time taken as UTC can be from the moment it stands for."""

_Key = tuple[int, str, Millis]


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that is due. `late` says that it should have rung a minute ago or more.

    `missed` ones were due more than an hour ago, while nobody was looking: they go into one list.
    `mark_ms` is what it is known by: the moment it is due or, for a date or floating time, its wall
    time as if in UTC, so that it is the same reminder in whatever zone the owner is.
    """

    item: Item
    occurrence: Occurrence
    key: str
    due_ms: Millis
    mark_ms: Millis
    late: bool = False
    missed: bool = False


class Reminders:
    """The reminders of everything on the calendar and the task list.

    Showing one has two steps, so that a process that dies in between loses none: `due` claims it,
    and `confirm` says that it is on the screen. One that was claimed and never confirmed was with a
    process that died: it is listed as missed, and never rings again.
    """

    def __init__(
        self,
        store: PlannerStore,
        fires: ReminderStore,
        query: Query,
        viewer: Callable[[], str],
    ) -> None:
        self._store = store
        self._fires = fires
        self._query = query
        self._viewer = viewer
        self._claimed: set[_Key] = set()

    def due(self, now_ms: Millis) -> list[Reminder]:
        """Return what is to be shown now, and claim it: asking again does not give it again.

        Reminders of tasks that are done, and of cancelled events, are silent. One that was snoozed
        rings when its snooze ends; if that is more than an hour ago it is missed, as any other.
        """
        known = {_key(fire): fire for fire in self._fires.since(now_ms - LOOK_BACK_MS - ZONES_MS)}
        found: list[Reminder] = []
        states: list[Fire] = []
        for reminder in self._between(self._since(now_ms, known.values()), now_ms + 1):
            fire = known.get(_mark(reminder))
            rings_ms = _rings(reminder, fire, now_ms)
            orphan = fire is not None and fire.state == "pending"
            if rings_ms is None or (orphan and _mark(reminder) in self._claimed):
                continue
            missed = orphan or now_ms - rings_ms > LATE_MS
            late = now_ms - rings_ms > ON_TIME_MS
            found.append(replace(reminder, late=late and not missed, missed=missed))
            states.append(Fire(*_mark(reminder), "missed" if missed else "pending"))
        self._fires.put_all(states)
        self._claimed |= {_key(fire) for fire in states if fire.state == "pending"}
        self._fires.forget_before(now_ms - KEEP_MS)
        return found

    def confirm(self, reminders: Iterable[Reminder]) -> None:
        """Note that reminders which `due` gave are on the screen."""
        self._fires.put_all([Fire(*_mark(r), "shown") for r in reminders if not r.missed])

    def missed(self, now_ms: Millis) -> list[Reminder]:
        """Return the list "missed while closed" that has not been dismissed yet."""
        fires = self._fires.since(now_ms - LOOK_BACK_MS - ZONES_MS)
        marks = {_key(fire) for fire in fires if fire.state == "missed"}
        if not marks:  # as nearly always: two weeks need not be gone through
            return []
        return [
            replace(reminder, missed=True)
            for reminder in self._between(now_ms - LOOK_BACK_MS, now_ms + 1)
            if _mark(reminder) in marks
        ]

    def next_due(self, now_ms: Millis, within_ms: Millis = 86_400_000) -> Millis | None:
        """Return when the next reminder rings, if it does within that time."""
        known = {_key(fire): fire for fire in self._fires.since(now_ms - LOOK_BACK_MS - ZONES_MS)}
        moments = [
            f.snooze_ms for f in known.values() if f.state == "snoozed" and f.snooze_ms is not None
        ]
        moments += [
            reminder.due_ms
            for reminder in self._between(now_ms, now_ms + within_ms)
            if _mark(reminder) not in known
        ]
        return min((m for m in moments if now_ms < m < now_ms + within_ms), default=None)

    def snooze(self, reminders: Iterable[Reminder], until_ms: Millis) -> None:
        """Ring again at `until_ms`."""
        self._fires.put_all([Fire(*_mark(r), "snoozed", until_ms) for r in reminders])

    def dismiss(self, reminders: Iterable[Reminder]) -> None:
        """Never show them again."""
        self._fires.put_all([Fire(*_mark(r), "dismissed") for r in reminders])

    def _since(self, now_ms: Millis, fires: Iterable[Fire]) -> Millis:
        """Return how far back to look: further than usual for what has been snoozed for long."""
        snoozed = [fire.due_ms - ZONES_MS for fire in fires if fire.state == "snoozed"]
        return min([now_ms - LOOK_BACK_MS, *snoozed])

    def _between(self, start_ms: Millis, end_ms: Millis) -> Iterator[Reminder]:
        """Yield the reminders that were or are to ring in [start_ms, end_ms), by time."""
        margin = series.MARGIN_MS
        stored = self._store.with_alarms(start_ms - margin, end_ms + margin)
        replaced = self._store.override_keys()
        done = self._store.done_marks()
        found: list[Reminder] = []
        for one in stored:
            skip = replaced.get(one.item.id, set())
            if one.item.kind is ItemKind.TASK:
                skip = skip | set(done.get(one.item.id, {}))
            found += self._of(one, start_ms, end_ms, skip)
        yield from sorted(found, key=lambda r: (r.due_ms, r.item.id))

    def _of(
        self, stored: StoredItem, start_ms: Millis, end_ms: Millis, skip: set[str]
    ) -> Iterator[Reminder]:
        item = stored.item
        if item.cancelled or item.done:
            return
        # What was over before it was entered is no reason to ring; an entry of the future was made
        # by a clock that was wrong, and says nothing.
        entered = stored.created_ms if stored.created_ms < end_ms else start_ms
        floor = max(start_ms, entered)
        for alarm in item.alarms:
            for occurrence in self._occurrences(stored, alarm, (start_ms, end_ms), skip):
                due = _moment(alarm, occurrence)
                if due is not None and floor <= due < end_ms:
                    key = item.recurrence_id or occurrence.key
                    mark = _mark_ms(alarm, occurrence, due)
                    yield Reminder(item, replace(occurrence, key=key), key, due, mark)

    def _occurrences(
        self, stored: StoredItem, alarm: Alarm, span: tuple[Millis, Millis], skip: set[str]
    ) -> list[Occurrence]:
        """Return the occurrences that an alarm may ring for within a span of time.

        Of a series that rings on and on, those of the last hour, or of the last minute.
        """
        item, viewer = stored.item, self._viewer()
        if series.anchor(item) is None:
            # Only an absolute alarm rings for something without a time.
            return [Occurrence(item, "", None, None, None, None)]
        if alarm.rel == "abs":
            return self._for_moment(item, alarm.abs_utc or 0, viewer, skip)
        offset = (alarm.offset_s or 0) * 1000
        start, end = span[0] - offset, span[1] - offset
        found: list[Occurrence] = []
        for within in (end - start, LATE_MS, ON_TIME_MS):
            dates = series.occurrences_between(
                item, max(start, end - within), end, viewer, skip, stored.last_ms, alarm.rel
            )
            found = list(islice(dates, MAX_RINGS + 1))
            if len(found) <= MAX_RINGS:
                return found
        return found[:MAX_RINGS]

    def _for_moment(self, item: Item, at: Millis, viewer: str, skip: set[str]) -> list[Occurrence]:
        """Return the one occurrence that an absolute alarm is about: that which comes then."""
        if series.repeats(item):
            found = series.upcoming(item, at, viewer, skip)
            return [found] if found is not None else []
        return [series.occurrence_at(item, parse(series.anchor(item) or ""), viewer)]


def _moment(alarm: Alarm, occurrence: Occurrence) -> Millis | None:
    if alarm.rel == "abs":
        return alarm.abs_utc
    base = occurrence.end_ms if alarm.rel == "end" else occurrence.start_ms
    return None if base is None else base + (alarm.offset_s or 0) * 1000


def _mark_ms(alarm: Alarm, occurrence: Occurrence, due_ms: Millis) -> Millis:
    """Return the moment, or the wall time as if in UTC of what has no zone of its own.

    It is counted from the start as it is written: in a gap of the clock it would be shown later.
    """
    item = occurrence.item
    if alarm.rel == "abs" or item.form in ("zoned", "utc"):
        return due_ms
    length = series.shape_of(item).length if alarm.rel == "end" else dt.timedelta(0)
    return naive_ms(as_datetime(parse(occurrence.key)) + length) + (alarm.offset_s or 0) * 1000


def _rings(reminder: Reminder, fire: Fire | None, now_ms: Millis) -> Millis | None:
    """Return when a reminder rings or rang for nobody; None when it is not to be shown now."""
    rings_ms = reminder.due_ms
    if fire is None and rings_ms < now_ms - LOOK_BACK_MS:
        return None
    if fire is not None and fire.state == "snoozed":
        rings_ms = fire.snooze_ms or rings_ms
    elif fire is not None and fire.state != "pending":
        return None
    return None if rings_ms > now_ms else rings_ms


def _key(fire: Fire) -> _Key:
    return fire.item_id, fire.key, fire.due_ms


def _mark(reminder: Reminder) -> _Key:
    return reminder.item.id, reminder.key, reminder.mark_ms
