"""Events and tasks in the database: rows in, dataclasses out.

The store knows nothing of recurrence: who writes an item gives the bounds of its series. Writes
need the `Record` of a change, so that nothing is stored that undo cannot take back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from assistant_app.domain.clock import Millis
from assistant_app.domain.planner import CALENDAR_COLOURS, Alarm, Item, ItemKind
from assistant_app.domain.search_text import index_text
from assistant_app.storage.change_store import ChangeStore, Record
from assistant_app.storage.database import Database, Params, Row, marks

CHILDREN = ("rdate", "exdate", "alarm", "task_done")
_SELECT = (
    "SELECT item.*, calendar.name AS calendar_name, calendar.color AS calendar_color FROM item"
    " JOIN calendar ON calendar.id = item.calendar_id"
)
_PRIORITY = {"high": 1, "normal": None, "low": 9}
_CHUNK = 500
DEFAULT_CALENDAR = 1
"""The calendar without a name that the migration made."""


@dataclass(frozen=True, slots=True)
class StoredItem:
    """An item with what only storage and .ics know of it.

    `first_ms` and `last_ms` bound the whole series (dates and floating times as if in UTC); a
    `last_ms` of None is a series without end, both None an item without a time.
    """

    item: Item
    first_ms: Millis | None = None
    last_ms: Millis | None = None
    sequence: int = 0
    created_ms: Millis = 0
    modified_ms: Millis = 0
    completed_ms: Millis | None = None
    end_tz: str | None = None
    """The zone that the end was written in, where it is not the start's (a flight)."""
    raw_ics: str | None = None


def _priority_name(value: int | None) -> Any:
    if not value or value == 5:
        return "normal"
    return "high" if value < 5 else "low"


def _item(row: Row, children: dict[str, list[Any]]) -> Item:
    return Item(
        id=row["id"],
        kind=ItemKind(row["kind"]),
        title=row["summary"],
        start=row["start_local"],
        end=row["end_local"],
        all_day=row["tform"] == "date",
        form=row["tform"],
        tz=row["tzid"],
        uid=row["uid"],
        rrule=row["rrule"],
        recurrence_id=row["recur_id"],
        master_id=row["master_id"],
        repeat_from=row["repeat_from"],
        workday_cal=row["workday_cal"],
        rscale=row["rscale"],
        place=row["location"] or "",
        notes=row["description"] or "",
        calendar=row["calendar_name"],
        color=row["calendar_color"],
        priority=_priority_name(row["priority"]),
        done=row["completed_utc"] is not None,
        transparent=row["transp"] == "TRANSPARENT",
        cancelled=row["status"] == "CANCELLED",
        alarms=tuple(children.get("alarm", ())),
        source_phrase=row["source_phrase"] or "",
        assumptions=tuple(json.loads(row["resolver_note"] or "[]")),
        exdates=tuple(children.get("exdate", ())),
        rdates=tuple(children.get("rdate", ())),
    )


def _stored(row: Row, children: dict[str, list[Any]]) -> StoredItem:
    return StoredItem(
        item=_item(row, children),
        first_ms=row["first_utc"],
        last_ms=row["last_utc"],
        sequence=row["sequence"],
        created_ms=row["created_utc"],
        modified_ms=row["modified_utc"],
        completed_ms=row["completed_utc"],
        end_tz=row["end_tzid"],
        raw_ics=row["raw_ics"],
    )


def _status(stored: StoredItem) -> str | None:
    if stored.item.cancelled:
        return "CANCELLED"
    return "COMPLETED" if stored.completed_ms is not None else None


_ALARM_IN = """EXISTS(SELECT 1 FROM alarm WHERE alarm.item_id = item.id AND (
  alarm.rel = 'abs' OR item.first_utc IS NULL OR (
    item.first_utc - 1000 * abs(coalesce(alarm.offset_s, 0)) < :end
    AND coalesce(item.last_utc, :end) + 1000 * abs(coalesce(alarm.offset_s, 0)) >= :start)))"""


_REPEATS = """(item.rrule IS NOT NULL OR EXISTS(
  SELECT 1 FROM rdate WHERE rdate.item_id = item.id))"""


