"""The state of a row and of the rows that belong to it: read as JSON, compared, put back.

A state is `{"row": {column: value} | None, "children": {table: [row, ...]}}`; None says that there
is no such row. Bytes are kept as base64.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assistant_app.storage.database import Database, Row, marks

State = dict[str, Any]
RowKey = tuple[str, int]
"""Table and id."""
_BATCH = 500
"""Rows of one statement; each by itself takes five times as long."""


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """How the change log treats a table whose key is `id`.

    `children` are tables with a foreign key to it whose rows belong to the row. `volatile` columns
    change without anybody's doing (counts of use): they stand in no one's way when a change is
    taken back. `title` is the column that names a row to the owner. `used_by` is a table whose rows
    refer to this one's without belonging to them: while there are any, taking back the making of a
    row leaves it.
    """

    name: str
    children: tuple[str, ...] = ()
    volatile: frozenset[str] = frozenset()
    title: str = ""
    used_by: str = ""


def dump(states: dict[RowKey, State]) -> str:
    """Return states as JSON."""
    named = {f"{table}:{row_id}": state for (table, row_id), state in states.items()}
    return json.dumps(named, ensure_ascii=False, default=_encode)


def load(text: str | None) -> dict[RowKey, State]:
    """Return the states that `dump` wrote."""
    named = json.loads(text or "{}", object_hook=_decode)
    keys = {name: name.rpartition(":") for name in named}
    return {(keys[name][0], int(keys[name][2])): state for name, state in named.items()}


def _encode(value: Any) -> Any:
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode("ascii")}
    raise TypeError(type(value).__name__)


def _decode(value: dict[str, Any]) -> Any:
    return base64.b64decode(value["$bytes"]) if value.keys() == {"$bytes"} else value


class RowStates:
    """Reads states of the rows of a database and puts them back."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._columns: dict[str, list[str]] = {}
        self._parents: dict[tuple[str, str], str] = {}

    def read(self, table: WatchedTable, row_id: int) -> State:
        """Return the present state of a row."""
        return self.read_many(table, [row_id])[row_id]

    def read_many(self, table: WatchedTable, ids: Sequence[int]) -> dict[int, State]:
        """Return the present states of rows of one table, by id."""
        found: dict[int, State] = {row_id: {"row": None, "children": {}} for row_id in ids}
        for row in self._where(table.name, "id", ids):
            found[row["id"]]["row"] = row
        for child in table.children:
            column = self._parent_column(child, table.name)
            for row in self._where(child, column, ids):
                if found[row[column]]["row"] is not None:
                    found[row[column]]["children"].setdefault(child, []).append(row)
        return found

    def values(self, table: str, column: str, ids: Sequence[int]) -> dict[int, Any]:
        """Return one column of rows that are there, by id."""
        return {row["id"]: row[column] for row in self._where(table, "id", ids, f'id, "{column}"')}

    def _where(
        self, table: str, column: str, ids: Sequence[int], columns: str = "*"
    ) -> Iterator[Row]:
        for start in range(0, len(ids), _BATCH):
            some = ids[start : start + _BATCH]
            among = f'"{column}" IN ({marks(some)})'
            yield from self._db.query(f'SELECT {columns} FROM "{table}" WHERE {among}', some)

    def _parent_column(self, child: str, parent: str) -> str:
        if (child, parent) not in self._parents:
            keys = self._db.query(f'PRAGMA foreign_key_list("{child}")')
            self._parents[child, parent] = next(k["from"] for k in keys if k["table"] == parent)
        return self._parents[child, parent]

    def columns(self, table: str) -> list[str]:
        """Return the columns that `table` has today."""
        if table not in self._columns:
            rows = self._db.query(f'PRAGMA table_info("{table}")')
            self._columns[table] = [row["name"] for row in rows]
        return self._columns[table]

    def same(self, table: WatchedTable, one: State, other: State) -> bool:
        """Return whether two states are equal, in the columns that count and that both know."""
        if one["row"] is None or other["row"] is None:
            return one["row"] is other["row"]
        if one == other:
            return True
        left, right = one["row"], other["row"]
        known = [c for c in self.columns(table.name) if c in left and c in right]
        if any(left[c] != right[c] for c in known if c not in table.volatile):
            return False
        return all(
            self._as_set(child, one) == self._as_set(child, other) for child in table.children
        )

    def _as_set(self, child: str, state: State) -> set[str]:
        return {self._line(child, row) for row in state["children"].get(child, ())}

    def _line(self, table: str, row: Row) -> str:
        kept = {name: row[name] for name in self.columns(table) if name in row}
        return json.dumps(kept, ensure_ascii=False, sort_keys=True, default=_encode)

    def remove(self, table: WatchedTable, ids: Sequence[int]) -> None:
        """Delete rows, with what belongs to them; not one that another table's rows refer to."""
        if table.used_by:
            column = self._parent_column(table.used_by, table.name)
            used = {row[column] for row in self._where(table.used_by, column, ids, f'"{column}"')}
            ids = [row_id for row_id in ids if row_id not in used]
        for start in range(0, len(ids), _BATCH):
            some = ids[start : start + _BATCH]
            self._db.execute(f'DELETE FROM "{table.name}" WHERE id IN ({marks(some)})', some)

    def restore_rows(self, table: WatchedTable, states: dict[int, State]) -> None:
        """Give rows the values of their states, or put them back when they are gone.

        Never by REPLACE, which would delete what belongs to the row. What is the same is left
        alone.
        """
        here = {row["id"]: row for row in self._where(table.name, "id", list(states))}
        for row_id, state in states.items():
            row = self._present(table.name, state["row"])
            now = here.get(row_id)
            if now is None:
                self._db.insert(table.name, row)
                continue
            values = {k: v for k, v in row.items() if k not in table.volatile and v != now[k]}
            if values:
                self._db.update(table.name, row_id, values)

    def restore_children(self, table: WatchedTable, states: dict[int, State]) -> None:
        """Make what belongs to rows as it was; what is the same is left alone."""
        now = self.read_many(table, list(states))
        for row_id, state in states.items():
            for child in table.children:
                there = now[row_id]["children"].get(child, [])
                if there != state["children"].get(child, []):
                    self._restore(child, table.name, row_id, there, state)

    def _restore(
        self, child: str, parent: str, row_id: int, there: Sequence[Row], state: State
    ) -> None:
        column = self._parent_column(child, parent)
        wanted = {self._line(child, r): r for r in state["children"].get(child, ())}
        for row in there:
            if wanted.pop(self._line(child, row), None) is None:
                self._delete_exactly(child, row)
        for row in wanted.values():
            self._db.insert(child, self._present(child, {**row, column: row_id}))

    def _delete_exactly(self, table: str, row: Row) -> None:
        tests = " AND ".join(f'"{name}" IS ?' for name in row)
        self._db.execute(f'DELETE FROM "{table}" WHERE {tests}', list(row.values()))

    def _present(self, table: str, row: Row) -> Row:
        return {name: value for name, value in row.items() if name in self.columns(table)}
