"""What a week is drawn on: the names of its days with whole-day events, and the grid of its hours."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from PySide6.QtCore import QDate, QEvent, QLocale, QPoint, QRect, Qt, QTime, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from assistant_app.gui import style, week_layout
from assistant_app.gui.agenda_load import AgendaRow, here
from assistant_app.gui.block_looks import BlockLooks
from assistant_app.gui.event_block import EventBlock
from assistant_app.gui.month_view import work_role
from assistant_app.gui.week_layout import Bar, Slot
from assistant_app.planner.chinese_days import DayMark

_DAY = dt.timedelta(days=1)


class WeekCanvas(QWidget):
    """Seven columns to the right of a gutter, and the blocks on them, which are used again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.blocks: list[EventBlock] = []
        self._looks = BlockLooks()
        self.first = dt.date.min
        self.made: Callable[[EventBlock], None] = lambda _block: None
        self.gutter = self.fontMetrics().horizontalAdvance("00:00 AM") + style.SPACE_S
        """The width of the column with the hours."""

    def left(self, day: int) -> int:
        """Return where a day begins."""
        return self.gutter + round((self.width() - self.gutter) * day / 7)

    def day_at(self, x: int) -> int:
        """Return the day at a place."""
        width = max(1, self.width() - self.gutter)
        return min(6, max(0, (x - self.gutter) * 7 // width))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the theme and the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._looks.clear()

    def paint_blocks(self, painter: QPainter, seen: QRect) -> None:
        """Paint the blocks that are in a rectangle; one that is held is above the others."""
        shown, metrics = self.palette(), self.fontMetrics()
        painter.setFont(self.font())
        for block in sorted(self.blocks, key=lambda block: block.held):
            if block.row is not None and block.geometry().intersects(seen):
                block.paint_on(painter, shown, metrics)

    def take(self, count: int) -> list[EventBlock]:
        """Return so many blocks, and hide the others."""
        while len(self.blocks) < count:
            block = EventBlock(self._looks, self)
            self.blocks.append(block)
            self.made(block)
        for block in self.blocks[count:]:
            block.row = None
            block.hide()
        return self.blocks[:count]


class WeekGrid(WeekCanvas):
    """The hours of seven days."""

    new_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.slots: list[Slot] = []
        self.hour = max(44, round(self.fontMetrics().height() * 2.6))
        self.setMinimumHeight(24 * self.hour)
        self.hours = (0, week_layout.DAY_MINUTES)
        self._clock = QTimer(self, interval=60_000)
        self._clock.timeout.connect(self.update)
        self._clock.start()

    def show_hours(self, opens: int, closes: int) -> None:
        """Shade what is outside the working hours, in minutes of the day."""
        self.hours = (opens, closes)
        self.update()

    def show_slots(self, first: dt.date, slots: list[Slot]) -> None:
        """Show the events of a week."""
        self.first, self.slots = first, slots
        for block, slot in zip(self.take(len(slots)), slots, strict=True):
            whole = slot.row.end is not None and slot.row.end.date() == _date(slot.row)
            block.show_row(slot.row, slot.time, stretches=whole)
            block.setGeometry(self.place(slot))
            block.show()
        self.update()

    def slot_of(self, block: EventBlock) -> Slot:
        """Return where a block stands."""
        return self.slots[self.blocks.index(block)]

    def place(self, slot: Slot) -> QRect:
        """Return the rectangle of a slot."""
        left, right = self.left(slot.day) + 1, self.left(slot.day + 1) - style.SPACE_XS
        width = (right - left) / slot.columns
        x = left + round(width * slot.column)
        top, bottom = slot.start * self.hour // 60, slot.end * self.hour // 60
        return QRect(x, top + 1, max(12, round(width) - 1), bottom - top - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the events anew."""
        super().resizeEvent(event)
        for block, slot in zip(self.blocks, self.slots, strict=False):
            block.setGeometry(self.place(slot))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hours, the days, today, and the line of the present."""
        painter = QPainter(self)
        shown = self.palette()
        now = here().wall
        today = (now.date() - self.first).days
        seen = event.rect()
        painter.fillRect(seen, shown.color(QPalette.ColorRole.Base))
        opens, closes = (minutes * self.hour // 60 for minutes in self.hours)
        for top, bottom in ((0, opens), (closes, self.height())):
            place = QRect(self.gutter, top, self.width() - self.gutter, bottom - top)
            painter.fillRect(place & seen, shown.color(QPalette.ColorRole.Window))
        if 0 <= today <= 6:
            place = QRect(
                self.left(today), 0, self.left(today + 1) - self.left(today), self.height()
            )
            painter.fillRect(place & seen, shown.color(QPalette.ColorRole.AlternateBase))
        painter.setPen(shown.color(QPalette.ColorRole.Mid))
        for day in range(8):
            painter.drawLine(self.left(day), seen.top(), self.left(day), seen.bottom())
        flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        form = QLocale.FormatType.ShortFormat
        for hour in range(
            max(1, seen.top() // self.hour), min(24, seen.bottom() // self.hour + 2)
        ):
            y = hour * self.hour
            painter.setPen(shown.color(QPalette.ColorRole.Midlight))
            painter.drawLine(self.gutter, y, self.width(), y)
            painter.setPen(style.faint(shown))
            place = QRect(0, y - self.hour // 2, self.gutter - style.SPACE_XS, self.hour)
            painter.drawText(place, flags, QLocale().toString(QTime(hour, 0), form))
        if 0 <= today <= 6:
            self._paint_now(painter, now, today)
        self.paint_blocks(painter, seen)

    def _paint_now(self, painter: QPainter, now: dt.datetime, today: int) -> None:
        y = (now.hour * 60 + now.minute) * self.hour // 60
        colour = style.colour(self.palette(), style.Role.DANGER)
        painter.setPen(QPen(colour, 2))
        painter.drawLine(self.left(today), y, self.left(today + 1), y)
        painter.setBrush(colour)
        painter.drawEllipse(QPoint(self.left(today), y), 3, 3)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for a new event there."""
        place = event.position().toPoint()
        if place.x() >= self.gutter:
            minutes = min(23 * 60 + 30, max(0, place.y() * 60 // self.hour // 30 * 30))
            day = self.first + self.day_at(place.x()) * _DAY
            self.new_asked.emit(
                dt.datetime.combine(day, dt.time()) + dt.timedelta(minutes=minutes)
            )


class WeekHead(WeekCanvas):
    """The names of the days, and the events of whole days."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.bars: list[Bar] = []
        self._marks: Mapping[dt.date, DayMark] = {}
        self.lane = self.fontMetrics().height() + style.SPACE_XS
        self.line = self.fontMetrics().height() + style.SPACE_S

    def show_bars(self, first: dt.date, bars: list[Bar], marks: Mapping[dt.date, DayMark]) -> None:
        """Show the days and bars of a week."""
        self.first, self.bars, self._marks = first, bars, marks
        for block, bar in zip(self.take(len(bars)), bars, strict=True):
            block.show_row(bar.row, "", stretches=False)
            block.setGeometry(self.place(bar))
            block.show()
        lanes = max((bar.lane + 1 for bar in bars), default=0)
        self.setFixedHeight(self.line * (2 if marks else 1) + lanes * self.lane + style.SPACE_XS)
        self.update()

    def place(self, bar: Bar) -> QRect:
        """Return the rectangle of a bar."""
        left, right = self.left(bar.first) + 1, self.left(bar.last + 1) - 2
        top = self.line * (2 if self._marks else 1) + bar.lane * self.lane
        return QRect(left, top, right - left, self.lane - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the bars anew."""
        super().resizeEvent(event)
        for block, bar in zip(self.blocks, self.bars, strict=False):
            block.setGeometry(self.place(bar))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the names of the days, and the bars."""
        painter = QPainter(self)
        shown = self.palette()
        today = here().wall.date()
        for number in range(7):
            day = self.first + number * _DAY
            left = self.left(number)
            place = QRect(left, 0, self.left(number + 1) - left, self.line)
            painter.setFont(style.scaled(self.font(), 1.0, bold=day == today))
            tint = style.colour(shown, style.Role.ACCENT)
            painter.setPen(tint if day == today else shown.color(QPalette.ColorRole.WindowText))
            name = QLocale().toString(QDate(day.year, day.month, day.day), "ddd d")
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, name)
            if (mark := self._marks.get(day)) is not None:
                self._paint_mark(painter, place.translated(0, self.line - 2), mark)
        self.paint_blocks(painter, event.rect())

    def _paint_mark(self, painter: QPainter, place: QRect, mark: DayMark) -> None:
        """Paint the lunar date, and 休 or 班 in its colour beside it."""
        shown = self.palette()
        painter.setFont(style.scaled(self.font(), 0.85))
        painter.setPen(style.faint(shown))
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, mark.lunar)
        if mark.work:
            width = painter.fontMetrics().horizontalAdvance(mark.lunar)
            left = place.center().x() + width // 2 + style.SPACE_XS
            beside = QRect(left, place.top(), place.right() - left, place.height())
            painter.setPen(style.colour(shown, work_role(mark)))
            painter.drawText(
                beside, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, mark.work
            )


def _date(row: AgendaRow) -> dt.date | None:
    return row.begin.date() if row.begin else None
