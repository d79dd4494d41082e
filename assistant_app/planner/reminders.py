"""Reminders: what is due now, what came late, what was missed while the app was closed.

A reminder is known by item, occurrence and the moment it was due, and its state is stored, so that
each is shown once or listed as missed once, over restarts, sleep, and changes of clock and zone.
Nothing here has a timer: whoever has one calls `due` on start, on resume and at `next_due`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Alarm, Item, ItemKind, Occurrence
from assistant_app.planner import series
from assistant_app.planner.query import Query
from assistant_app.storage.planner_store import PlannerStore, StoredItem
from assistant_app.storage.reminder_store import Fire, FireState, ReminderStore

LATE_MS = 3_600_000
"""How late a reminder may be and still be shown by itself."""
ON_TIME_MS = 60_000
LOOK_BACK_MS = 14 * 86_400_000
"""How far back a reminder that never rang is still listed as missed."""
KEEP_MS = 60 * 86_400_000


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder that is due. `late` says that it should have rung a minute ago or more.

    `missed` ones were due more than an hour ago, while nobody was looking: they go into one list.
    """

    item: Item
    occurrence: Occurrence
    key: str
    due_ms: Millis
    late: bool = False
    missed: bool = False


class Reminders:
    """The reminders of everything on the calendar and the task list."""

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

    def due(self, now_ms: Millis) -> list[Reminder]:
        """Return what is to be shown now, and mark it: asking again does not give it again.

        Reminders of tasks that are done, and of cancelled events, are silent. One that was snoozed
        rings when its snooze ends; if that is more than an hour ago it is missed, as any other.
        """
        known = {_key(fire): fire for fire in self._fires.since(now_ms - LOOK_BACK_MS)}
        found: list[Reminder] = []
        states: list[Fire] = []
        for reminder in self._between(now_ms - LOOK_BACK_MS, now_ms + 1):
            fire = known.get((reminder.item.id, reminder.key, reminder.due_ms))
            rings_ms = reminder.due_ms
            if fire is not None and fire.state == "snoozed":
                rings_ms = fire.snooze_ms or rings_ms
            elif fire is not None and fire.state != "pending":
                continue
            if rings_ms > now_ms:
                continue
            missed = now_ms - rings_ms > LATE_MS
            late = now_ms - rings_ms > ON_TIME_MS
            found.append(replace(reminder, late=late and not missed, missed=missed))
            name: FireState = "missed" if missed else "shown"
            states.append(Fire(reminder.item.id, reminder.key, reminder.due_ms, name))
        self._fires.put_all(states)
        self._fires.forget_before(now_ms - KEEP_MS)
        return found

    def missed(self, now_ms: Millis) -> list[Reminder]:
        """Return the list "missed while closed" that has not been dismissed yet."""
        fires = {_key(f) for f in self._fires.since(now_ms - LOOK_BACK_MS) if f.state == "missed"}
        return [
            replace(reminder, missed=True)
            for reminder in self._between(now_ms - LOOK_BACK_MS, now_ms + 1)
            if (reminder.item.id, reminder.key, reminder.due_ms) in fires
        ]

    def next_due(self, now_ms: Millis, within_ms: Millis = 86_400_000) -> Millis | None:
        """Return when the next reminder rings, if it does within that time."""
        known = {_key(fire): fire for fire in self._fires.since(now_ms - LOOK_BACK_MS)}
        moments = [
            f.snooze_ms for f in known.values() if f.state == "snoozed" and f.snooze_ms is not None
        ]
        moments += [
            reminder.due_ms
            for reminder in self._between(now_ms, now_ms + within_ms)
            if (reminder.item.id, reminder.key, reminder.due_ms) not in known
        ]
        return min((m for m in moments if now_ms < m < now_ms + within_ms), default=None)

    def snooze(self, reminder: Reminder, until_ms: Millis) -> None:
        """Ring again at `until_ms`."""
        fire = Fire(reminder.item.id, reminder.key, reminder.due_ms, "snoozed", until_ms)
        self._fires.put(fire)

    def dismiss(self, reminder: Reminder) -> None:
        """Never show it again."""
        self._fires.put(Fire(reminder.item.id, reminder.key, reminder.due_ms, "dismissed"))

    def _between(self, start_ms: Millis, end_ms: Millis) -> Iterator[Reminder]:
        """Yield the reminders that were or are to ring in [start_ms, end_ms), by time."""
        found = [
            reminder
            for stored in self._store.with_alarms()
            for reminder in self._of(stored, start_ms, end_ms)
        ]
        yield from sorted(found, key=lambda r: (r.due_ms, r.item.id))

    def _of(self, stored: StoredItem, start_ms: Millis, end_ms: Millis) -> Iterator[Reminder]:
        item = stored.item
        if item.cancelled or item.done:
            return
        viewer = self._viewer()
        offsets = [abs((alarm.offset_s or 0) * 1000) for alarm in item.alarms]
        reach = max(offsets, default=0) + series.MARGIN_MS
        # What was over before it was entered is no reason to ring.
        floor = max(start_ms, stored.created_ms)
        for occurrence in self._occurrences(item, start_ms - reach, end_ms + reach, viewer):
            for alarm in item.alarms:
                due = _moment(alarm, occurrence)
                if due is not None and floor <= due < end_ms:
                    yield Reminder(item, occurrence, occurrence.key, due)

    def _occurrences(
        self, item: Item, start_ms: Millis, end_ms: Millis, viewer: str
    ) -> Iterator[Occurrence]:
        if series.anchor(item) is None:
            # Only an absolute alarm rings for something without a time.
            yield Occurrence(item, "", None, None, None, None)
            return
        skip = self._store.override_keys().get(item.id, set())
        if item.kind is ItemKind.TASK:
            skip = skip | set(self._store.done_marks([item.id]).get(item.id, {}))
        for found in series.occurrences_between(item, start_ms, end_ms, viewer, skip):
            yield replace(found, key=item.recurrence_id or found.key)


def _moment(alarm: Alarm, occurrence: Occurrence) -> Millis | None:
    if alarm.rel == "abs":
        return alarm.abs_utc
    base = occurrence.end_ms if alarm.rel == "end" else occurrence.start_ms
    return None if base is None else base + (alarm.offset_s or 0) * 1000


def _key(fire: Fire) -> tuple[int, str, Millis]:
    return fire.item_id, fire.key, fire.due_ms
