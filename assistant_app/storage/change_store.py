"""The one change log: what tools and the owner did to planner and memories, and taking it back.

Stores say which rows they are about to change; the log keeps what these rows were before and
after, in the same transaction. Undo restores the former, and refuses where the rows are no longer
the latter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from assistant_app.domain.clock import MillisClock, now_ms
from assistant_app.domain.planner import Change
from assistant_app.errors import AppError
from assistant_app.storage.database import Database, Row, marks
from assistant_app.storage.row_state import RowKey, RowStates, State, WatchedTable, dump, load

KEPT_CHANGES = 500
PROPOSING = "propose"
ERASING = "erase_memory"
"""An entry without rows: it only says that something was erased for good at this point."""
"""The tool of entries that the app makes of itself."""
_STATES = ("before_json", "after_json")
RestoredCallback = Callable[[Sequence[int]], None]


class Record:
    """The rows that one change touches, while it is being made."""

    def __init__(self, log: ChangeStore, change_id: int) -> None:
        self.id = change_id
        self._log = log
        self.before: dict[RowKey, State] = {}
        self.fresh: set[RowKey] = set()
        """The rows that are not named in the entry yet."""

    def watch(self, table: str, row_id: int, *, children: tuple[str, ...] = ()) -> None:
        """Keep what a row is now: call it before the first write to it. Further calls do nothing.

        A row that does not exist yet can be watched too, if its id is known. `children` adds to
        the tables that `ChangeStore.declare` named.
        """
        self._log.add_children(table, children)
        if (table, row_id) not in self.before:
            self.before[table, row_id] = self._log.read_state(table, row_id)
        self.fresh.add((table, row_id))

    def created(self, table: str, row_id: int, *, children: tuple[str, ...] = ()) -> None:
        """Say that a row was made by this change: call it after the insert."""
        self._log.add_children(table, children)
        self.before.setdefault((table, row_id), {"row": None, "children": {}})
        self.fresh.add((table, row_id))

    @property
    def change(self) -> Change:
        """The entry as it stands; complete once the block has ended."""
        return self._log.get(self.id)


class ChangeStore:
    """The change log of a database; it implements `UndoPort`.

    Stores call `declare` for each of their tables once, and `on_restored` for what they derive
    from rows (search index, caches).
    """

    def __init__(self, db: Database, clock: MillisClock = now_ms) -> None:
        self._db = db
        self._clock = clock
        self._states = RowStates(db)
        self._tables: dict[str, WatchedTable] = {}
        self._restored: dict[str, list[RestoredCallback]] = {}
        self._open: Record | None = None

    def declare(
        self,
        table: str,
        *,
        children: tuple[str, ...] = (),
        volatile: Iterable[str] = (),
        title: str = "",
        used_by: str = "",
    ) -> None:
        """Say how the log treats a table (see `WatchedTable`)."""
        watched = WatchedTable(table, children, frozenset(volatile), title, used_by)
        self._tables[table] = watched

    def on_restored(self, table: str, callback: RestoredCallback) -> None:
        """Call `callback(ids)` when an undo changed, made or removed rows of `table`.

        It runs inside the undo's transaction, when all rows are in place.
        """
        self._restored.setdefault(table, []).append(callback)

    def _table(self, name: str) -> WatchedTable:
        return self._tables.get(name) or WatchedTable(name)

    def add_children(self, table: str, children: Iterable[str]) -> None:
        """Say that the rows of these tables belong to the rows of `table`."""
        known = self._table(table)
        more = tuple(child for child in children if child not in known.children)
        if more:
            self._tables[table] = replace(known, children=known.children + more)

    def read_state(self, table: str, row_id: int) -> State:
        """Return the present state of a row."""
        return self._states.read(self._table(table), row_id)

    @contextmanager
    def record(self, tool: str, phrase: str = "") -> Iterator[Record]:
        """Make what happens in the block one entry of the log, in one transaction.

        A record inside another one joins it: an import that adds a hundred items is one entry.
        """
        with self._db.atomic():
            if self._open is not None:
                yield self._open
                self._name_rows(self._open)
                return
            row = {"at_utc": self._clock(), "tool": tool, "phrase": phrase or None}
            self._open = Record(self, self._db.insert("change", row))
            try:
                yield self._open
                self._write_states(self._open)
                self._name_rows(self._open)
                self._prune()
            finally:
                self._open = None

    def _write_states(self, record: Record) -> None:
        after = self._present_states(record.before)
        # A row that was neither there before nor is after: its making was taken back on the way.
        gone = [k for k, s in after.items() if s["row"] is record.before[k]["row"] is None]
        for key in gone:
            del record.before[key], after[key]
        record.fresh -= set(gone)
        states = {"before_json": dump(record.before), "after_json": dump(after)}
        self._db.update("change", record.id, states)

    def _present_states(self, keys: Iterable[RowKey]) -> dict[RowKey, State]:
        """Return the present states of rows, in the order of `keys`."""
        keys = list(keys)
        found = {
            table: self._states.read_many(self._table(table), ids)
            for table, ids in _by_table(keys).items()
        }
        return {(table, row_id): found[table][row_id] for table, row_id in keys}

    def _name_rows(self, record: Record) -> None:
        rows = []
        for table, ids in _by_table(record.fresh).items():
            column = self._table(table).title
            titles = self._states.values(table, column, ids) if column else {}
            for row_id in ids:
                before = record.before[table, row_id]["row"] or {}
                title = titles.get(row_id) or before.get(column) or ""
                rows.append((record.id, table, row_id, str(title)))
        self._db.execute_many(
            "INSERT INTO change_row(change_id, table_name, row_key, title) VALUES(?, ?, ?, ?)"
            " ON CONFLICT DO UPDATE SET title = excluded.title",
            rows,
        )
        record.fresh.clear()

    def _prune(self) -> None:
        self._db.execute(
            "DELETE FROM change WHERE id <="
            " (SELECT id FROM change ORDER BY id DESC LIMIT 1 OFFSET ?)",
            (KEPT_CHANGES,),
        )

    def get(self, change_id: int) -> Change:
        """Return an entry.

        Raises:
            AppError: `change_missing`.
        """
        row = self._db.one("SELECT * FROM change WHERE id = ?", (change_id,))
        if row is None:
            raise AppError("change_missing", id=change_id)
        return self._change(row)

    def last(self) -> Change | None:
        """Return the last change of the owner's that can be taken back.

        What was only proposed is not one: it is turned down where it is shown. Nor is one that
        changed nothing, such as an import of what was there already.
        """
        row = self._db.one(
            "SELECT * FROM change WHERE NOT undone AND tool <> ?"
            " AND EXISTS (SELECT 1 FROM change_row WHERE change_id = change.id)"
            " ORDER BY id DESC LIMIT 1",
            (PROPOSING,),
        )
        return None if row is None else self._change(row)

    def listing(self, limit: int = 50) -> list[Change]:
        """Return the latest entries, newest first, those taken back among them."""
        rows = self._db.query("SELECT * FROM change ORDER BY id DESC LIMIT ?", (limit,))
        return [self._change(row) for row in rows]

    def _change(self, row: Row) -> Change:
        touched = self._db.tuples(
            "SELECT table_name, row_key, title FROM change_row WHERE change_id = ?"
            " ORDER BY row_key",
            (row["id"],),
        )
        return Change(
            id=row["id"],
            at=row["at_utc"],
            tool=row["tool"],
            phrase=row["phrase"] or "",
            undone=bool(row["undone"]),
            items=tuple(key for table, key, _ in touched if table == "item"),
            memories=tuple(key for table, key, _ in touched if table == "memory"),
            titles=tuple(title for _, _, title in touched if title),
        )

    def undo(self, change_id: int | None = None) -> Change | None:
        """Take back a change (by default the last); None when there is nothing to take back.

        Raises:
            AppError: `undo_conflict` when what it changed was changed again since;
                `change_missing`; `already_undone`; `erased_for_good`, once, when the last thing done
                was to erase: what came before it was hardly meant.
        """
        if change_id is None:
            self._stop_at_erasure()
        with self._db.atomic():
            found = self.last() if change_id is None else self.get(change_id)
            if found is None:
                return None
            if found.undone:
                raise AppError("already_undone", id=found.id)
            try:
                with self._db.atomic():
                    self._restore(found)
            except AppError as error:
                # A row that it refers to is gone, or its place is taken: also a change since.
                if error.code == "database_constraint":
                    raise self._conflict(found) from error
                raise
            self._db.update("change", found.id, {"undone": 1})
            return self.get(found.id)

    def _stop_at_erasure(self) -> None:
        row = self._db.one(
            "SELECT id FROM change WHERE NOT undone AND tool = ? AND id > ?",
            (ERASING, before.id if (before := self.last()) else 0),
        )
        if row is None:
            return
        self._db.execute("UPDATE change SET undone = 1 WHERE NOT undone AND tool = ?", (ERASING,))
        titles = "" if before is None else ", ".join(before.titles[:3])
        raise AppError("erased_for_good", title=titles)

    def _conflict(self, change: Change) -> AppError:
        return AppError("undo_conflict", id=change.id, title=", ".join(change.titles[:3]))

    def _restore(self, change: Change) -> None:
        row = self._db.one("SELECT before_json, after_json FROM change WHERE id = ?", (change.id,))
        before, after = ({}, {}) if row is None else (load(row[name]) for name in _STATES)
        for (name, _), state in [*before.items(), *after.items()]:
            self.add_children(name, state["children"])
        present = self._present_states(after)
        for key, state in after.items():
            if not self._states.same(self._table(key[0]), present[key], state):
                raise self._conflict(change)
        # Rows come back in any order; the references are checked when all are there.
        self._db.execute("PRAGMA defer_foreign_keys = ON")
        broken_before = self._broken(before)
        self._put_back(before)
        if self._broken(before) - broken_before:
            raise self._conflict(change)
        self._tell_restored(before)

    def _put_back(self, before: dict[RowKey, State]) -> None:
        new = [key for key, state in before.items() if state["row"] is None]
        # In the order they were made, table by table: what others refer to stays.
        for name, keys in groupby(new, key=itemgetter(0)):
            self._states.remove(self._table(name), [row_id for _, row_id in keys])
        kept = _by_table(key for key, state in before.items() if state["row"] is not None)
        for restore in (self._states.restore_rows, self._states.restore_children):
            for name, ids in kept.items():
                restore(self._table(name), {row_id: before[name, row_id] for row_id in ids})

    def _broken(self, states: dict[RowKey, State]) -> set[tuple[object, ...]]:
        tables = {name for name, _ in states}
        tables.update(child for name in list(tables) for child in self._table(name).children)
        return {
            row
            for name in tables
            for row in self._db.tuples(f'PRAGMA foreign_key_check("{name}")')
        }

    def _tell_restored(self, states: dict[RowKey, State]) -> None:
        for table in {name for name, _ in states}:
            ids = [row_id for name, row_id in states if name == table]
            for callback in self._restored.get(table, ()):
                callback(ids)

    def forget_rows(self, table: str, ids: Sequence[int]) -> None:
        """Remove every trace of these rows from the log, for an erasure.

        An entry about nothing else goes; one about other rows too stays without its words, and
        undoing it leaves these rows alone. `Database.checkpoint` afterwards takes it off the disk.
        """
        gone: dict[int, set[RowKey]] = {}
        with self._db.atomic():
            for start in range(0, len(ids), 500):
                some = ids[start : start + 500]
                rows = self._db.tuples(
                    "SELECT change_id, row_key FROM change_row"
                    f" WHERE table_name = ? AND row_key IN ({marks(some)})",
                    (table, *some),
                )
                for change_id, row_id in rows:
                    gone.setdefault(change_id, set()).add((table, row_id))
            for change_id, keys in gone.items():
                self._drop(change_id, keys)

    def forget_lost(self, table: str) -> None:
        """Remove every trace of rows that are no more: their making was taken back."""
        here = f'(SELECT id FROM "{table}")' if self._db.has_table(table) else "()"
        lost = self._db.tuples(
            "SELECT DISTINCT row_key FROM change_row WHERE table_name = ?"
            f" AND row_key NOT IN {here}",
            (table,),
        )
        self.forget_rows(table, [key for (key,) in lost])

    def reword(
        self, change_row: Callable[[str, Row], Row], change_phrase: Callable[[str], str]
    ) -> None:
        """Change what the log keeps of rows (table, row) and its phrases, for an erasure.

        What is done to the rows themselves is done to their states, so that an undo still works.
        """
        with self._db.atomic():
            for row in self._db.query("SELECT id, phrase, before_json, after_json FROM change"):
                states = {name: row[name] for name in _STATES if row[name]}
                new = {name: _reworded(text, change_row) for name, text in states.items()}
                values = {name: text for name, text in new.items() if text != states[name]}
                if row["phrase"] and (phrase := change_phrase(row["phrase"])) != row["phrase"]:
                    values["phrase"] = phrase
                if values:
                    self._db.update("change", row["id"], values)

    def _drop(self, change_id: int, keys: set[RowKey]) -> None:
        """Take rows, and the words, out of one entry."""
        row = self._db.one("SELECT before_json, after_json FROM change WHERE id = ?", (change_id,))
        if row is None:
            return
        left = [
            {key: state for key, state in load(row[name]).items() if key not in keys}
            for name in _STATES
        ]
        if not left[0]:
            self._db.execute("DELETE FROM change WHERE id = ?", (change_id,))
            return
        values = {"phrase": None, "before_json": dump(left[0]), "after_json": dump(left[1])}
        self._db.update("change", change_id, values)
        self._db.execute_many(
            "DELETE FROM change_row WHERE change_id = ? AND table_name = ? AND row_key = ?",
            [(change_id, table, row_id) for table, row_id in keys],
        )


def _by_table(keys: Iterable[RowKey]) -> dict[str, list[int]]:
    """Return the ids of rows by their table, in their order."""
    found: dict[str, list[int]] = {}
    for table, row_id in keys:
        found.setdefault(table, []).append(row_id)
    return found


def _reworded(text: str, change_row: Callable[[str, Row], Row]) -> str:
    states = load(text)
    for (table, _), state in states.items():
        if state["row"] is not None:
            state["row"] = change_row(table, state["row"])
        state["children"] = {
            child: [change_row(child, row) for row in rows]
            for child, rows in state["children"].items()
        }
    return dump(states)
