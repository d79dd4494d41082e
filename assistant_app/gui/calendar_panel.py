"""The calendars beside the month: a box shows or hides one, and a menu does the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from assistant_app.domain.planner import Calendar
from assistant_app.gui import calendar_colour, style
from assistant_app.gui.calendar_dialog import calendar_name
from assistant_app.gui.icons import IconButton
from assistant_app.gui.row_list import RowList

Index = QModelIndex | QPersistentModelIndex


class CalendarModel(QAbstractListModel):
    """Calendars with a box each; `hidden_asked(name, hidden)` when one is checked or not."""

    hidden_asked = Signal(str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._calendars: list[Calendar] = []
        self._hidden: frozenset[str] = frozenset()
        self._palette = QPalette()

    def show_calendars(
        self, calendars: Sequence[Calendar], hidden: frozenset[str], shown: QPalette
    ) -> None:
        """Show these, in the colours of a palette."""
        if (list(calendars), hidden, shown.cacheKey()) == (
            self._calendars,
            self._hidden,
            self._palette.cacheKey(),
        ):
            return
        self.beginResetModel()
        self._calendars, self._hidden, self._palette = list(calendars), hidden, QPalette(shown)
        self.endResetModel()

    def recolour(self, shown: QPalette) -> None:
        """Show the same ones in the colours of another palette."""
        self.show_calendars(self._calendars, self._hidden, shown)

    def calendar(self, index: Index) -> Calendar | None:
        """Return the calendar of a row."""
        inside = index.isValid() and 0 <= index.row() < len(self._calendars)
        return self._calendars[index.row()] if inside else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Return how many there are."""
        return 0 if parent.isValid() else len(self._calendars)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the name, the square in its colour, or the state of the box."""
        calendar = self.calendar(index)
        if calendar is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return calendar_name(calendar.name)
        if role == Qt.ItemDataRole.DecorationRole:
            return calendar_colour.swatch(calendar_colour.tint(self._palette, calendar))
        if role == Qt.ItemDataRole.CheckStateRole:
            hidden = calendar.name in self._hidden
            return Qt.CheckState.Unchecked if hidden else Qt.CheckState.Checked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = self.tr("{name}, entries: {count}")
            return words.format(name=calendar_name(calendar.name), count=calendar.items)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every row has a box."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a calendar to be shown or hidden."""
        calendar = self.calendar(index)
        if calendar is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        hidden = Qt.CheckState(value) != Qt.CheckState.Checked
        if hidden == (calendar.name in self._hidden):
            return False
        self._hidden = self._hidden - {calendar.name} | ({calendar.name} if hidden else set())
        self.dataChanged.emit(index, index, [role])
        self.hidden_asked.emit(calendar.name, hidden)
        return True


class CalendarPanel(QWidget):
    """`edit_asked` and `delete_asked` carry a `Calendar`."""

    new_asked = Signal()
    edit_asked = Signal(object)
    delete_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_XS)
        head = QHBoxLayout()
        head.addWidget(style.label(self.tr("Calendars"), bold=True), 1)
        self.new_button = IconButton("plus", self.tr("New calendar"))
        self.new_button.clicked.connect(self.new_asked)
        head.addWidget(self.new_button)
        column.addLayout(head)
        self.model = CalendarModel(self)
        self.view = RowList(self.tr("Calendars"), self.model, bare=True)
        self.view.setIconSize(QSize(style.ICON_S, style.ICON_S))
        self.view.setSpacing(2)
        self.view.activated.connect(self._on_edit)
        self.view.offer(self.tr("Name and colour…"), "F2", self._on_edit)
        self.view.offer(self.tr("Delete…"), "Delete", self._on_delete)
        self.view.offer(self.tr("New calendar…"), "", self.new_asked.emit)
        column.addWidget(self.view, 1)

    def show_calendars(self, calendars: Sequence[Calendar], hidden: frozenset[str]) -> None:
        """Show these; the chosen row stays."""
        row = self.view.currentIndex().row()
        self.model.show_calendars(calendars, hidden, self.palette())
        if row >= 0:
            self.view.setCurrentIndex(self.model.index(min(row, len(calendars) - 1)))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.model.recolour(self.palette())

    def _on_edit(self) -> None:
        if (calendar := self.model.calendar(self.view.currentIndex())) is not None:
            self.edit_asked.emit(calendar)

    def _on_delete(self) -> None:
        calendar = self.model.calendar(self.view.currentIndex())
        if calendar is not None and calendar.name:
            self.delete_asked.emit(calendar)
