"""Write items with all that follows from their times, and read the target of a change."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace

from assistant_app.domain.clock import MillisClock
from assistant_app.domain.planner import Item, Which
from assistant_app.errors import AppError
from assistant_app.planner import series
from assistant_app.planner.walltime import as_datetime, parse, text
from assistant_app.storage.change_store import Record
from assistant_app.storage.planner_store import PlannerStore, StoredItem, with_item


def new_uid() -> str:
    """Return a UID for an item that is ours."""
    return str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class Target:
    """What a change is about: an item, and which of its occurrences.

    `override` is the stored override of the occurrence `key`, where there is one.
    """

    stored: StoredItem
    which: Which
    key: str
    override: StoredItem | None = None

    @property
    def item(self) -> Item:
        """The item, or the master of the series."""
        return self.stored.item


class Writer:
    """Adds and saves items: bounds, sequence and times of change are kept right here alone."""

    def __init__(self, store: PlannerStore, clock: MillisClock) -> None:
        self.store = store
        self.clock = clock

    def stored(self, item_id: int) -> StoredItem:
        """Return an item.

        Raises:
            AppError: `item_missing`.
        """
        found = self.store.get(item_id)
        if found is None:
            raise AppError("item_missing", id=item_id)
        return found

    def finish(self, stored: StoredItem) -> StoredItem:
        """Return `stored` with the bounds of its series and the time of this change."""
        now = self.clock()
        first, last = series.bounds(stored.item)
        return replace(
            stored,
            first_ms=first,
            last_ms=last,
            created_ms=stored.created_ms or now,
            modified_ms=now,
        )

    def add(self, record: Record, stored: StoredItem) -> StoredItem:
        """Store a new item; returns it with its id."""
        finished = self.finish(stored)
        return self.stored(self.store.add(record, finished))

    def save(self, record: Record, stored: StoredItem) -> StoredItem:
        """Store a new state of an item; returns it as stored."""
        finished = self.finish(replace(stored, sequence=stored.sequence + 1))
        self.store.save(record, finished)
        return self.stored(stored.item.id)

    def target(self, item_id: int, which: Which, key: str) -> Target:
        """Return what a change is about.

        An override's own id means that one occurrence, whatever `which` says; an item that does
        not repeat is changed as a whole. A first occurrence and those after it are all.

        Raises:
            AppError: `item_missing`, `occurrence_needed`, `no_occurrence`.
        """
        stored = self.stored(item_id)
        item = stored.item
        if item.recurrence_id and item.master_id is not None and not key:
            key, which = item.recurrence_id, "this"
            stored = self.stored(item.master_id)
        elif item.master_id is not None:
            stored = self.stored(item.master_id)
        if not series.repeats(stored.item):
            return Target(stored, "all", "")
        if which == "all":
            return Target(stored, "all", self._known(stored.item, key) if key else "")
        if not key:
            raise AppError("occurrence_needed", title=stored.item.title)
        key = self._known(stored.item, key)
        if which == "following" and self.is_first(stored.item, key):
            return Target(stored, "all", key)
        return Target(stored, which, key, self.override(stored.item.id, key))

    def override(self, master_id: int, key: str) -> StoredItem | None:
        """Return the override of one occurrence, if there is one."""
        found = self.store.overrides(master_id)
        return next((o for o in found if o.item.recurrence_id == key), None)

    def _known(self, item: Item, key: str) -> str:
        value = parse(key)
        if not series.matches_form(item, key):
            value = as_datetime(value).date() if item.form == "date" else as_datetime(value)
        first = next(series.raw_keys(item, value), None)
        overridden = any(o.item.recurrence_id == text(value) for o in self._overrides_of(item))
        if first != value and not overridden:
            raise AppError("no_occurrence", title=item.title)
        return text(value)

    def _overrides_of(self, item: Item) -> list[StoredItem]:
        return self.store.overrides(item.id)

    def is_first(self, item: Item, key: str) -> bool:
        """Whether `key` is the first occurrence of a series that is still there."""
        first = next(series.raw_keys(item), None)
        return first is not None and text(first) == key

    def make_override(self, record: Record, target: Target) -> StoredItem:
        """Return the override of the target's occurrence, made as a copy of it when missing."""
        if target.override is not None:
            return target.override
        item = target.item
        occurrence = series.occurrence_at(item, parse(target.key), item.tz or "UTC")
        copy = with_item(
            target.stored,
            id=0,
            master_id=item.id,
            recurrence_id=target.key,
            start=occurrence.start,
            end=occurrence.end,
            rrule=None,
            rscale=None,
            workday_cal=None,
            exdates=(),
            rdates=(),
        )
        at = self.store.done_marks([item.id]).get(item.id, {}).get(target.key)
        return self.add(record, replace(copy, completed_ms=at, raw_ics=None))
