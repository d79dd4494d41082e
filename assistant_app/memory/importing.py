"""Take memories in from rows of a file, and give all of them out as rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from assistant_app.domain.changes import ChangeListener, Changes
from assistant_app.domain.clock import MillisClock
from assistant_app.domain.memory import Memory, MemoryStatus
from assistant_app.memory import transfer
from assistant_app.memory.compare import normal_form
from assistant_app.memory.keeping import key_of
from assistant_app.storage.change_store import ChangeStore, Record
from assistant_app.storage.memory_store import MemoryStore

_Rows = dict[int, tuple[dict[str, Any], dict[str, Any]]]
"""A row and its columns, by its number in the file from 1."""


class MemoryImporter:
    """What is there already stays as it is; an import is one change of the log."""

    def __init__(
        self, store: MemoryStore, changes: ChangeStore, notify: ChangeListener, clock: MillisClock
    ) -> None:
        self._store = store
        self._changes = changes
        self._notify = notify
        self._clock = clock

    def export_lines(self) -> list[dict[str, Any]]:
        """See `MemoryPort.export_lines`."""
        return [
            transfer.row_of(memory, self._store.versions([memory.id]))
            for memory in sorted(self._store.listing(), key=lambda memory: memory.id)
        ]

    def import_lines(self, rows: Iterable[dict[str, Any]]) -> list[Memory]:
        """See `MemoryPort.import_lines`.

        Raises:
            AppError: `import_memory`; nothing of the file is stored then.
        """
        read = self._unknown(rows)
        with self._changes.record("import_memories") as record:
            taken = self._take_in(record, read)
            ids = {
                row.get("id", f"row {number}"): memory_id
                for (number, (row, _)), memory_id in zip(read.items(), taken, strict=True)
            }
            self._link([row for row, _ in read.values()], ids)
        self._notify(Changes.MEMORIES)
        return self._store.get_many(taken)

    def new_rows(self, rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """See `MemoryPort.new_rows`.

        Raises:
            AppError: as `import_lines`.
        """
        return [row for row, _ in self._unknown(rows).values()]

    def _unknown(self, rows: Iterable[dict[str, Any]]) -> _Rows:
        """Return the rows that are not there yet."""
        now = self._clock()
        known = {(m.ref, normal_form(m.text), m.status) for m in self._store.listing()}
        found = {}
        for number, row in enumerate(rows, 1):
            values = transfer.values_of(row, number, now)
            same = values["ref"], normal_form(values["text"]), MemoryStatus(values["status"])
            if same not in known:
                known.add(same)
                found[number] = row, values
        return found

    def _take_in(self, record: Record, read: _Rows) -> list[int]:
        now = self._clock()
        for _, values in read.values():
            if values["key"] is None:
                values["key"] = key_of(values["text"])
        ids = self._store.insert_many([values for _, values in read.values()])
        versions = []
        for (number, (row, values)), memory_id in zip(read.items(), ids, strict=True):
            record.created("memory", memory_id)
            history = transfer.history_of(row, number, now) or [(now, "imported", values["text"])]
            versions += [(memory_id, at, event, text, None) for at, event, text in history]
        self._store.add_versions(versions)
        return ids

    def _link(self, rows: Sequence[dict[str, Any]], ids: dict[Any, int]) -> None:
        """Set the references between rows of one file."""
        for row in rows:
            mine = ids.get(row.get("id"))
            for field in ("replaces", "superseded_by"):
                other = ids.get(row.get(field))
                if mine is not None and other is not None:
                    self._store.update(mine, {field: other})
