"""Paints a row as two lines: what it says, and quietly what there is to know about it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from assistant_app.gui import style
from assistant_app.gui.item_ground import paint_ground

Index = QModelIndex | QPersistentModelIndex


class TwoLineDelegate(QStyledItemDelegate):
    """The first line is the display text, the second the text of `detail_role`.

    Subclasses may mark a row at its left edge.
    """

    def __init__(self, detail_role: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail_role = detail_role

    def mark(self, index: Index) -> style.Role | None:
        """Return the colour of the bar at the left of a row, or None for no bar."""
        return None

    def mark_colour(self, palette: QPalette, index: Index) -> QColor | None:
        """Return the colour of the bar itself."""
        role = self.mark(index)
        return style.colour(palette, role) if role is not None else None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As many lines as there are, and some air."""
        lines = 2 if index.data(self._detail_role) else 1
        return QSize(120, lines * option.fontMetrics.height() + style.SPACE_M + style.SPACE_XS)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the ground as the style does, then the two lines."""
        self.initStyleOption(option, index)
        first = option.text
        paint_ground(painter, option)
        painter.save()
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if (colour := self.mark_colour(option.palette, index)) is not None:
            bar = QRect(option.rect.left(), option.rect.top() + 4, 3, option.rect.height() - 8)
            bright = option.palette.color(QPalette.ColorRole.HighlightedText)
            painter.fillRect(bar, bright if chosen else colour)
        self._lines(painter, option, index, first, chosen)
        painter.restore()

    def _lines(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
        first: str,
        chosen: bool,
    ) -> None:
        active = bool(option.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        bright = option.palette.color(group, QPalette.ColorRole.HighlightedText)
        normal = option.palette.color(group, QPalette.ColorRole.Text)
        place = option.rect.adjusted(style.SPACE_M, style.SPACE_XS + 2, -style.SPACE_S, 0)
        height = option.fontMetrics.height()
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        mode = Qt.TextElideMode.ElideRight
        painter.setPen(bright if chosen else normal)
        line = option.fontMetrics.elidedText(first.replace("\n", " "), mode, place.width())
        painter.drawText(QRect(place.left(), place.top(), place.width(), height), flags, line)
        painter.setPen(bright if chosen else style.faint(option.palette))
        detail = str(index.data(self._detail_role) or "")
        line = option.fontMetrics.elidedText(detail, mode, place.width())
        below = QRect(place.left(), place.top() + height, place.width(), height)
        painter.drawText(below, flags, line)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, _index: Index
    ) -> None:
        """Edit over the whole row: neither line may be seen beside what is typed."""
        editor.setGeometry(option.rect)
