"""The list of sessions: rows grouped by the day they were last used."""

from __future__ import annotations

import datetime as dt
import html
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
    Signal,
)

from assistant_app.domain.session import Session

Index = QModelIndex | QPersistentModelIndex


class SessionRole(IntEnum):
    """What the model answers beside the title."""

    SESSION = Qt.ItemDataRole.UserRole + 1
    IS_GROUP = Qt.ItemDataRole.UserRole + 2
    UNSEEN = Qt.ItemDataRole.UserRole + 3


@dataclass(frozen=True, slots=True)
class _Group:
    title: str


class SessionListModel(QAbstractListModel):
    """Rows are sessions and, before the first of each day, a title that cannot be selected."""

    renamed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Group | Session] = []

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return the number of rows, titles among them."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a title, or the session itself."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == SessionRole.IS_GROUP:
            return isinstance(row, _Group)
        if isinstance(row, _Group):
            return row.title if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or self.tr("New chat")
        if role == Qt.ItemDataRole.EditRole:
            return row.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return row.summary
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"<p>{html.escape(row.summary)}</p>" if row.summary else None
        if role == SessionRole.SESSION:
            return row
        if role == SessionRole.UNSEEN:
            return row.unseen
        return None

    def _spoken(self, session: Session) -> str:
        title = session.title or self.tr("New chat")
        return self.tr("{title}, new reply").format(title=title) if session.unseen else title

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Sessions can be chosen and renamed; titles cannot."""
        if not index.isValid() or isinstance(self._rows[index.row()], _Group):
            return Qt.ItemFlag.ItemIsEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemNeverHasChildren
        )

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another title; the row changes when the core has stored it."""
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        row = self._rows[index.row()]
        title = str(value).strip()
        if isinstance(row, _Group) or not title or title == row.title:
            return False
        self.renamed.emit(row.id, title)
        return True

    def reset(self, sessions: Sequence[Session], today: dt.date) -> None:
        """Show other sessions, the latest used first."""
        rows: list[_Group | Session] = []
        last = ""
        for session in sessions:
            used = dt.datetime.fromtimestamp(session.updated_at / 1000).date()
            title = self._day(used, today)
            if title != last:
                rows.append(_Group(title))
                last = title
            rows.append(session)
        if rows == self._rows:
            return
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def _day(self, used: dt.date, today: dt.date) -> str:
        days = (today - used).days
        if days <= 0:
            return self.tr("Today")
        if days == 1:
            return self.tr("Yesterday")
        if days < 7:
            return self.tr("This past week")
        if days < 31:
            return self.tr("This past month")
        return self.tr("{year}-{month}", "group of chats").format(
            year=used.year, month=f"{used.month:02}"
        )

    def row_of(self, session_id: int) -> int:
        """Return the row of a session, or -1."""
        for number, row in enumerate(self._rows):
            if isinstance(row, Session) and row.id == session_id:
                return number
        return -1

    def session_at(self, row: int) -> Session | None:
        """Return the session of a row; a title has none."""
        found = self._rows[row] if 0 <= row < len(self._rows) else None
        return found if isinstance(found, Session) else None


class SessionFilter(QSortFilterProxyModel):
    """Shows the sessions whose title has the words, or whose messages do (`set_hits`)."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = ""
        self._hits: frozenset[int] = frozenset()

    def set_words(self, words: str) -> None:
        """Filter by words in the title."""
        self._words = words.strip().casefold()
        self._hits = frozenset()
        self.invalidate()

    def set_hits(self, sessions: frozenset[int]) -> None:
        """Show these sessions too: their messages have the words."""
        self._hits = sessions
        self.invalidate()

    def filterAcceptsRow(self, source_row: int, _parent: Index) -> bool:
        """Keep a title when a session below it is kept."""
        if not self._words:
            return True
        model = self.sourceModel()
        if not isinstance(model, SessionListModel):
            return True
        session = model.session_at(source_row)
        if session is not None:
            return self._keeps(session)
        for row in range(source_row + 1, model.rowCount()):
            below = model.session_at(row)
            if below is None:
                return False
            if self._keeps(below):
                return True
        return False

    def _keeps(self, session: Session) -> bool:
        return self._words in session.title.casefold() or session.id in self._hits
