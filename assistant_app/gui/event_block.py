"""One event in the week: a widget of its own, with focus, a name for screen readers, and drags."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QApplication, QWidget

from assistant_app.gui import calendar_colour, style
from assistant_app.gui.agenda_load import AgendaRow

_EDGE = 6
"""How many pixels at the end of an event stretch it."""


class Drag(Enum):
    """What a drag or a key does to an event."""

    MOVE = auto()
    STRETCH = auto()


class EventBlock(QWidget):
    """Emits what is asked for; where it stands is its owner's business.

    `dragged(drag, offset, done)` follows the mouse in pixels from where it was pressed; `stepped`
    is a key: a drag in whole steps (days, quarters of an hour).
    """

    opened = Signal()
    deleted = Signal()
    walked = Signal(int, int)
    stepped = Signal(Drag, int, int)
    dragged = Signal(Drag, QPoint, bool)
    drag_left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.row: AgendaRow | None = None
        self._time = ""
        self._stretches = False
        self._pressed: QPoint | None = None
        self._drag: Drag | None = None

    def show_row(self, row: AgendaRow, time: str, *, stretches: bool) -> None:
        """Show an event; `time` is its span in short."""
        self.row, self._time, self._stretches = row, time, stretches
        name = f"{row.occurrence.item.title}, {row.words}"
        self.setAccessibleName(name)
        self.setToolTip(style.plain_tooltip(name))
        self.update()

    # --- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint ground, bar, title and time, as much as there is room for."""
        if self.row is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        shown = self.palette()
        item = self.row.occurrence.item
        colour = calendar_colour.tint(shown, item)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -1.5, -1.5)
        focused = self.hasFocus()
        painter.setBrush(calendar_colour.ground(shown, colour))
        edge = shown.color(QPalette.ColorRole.WindowText) if focused else colour
        painter.setPen(QPen(edge, 2 if focused else 1))
        painter.drawRoundedRect(box, 4, 4)
        painter.fillRect(QRectF(box.left() + 1, box.top() + 3, 3, box.height() - 6), colour)
        painter.setPen(shown.color(QPalette.ColorRole.Text))
        self._paint_words(painter, item.title)

    def _paint_words(self, painter: QPainter, title: str) -> None:
        metrics = painter.fontMetrics()
        place = self.rect().adjusted(style.SPACE_S, 2, -style.SPACE_XS, -1)
        high = place.height() >= 2 * metrics.height()
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        first = title if high or not self._time else f"{title} · {self._time}"
        if not high:
            place = self.rect().adjusted(style.SPACE_S, 0, -style.SPACE_XS, 0)
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        elide = Qt.TextElideMode.ElideRight
        painter.drawText(place, flags, metrics.elidedText(first, elide, place.width()))
        if high and self._time:
            painter.setPen(style.faint(self.palette()))
            below = place.adjusted(0, metrics.height(), 0, 0)
            painter.drawText(below, flags, metrics.elidedText(self._time, elide, below.width()))

    # --- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, move with Ctrl, stretch with Ctrl+Shift, open, delete."""
        key, held = event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2) and not held:
            self.opened.emit()
        elif key == Qt.Key.Key_Delete and not held:
            self.deleted.emit()
        elif key == Qt.Key.Key_Escape and self._drag is not None:
            self._end_drag()
        elif key in steps and not held:
            self.walked.emit(*steps[Qt.Key(key)])
        elif key in steps and held == control:
            self.stepped.emit(Drag.MOVE, *steps[Qt.Key(key)])
        elif key in steps and held == control | shift and self._stretches:
            self.stepped.emit(Drag.STRETCH, *steps[Qt.Key(key)])
        else:
            super().keyPressEvent(event)

    # --- the mouse

    def _at_edge(self, position: QPoint) -> bool:
        return self._stretches and position.y() >= self.height() - _EDGE

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus; what follows may be a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._pressed = event.globalPosition().toPoint()
            self._edge = self._at_edge(event.position().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag."""
        if self._pressed is None:
            edge = self._at_edge(event.position().toPoint())
            shape = Qt.CursorShape.SizeVerCursor if edge else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        offset = event.globalPosition().toPoint() - self._pressed
        if self._drag is None and offset.manhattanLength() >= QApplication.startDragDistance():
            self._drag = Drag.STRETCH if self._edge else Drag.MOVE
            self.raise_()
        if self._drag is not None:
            self.dragged.emit(self._drag, offset, False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop what was dragged."""
        pressed, drag = self._pressed, self._drag
        self._pressed = self._drag = None
        if drag is not None and pressed is not None:
            self.dragged.emit(drag, event.globalPosition().toPoint() - pressed, True)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Open it."""
        self._pressed = None
        self.opened.emit()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Leave the menu to the view."""
        self.setFocus()
        event.ignore()

    def _end_drag(self) -> None:
        self._pressed = self._drag = None
        self.drag_left.emit()
