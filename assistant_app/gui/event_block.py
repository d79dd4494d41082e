"""One event in the week: a widget of its own, with focus, a name for screen readers, and drags."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPalette,
)
from PySide6.QtWidgets import QApplication, QWidget

from assistant_app.gui import style
from assistant_app.gui.agenda_load import AgendaRow
from assistant_app.gui.block_looks import BlockLooks

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

    def __init__(self, looks: BlockLooks, parent: QWidget) -> None:
        super().__init__(parent)
        self._looks, self._canvas = looks, parent
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setUpdatesEnabled(False)  # the canvas paints it, and else would be asked to twice
        self.row: AgendaRow | None = None
        self._time = ""
        self._stretches = False
        self._pressed: QPoint | None = None
        self._drag: Drag | None = None
        self.pointer = QPoint()
        """Where the mouse was last, on the canvas."""

    def show_row(self, row: AgendaRow, time: str, *, stretches: bool) -> None:
        """Show an event; `time` is its span in short."""
        self.row, self._time, self._stretches = row, time, stretches
        self.setAccessibleName(f"{row.occurrence.item.title}, {row.words}")
        self._repaint()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Say what it is when the mouse rests on it; one for each of hundreds is made only then."""
        super().enterEvent(event)
        self.setToolTip(style.plain_tooltip(self.accessibleName()))

    def show_time(self, time: str) -> None:
        """Show another time while it is dragged there."""
        if time != self._time:
            self._time = time
            self._repaint()

    # --- painting

    def _repaint(self) -> None:
        self._canvas.update(self.geometry())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self._repaint()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show the focus no more."""
        super().focusOutEvent(event)
        self._repaint()

    @property
    def held(self) -> bool:
        """Whether it is being dragged, and so is above the others."""
        return self._drag is not None

    def paint_on(self, painter: QPainter, shown: QPalette, metrics: QFontMetrics) -> None:
        """Paint ground, bar, title and time, as much as there is room for.

        The canvas calls it: hundreds of widgets that each begin to paint take three times as long.
        """
        if self.row is None:
            return
        place, item = self.geometry(), self.row.occurrence.item
        size, ratio = place.size(), self.devicePixelRatioF()
        frame = self._looks.frame(shown, item, size, ratio, focused=self.hasFocus())
        painter.drawPixmap(place.topLeft(), frame)
        # What is not elided is cut at the edge.
        painter.setClipRect(place.adjusted(0, 0, -2, 0))
        words = self._looks.words(item.title, self._time, size, metrics)
        height = metrics.height()
        left = place.left() + style.SPACE_S
        top = place.top() + ((place.height() - height) // 2 if words.centred else 2)
        painter.setPen(shown.color(QPalette.ColorRole.Text))
        for line in words.title:
            painter.drawStaticText(left, top, line)
            top += height
        if words.time is not None:
            painter.setPen(self._looks.quiet(shown, item))
            painter.drawStaticText(left, top, words.time)
        painter.setClipping(False)

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

    def _at(self, event: QMouseEvent) -> QPoint:
        """Return where the mouse is on the canvas: it may be scrolled during a drag."""
        return self._canvas.mapFromGlobal(event.globalPosition().toPoint())

    def _at_edge(self, position: QPoint) -> bool:
        return self._stretches and position.y() >= self.height() - _EDGE

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the focus; what follows may be a drag."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._pressed = self._at(event)
            self._edge = self._at_edge(event.position().toPoint())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag."""
        if self._pressed is None:
            edge = self._at_edge(event.position().toPoint())
            shape = Qt.CursorShape.SizeVerCursor if edge else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            return
        self.pointer = self._at(event)
        offset = self.pointer - self._pressed
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
            self.dragged.emit(drag, self._at(event) - pressed, True)

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
