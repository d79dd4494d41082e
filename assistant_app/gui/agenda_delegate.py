"""How the agenda paints the rows of its two lists."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from assistant_app.gui import calendar_colour, style
from assistant_app.gui.agenda_load import AgendaRow
from assistant_app.gui.agenda_model import AgendaRole
from assistant_app.gui.two_line_delegate import TwoLineDelegate

Index = QModelIndex | QPersistentModelIndex


class DayDelegate(TwoLineDelegate):
    """An event of the day, with a bar in the colour of its calendar."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(AgendaRole.DETAIL, parent)

    def mark_colour(self, palette: QPalette, index: Index) -> QColor | None:
        """Return the colour of the calendar."""
        row = index.data(AgendaRole.ROW)
        if not isinstance(row, AgendaRow):
            return None
        return calendar_colour.tint(palette, row.occurrence.item)


class TaskDelegate(QStyledItemDelegate):
    """The due time at the right of the title; what is done is faint."""

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """One line and some air."""
        return QSize(120, option.fontMetrics.height() + style.SPACE_M)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint box and title as the style does, in less width, then the due time."""
        detail = str(index.data(AgendaRole.DETAIL) or "")
        metrics = option.fontMetrics
        room = option.rect.width() * 3 // 5
        shown = metrics.elidedText(detail, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(shown) + (style.SPACE_M if shown else 0)
        row = index.data(AgendaRole.ROW)
        done = isinstance(row, AgendaRow) and row.occurrence.done
        whole = QRect(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(whole, option.palette.color(QPalette.ColorRole.Highlight))
        option.rect = whole.adjusted(0, 0, -width, 0)
        if done:
            option.palette.setColor(QPalette.ColorRole.Text, style.faint(option.palette))
        super().paint(painter, option, index)
        painter.save()
        bright = option.palette.color(QPalette.ColorRole.HighlightedText)
        painter.setPen(bright if chosen else style.faint(option.palette))
        place = whole.adjusted(0, 0, -style.SPACE_S, 0)
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, flags, shown)
        painter.restore()
