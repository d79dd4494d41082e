"""The events of a day and the tasks, as Qt models."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTime,
    Signal,
)

if TYPE_CHECKING:
    from assistant_app.domain.planner import Item
    from assistant_app.gui.agenda_load import AgendaRow

Index = QModelIndex | QPersistentModelIndex


class AgendaRole(IntEnum):
    """What the models answer beside the first line."""

    ROW = Qt.ItemDataRole.UserRole + 1
    DETAIL = Qt.ItemDataRole.UserRole + 2


def short_time(moment: dt.datetime) -> str:
    """Return a time of day in the reader's form."""
    return QLocale().toString(QTime(moment.hour, moment.minute), QLocale.FormatType.ShortFormat)


class _RowModel(QAbstractListModel):
    """Rows are `AgendaRow` objects."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[AgendaRow] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def row(self, index: Index) -> AgendaRow | None:
        """Return the row of an index."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        return self._rows[index.row()]

    def rows(self) -> list[AgendaRow]:
        """Return every row."""
        return list(self._rows)

    def reset(self, rows: Sequence[AgendaRow]) -> None:
        """Show other rows."""
        if list(rows) == self._rows:
            return
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()


class DayModel(_RowModel):
    """The events of one day: time and title, then place, repeat and reminder."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._day = dt.date.min

    def show_day(self, day: dt.date, rows: Sequence[AgendaRow]) -> None:
        """Show the events of a day; all-day ones first."""
        self._day = day
        self.reset(sorted(rows, key=lambda row: (not row.occurrence.item.all_day, row.begin)))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the first line, the second, or the row itself."""
        row = self.row(index)
        if row is None:
            return None
        item = row.occurrence.item
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{self._span(row)}   {item.title}"
        if role == AgendaRole.DETAIL:
            return self._detail(item)
        if role == AgendaRole.ROW:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.title}, {row.words}"
        return None

    def _span(self, row: AgendaRow) -> str:
        if row.occurrence.item.all_day or row.begin is None:
            return self.tr("all day")
        begin = short_time(row.begin) if row.begin.date() == self._day else "…"
        if row.end is None or row.end <= row.begin:
            return begin
        last = row.end - dt.timedelta(microseconds=1)
        return f"{begin}–{short_time(row.end) if last.date() == self._day else '…'}"

    def _detail(self, item: Item) -> str:
        parts = [item.place] if item.place else []
        if item.rrule or item.master_id is not None:
            parts.append(self.tr("repeats"))
        if item.alarms:
            parts.append(self.tr("reminder"))
        if item.notes:
            parts.append(item.notes.splitlines()[0])
        return " · ".join(parts)


class TaskModel(_RowModel):
    """The tasks: a box to check, the title, and when it is due."""

    checked = Signal(object, bool)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, the due time, the state of the box, or the row itself."""
        row = self.row(index)
        if row is None:
            return None
        item = row.occurrence.item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if row.occurrence.done else Qt.CheckState.Unchecked
        if role == AgendaRole.DETAIL:
            return self._detail(row)
        if role == AgendaRole.ROW:
            return row
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{item.title} {self._detail(row)}".strip()
        return None

    def _detail(self, row: AgendaRow) -> str:
        parts = [self.tr("important")] if row.occurrence.item.priority == "high" else []
        if row.words:
            parts.append(row.words)
        if row.occurrence.item.rrule:
            parts.append(self.tr("repeats"))
        return " · ".join(parts)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every task can be checked."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a task to be done or open again."""
        row = self.row(index)
        if row is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        done = Qt.CheckState(value) == Qt.CheckState.Checked
        if done == row.occurrence.done:
            return False
        self.checked.emit(row, done)
        return True
