"""What the owner made of what was imported before: which stored item a part of a file is.

A series that was moved, split or thinned out here keeps its changes when its file comes again: an
override of the file is then known by what it overrode when it was imported.
"""

from __future__ import annotations

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import Item, ItemKind
from assistant_app.planner import ics_text, series
from assistant_app.planner.ics_read import Parsed, Reader, Unreadable
from assistant_app.planner.shifting import key_map, start_value
from assistant_app.planner.walltime import parse, text
from assistant_app.storage.planner_store import PlannerStore, StoredItem

_Origin = tuple[ItemKind, str, str]


def version(parsed: Parsed) -> tuple[int, Millis]:
    """Return what tells versions of a part of a file apart, the newer the greater."""
    return parsed.stored.sequence, parsed.last_modified


def is_newer(parsed: Parsed, there: StoredItem) -> bool:
    """Whether what the file says replaces what is stored.

    The higher SEQUENCE, then the later LAST-MODIFIED; of equal ones that differ the file's, unless
    the stored one was changed here (which raises its sequence).
    """
    if parsed.stored.raw_ics == there.raw_ics:
        return False
    before = original(there)
    if before is None or there.sequence > before.stored.sequence:
        return parsed.stored.sequence > there.sequence
    if version(parsed) != version(before):
        return version(parsed) > version(before)
    return parsed.digest != before.digest


def original(there: StoredItem) -> Parsed | None:
    """Return what the stored item was when it was imported; None for one that is ours."""
    if not there.raw_ics:
        return None
    found = ics_text.split(there.raw_ics).components
    try:
        return Reader({}).read(found[0]) if found else None
    except Unreadable:
        return None


def _origin(parsed: Parsed) -> _Origin | None:
    """Return what an override overrides, as its file says."""
    if parsed.recurrence is None:
        return None
    item = parsed.stored.item
    return item.kind, item.uid, parsed.recurrence.text


class Earlier:
    """What earlier imports brought, as far as overrides need it."""

    def __init__(self, store: PlannerStore) -> None:
        self._store = store
        self._overrides: dict[_Origin, int] | None = None

    def same_override(self, parsed: Parsed) -> int | None:
        """Return the stored override that was the same part of a file, wherever it is now."""
        if self._overrides is None:
            self._overrides = {}
            for stored in self._store.all_overrides():
                before = original(stored)
                origin = _origin(before) if before is not None else None
                if origin is not None:
                    self._overrides[origin] = stored.item.id
        origin = _origin(parsed)
        return self._overrides.get(origin) if origin is not None else None

    def key_now(self, item: Item) -> str | None:
        """Return the key of the occurrence that an override is of, now that its series was changed.

        None when the owner deleted that occurrence.
        """
        master = self.master(item)
        before = original(master) if master is not None else None
        if master is None or before is None or series.anchor(before.stored.item) is None:
            return item.recurrence_id
        key, here = item.recurrence_id, master.item
        if series.matches_form(before.stored.item, key):
            moved = key_map(start_value(before.stored.item), start_value(here))(key)
            value = parse(moved)
            if moved in here.exdates or next(series.raw_keys(here, value), None) == value:
                key = moved
        gone = key in here.exdates and item.recurrence_id not in before.stored.item.exdates
        return None if gone else text(parse(key))

    def master(self, item: Item) -> StoredItem | None:
        """Return the stored series that an override belongs to."""
        found = self._store.by_uid(item.uid, item.kind)
        return next((s for s in found if not s.item.recurrence_id), None)
