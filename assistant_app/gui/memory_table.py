"""The list of memories: a table of one column, since a table lays out any number of rows at once."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from assistant_app.domain.memory import Memory, MemoryStatus
from assistant_app.gui import style
from assistant_app.gui.memory_model import MemoryListModel, MemoryRole
from assistant_app.gui.row_table import RowTable
from assistant_app.gui.two_line_delegate import TwoLineDelegate

_MOST_RANGES = 2000
"""Runs of rows chosen again after a change; more are let go rather than hold the window up."""


class _MemoryDelegate(TwoLineDelegate):
    """Marks what waits for a yes."""

    def mark(self, index: QModelIndex | QPersistentModelIndex) -> style.Role | None:
        """A bar at what is to confirm."""
        memory = index.data(MemoryRole.MEMORY)
        waiting = isinstance(memory, Memory) and memory.status is MemoryStatus.PROPOSED
        return style.Role.WARNING if waiting else None


class MemoryTable(RowTable):
    """Rows of one height, chosen whole; what is chosen is asked for as ids, not as indexes."""

    def __init__(self, model: MemoryListModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._memories = model
        self.setItemDelegate(_MemoryDelegate(MemoryRole.DETAIL, self))
        self.setAccessibleName(self.tr("Memories"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.horizontalHeader().hide()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def first_row(self) -> int:
        """Return the first row that is in sight."""
        return max(0, self.rowAt(0))

    def current_id(self) -> int | None:
        """Return the memory that the keyboard is at."""
        row = self.currentIndex().row()
        ids = self._memories.ids_between(row, row) if row >= 0 else []
        return ids[0] if ids else None

    def chosen_ids(self) -> list[int]:
        """Return the chosen memories from top to bottom."""
        runs = sorted(self._chosen_runs())
        return [i for run in runs for i in self._memories.ids_between(*run)]

    def chosen_count(self) -> int:
        """Return how many memories are chosen."""
        return sum(last - first + 1 for first, last in self._chosen_runs())

    def _chosen_runs(self) -> list[tuple[int, int]]:
        chosen = self.selectionModel().selection()
        runs = (chosen.at(n) for n in range(chosen.count()))
        return [(run.top(), run.bottom()) for run in runs]

    def choose(self, ids: Iterable[int], current: int | None, row: int) -> None:
        """Choose these memories, the keyboard at `current`; with none left, the one at `row`."""
        rows = sorted(r for r in map(self._memories.row_of, ids) if r >= 0)
        last = self._memories.rowCount() - 1
        if last < 0:
            return
        here = self._memories.row_of(current) if current is not None else -1
        if here < 0:
            here = rows[0] if rows else min(max(row, 0), last)
        runs = _runs(rows or [here])
        chosen = QItemSelection()
        for first, end in runs if len(runs) <= _MOST_RANGES else [(here, here)]:
            chosen.select(self._memories.index(first), self._memories.index(end))
        flags = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(self._memories.index(here), flags.NoUpdate)
        self.selectionModel().select(chosen, flags.ClearAndSelect)
        self.scrollTo(self._memories.index(here))


def _runs(rows: list[int]) -> list[tuple[int, int]]:
    """Return sorted rows as (first, last) of each run without a gap."""
    found: list[tuple[int, int]] = []
    for row in rows:
        if found and row == found[-1][1] + 1:
            found[-1] = found[-1][0], row
        else:
            found.append((row, row))
    return found
