"""How a row of the agenda's list is painted: time, title, and quietly the rest at the right."""

from __future__ import annotations

import datetime as dt

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from assistant_app.gui import calendar_colour, style
from assistant_app.gui.agenda_list_model import ListRole
from assistant_app.gui.agenda_load import AgendaRow
from assistant_app.gui.agenda_model import short_time
from assistant_app.gui.item_ground import paint_ground

Index = QModelIndex | QPersistentModelIndex
_BAR = 3
_State = QStyle.StateFlag
_MARKED = _State.State_Selected | _State.State_HasFocus | _State.State_MouseOver
_WIDE_TIMES = (dt.datetime(2026, 11, 18, 10, 0), dt.datetime(2026, 11, 18, 20, 0))
"""The widest in most fonts: two digits, before and after noon."""


class AgendaListDelegate(QStyledItemDelegate):
    """All rows have one height, so that a view of thousands need not ask each for its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = "", 0

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """One line and some air."""
        return QSize(120, option.fontMetrics.height() + style.SPACE_M)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a heading, or the ground as the style does and the words over it."""
        painter.save()
        row = index.data(ListRole.ROW)
        if isinstance(row, AgendaRow):
            if option.state & _MARKED:
                paint_ground(painter, option)
            self._paint_row(painter, option, index, row, row.occurrence.item.title)
        else:
            self._paint_heading(painter, option, str(index.data() or ""))
        painter.restore()

    def _times(self, metrics: QFontMetrics, font: str) -> int:
        """Return the width of the column of times, reckoned once for a font."""
        if self._width[0] != font:
            self._width = font, time_width(metrics)
        return self._width[1]

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, words: str) -> None:
        painter.setFont(style.scaled(option.font, 1.0, bold=True))
        painter.setPen(option.palette.color(QPalette.ColorGroup.Active, QPalette.ColorRole.Text))
        place = option.rect.adjusted(style.SPACE_S, style.SPACE_XS, -style.SPACE_S, 0)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(place, flags, words)

    def _paint_row(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: Index,
        row: AgendaRow,
        title: str,
    ) -> None:
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        active = bool(option.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        bright = option.palette.color(group, QPalette.ColorRole.HighlightedText)
        faint = bright if chosen else style.faint(option.palette)
        normal = bright if chosen else option.palette.color(group, QPalette.ColorRole.Text)
        metrics, mode = option.fontMetrics, Qt.TextElideMode.ElideRight
        left = option.rect.left() + style.SPACE_L
        bar = QRect(left, option.rect.top() + 3, _BAR, option.rect.height() - 6)
        tint = calendar_colour.tint(option.palette, row.occurrence.item)
        painter.fillRect(bar, bright if chosen else tint)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        times = self._times(metrics, option.font.key())
        place = QRect(left + _BAR + style.SPACE_S, option.rect.top(), times, option.rect.height())
        painter.setPen(faint)
        painter.drawText(
            place, flags, metrics.elidedText(str(index.data(ListRole.TIME)), mode, times)
        )
        right = option.rect.right() - style.SPACE_S
        start = place.right() + style.SPACE_S
        detail = str(index.data(ListRole.DETAIL) or "")
        detail = metrics.elidedText(detail, mode, max(0, (right - start) * 2 // 5))
        room = right - start - metrics.horizontalAdvance(detail) - style.SPACE_M
        painter.drawText(
            QRect(start, place.top(), right - start, place.height()),
            Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
            detail,
        )
        painter.setPen(faint if row.occurrence.done and not chosen else normal)
        place = QRect(start, place.top(), room, place.height())
        painter.drawText(place, flags, metrics.elidedText(title.replace("\n", " "), mode, room))


def time_width(metrics: QFontMetrics) -> int:
    """Return the width of the column of times."""
    widest = max((short_time(moment) for moment in _WIDE_TIMES), key=metrics.horizontalAdvance)
    return metrics.horizontalAdvance(f"{widest}–{widest}") + style.SPACE_S
