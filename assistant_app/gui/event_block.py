"""One event in the week: a widget of its own, with focus, a name for screen readers, and drags."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFontMetrics,
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

_FEW = 5
_EDGE = 6
"""How many pixels at the end of an event stretch it."""


def folded(text: str, metrics: QFontMetrics, width: int, most: int) -> list[str]:
    """Return a text in at most so many lines of a width; what does not fit is elided.

    A line breaks between words where it can, else anywhere: a column may be narrower than a word.
    """
    lines: list[str] = []
    left = text.strip()
    while left and len(lines) < most - 1 and metrics.horizontalAdvance(left) > width:
        fits = 1
        while fits < len(left) and metrics.horizontalAdvance(left[: fits + 1]) <= width:
            fits += 1
        space = left.rfind(" ", 1, fits + 1)
        at = space if space > 0 else fits
        lines.append(left[:at].rstrip())
        left = left[at:].lstrip()
    if left:
        lines.append(metrics.elidedText(left, Qt.TextElideMode.ElideRight, width))
    return lines


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
        place = self.rect().adjusted(style.SPACE_S, 2, -style.SPACE_XS, -2)
        elide = Qt.TextElideMode.ElideRight
        lines = place.height() // metrics.height()
        if lines < 2:
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            beside = f"{title} · {self._time}"
            if self._time and metrics.horizontalAdvance(beside) <= place.width():
                title = beside
            whole = self.rect().adjusted(style.SPACE_S, 0, -style.SPACE_XS, 0)
            line = metrics.elidedText(title, elide, whole.width())
            # Of a few letters, one more says more than the dots do.
            painter.drawText(whole, flags, title if len(line) <= _FEW else line)
            return
        room = lines - 1 if metrics.horizontalAdvance(self._time) <= place.width() else lines
        shown = folded(title, metrics, place.width(), room)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        for number, line in enumerate(shown):
            painter.drawText(place.adjusted(0, number * metrics.height(), 0, 0), flags, line)
        if self._time and room < lines:
            painter.setPen(style.faint(self.palette()))
            below = place.adjusted(0, len(shown) * metrics.height(), 0, 0)
            painter.drawText(below, flags, self._time)

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