class PlannerStore:
    """The rows of `item` and of what belongs to it."""

    def __init__(self, db: Database, changes: ChangeStore) -> None:
        self._db = db
        self.changes = changes
        changes.declare("item", children=CHILDREN, title="summary")
        changes.on_restored("item", self.reindex)

    def _columns(self, stored: StoredItem) -> Row:
        item = stored.item
        return {
            "calendar_id": self.calendar_id(item.calendar, item.kind),
            "kind": item.kind.value,
            "uid": item.uid,
            "recur_id": item.recurrence_id,
            "master_id": item.master_id,
            "sequence": stored.sequence,
            "summary": item.title,
            "description": item.notes or None,
            "location": item.place or None,
            "priority": _PRIORITY[item.priority],
            "tform": item.form,
            "tzid": item.tz if item.form == "zoned" else None,
            "start_local": item.start,
            "end_local": item.end,
            "end_tzid": stored.end_tz,
            "rrule": item.rrule,
            "rscale": item.rscale,
            "repeat_from": item.repeat_from,
            "workday_cal": item.workday_cal,
            "status": _status(stored),
            "transp": "TRANSPARENT" if item.transparent else "OPAQUE",
            "completed_utc": stored.completed_ms,
            "first_utc": stored.first_ms,
            "last_utc": stored.last_ms,
            "created_utc": stored.created_ms,
            "modified_utc": stored.modified_ms,
            "source_phrase": item.source_phrase or None,
            "resolver_note": json.dumps(item.assumptions, ensure_ascii=False)
            if item.assumptions
            else None,
            "raw_ics": stored.raw_ics,
        }

    def version(self) -> tuple[int, int]:
        """Return a token that is another one after any write, by this process or another."""
        others = self._db.scalar("PRAGMA data_version")
        return int(others), int(self._db.scalar("SELECT total_changes()"))

    def calendar_id(self, name: str, kind: ItemKind) -> int:
        """Return the calendar or list called `name`, made when there is none."""
        if not name:
            return DEFAULT_CALENDAR
        found = self._db.scalar(
            "SELECT id FROM calendar WHERE name = ? AND kind IN (?, 'both')", (name, kind.value)
        )
        if found is None:
            row = {"name": name, "kind": kind.value, "color": self.next_colour(name)}
            return self._db.insert("calendar", row)
        return int(found)

    def next_colour(self, name: str) -> str:
        """Return a colour for a new calendar: that of its name, else one that few have."""
        rows = self._db.tuples("SELECT name, color FROM calendar WHERE color IS NOT NULL")
        own = next((color for other, color in rows if other == name), None)
        used = [color for _, color in rows]
        return own or min(CALENDAR_COLOURS[1:], key=used.count)

    def add(self, record: Record, stored: StoredItem) -> int:
        """Store a new item and return its id."""
        item_id = self._db.insert("item", self._columns(stored))
        self._write_children(item_id, stored.item)
        self._index(item_id, stored.item, fresh=True)
        record.created("item", item_id)
        return item_id

    def save(self, record: Record, stored: StoredItem) -> None:
        """Store a new state of an item; completions of occurrences stay as they are."""
        item_id = stored.item.id
        record.watch("item", item_id)
        self._db.update("item", item_id, self._columns(stored))
        for table in ("rdate", "exdate", "alarm"):
            self._db.execute(f"DELETE FROM {table} WHERE item_id = ?", (item_id,))
        self._write_children(item_id, stored.item)
        self._index(item_id, stored.item)

    def remove(self, record: Record, item_id: int) -> None:
        """Delete an item, and its overrides when it is the master of a series."""
        for (override,) in self._db.tuples("SELECT id FROM item WHERE master_id = ?", (item_id,)):
            self.remove(record, override)
        record.watch("item", item_id)
        self._db.execute("DELETE FROM item WHERE id = ?", (item_id,))
        self._db.execute("DELETE FROM item_fts WHERE rowid = ?", (item_id,))

    def _write_children(self, item_id: int, item: Item) -> None:
        for table, values in (("exdate", item.exdates), ("rdate", item.rdates)):
            if values:
                self._db.execute_many(
                    f"INSERT OR IGNORE INTO {table}(item_id, value) VALUES(?, ?)",
                    [(item_id, value) for value in values],
                )
        for alarm in item.alarms:
            row = {"item_id": item_id, "rel": alarm.rel}
            self._db.insert("alarm", {**row, "offset_s": alarm.offset_s, "abs_utc": alarm.abs_utc})

    def _index(self, item_id: int, item: Item, *, fresh: bool = False) -> None:
        body = index_text("\n".join((item.title, item.place, item.notes)))
        if not fresh:
            self._db.execute("DELETE FROM item_fts WHERE rowid = ?", (item_id,))
        self._db.execute("INSERT INTO item_fts(rowid, body) VALUES(?, ?)", (item_id, body))

    def reindex(self, ids: Sequence[int]) -> None:
        """Bring the search index up to date with these rows, also where they are gone."""
        for item_id in ids:
            self._db.execute("DELETE FROM item_fts WHERE rowid = ?", (item_id,))
        for stored in self.get_many(ids):
            self._index(stored.item.id, stored.item)

    def get(self, item_id: int) -> StoredItem | None:
        """Return one item."""
        return next(iter(self.get_many([item_id])), None)

    def get_many(self, ids: Sequence[int]) -> list[StoredItem]:
        """Return the items with these ids, in the order of the ids."""
        found: dict[int, StoredItem] = {}
        for start in range(0, len(ids), _CHUNK):
            part = ids[start : start + _CHUNK]
            for stored in self._where(f"item.id IN ({marks(part)})", part):
                found[stored.item.id] = stored
        return [found[item_id] for item_id in dict.fromkeys(ids) if item_id in found]

    def _where(self, condition: str, params: Params) -> list[StoredItem]:
        rows = self._db.query(f"{_SELECT} WHERE {condition} ORDER BY item.id", params)
        children = self._children([row["id"] for row in rows])
        return [_stored(row, children.get(row["id"], {})) for row in rows]

    def _children(self, ids: Sequence[int]) -> dict[int, dict[str, list[Any]]]:
        found: dict[int, dict[str, list[Any]]] = {}
        for table, item_id, value in self._child_values(ids):
            found.setdefault(item_id, {}).setdefault(table, []).append(value)
        return found

    def _child_values(self, ids: Sequence[int]) -> Iterator[tuple[str, int, Any]]:
        few = len(ids) <= _CHUNK
        condition = f"WHERE item_id IN ({marks(ids)})" if few else ""
        params = ids if few else ()
        for table in ("exdate", "rdate"):
            sql = f"SELECT item_id, value FROM {table} {condition} ORDER BY item_id, value"
            for item_id, value in self._db.tuples(sql, params):
                yield table, item_id, value
        sql = f"SELECT item_id, rel, offset_s, abs_utc FROM alarm {condition} ORDER BY id"
        for item_id, rel, offset_s, abs_utc in self._db.tuples(sql, params):
            yield "alarm", item_id, Alarm(rel, offset_s, abs_utc)

    def in_calendars(self, ids: Sequence[int]) -> list[StoredItem]:
        """Return what is in these calendars, masters and overrides alike."""
        return self._where(f"item.calendar_id IN ({marks(ids)})", ids)

    def by_uid(self, uid: str, kind: ItemKind) -> list[StoredItem]:
        """Return what goes by that UID: the master first, then its overrides."""
        found = self._where("item.uid = ? AND item.kind = ?", (uid, kind.value))
        return sorted(found, key=lambda stored: stored.item.recurrence_id)

    def uids(self) -> dict[tuple[str, str, str], int]:
        """Return the ids of all items by (kind, uid, recurrence id)."""
        rows = self._db.tuples("SELECT kind, uid, recur_id, id FROM item")
        return {(kind, uid, recur_id): item_id for kind, uid, recur_id, item_id in rows}

    def overlapping_once(self, kind: ItemKind, first: Millis, last: Millis) -> list[StoredItem]:
        """Return what does not repeat and may touch [first, last); dates need a day of margin."""
        return self._where(
            "item.kind = ? AND item.first_utc < ?"
            f" AND (item.last_utc IS NULL OR item.last_utc >= ?) AND NOT {_REPEATS}",
            (kind.value, last, first),
        )

    def repeating(self, kind: ItemKind) -> list[StoredItem]:
        """Return every series."""
        return self._where(f"item.kind = ? AND {_REPEATS}", (kind.value,))

    def all(self, kind: ItemKind | None = None) -> list[StoredItem]:
        """Return every item, masters and overrides alike."""
        if kind is None:
            return self._where("1", ())
        return self._where("item.kind = ?", (kind.value,))

    def overrides(self, master_id: int) -> list[StoredItem]:
        """Return the overrides of a series, by the occurrence they replace."""
        found = self._where("item.master_id = ?", (master_id,))
        return sorted(found, key=lambda stored: stored.item.recurrence_id)

    def all_overrides(self) -> list[StoredItem]:
        """Return every override there is."""
        return self._where("item.recur_id <> ''", ())

    def override_keys(self) -> dict[int, set[str]]:
        """Return, for each series that has any, the occurrences that overrides replace."""
        found: dict[int, set[str]] = {}
        sql = "SELECT master_id, recur_id FROM item WHERE master_id IS NOT NULL"
        for master, key in self._db.tuples(sql):
            found.setdefault(master, set()).add(key)
        return found

    def with_alarms(self, start_ms: Millis, end_ms: Millis) -> list[StoredItem]:
        """Return the items that may have a reminder in [start_ms, end_ms)."""
        return self._where(_ALARM_IN, {"start": start_ms, "end": end_ms})

    def done_marks(self, ids: Sequence[int] | None = None) -> dict[int, dict[str, Millis]]:
        """Return the completions of occurrences, by item and occurrence; None gives all."""
        condition = f" WHERE item_id IN ({marks(ids)})" if ids is not None else ""
        sql = f"SELECT item_id, occ_key, done_utc FROM task_done{condition}"
        found: dict[int, dict[str, Millis]] = {}
        for item_id, key, at in self._db.tuples(sql, ids or ()):
            found.setdefault(item_id, {})[key] = at
        return found

    def set_done(self, record: Record, item_id: int, key: str, at: Millis | None) -> None:
        """Mark an occurrence done at a moment, or open again with None."""
        record.watch("item", item_id)
        self._db.execute("DELETE FROM task_done WHERE item_id = ? AND occ_key = ?", (item_id, key))
        if at is not None:
            self._db.insert("task_done", {"item_id": item_id, "occ_key": key, "done_utc": at})

    def rename_done(self, record: Record, item_id: int, keys: Iterable[tuple[str, str]]) -> None:
        """Give completions other occurrence keys, when a series is moved."""
        record.watch("item", item_id)
        marks_now = self.done_marks([item_id]).get(item_id, {})
        self._db.execute("DELETE FROM task_done WHERE item_id = ?", (item_id,))
        renamed = dict(keys)
        for key, at in marks_now.items():
            row = {"item_id": item_id, "occ_key": renamed.get(key, key), "done_utc": at}
            self._db.insert("task_done", row, replace=True)

    def search(self, query: str, limit: int = 500) -> list[int]:
        """Return the ids of items that an FTS5 expression finds, the best match first."""
        rows = self._db.tuples(
            "SELECT rowid FROM item_fts WHERE item_fts MATCH ? ORDER BY rank LIMIT ?",
            (query, limit),
        )
        return [row[0] for row in rows]

    def log_import(
        self,
        name: str,
        sha256: str,
        counts: dict[str, int],
        at: Millis,
        bad: Iterable[tuple[str, str]],
    ) -> None:
        """Keep what an import did, and the components that it could not take with the reasons."""
        row = {"at_utc": at, "name": name, "sha256": sha256, **counts}
        import_id = self._db.insert("import_log", row)
        for component, reason in bad:
            values = {"import_id": import_id, "component": component, "reason": reason}
            self._db.insert("quarantine", values)


def with_item(stored: StoredItem, **values: Any) -> StoredItem:
    """Return `stored` with fields of its item changed."""
    return replace(stored, item=replace(stored.item, **values))
