"""The rows of the agenda's list for Qt: headings that cannot be chosen, events, and tasks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ItemKind
from assistant_app.gui import agenda_words
from assistant_app.gui.agenda_list_load import ListRow
from assistant_app.gui.agenda_model import short_time

Index = QModelIndex | QPersistentModelIndex


class ListRole(IntEnum):
    """What the model answers beside the title."""

    ROW = Qt.ItemDataRole.UserRole + 1
    TIME = Qt.ItemDataRole.UserRole + 2
    DETAIL = Qt.ItemDataRole.UserRole + 3
    HEADING = Qt.ItemDataRole.UserRole + 4


class AgendaListModel(QAbstractListModel):
    """Grows at both ends without telling the view of anything between them."""

    def __init__(self, lang: Lang, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lang = lang
        self._rows: list[ListRow] = []

    @property
    def rows(self) -> list[ListRow]:
        """What is shown."""
        return list(self._rows)

    def reset(self, rows: Sequence[ListRow]) -> None:
        """Show others."""
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def append(self, rows: Sequence[ListRow]) -> None:
        """Show more at the end."""
        if rows:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows) + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    def prepend(self, rows: Sequence[ListRow]) -> None:
        """Show more at the beginning."""
        if rows:
            self.beginInsertRows(QModelIndex(), 0, len(rows) - 1)
            self._rows[:0] = rows
            self.endInsertRows()

    def row(self, index: Index) -> ListRow | None:
        """Return the row of an index."""
        inside = index.isValid() and 0 <= index.row() < len(self._rows)
        return self._rows[index.row()] if inside else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows, headings among them."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A heading can neither be chosen nor walked to."""
        row = self.row(index)
        if row is None or row.row is None:
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index) | Qt.ItemFlag.ItemNeverHasChildren

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, the time, what else there is to know, or the row itself."""
        row = self.row(index)
        if row is None:
            return None
        if role == ListRole.HEADING:
            return row.row is None
        if row.row is None:
            wanted = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return self._heading(row) if role in wanted else None
        item = row.row.occurrence.item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.title
        if role == ListRole.ROW:
            return row.row
        if role == ListRole.TIME:
            return self._time(row)
        if role == ListRole.DETAIL:
            return self._detail(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            parts = (item.title, row.row.words, self._detail(row))
            return ", ".join(part for part in parts if part)
        return None

    def _heading(self, row: ListRow) -> str:
        if row.heading == "past":
            return self.tr("Past")
        if row.heading == "undated" or row.day is None:
            return self.tr("Without a date")
        return agenda_words.day_title(row.day, dt.date.today(), self._lang)

    def _time(self, listed: ListRow) -> str:
        row, day = listed.row, listed.day
        assert row is not None
        if row.occurrence.item.kind is ItemKind.TASK:
            timed = row.end is not None and not row.occurrence.item.all_day
            return short_time(row.end) if timed and row.end else self.tr("task")
        if row.begin is None or row.occurrence.item.all_day:
            return self.tr("all day")
        begin = short_time(row.begin) if row.begin.date() == day else "…"
        if row.end is None or row.end <= row.begin:
            return begin
        last = row.end - dt.timedelta(microseconds=1)
        return f"{begin}–{short_time(row.end) if last.date() == day else '…'}"

    def _detail(self, listed: ListRow) -> str:
        row = listed.row
        assert row is not None
        item = row.occurrence.item
        parts = [item.place]
        if item.kind is ItemKind.TASK:
            parts.append(self.tr("done") if row.occurrence.done else "")
            overdue = row.end is not None and row.end.date() < dt.date.today()
            parts.append(row.words if overdue and not row.occurrence.done else "")
            parts.append(self.tr("important") if item.priority == "high" else "")
        elif listed.heading == "past" and listed.day is not None:
            parts.append(agenda_words.dated(listed.day, self._lang))
        parts.append(self.tr("repeats") if item.rrule or item.master_id is not None else "")
        parts.append(item.calendar)
        return " · ".join(part for part in parts if part)
