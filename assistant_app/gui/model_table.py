"""The table of models: what is here and what can be fetched, with a bar for what fits."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from assistant_app.domain.size import human_size
from assistant_app.engine.model_entry import ModelEntry
from assistant_app.gui import model_words, style
from assistant_app.gui.fetch_desk import FetchDesk
from assistant_app.gui.item_ground import paint_ground
from assistant_app.gui.row_table import RowTable
from assistant_app.gui.two_line_delegate import TwoLineDelegate

Index = QModelIndex | QPersistentModelIndex
_BAR = 6
_ROOT = QModelIndex()


class Column(IntEnum):
    """The columns, from the left."""

    NAME = 0
    SIZE = 1
    FIT = 2
    STATE = 3


class Role(IntEnum):
    """What a cell knows besides its text."""

    ENTRY = Qt.ItemDataRole.UserRole
    DETAIL = Qt.ItemDataRole.UserRole + 1
    SHARE = Qt.ItemDataRole.UserRole + 2
    """How long the bar of a cell is, 0 to 1; None for no bar."""


def _useless(entry: ModelEntry) -> bool:
    return entry.state == "unusable"


class ModelTableModel(QAbstractTableModel):
    """Rows of the library: what is here first, those for tests only when they are."""

    def __init__(self, desk: FetchDesk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._rows: list[ModelEntry] = []

    def show_rows(self, entries: Sequence[ModelEntry]) -> None:
        """Take another listing."""
        shown = [entry for entry in entries if entry.path or not entry.hidden]
        order = {"ready": 0, "incomplete": 1, "unusable": 1, "partial": 2}
        shown.sort(key=lambda entry: (not entry.current, order.get(entry.state, 3)))
        self.beginResetModel()
        self._rows = shown
        self.endResetModel()

    def entry(self, row: int) -> ModelEntry | None:
        """Return the model of a row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def row_of(self, name: str) -> int:
        """Return the row of a model, or -1."""
        return next((n for n, entry in enumerate(self._rows) if entry.name == name), -1)

    def tell(self, name: str) -> None:
        """Repaint what a download changed."""
        row = self.row_of(name)
        if row >= 0:
            self.dataChanged.emit(self.index(row, 0), self.index(row, Column.STATE))

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many models there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Return the name of a column."""
        if role != Qt.ItemDataRole.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        names = (self.tr("Model"), self.tr("Size"), self.tr("Memory"), self.tr("State"))
        return names[section]

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows, or says to a screen reader."""
        entry = self.entry(index.row())
        if entry is None:
            return None
        column = Column(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(entry, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            told = self._told(entry, column)
            return f"{told}, {self._detail(entry)}" if column is Column.NAME else told
        if role == Qt.ItemDataRole.ToolTipRole:
            return style.plain_tooltip(self._told(entry, column))
        if role == Role.ENTRY:
            return entry
        if role == Role.DETAIL:
            return self._detail(entry) if column is Column.NAME else ""
        if role == Role.SHARE:
            return self._share(entry, column)
        return None

    def _told(self, entry: ModelEntry, column: Column) -> str:
        """Return a cell in full."""
        if column is Column.FIT and not _useless(entry):
            return model_words.fit(entry)
        return self._text(entry, column)

    def _text(self, entry: ModelEntry, column: Column) -> str:
        return {
            Column.NAME: lambda: entry.title,
            Column.SIZE: lambda: human_size(entry.bytes),
            Column.FIT: lambda: "" if _useless(entry) else human_size(entry.memory),
            Column.STATE: lambda: model_words.state(entry, self._desk.of(entry.name)),
        }[column]()

    def _detail(self, entry: ModelEntry) -> str:
        parts = [entry.name, model_words.language_names(entry.languages)]
        if entry.kind != "chat":
            parts.append(model_words.kind(entry.kind))
        return " · ".join(part for part in parts if part)

    def _share(self, entry: ModelEntry, column: Column) -> float | None:
        if column is Column.FIT and entry.free and not _useless(entry):
            return min(1.0, entry.memory / entry.free)
        fetch = self._desk.of(entry.name)
        if column is Column.STATE and fetch is not None and fetch.busy:
            return fetch.share
        return None


class _BarDelegate(QStyledItemDelegate):
    """A line of text with a bar below it, where the cell has one."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As wide as the text, as far as the column lets it."""
        return QSize(super().sizeHint(option, index).width(), option.fontMetrics.height())

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground as the style does, then text and bar."""
        self.initStyleOption(option, index)
        text = option.text
        paint_ground(painter, option)
        share = index.data(Role.SHARE)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        shown = option.palette
        bright = shown.color(QPalette.ColorRole.HighlightedText)
        place = option.rect.adjusted(style.SPACE_S, 0, -style.SPACE_S, 0)
        height = option.fontMetrics.height()
        block = height + (_BAR + style.SPACE_XS if share is not None else 0)
        top = place.top() + (place.height() - block) // 2
        painter.save()
        painter.setPen(bright if chosen else shown.color(QPalette.ColorRole.Text))
        line = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(place.left(), top, place.width(), height), flags, line)
        if share is not None:
            bar = QRectF(place.left(), top + height + style.SPACE_XS, place.width(), _BAR)
            colour = bright if chosen else self._colour(shown, index)
            self._bar(painter, bar, share, colour, shown)
        painter.restore()

    def _colour(self, shown: QPalette, index: Index) -> QColor:
        entry = index.data(Role.ENTRY)
        if index.column() == Column.FIT and isinstance(entry, ModelEntry):
            return style.colour(shown, model_words.fit_role(entry))
        return style.colour(shown, style.Role.ACCENT)

    def _bar(
        self, painter: QPainter, place: QRectF, share: float, colour: QColor, shown: QPalette
    ) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shown.color(QPalette.ColorRole.Mid))
        painter.drawRoundedRect(place, _BAR / 2, _BAR / 2)
        painter.setBrush(colour)
        place.setWidth(max(_BAR, place.width() * share))
        painter.drawRoundedRect(place, _BAR / 2, _BAR / 2)


class ModelTable(RowTable):
    """One model is chosen at a time; the choice stays when the rows change."""

    def __init__(self, model: ModelTableModel, parent: QWidget | None = None) -> None:
        super().__init__(model, parent)
        self._models = model
        self.setItemDelegate(_BarDelegate(self))
        self.setItemDelegateForColumn(Column.NAME, TwoLineDelegate(Role.DETAIL, self))
        self.setAccessibleName(self.tr("Models"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(Column.NAME, QHeaderView.ResizeMode.Stretch)
        wide = self.fontMetrics().horizontalAdvance("0")
        for column, digits in ((Column.SIZE, 10), (Column.FIT, 12), (Column.STATE, 24)):
            self.setColumnWidth(column, wide * digits)

    def chosen(self) -> ModelEntry | None:
        """Return the chosen model."""
        return self._models.entry(self.currentIndex().row())

    def choose(self, name: str) -> None:
        """Choose a model; the first where it is gone."""
        row = max(0, self._models.row_of(name))
        if self._models.rowCount():
            self.selectRow(row)
